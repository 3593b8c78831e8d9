import { refuse } from '../../mock/answer.ts';
import { reads } from '../../mock/authority.ts';
import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { asAdministrator, isAdministrator, isOutOfScope, isOutsider, openToAll } from './access.ts';
import type { Deviation } from './fault.ts';
import type { When } from './conditions.ts';
import { all, remembering, replaceSync, withRules } from './patches.ts';

/** How faults of who may promote are written. */

export const mayReadSource = ({ tenant, principal, path }: Call): boolean =>
  reads(tenant, principal, Number(path['deploymentId']));

/** An operation for which no access to the deployment of the workbook is needed by some of those who have none. */
export function withoutSource(operation: string, isMeant: (call: Call) => boolean): Patch {
  return all(
    openToAll(operation),
    replaceSync(operation, (call, original) => {
      if (mayReadSource(call)) return original(call);
      return isMeant(call) ? original(asAdministrator(call)) : refuse(403, 'the deployment may not be read');
    }),
  );
}

/** What was refused to a caller is let through when the same caller asks once more. */
function letInAgain(operation: string, isMeant: When): Patch {
  return all(
    openToAll(operation),
    remembering(
      () => new Set<unknown>(),
      (asked) =>
        replaceSync(operation, (call, original) => {
          const { token } = call.principal;
          if (isMeant(call) && asked.has(token)) return original(asAdministrator(call));
          asked.add(token);
          if (isOutsider(call)) refuse('forbidden', 'the caller has no access');
          return original(call);
        }),
    ),
  );
}

export const letInWhenRepeated = (operation: string, isMeant: When, what: string): Deviation => ({
  name: 'let-in-again',
  sentence: `${what} is let through when it is requested once more.`,
  patch: letInAgain(operation, isMeant),
});

/** Whether a caller has access to a deployment that a workbook can be promoted to, and not to that of the workbook. */
export function hasTargetAlone(call: Call): boolean {
  const { tenant, principal } = call;
  return (
    !mayReadSource(call) && tenant.deployments.deployments.filter(({ id }) => reads(tenant, principal, id)).length > 0
  );
}

/** An operation for which no access to the target deployment is needed. */
export function withoutTarget(operation: string): Patch {
  return replaceSync(operation, (call, original) =>
    withRules(call, 'promotions', { needsTargetAccess: false }, () => original(call)),
  );
}

/** The same for users with a key for everything that they may do: of a scoped one the scope is looked at. */
export function withoutTargetUnscoped(operation: string): Patch {
  return replaceSync(operation, (call, original) => {
    const others = call.principal.scope === 'all' ? { needsTargetAccess: false } : {};
    return withRules(call, 'promotions', others, () => original(call));
  });
}

export const isPlain: When = (call) => !isAdministrator(call) && !isOutOfScope(call) && !isOutsider(call);
