import type { Members } from '../../generators/members.ts';
import { walk } from '../client/paging.ts';
import { granted, isSuccess } from '../http/answer.ts';
import { revealed, Secret } from '../http/secrets.ts';
import type { Source, Sourcing } from './source.ts';
import { shownIdsOf, showsDashboards } from './dashboards.ts';
import { EMBED_TENANT, WORKBOOK, type Place } from './ways.ts';
import { idOf } from './shown-things.ts';
import { isId } from '../../contracts/lossless-json.ts';

type SessionId = Secret | string | number;

/** The body of a request for an embed session; its external user is one of this run. */
function sessionRequest({ wire, settings, fresh }: Sourcing, embedTenantName: string): Members {
  const example = wire.value('embed.session-request') as { readonly deploymentId?: unknown } | undefined;
  const { DEPLOYMENT_ID = '' } = settings;
  const deploymentId = typeof example?.deploymentId === 'number' ? Number(DEPLOYMENT_ID) : DEPLOYMENT_ID;
  return { ...example, deploymentId, externalId: fresh('user'), embedTenantName };
}

async function openSession(sourcing: Sourcing, tenant: string): Promise<SessionId | undefined> {
  const body = sessionRequest(sourcing, tenant);
  const answer = granted(await sourcing.admin.preparing.raw('generateEmbedSession', { body }), 'an embed session');
  const { sessionId } = answer.body as { readonly sessionId?: unknown };
  return sessionId instanceof Secret || isId(sessionId) ? sessionId : undefined;
}

/** The workbooks that an embed tenant can access; undefined where it is not known. */
export async function workbooksOf(
  { admin, settings }: Sourcing,
  tenant: string,
  accessSource?: string,
  place: Place = 'DEPLOYMENT_ID',
) {
  const there = admin.in(settings[place] ?? '').preparing;
  const query = accessSource === undefined ? {} : { accessSource };
  return walk((page) => there.listEmbedTenantWorkbooks(tenant, { ...query, ...page } as never));
}

const firstTenants = new WeakMap<Sourcing['things'], Promise<string | undefined>>();

/** The embed tenant that is listed first, asked for once. */
function firstTenant({ things, admin }: Sourcing): Promise<string | undefined> {
  if (!things.canList(EMBED_TENANT)) return Promise.resolve(undefined);
  const found =
    firstTenants.get(things) ??
    things
      .list(admin.preparing, EMBED_TENANT)
      .then((listed) => listed?.map((one) => idOf(one, EMBED_TENANT)).find((name) => name !== undefined));
  firstTenants.set(things, found);
  return found;
}

const SOURCES_OF_ACCESS = ['tenant', 'allEmbedUsers', 'folder'] as const;
type AccessSource = (typeof SOURCES_OF_ACCESS)[number];

const openPlaces = new WeakMap<Sourcing['things'], Map<string, Promise<boolean | undefined>>>();

/**
 * Whether a deployment has a workbook that is open in this way to the embed tenant that is listed first, asked for once; undefined
 * where none is listed to tell.
 */
export function isOpenBy(
  sourcing: Sourcing,
  place: string | undefined,
  accessSource: AccessSource,
): Promise<boolean | undefined> {
  const known = openPlaces.get(sourcing.things) ?? new Map<string, Promise<boolean | undefined>>();
  openPlaces.set(sourcing.things, known);
  const key = JSON.stringify([place, accessSource]);
  const isOpen = known.get(key) ?? lookedUp(sourcing, place, accessSource);
  known.set(key, isOpen);
  return isOpen;
}

/** Whether a deployment has a workbook that is open to every embed tenant, as far as one that is listed tells. */
export const isOpenToAll = (sourcing: Sourcing, place: string | undefined) =>
  isOpenBy(sourcing, place, 'allEmbedUsers');

async function lookedUp(
  sourcing: Sourcing,
  place: string | undefined,
  accessSource: AccessSource,
): Promise<boolean | undefined> {
  const { admin } = sourcing;
  const tenant = await firstTenant(sourcing);
  if (tenant === undefined || place === undefined) return undefined;
  const query = { accessSource, first: 1 };
  const { items } = await admin.in(place).preparing.listEmbedTenantWorkbooks(tenant, query);
  return (items ?? []).length > 0;
}

/** The specification prints how an embed tenant is deleted and not how it is made: it may come with the first session that names it. */
export const tenantOfSession: Source = {
  kind: 'made',
  how: 'a new embed tenant, which the first session that names it creates',
  needs: ['DEPLOYMENT_ID'],
  isPossible: ({ things }) => !things.canMake(EMBED_TENANT),
  async obtain(sourcing) {
    const { admin, settings, fresh, things } = sourcing;
    const name = fresh('tenant');
    const noted = { kind: EMBED_TENANT.name, name, ...(EMBED_TENANT.removal && { removal: EMBED_TENANT.removal }) };
    const send = () => admin.preparing.raw('generateEmbedSession', { body: sessionRequest(sourcing, name) });
    granted(await things.noting(admin, noted, () => name, send), 'a session of a new embed tenant');
    const path = { deploymentId: settings.DEPLOYMENT_ID ?? '', embedTenantName: name };
    return isSuccess(await admin.preparing.raw('listEmbedTenantWorkbooks', { path })) ? name : undefined;
  },
};

/** A workbook that EMBED_TENANT can access, where the tenant lists no others. */
export function workbookOfTenants(place: Place): Source {
  return {
    kind: 'found',
    how: `a workbook of ${place} that EMBED_TENANT can access`,
    needs: [place, 'EMBED_TENANT'],
    look: (sourcing) => isOpenToAll(sourcing, sourcing.settings[place]),
    async obtain(sourcing) {
      const { EMBED_TENANT: tenant = '' } = sourcing.settings;
      const ids = (await workbooksOf(sourcing, tenant, undefined, place)).map(({ id }) => id ?? undefined);
      const id = ids.find((one) => one !== undefined);
      return id === undefined ? undefined : String(id);
    },
  };
}

const MOST_TRIED = 6;

/** The dashboard of a workbook that a session of EMBED_TENANT can read: those that are open to it come first. */
export const dashboardOfTenant: Source = {
  kind: 'found',
  how: 'a dashboard that a session of EMBED_TENANT can read',
  needs: ['DEPLOYMENT_ID', 'EMBED_TENANT'],
  isPossible: showsDashboards,
  look: (sourcing) => isOpenToAll(sourcing, sourcing.settings.DEPLOYMENT_ID),
  async obtain(sourcing) {
    const { admin, settings, things } = sourcing;
    const { EMBED_TENANT: tenant = '', DEPLOYMENT_ID: deploymentId = '' } = settings;
    const open = (await workbooksOf(sourcing, tenant)).map((one) => String(one.id));
    const listed = (await things.list(admin, WORKBOOK, deploymentId)) ?? [];
    const shown = new Map(listed.map((one) => [idOf(one, WORKBOOK) ?? '', one]));
    const workbooks = [...new Set([...open, ...shown.keys()])].map((id) => [id, shown.get(id)] as const);
    const candidates = await shownIdsOf(sourcing, workbooks, deploymentId, MOST_TRIED);
    if (candidates.length === 0) return undefined;
    const reader = await readerOf(sourcing, tenant);
    for (const publicId of candidates) {
      if (isSuccess(await reader.preparing.raw('listDashboardComments', { path: { publicId } }))) return publicId;
    }
    return undefined;
  },
};

/** An actor in a session of an embed tenant. */
async function readerOf(sourcing: Sourcing, tenant: string) {
  const sessionId = await openSession(sourcing, tenant);
  const { body } = granted(
    await sourcing.admin.preparing.raw('exchangeEmbedSession', { body: { sessionId } }),
    'the exchange of an embed session',
  );
  return sourcing.as(revealed((body as { readonly token?: unknown }).token));
}

const accessible = new WeakMap<Sourcing['things'], Promise<ReadonlyMap<AccessSource, readonly string[]>>>();

type ByAccess = ReadonlyMap<AccessSource, readonly string[]>;

/** The ids of the workbooks that an embed tenant can access in each way. */
async function accessOf(sourcing: Sourcing, tenant: string): Promise<ByAccess> {
  const lists = SOURCES_OF_ACCESS.map(async (one) => {
    const ids = (await workbooksOf(sourcing, tenant, one)).map(({ id }) => String(id));
    return [one, ids] as const;
  });
  return new Map(await Promise.all(lists));
}

/** The same of EMBED_TENANT, asked for once. */
function accessibleTo(sourcing: Sourcing, tenant: string): Promise<ByAccess> {
  const found = accessible.get(sourcing.things) ?? accessOf(sourcing, tenant);
  accessible.set(sourcing.things, found);
  return found;
}

/** A workbook that can be accessed in one way only. */
function onlyBy(source: AccessSource, access: ByAccess): string | undefined {
  const others = [...access].flatMap(([one, ids]) => (one === source ? [] : ids));
  return access.get(source)?.find((id) => !others.includes(id));
}

const MOST_TENANTS = 4;

/** A listed embed tenant that has workbooks in the ways in which none can be shared with a new one. */
export function tenantWithWorkbooks(waysWanted: (sourcing: Sourcing) => readonly AccessSource[]): Source {
  return {
    kind: 'found',
    how: 'a listed embed tenant that can access workbooks in ways in which none can be shared',
    needs: ['DEPLOYMENT_ID'],
    isPossible: (sourcing) => sourcing.things.canList(EMBED_TENANT) && waysWanted(sourcing).length > 0,
    async obtain(sourcing) {
      const listed = (await sourcing.things.list(sourcing.admin.preparing, EMBED_TENANT)) ?? [];
      const names = listed.flatMap((one) => idOf(one, EMBED_TENANT) ?? []).slice(0, MOST_TENANTS);
      const access = await Promise.all(names.map((name) => accessOf(sourcing, name)));
      return names.find((_, at) =>
        waysWanted(sourcing).every((one) => onlyBy(one, access[at] ?? new Map<AccessSource, readonly string[]>())),
      );
    },
  };
}

/** A workbook that EMBED_TENANT can access in one way only, from the lists of each way. */
export function accessibleWorkbook(source: AccessSource): Source {
  return {
    kind: 'found',
    how: `a workbook that EMBED_TENANT can access by ${source} only`,
    needs: ['DEPLOYMENT_ID', 'EMBED_TENANT'],
    // To an embed tenant of this run nothing is shared but what is open to all, by itself or by its folder.
    isPossible: ({ isOwn }) => source !== 'tenant' || !isOwn('EMBED_TENANT'),
    look: (sourcing) => isOpenBy(sourcing, sourcing.settings.DEPLOYMENT_ID, source),
    async obtain(sourcing) {
      const { EMBED_TENANT: tenant = '' } = sourcing.settings;
      return onlyBy(source, await accessibleTo(sourcing, tenant));
    },
  };
}
