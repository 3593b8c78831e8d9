import type { BindingId } from '../bindings/index.ts';
import { requirements, type Row } from './row.ts';

const IN_DEPLOYMENT = [
  'environment-variables',
  'data-model',
  'data-model-uploads',
  'source-control-connection',
  'notifications',
  'workspace',
  'agents',
  'dashboard-embed-access',
  'chat-history',
  'semantic-model-conversion',
] as const;
const IN_ACCOUNT = [
  'regions',
  'users-admin',
  'user-attributes',
  'user-attribute-values',
  'tenant-settings',
  'oauth-integrations',
  'user-oauth-tokens',
] as const;

type Named = (typeof IN_DEPLOYMENT)[number] | (typeof IN_ACCOUNT)[number];

/** Holds for every operation, and so for the read operation of such a family, whatever its path. */
const noCredential = <Name extends Named>(name: Name): Row<`named.${Name}.no-credential`> => ({
  id: `named.${name}.no-credential`,
  kind: 'auth',
  lines: '24, 149, 296',
  operations: ['getSpec'],
  needs: { bindings: [`named.${name}` satisfies BindingId] },
  sentence: `A read of ${name.replaceAll('-', ' ')} that the tenant's own document declares is refused with 401 without a credential.`,
  classes: ['before a read', 'after a read'],
});

const scopedElsewhere = <Name extends (typeof IN_DEPLOYMENT)[number]>(
  name: Name,
): Row<`named.${Name}.scoped-key-elsewhere`> => ({
  id: `named.${name}.scoped-key-elsewhere`,
  kind: 'auth',
  lines: '281, 297',
  operations: ['getSpec'],
  needs: { actors: ['SCOPED_TOKEN'], lent: ['OTHER_DEPLOYMENT_ID'], bindings: [`named.${name}` satisfies BindingId] },
  sentence: `A read of ${name.replaceAll('-', ' ')} in a deployment outside the scope of its key is refused with 403.`,
  classes: ['before a read', 'after a read'],
});

export const named = requirements('named', [
  ...[...IN_DEPLOYMENT, ...IN_ACCOUNT].map(noCredential),
  ...IN_DEPLOYMENT.map(scopedElsewhere),

  // Families that the specification names without operations. The paths come from the tenant's own document.
  {
    id: 'named.environment-variables.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: {
      mayUse: ['OAUTH_TOKEN'],
      lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'],
      bindings: ['named.environment-variables'],
    },
    sentence:
      "The tenant\'s document, as that of the serving build, declares the status, media type and body of a read of environment variables as a success of it has them.",
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
  {
    id: 'named.regions.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { mayUse: ['OAUTH_TOKEN'], bindings: ['named.regions'] },
    sentence:
      "The tenant\'s document, as that of the serving build, declares the status, media type and body of a read of regions as a success of it has them.",
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
  {
    id: 'named.data-model.self-consistent',
    kind: 'shape',
    lines: '20, 26, 261',
    operations: ['getSpec'],
    needs: { mayUse: ['OAUTH_TOKEN'], lent: ['DEPLOYMENT_ID'], bindings: ['named.data-model'] },
    sentence:
      "The tenant\'s document, as that of the serving build, declares the status, media type and body of a read of the data model as a success of it has them.",
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
  {
    id: 'named.data-model-uploads.self-consistent',
    kind: 'shape',
    lines: '20, 26, 261',
    operations: ['getSpec'],
    needs: { mayUse: ['OAUTH_TOKEN'], lent: ['DEPLOYMENT_ID'], bindings: ['named.data-model-uploads'] },
    sentence:
      "The tenant\'s document, as that of the serving build, declares the status, media type and body of a read of data-model uploads as a success of it has them.",
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
  {
    id: 'named.source-control-connection.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { mayUse: ['OAUTH_TOKEN'], lent: ['DEPLOYMENT_ID'], bindings: ['named.source-control-connection'] },
    sentence:
      "The tenant\'s document, as that of the serving build, declares the status, media type and body of a read of the source-control connection as a success of it has them.",
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
  {
    id: 'named.notifications.self-consistent',
    kind: 'shape',
    lines: '13, 26, 128, 261',
    operations: ['getSpec'],
    needs: { mayUse: ['OAUTH_TOKEN'], lent: ['DEPLOYMENT_ID'], bindings: ['named.notifications'] },
    sentence:
      "The tenant\'s document, as that of the serving build, declares the status, media type and body of a read of notifications as a success of it has them.",
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
  {
    id: 'named.workspace.self-consistent',
    kind: 'shape',
    lines: '13, 26, 261',
    operations: ['getSpec'],
    needs: { mayUse: ['OAUTH_TOKEN'], lent: ['DEPLOYMENT_ID'], bindings: ['named.workspace'] },
    sentence:
      "The tenant\'s document, as that of the serving build, declares the status, media type and body of a read of the workspace as a success of it has them.",
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
  {
    id: 'named.agents.self-consistent',
    kind: 'shape',
    lines: '13, 26, 261',
    operations: ['getSpec'],
    needs: { mayUse: ['OAUTH_TOKEN'], lent: ['DEPLOYMENT_ID'], bindings: ['named.agents'] },
    sentence:
      "The tenant\'s document, as that of the serving build, declares the status, media type and body of a read of agents as a success of it has them.",
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
  {
    id: 'named.users-admin.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { mayUse: ['OAUTH_TOKEN'], bindings: ['named.users-admin'] },
    sentence:
      "The tenant\'s document, as that of the serving build, declares the status, media type and body of a read of users admin as a success of it has them.",
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
  {
    id: 'named.user-attributes.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { mayUse: ['OAUTH_TOKEN'], bindings: ['named.user-attributes'] },
    sentence:
      "The tenant\'s document, as that of the serving build, declares the status, media type and body of a read of user attributes as a success of it has them.",
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
  {
    id: 'named.user-attribute-values.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { mayUse: ['OAUTH_TOKEN'], bindings: ['named.user-attribute-values'] },
    sentence:
      "The tenant\'s document, as that of the serving build, declares the status, media type and body of a read of user attribute values as a success of it has them.",
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
  {
    id: 'named.tenant-settings.self-consistent',
    kind: 'shape',
    lines: '26, 128, 261',
    operations: ['getSpec'],
    needs: { mayUse: ['OAUTH_TOKEN'], bindings: ['named.tenant-settings'] },
    sentence:
      "The tenant\'s document, as that of the serving build, declares the status, media type and body of a read of tenant settings as a success of it has them.",
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
  {
    id: 'named.oauth-integrations.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { mayUse: ['OAUTH_TOKEN'], bindings: ['named.oauth-integrations'] },
    sentence:
      "The tenant\'s document, as that of the serving build, declares the status, media type and body of a read of OAuth integrations as a success of it has them.",
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
  {
    id: 'named.user-oauth-tokens.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { mayUse: ['OAUTH_TOKEN'], bindings: ['named.user-oauth-tokens'] },
    sentence:
      "The tenant\'s document, as that of the serving build, declares the status, media type and body of a read of user OAuth tokens as a success of it has them.",
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
  {
    id: 'named.dashboard-embed-access.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { mayUse: ['OAUTH_TOKEN'], lent: ['DEPLOYMENT_ID'], bindings: ['named.dashboard-embed-access'] },
    sentence:
      "The tenant\'s document, as that of the serving build, declares the status, media type and body of a read of dashboard embed access as a success of it has them.",
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
  {
    id: 'named.chat-history.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { mayUse: ['OAUTH_TOKEN'], lent: ['DEPLOYMENT_ID'], bindings: ['named.chat-history'] },
    sentence:
      "The tenant\'s document, as that of the serving build, declares the status, media type and body of a read of chat history as a success of it has them.",
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
  {
    id: 'named.semantic-model-conversion.self-consistent',
    kind: 'shape',
    lines: '26, 261',
    operations: ['getSpec'],
    needs: { mayUse: ['OAUTH_TOKEN'], lent: ['DEPLOYMENT_ID'], bindings: ['named.semantic-model-conversion'] },
    sentence:
      "The tenant\'s document, as that of the serving build, declares the status, media type and body of a read of the semantic-model conversion as a success of it has them.",
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
]);
