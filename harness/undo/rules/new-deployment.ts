import { deploymentRemoval } from '../../../contracts/bindings/removals.ts';
import { isMembers, type Members } from '../../../generators/members.ts';
import type { Actor } from '../../client/actor.ts';
import { UNTIL_SHOWN } from '../../client/declared-list.ts';
import { walkLarge } from '../../client/paging.ts';
import { stampOf } from '../../client/unique.ts';
import { setupFailed } from '../../failures/failure.ts';
import { sendRemoval } from './removal.ts';
import { isId } from '../../../contracts/lossless-json.ts';
import { noteId, type UndoRule } from './rule.ts';

/** The name that the suite gave a deployment, whatever the member is called. */
function nameGivenIn(shown: unknown): string | undefined {
  const values = isMembers(shown) ? Object.values(shown) : [];
  return values.find((value) => typeof value === 'string' && stampOf(value) !== undefined) as string | undefined;
}

const listed = (admin: Actor): Promise<readonly Members[]> => walkLarge((page) => admin.listDeployments(page));

/** The deployments of a name that only one request gave: what was refused, or whose answer was lost, may exist. */
async function idsNamed(admin: Actor, name: string): Promise<(string | number)[]> {
  const age = Date.now() - (stampOf(name)?.at ?? 0);
  const find = async () =>
    (await listed(admin)).flatMap((one) => (nameGivenIn(one) === name && isId(one['id']) ? [one['id']] : []));
  const now = await find();
  if (now.length > 0 || age >= UNTIL_SHOWN) return now;
  await new Promise((resolve) => setTimeout(resolve, UNTIL_SHOWN - age));
  return find();
}

async function remove(admin: Actor, removal: string, id: string | number): Promise<void> {
  const { status } = await sendRemoval(admin, removal, id);
  if (status < 300 || status === 404 || status === 410) return;
  // A tenant may refuse to remove what does not exist with another status.
  if (status < 500 && !(await listed(admin)).some((one) => String(one['id']) === String(id))) return;
  throw setupFailed(`its removal was answered with ${status}`);
}

export const newDeployment: UndoRule = {
  // A tenant that answers with the id of another deployment must not lose that one: those that were there are never removed.
  async note({ body }, { admin, document }) {
    const removal = deploymentRemoval(document) ?? null;
    const before = removal === null ? [] : (await listed(admin)).map(({ id }) => String(id));
    return { id: null, name: nameGivenIn(body) ?? null, before, removal };
  },
  complete: noteId,
  async undo({ id, name, before, removal }, { admin }) {
    const ids = isId(id) ? [id] : typeof name === 'string' ? await idsNamed(admin, name) : [];
    const made = ids.filter((one) => !(before as readonly unknown[]).includes(String(one)));
    if (made.length === 0) return undefined;
    if (typeof removal !== 'string') return "the tenant's document declares no removal of deployments";
    for (const one of made) await remove(admin, removal, one);
    return undefined;
  },
  describe: ({ id, name }) => `deployment ${[name, id].filter(isId).join(', ')}`,
};
