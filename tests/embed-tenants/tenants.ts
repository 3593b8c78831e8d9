import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { sessionRequest } from '../../harness/things/embed-sessions.ts';
import { fresh } from '../../harness/client/unique.ts';
import type { Check } from '../../harness/test.ts';
import { spareLeft, sparesLeft } from '../../harness/things/spares.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { walk } from '../../harness/client/paging.ts';

export type AccessSource = 'tenant' | 'allEmbedUsers' | 'folder';

/** For each access source, the setting of a workbook that the provided embed tenant can access only through it. */
export const WORKBOOK_BY_SOURCE = {
  tenant: 'TENANT_WORKBOOK_ID',
  allEmbedUsers: 'ALL_EMBED_USERS_WORKBOOK_ID',
  folder: 'FOLDER_WORKBOOK_ID',
} as const;

/** Ids as strings. The name of the member is open, so the check is untested where a list shows no ids at all. */
export function idsOf(workbooks: readonly { readonly id?: string | number | null | undefined }[]): string[] {
  const hasNoIds = workbooks.length > 0 && workbooks.every(({ id }) => id === undefined || id === null);
  return hasNoIds ? untested(unstated('embed-tenants.workbook-id')) : workbooks.map(({ id }) => String(id));
}

/** The ids of the workbooks that the provided embed tenant can access. */
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

/** Generates a session for a new embed tenant, and returns whether that creates the embed tenant. */
export async function isCreatedBySession(
  check: Check,
  admin: Actor,
  name: string,
  more: object = {},
): Promise<boolean> {
  const body = sessionRequest(check, { embedTenantName: name, ...more });
  const session = await admin.raw('generateEmbedSession', { body });
  // If workbooks are listed even for an unused name, the list does not show which names are known.
  return isSuccess(session) && (await isKnown(admin, name)) && !(await isKnown(admin, fresh('tenant')));
}

/** The name of an embed tenant that a session creates; undefined where none does. */
export async function newTenant(check: Check, admin: Actor): Promise<string | undefined> {
  const name = fresh('tenant');
  return (await isCreatedBySession(check, admin, name)) ? name : undefined;
}

/**
 * The name of an embed tenant to delete. No operation creates one: it is created by a session where the tenant allows
 * that, and otherwise it is one of those provided, each of which can be used once.
 */
export async function tenantToDelete(check: Check, admin: Actor): Promise<string> {
  const name = await newTenant(check, admin);
  if (name !== undefined) return name;
  const spare = await spareLeft(check, 'SPARE_EMBED_TENANT', 'embed tenant', (one) => isKnown(admin, one));
  // Another check or an earlier run may have deleted it.
  if (await isKnown(admin, fresh('tenant')))
    untested(
      'whether SPARE_EMBED_TENANT still exists is not shown: workbooks are listed for unknown embed tenants too',
    );
  return spare;
}

/** Names of embed tenants to delete beside the first one, as far as there are some. */
interface Further {
  readonly another?: string | undefined;
  readonly last?: string | undefined;
  /** One that a path encodes. */
  readonly encoded?: string | undefined;
}

/** Names that a session makes embed tenants of; where none does, those of further provided ones that are still there. */
export async function furtherTenants(check: Check, admin: Actor): Promise<Further> {
  const another = await newTenant(check, admin);
  if (another !== undefined)
    return { another, last: fresh('tenant'), encoded: `${fresh('tenant')} & Söhne + 1, 100 % 日本 𠮷` };
  if (await isKnown(admin, fresh('tenant'))) return {};
  const left = await sparesLeft(check, 'SPARE_EMBED_TENANT', (one) => isKnown(admin, one));
  const encoded = left.find((name) => encodeURIComponent(name) !== name);
  const [first, last] = left.filter((name) => name !== encoded);
  return { another: first, last, encoded };
}
