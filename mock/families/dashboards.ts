import { mayOn, reads } from '../authority.ts';
import type { Principal } from '../principal.ts';
import type { Tenant } from '../tenant.ts';
import type { Workbook } from '../world/content.ts';

/** The workbook whose dashboard has a public id, in a deployment. */
export function dashboardBehind(tenant: Tenant, publicId: unknown, deploymentId: number): Workbook | undefined {
  return tenant.content.workbooks.find((one) => one.publicId === publicId && one.deploymentId === deploymentId);
}

/** A workbook is read by its owner, by whoever is granted so, and, while it is shared, by readers of its deployment. */
export function mayReadWorkbook(tenant: Tenant, principal: Principal, workbook: Workbook): boolean {
  const { deploymentId } = workbook;
  if (!reads(tenant, principal, deploymentId)) return false;
  if (workbook.shared || workbook.userId === principal.user?.id) return true;
  return mayOnWorkbook(tenant, principal, ['WorkbookRead', 'WorkbookEdit', 'WorkbookManage'], workbook);
}

/** A workbook is changed by its owner and by whoever is granted so. */
export function mayEditWorkbook(tenant: Tenant, principal: Principal, workbook: Workbook): boolean {
  if (!reads(tenant, principal, workbook.deploymentId)) return false;
  if (workbook.userId === principal.user?.id) return true;
  return mayOnWorkbook(tenant, principal, ['WorkbookEdit', 'WorkbookManage'], workbook);
}

function mayOnWorkbook(
  tenant: Tenant,
  principal: Principal,
  actions: readonly string[],
  { id, deploymentId }: Workbook,
): boolean {
  return actions.some((action) => mayOn(tenant, principal, action, { type: 'Workbook', id, deploymentId }));
}
