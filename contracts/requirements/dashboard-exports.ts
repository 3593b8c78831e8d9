import { requirements } from './row.ts';

/** Jobs whose time is looked at. */
const JOBS = [
  'as png',
  'as pdf',
  'a print',
  'with an OAuth token',
  'by a user without the admin role',
  'one more as png',
] as const;

const TIMES = ['the first time', 'once more'] as const;

/** Rendered as somebody else, which changes nothing in what is refused. */
const RENDERED = ['rendered as a console user', 'rendered as an embed user'] as const;

export const dashboardExports = requirements('dashboard-exports', [
  // Start.
  {
    id: 'dashboard-exports.start.answers-job',
    kind: 'move',
    lines: '142, 234, 235',
    operations: ['startDashboardExport', 'getDashboardExport'],
    needs: { mayUse: ['MEMBER_TOKEN', 'OAUTH_TOKEN'], lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'An export that was started answers with the id of a job, and the status of that job can be read.',
    classes: [
      'as png',
      'as pdf',
      'a print',
      'once more',
      'by a user without the admin role',
      'with an OAuth token',
      'two at the same time',
    ],
  },
  {
    id: 'dashboard-exports.start.format-png',
    kind: 'enum',
    lines: '234',
    operations: ['startDashboardExport'],
    needs: { mayUse: ['OAUTH_TOKEN', 'MEMBER_TOKEN'], lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'An export with the format png is accepted.',
    classes: ['with an API key', 'with an OAuth token', 'by a user without the admin role'],
  },
  {
    id: 'dashboard-exports.start.format-pdf',
    kind: 'enum',
    lines: '234',
    operations: ['startDashboardExport'],
    needs: { mayUse: ['OAUTH_TOKEN', 'MEMBER_TOKEN'], lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'An export with the format pdf is accepted.',
    classes: ['with an API key', 'with an OAuth token', 'by a user without the admin role'],
  },
  {
    id: 'dashboard-exports.start.format-other',
    kind: 'enum',
    lines: '234',
    operations: ['startDashboardExport'],
    needs: { mayUse: ['OAUTH_TOKEN', 'MEMBER_USER_ID'], lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'An export with a format other than png and pdf is refused and starts no job.',
    classes: [
      'jpeg',
      'jpeg once more',
      'gif',
      'xlsx',
      'beside a layout',
      'a print',
      'with an OAuth token',
      ...RENDERED,
    ],
  },
  {
    id: 'dashboard-exports.start.layout-screenshot',
    kind: 'enum',
    lines: '234',
    operations: ['startDashboardExport'],
    needs: { mayUse: ['OAUTH_TOKEN'], lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'An export with the layout screenshot is accepted.',
    classes: ['png', 'pdf', 'with an OAuth token'],
  },
  {
    id: 'dashboard-exports.start.layout-print',
    kind: 'enum',
    lines: '234',
    operations: ['startDashboardExport'],
    needs: { mayUse: ['OAUTH_TOKEN'], lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'An export with the layout print and the format pdf is accepted.',
    classes: ['for the first time', 'a second time', 'with an OAuth token'],
  },
  {
    id: 'dashboard-exports.start.layout-other',
    kind: 'enum',
    lines: '234',
    operations: ['startDashboardExport'],
    needs: { mayUse: ['OAUTH_TOKEN', 'MEMBER_USER_ID'], lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'An export with a layout other than screenshot and print is refused and starts no job.',
    classes: ['png', 'pdf', 'with an OAuth token', ...RENDERED],
  },
  {
    id: 'dashboard-exports.start.layout-default',
    kind: 'default',
    lines: '234, 295',
    operations: ['startDashboardExport'],
    needs: { mayUse: ['OAUTH_TOKEN'], lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence:
      'An export without a layout is taken as a screenshot and not as a print: with the format png it is accepted.',
    classes: ['after a screenshot', 'as pdf', 'after a print', 'with an OAuth token'],
  },
  {
    id: 'dashboard-exports.start.print-png',
    kind: 'status',
    lines: '295',
    operations: ['startDashboardExport'],
    needs: { mayUse: ['MEMBER_TOKEN', 'OAUTH_TOKEN', 'MEMBER_USER_ID'], lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'An export with the layout print and the format png is refused with 400 and starts no job.',
    classes: [
      'for the first time',
      'once more',
      'by a user without the admin role',
      'with an OAuth token',
      ...RENDERED,
    ],
  },

  // Rendering as someone else.
  {
    id: 'dashboard-exports.start.render-as-console',
    kind: 'auth',
    lines: '234',
    operations: ['startDashboardExport'],
    needs: {
      mayUse: ['OAUTH_TOKEN', 'OTHER_ADMIN_TOKEN'],
      lent: ['DASHBOARD_PUBLIC_ID', 'MEMBER_USER_ID'],
      bindings: ['dashboard-exports.console-subject', 'dashboard-exports.console-user'],
    },
    sentence: 'An export by an administrator may be rendered as a console user.',
    classes: ['with an OAuth token', 'by another administrator, through a group'],
  },
  {
    id: 'dashboard-exports.start.render-as-embed',
    kind: 'auth',
    lines: '234',
    operations: ['startDashboardExport'],
    needs: {
      mayUse: ['OAUTH_TOKEN', 'OTHER_ADMIN_TOKEN'],
      lent: ['DASHBOARD_PUBLIC_ID'],
      bindings: ['dashboard-exports.embed-subject'],
    },
    sentence: 'An export by an administrator may be rendered as an embed user.',
    classes: ['with an OAuth token', 'by another administrator, through a group'],
  },
  {
    id: 'dashboard-exports.start.render-as-admin-only',
    kind: 'auth',
    lines: '234',
    operations: ['startDashboardExport'],
    needs: {
      actors: ['MEMBER_TOKEN'],
      lent: ['DASHBOARD_PUBLIC_ID', 'MEMBER_USER_ID'],
      mayUse: ['MEMBER_OAUTH_TOKEN'],
      bindings: ['dashboard-exports.console-subject', 'dashboard-exports.console-user'],
    },
    sentence: 'An export with renderAs by a user without the admin role is refused and starts no job.',
    classes: [
      'as a console user',
      'as an embed user',
      'a print',
      'with an OAuth token',
      'as pdf, once an administrator did',
    ],
  },

  // The file.
  {
    id: 'dashboard-exports.download.png-file',
    kind: 'shape',
    lines: '234, 236',
    operations: ['startDashboardExport', 'downloadDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'The download of a finished export with the format png is a PNG file.',
    classes: ['beside that of another at the same time', ...TIMES, 'after a later export'],
  },
  {
    id: 'dashboard-exports.download.pdf-file',
    kind: 'shape',
    lines: '234, 236',
    operations: ['startDashboardExport', 'downloadDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'The download of a finished export with the format pdf is a PDF file.',
    classes: TIMES,
  },
  {
    id: 'dashboard-exports.download.print-file',
    kind: 'shape',
    lines: '234, 236',
    operations: ['startDashboardExport', 'downloadDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'The download of a finished export with the layout print is a PDF file.',
    classes: TIMES,
  },

  // Retention: five minutes from submission.
  {
    id: 'dashboard-exports.job.kept',
    kind: 'time',
    lines: '142, 324',
    operations: ['startDashboardExport', 'getDashboardExport', 'downloadDashboardExport'],
    needs: { mayUse: ['MEMBER_TOKEN', 'OAUTH_TOKEN'], lent: ['DASHBOARD_PUBLIC_ID'], wait: '5m' },
    classes: ['downloaded', ...JOBS],
    sentence: 'The status of an export can still be read shortly before five minutes have passed since its submission.',
  },
  {
    id: 'dashboard-exports.job.dropped',
    kind: 'time',
    lines: '142, 324',
    operations: ['startDashboardExport', 'getDashboardExport', 'downloadDashboardExport'],
    needs: { mayUse: ['MEMBER_TOKEN', 'OAUTH_TOKEN'], lent: ['DASHBOARD_PUBLIC_ID'], wait: '6m' },
    classes: ['downloaded', ...JOBS],
    sentence: 'Once five minutes have passed since its submission, reading the status of an export is refused.',
  },
  {
    id: 'dashboard-exports.file.kept',
    kind: 'time',
    lines: '142, 236, 324',
    operations: ['startDashboardExport', 'downloadDashboardExport'],
    needs: { mayUse: ['MEMBER_TOKEN', 'OAUTH_TOKEN'], lent: ['DASHBOARD_PUBLIC_ID'], wait: '5m' },
    classes: JOBS,
    sentence:
      'The file of a finished export can still be downloaded shortly before five minutes have passed since its submission.',
  },
  {
    id: 'dashboard-exports.file.dropped',
    kind: 'time',
    lines: '142, 236, 324',
    operations: ['startDashboardExport', 'downloadDashboardExport'],
    needs: { mayUse: ['MEMBER_TOKEN', 'OAUTH_TOKEN'], lent: ['DASHBOARD_PUBLIC_ID'], wait: '6m' },
    classes: JOBS,
    sentence: 'Once five minutes have passed since the submission of an export, downloading its file is refused.',
  },
  {
    id: 'dashboard-exports.access.scoped-key-foreign-export',
    kind: 'auth',
    lines: '281, 297',
    operations: ['getDashboardExport', 'downloadDashboardExport', 'startDashboardExport'],
    needs: {
      actors: ['SCOPED_TOKEN'],
      lent: ['OTHER_DEPLOYMENT_ID', 'OTHER_DASHBOARD_PUBLIC_ID'],
    },
    sentence: 'A key scoped to one deployment reads nothing of an export of another one at the paths of its own.',
    classes: ['its status', 'its file'],
  },
]);
