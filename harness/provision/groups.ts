import { setupFailed } from '../failures/failure.ts';
import { USER } from './people.ts';
import { sendRetirement } from '../undo/rules/retirement.ts';
import { retirementOf } from './removals.ts';
import { canMakeByScim, scimUser } from './scim-users.ts';
import { creationOf, type ThingKind } from './kinds.ts';
import type { Source, Sourcing } from './source.ts';

export const GROUP: ThingKind = {
  name: 'group',
  words: ['group', 'user group'],
  alike: ['team', 'group admin', 'account group', 'security group', 'directory group'],
  place: 'account',
};
const USERS = ['user', 'member', 'people', 'person'];
const ROLES = ['role', 'assignment'];

const canGroup = ({ things }: Sourcing) => things.canMake(GROUP) && things.canLink(GROUP, USERS);

/** A new group of MEMBER_USER_ID, and of DEACTIVATED_USER_ID if there is one. */
export const groupOfMember: Source = {
  kind: 'made',
  how: 'a new group of MEMBER_USER_ID',
  needs: ['MEMBER_USER_ID'],
  isPossible: (sourcing) => canGroup(sourcing) && sourcing.isOwn('MEMBER_USER_ID'),
  async obtain(sourcing) {
    const { things, admin, settings } = sourcing;
    const { id } = await things.make(admin, GROUP);
    await things.link(admin, GROUP, id, USERS, settings.MEMBER_USER_ID ?? '');
    return id;
  },
};

const isOwnGroup = (sourcing: Sourcing) => canGroup(sourcing) && sourcing.isOwn('GROUP_ID');

/** A new role that a group of the run holds. */
function roleOf(group: 'GROUP_ID' | 'OTHER_GROUP_ID'): Source {
  return {
    kind: 'made',
    how: `a new role that ${group} holds`,
    needs: [group],
    isPossible: (sourcing) => canGroup(sourcing) && sourcing.isOwn(group) && sourcing.things.canLink(GROUP, ROLES),
    async obtain(sourcing) {
      const { things, admin, settings, fresh } = sourcing;
      // The policy names an unknown deployment, so that the role affects no check.
      const policies = [{ resourceType: 'Deployment', actions: ['DeploymentRead'], resources: ['987654321'] }];
      const { id } = await admin.preparing.createRole({ name: fresh('role'), policies } as never);
      await things.link(admin, GROUP, settings[group] ?? '', ROLES, String(id));
      return String(id);
    },
  };
}

export const roleOfGroup = roleOf('GROUP_ID');
export const roleOfOtherGroup = roleOf('OTHER_GROUP_ID');

/** A second group of MEMBER_USER_ID that holds GROUP_ROLE_ID. */
export const otherGroupOfRole: Source = {
  kind: 'made',
  how: 'a second new group of MEMBER_USER_ID that holds GROUP_ROLE_ID',
  needs: ['GROUP_ID', 'GROUP_ROLE_ID', 'MEMBER_USER_ID'],
  isPossible: (sourcing) =>
    isOwnGroup(sourcing) && sourcing.isOwn('GROUP_ROLE_ID') && sourcing.things.canLink(GROUP, ROLES),
  async obtain(sourcing) {
    const { things, admin, settings } = sourcing;
    const { id } = await things.make(admin, GROUP);
    await things.link(admin, GROUP, id, USERS, settings.MEMBER_USER_ID ?? '');
    await things.link(admin, GROUP, id, ROLES, settings.GROUP_ROLE_ID ?? '');
    return id;
  },
};

/** A user who is deactivated from the start and belongs to GROUP_ID. */
export const deactivatedUser: Source = {
  kind: 'made',
  how: 'a new user by SCIM who is not active and belongs to GROUP_ID',
  needs: ['GROUP_ID', 'SCIM_TOKEN'],
  isOfAccount: true,
  isPossible: (sourcing) => isOwnGroup(sourcing) && canMakeByScim(sourcing),
  async obtain(sourcing) {
    const { id } = await scimUser(sourcing, false);
    await sourcing.things.link(sourcing.admin, GROUP, sourcing.settings.GROUP_ID ?? '', USERS, id);
    return id;
  },
};

/** How a new user is switched off, where the document declares that; what made the user removes it again. */
function switchOf({ document, things }: Sourcing) {
  const creation = things.canMake(USER) ? creationOf(document, USER) : undefined;
  return creation && retirementOf(document, USER, creation);
}

/** A user who belongs to GROUP_ID and was deactivated then. */
export const userSwitchedOff: Source = {
  kind: 'made',
  how: 'a made user who belongs to GROUP_ID and was switched off',
  needs: ['GROUP_ID'],
  isOfAccount: true,
  isPossible: (sourcing) => isOwnGroup(sourcing) && switchOf(sourcing) !== undefined,
  async obtain(sourcing) {
    const { things, admin, settings } = sourcing;
    const retirement = switchOf(sourcing) ?? lacking();
    const { id } = await things.make(admin, USER);
    await things.link(admin, GROUP, settings.GROUP_ID ?? '', USERS, id);
    const status = await sendRetirement(admin, retirement, id);
    if (status >= 300) throw setupFailed(`switching a new user off was refused with ${status}`);
    return id;
  },
};

function lacking(): never {
  throw setupFailed("the tenant's document declares no way to switch a user off");
}
