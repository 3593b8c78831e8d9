import { requirements } from './row.ts';

export const apiKeys = requirements('api-keys', [
  // Create.
  {
    id: 'api-keys.create.token',
    kind: 'shape',
    lines: '258',
    operations: ['createApiKey'],
    sentence: "The answer to the creation of an API key carries the key's token, a string that is not empty.",
  },
  {
    id: 'api-keys.create.authenticates',
    kind: 'auth',
    lines: '258, 277, 278',
    operations: ['createApiKey', 'listApiKeys'],
    sentence: 'The token of a newly created API key, sent after the prefix Bearer, is accepted as a credential.',
  },
  {
    id: 'api-keys.create.oauth-authenticates',
    kind: 'auth',
    lines: '258, 277, 278',
    operations: ['createApiKey', 'listApiKeys'],
    needs: { actors: ['OAUTH_TOKEN'] },
    sentence: 'The token of an API key that an administrator created with an OAuth token is accepted as a credential.',
  },

  // Read and list.
  {
    id: 'api-keys.get.readable',
    kind: 'status',
    lines: '258',
    operations: ['getApiKey', 'createApiKey'],
    sentence: 'An API key that was created can be read by its id.',
  },
  {
    id: 'api-keys.get.no-token',
    kind: 'shape',
    lines: '258',
    operations: ['getApiKey', 'createApiKey'],
    sentence: 'Reading an API key does not show its token.',
  },
  {
    id: 'api-keys.list.shows-created',
    kind: 'shape',
    lines: '258',
    operations: ['listApiKeys', 'createApiKey'],
    sentence: 'The list of API keys holds a key that was created.',
  },
  {
    id: 'api-keys.list.readable',
    kind: 'shape',
    lines: '258',
    operations: ['listApiKeys', 'getApiKey'],
    needs: { wait: '5m' },
    sentence: 'Every key that the list of API keys has shown for a while can be read by its id.',
  },
  {
    id: 'api-keys.list.once',
    kind: 'shape',
    lines: '258',
    operations: ['listApiKeys'],
    needs: { alone: ['api keys'] },
    sentence: 'No key stands in the list of API keys twice.',
  },
  {
    id: 'api-keys.list.no-token',
    kind: 'shape',
    lines: '258',
    operations: ['listApiKeys', 'createApiKey'],
    sentence: 'The list of API keys shows the token of none of them.',
  },
  {
    id: 'api-keys.delete.no-token',
    kind: 'shape',
    lines: '258',
    operations: ['deleteApiKey', 'createApiKey'],
    sentence: 'The answer to the deletion of an API key does not show its token.',
  },

  // Delete. The specification states no time within which a deletion takes effect, so each of these waits.
  {
    id: 'api-keys.delete.not-authenticating',
    kind: 'auth',
    lines: '24, 258, 277, 280, 296',
    operations: ['deleteApiKey', 'createApiKey', 'listRoles', 'listReports', 'listUsers', 'streamChat'],
    needs: { wait: '5m', mayUse: ['DEPLOYMENT_ID', 'ACCOUNT_NAME', 'AGENT_ID', 'AI_CHAT_REQUEST'] },
    sentence:
      'A deleted API key is refused as a credential wherever it was taken, once the deletion has had time to spread.',
  },
  {
    id: 'api-keys.delete.not-readable',
    kind: 'move',
    lines: '258',
    operations: ['deleteApiKey', 'getApiKey'],
    needs: { wait: '5m' },
    sentence: 'A deleted API key can no longer be read, once the deletion has had time to spread.',
  },
  {
    id: 'api-keys.delete.not-listed',
    kind: 'move',
    lines: '258',
    operations: ['deleteApiKey', 'listApiKeys'],
    needs: { wait: '5m' },
    sentence: 'A deleted API key is no longer listed, once the deletion has had time to spread.',
  },
  {
    id: 'api-keys.delete.others-kept',
    kind: 'move',
    lines: '258',
    operations: ['deleteApiKey', 'getApiKey'],
    needs: { wait: '5m' },
    sentence: 'Deleting one API key leaves another that was made with the same request readable and in force.',
  },
]);
