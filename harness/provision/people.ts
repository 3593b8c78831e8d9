import { SPARE_DEPLOYMENT } from '../../contracts/requirements/changed-things.ts';
import type { ActorSetting, ProvidedSetting } from '../../contracts/settings.ts';
import { setupFailed } from '../failures/failure.ts';
import { isSuccess } from '../http/answer.ts';
import { canEmbed, embedTokenOf, plainUsersSession } from './embed-users.ts';
import { canInvite, invitedUser } from './invitations.ts';
import { canExpire, canOwn, canScope, isMomentDeclared, newKey, SHORTEST_LIFE } from './keys.ts';
import { elementsIn } from '../client/declared-list.ts';
import { creationBelowUsers, keyBelowUser } from './keys-of-users.ts';
import type { ThingKind } from './kinds.ts';
import { canMakeByScim, scimUser } from './scim-users.ts';
import { textIn } from './shown-things.ts';
import type { Source, Sourcing } from './source.ts';

export const USER: ThingKind = {
  name: 'user',
  words: ['user', 'users admin', 'user admin', 'member', 'person'],
  alike: ['account user', 'account member', 'team member', 'people'],
  place: 'account',
  mayStay: true,
};

/** Keys of the administrator, by the setting that they stand for. */
export const KEYS: Readonly<Partial<Record<ActorSetting, Source>>> = {
  SCOPED_TOKEN: {
    kind: 'derived',
    how: 'an API key of the administrator, scoped to DEPLOYMENT_ID',
    needs: ['DEPLOYMENT_ID'],
    isPossible: (sourcing) => canScope(sourcing, 1),
    obtain: (sourcing) => newKey(sourcing, 'scoped key', { scope: [sourcing.settings.DEPLOYMENT_ID ?? ''] }),
  },
  SPARE_SCOPED_TOKEN: {
    kind: 'derived',
    how: 'an API key of the administrator, scoped to SPARE_DEPLOYMENT_ID',
    needs: [SPARE_DEPLOYMENT],
    isPossible: (sourcing) => canScope(sourcing, 1),
    obtain: (sourcing) => newKey(sourcing, 'scoped key', { scope: [sourcing.settings[SPARE_DEPLOYMENT] ?? ''] }),
  },
  TWO_SCOPE_TOKEN: {
    kind: 'derived',
    how: 'an API key of the administrator, scoped to both deployments',
    needs: ['DEPLOYMENT_ID', 'OTHER_DEPLOYMENT_ID'],
    isPossible: (sourcing) => canScope(sourcing, 2),
    obtain: (sourcing) => {
      const { DEPLOYMENT_ID = '', OTHER_DEPLOYMENT_ID = '' } = sourcing.settings;
      return newKey(sourcing, 'key of two scopes', { scope: [DEPLOYMENT_ID, OTHER_DEPLOYMENT_ID] });
    },
  },
  EXPIRED_TOKEN: {
    kind: 'derived',
    how: 'an API key of the administrator that lived for seconds',
    isPossible: canExpire,
    async obtain(sourcing) {
      const token = await newKey(sourcing, 'expired key', { lives: SHORTEST_LIFE });
      // A life counts from when the tenant made the key, which may have been as late as its answer.
      const until = sourcing.now() + SHORTEST_LIFE;
      // The tenant's clock is known to the second at worst.
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, until + 300 - sourcing.now())));
      if (isMomentDeclared(sourcing) || !isSuccess(await sourcing.as(token).preparing.ask('getMe'))) return token;
      throw setupFailed('the tenant still accepts the key, so that it may read its life in another unit');
    },
  },
};

/** Actions on DEPLOYMENT_ID that a user gets through a made role, by the setting of the user's key. */
export const PARTS: Readonly<Partial<Record<ActorSetting, readonly string[]>>> = {
  MEMBER_TOKEN: ['DeploymentRead'],
  NO_ACCESS_TOKEN: [],
  NO_TASK_CREATE_TOKEN: ['DeploymentRead'],
  NO_SCHEMA_READ_TOKEN: ['DeploymentRead'],
  TASK_READER_TOKEN: ['DeploymentRead', 'ScheduledTasksRead'],
  TASK_CREATOR_TOKEN: ['DeploymentRead', 'ScheduledTasksCreate'],
  TASK_MANAGER_TOKEN: ['DeploymentRead', 'ScheduledTasksCreate', 'ScheduledTasksManage'],
  SCHEMA_READER_TOKEN: ['DeploymentRead', 'SchemaRead'],
  ALL_ACTIONS_TOKEN: ['All'],
  BUILT_IN_ROLE_TOKEN: [],
};

/** Settings that hold the id of the user of a key. */
const USER_OF: Readonly<Partial<Record<ActorSetting, ProvidedSetting>>> = {
  MEMBER_TOKEN: 'MEMBER_USER_ID',
  NO_ACCESS_TOKEN: 'NO_ACCESS_USER_ID',
};

/** The address with which a user was made, wherever the body says it. */
function addressIn(sent: unknown): string | undefined {
  if (typeof sent === 'string') return /^[^@\s]+@[^@\s]+$/.test(sent) ? sent : undefined;
  if (typeof sent !== 'object' || sent === null) return undefined;
  return Object.values(sent)
    .map(addressIn)
    .find((one) => one !== undefined);
}

/** The ways in which a user can be made. */
const BY_DOCUMENT = {
  how: 'a made user',
  needs: [],
  isPossible: ({ things, document }: Sourcing) => things.canMake(USER) || canInvite(document, USER),
  make: async (sourcing: Sourcing) => {
    const { things, admin } = sourcing;
    const { id, sent } = things.canMake(USER) ? await things.make(admin, USER) : await invitedUser(sourcing, USER);
    const email = addressIn(sent);
    return { id, ...(email !== undefined && { email }) };
  },
};
const BY_SCIM = {
  how: 'a user made by SCIM',
  needs: ['SCIM_TOKEN'] as const,
  isPossible: canMakeByScim,
  make: (sourcing: Sourcing) => scimUser(sourcing),
};
/** Where nothing removes a user. */
const SWITCHED_OFF = {
  ...BY_DOCUMENT,
  how: 'a made user (switched off at the end)',
  isPossible: ({ things }: Sourcing) => things.canRetire(USER),
  staysForGood: true,
} as const;
type Way = typeof BY_DOCUMENT | typeof BY_SCIM | typeof SWITCHED_OFF;
const WAYS: readonly Way[] = [BY_DOCUMENT, BY_SCIM, SWITCHED_OFF];
const staysForGood = (way: Way) => ({ staysForGood: 'staysForGood' in way });

/** A new user in place of that of a credential which there is not, with rights on DEPLOYMENT_ID where some are wanted. */
export function usersWithout(token: ActorSetting, ...actions: readonly string[]): readonly Source[] {
  return WAYS.map((way) => ({
    kind: 'made',
    how: `${way.how}, for whom no key is made`,
    needs: ['DEPLOYMENT_ID', ...way.needs],
    isOfAccount: true,
    ...staysForGood(way),
    isPossible: (sourcing) => sourcing.settings[token] === undefined && way.isPossible(sourcing),
    async obtain(sourcing) {
      const { id } = await way.make(sourcing);
      await withoutOwnRoles(sourcing, id, token);
      if (actions.length > 0)
        await sourcing.rights.give(id, ['Deployment', actions, [sourcing.settings.DEPLOYMENT_ID ?? '']]);
      return id;
    },
  }));
}

/** Of these only what they may do is judged. */
const MAY_HOLD_MORE: readonly ActorSetting[] = ['ALL_ACTIONS_TOKEN', 'BUILT_IN_ROLE_TOKEN'];

/** The roles that a tenant gives to everybody who comes to it, as the first new user of a run holds them. */
const ofNewcomers = new WeakMap<Sourcing['things'], Promise<readonly string[]>>();

async function rolesOf({ admin }: Sourcing, userId: string): Promise<readonly string[]> {
  const { body } = await admin.preparing.ask('listUserRoles', userId);
  return elementsIn(body).flatMap((role) => textIn(role, /^(role_?)?id$/i) ?? []);
}

/**
 * Takes from a new user the roles that all new users of the tenant hold: what a user may do is what the run grants. A user who has
 * to be able to do nothing and keeps such a role is not used.
 */
async function withoutOwnRoles(sourcing: Sourcing, id: string, setting: ActorSetting): Promise<void> {
  if (MAY_HOLD_MORE.includes(setting)) return;
  const known = ofNewcomers.get(sourcing.things) ?? rolesOf(sourcing, id);
  ofNewcomers.set(sourcing.things, known);
  const revoked = await Promise.all(
    (await known).map(async (roleId) => {
      // It is not given back, because the user is removed: the ledger would look what to give back.
      const path = `/api/v1/roles/${encodeURIComponent(roleId)}/users/${encodeURIComponent(id)}`;
      return (await sourcing.admin.request('DELETE', path)).status < 300;
    }),
  );
  if (setting === 'NO_ACCESS_TOKEN' && revoked.includes(false))
    throw setupFailed('a new user holds a role that cannot be revoked');
}

/** Whether a key can be made for another user, by the printed operation or below the path of the user. */
const canHaveKey = (sourcing: Sourcing) => canOwn(sourcing) || creationBelowUsers(sourcing.document) !== undefined;

async function person(sourcing: Sourcing, setting: ActorSetting, way: Way, isEmbedded: boolean): Promise<string> {
  const user = await way.make(sourcing);
  const { id } = user;
  await withoutOwnRoles(sourcing, id, setting);
  const actions = PARTS[setting] ?? [];
  const { DEPLOYMENT_ID = '', BUILT_IN_ROLE_ID = '' } = sourcing.settings;
  if (actions.length > 0) await sourcing.rights.give(id, ['Deployment', actions, [DEPLOYMENT_ID]]);
  if (setting === 'BUILT_IN_ROLE_TOKEN') await sourcing.admin.preparing.grantRole(BUILT_IN_ROLE_ID, id);
  const also = USER_OF[setting];
  if (also !== undefined) sourcing.also(also, id);
  if (isEmbedded) return embedTokenOf(sourcing, user);
  return canOwn(sourcing) ? newKey(sourcing, 'key', { owner: user }) : keyBelowUser(sourcing, id);
}

/** The credentials that some requirements take from an embed session, where no key is made on behalf of a user. */
const EMBEDDABLE: readonly ActorSetting[] = ['MEMBER_TOKEN', 'ALL_ACTIONS_TOKEN', 'BUILT_IN_ROLE_TOKEN'];

function partOf(setting: ActorSetting, way: Way, isEmbedded = false): Source {
  const actions = PARTS[setting] ?? [];
  const holds = setting === 'BUILT_IN_ROLE_TOKEN' ? ['a built-in role'] : actions;
  return {
    kind: 'made',
    how: `${isEmbedded ? 'an embed session' : 'a key'} of ${way.how}${holds.length > 0 ? ` who holds ${holds.join(', ')} there` : ''}`,
    needs: [
      'DEPLOYMENT_ID',
      ...way.needs,
      ...(setting === 'BUILT_IN_ROLE_TOKEN' ? (['BUILT_IN_ROLE_ID'] as const) : []),
    ],
    isOfAccount: true,
    ...staysForGood(way),
    ...(isEmbedded && { isEmbedded }),
    isPossible: (sourcing) =>
      way.isPossible(sourcing) && (isEmbedded ? !canHaveKey(sourcing) && canEmbed(sourcing) : canHaveKey(sourcing)),
    obtain: (sourcing) => person(sourcing, setting, way, isEmbedded),
  };
}

/** Another credential that the run made, whose user may do no more. */
function sameAs(other: ActorSetting): Source {
  return {
    kind: 'derived',
    how: `the key of ${other}, whose user may do no more there`,
    needs: [other],
    isPossible: ({ isOwn }) => isOwn(other),
    obtain: ({ settings }) => Promise.resolve(settings[other]),
  };
}

const ALIKE: Readonly<Partial<Record<ActorSetting, ActorSetting>>> = { NO_SCHEMA_READ_TOKEN: 'NO_TASK_CREATE_TOKEN' };

export const PEOPLE: Readonly<Partial<Record<ActorSetting, readonly Source[]>>> = Object.fromEntries(
  (Object.keys(PARTS) as ActorSetting[]).map((setting) => {
    const alike = ALIKE[setting];
    const embedded = EMBEDDABLE.includes(setting) ? WAYS.map((way) => partOf(setting, way, true)) : [];
    const sources = [
      ...(alike === undefined ? [] : [sameAs(alike)]),
      ...WAYS.map((way) => partOf(setting, way)),
      ...embedded,
      ...(setting === 'MEMBER_TOKEN' ? [plainUsersSession] : []),
    ];
    return [setting, sources];
  }),
);
