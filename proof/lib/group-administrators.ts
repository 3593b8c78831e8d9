import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { ADMIN_ROLE } from '../../mock/world/account.ts';
import { isAdministrator } from './access.ts';
import type { Deviation } from './fault.ts';
import { changeBodySync, refusing } from './patches.ts';
import { itemsOf } from './reports.ts';

/** Administrators who have the admin role through a group alone. */

export const GROUPS_ADMIN = 'OTHER_ADMIN_TOKEN';

/** Whether an administrator asks who has the admin role through a group alone. */
export const isGroupsAdministrator = (call: Call): boolean =>
  isAdministrator(call) && call.principal.user?.roleIds.has(ADMIN_ROLE) === false;

/** Refuses something to whoever has the admin role through a group alone. */
export function notThroughGroup(
  name: string,
  operation: string,
  what: string,
  isMeant: (call: Call) => boolean = () => true,
): Deviation {
  return {
    name: `${name}-through-a-group`,
    seenWith: GROUPS_ADMIN,
    sentence: `Who has the admin role through a group may not ${what}.`,
    patch: refusing(operation, (call) => isGroupsAdministrator(call) && isMeant(call), 403),
  };
}

export const listingOwnAlone = (operation: string): Patch =>
  changeBodySync(operation, (list, call) =>
    isGroupsAdministrator(call)
      ? { ...list, items: itemsOf(list).filter(({ userId }) => userId === call.principal.user?.id) }
      : list,
  );
