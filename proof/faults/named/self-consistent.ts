import type { Body, Call, Handler } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Outgoing } from '../../../mock/wire.ts';
import { byOAuth } from '../../lib/access.ts';
import { faults, type Deviation } from '../../lib/fault.ts';
import { changeOutgoing, replace, withBody, without } from '../../lib/patches.ts';
import { itemsOf } from '../../lib/reports.ts';

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

/** Answers of another kind than is declared, for some calls. */
const wrapped = (operation: string, isMeant: (call: Call, times: number) => boolean): Patch => {
  return (rules) => {
    const times = new Map<unknown, number>();
    replace(operation, async (call: Call, original: Handler) => {
      const now = (times.get(call.principal.token) ?? 0) + 1;
      times.set(call.principal.token, now);
      const answer = await original(call);
      return isMeant(call, now) ? withBody(answer, (body: Body) => ({ result: { data: body } })) : answer;
    })(rules);
  };
};

function wrappedForSome(operation: string): readonly Deviation[] {
  return [
    {
      name: 'wrapped-for-oauth',
      sentence: `${operation} answers an OAuth token with another body than is declared.`,
      patch: wrapped(operation, byOAuth),
    },
    {
      name: 'wrapped-again',
      sentence: `${operation} answers whoever reads once more with another body than is declared.`,
      patch: wrapped(operation, (_call, times) => times > 1),
    },
  ];
}

/** One more thing in a list than there is, so that something is shown where nothing would be. */
function adding(operation: string, thing: Body): Patch {
  return changeAnswer(operation, (list) => ({ ...list, items: [...itemsOf(list), thing] }));
}

function typed(type: string): (outgoing: Outgoing) => Outgoing {
  return (outgoing) => ({ ...outgoing, headers: { ...outgoing.headers, 'content-type': type } });
}

/** Faults of the families that are only named: answers are not as the tenant's own document declares them. */
export const selfConsistentFaults = faults({
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
    ...wrappedForSome('listEnvironmentVariables'),
  ],
  'named.regions.self-consistent': [
    {
      name: 'names-alone',
      sentence: 'The list of regions holds their names.',
      patch: showing('listRegions', ({ region }) => region),
    },
    ...wrappedForSome('listRegions'),
  ],
  'named.data-model.self-consistent': [
    {
      name: 'list-for-number',
      sentence: 'The data model lists its files where it is to count them.',
      patch: changeAnswer('getDataModel', (model) => ({ ...model, files: ['cubes/orders.yml'] })),
    },
    ...wrappedForSome('getDataModel'),
  ],
  'named.data-model-uploads.self-consistent': [
    {
      name: 'id-as-text',
      sentence: 'The id of an upload is a text.',
      patch: showing('listDataModelUploads', (upload) => ({ ...upload, id: String(upload['id']) })),
    },
    ...wrappedForSome('listDataModelUploads'),
  ],
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
    ...wrappedForSome('getSourceControl'),
  ],
  'named.notifications.self-consistent': [
    {
      name: 'no-text',
      sentence: 'A notification has a message and no text.',
      patch: adding('listNotifications', { id: 1, userId: 11, message: 'A run has finished' }),
    },
    ...wrappedForSome('listNotifications'),
  ],
  'named.workspace.self-consistent': [
    {
      name: 'bare-list',
      sentence: 'The workspace is a list without a page around it.',
      patch: changeAnswer('listWorkspace', (list) => itemsOf(list)),
    },
    ...wrappedForSome('listWorkspace'),
  ],
  'named.agents.self-consistent': [
    {
      name: 'no-page-info',
      sentence: 'The list of agents has no pageInfo.',
      patch: changeAnswer('listAgents', without('pageInfo')),
    },
    ...wrappedForSome('listAgents'),
  ],
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
    ...wrappedForSome('listUsersForAdministration'),
  ],
  'named.user-attributes.self-consistent': [
    {
      name: 'by-name',
      sentence: 'User attributes are an object with a member for each name.',
      patch: changeAnswer('listUserAttributes', (list) => ({
        ...list,
        items: Object.fromEntries(itemsOf(list).map((one) => [String(one['name']), one])),
      })),
    },
    ...wrappedForSome('listUserAttributes'),
  ],
  'named.user-attribute-values.self-consistent': [
    {
      name: 'null-value',
      sentence: 'The value of a user attribute is null.',
      patch: showing('listUserAttributeValues', (value) => ({ ...value, value: null })),
    },
    ...wrappedForSome('listUserAttributeValues'),
  ],
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
    ...wrappedForSome('getTenantSettings'),
  ],
  'named.oauth-integrations.self-consistent': [
    {
      name: 'renamed',
      sentence: 'An OAuth integration has isEnabled and no enabled.',
      patch: showing('listOAuthIntegrations', ({ enabled, ...rest }) => ({ ...rest, isEnabled: enabled })),
    },
    ...wrappedForSome('listOAuthIntegrations'),
  ],
  'named.user-oauth-tokens.self-consistent': [
    {
      name: 'id-as-text',
      sentence: 'An OAuth token names its integration by a text.',
      patch: showing('listUserOAuthTokens', (token) => ({ ...token, integrationId: String(token['integrationId']) })),
    },
    ...wrappedForSome('listUserOAuthTokens'),
  ],
  'named.dashboard-embed-access.self-consistent': [
    {
      name: 'null-for-boolean',
      sentence: 'Whether a dashboard is published is null.',
      patch: showing('listDashboardEmbedAccess', (access) => ({ ...access, published: null })),
    },
    ...wrappedForSome('listDashboardEmbedAccess'),
  ],
  'named.chat-history.self-consistent': [
    {
      name: 'id-as-number',
      sentence: 'The id of a chat thread is a number.',
      patch: adding('listChatHistory', { id: 7, prompt: 'What changed?' }),
    },
    ...wrappedForSome('listChatHistory'),
  ],
  'named.semantic-model-conversion.self-consistent': [
    {
      name: 'no-status',
      sentence: 'A conversion of a semantic model has no status.',
      patch: showing('listSemanticModelConversions', without('status')),
    },
    ...wrappedForSome('listSemanticModelConversions'),
  ],
});
