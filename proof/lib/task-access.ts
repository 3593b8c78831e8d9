import { may } from '../../mock/authority.ts';
import { rolesOf } from '../../mock/world/held-roles.ts';
import type { Call } from '../../mock/call.ts';
import { BUILT_IN_ROLES } from '../../mock/world/account.ts';
import type { Deviation } from './fault.ts';
import { asAdministrator, doneYetRefused, isAdministrator } from './access.ts';

import { refusing, replaceSync } from './patches.ts';

/** Whether a policy of the caller names an action, or All, for deployments. */
function holdsByName({ tenant, principal: { user } }: Call, action: string): boolean {
  const roles = user ? rolesOf(tenant, user) : [];
  return roles.some(({ role }) =>
    role.policies.some(({ resourceType, actions }) => resourceType === 'Deployment' && actions.includes(action)),
  );
}

const isPlain = (call: Call): boolean => !isAdministrator(call) && call.principal.embed === undefined;

/** Groups of callers by what they are granted; they do not overlap, so that a fault concerns one group alone. */
export const isTaskManager = (call: Call): boolean => isPlain(call) && holdsByName(call, 'ScheduledTasksManage');
export const isTaskReader = (call: Call): boolean =>
  isPlain(call) && holdsByName(call, 'ScheduledTasksRead') && !isTaskManager(call);
export const holdsAll = (call: Call): boolean => isPlain(call) && holdsByName(call, 'All');

export const hasBuiltInRolesAlone = (call: Call): boolean => {
  const { tenant, principal } = call;
  const held = principal.user ? rolesOf(tenant, principal.user) : [];
  return isPlain(call) && held.length > 0 && held.every(({ role }) => BUILT_IN_ROLES.includes(role));
};

export const isReader = (call: Call): boolean =>
  isPlain(call) &&
  may(call.tenant, call.principal, 'DeploymentRead', Number(call.path['deploymentId'])) &&
  ![isTaskManager, isTaskReader, holdsAll, hasBuiltInRolesAlone].some((is) => is(call));

type Which = (call: Call) => boolean;

/** A fault of a requirement that some callers may do something. */
export function denied(operation: string, isMeant: Which, sentence: string): Deviation {
  return { name: 'refused', sentence, patch: refusing(operation, isMeant, 403) };
}

/** Lets callers do what is refused to them. */
export function letIn(operation: string, isMeant: Which, sentence: string): Deviation {
  return {
    name: 'let-in',
    sentence,
    patch: replaceSync(operation, (call, original) => original(isMeant(call) ? asAdministrator(call) : call)),
  };
}

/** Does what is refused, and refuses it. */
export function refusedYetDone(operation: string, isMeant: Which, sentence: string): Deviation {
  return { name: 'refused-and-done', sentence, patch: doneYetRefused(operation, isMeant, 403, asAdministrator) };
}

/** Refuses what has to be refused with 403 under another status. */
export function refusedAs(operation: string, isMeant: Which, status: 401 | 404, sentence: string): Deviation {
  return { name: 'another-status', sentence, patch: refusing(operation, isMeant, status) };
}
