import { AS_ADMIN, JSON_BODY, type Story } from './exchange.ts';

const deployment = { deploymentId: '<DEPLOYMENT_ID>' };
const environment = { ...deployment, environmentId: '<ENVIRONMENT_ID>' };

export const DEPLOYMENTS: readonly Story[] = [
  {
    about: 'a deployment, what it is set to and who may ask',
    exchanges: [
      {
        what: 'the list',
        as: 'ADMIN_TOKEN',
        asks: ['listDeployments', { query: { first: 1 } }],
        request: `GET /api/v1/deployments?first=1
${AS_ADMIN}`,
        answer: '2xx\n\n{"items": ["<object>"]}',
        wrong: { items: {} },
      },
      {
        what: 'an OAuth access token is sent like a key',
        as: 'OAUTH_TOKEN',
        asks: ['listDeployments'],
        request: `GET /api/v1/deployments
Authorization: Bearer <OAUTH_TOKEN>`,
        answer: '2xx\n\n{"items": "<array>"}',
      },
      {
        what: 'template variables merge key by key',
        as: 'ADMIN_TOKEN',
        asks: ['updateDeployment', { path: deployment, body: { templateVariables: { region_name: 'north' } } }],
        request: `PUT /api/v1/deployments/<DEPLOYMENT_ID>
${AS_ADMIN}
${JSON_BODY}

{"templateVariables": {"region_name": "north"}}`,
        answer: '2xx',
      },
      {
        what: 'settings',
        as: 'ADMIN_TOKEN',
        asks: ['getDeploymentSettings', { path: deployment }],
        request: `GET /api/v1/deployments/<DEPLOYMENT_ID>/settings
${AS_ADMIN}`,
        answer: '2xx\n\n{}',
      },
      {
        what: 'a version that no list has',
        as: 'ADMIN_TOKEN',
        asks: ['updateDeployment', { path: deployment, body: { releaseChannelVersion: 'v0.0.0-never' } }],
        request: `PUT /api/v1/deployments/<DEPLOYMENT_ID>
${AS_ADMIN}
${JSON_BODY}

{"releaseChannelVersion": "v0.0.0-never"}`,
        answer: '4xx',
      },
      {
        what: 'the shortest token',
        as: 'ADMIN_TOKEN',
        asks: ['createDeploymentToken', { path: { id: '<DEPLOYMENT_ID>' }, body: { expiresIn: 60 } }],
        request: `POST /api/v1/deployments/<DEPLOYMENT_ID>/token
${AS_ADMIN}
${JSON_BODY}

{"expiresIn": 60}`,
        answer: '2xx\n\n{"token": "<string>"}',
      },
      {
        what: 'a token as long as by default',
        as: 'ADMIN_TOKEN',
        asks: ['createDeploymentToken', { path: { id: '<DEPLOYMENT_ID>' } }],
        request: `POST /api/v1/deployments/<DEPLOYMENT_ID>/token
${AS_ADMIN}`,
        answer: '2xx\n\n{"token": "<string>"}',
      },
      {
        what: 'agents by default',
        as: 'ADMIN_TOKEN',
        asks: ['getAgentDefaults', { path: deployment }],
        request: `GET /api/v1/deployments/<DEPLOYMENT_ID>/agent-defaults
${AS_ADMIN}`,
        answer: '2xx\n\n{"defaultAgentId": "<string or null>", "autoAgentEnabled": "<boolean>"}',
        wrong: { defaultAgentId: 5, autoAgentEnabled: 'yes' },
      },
      {
        what: 'a key that is scoped to another deployment',
        as: 'SCOPED_TOKEN',
        asks: ['getDeploymentSettings', { path: { deploymentId: '<OTHER_DEPLOYMENT_ID>' } }],
        request: `GET /api/v1/deployments/<OTHER_DEPLOYMENT_ID>/settings
Authorization: Bearer <SCOPED_TOKEN>`,
        answer: '403',
      },
    ],
  },
  {
    about: 'the environments of a deployment and their tokens',
    exchanges: [
      {
        what: 'the list',
        as: 'ADMIN_TOKEN',
        asks: ['listEnvironments', { path: deployment, query: { first: 2 } }],
        request: `GET /api/v1/deployments/<DEPLOYMENT_ID>/environments?first=2
${AS_ADMIN}`,
        answer: '2xx\n\n{"pagination": "<object or null>"}',
      },
      {
        what: 'a token with scopes and a security context',
        as: 'ADMIN_TOKEN',
        asks: [
          'createEnvironmentToken',
          { path: environment, body: { scopes: ['data'], security_context: { team: 5 } } },
        ],
        request: `POST /api/v1/deployments/<DEPLOYMENT_ID>/environments/<ENVIRONMENT_ID>/tokens
${AS_ADMIN}
${JSON_BODY}

{"scopes": ["data"], "security_context": {"team": 5}}`,
        answer: '2xx\n\n{"data": {"scopes": ["<string>"]}}',
        wrong: { data: null, 'data/scopes': 'data' },
      },
      {
        what: 'a token for syncs of metadata',
        as: 'ADMIN_TOKEN',
        asks: ['createMetaSyncToken', { path: environment, body: { scopes: ['meta-private'] } }],
        request: `POST /api/v1/deployments/<DEPLOYMENT_ID>/environments/<ENVIRONMENT_ID>/tokens-for-meta-sync
${AS_ADMIN}
${JSON_BODY}

{"scopes": ["meta-private"]}`,
        answer: '2xx\n\n{}',
      },
      {
        what: 'the tokens of the caller',
        as: 'ADMIN_TOKEN',
        asks: ['listEnvironmentTokens', { path: environment }],
        request: `GET /api/v1/deployments/<DEPLOYMENT_ID>/environments/<ENVIRONMENT_ID>/tokens
${AS_ADMIN}`,
        answer: '2xx\n\n{"items": "<array>"}',
      },
      {
        what: 'not by an embed session',
        as: 'ADMIN_EMBED_TOKEN',
        asks: ['listEnvironmentTokens', { path: environment }],
        request: `GET /api/v1/deployments/<DEPLOYMENT_ID>/environments/<ENVIRONMENT_ID>/tokens
Authorization: Bearer <ADMIN_EMBED_TOKEN>`,
        answer: '403',
      },
    ],
  },
  {
    about: 'branches and the data model',
    exchanges: [
      {
        what: 'dev mode on a branch',
        as: 'ADMIN_TOKEN',
        asks: ['enterDevMode', { path: deployment, body: { branchName: '<BRANCH>' } }],
        request: `POST /build/api/v1/deployments/<DEPLOYMENT_ID>/dev-mode
${AS_ADMIN}
${JSON_BODY}

{"branchName": "<BRANCH>"}`,
        answer: '2xx\n\n{"active": true, "branchName": "<BRANCH>", "parentBranch": "<string>"}',
        wrong: { active: 'true', branchName: 3, parentBranch: false },
      },
      {
        what: 'a model that compiles, or does not',
        as: 'ADMIN_TOKEN',
        asks: ['validateDataModel', { path: deployment }],
        request: `GET /build/api/v1/deployments/<DEPLOYMENT_ID>/data-model/validate
${AS_ADMIN}`,
        answer: '200\n\n{"valid": "<boolean>"}',
        wrong: { valid: 'no' },
      },
      {
        what: 'delete a branch',
        as: 'ADMIN_TOKEN',
        asks: ['deleteBranch', { path: deployment, query: { branchName: '<STOPPED_BRANCH>' } }],
        request: `DELETE /build/api/v1/deployments/<DEPLOYMENT_ID>/branches?branchName=<STOPPED_BRANCH>
${AS_ADMIN}`,
        answer: '2xx',
      },
    ],
  },
  {
    about: 'the Core Data API takes a token without a prefix, the AI API a key with its own',
    exchanges: [
      {
        what: 'metadata',
        as: 'DATA_API_TOKEN',
        asks: ['coreDataMeta'],
        request: `GET <DATA_API_URL>/v1/meta
Authorization: <DATA_API_TOKEN>`,
        answer: '2xx',
      },
      {
        what: 'a prefix that belongs elsewhere is no credential of this API',
        asks: ['coreDataMeta', { headers: { authorization: 'Bearer x' } }],
        request: `GET <DATA_API_URL>/v1/meta
Authorization: Bearer x`,
        answer: '401',
      },
    ],
  },
];
