import { ENVELOPE, type Bindings } from './binding.ts';

export const transformSync = {
  'transform-sync.segment': {
    kind: 'name',
    what: 'the name of the data-transformation tool in the path segment',
    point: 'U089',
    default: 'transform',
    discover: { rule: 'segment', path: '/api/v1/deployments/{}/*-sync', method: 'post' },
  },
  'transform-sync.start': {
    kind: 'body',
    what: 'a ref and a manifest that the tenant can sync, and that make at least three files',
    point: 'U089',
    default: {
      ref: 'main',
      manifest: {
        nodes: {
          'model.orders': { name: 'orders' },
          'model.customers': { name: 'customers' },
          'model.payments': { name: 'payments' },
        },
      },
    },
    discover: { rule: 'example', operation: 'startTransformSync' },
  },
  'transform-sync.status': {
    kind: 'name',
    what: 'the member that holds the status of a sync',
    point: 'U089',
    default: 'status',
    discover: {
      rule: 'member',
      operation: 'getTransformSync',
      in: 'answer',
      like: ['^status$', '^state$', 'status', 'state'],
      type: 'string',
    },
  },
  'transform-sync.running': {
    kind: 'names',
    what: 'the statuses of a sync that has not ended',
    point: 'U089',
    default: ['queued', 'running'],
  },
  'transform-sync.completed': {
    kind: 'names',
    what: 'the statuses of a sync that ran to its end',
    point: 'U089',
    default: ['completed'],
  },
  'transform-sync.list': {
    kind: 'envelope',
    what: 'where the history of syncs keeps its elements and its cursor',
    point: 'U089',
    default: ENVELOPE,
    discover: { rule: 'envelope', operation: 'listTransformSyncs' },
  },
  'transform-sync.list-id': {
    kind: 'name',
    what: 'the id of a sync in the history',
    point: 'U089',
    default: 'syncJobId',
    discover: {
      rule: 'member',
      operation: 'listTransformSyncs',
      in: 'answer',
      under: '*[]',
      like: ['^sync_?job_?id$', '^job_?id$', '^id$'],
    },
  },
  'transform-sync.list-status': {
    kind: 'name',
    what: 'the status of a sync in the history',
    point: 'U089',
    default: 'status',
    discover: {
      rule: 'member',
      operation: 'listTransformSyncs',
      in: 'answer',
      under: '*[]',
      like: ['^status$', '^state$', 'status', 'state'],
    },
  },
  'transform-sync.list-trigger': {
    kind: 'name',
    what: 'what triggered a sync in the history',
    point: 'U089',
    default: 'trigger',
    discover: {
      rule: 'member',
      operation: 'listTransformSyncs',
      in: 'answer',
      under: '*[]',
      like: ['^trigger$', 'trigger'],
    },
  },
  'transform-sync.files': {
    kind: 'envelope',
    what: 'where the list of generated files keeps its elements and its cursor',
    point: 'U104',
    default: ENVELOPE,
    discover: { rule: 'envelope', operation: 'listGeneratedFiles' },
  },
  'transform-sync.file-path': {
    kind: 'name',
    what: 'what tells one generated file from another',
    point: 'U104',
    default: 'path',
    discover: {
      rule: 'member',
      operation: 'listGeneratedFiles',
      in: 'answer',
      under: '*[]',
      like: ['^path$', '^file_?(path|name)$', '^name$', 'path'],
    },
  },
} as const satisfies Bindings;
