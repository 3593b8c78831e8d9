import type { Bindings } from './binding.ts';

export const lakehouse = {
  'lakehouse.segment': {
    kind: 'name',
    what: 'the name of the lakehouse in the path segments',
    point: 'U091',
    default: 'lakehouse',
    discover: { rule: 'segment', path: '/api/v1/deployments/{}/*-metric-view-previews', method: 'post' },
  },
  'lakehouse.preview': {
    kind: 'body',
    what: 'what a preview is started with, beside the data source',
    point: 'U104',
    default: { views: ['orders'] },
    discover: { rule: 'example', operation: 'startMetricViewPreview' },
  },
  'lakehouse.preview-data-source': {
    kind: 'name',
    what: 'the member of a preview request that names the data source',
    point: 'U104',
    default: 'dataSourceName',
    discover: {
      rule: 'member',
      operation: 'startMetricViewPreview',
      in: 'request',
      like: ['^data_?source_?name$', '^data_?source$', 'data_?source'],
      type: 'string',
    },
  },
  'lakehouse.failing-preview': {
    kind: 'body',
    what: 'what a preview is started with that ends without a result, beside the data source',
    point: 'U104',
    default: { views: ['no_such_view'] },
  },
  'lakehouse.preview-id': {
    kind: 'name',
    what: 'the id of a started preview',
    point: 'U091',
    default: 'previewId',
    discover: {
      rule: 'member',
      operation: 'startMetricViewPreview',
      in: 'answer',
      like: ['^preview_?id$', '^preview_?job_?id$', '^job_?id$', '^id$'],
    },
  },
  'lakehouse.preview-status': {
    kind: 'name',
    what: 'the member that holds the status of a preview',
    point: 'U104',
    default: 'status',
    discover: {
      rule: 'member',
      operation: 'getMetricViewPreview',
      in: 'answer',
      like: ['^status$', '^state$', 'status', 'state'],
      type: 'string',
    },
  },
  'lakehouse.preview-running': {
    kind: 'names',
    what: 'the statuses of a preview that has not ended',
    point: 'U104',
    default: ['queued', 'running'],
  },
  'lakehouse.configuration-version': {
    kind: 'name',
    what: 'the version of an integration as a read of it shows it',
    point: 'U091',
    default: 'configurationVersion',
    discover: {
      rule: 'member',
      operation: 'getMetricViewIntegration',
      in: 'answer',
      like: ['^configuration_?version$', '^config_?version$', '^version$', 'version'],
    },
  },
  'lakehouse.integration': {
    kind: 'body',
    what: 'an integration to store, beside the version that is expected',
    point: 'U104',
    default: { catalog: 'main', schema: 'metrics' },
    discover: { rule: 'example', operation: 'putMetricViewIntegration' },
  },
  'lakehouse.integration-changed': {
    kind: 'body',
    what: 'another integration to store in its place, beside the version that is expected',
    point: 'U104',
    default: { catalog: 'main', schema: 'metrics_next' },
  },
} as const satisfies Bindings;
