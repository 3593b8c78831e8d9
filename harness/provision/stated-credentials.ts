import { isTextOrNumber } from '../../contracts/lossless-json.ts';
import type { ActorSetting, ProvidedSetting } from '../../contracts/settings.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import { isPage, type Answer } from '../http/answer.ts';
import { has, isDenied, isOf, isShown, type Looking } from './looking.ts';
import { rolesHeldBy } from './stated-people.ts';
import { believed, RIGHT, wrong, type Verdict } from './verdict.ts';

/** Whom a credential should belong to. */
interface Owner {
  /** The setting with the id of its user. */
  readonly user?: ProvidedSetting;
  readonly isAdmin?: boolean;
  /** The action that its user holds on DEPLOYMENT_ID. */
  readonly holds?: string;
  /** The action that its user does not hold there. */
  readonly lacks?: string;
  /** Whether its user holds no custom role. */
  readonly isBuiltIn?: boolean;
}

/** Credentials of the platform API; those that expired are not among them. */
const OWNERS = {
  ADMIN_TOKEN: { isAdmin: true },
  PLAYER_TOKEN: { isAdmin: false },
  OTHER_PLAYER_TOKEN: { isAdmin: false },
  OTHER_ADMIN_TOKEN: { isAdmin: true },
  OAUTH_TOKEN: { isAdmin: true },
  MEMBER_OAUTH_TOKEN: { isAdmin: false },
  MEMBER_TOKEN: { isAdmin: false, user: 'MEMBER_USER_ID' },
  SCOPED_TOKEN: { isAdmin: true },
  SPARE_SCOPED_TOKEN: { isAdmin: true },
  TWO_SCOPE_TOKEN: { isAdmin: true },
  TASK_READER_TOKEN: { isAdmin: false, holds: 'ScheduledTasksRead', lacks: 'ScheduledTasksManage' },
  TASK_MANAGER_TOKEN: { holds: 'ScheduledTasksManage' },
  NO_TASK_CREATE_TOKEN: { isAdmin: false, lacks: 'ScheduledTasksCreate' },
  TASK_CREATOR_TOKEN: { isAdmin: false, holds: 'ScheduledTasksCreate', lacks: 'ScheduledTasksManage' },
  ALL_ACTIONS_TOKEN: { isAdmin: false, holds: 'All' },
  BUILT_IN_ROLE_TOKEN: { isAdmin: false, isBuiltIn: true },
  NO_ACCESS_TOKEN: { isAdmin: false, user: 'NO_ACCESS_USER_ID', lacks: 'DeploymentRead' },
  ADMIN_EMBED_TOKEN: { isAdmin: true },
  SCHEMA_READER_TOKEN: { isAdmin: false, holds: 'SchemaRead' },
  NO_SCHEMA_READ_TOKEN: { isAdmin: false, lacks: 'SchemaRead' },
} as const satisfies Partial<Record<ActorSetting, Owner>>;

/** Actions that no built-in role grants. */
const IN_CUSTOM_ROLES_ONLY = ['ScheduledTasksRead', 'ScheduledTasksManage'];

const isRefused = (answer: Answer | undefined) => answer?.status === 401 && !isPage(answer);

/** The user of a credential; undefined if the tenant does not show it. */
async function userOf(looking: Looking, setting: ActorSetting): Promise<{ id: string; shown: Members } | undefined> {
  const me = await looking.ask('getMe', {}, setting);
  if (!isShown(me) || !isMembers(me.body)) return undefined;
  const { id } = me.body;
  return isTextOrNumber(id) ? { id: String(id), shown: me.body } : undefined;
}

async function isAdministrator(looking: Looking, userId: string): Promise<boolean | undefined> {
  const answer = await looking.ask('listUserRoles', { path: { id: userId } });
  const isAdmin = isShown(answer) && isMembers(answer.body) ? answer.body['isAdmin'] : undefined;
  return typeof isAdmin === 'boolean' ? isAdmin : undefined;
}

async function ofPlatform(looking: Looking, setting: keyof typeof OWNERS): Promise<Verdict> {
  const me = await looking.ask('getMe', {}, setting);
  if (isRefused(me)) {
    const other = await looking.ask('listDeployments', {}, setting);
    return isRefused(other) ? wrong('the tenant does not accept it (401)') : believed('its user is not shown');
  }
  const user = await userOf(looking, setting);
  if (!user) return believed('its user is not shown');
  const owner: Owner = OWNERS[setting];
  const problems = await Promise.all([
    ofOther(looking, user, owner.user),
    otherwiseAdmin(looking, setting, user.id, owner.isAdmin),
    otherwiseHolding(looking, user, owner),
  ]);
  const found = problems.find((problem) => problem !== undefined);
  return found === undefined ? RIGHT : wrong(found);
}

/** Why a credential does not belong to the user of a setting. */
async function ofOther(
  looking: Looking,
  { id, shown }: { readonly id: string; readonly shown: Members },
  setting: ProvidedSetting | undefined,
): Promise<string | undefined> {
  const expected = setting === undefined ? undefined : looking.settings[setting];
  if (setting === undefined || expected === undefined || expected === id) return undefined;
  const { elements } = await looking.list('listUsers');
  const listed = elements.find((element) => isOf(element, expected));
  // Where that user does not exist, it is the id that is wrong; a tenant may also give a user two ids.
  if (!listed || sharesAddress(listed, shown)) return undefined;
  return `it belongs to user ${id}, and not to ${setting}=${expected}`;
}

function sharesAddress(one: Members, other: Members): boolean {
  return Object.entries(one).some(
    ([name, value]) => /e_?mail$/i.test(name) && isTextOrNumber(value) && other[name] === value,
  );
}

/** Why its user is an administrator, or none, against what its setting says: told by two responses. */
async function otherwiseAdmin(
  looking: Looking,
  setting: ActorSetting,
  userId: string,
  expected: boolean | undefined,
): Promise<string | undefined> {
  const isAdmin = await isAdministrator(looking, userId);
  if (expected === undefined || isAdmin === undefined || isAdmin === expected) return undefined;
  const roles = await looking.ask('listRoles', {}, setting);
  if (isAdmin) return isShown(roles) ? 'it belongs to an administrator, but has to belong to another user' : undefined;
  // A tenant that does not show an administrator as one shows nothing of other users.
  const administrator = await userOf(looking, 'ADMIN_TOKEN');
  if (!administrator || (await isAdministrator(looking, administrator.id)) !== true) return undefined;
  return isDenied(roles) ? 'it belongs to a user who is not an administrator' : undefined;
}

/** The custom roles that a user holds, as far as the tenant shows them. */
interface Held {
  readonly custom: readonly Members[];
  /** Whether all custom roles are known, so that the others that the user holds are built-in roles. */
  readonly isWhole: boolean;
  readonly hasBuiltIn: boolean;
}

async function heldBy(looking: Looking, userId: string): Promise<Held | undefined> {
  const [held, roles] = await Promise.all([rolesHeldBy(looking, userId), looking.list('listRoles')]);
  if (!held) return undefined;
  const custom = roles.elements.filter(({ id }) => isTextOrNumber(id) && held.includes(String(id)));
  return { custom, isWhole: roles.isWhole, hasBuiltIn: custom.length < held.length };
}

const policiesOf = (holder: Members, member = 'policies') => {
  const policies = holder[member];
  return Array.isArray(policies) ? policies.filter(isMembers) : [];
};

const actionsOf = ({ actions }: Members) => (Array.isArray(actions) ? actions.map(String) : []);

/** Whether a policy grants an action on a deployment. */
function grants(policy: Members, action: string, deploymentId: string): boolean {
  const resources = Array.isArray(policy['resources']) ? policy['resources'].map(String) : [];
  const isHere =
    policy['resourceType'] === 'Deployment' && (resources.includes('All') || resources.includes(deploymentId));
  return isHere && [action, 'All'].some((one) => actionsOf(policy).includes(one));
}

/** Whether a policy may grant an action on a deployment by what the specification leaves open. */
function mayGrant(policy: Members, action: string): boolean {
  return [action, 'All', 'DeploymentsManage'].some((one) => actionsOf(policy).includes(one));
}

/** Why its user holds other actions than its setting says: told by the roles of the user, and by the holders of the roles. */
async function otherwiseHolding(
  looking: Looking,
  { id, shown }: { readonly id: string; readonly shown: Members },
  { holds, lacks, isBuiltIn }: Owner,
): Promise<string | undefined> {
  const { DEPLOYMENT_ID } = looking.settings;
  if (holds === undefined && lacks === undefined && isBuiltIn === undefined) return undefined;
  if ((await isAdministrator(looking, id)) !== false) return undefined;
  const held = await heldBy(looking, id);
  if (!held) return undefined;
  if (isBuiltIn === true) {
    const [role] = await holding(looking, id, held.custom);
    return role && !isStatedBuiltIn(looking, role)
      ? 'its user holds a custom role, but has to hold built-in roles only'
      : undefined;
  }
  if (DEPLOYMENT_ID === undefined) return undefined;
  const granting = (action: string, roles: readonly Members[]) =>
    roles.filter((role) => policiesOf(role).some((policy) => grants(policy, action, DEPLOYMENT_ID)));
  if (lacks !== undefined && (await holding(looking, id, granting(lacks, held.custom))).length > 0) {
    return `its user holds ${lacks} on DEPLOYMENT_ID, but must not`;
  }
  if (holds === undefined || granting(holds, held.custom).length > 0) return undefined;
  const isTold = held.isWhole && (!held.hasBuiltIn || IN_CUSTOM_ROLES_ONLY.includes(holds));
  // Policies may be a user's own, too.
  const others = [...held.custom.flatMap((role) => policiesOf(role)), ...policiesOf(shown, 'userPolicies')];
  if (!isTold || others.some((policy) => mayGrant(policy, holds))) return undefined;
  const { elements } = await looking.list('listRoles');
  const all = granting(holds, elements);
  if (all.length > MOST_ROLES || (await holding(looking, id, all, true)).length > 0) return undefined;
  return `its user does not hold ${holds} on DEPLOYMENT_ID`;
}

/** The holders of more roles are not listed to settle one question. */
const MOST_ROLES = 10;

/** Those of some roles that list a user among their holders; with those that do not show all their holders, if wanted. */
async function holding(
  looking: Looking,
  userId: string,
  roles: readonly Members[],
  orUnknown = false,
): Promise<readonly Members[]> {
  const looks = await Promise.all(
    roles.slice(0, MOST_ROLES).map(async (role) => {
      const listed = await looking.list('listRoleHolders', { roleId: String(role['id']) });
      return has(listed, userId) || (orUnknown && !listed.isWhole) ? [role] : [];
    }),
  );
  return looks.flat();
}

/** A tenant that lists built-in roles violates a requirement; they are built-in roles nevertheless. */
function isStatedBuiltIn({ settings }: Looking, role: Members): boolean {
  return [settings.BUILT_IN_ROLE_ID, settings.ADMIN_ROLE_ID].includes(String(role['id']));
}

/** When a JWT expires, in milliseconds; undefined if it is no JWT or does not say so. */
export function expiryIn(token: string): number | undefined {
  const [, payload = ''] = token.split('.');
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { readonly exp?: unknown } | null;
    return typeof claims?.exp === 'number' ? claims.exp * 1_000 : undefined;
  } catch {
    return undefined;
  }
}

/** A clock may be a minute off. */
const TOLERANCE = 60_000;
const EXPIRY = /expir|valid_?(until|to)/i;

/** When the record of a key says that it expires, if one record shows a part of the key. */
export function expiryOfRecord(records: readonly Members[], token: string): number | undefined {
  const own = records.filter((record) =>
    Object.values(record).some((value) => {
      const part = typeof value === 'string' ? value.replace(/[.…*•\s]+/g, '') : '';
      return part.length >= 4 && part.length < token.length && (token.endsWith(part) || token.startsWith(part));
    }),
  );
  const [record] = own;
  if (own.length !== 1 || !record) return undefined;
  const expiry = Object.entries(record).find(([name]) => EXPIRY.test(name))?.[1];
  const at = typeof expiry === 'string' ? Date.parse(expiry) : typeof expiry === 'number' ? expiry : NaN;
  return Number.isNaN(at) ? undefined : at < 1e11 ? at * 1_000 : at;
}

/** An expired credential that is accepted is a mistake of the user only where something else says that it has not expired. */
async function expired(looking: Looking, setting: 'EXPIRED_TOKEN' | 'EXPIRED_OAUTH_TOKEN'): Promise<Verdict> {
  const token = looking.settings[setting] ?? '';
  const me = await looking.ask('getMe', {}, setting);
  if (isRefused(me)) return RIGHT;
  if (!isShown(me)) return believed('the tenant neither accepts it nor refuses it with 401');
  const records = setting === 'EXPIRED_TOKEN' ? (await looking.list('listApiKeys')).elements : [];
  const at = expiryIn(token) ?? expiryOfRecord(records, token);
  const isValid = at !== undefined && at > looking.tenant.transport.time.now() + TOLERANCE;
  return isValid
    ? wrong(`it has not expired: it is valid until ${new Date(at).toISOString()}`)
    : believed('the tenant accepts it, and nothing else shows when it expires');
}

const DATA_API = 'coreDataMeta';

async function dataApi(looking: Looking): Promise<Verdict> {
  const { DATA_API_URL, DATA_API_TOKEN = '' } = looking.settings;
  if (DATA_API_URL === undefined) return believed('DATA_API_URL is not set');
  const meta = await looking.ask(DATA_API, {}, 'DATA_API_TOKEN');
  if (!isRefused(meta)) return isShown(meta) ? RIGHT : believed('GET /v1/meta does not show it');
  // A tenant may refuse all tokens in the form that is stated: then what the token says of itself settles it.
  const at = expiryIn(DATA_API_TOKEN);
  const isSound =
    DATA_API_TOKEN.split('.').length === 3 &&
    (at === undefined || at > looking.tenant.transport.time.now() - TOLERANCE);
  return isSound ? believed('it is refused, but has not expired') : wrong('the Core Data API does not accept it (401)');
}

async function expiredDataApi(looking: Looking): Promise<Verdict> {
  const { DATA_API_URL, EXPIRED_DATA_API_TOKEN = '' } = looking.settings;
  if (DATA_API_URL === undefined) return believed('DATA_API_URL is not set');
  const meta = await looking.ask(DATA_API, {}, 'EXPIRED_DATA_API_TOKEN');
  if (isRefused(meta)) return RIGHT;
  const at = expiryIn(EXPIRED_DATA_API_TOKEN);
  const isValid = isShown(meta) && at !== undefined && at > looking.tenant.transport.time.now() + TOLERANCE;
  return isValid
    ? wrong(`it has not expired: it is valid until ${new Date(at).toISOString()}`)
    : believed('nothing else shows when it expires');
}

async function scim(looking: Looking): Promise<Verdict> {
  const resource = looking.tenant.wire.value('scim.resource');
  const asked = { path: { resource: typeof resource === 'string' ? resource : 'Users' } };
  const answer = await looking.ask('probeScim', asked, 'SCIM_TOKEN');
  if (!isRefused(answer)) return isShown(answer) ? RIGHT : believed('no response of SCIM shows it');
  const other = await looking.askWith(`Api-Key ${looking.settings.SCIM_TOKEN ?? ''}`, 'probeScim', asked);
  return isRefused(other) ? wrong('SCIM does not accept it (401)') : believed('one form of it is refused');
}

const ofOwner = (setting: keyof typeof OWNERS) => (looking: Looking) => ofPlatform(looking, setting);

/** How each credential that the user states is looked at. */
export const LOOKS_AT_CREDENTIALS: Readonly<Record<ActorSetting, (looking: Looking) => Promise<Verdict>>> = {
  ...(Object.fromEntries(
    (Object.keys(OWNERS) as (keyof typeof OWNERS)[]).map((setting) => [setting, ofOwner(setting)]),
  ) as Record<keyof typeof OWNERS, (looking: Looking) => Promise<Verdict>>),
  EXPIRED_TOKEN: (looking) => expired(looking, 'EXPIRED_TOKEN'),
  EXPIRED_OAUTH_TOKEN: (looking) => expired(looking, 'EXPIRED_OAUTH_TOKEN'),
  DATA_API_TOKEN: dataApi,
  EXPIRED_DATA_API_TOKEN: expiredDataApi,
  SCIM_TOKEN: scim,
  AI_API_KEY: () => Promise.resolve(believed('only a message to an agent would show it')),
};
