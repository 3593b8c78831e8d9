import type { Actor } from '../../client/actor.ts';
import { setupFailed } from '../../failures/failure.ts';
import { isId, type UndoRule } from './rule.ts';

/** The creation of a thing by an operation that only the tenant's own document declares. */
export const DECLARED_CREATION = 'declaredCreation';

/** What the ledger keeps of such a creation. */
export interface CreationNoted {
  readonly kind: string;
  readonly name: string;
  /** The path that removes it, with `{id}` for its id; absent where the document declares no removal. */
  readonly removal?: string;
  /** The path that lists things of its kind, if one is declared. */
  readonly list?: string;
}

/** Ids of other things that a tenant shows with one of a kind. */
const OTHERS =
  /^(deployment|account|tenant|organization|org|user|owner|creator|parent|folder|environment)_?(uu)?id$|public/i;

/** The ids of the elements of a list with a name, wherever the response keeps its list. */
export function idsNamed(listed: unknown, name: string, kind: string): (string | number)[] {
  if (typeof listed !== 'object' || listed === null) return [];
  if (!Array.isArray(listed)) return Object.values(listed).flatMap((member) => idsNamed(member, name, kind));
  return listed.flatMap((element: unknown) => {
    if (typeof element !== 'object' || element === null) return [];
    const members = element as Readonly<Record<string, unknown>>;
    if (!Object.values(members).includes(name)) return [];
    const ofKind = new RegExp(`^${kind.replace(/\s/g, '_?')}_?(uu)?id$`, 'i');
    const ids = Object.entries(members).filter(([, value]) => isId(value));
    const [, id] =
      ids.find(([key]) => /^(id|uuid|guid)$/i.test(key)) ??
      ids.find(([key]) => ofKind.test(key)) ??
      ids.find(([key]) => /_?id$/i.test(key) && !OTHERS.test(key)) ??
      [];
    return isId(id) ? [id] : [];
  });
}

async function remove(admin: Actor, removal: string, id: string | number): Promise<void> {
  const { status } = await admin.request('DELETE', removal.replace('{id}', encodeURIComponent(String(id))));
  if (status >= 300 && status !== 404 && status !== 410) throw setupFailed(`its removal was answered with ${status}`);
}

export const declaredCreation: UndoRule = {
  note: ({ body }) => body as Readonly<Record<string, unknown>>,
  complete: ({ body }) => ({ id: (body as { readonly id?: unknown }).id ?? null }),
  async undo(data, { admin }) {
    const { kind, name, removal, list } = data as unknown as CreationNoted;
    if (removal === undefined) throw setupFailed("the tenant's document declares no removal of it");
    const { id } = data;
    if (isId(id)) await remove(admin, removal, id);
    else if (list !== undefined) {
      const { wire } = await admin.read(list);
      for (const one of idsNamed(wire, name, kind)) await remove(admin, removal, one);
    }
  },
  describe: ({ kind, name }) => `${String(kind)} ${String(name)}`,
};
