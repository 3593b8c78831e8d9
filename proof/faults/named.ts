import { IN_ACCOUNT, IN_DEPLOYMENT } from '../lib/named.ts';
import type { Body } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Outgoing } from '../../mock/wire.ts';
import { faults, type Fault } from '../lib/fault.ts';
import { all, replace, without, changeOutgoing } from '../lib/patches.ts';
import { asAdministrator, isAnonymous, open, widened } from '../lib/access.ts';
import { itemsOf } from '../lib/reports.ts';

/** Answers that are not as the tenant's own document declares them. */

/** What an operation answers, before it leaves. */
function changeAnswer(operation: string, change: (body: Body) => unknown): Patch {
  return ({ responses }) => {
    const { answer: own } = responses;
    responses.answer = (answer, id) => {
      const final = own(answer, id);
      return id === operation && final.kind === 'ok' ? { ...final, body: change(final.body as Body) } : final;
    };
  };
}

function showing(operation: string, change: (thing: Body) => unknown): Patch {
  return changeAnswer(operation, (list) => ({ ...list, items: itemsOf(list).map(change) }));
}

/** One more thing in a list than there is, so that something is shown where nothing would be. */
function adding(operation: string, thing: Body): Patch {
  return changeAnswer(operation, (list) => ({ ...list, items: [...itemsOf(list), thing] }));
}

function typed(type: string): (outgoing: Outgoing) => Outgoing {
  return (outgoing) => ({ ...outgoing, headers: { ...outgoing.headers, 'content-type': type } });
}

/** Ways past the access rules, which are the same for each of them. */
const pastTheDoor = [
  ...Object.entries({ ...IN_DEPLOYMENT, ...IN_ACCOUNT }).map(([name, operation]): Fault => ({
    id: `named.${name}.no-credential/not-asked-for`,
    requirement: `named.${name as keyof typeof IN_DEPLOYMENT}.no-credential`,
    sentence: `No credential is asked for on ${operation}.`,
    patch: all(
      open(operation),
      replace(operation, (call, original) => original(isAnonymous(call) ? asAdministrator(call) : call)),
    ),
  })),
  ...Object.entries(IN_DEPLOYMENT).map(([name, operation]): Fault => ({
    id: `named.${name}.scoped-key-elsewhere/scope-ignored`,
    requirement: `named.${name as keyof typeof IN_DEPLOYMENT}.scoped-key-elsewhere`,
    sentence: `On ${operation} nobody looks at the deployments that a key is scoped to.`,
    patch: widened(operation),
  })),
];

const inconsistent = faults({
  'named.environment-variables.self-consistent': [
    {
      name: 'text-for-boolean',
      sentence: 'Whether an environment variable is secret is told in a word.',
      patch: showing('listEnvironmentVariables', (variable) => ({
        ...variable,
        isSecret: variable['isSecret'] ? 'yes' : 'no',
      })),
    },
    {
      name: 'one-nameless',
      sentence: 'The last environment variable has no name.',
      patch: changeAnswer('listEnvironmentVariables', (list) => ({
        ...list,
        items: itemsOf(list).map((one, index, all) => (index === all.length - 1 ? without('name')(one) : one)),
      })),
    },
  ],
  'named.regions.self-consistent': {
    name: 'names-alone',
    sentence: 'The list of regions holds their names.',
    patch: showing('listRegions', ({ region }) => region),
  },
  'named.data-model.self-consistent': {
    name: 'list-for-number',
    sentence: 'The data model lists its files where it is to count them.',
    patch: changeAnswer('getDataModel', (model) => ({ ...model, files: ['cubes/orders.yml'] })),
  },
  'named.data-model-uploads.self-consistent': {
    name: 'id-as-text',
    sentence: 'The id of an upload is a text.',
    patch: showing('listDataModelUploads', (upload) => ({ ...upload, id: String(upload['id']) })),
  },
  'named.source-control-connection.self-consistent': [
    {
      name: 'no-branch',
      sentence: 'The source-control connection lacks its default branch.',
      patch: changeAnswer('getSourceControl', without('defaultBranch')),
    },
    {
      name: 'another-status',
      sentence: 'The source-control connection is answered with 206.',
      patch: changeOutgoing('getSourceControl', (outgoing) => ({ ...outgoing, status: 206 })),
    },
  ],
  'named.notifications.self-consistent': {
    name: 'no-text',
    sentence: 'A notification has a message and no text.',
    patch: adding('listNotifications', { id: 1, userId: 11, message: 'A run has finished' }),
  },
  'named.workspace.self-consistent': {
    name: 'bare-list',
    sentence: 'The workspace is a list without a page around it.',
    patch: changeAnswer('listWorkspace', (list) => itemsOf(list)),
  },
  'named.agents.self-consistent': {
    name: 'no-page-info',
    sentence: 'The list of agents has no pageInfo.',
    patch: changeAnswer('listAgents', without('pageInfo')),
  },
  'named.users-admin.self-consistent': [
    {
      name: 'number-for-boolean',
      sentence: 'Whether a user is active is told by 0 and 1.',
      patch: showing('listUsersForAdministration', (user) => ({ ...user, active: user['active'] === true ? 1 : 0 })),
    },
    {
      name: 'plain-text',
      sentence: 'The list of users as administrators see them is sent as plain text.',
      patch: changeOutgoing('listUsersForAdministration', typed('text/plain')),
    },
  ],
  'named.user-attributes.self-consistent': {
    name: 'by-name',
    sentence: 'User attributes are an object with a member for each name.',
    patch: changeAnswer('listUserAttributes', (list) => ({
      ...list,
      items: Object.fromEntries(itemsOf(list).map((one) => [String(one['name']), one])),
    })),
  },
  'named.user-attribute-values.self-consistent': {
    name: 'null-value',
    sentence: 'The value of a user attribute is null.',
    patch: showing('listUserAttributeValues', (value) => ({ ...value, value: null })),
  },
  'named.tenant-settings.self-consistent': [
    {
      name: 'object-for-boolean',
      sentence: 'Tenant settings tell in an object whether embedding is on.',
      patch: changeAnswer('getTenantSettings', (settings) => ({
        ...settings,
        embedding: { enabled: settings['embedding'] },
      })),
    },
    {
      name: 'xml',
      sentence: 'Tenant settings are sent as XML.',
      patch: changeOutgoing('getTenantSettings', (outgoing) => ({
        ...typed('application/xml')(outgoing),
        body: '<settings><name>acme</name><rbac>true</rbac></settings>',
      })),
    },
  ],
  'named.oauth-integrations.self-consistent': {
    name: 'renamed',
    sentence: 'An OAuth integration has isEnabled and no enabled.',
    patch: showing('listOAuthIntegrations', ({ enabled, ...rest }) => ({ ...rest, isEnabled: enabled })),
  },
  'named.user-oauth-tokens.self-consistent': {
    name: 'id-as-text',
    sentence: 'An OAuth token names its integration by a text.',
    patch: showing('listUserOAuthTokens', (token) => ({ ...token, integrationId: String(token['integrationId']) })),
  },
  'named.dashboard-embed-access.self-consistent': {
    name: 'null-for-boolean',
    sentence: 'Whether a dashboard is published is null.',
    patch: showing('listDashboardEmbedAccess', (access) => ({ ...access, published: null })),
  },
  'named.chat-history.self-consistent': {
    name: 'id-as-number',
    sentence: 'The id of a chat thread is a number.',
    patch: adding('listChatHistory', { id: 7, prompt: 'What changed?' }),
  },
  'named.semantic-model-conversion.self-consistent': {
    name: 'no-status',
    sentence: 'A conversion of a semantic model has no status.',
    patch: showing('listSemanticModelConversions', without('status')),
  },
});

export const namedFaults = [...pastTheDoor, ...inconsistent];
