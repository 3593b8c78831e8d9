import { promises } from './row.ts';

export const named = promises('named', [
  // What the specification names and prints no operation for. The paths are those that a tenant's own document declares.
  {
    id: 'named.environment-variables.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'], bindings: ['named.environment-variables'] },
    sentence:
      "A read of environment variables that the tenant's own document declares, when it succeeds, answers with a status, media type and body that the document declares for it.",
  },
  {
    id: 'named.regions.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { bindings: ['named.regions'] },
    sentence:
      "A read of regions that the tenant's own document declares, when it succeeds, answers with a status, media type and body that the document declares for it.",
  },
  {
    id: 'named.data-model.self-consistent',
    kind: 'shape',
    lines: '20, 26, 261',
    operations: ['getSpec'],
    needs: { lent: ['DEPLOYMENT_ID'], bindings: ['named.data-model'] },
    sentence:
      "A read of the data model that the tenant's own document declares, when it succeeds, answers with a status, media type and body that the document declares for it.",
  },
  {
    id: 'named.data-model-uploads.self-consistent',
    kind: 'shape',
    lines: '20, 26, 261',
    operations: ['getSpec'],
    needs: { lent: ['DEPLOYMENT_ID'], bindings: ['named.data-model-uploads'] },
    sentence:
      "A read of data-model uploads that the tenant's own document declares, when it succeeds, answers with a status, media type and body that the document declares for it.",
  },
  {
    id: 'named.source-control-connection.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { lent: ['DEPLOYMENT_ID'], bindings: ['named.source-control-connection'] },
    sentence:
      "A read of the source-control connection that the tenant's own document declares, when it succeeds, answers with a status, media type and body that the document declares for it.",
  },
  {
    id: 'named.notifications.self-consistent',
    kind: 'shape',
    lines: '13, 26, 128, 261',
    operations: ['getSpec'],
    needs: { lent: ['DEPLOYMENT_ID'], bindings: ['named.notifications'] },
    sentence:
      "A read of notifications that the tenant's own document declares, when it succeeds, answers with a status, media type and body that the document declares for it.",
  },
  {
    id: 'named.workspace.self-consistent',
    kind: 'shape',
    lines: '13, 26, 261',
    operations: ['getSpec'],
    needs: { lent: ['DEPLOYMENT_ID'], bindings: ['named.workspace'] },
    sentence:
      "A read of the workspace that the tenant's own document declares, when it succeeds, answers with a status, media type and body that the document declares for it.",
  },
  {
    id: 'named.agents.self-consistent',
    kind: 'shape',
    lines: '13, 26, 261',
    operations: ['getSpec'],
    needs: { lent: ['DEPLOYMENT_ID'], bindings: ['named.agents'] },
    sentence:
      "A read of agents that the tenant's own document declares, when it succeeds, answers with a status, media type and body that the document declares for it.",
  },
  {
    id: 'named.users-admin.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { bindings: ['named.users-admin'] },
    sentence:
      "A read of users admin that the tenant's own document declares, when it succeeds, answers with a status, media type and body that the document declares for it.",
  },
  {
    id: 'named.user-attributes.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { bindings: ['named.user-attributes'] },
    sentence:
      "A read of user attributes that the tenant's own document declares, when it succeeds, answers with a status, media type and body that the document declares for it.",
  },
  {
    id: 'named.user-attribute-values.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { bindings: ['named.user-attribute-values'] },
    sentence:
      "A read of user attribute values that the tenant's own document declares, when it succeeds, answers with a status, media type and body that the document declares for it.",
  },
  {
    id: 'named.tenant-settings.self-consistent',
    kind: 'shape',
    lines: '26, 128, 261',
    operations: ['getSpec'],
    needs: { bindings: ['named.tenant-settings'] },
    sentence:
      "A read of tenant settings that the tenant's own document declares, when it succeeds, answers with a status, media type and body that the document declares for it.",
  },
  {
    id: 'named.oauth-integrations.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { bindings: ['named.oauth-integrations'] },
    sentence:
      "A read of OAuth integrations that the tenant's own document declares, when it succeeds, answers with a status, media type and body that the document declares for it.",
  },
  {
    id: 'named.user-oauth-tokens.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { bindings: ['named.user-oauth-tokens'] },
    sentence:
      "A read of user OAuth tokens that the tenant's own document declares, when it succeeds, answers with a status, media type and body that the document declares for it.",
  },
  {
    id: 'named.dashboard-embed-access.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { lent: ['DEPLOYMENT_ID'], bindings: ['named.dashboard-embed-access'] },
    sentence:
      "A read of dashboard embed access that the tenant's own document declares, when it succeeds, answers with a status, media type and body that the document declares for it.",
  },
  {
    id: 'named.chat-history.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { lent: ['DEPLOYMENT_ID'], bindings: ['named.chat-history'] },
    sentence:
      "A read of chat history that the tenant's own document declares, when it succeeds, answers with a status, media type and body that the document declares for it.",
  },
  {
    id: 'named.semantic-model-conversion.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { lent: ['DEPLOYMENT_ID'], bindings: ['named.semantic-model-conversion'] },
    sentence:
      "A read of the semantic-model conversion that the tenant's own document declares, when it succeeds, answers with a status, media type and body that the document declares for it.",
  },
]);
