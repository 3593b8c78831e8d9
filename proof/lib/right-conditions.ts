import type { Patch, Rules } from '../../mock/index.ts';
import { rolesOf } from '../../mock/world/held-roles.ts';
import { asAdministrator, byPlainUser } from './access.ts';
import type { Deviation } from './fault.ts';
import { both, timesIn, type Past, type When } from './conditions.ts';
import { refusing, replace, replaceSync, withRules } from './patches.ts';

/** Rights to a thing of somebody else that hold in one state of the thing only, or after one history. */

/** The things that the rights are about. */
export interface Owned {
  /** What one is called in a sentence. */
  readonly thing: string;
  readonly isOthers: When;
  readonly isPaused: When;
  readonly isShared: When;
  readonly knowing: (watched: readonly string[], patch: (past: Past) => Patch) => Patch;
}

/** Who asks for what, as a sentence says it. */
export interface Asking {
  readonly operation: string;
  readonly what: string;
  readonly isMeant: When;
  readonly who: string;
  /** What an operation leaves no room for: a deleted thing is not deleted again. */
  readonly except?: readonly string[];
}

/** Lets some calls of an operation in, as an administrator's. */
export function lettingIn(operation: string, when: When): Patch {
  return replaceSync(operation, (call, original) => original(when(call) ? asAdministrator(call) : call));
}

function kept(deviations: readonly Deviation[], except: readonly string[]): readonly Deviation[] {
  return deviations.filter(({ name }) => !except.includes(name));
}

/** What callers may do, and may not in some state of the thing. */
export function allowedBut(owned: Owned, { operation, what, isMeant, who, except = [] }: Asking): readonly Deviation[] {
  const { thing, isPaused, isShared, knowing } = owned;
  return kept(
    [
      {
        name: 'not-once-refused-to-somebody',
        sentence: `${what} a ${thing} is refused to ${who} once it was refused to somebody else.`,
        patch: knowing([operation], (past) =>
          refusing(operation, (call) => isMeant(call) && past(call).includes(`not ${operation}`), 403),
        ),
      },
      {
        name: 'not-while-paused',
        sentence: `${what} a paused ${thing} is refused to ${who}.`,
        patch: refusing(operation, both(isMeant, isPaused), 403),
      },
      {
        name: 'not-while-shared',
        sentence: `${what} a shared ${thing} is refused to ${who}.`,
        patch: refusing(operation, both(isMeant, isShared), 403),
      },
      {
        name: 'once',
        sentence: `${what} a ${thing} is refused to ${who} the second time.`,
        patch: knowing([operation], (past) =>
          refusing(operation, (call) => isMeant(call) && timesIn(past(call), operation) > 0, 403),
        ),
      },
    ],
    except,
  );
}

/** What callers may not do, but for some state of the thing. */
export function refusedBut(owned: Owned, { operation, what, isMeant, who, except = [] }: Asking): readonly Deviation[] {
  const { thing, isPaused, isShared, knowing } = owned;
  return kept(
    [
      {
        name: 'let-in-while-paused',
        sentence: `${what} a paused ${thing} of another user is open to ${who}.`,
        patch: lettingIn(operation, both(isMeant, isPaused)),
      },
      {
        name: 'let-in-while-shared',
        sentence: `${what} a ${thing} that another user shares is open to ${who}.`,
        patch: lettingIn(operation, both(isMeant, isShared)),
      },
      {
        name: 'let-in-again',
        sentence: `${what} a ${thing} of another user is open to ${who} who ask once more.`,
        patch: knowing([operation], (past) =>
          lettingIn(operation, (call) => isMeant(call) && past(call).includes(`not ${operation}`)),
        ),
      },
    ],
    except,
  );
}

/** By these rules the roles of groups count for nobody. */
export const DIRECT_ROLES: Pick<Rules['authority'], 'counted'> = {
  counted: (tenant, user) => rolesOf(tenant, user).flatMap(({ role, direct }) => (direct ? [role] : [])),
};

/** What a user holds through groups alone does not count for an operation. */
export function directAlone(operation: string): Patch {
  return replace(operation, (call, original) => {
    if (!byPlainUser(call)) return original(call);
    return withRules(call, 'authority', DIRECT_ROLES, () => original(call));
  });
}

/** By these rules the roles of a user's first group count, and those of no other. */
const ROLES_OF_FIRST_GROUP: Pick<Rules['authority'], 'counted'> = {
  counted(tenant, user) {
    const first = tenant.account.groups.find(({ userIds }) => userIds.has(user.id))?.id ?? -1;
    return rolesOf(tenant, user).flatMap(({ role, direct, groupIds }) =>
      direct || groupIds.includes(first) ? [role] : [],
    );
  },
};

/** What a plain user holds through groups but the first does not count for an operation. */
export function firstGroupAlone(operation: string): Patch {
  return replace(operation, (call, original) => {
    if (!byPlainUser(call)) return original(call);
    return withRules(call, 'authority', ROLES_OF_FIRST_GROUP, () => original(call));
  });
}
