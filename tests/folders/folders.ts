import type { Actor } from '../../harness/client/actor.ts';
import { granted } from '../../harness/http/answer.ts';
import { expect, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { walkUnprinted, type Page, type PageQuery } from '../../harness/client/paging.ts';

export type Members = Readonly<Record<string, unknown>>;

/** The body of the list of folders, whatever its shape. */
export async function listBody(actor: Actor, query: PageQuery = {}): Promise<Members> {
  const answer = await actor.raw('listFolders', { query: { ...query } });
  expect(answer).toSucceed();
  return isMembers(answer.body) ? answer.body : {};
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every listed folder. Other requirements cover the shape of the list, so a wrong shape is a setup failure here. */
export async function listAllFolders(admin: Actor): Promise<Members[]> {
  const folders = await walkUnprinted('folders', async (query): Promise<Page<Members>> => {
    const answer = await admin.raw('listFolders', { query: { ...query } });
    const { items, pageInfo } = (granted(answer, 'the list of folders').body ?? {}) as Members;
    if (!Array.isArray(items) || !items.every(isMembers)) throw setupFailed('the items are not a list of folders');
    return { items, pageInfo: isMembers(pageInfo) ? pageInfo : null };
  });
  return folders;
}

/** A provided folder as the list shows it. */
export async function listedFolder(check: Check, admin: Actor, id: string): Promise<Members> {
  const name = check.tenant.wire.value('folders.id');
  if (typeof name !== 'string') untested(unstated('folders.id'));
  const folders = await listAllFolders(admin);
  if (folders.length > 0 && !folders.some((folder) => name in folder)) untested(unstated('folders.id'));
  const found = folders.find((folder) => String(folder[name]) === id);
  if (!found) throw setupFailed(`the list does not show folder ${id}`);
  return found;
}
