import { Refusal } from '../../mock/answer.ts';
import { may } from '../../mock/authority.ts';
import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Caller } from '../../mock/rules/access.ts';
import type { Policy } from '../../mock/world/account.ts';
import { rolesOf } from '../../mock/world/held-roles.ts';
import { asAdministrator, byPlainUser } from './access.ts';
import type { Deviation } from './fault.ts';
import type { When } from './conditions.ts';
import { remembering, replaceSync, withRules } from './patches.ts';
import { directAlone, DIRECT_ROLES } from './right-conditions.ts';

/** Who holds a right, directly, through a group or somewhere else. */

/** Whoever was let through once is let through again, whatever has become of their rights. */
export function letInForEver(operation: string, ofThing: (call: Call) => unknown): Patch {
  const keyOf = (call: Call) => [call.principal.token, ofThing(call)].join('\n');
  return remembering(
    () => new Set<string>(),
    (known) =>
      replaceSync(operation, (call, original) => {
        try {
          const answer = original(call);
          known.add(keyOf(call));
          return answer;
        } catch (error) {
          if (
            !(error instanceof Refusal) ||
            ![403, 'forbidden', 'unknown'].includes(error.why) ||
            !known.has(keyOf(call))
          )
            throw error;
          return original(asAdministrator(call));
        }
      }),
  );
}

/** Whether a plain user holds a policy of some kind, directly or through a group. */
export function holds(which: (policy: Policy, direct: boolean) => boolean): When {
  return (call) => {
    const { tenant, principal } = call;
    const held = principal.user ? rolesOf(tenant, principal.user) : [];
    return byPlainUser(call) && held.some(({ role, direct }) => role.policies.some((one) => which(one, direct)));
  };
}

/** Whether a plain user reads the deployment of a call by the roles of groups alone. */
export const readsByGroups: When = (call) => {
  const readsIt = () => may(call.tenant, call.principal, 'DeploymentRead', Number(call.path['deploymentId']));
  return byPlainUser(call) && readsIt() && !withRules(call, 'authority', DIRECT_ROLES, readsIt);
};

export function notByGroups(operation: string, what: string): Deviation {
  return {
    name: 'not-by-a-group',
    sentence: `${what} is refused to a user who holds the right through a group alone.`,
    patch: directAlone(operation),
  };
}

/** Whether the caller may do something on any deployment. */
export function holdsAnywhere({ tenant, principal }: Call, action: string): boolean {
  return tenant.deployments.deployments.all().some(({ id }) => may(tenant, principal, action, id));
}

export const holdsAllOfAll = holds(
  ({ resourceType, actions, resources }) =>
    resourceType === 'Deployment' && actions.includes('All') && resources.includes('All'),
);

/** Whether a policy of a caller names an action, on whatever. */
export function holdsAction(action: string): (who: Caller) => boolean {
  return ({ tenant, principal: { user } }) =>
    user !== undefined &&
    rolesOf(tenant, user).some(({ role }) => role.policies.some(({ actions }) => actions.includes(action)));
}

export const together = (what: string, name: string, patch: Patch): Deviation => ({
  name,
  sentence: `${what} is ${name.replace('-', ' ')} with what stands beside it.`,
  patch,
});
