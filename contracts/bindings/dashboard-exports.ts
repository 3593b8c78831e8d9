import type { Bindings } from './binding.ts';

export const dashboardExports = {
  'dashboard-exports.dashboard': {
    kind: 'name',
    what: 'the member of the body that starts an export with the public id of the dashboard, or with its id where it is a number',
    point: 'U104',
    default: 'dashboardPublicId',
    discover: {
      rule: 'member',
      operation: 'startDashboardExport',
      in: 'request',
      like: ['^dashboard_?public_?id$', '^public_?id$', 'dashboard', '^board(_?(public_?)?id)?$'],
      pathTo: 'dashboard|^boards?$',
      type: 'string',
      mayBeInside: true,
      orNumber: '^(dashboard|board)(_?id)?$',
    },
  },
  'dashboard-exports.start': {
    kind: 'body',
    what: 'what the body that starts an export needs beside its dashboard, format, layout and renderAs, which are ignored here',
    point: 'U104',
    default: {},
    discover: { rule: 'example', operation: 'startDashboardExport' },
  },
  'dashboard-exports.job-id': {
    kind: 'name',
    what: "the member of a submission's answer with the id of the job",
    point: 'U070',
    default: 'jobId',
    discover: {
      rule: 'member',
      operation: 'startDashboardExport',
      in: 'answer',
      like: ['^job_?id$', '^(export_?)?id$', 'job'],
      orOnlyId: true,
    },
  },
  'dashboard-exports.console-subject': {
    kind: 'body',
    what: 'a renderAs that names a console user, without the id of the user',
    point: 'U072',
    default: { type: 'console' },
  },
  'dashboard-exports.console-user': {
    kind: 'name',
    what: 'the member of a renderAs with the id of the console user',
    point: 'U072',
    default: 'userId',
    discover: {
      rule: 'member',
      operation: 'startDashboardExport',
      in: 'request',
      under: 'renderAs',
      like: ['^(console_?)?user_?id$', 'user'],
      mayBeInside: true,
      orReferenceTo: '(console|account|internal)?_?user',
    },
  },
  'dashboard-exports.embed-subject': {
    kind: 'body',
    what: 'a renderAs that names an embed user',
    point: 'U072',
    default: { type: 'embed', externalId: 'conformance' },
  },
} as const satisfies Bindings;
