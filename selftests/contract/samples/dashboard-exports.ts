import type { Samples } from './sample.ts';

export const dashboardExports: Samples = {
  StartDashboardExportInput: {
    conforming: [
      { dashboardPublicId: 'd1', format: 'png' },
      { dashboardPublicId: 'd1', format: 'pdf' },
      { dashboardPublicId: 'd1', format: 'png', layout: 'screenshot' },
      { dashboardPublicId: 'd1', format: 'pdf', layout: 'screenshot' },
      { dashboardPublicId: 'd1', format: 'pdf', layout: 'print' },
      { dashboardPublicId: 'd1', format: 'pdf', renderAs: { type: 'console', userId: 12 } },
    ],
    free: [
      { point: 'U072', value: { dashboardPublicId: 'd1' } },
      { point: 'U072', value: { dashboardPublicId: 'd1', layout: 'print' } },
      { point: 'U072', value: { dashboardPublicId: 'd1', format: 'png', renderAs: 'embed:alice' } },
      { point: 'U104', value: { dashboard: { id: 4 }, format: 'png', locale: 'de' } },
    ],
    defects: [
      { defect: 'the format is neither png nor pdf', lines: '234', value: { dashboardPublicId: 'd1', format: 'svg' } },
      {
        defect: 'the layout is neither screenshot nor print',
        lines: '234',
        value: { dashboardPublicId: 'd1', format: 'pdf', layout: 'poster' },
      },
      {
        defect: 'a print is not a pdf',
        lines: '295',
        value: { dashboardPublicId: 'd1', format: 'png', layout: 'print' },
      },
    ],
  },
  DashboardExportSubmission: {
    conforming: [{ jobId: 'job_1' }, { jobId: 7, status: 'queued' }],
    free: [
      { point: 'U070', value: { id: 7 } },
      { point: 'U070', value: { job: { id: 'x' }, state: 'WAITING' } },
    ],
  },
  DashboardExport: {
    conforming: [{}, { jobId: 7, status: 'done' }],
    free: [{ point: 'U070', value: { phase: 3 } }],
  },
};
