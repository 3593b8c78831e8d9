import type { Actor } from '../client/actor.ts';
import type { Answer } from '../http/answer.ts';
import { eventually } from '../check/eventually.ts';
import type { PlainSetting } from '../tenant/secret-settings.ts';
import { asSetup } from '../failures/failure.ts';
import type { Check } from '../check/check.ts';
import { expect } from '../check/expect.ts';
import { newRole, policy, type Policy } from './roles.ts';

/** Actions on one deployment that a user is to hold. */
interface Grant {
  readonly userId: string | number;
  readonly deployment: string;
  readonly actions: readonly Policy['actions'][number][];
  /** Further policies of the same role. */
  readonly beside?: readonly Policy[];
}

/**
 * Grants a user actions on a deployment by a role of its own, as a setup step, and waits until each of the requests shows that
 * they count. Returns the id of the role.
 */
export async function grantOn(
  check: Check,
  admin: Actor,
  { userId, deployment, actions, beside = [] }: Grant,
  ...shownBy: readonly (() => Promise<Answer>)[]
): Promise<number> {
  const own = policy({ actions: [...actions], resources: [deployment] });
  const { id } = await newRole(admin, { policies: [own, ...beside] });
  await admin.preparing.grantRole(id, userId);
  const counts = () =>
    eventually(check, async () => {
      for (const request of shownBy) expect(await request()).toSucceed();
    });
  await asSetup(counts, 'the granted role does not permit a read of the deployment');
  return id;
}

/** A user whose policies a check sets, and sets again. */
export interface Holder {
  readonly who: Actor;
  /** The user holds these policies from now on, and none of those that the check had them hold before. */
  readonly hold: (...policies: readonly Policy[]) => Promise<unknown>;
}

/** What a check may change of what it was given; undefined where it may not, or where there is no such thing. */
function changeable(check: Check, name: PlainSetting): string | undefined {
  return check.mayChange(name) ? check.optional(name) : undefined;
}

function setPolicies(admin: Actor, roleId: string | number, policies: readonly Policy[]): Promise<unknown> {
  return admin.preparing.updateRole(roleId, { policies: [...policies] });
}

/** The member as the holder of rights by a role of their own, which is made when it is first needed. */
export function memberByRole(check: Check, admin: Actor): Holder | undefined {
  const [who, userId] = [check.asOptional('MEMBER_TOKEN'), changeable(check, 'MEMBER_USER_ID')];
  if (!who || userId === undefined) return undefined;
  let made: number | undefined;
  return {
    who,
    async hold(...policies) {
      if (made !== undefined) return setPolicies(admin, made, policies);
      made = (await newRole(admin, { policies: [...policies] })).id;
      return admin.preparing.grantRole(made, userId);
    },
  };
}

/** The same by a role of a group, which may be another one than the first of that user. */
export function memberByGroup(
  check: Check,
  admin: Actor,
  role: 'GROUP_ROLE_ID' | 'OTHER_GROUP_ROLE_ID' = 'GROUP_ROLE_ID',
): Holder | undefined {
  const [who, roleId] = [check.asOptional('MEMBER_TOKEN'), changeable(check, role)];
  const isMember = who !== undefined && check.optional('MEMBER_USER_ID') !== undefined;
  if (!isMember || roleId === undefined) return undefined;
  let initial: Promise<readonly Policy[]> | undefined;
  return {
    who,
    // The role keeps what it has: by that its users may read the deployment.
    async hold(...policies) {
      initial ??= admin.preparing.getRole(roleId).then((role) => role.policies as readonly Policy[]);
      return setPolicies(admin, roleId, [...(await initial), ...policies]);
    },
  };
}

/** Such a user in a deployment that they may read by a role of their group alone. */
export function memberElsewhere(check: Check, admin: Actor): Holder | undefined {
  const [holder, there] = [memberByGroup(check, admin), check.optional('OTHER_DEPLOYMENT_ID')];
  return holder && there !== undefined ? { ...holder, who: holder.who.in(there) } : undefined;
}

/** On what the member is to hold a right: on every deployment by a role of their own, and on the one of the run through a group. */
export function memberWidely(check: Check, admin: Actor) {
  const [all, one] = [['All'], [check.provided('DEPLOYMENT_ID')]];
  const own = memberByRole(check, admin);
  const { 'through a group': first, 'through a second group': second } = memberByGroups(check, admin);
  return {
    'on all deployments': own && { ...own, resources: all },
    'through a group': first && { ...first, resources: one },
    'through a second group': second && { ...second, resources: one },
  };
}

export function memberByEither(check: Check, admin: Actor) {
  return { 'by a role of their own': memberByRole(check, admin), ...memberByGroups(check, admin) };
}

export function memberByGroups(check: Check, admin: Actor) {
  return {
    'through a group': memberByGroup(check, admin),
    'through a second group': memberByGroup(check, admin, 'OTHER_GROUP_ROLE_ID'),
  };
}
