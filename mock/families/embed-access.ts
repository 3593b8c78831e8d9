import { ACCESS_SOURCES, type EmbedTenant, type AccessSource } from '../rules/embed-tenants.ts';
import { slice, type TenantState } from '../state.ts';
import type { Tenant } from '../tenant.ts';
import type { Workbook } from '../world/content.ts';

interface EmbedAccess {
  readonly tenants: Map<string, EmbedTenant>;
  /** What is open to the people of every embed tenant. */
  readonly forAll: Set<number>;
  readonly provided: Readonly<Record<'dashboard' | 'ofTenant' | 'inFolder', Workbook | undefined>>;
}

export const PROVIDED_TENANT = 'Globex';
/** The first is enough where a session makes others. */
const SPARE_TENANTS = ['Initech', 'Initrode', 'Hooli', 'Vandelay & Söhne'] as const;

function sparesOf({ dialect }: Pick<TenantState, 'dialect'>): readonly string[] {
  return dialect.outcomes.unknownEmbedTenant === 'made' ? SPARE_TENANTS.slice(0, 1) : SPARE_TENANTS;
}

/** The names of embed tenants that may be deleted, as a setting has them. */
export const spareTenants = (tenant: Tenant): string => sparesOf(tenant).join(',');

const NOBODY_YET: Omit<EmbedTenant, 'name'> = {
  groups: [],
  groupDefinitions: [],
  profile: {},
  people: new Set(),
  workbookIds: new Set(),
  folderIds: new Set(),
};

export const embedAccess = slice<EmbedAccess>('embed-access', (tenant) => {
  const { dashboard, foldered, ofTenant } = chosen(tenant);
  const opened = {
    workbookIds: new Set(ofTenant ? [ofTenant.id] : []),
    folderIds: new Set(foldered.flatMap(({ folderId }) => folderId ?? [])),
  };
  const seeded: EmbedTenant[] = [
    { ...NOBODY_YET, ...opened, name: PROVIDED_TENANT, people: new Set(['hank', 'mindy']) },
    ...sparesOf(tenant).map((name) => ({ ...NOBODY_YET, ...opened, name, people: new Set(['peter']) })),
  ];
  return {
    tenants: new Map(seeded.map((one) => [one.name, one])),
    forAll: new Set(dashboard ? [dashboard.id] : []),
    provided: { dashboard, inFolder: foldered[0], ofTenant },
  };
});

/** Of the seeded workbooks some for each way, folders with several of them, and each reached on that way alone. */
function chosen({ content, deployments }: TenantState): {
  readonly dashboard: Workbook | undefined;
  readonly ofTenant: Workbook | undefined;
  readonly foldered: readonly Workbook[];
} {
  const here = content.workbooks.filter(({ deploymentId }) => deploymentId === deployments.home);
  const published = here.filter((one) => one.published !== null && one.shared);
  const dashboard = published.find(({ folderId }) => folderId === null) ?? published[0];
  const foldered = here.filter(({ folderId }) => folderId !== null && folderId !== dashboard?.folderId);
  const ofTenant = here.find((one) => one !== dashboard && one.folderId === null);
  return { dashboard, foldered, ofTenant };
}

/** Whether a session may name this embed tenant: in some dialects it has to be there before. */
export function isAdmitted(tenant: Tenant, name: string): boolean {
  return tenant.dialect.outcomes.unknownEmbedTenant === 'made' || embedAccess(tenant).tenants.has(name);
}

/** The embed tenant of a name; one that nobody heard of comes to be with its first session. */
export function admitted(tenant: Tenant, name: string, person: string, told: Partial<EmbedTenant>): void {
  const { tenants } = embedAccess(tenant);
  const known = tenants.get(name) ?? { ...NOBODY_YET, name };
  const people = known.people.has(person) ? known.people : new Set([...known.people, person]);
  tenants.set(name, { ...known, ...told, people });
}

/** A new embed tenant, to which nothing is open yet. */
export function openEmbedTenant(tenant: Tenant, name: string): void {
  embedAccess(tenant).tenants.set(name, { ...NOBODY_YET, name });
}

/** Opens a thing to these embed tenants and to no others. */
export function setOpen(
  tenant: Tenant,
  things: 'workbookIds' | 'folderIds',
  id: number,
  names: ReadonlySet<string>,
): void {
  const { tenants } = embedAccess(tenant);
  for (const one of tenants.values()) {
    const others = [...one[things]].filter((thing) => thing !== id);
    tenants.set(one.name, { ...one, [things]: new Set(names.has(one.name) ? [...others, id] : others) });
  }
}

/** On which ways an embed tenant reaches a workbook. */
export function sourcesOf(tenant: Tenant, workbook: Workbook, embedTenant: EmbedTenant): AccessSource[] {
  const isOn: Readonly<Record<AccessSource, boolean>> = {
    tenant: embedTenant.workbookIds.has(workbook.id),
    allEmbedUsers: embedAccess(tenant).forAll.has(workbook.id),
    folder: workbook.folderId !== null && embedTenant.folderIds.has(workbook.folderId),
  };
  return ACCESS_SOURCES.filter((source) => isOn[source]);
}
