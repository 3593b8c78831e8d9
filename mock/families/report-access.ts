import { refuse } from '../answer.ts';
import { mayOn, reads } from '../authority.ts';
import { idIn, type Call } from '../call.ts';
import type { Collection } from '../collection.ts';
import type { Principal } from '../principal.ts';
import type { Tenant } from '../tenant.ts';
import type { Folder, Report } from '../world/content.ts';
import { seedCrowds } from '../world/seed-crowds.ts';
import { isShared, type AccessLevel } from './shares.ts';

const READING = ['ReportRead', 'ReportEdit', 'ReportManage'];
const EDITING = ['ReportEdit', 'ReportManage'];
const MANAGING = ['ReportManage'];

function holds(
  tenant: Tenant,
  principal: Principal,
  actions: readonly string[],
  { id, deploymentId }: Report,
): boolean {
  return actions.some((action) => mayOn(tenant, principal, action, { type: 'Report', id, deploymentId }));
}

/** Whether somebody made a report or it is shared with them. */
function isTheirs(tenant: Tenant, principal: Principal, { id, createdBy }: Report, least: AccessLevel): boolean {
  const { user } = principal;
  return (user !== undefined && user.id === createdBy) || isShared(tenant, principal, 'reports', id, least);
}

/** A report is read by whoever made it and by whoever is granted so, who may read its deployment as well. */
export function mayReadReport(tenant: Tenant, principal: Principal, report: Report): boolean {
  if (!reads(tenant, principal, report.deploymentId)) return false;
  return isTheirs(tenant, principal, report, 'read') || holds(tenant, principal, READING, report);
}

export function mayEditReport(tenant: Tenant, principal: Principal, report: Report): boolean {
  return isTheirs(tenant, principal, report, 'edit') || holds(tenant, principal, EDITING, report);
}

export function mayManageReport(tenant: Tenant, principal: Principal, report: Report): boolean {
  return isTheirs(tenant, principal, report, 'manage') || holds(tenant, principal, MANAGING, report);
}

export function mayReadFolder(tenant: Tenant, principal: Principal, folder: Folder): boolean {
  if (folder.ownerId === null || folder.ownerId === principal.user?.id) return true;
  if (isShared(tenant, principal, 'folders', folder.id, 'read')) return true;
  return onFolder(tenant, principal, ['FolderRead', 'FolderEdit', 'FolderManage'], folder);
}

export function mayEditFolder(tenant: Tenant, principal: Principal, folder: Folder): boolean {
  if (folder.ownerId !== null && folder.ownerId === principal.user?.id) return true;
  if (isShared(tenant, principal, 'folders', folder.id, 'edit')) return true;
  return onFolder(tenant, principal, ['FolderEdit', 'FolderManage'], folder);
}

function onFolder(
  tenant: Tenant,
  principal: Principal,
  actions: readonly string[],
  { id, deploymentId }: Folder,
): boolean {
  return actions.some((action) =>
    ['ReportFolder', 'Folder'].some((type) => mayOn(tenant, principal, action, { type, id, deploymentId })),
  );
}

/** The reports of the tenant, with those of a deployment among them. */
export function reportsWith(tenant: Tenant, deploymentId: number): Collection<Report> {
  if (deploymentId === tenant.deployments.archive) seedCrowds(tenant);
  return tenant.content.reports;
}

/** The report in the path, in its deployment, for whoever may read it. */
export function reportIn(call: Call): Report {
  const { tenant, principal } = call;
  const id = idIn(call, 'reportId');
  const deploymentId = Number(call.path['deploymentId']);
  const report = id === undefined ? undefined : reportsWith(tenant, deploymentId).get(id);
  const isHere = report?.deploymentId === deploymentId;
  if (!report || !isHere || !tenant.rules.reports.mayRead(mayReadReport(tenant, principal, report))) {
    refuse('unknown', 'there is no such report');
  }
  return report;
}
