import type { BindingId } from '../../contracts/bindings/index.ts';
import type { Operation, Schema } from '../../contracts/document.ts';
import { ok, refuse, type Answer } from '../answer.ts';
import { isAdmin, may } from '../authority.ts';
import type { Call, Handler } from '../call.ts';
import { instantOf } from '../clock.ts';
import { isEarly } from '../late.ts';
import { pageOf } from '../pages.ts';
import type { Tenant } from '../tenant.ts';
import { agents } from './agents.ts';
import { isAsked, type DeclaredOperation, type FamilyBehaviour } from './family.ts';
import { taskState } from './task-state.ts';

type Type = 'string' | 'integer' | 'boolean';
type Members = Readonly<Record<string, Type>>;

/** An operation that reads: a list of things, or one thing, each with the members that its schema declares. */
interface Reading {
  readonly operationId: string;
  readonly summary: string;
  readonly binding: BindingId;
  readonly members: Members;
  readonly isAdministrators?: boolean;
  readonly list?: (call: Call) => readonly Readonly<Record<string, unknown>>[];
  readonly one?: (call: Call) => Readonly<Record<string, unknown>>;
}

function deploymentIn({ tenant, path }: Call) {
  return (
    tenant.deployments.deployments.get(Number(path['deploymentId'])) ?? refuse('unknown', 'there is no such deployment')
  );
}

function people({ account }: Tenant) {
  return account.users.all();
}

const READINGS: readonly Reading[] = [
  {
    operationId: 'listEnvironmentVariables',
    summary: 'List the variables of an environment, their values kept back',
    binding: 'named.environment-variables',
    members: { id: 'integer', name: 'string', isSecret: 'boolean' },
    list: (call) => {
      const environment = call.tenant.deployments.environments.get(Number(call.path['environmentId']));
      if (environment?.deploymentId !== Number(call.path['deploymentId']))
        refuse('unknown', 'there is no such environment');
      return ['DATABASE_URL', 'LOG_LEVEL'].map((name, index) => ({ id: index + 1, name, isSecret: index === 0 }));
    },
  },
  {
    operationId: 'listRegions',
    summary: 'List the regions in which a deployment can stand',
    binding: 'named.regions',
    members: { id: 'integer', region: 'string', cloudProvider: 'string' },
    list: () =>
      ['eu-central-1', 'us-east-1', 'us-west-2'].map((region, index) => ({
        id: index + 1,
        region,
        cloudProvider: 'aws',
      })),
  },
  {
    operationId: 'getDataModel',
    summary: 'Read which files make the data model',
    binding: 'named.data-model',
    members: { branchName: 'string', files: 'integer' },
    one: (call) => ({ branchName: deploymentIn(call).mainBranch, files: 3 }),
  },
  {
    operationId: 'listDataModelUploads',
    summary: 'List the uploads of data-model files',
    binding: 'named.data-model-uploads',
    members: { id: 'integer', branchName: 'string', files: 'integer' },
    list: (call) => [{ id: 1, branchName: deploymentIn(call).mainBranch, files: 3 }],
  },
  {
    operationId: 'getSourceControl',
    summary: 'Read how a deployment is tied to a repository',
    binding: 'named.source-control-connection',
    members: { connected: 'boolean', defaultBranch: 'string' },
    one: (call) => ({ connected: true, defaultBranch: deploymentIn(call).mainBranch }),
  },
  {
    operationId: 'listWorkspace',
    summary: 'List the workbooks of the workspace',
    binding: 'named.workspace',
    members: { id: 'integer', name: 'string', slug: 'string' },
    list: ({ tenant, path }) =>
      tenant.content.workbooks
        .filter((one) => isAsked(path, one.deploymentId) && one.shared)
        .map(({ id, name, slug }) => ({ id, name, slug })),
  },
  {
    operationId: 'listAgents',
    summary: 'List the agents of a deployment',
    binding: 'named.agents',
    members: { id: 'string', name: 'string' },
    list: (call) =>
      [...agents(call.tenant).values()]
        .filter(({ id, action, deploymentId }) => {
          const mayUse = action === 'DeploymentRead' || may(call.tenant, call.principal, action, deploymentId);
          return isAsked(call.path, deploymentId) && mayUse && !isEarly(call, id);
        })
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ id, name }) => ({ id, name })),
  },
  {
    operationId: 'listUsersForAdministration',
    summary: 'List users as administrators see them',
    binding: 'named.users-admin',
    members: { id: 'integer', email: 'string', active: 'boolean' },
    isAdministrators: true,
    list: ({ tenant }) => people(tenant).map(({ id, email, active }) => ({ id, email, active })),
  },
  {
    operationId: 'listUserAttributes',
    summary: 'List the attributes that users can have',
    binding: 'named.user-attributes',
    members: { id: 'integer', name: 'string', type: 'string' },
    list: () => [
      { id: 1, name: 'region', type: 'string' },
      { id: 2, name: 'team', type: 'string' },
    ],
  },
  {
    operationId: 'listUserAttributeValues',
    summary: "List the values of the caller's attributes",
    binding: 'named.user-attribute-values',
    members: { id: 'integer', attributeId: 'integer', value: 'string' },
    list: ({ principal }) => (principal.user ? [{ id: principal.user.id, attributeId: 1, value: 'eu' }] : []),
  },
  {
    operationId: 'getTenantSettings',
    summary: 'Read the settings of the account',
    binding: 'named.tenant-settings',
    members: { name: 'string', rbac: 'boolean', embedding: 'boolean' },
    one: ({ tenant: { account, features } }) => ({
      name: account.name,
      rbac: features.rbac,
      embedding: features.embedding,
    }),
  },
  {
    operationId: 'listOAuthIntegrations',
    summary: 'List OAuth integrations',
    binding: 'named.oauth-integrations',
    members: { id: 'integer', name: 'string', enabled: 'boolean' },
    list: () => [{ id: 1, name: 'Spreadsheet add-in', enabled: true }],
  },
  {
    operationId: 'listUserOAuthTokens',
    summary: "List the caller's OAuth grants, without the tokens",
    binding: 'named.user-oauth-tokens',
    members: { id: 'integer', integrationId: 'integer' },
    list: ({ principal }) => (principal.user ? [{ id: principal.user.id, integrationId: 1 }] : []),
  },
  {
    operationId: 'listDashboardEmbedAccess',
    summary: 'List which dashboards can be embedded',
    binding: 'named.dashboard-embed-access',
    members: { id: 'integer', publicId: 'string', published: 'boolean' },
    list: ({ tenant, path }) =>
      tenant.content.workbooks
        .filter((one) => isAsked(path, one.deploymentId))
        .map(({ id, publicId, published }) => ({ id, publicId, published: published !== null })),
  },
  {
    operationId: 'listChatHistory',
    summary: "List the caller's chat threads",
    binding: 'named.chat-history',
    members: { id: 'string', prompt: 'string' },
    list: ({ tenant, principal, path }) =>
      [...taskState(tenant).threads.values()]
        .filter((one) => one.userId === principal.user?.id && isAsked(path, one.deploymentId))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ id, prompt, startedAt }) => ({ id, prompt, startedAt: instantOf(startedAt) })),
  },
  {
    operationId: 'listSemanticModelConversions',
    summary: 'List conversions of semantic models',
    binding: 'named.semantic-model-conversion',
    members: { id: 'integer', source: 'string', status: 'string' },
    list: () => [{ id: 1, source: 'model.bim', status: 'completed' }],
  },
];

function handlerOf({ operationId, isAdministrators, list, one }: Reading): Handler {
  return (call): Answer => {
    if (isAdministrators && !isAdmin(call.tenant, call.principal)) refuse(403, 'only an administrator may do this');
    const body = list ? pageOf(call, list(call), (thing) => [thing['id'] as string | number]) : one?.(call);
    return ok(call.tenant.rules.named.answer(body, operationId));
  };
}

function operationOf({ operationId, summary, members, isAdministrators, list }: Reading): Operation {
  const thing: Schema = {
    type: 'object',
    required: Object.keys(members),
    properties: Object.fromEntries(Object.entries(members).map(([name, type]) => [name, { type }])),
  };
  const page: Schema = {
    type: 'object',
    required: ['items', 'pageInfo'],
    properties: { items: { type: 'array', items: thing }, pageInfo: { $ref: '#/components/schemas/PageInfo' } },
  };
  return {
    operationId,
    summary,
    tags: ['named'],
    security: [{ platform: [] }],
    ...(list && {
      parameters: [{ $ref: '#/components/parameters/first' }, { $ref: '#/components/parameters/after' }],
    }),
    responses: {
      '2XX': { description: `${summary}.`, content: { 'application/json': { schema: list ? page : thing } } },
      '401': { $ref: '#/components/responses/Unauthorized' },
      '403': { $ref: '#/components/responses/Forbidden' },
      '4XX': { $ref: '#/components/responses/Refused' },
    },
    'x-lines': '26',
    'x-access': {
      credential: 'platform',
      scopedKeyElsewhereRefused: '281, 297',
      ...(isAdministrators && { administrator: '282' }),
    },
  };
}

/** The operations as this build's own document declares them. */
export const declared: readonly DeclaredOperation[] = READINGS.map((reading) => ({
  binding: reading.binding,
  operation: operationOf(reading),
}));

export const named: FamilyBehaviour = {
  handlers: Object.fromEntries(READINGS.map((reading) => [reading.operationId, handlerOf(reading)])),
};
