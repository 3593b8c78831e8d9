import { ok, type Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { pageOf, shown } from '../pages.ts';
import type { Tenant } from '../tenant.ts';
import type { Folder } from '../world/content.ts';
import type { FamilyBehaviour } from './family.ts';
import { readable } from './readable.ts';
import { mayReadFolder } from './report-access.ts';

function viewOf(tenant: Tenant, folder: Folder): Record<string, unknown> {
  const { id, name, deploymentId, ownerId } = folder;
  const user = ownerId === null ? undefined : tenant.account.users.get(ownerId);
  const person = user ? { id: user.id, email: user.email, firstName: user.firstName } : null;
  return { id, name, deploymentId, user: tenant.rules.folders.owner(folder, person) };
}

function listFolders(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.folders;
  const { folders } = tenant.content;
  const deploymentId = Number(call.path['deploymentId']);
  const descending = tenant.dialect.order === 'descending';
  const found = readable(call, `folders ${deploymentId}`, folders, () => {
    const list = folders.filter(
      (one) => rules.isOf(one, deploymentId) && rules.mayRead(mayReadFolder(tenant, principal, one)),
    );
    return descending ? list.reverse() : list;
  });
  const page = pageOf(call, found, ({ id }) => [id], { descending });
  const list = shown(page, (folder) => viewOf(tenant, folder));
  return ok({ ...list, ...rules.legacy(list.items, found.length) });
}

export const folders: FamilyBehaviour = { handlers: { listFolders } };
