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

/** The elements of a list with a name, wherever the response keeps its list. */
export function idsNamed(listed: unknown, name: string): (string | number)[] {
  if (typeof listed !== 'object' || listed === null) return [];
  if (!Array.isArray(listed)) return Object.values(listed).flatMap((member) => idsNamed(member, name));
  return listed.flatMap((element: unknown) => {
    if (typeof element !== 'object' || element === null) return [];
    const members = element as Readonly<Record<string, unknown>>;
    if (!Object.values(members).includes(name)) return [];
    const id = Object.entries(members).find(([key, value]) => /^(.*_?id|uuid)$/i.test(key) && isId(value))?.[1];
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
    const { name, removal, list } = data as unknown as CreationNoted;
    if (removal === undefined) throw setupFailed("the tenant's document declares no removal of it");
    const { id } = data;
    if (isId(id)) await remove(admin, removal, id);
    else if (list !== undefined) {
      const { wire } = await admin.read(list);
      for (const one of idsNamed(wire, name)) await remove(admin, removal, one);
    }
  },
  describe: ({ kind, name }) => `${String(kind)} ${String(name)}`,
};
