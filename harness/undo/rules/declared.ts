import type { Actor } from '../../client/actor.ts';
import { declaredPages, UNTIL_SHOWN, type DeclaredList } from '../../client/declared-list.ts';
import { stampOf } from '../../client/unique.ts';
import { setupFailed } from '../../failures/failure.ts';
import { sendRemoval } from './removal.ts';
import { sendRetirement, type Retirement } from './retirement.ts';
import { isId } from '../../../contracts/lossless-json.ts';
import type { Looks, Noted, UndoRule } from './rule.ts';

/** The creation of a thing by an operation that only the tenant's own document declares. */
export const DECLARED_CREATION = 'declaredCreation';

/** What the ledger keeps of such a creation. */
export interface CreationNoted {
  readonly kind: string;
  readonly name: string;
  /** What removes it, with `{id}` for its id, as `sendRemoval` takes it; absent where the document declares no removal. */
  readonly removal?: string;
  /** The request that switches it off where nothing removes it. */
  readonly retirement?: Retirement | undefined;
  /** The list of things of its kind, if one is declared. */
  readonly list?: DeclaredList;
}

/** Ids of other things that a tenant shows with one of a kind. */
const OTHERS =
  /^(deployment|account|tenant|organization|org|user|owner|creator|parent|folder|environment|operation|job|request|correlation|trace)_?(uu)?id$|public/i;

/** The ids of the things with a name, at whatever depth the pages of a list keep them. */
export function idsNamed(listed: unknown, name: string, kind: string): (string | number)[] {
  if (typeof listed !== 'object' || listed === null) return [];
  const held: readonly unknown[] = Object.values(listed);
  if (Array.isArray(listed) || !held.includes(name)) return held.flatMap((one) => idsNamed(one, name, kind));
  const ofKind = new RegExp(`^${kind.replace(/\s/g, '_?')}_?(uu)?id$`, 'i');
  const ids = Object.entries(listed).filter(([, value]) => isId(value));
  const [, id] =
    ids.find(([key]) => /^(id|uuid|guid)$/i.test(key)) ??
    ids.find(([key]) => ofKind.test(key)) ??
    ids.find(([key]) => /_?id$/i.test(key) && !OTHERS.test(key)) ??
    [];
  return isId(id) ? [id] : [];
}

function isMentioned(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null) return value === name;
  return Object.values(value).some((member) => isMentioned(member, name));
}

/** Whether no list shows a thing any more: a check may have removed it. */
async function isGone(admin: Actor, { name, list }: CreationNoted): Promise<boolean> {
  if (list === undefined) return false;
  const age = Date.now() - (stampOf(name)?.at ?? 0);
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.min(UNTIL_SHOWN, UNTIL_SHOWN - age))));
  const { pages, isWhole } = await declaredPages(admin, list);
  return isWhole && !isMentioned(pages, name);
}

/** The ids of what has the name of a creation. What a tenant said to have created is gone only if a whole list lacks it. */
async function idsListed(
  admin: Actor,
  { kind, name, list }: CreationNoted,
  isMade: boolean,
): Promise<readonly (string | number)[]> {
  const { pages, isWhole } = list === undefined ? { pages: [], isWhole: false } : await declaredPages(admin, list);
  const ids = idsNamed(pages, name, kind);
  if (isMade && ids.length === 0 && (!isWhole || isMentioned(pages, name))) {
    throw setupFailed('neither the response to its creation nor a list shows its id');
  }
  return ids;
}

const NOTHING_THERE: readonly number[] = [404, 410];

async function remove(admin: Actor, noted: CreationNoted, id: string | number, looks: Looks): Promise<void> {
  const { removal = '' } = noted;
  const { status } = await sendRemoval(admin, removal, id);
  if (status < 300) looks.served.add(removal);
  // Where the address has removed nothing yet, it may be a wrong one, and a list that shows the thing knows better.
  const isThere = async () => !looks.served.has(removal) && (await isListed(admin, noted, looks));
  if (status < 300 || (NOTHING_THERE.includes(status) && !(await isThere()))) return;
  // A tenant may refuse to remove what does not exist with another status.
  if (status < 500 && (await isGone(admin, noted))) return;
  throw setupFailed(`its removal was answered with ${status}`);
}

/** Whether a list that was read since the check has ended shows a thing. */
async function isListed(admin: Actor, { name, list }: CreationNoted, looks: Looks): Promise<boolean> {
  if (list === undefined) return false;
  const { pages } = await looks.once(`list at ${list.path}`, () => declaredPages(admin, list));
  return isMentioned(pages, name);
}

async function retire(
  admin: Actor,
  retirement: NonNullable<CreationNoted['retirement']>,
  id: string | number,
): Promise<void> {
  const status = await sendRetirement(admin, retirement, id);
  if (status >= 300 && status !== 404) throw setupFailed(`switching it off was answered with ${status}`);
}

/** Whether what was noted is a certain thing, which is removed at the end. */
export function isRemoved({ kind, id, removal }: Noted, ofKind: string, ofId: unknown): boolean {
  return kind === ofKind && removal !== undefined && isId(id) && String(id) === String(ofId);
}

export const declaredCreation: UndoRule = {
  note: ({ body }) => body as Readonly<Record<string, unknown>>,
  complete: ({ body }) => ({ id: (body as { readonly id?: unknown }).id ?? null, isMade: true }),
  async undo(data, { admin, looks }) {
    const noted = data as unknown as CreationNoted;
    const { id, isMade = false, removal } = data;
    const ids = isId(id) ? [id] : await idsListed(admin, noted, isMade === true);
    if (removal !== undefined) {
      for (const one of ids) await remove(admin, noted, one, looks);
      return undefined;
    }
    if (noted.retirement === undefined) throw setupFailed("the tenant's document declares no removal of it");
    for (const one of ids) await retire(admin, noted.retirement, one);
    return "switched off, because the tenant's document declares no removal";
  },
  describe: ({ kind, name }) => `${String(kind)} ${String(name)}`,
};
