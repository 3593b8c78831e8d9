import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { sessionRequest } from '../../harness/things/embed-sessions.ts';
import { fresh } from '../../harness/client/unique.ts';
import type { Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { walk } from '../../harness/client/paging.ts';

export type AccessSource = 'tenant' | 'allEmbedUsers' | 'folder';

/** A workbook for each way on which the lent tenant reaches it, on that way alone. */
export const ON_WAY = {
  tenant: 'TENANT_WORKBOOK_ID',
  allEmbedUsers: 'ALL_EMBED_USERS_WORKBOOK_ID',
  folder: 'FOLDER_WORKBOOK_ID',
} as const;

export function idsOf(workbooks: readonly { readonly id?: string | number | null | undefined }[]): string[] {
  return workbooks.map(({ id }) => String(id));
}

/** The workbooks that the lent tenant reaches, by their ids. */
export async function workbooksOf(
  check: Check,
  admin: Actor,
  { accessSource, first }: { readonly accessSource?: AccessSource; readonly first?: number } = {},
): Promise<string[]> {
  const tenant = check.provided('EMBED_TENANT');
  const query = accessSource === undefined ? {} : { accessSource };
  return idsOf(await walk((page) => admin.listEmbedTenantWorkbooks(tenant, { ...query, ...page }), first));
}

export async function isKnown(admin: Actor, name: string): Promise<boolean> {
  return isSuccess(await admin.raw('listEmbedTenantWorkbooks', { path: { embedTenantName: name } }));
}

/** Whether an embed tenant comes to be with its first session. */
export async function isMade(check: Check, admin: Actor, name: string): Promise<boolean> {
  const session = await admin.raw('generateEmbedSession', { body: sessionRequest(check, { embedTenantName: name }) });
  // A tenant that lists workbooks for any name says nothing about which names it knows.
  return isSuccess(session) && (await isKnown(admin, name)) && !(await isKnown(admin, fresh('tenant')));
}

/**
 * An embed tenant to delete. No operation makes one: where it comes to be with its first session it is made, and
 * otherwise it is the lent one, once.
 */
export async function deletable(check: Check, admin: Actor): Promise<string> {
  const made = fresh('tenant');
  if (await isMade(check, admin, made)) return made;
  await check.lock('spare embed tenant');
  const spare = check.provided('SPARE_EMBED_TENANT');
  if (!(await isKnown(admin, spare)))
    untested(`there is no embed tenant ${spare} any more: lend SPARE_EMBED_TENANT anew`);
  return spare;
}
