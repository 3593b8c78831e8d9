import type { ActorSetting, ProvidedSetting } from '../../contracts/settings.ts';
import type { Schema } from '../../contracts/document.ts';
import { setupFailed } from '../failures/failure.ts';
import { inOneLine, isSuccess } from '../http/answer.ts';
import { Secret } from '../http/secrets.ts';
import { isMembers } from '../../generators/members.ts';
import type { ThingKind } from './kinds.ts';
import type { Source, Sourcing } from './source.ts';

export const USER: ThingKind = {
  name: 'user',
  words: ['user', 'users admin', 'user admin', 'member', 'person'],
  place: 'account',
};

const SCOPE = /deployment|scope/i;
const OWNER = /^(user|owner|member)(_?id)?$|^(on_?)?behalf(_?of)?$/i;
const EXPIRY = /expir|valid_?(until|for)|^ttl|lifetime/i;
const SHORTEST_KEY = 2_000;

/** What a new API key is to have; each is sent only where the tenant's document declares a member for it. */
interface KeyWish {
  readonly scope?: readonly string[];
  readonly owner?: string;
  readonly lives?: number;
}

function keySchema({ document }: Sourcing): Readonly<Record<string, Schema>> {
  const declared = document?.find('post', '/api/v1/api-keys');
  return document && declared ? document.propertiesOf(document.schemaOf(declared, 'request')) : {};
}

const memberLike = (sourcing: Sourcing, like: RegExp) =>
  Object.entries(keySchema(sourcing)).find(
    ([name, node]) => like.test(name) && (like !== SCOPE || isOfIds(sourcing, node)),
  );

/** Whether a member is a list of ids, and not of names of rights. */
function isOfIds({ document }: Sourcing, node: Schema): boolean {
  const elements = document?.elementsOf(node);
  return elements !== undefined && document?.schema(elements).enum === undefined;
}

/** The member and the value that make a key expire soon; undefined where the shortest life is too long to wait for. */
function expiryOf(sourcing: Sourcing, lives: number): readonly [string, unknown] | undefined {
  for (const [name, node] of Object.entries(keySchema(sourcing))) {
    if (!EXPIRY.test(name)) continue;
    const schema = sourcing.document?.schema(node) ?? {};
    const branches = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    if (branches.some(({ format }) => format === 'date-time'))
      return [name, new Date(Date.now() + lives).toISOString()];
    const isInSeconds = /sec/i.test(name) || (/(in|ttl|lifetime)$/i.test(name) && !/day|hour|minute|month/i.test(name));
    const seconds = branches.find(({ type }) => type === 'integer' || type === 'number');
    if (isInSeconds && seconds && Number(seconds['minimum'] ?? 1) * 1_000 <= lives)
      return [name, Math.ceil(lives / 1_000)];
  }
  return undefined;
}

/** Creates an API key by the printed operation, with what the tenant's document says of its body. */
async function newKey(sourcing: Sourcing, what: string, { scope, owner, lives }: KeyWish): Promise<string> {
  const { admin, document } = sourcing;
  const valued = (like: RegExp, value: (isNumber: boolean) => unknown) => {
    const found = memberLike(sourcing, like);
    if (!found) throw setupFailed(`the tenant's document declares no member of an API key like ${like.source}`);
    const schema = document?.schema(found[1]) ?? {};
    const inner = document?.schema(document.elementsOf(schema) ?? schema) ?? {};
    const types = [inner, ...(inner.anyOf ?? [])].flatMap(({ type }) => type ?? []);
    return [found[0], value(types.includes('integer') || types.includes('number'))] as const;
  };
  const inType = (isNumber: boolean) => (id: string) => (isNumber ? Number(id) : id);
  const body = Object.fromEntries([
    ['name', sourcing.fresh(what)],
    ...(scope ? [valued(SCOPE, (isNumber) => scope.map(inType(isNumber)))] : []),
    ...(owner === undefined ? [] : [valued(OWNER, (isNumber) => inType(isNumber)(owner))]),
    ...(lives === undefined ? [] : [expiryOf(sourcing, lives) ?? []].filter((one) => one.length > 0)),
  ]) as Record<string, unknown>;
  const answer = await admin.preparing.raw('createApiKey', { body });
  if (!isSuccess(answer)) throw setupFailed(`the creation of an API key was refused: ${inOneLine(answer)}`);
  const token = isMembers(answer.body) ? answer.body['token'] : undefined;
  if (!(token instanceof Secret)) throw setupFailed('the creation of an API key shows no token');
  return token.reveal();
}

const hasScope = (sourcing: Sourcing) => memberLike(sourcing, SCOPE) !== undefined;

/** Keys of the administrator, by the setting that they stand for. */
export const KEYS: Readonly<Partial<Record<ActorSetting, Source>>> = {
  SCOPED_TOKEN: {
    kind: 'derived',
    how: 'an API key of the administrator, scoped to DEPLOYMENT_ID',
    needs: ['DEPLOYMENT_ID'],
    isPossible: hasScope,
    obtain: (sourcing) => newKey(sourcing, 'scoped key', { scope: [sourcing.settings.DEPLOYMENT_ID ?? ''] }),
  },
  TWO_SCOPE_TOKEN: {
    kind: 'derived',
    how: 'an API key of the administrator, scoped to both deployments',
    needs: ['DEPLOYMENT_ID', 'OTHER_DEPLOYMENT_ID'],
    isPossible: hasScope,
    obtain: (sourcing) => {
      const { DEPLOYMENT_ID = '', OTHER_DEPLOYMENT_ID = '' } = sourcing.settings;
      return newKey(sourcing, 'key of two scopes', { scope: [DEPLOYMENT_ID, OTHER_DEPLOYMENT_ID] });
    },
  },
  EXPIRED_TOKEN: {
    kind: 'derived',
    how: 'an API key of the administrator that lived for seconds',
    isPossible: (sourcing) => expiryOf(sourcing, SHORTEST_KEY) !== undefined,
    async obtain(sourcing) {
      const until = Date.now() + SHORTEST_KEY;
      const token = await newKey(sourcing, 'expired key', { lives: SHORTEST_KEY });
      // The clocks of the tenant and of this machine may differ a little.
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, until + 300 - Date.now())));
      return token;
    },
  },
};

/** Actions on DEPLOYMENT_ID that a made user gets through a made role, by the setting of the user's key. */
const PARTS: Readonly<Partial<Record<ActorSetting, readonly string[]>>> = {
  MEMBER_TOKEN: ['DeploymentRead'],
  NO_ACCESS_TOKEN: [],
  NO_TASK_CREATE_TOKEN: ['DeploymentRead'],
  NO_SCHEMA_READ_TOKEN: ['DeploymentRead'],
  TASK_READER_TOKEN: ['DeploymentRead', 'ScheduledTasksRead'],
  TASK_CREATOR_TOKEN: ['DeploymentRead', 'ScheduledTasksCreate'],
  TASK_MANAGER_TOKEN: ['DeploymentRead', 'ScheduledTasksCreate', 'ScheduledTasksManage'],
  SCHEMA_READER_TOKEN: ['DeploymentRead', 'SchemaRead'],
  ALL_ACTIONS_TOKEN: ['All'],
};

/** Settings that hold the id of the user of a key. */
const USER_OF: Readonly<Partial<Record<ActorSetting, ProvidedSetting>>> = {
  MEMBER_TOKEN: 'MEMBER_USER_ID',
  NO_ACCESS_TOKEN: 'NO_ACCESS_USER_ID',
};

const canMakePeople = (sourcing: Sourcing) =>
  sourcing.things.canMake(USER) && memberLike(sourcing, OWNER) !== undefined;

/** Grants a user what the actions allow on things of one type, through a role that the run makes. */
export async function grantOn(
  { admin, fresh }: Sourcing,
  userId: string,
  resourceType: 'Deployment' | 'Report' | 'ReportFolder',
  actions: readonly string[],
  resources: readonly string[],
): Promise<void> {
  const policies = [{ resourceType, actions, resources }];
  const role = await admin.preparing.createRole({ name: fresh('role'), policies } as never);
  await admin.preparing.grantRole(role.id, userId);
}

async function person(sourcing: Sourcing, setting: ActorSetting): Promise<string> {
  const { id } = await sourcing.things.make(sourcing.admin, USER);
  const actions = PARTS[setting] ?? [];
  const { DEPLOYMENT_ID = '' } = sourcing.settings;
  if (actions.length > 0) await grantOn(sourcing, id, 'Deployment', actions, [DEPLOYMENT_ID]);
  const also = USER_OF[setting];
  if (also !== undefined) sourcing.also(also, id);
  return newKey(sourcing, 'key', { owner: id });
}

function partOf(setting: ActorSetting): Source {
  const actions = PARTS[setting] ?? [];
  return {
    kind: 'made',
    how: actions.length > 0 ? `a key of a made user who holds ${actions.join(', ')} there` : 'a key of a made user',
    needs: ['DEPLOYMENT_ID'],
    isOfAccount: true,
    isPossible: canMakePeople,
    obtain: (sourcing) => person(sourcing, setting),
  };
}

export const PEOPLE: Readonly<Partial<Record<ActorSetting, Source>>> = Object.fromEntries(
  (Object.keys(PARTS) as ActorSetting[]).map((setting) => [setting, partOf(setting)]),
);
