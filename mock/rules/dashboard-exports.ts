import { LIFETIMES } from '../../contracts/limits.ts';
import { pngOf, pdfOf } from '../export-files.ts';
import type { Dialect } from '../dialects/dialect.ts';

export type Format = 'png' | 'pdf';

export type Layout = 'screenshot' | 'print';

export interface Job {
  readonly id: string;
  readonly deploymentId: number;
  readonly requestedBy: number | undefined;
  readonly submittedAt: number;
  readonly format: Format;
  readonly layout: Layout;
  readonly title: string;
  readonly widgets: number;
}

/** Rules of dashboard exports, as data. */
export const dashboardExportsRules = () => ({
  formats: ['png', 'pdf'] as readonly string[],
  layouts: ['screenshot', 'print'] as readonly string[],
  defaultLayout: 'screenshot' as Layout,
  printTakes: (format: string): boolean => format === 'pdf',
  /** Whose eyes an export may be made with, and by whom. */
  /** Whether embed users as subjects need a plan that the account has not. */
  needsPlan: ({ needsPlan }: Dialect): boolean => needsPlan.embedSubjects,
  mayRenderAs: (isAdministrator: boolean): boolean => isAdministrator,
  subjects: ['console', 'embed'] as readonly string[],
  /** How long a job is at work, and how long it and its file are kept after the submission. */
  work: 50,
  jobLifetime: LIFETIMES.dashboardExport,
  fileLifetime: LIFETIMES.dashboardExport,
  lifetimeStarts: (job: Job, _now: number): number => job.submittedAt,
  file: ({ format, layout, title, widgets }: Job): Uint8Array =>
    format === 'png' ? pngOf(widgets) : pdfOf(title, layout === 'print' ? 'paper' : 'screen'),
});
