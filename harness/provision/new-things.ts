import { wordsOf } from '../../contracts/bindings/words.ts';
import { isMembers } from '../../generators/members.ts';
import type { Actor } from '../client/actor.ts';
import { declaredPages, type DeclaredList } from '../client/declared-list.ts';
import { setupFailed } from '../failures/failure.ts';
import { idsNamed } from '../undo/rules/declared.ts';
import { idShown, type ThingKind } from './kinds.ts';

/** Pages of a list in which something is looked for. */
export const MOST_LISTED = 3;

/** Members that show other things beside a new one. */
const OF_OTHERS = /user|owner|creat|deployment|folder|account|parent|role|links?$/i;

/** The id in the response to a creation: of the thing itself, or of the one member that holds it. */
export function idIn(shown: unknown, kind: ThingKind): string | number | undefined {
  if (!isMembers(shown)) return undefined;
  const own = idShown(shown, kind, true);
  if (own !== undefined) return own;
  const names = [...kind.words, ...(kind.alike ?? [])];
  const isOfIt = (name: string) => names.includes(wordsOf(name).join(' ')) || !OF_OTHERS.test(name);
  const inner = Object.entries(shown).filter(([name, value]) => isMembers(value) && isOfIt(name));
  return inner.map(([, one]) => idIn(one, kind)).find((id) => id !== undefined) ?? idShown(shown, kind);
}

/** Waits until a new thing can be read at a path with `{id}` for its id. */
export async function readNew(
  admin: Actor,
  { name }: ThingKind,
  path: string,
  id: string,
  attempts: readonly number[],
): Promise<void> {
  const own = path.replace('{id}', encodeURIComponent(id));
  for (const delay of attempts) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    const { status } = await admin.read(own);
    if (status !== 404 && status !== 410) return;
  }
  throw setupFailed(
    `a new ${name} was made and cannot be read (404), so that it is of no use; it is removed at the end`,
  );
}

/** The id of a new thing, once the list of its kind shows its name. */
export async function idListed(
  admin: Actor,
  list: DeclaredList,
  name: string,
  kind: ThingKind,
  attempts: readonly number[],
): Promise<string | number | undefined> {
  for (const delay of attempts) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    const [id] = idsNamed((await declaredPages(admin, list, MOST_LISTED)).pages, name, kind.name);
    if (id !== undefined) return id;
  }
  return undefined;
}
