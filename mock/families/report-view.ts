import { dateOf } from '../clock.ts';
import type { Principal } from '../principal.ts';
import { sha256 } from '../rules/files.ts';
import { slice } from '../state.ts';
import type { Tenant } from '../tenant.ts';
import type { Role } from '../world/account.ts';
import type { Placement, Report } from '../world/content.ts';
import { mayEditReport, mayManageReport } from './report-access.ts';

/** The checksum of what a report asks for: a placement that has another shows an older result. */
export function queryChecksum({ jsonQuery, sqlQuery }: Report): string {
  return sha256(`${jsonQuery}\0${sqlQuery}`).slice(0, 16);
}

export function syncStatus(report: Report, placement: Placement): 'UP_TO_DATE' | 'CHANGED' | 'UNKNOWN' {
  if (placement.queryChecksum === null) return 'UNKNOWN';
  return placement.queryChecksum === queryChecksum(report) ? 'UP_TO_DATE' : 'CHANGED';
}

/** A report as an answer shows it to a caller. */
export function viewOf(tenant: Tenant, principal: Principal, report: Report): Record<string, unknown> {
  const { placements, createdAt, updatedAt, lastViewedAt: _, ...members } = report;
  const first = placements[0];
  return {
    ...members,
    createdAt: dateOf(createdAt),
    updatedAt: dateOf(updatedAt),
    userId: report.createdBy,
    user: personOf(tenant, report.createdBy),
    refreshedByUser: report.refreshedBy === null ? null : personOf(tenant, report.refreshedBy),
    externalWorkbookId: first?.externalWorkbookId ?? null,
    resultLocation: first?.resultLocation ?? null,
    endResultCell: first?.endResultCell ?? null,
    rolesWithAccess: rolesWithAccess(tenant, report),
    canEdit: mayEditReport(tenant, principal, report),
    canManage: mayManageReport(tenant, principal, report),
    externalWorkbookPlacements: placements.map((placement) => placementView(report, placement)),
    currentQueryChecksum: queryChecksum(report),
  };
}

function personOf({ account }: Tenant, id: number): Record<string, unknown> | null {
  const user = account.users.get(id);
  return user ? { id, email: user.email, firstName: user.firstName, picture: user.picture } : null;
}

interface Grants {
  readonly version: number;
  /** What custom roles grant on reports, by the report that a policy names, `All` among them. */
  readonly byReport: ReadonlyMap<string, readonly { readonly role: Role; readonly actions: readonly string[] }[]>;
}

/** Kept until a role changes: a page of reports must not go through every role for each of them. */
const grants = slice('grants on reports', () => ({ kept: undefined as Grants | undefined }));

function grantsOf(tenant: Tenant): Grants['byReport'] {
  const { roles } = tenant.account;
  const state = grants(tenant);
  if (state.kept?.version === roles.version) return state.kept.byReport;
  const byReport = new Map<string, { role: Role; actions: readonly string[] }[]>();
  for (const role of roles.all()) {
    for (const { resourceType, resources, actions } of role.policies) {
      if (resourceType !== 'Report') continue;
      for (const resource of resources) byReport.set(resource, [...(byReport.get(resource) ?? []), { role, actions }]);
    }
  }
  state.kept = { version: roles.version, byReport };
  return byReport;
}

/** Custom roles with a policy on the report itself, and what they grant. */
function rolesWithAccess(tenant: Tenant, { id }: Report): Record<string, unknown>[] {
  const byReport = grantsOf(tenant);
  const actions = new Map<Role, Set<string>>();
  for (const grant of [...(byReport.get(String(id)) ?? []), ...(byReport.get('All') ?? [])]) {
    const granted = actions.get(grant.role) ?? new Set();
    for (const action of grant.actions) granted.add(action);
    actions.set(grant.role, granted);
  }
  return [...actions].map(([role, granted]) => ({ id: role.id, name: role.name, actions: [...granted] }));
}

function placementView(report: Report, placement: Placement): Record<string, unknown> {
  const { externalWorkbookId, placedAt, refreshedAt, ...members } = placement;
  return {
    ...members,
    workbookId: externalWorkbookId,
    placedAt: dateOf(placedAt),
    refreshedAt: refreshedAt === null ? null : dateOf(refreshedAt),
    syncStatus: syncStatus(report, placement),
  };
}
