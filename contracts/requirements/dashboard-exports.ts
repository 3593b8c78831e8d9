import { requirements } from './row.ts';

export const dashboardExports = requirements('dashboard-exports', [
  // Start.
  {
    id: 'dashboard-exports.start.answers-job',
    kind: 'move',
    lines: '142, 234, 235',
    operations: ['startDashboardExport', 'getDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'An export that was started answers with the id of a job, and the status of that job can be read.',
  },
  {
    id: 'dashboard-exports.start.format-png',
    kind: 'enum',
    lines: '234',
    operations: ['startDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'An export with the format png is accepted.',
  },
  {
    id: 'dashboard-exports.start.format-pdf',
    kind: 'enum',
    lines: '234',
    operations: ['startDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'An export with the format pdf is accepted.',
  },
  {
    id: 'dashboard-exports.start.format-other',
    kind: 'enum',
    lines: '234',
    operations: ['startDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'An export with a format other than png and pdf is refused and starts no job.',
  },
  {
    id: 'dashboard-exports.start.layout-screenshot',
    kind: 'enum',
    lines: '234',
    operations: ['startDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'An export with the layout screenshot is accepted.',
  },
  {
    id: 'dashboard-exports.start.layout-print',
    kind: 'enum',
    lines: '234',
    operations: ['startDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'An export with the layout print and the format pdf is accepted.',
  },
  {
    id: 'dashboard-exports.start.layout-other',
    kind: 'enum',
    lines: '234',
    operations: ['startDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'An export with a layout other than screenshot and print is refused and starts no job.',
  },
  {
    id: 'dashboard-exports.start.layout-default',
    kind: 'default',
    lines: '234, 295',
    operations: ['startDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence:
      'An export without a layout is taken as a screenshot and not as a print: with the format png it is accepted.',
  },
  {
    id: 'dashboard-exports.start.print-png',
    kind: 'status',
    lines: '295',
    operations: ['startDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'An export with the layout print and the format png is refused with 400 and starts no job.',
  },

  // Rendering as someone else.
  {
    id: 'dashboard-exports.start.render-as-console',
    kind: 'auth',
    lines: '234',
    operations: ['startDashboardExport'],
    needs: {
      lent: ['DASHBOARD_PUBLIC_ID', 'MEMBER_USER_ID'],
      bindings: ['dashboard-exports.console-subject', 'dashboard-exports.console-user'],
    },
    sentence: 'An export by an administrator may be rendered as a console user.',
  },
  {
    id: 'dashboard-exports.start.render-as-embed',
    kind: 'auth',
    lines: '234',
    operations: ['startDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'], bindings: ['dashboard-exports.embed-subject'] },
    sentence: 'An export by an administrator may be rendered as an embed user.',
  },
  {
    id: 'dashboard-exports.start.render-as-admin-only',
    kind: 'auth',
    lines: '234',
    operations: ['startDashboardExport'],
    needs: {
      actors: ['MEMBER_TOKEN'],
      lent: ['DASHBOARD_PUBLIC_ID', 'MEMBER_USER_ID'],
      bindings: ['dashboard-exports.console-subject', 'dashboard-exports.console-user'],
    },
    sentence: 'An export with renderAs by a user without the admin role is refused and starts no job.',
  },

  // The file.
  {
    id: 'dashboard-exports.download.png-file',
    kind: 'shape',
    lines: '234, 236',
    operations: ['startDashboardExport', 'downloadDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'The download of a finished export with the format png is a PNG file.',
  },
  {
    id: 'dashboard-exports.download.pdf-file',
    kind: 'shape',
    lines: '234, 236',
    operations: ['startDashboardExport', 'downloadDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'The download of a finished export with the format pdf is a PDF file.',
  },
  {
    id: 'dashboard-exports.download.print-file',
    kind: 'shape',
    lines: '234, 236',
    operations: ['startDashboardExport', 'downloadDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'] },
    sentence: 'The download of a finished export with the layout print is a PDF file.',
  },

  // Retention: five minutes from submission.
  {
    id: 'dashboard-exports.job.kept',
    kind: 'time',
    lines: '142, 324',
    operations: ['startDashboardExport', 'getDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'], wait: '5m' },
    sentence: 'The status of an export can still be read shortly before five minutes have passed since its submission.',
  },
  {
    id: 'dashboard-exports.job.dropped',
    kind: 'time',
    lines: '142, 324',
    operations: ['startDashboardExport', 'getDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'], wait: '6m' },
    sentence: 'Once five minutes have passed since its submission, reading the status of an export is refused.',
  },
  {
    id: 'dashboard-exports.file.kept',
    kind: 'time',
    lines: '142, 236, 324',
    operations: ['startDashboardExport', 'downloadDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'], wait: '5m' },
    sentence:
      'The file of a finished export can still be downloaded shortly before five minutes have passed since its submission.',
  },
  {
    id: 'dashboard-exports.file.dropped',
    kind: 'time',
    lines: '142, 236, 324',
    operations: ['startDashboardExport', 'downloadDashboardExport'],
    needs: { lent: ['DASHBOARD_PUBLIC_ID'], wait: '6m' },
    sentence: 'Once five minutes have passed since the submission of an export, downloading its file is refused.',
  },
]);
