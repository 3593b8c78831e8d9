import type { Principal } from '../principal.ts';
import { dateOf } from '../clock.ts';
import type { Tenant } from '../tenant.ts';
import type { Placement, Report } from '../world/content.ts';
import { mayEditReport, mayManageReport } from './report-access.ts';
import { sha256 } from './texts.ts';

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

/** Custom roles with a policy on the report itself, and what they grant. */
function rolesWithAccess({ account }: Tenant, { id }: Report): Record<string, unknown>[] {
  const own = String(id);
  return account.roles.all().flatMap((role) => {
    const actions = role.policies
      .filter(
        ({ resourceType, resources }) =>
          resourceType === 'Report' && (resources.includes(own) || resources.includes('All')),
      )
      .flatMap((policy) => policy.actions);
    return actions.length > 0 ? [{ id: role.id, name: role.name, actions: [...new Set(actions)] }] : [];
  });
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
