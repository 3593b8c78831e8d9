import { done, ok, refuse, type Answer } from '../answer.ts';
import { isAdmin } from '../authority.ts';
import { bodyOf, type Body, type Call } from '../call.ts';
import { withAddress } from '../other-members.ts';
import { pageOfCollection, shown } from '../pages.ts';
import type { Settings } from '../rules/users.ts';
import type { Tenant } from '../tenant.ts';
import type { User } from '../world/account.ts';
import { rolesOf } from '../world/held-roles.ts';
import type { FamilyBehaviour } from './family.ts';

/** Settings of a user who never changed one. */
const INITIAL: Settings = {
  sheets: { showGridlines: true, decimalPlaces: 2 },
  locale: 'en-US',
  sidebarCollapsed: false,
};

/** What each setting may be; a type, or an object of types that merges field by field. */
const KNOWN = {
  locale: 'string',
  sidebarCollapsed: 'boolean',
  theme: 'string',
  sheets: { showGridlines: 'boolean', decimalPlaces: 'number', freezeHeader: 'boolean' },
} as const;

function self(call: Call): User {
  return call.principal.user ?? refuse('forbidden', 'this is for users');
}

function settingsOf({ dialect }: Tenant, user: User): Settings {
  const initial = dialect.outcomes.unsetSettings === 'shown' ? INITIAL : {};
  return { ...initial, ...user.settings };
}

function profile(tenant: Tenant, user: User): Record<string, unknown> {
  const { id, email, firstName, picture, active } = user;
  const userPolicies = rolesOf(tenant, user).flatMap(({ role }) => role.policies);
  return { id, email, firstName, picture, active, userPolicies, settings: settingsOf(tenant, user) };
}

function isOf(type: string, value: unknown): boolean {
  return typeof value === type;
}

function settingProblems(body: Body): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const known = (KNOWN as Readonly<Record<string, string | Readonly<Record<string, string>>>>)[name];
    if (known === undefined || value === null) return [];
    if (typeof known === 'string') return isOf(known, value) ? [] : [`${name} is no ${known}`];
    if (typeof value !== 'object' || Array.isArray(value)) return [`${name} is no object`];
    return Object.entries(value as Body).flatMap(([field, inner]) => {
      const type = known[field];
      return type === undefined || inner === null || isOf(type, inner) ? [] : [`${name}.${field} is no ${type}`];
    });
  });
}

function updateMySettings(call: Call): Answer {
  const { tenant } = call;
  const rules = tenant.rules.users;
  const user = self(call);
  const body = bodyOf(call);
  const problems = settingProblems(body);
  if (problems.length > 0) refuse('invalid', ...problems);
  const stored = settingsOf(tenant, user);
  const { sheets, ...others } = Object.fromEntries(
    Object.entries(body).filter(([name]) => Object.hasOwn(KNOWN, name) && !rules.ignored.includes(name)),
  );
  const change = {
    ...others,
    ...(sheets === null && { sheets: rules.cleared }),
    ...(typeof sheets === 'object' &&
      sheets !== null && {
        sheets: rules.mergedSheets((stored['sheets'] ?? null) as Settings | null, sheets as Settings),
      }),
  };
  const ignored = Object.entries(body).filter(([name]) => rules.ignored.includes(name));
  const shownAgain = tenant.dialect.outcomes.ignoredSetting === 'shown' ? Object.fromEntries(ignored) : {};
  const settings = rules.merged(stored, { ...change, ...shownAgain });
  tenant.account.users.replace({ ...user, settings });
  return ok(profile(tenant, { ...user, settings }));
}

function listUsers(call: Call): Answer {
  const { tenant, query } = call;
  const { users } = tenant.account;
  const search = query.text('search');
  const fits = (user: User) =>
    search === undefined || [user.email, user.firstName].some((text) => tenant.rules.users.matches(text, search));
  const list = pageOfCollection(call, users, (user) => fits(user));
  // A list of people is no place for their settings.
  return ok(shown(list, ({ id, email, firstName, picture, active }) => ({ id, email, firstName, picture, active })));
}

function listGroups(call: Call): Answer {
  const { tenant, query } = call;
  const { groups } = tenant.account;
  const search = query.text('search');
  const list = pageOfCollection(
    call,
    groups,
    (group) => search === undefined || tenant.rules.users.matches(group.name, search),
  );
  return ok(shown(list, ({ id, name, userIds }) => ({ id, name, users: userIds.size })));
}

function bulkUserAction(call: Call): Answer {
  const { tenant, principal } = call;
  if (!isAdmin(tenant, principal)) refuse('forbidden', 'only an administrator may do this');
  const { action, userIds } = bodyOf(call);
  if (typeof action !== 'string' || !tenant.rules.users.bulkActions.includes(action)) {
    refuse('invalid', `action is none of ${tenant.rules.users.bulkActions.join(', ')}`);
  }
  if (!Array.isArray(userIds)) refuse('invalid', 'userIds is no list');
  const users = userIds.map((id: unknown) => (typeof id === 'number' ? tenant.account.users.get(id) : undefined));
  if (users.some((user) => user === undefined)) refuse('unknown', 'userIds names somebody who is not there');
  if (action === 'deactivate' && users.some((user) => user?.id === principal.user?.id)) {
    refuse('conflict', 'nobody deactivates themselves');
  }
  for (const user of users) if (user) tenant.account.users.replace({ ...user, active: action === 'activate' });
  return done();
}

export const users: FamilyBehaviour = {
  handlers: {
    getMe: (call) => ok(withAddress(call, 'account', profile(call.tenant, self(call)))),
    updateMySettings,
    listUsers,
    listGroups,
    bulkUserAction,
  },
};
