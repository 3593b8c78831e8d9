import { ok, type Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { pageOf, shown } from '../pages.ts';
import type { Folder } from '../world/content.ts';
import type { FamilyBehaviour } from './family.ts';
import { mayReadFolder } from './report-access.ts';

/** Rules of folders, as data. */
export const foldersRules = () => ({
  /** The owner as the list shows it; nobody owns what is shared from the main workspace. */
  owner: <Person>(folder: Folder, person: Person): Person | null => (folder.ownerId === null ? null : person),
  legacy: (items: readonly unknown[], count: number): Record<string, unknown> => ({ data: items, count }),
});

function listFolders(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.folders;
  const deploymentId = Number(call.path['deploymentId']);
  const readable = tenant.content.folders.filter(
    (one) => one.deploymentId === deploymentId && mayReadFolder(tenant, principal, one),
  );
  const list = shown(
    pageOf(call, readable, ({ id }) => [id]),
    (folder) => {
      const user = folder.ownerId === null ? undefined : tenant.account.users.get(folder.ownerId);
      const person = user ? { id: user.id, email: user.email, firstName: user.firstName } : null;
      return { id: folder.id, name: folder.name, deploymentId, user: rules.owner(folder, person) };
    },
  );
  return ok({ ...list, ...rules.legacy(list.items, readable.length) });
}

export const folders: FamilyBehaviour = { handlers: { listFolders } };
