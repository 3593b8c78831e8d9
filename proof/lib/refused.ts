import { loadContract } from '../../contracts/bundle.ts';
import { operationsOf } from '../../contracts/document.ts';
import type { Why } from '../../mock/answer.ts';
import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Caller } from '../../mock/rules/access.ts';
import { BUILT_IN_ROLES, type Role } from '../../mock/world/account.ts';
import { rolesOf } from '../../mock/world/held-roles.ts';
import { asAdministrator, doneYetRefused } from './access.ts';
import type { Deviation } from './fault.ts';
import { all } from './patches.ts';

/** What changes something, by method. */
const CHANGES: ReadonlySet<string> = new Set(
  operationsOf(await loadContract())
    .filter(({ method }) => method !== 'get')
    .map(({ operation }) => operation.operationId),
);

/**
 * What leaves nothing behind that can be told apart from concurrent changes, or whose valid call states what is there
 * already, so that a tenant which lets in whom it must not is not changed by the check.
 */
const LEAVES_NO_TRACE: ReadonlySet<string> = new Set([
  'applyPromotion',
  'cancelTransformSync',
  'coreDataLoad',
  'coreDataSql',
  'createAiWidgetThread',
  'createDeploymentToken',
  'createEnvironmentToken',
  'createMetaSyncToken',
  'createReportDelivery',
  'createUsageAnalyticsToken',
  'duplicateWorkbook',
  'enterDevMode',
  'exchangeEmbedSession',
  'generateEmbedSession',
  'previewPromotion',
  'publishWorkbook',
  'refreshReport',
  'revokeEmbedSession',
  'setStagingEnvironment',
  'startDashboardExport',
  'startMetricViewPreview',
  'startTransformSync',
  'streamChat',
  'updateDeployment',
  'updateMySettings',
  // A deleted branch has to be provided again by hand: the check is then untested.
  'deleteBranch',
]);

export const REFUSED_YET_DONE = 'refused-yet-done';

/** What is refused as it should be, by each of those who are refused, and is done all the same. */
export function yetDone(
  operation: string,
  how: string,
  letIn: Patch,
  isTheirs: (call: Call) => boolean,
  why: Why,
): Deviation[] {
  if (!CHANGES.has(operation) || LEAVES_NO_TRACE.has(operation)) return [];
  return [
    {
      name: REFUSED_YET_DONE,
      sentence: `A request of ${operation} ${how} is refused, and carried out.`,
      patch: all(letIn, doneYetRefused(operation, isTheirs, why, asAdministrator)),
    },
  ];
}

/** Lets some of those who are no administrators onto an operation of administrators. */
export function passing(operation: string, passes: (who: Caller) => boolean): Patch {
  return ({ access }) => {
    const { needsAdministrator } = access;
    access.needsAdministrator = (rules, id, who) =>
      !(id === operation && passes(who)) && needsAdministrator(rules, id, who);
  };
}

/** Does not require the admin role on one operation. */
export function anybody(operation: string): Patch {
  return passing(operation, () => true);
}

export function holdsAllOfSomething(who: Caller): boolean {
  return rolesIn(who).some(({ policies }) => policies.some(({ actions }) => actions.includes('All')));
}

export function holdsBuiltInRole(who: Caller): boolean {
  return rolesIn(who).some(({ id }) => BUILT_IN_ROLES.some((role) => role.id === id));
}

function rolesIn({ tenant, principal: { user } }: Caller): Role[] {
  return user ? rolesOf(tenant, user).map(({ role }) => role) : [];
}
