import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import type { User } from '../../mock/world/account.ts';
import { isBody } from './bodies.ts';
import type { When } from './conditions.ts';
import { after, all, replaceSync } from './patches.ts';
import { changeRequest } from './reports.ts';

/** How faults of the settings of users are written. */

/** Whether fields of sheets are what they are already. */
export function standsThere(fields: unknown, { principal }: Call): boolean {
  const sheets = principal.user?.settings['sheets'];
  if (!isBody(fields) || !isBody(sheets) || Object.keys(fields).length === 0) return false;
  return Object.entries(fields).every(([name, value]) => sheets[name] === value);
}

export const MODEL_OF_SETTINGS = { toldBy: 'users.settings.omitted-kept' } as const;
export const sheetsIn = (call: Call): unknown => bodyOf(call)['sheets'];
const isNull: When = (call) => sheetsIn(call) === null;

/** Whether the last patch of the caller that named sheets cleared it. */
export function afterNull(patch: (isCleared: When) => Patch): Patch {
  return (rules) => {
    const cleared = new Set<number>();
    all(
      patch(({ principal }) => cleared.has(principal.user?.id ?? 0)),
      after('updateMySettings', (call) => {
        const id = call.principal.user?.id ?? 0;
        if (isNull(call)) cleared.add(id);
      }),
    )(rules);
  };
}

export const hasFields: When = (call) => typeof sheetsIn(call) === 'object' && !isNull(call);

export function callerIn({ tenant, principal }: Call): User | undefined {
  return principal.user && tenant.account.users.get(principal.user.id);
}

export function storedSettings(call: Call): Body {
  return callerIn(call)?.settings ?? {};
}

export function leaving(left: (now: Body, before: Body, body: Body) => Body): Patch {
  return replaceSync('updateMySettings', (call, original) => {
    const before = storedSettings(call);
    const answer = original(call);
    const { users } = call.tenant.account;
    const user = call.principal.user && users.get(call.principal.user.id);
    if (user) users.replace({ ...user, settings: left(user.settings, before, bodyOf(call)) });
    return answer;
  });
}

export type UserRules = Rules['users'];

export function mergingSettings(change: (own: UserRules['merged']) => UserRules['merged']): Patch {
  return ({ users }) => {
    users.merged = change(users.merged);
  };
}

export function settingsWithout(isDropped: (name: string, value: unknown) => boolean): (settings: Body) => Body {
  return (settings) => Object.fromEntries(Object.entries(settings).filter(([name, value]) => !isDropped(name, value)));
}

/** Some patches lose a part of what they ask for. */
export function asking(when: When, change: (body: Body) => Body): Patch {
  return changeRequest('updateMySettings', (body, call) => (when(call) ? change(body) : body));
}

export const isPatch =
  (fits: (body: Body) => boolean): When =>
  (call) =>
    fits(bodyOf(call));

export const besideSheets = ({ sheets: _, ...others }: Body): Body => others;

/** What a patch sets: the deprecated marker is ignored. */
const setBy = ({ lastSeenChangelogId: _, ...body }: Body): Body => body;

export const namesSeveral = isPatch((body) => Object.keys(besideSheets(setBy(body))).length > 1);

export const sheetsOf = (body: Body): Body | undefined =>
  typeof body['sheets'] === 'object' && body['sheets'] !== null ? (body['sheets'] as Body) : undefined;

export const namesBoth = isPatch((body) => sheetsOf(body) !== undefined && Object.keys(setBy(body)).length > 1);

export function storeOwnSettings(call: Call, settings: Body): void {
  const user = callerIn(call);
  if (user) call.tenant.account.users.replace({ ...user, settings });
}

/** Some patches change something more. */
export function leavingWhen(when: When, left: (now: Body, before: Body) => Body): Patch {
  return replaceSync('updateMySettings', (call, original) => {
    const isMeant = when(call);
    const before = storedSettings(call);
    const answer = original(call);
    if (isMeant) storeOwnSettings(call, left(storedSettings(call), before));
    return answer;
  });
}

export const isEmptyPatch = isPatch((body) => Object.keys(body).length === 0);

/** A patch that changes something more once it is done. */
export function withSettingsSequel(sequel: (body: Body, before: Body, call: Call) => void): Patch {
  return replaceSync('updateMySettings', (call, original) => {
    const before = callerIn(call)?.settings ?? {};
    const answer = original(call);
    sequel(bodyOf(call), before, call);
    return answer;
  });
}

/** A user as stored, whose settings are put in the place of what they are. */
export function storeSettings({ tenant }: Call, id: number, settings: Body): void {
  const user = tenant.account.users.get(id);
  if (user) tenant.account.users.replace({ ...user, settings });
}

/** What the tenant starts everybody with. */
export const SHEETS: Body = { showGridlines: true, decimalPlaces: 2 };

export const othersIn = (call: Call) =>
  Object.keys(bodyOf(call)).filter((name) => !['sheets', 'lastSeenChangelogId'].includes(name));
