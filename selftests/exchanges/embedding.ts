import { AS_ADMIN, JSON_BODY, type Story } from './exchange.ts';

export const EMBEDDING: readonly Story[] = [
  {
    about: 'embed sessions and embed tenants',
    exchanges: [
      {
        what: 'revoke a session that never was',
        as: 'ADMIN_TOKEN',
        asks: ['revokeEmbedSession', { body: { sessionId: 'never-was' } }],
        request: `POST /api/v1/embed/session/revoke
${AS_ADMIN}
${JSON_BODY}

{"sessionId": "never-was"}`,
        answer: '204',
      },
      {
        what: 'a plain user revokes none',
        as: 'MEMBER_TOKEN',
        asks: ['revokeEmbedSession', { body: { sessionId: 'never-was' } }],
        request: `POST /api/v1/embed/session/revoke
Authorization: Bearer <MEMBER_TOKEN>
${JSON_BODY}

{"sessionId": "never-was"}`,
        answer: '403',
      },
      {
        what: 'the workbooks of an embed tenant, by how it came to them',
        as: 'ADMIN_TOKEN',
        asks: [
          'listEmbedTenantWorkbooks',
          {
            path: { deploymentId: '<DEPLOYMENT_ID>', embedTenantName: '<EMBED_TENANT>' },
            query: { accessSource: 'folder', first: 3 },
          },
        ],
        request: `GET /api/v1/deployments/<DEPLOYMENT_ID>/embed-tenants/<EMBED_TENANT>/workbooks?accessSource=folder&first=3
${AS_ADMIN}`,
        answer: '2xx\n\n{"items": "<array>"}',
      },
      {
        what: 'delete an embed tenant',
        as: 'ADMIN_TOKEN',
        asks: ['deleteEmbedTenant', { path: { embedTenantName: '<SPARE_EMBED_TENANT>' } }],
        request: `DELETE /api/v1/embed-tenants/<SPARE_EMBED_TENANT>/
${AS_ADMIN}`,
        answer: '2xx',
      },
    ],
  },
  {
    about: 'the account: keys, tokens, the own user and the application',
    exchanges: [
      {
        what: 'the keys, none with its token',
        as: 'ADMIN_TOKEN',
        asks: ['listApiKeys'],
        request: `GET /api/v1/api-keys
${AS_ADMIN}`,
        answer: '2xx\n\n{"items": "<array>"}',
      },
      {
        what: 'no plain user sees the keys',
        as: 'MEMBER_TOKEN',
        asks: ['listApiKeys'],
        request: `GET /api/v1/api-keys
Authorization: Bearer <MEMBER_TOKEN>`,
        answer: '403',
      },
      {
        what: 'a token for usage analytics',
        as: 'ADMIN_TOKEN',
        asks: ['createUsageAnalyticsToken'],
        request: `POST /api/v1/usage-analytics/token
${AS_ADMIN}`,
        answer: '2xx\n\n{"expiresAt": "<date>"}',
      },
      {
        what: 'the caller',
        as: 'MEMBER_TOKEN',
        asks: ['getMe'],
        request: `GET /api/v1/users/me
Authorization: Bearer <MEMBER_TOKEN>`,
        answer: '2xx\n\n{}',
      },
      {
        what: 'settings merge, and null clears those of sheets',
        as: 'MEMBER_TOKEN',
        asks: ['updateMySettings', { body: { sheets: null } }],
        request: `PATCH /api/v1/users/me/settings
Authorization: Bearer <MEMBER_TOKEN>
${JSON_BODY}

{"sheets": null}`,
        answer: '2xx',
      },
      {
        what: 'users by a part of their names',
        as: 'ADMIN_TOKEN',
        asks: ['listUsers', { query: { search: 'ADA', first: 2 } }],
        request: `GET /api/v1/users?search=ADA&first=2
${AS_ADMIN}`,
        answer: '2xx\n\n{"items": "<array>"}',
      },
      {
        what: 'the configuration of the application',
        as: 'ADMIN_TOKEN',
        asks: ['getAppConfig'],
        request: `GET /api/v1/app-config
${AS_ADMIN}`,
        answer: '2xx\n\n{}',
      },
      {
        what: 'the theme',
        as: 'ADMIN_TOKEN',
        asks: ['getAppTheme'],
        request: `GET /api/v1/app-theme
${AS_ADMIN}`,
        answer: '2xx\n\n{}',
      },
      {
        what: 'the OpenAPI document',
        as: 'ADMIN_TOKEN',
        asks: ['getSpec'],
        request: `GET /api/v1/spec
${AS_ADMIN}`,
        answer: '2xx\n\n{"openapi": "3.1.0", "paths": "<object>", "info": {"version": "1.0.0"}}',
      },
      {
        what: 'an OIDC token config',
        as: 'ADMIN_TOKEN',
        asks: ['getOidcTokenConfig', { path: { id: '<OIDC_TOKEN_CONFIG_ID>' } }],
        request: `GET /api/v1/oidc-token-configs/<OIDC_TOKEN_CONFIG_ID>
${AS_ADMIN}`,
        answer:
          '200\n\n{"id": "<integer>", "name": "<string>", "audience": "<string>", "audienceType": "<string>", "isEnabled": "<boolean>", "createdAt": "<date>", "updatedAt": "<date>"}',
        wrong: { id: '5', name: 5, audience: [], isEnabled: 'true', createdAt: 'yesterday', updatedAt: 12 },
      },
    ],
  },
  {
    about: 'tasks of the agent',
    exchanges: [
      {
        what: 'all tasks of a deployment',
        as: 'ADMIN_TOKEN',
        asks: ['listScheduledTasks', { path: { deploymentId: '<DEPLOYMENT_ID>' } }],
        request: `GET /api/v1/deployments/<DEPLOYMENT_ID>/scheduled-tasks
${AS_ADMIN}`,
        answer: '2xx\n\n{"items": "<array>"}',
      },
      {
        what: 'not by an embed session',
        as: 'ADMIN_EMBED_TOKEN',
        asks: ['listScheduledTasks', { path: { deploymentId: '<DEPLOYMENT_ID>' } }],
        request: `GET /api/v1/deployments/<DEPLOYMENT_ID>/scheduled-tasks
Authorization: Bearer <ADMIN_EMBED_TOKEN>`,
        answer: '403',
      },
      {
        what: 'not by who cannot read the deployment',
        as: 'NO_ACCESS_TOKEN',
        asks: ['listScheduledTasks', { path: { deploymentId: '<DEPLOYMENT_ID>' } }],
        request: `GET /api/v1/deployments/<DEPLOYMENT_ID>/scheduled-tasks
Authorization: Bearer <NO_ACCESS_TOKEN>`,
        answer: '403',
      },
    ],
  },
];
