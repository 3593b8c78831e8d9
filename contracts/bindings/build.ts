import type { Bindings } from './binding.ts';

export const build = {
  'build.deployment': {
    kind: 'body',
    what: 'what a deployment is created with',
    point: 'U093',
    default: { name: 'Conformance', cloudProvider: 'aws', region: 'us-east-1' },
    discover: { rule: 'example', operation: 'createDeployment' },
  },
  'build.created-id': {
    kind: 'name',
    what: 'the member that carries the id of a created deployment',
    point: 'U093',
    default: 'id',
    discover: { rule: 'member', operation: 'createDeployment', in: 'answer', like: ['^id$', '^deployment_?id$'] },
  },
  'build.staging-branch': {
    kind: 'name',
    what: 'the member of a request that names the branch of a staging environment',
    point: 'U093',
    default: 'branchName',
    discover: {
      rule: 'member',
      operation: 'setStagingEnvironment',
      in: 'request',
      like: ['^branch_?name$', '^branch$', 'branch'],
      type: 'string',
      mayBeInside: true,
    },
  },
  'build.staging-enabled': {
    kind: 'name',
    what: 'the member of a request that enables or disables a staging environment: a flag, or a state of which one value means on and another off',
    point: 'U093',
    default: 'enabled',
    discover: {
      rule: 'member',
      operation: 'setStagingEnvironment',
      in: 'request',
      like: ['^enabled?$', '^is_?enabled$', 'enabled?', 'active'],
      type: 'boolean',
      mayBeInside: true,
      orOnly: true,
      orValues: '^(disabled?|inactive|off|stopped)$',
    },
  },
  'build.validate-branch': {
    kind: 'name',
    what: 'the query parameter that says which branch is validated',
    point: 'U093',
    default: 'branchName',
    discover: {
      rule: 'parameter',
      operation: 'validateDataModel',
      in: 'query',
      like: ['^branch_?name$', '^branch$', 'branch', '^ref$'],
    },
  },
  'build.validate-errors': {
    kind: 'name',
    what: 'the member that carries the compile errors',
    point: 'U093',
    default: 'errors',
    discover: {
      rule: 'member',
      operation: 'validateDataModel',
      in: 'answer',
      like: ['^errors$', '^compile_?errors?$', 'error', 'problem|issue|message|diagnostic|complaint|finding'],
    },
  },
} as const satisfies Bindings;
