import { ENVELOPE, type Bindings } from './binding.ts';

const IN_SECONDS = '(?!.*(ms$|milli|min|hour|day|at$|on$))';

export const environments = {
  'environments.list': {
    kind: 'envelope',
    what: 'where the list of environments keeps its elements and its cursor',
    point: 'U067',
    default: ENVELOPE,
    discover: { rule: 'envelope', operation: 'listEnvironments' },
  },
  'environments.id': {
    kind: 'name',
    what: 'the id of an environment in the list',
    point: 'U104',
    default: 'id',
    discover: {
      rule: 'member',
      operation: 'listEnvironments',
      in: 'answer',
      under: '*[]',
      like: ['^id$', '^environment_?id$'],
      orOnlyId: true,
    },
  },
  'environments.tokens': {
    kind: 'envelope',
    what: 'where the list of tokens keeps its elements',
    point: 'U068',
    default: ENVELOPE,
    discover: { rule: 'envelope', operation: 'listEnvironmentTokens' },
  },
  'environments.token-id': {
    kind: 'name',
    what: 'the id of a token in the list',
    point: 'U068',
    default: 'id',
    discover: {
      rule: 'member',
      operation: 'listEnvironmentTokens',
      in: 'answer',
      under: '*[]',
      like: ['^id$', '^token_?id$', '^jti$'],
    },
  },
  'environments.created-token-id': {
    kind: 'name',
    what: 'the id of a token that has just been minted',
    point: 'U068',
    default: 'id',
    discover: {
      rule: 'member',
      operation: 'createEnvironmentToken',
      in: 'answer',
      under: 'data',
      like: ['^id$', '^token_?id$', '^jti$'],
    },
  },
  'environments.created-token': {
    kind: 'name',
    what: 'the member that carries a minted token',
    point: 'U068',
    default: 'token',
    discover: {
      rule: 'member',
      operation: 'createEnvironmentToken',
      in: 'answer',
      under: 'data',
      like: ['^token$', '^access_?token$', '^jwt$', '(?<!_)token$', 'token(?!_?id)'],
      type: 'string',
      orUnlike: 'id$|name|label|title|caption|heading|type|kind|status|state|at$',
    },
  },
  'environments.token-lifetime': {
    kind: 'name',
    what: 'the member of a request that says for how many seconds a token lives',
    point: 'U068',
    default: 'expiresIn',
    discover: {
      rule: 'member',
      operation: 'createEnvironmentToken',
      in: 'request',
      // One in minutes or a moment is no number of seconds.
      like: ['^expires_?in$', '^ttl(_?seconds)?$', `lifetime${IN_SECONDS}`, `^expir${IN_SECONDS}`],
      type: 'integer',
    },
  },
  'environments.known-scopes': {
    kind: 'names',
    what: 'scopes that the tenant signs into an environment token',
    point: 'U068',
    default: ['meta', 'data'],
    discover: { rule: 'values', operation: 'createEnvironmentToken', in: 'request', member: 'scopes[]' },
  },
  'environments.scope-claim': {
    kind: 'name',
    what: 'the claim of a minted token that holds its scopes',
    point: 'U068',
    default: 'scopes',
  },
  'environments.meta-sync-requested': {
    kind: 'name',
    what: 'the member of a request for a meta-sync token that asks for scopes',
    point: 'U068',
    default: 'scopes',
    discover: {
      rule: 'member',
      operation: 'createMetaSyncToken',
      in: 'request',
      like: ['^scopes$', '^scopes?$', 'scope'],
    },
  },
  'environments.meta-sync-signed': {
    kind: 'name',
    what: 'the member of the answer that shows what a meta-sync token was signed with',
    point: 'U068',
    default: 'scopes',
    discover: {
      rule: 'member',
      operation: 'createMetaSyncToken',
      in: 'answer',
      under: 'data',
      like: ['^scopes$', '^scopes?$', 'scope'],
    },
  },
} as const satisfies Bindings;
