import { Refusal, refuse, type Why } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import { pdfOf, pngOf } from '../../mock/export-files.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { isAdministrator } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { changeRequest } from '../lib/reports.ts';
import { changeBodySync, replaceSync, withRules, refusing } from '../lib/patches.ts';

const START = 'startDashboardExport';
const STATUS = 'getDashboardExport';
const DOWNLOAD = 'downloadDashboardExport';
const MINUTE = 60_000;

type ExportRules = Rules['dashboardExports'];
type Job = Parameters<ExportRules['file']>[0];

/** Refuses some of the valid submissions. */
function refusingStart(isRefused: (body: Body, call: Call) => boolean, why: Why = 'invalid'): Patch {
  return refusing(START, (call) => isRefused(bodyOf(call), call), why);
}

/** Submits what is not accepted in a form that is, and answers that it is refused, with the job that was started. */
function refusedAndStarted(status: number, accepted: (body: Body) => Body): Patch {
  return replaceSync(START, (call, original) => {
    try {
      return original(call);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const answer = original({ ...call, body: accepted(bodyOf(call)) });
      return answer.kind === 'ok' ? { ...answer, status } : answer;
    }
  });
}

/** Files that are made otherwise. */
function made(file: (job: Job, own: Uint8Array) => Uint8Array): Patch {
  return ({ dashboardExports }) => {
    const { file: own } = dashboardExports;
    dashboardExports.file = (job) => file(job, own(job));
  };
}

const cutOff = (bytes: Uint8Array): Uint8Array => bytes.slice(0, Math.floor(bytes.length * 0.6));
const isScreenshot = ({ format, layout }: Job, wanted: string) => format === wanted && layout === 'screenshot';

/** An operation that counts the lifetime from when it last answered for a job. */
function sliding(operation: string): Patch {
  return (rules) => {
    const last = new Map<string, number>();
    replaceSync(operation, (call, original) => {
      const { dashboardExports } = call.tenant.rules;
      const { lifetimeStarts } = dashboardExports;
      const id = call.path['jobId'] ?? '';
      dashboardExports.lifetimeStarts = (job, now) => last.get(id) ?? lifetimeStarts(job, now);
      try {
        const answer = original(call);
        last.set(id, call.tenant.clock.now());
        return answer;
      } finally {
        dashboardExports.lifetimeStarts = lifetimeStarts;
      }
    })(rules);
  };
}

/** An operation that answers so many times for a job, and then no more. */
function answeringTimes(operation: string, times: number): Patch {
  return (rules) => {
    const count = new Map<string, number>();
    replaceSync(operation, (call, original) => {
      const id = call.path['jobId'] ?? '';
      const answer = original(call);
      count.set(id, (count.get(id) ?? 0) + 1);
      if ((count.get(id) ?? 0) > times) refuse('gone', 'the export is gone');
      return answer;
    })(rules);
  };
}

/** The job of the first export of a dashboard for all that follow it. */
function firstJobAgain(isMeant: (body: Body) => boolean): Patch {
  return (rules) => {
    const first = new Map<unknown, unknown>();
    replaceSync(START, (call, original) => {
      const answer = original(call);
      const { dashboardPublicId: dashboard } = bodyOf(call);
      if (!('body' in answer)) return answer;
      if (!first.has(dashboard)) first.set(dashboard, answer.body);
      return isMeant(bodyOf(call)) ? { ...answer, body: first.get(dashboard) as Body } : answer;
    })(rules);
  };
}

/** Faults of dashboard exports: their submission, their files and their five minutes. */
export const dashboardExportsFaults = faults({
  // Start.
  'dashboard-exports.start.answers-job': [
    {
      name: 'another-id',
      sentence: 'The id that a submission with the format pdf answers is that of no job.',
      also: alsoThese('what cannot be read at once cannot be read later', 'dashboard-exports.job.kept'),
      patch: changeBodySync(START, (submission, call) => {
        const isMeant = bodyOf(call)['format'] === 'pdf';
        return isMeant ? { ...submission, jobId: `${String(submission['jobId'])}-0` } : submission;
      }),
    },
    {
      name: 'no-id',
      sentence: 'A submission answers with a message and no id.',
      patch: changeBodySync(START, () => ({ message: 'the export will be mailed to you' })),
    },
  ],
  'dashboard-exports.start.format-png': {
    name: 'refused',
    sentence: 'An export with the format png is refused.',
    // With the layout print it has to be refused anyway.
    patch: refusingStart(({ format, layout }) => format === 'png' && layout !== 'print'),
  },
  'dashboard-exports.start.format-pdf': {
    name: 'print-only',
    sentence: 'An export with the format pdf is refused with every layout but print.',
    also: (['layout-screenshot', 'layout-default'] as const).map((id) => ({
      id: `dashboard-exports.start.${id}` as const,
      because: 'a PDF is asked for with that layout as well',
    })),
    patch: refusingStart(({ format, layout }) => format === 'pdf' && layout !== 'print'),
  },
  'dashboard-exports.start.format-other': [
    {
      name: 'jpeg',
      sentence: 'The format jpeg is taken for png.',
      patch: changeRequest(START, (body) => (body['format'] === 'jpeg' ? { ...body, format: 'png' } : body)),
    },
    {
      name: 'any',
      sentence: 'A format that is unknown is taken for png.',
      patch: changeRequest(START, (body) =>
        body['format'] === 'png' || body['format'] === 'pdf' ? body : { ...body, format: 'png' },
      ),
    },
    {
      name: 'refused-and-started',
      sentence: 'A format that is unknown is refused, and the job is started.',
      patch: refusedAndStarted(400, (body) =>
        body['format'] === 'png' || body['format'] === 'pdf' ? body : { ...body, format: 'png' },
      ),
    },
  ],
  'dashboard-exports.start.layout-screenshot': {
    name: 'refused',
    sentence: 'The layout screenshot is refused, though it is what holds without one.',
    patch: refusingStart(({ layout }) => layout === 'screenshot'),
  },
  'dashboard-exports.start.layout-print': {
    name: 'refused',
    sentence: 'The layout print is refused with the format pdf.',
    patch: refusingStart(({ format, layout }) => layout === 'print' && format === 'pdf'),
  },
  'dashboard-exports.start.layout-other': [
    {
      name: 'screenshot',
      sentence: 'A layout that is unknown is taken for screenshot.',
      patch: changeRequest(START, (body) => {
        const { layout, ...rest } = body;
        return layout === undefined || layout === 'print' ? body : { ...rest, layout: 'screenshot' };
      }),
    },
    {
      name: 'refused-and-started',
      sentence: 'A layout that is unknown is refused, and the job is started.',
      patch: refusedAndStarted(400, ({ layout, ...body }) =>
        layout === 'print' || layout === 'screenshot' ? { ...body, layout } : body,
      ),
    },
  ],
  'dashboard-exports.start.layout-default': {
    name: 'print',
    sentence: 'An export without a layout is a print.',
    patch: ({ dashboardExports }) => {
      dashboardExports.defaultLayout = 'print';
    },
  },
  'dashboard-exports.start.print-png': [
    {
      name: 'accepted',
      sentence: 'An export with the layout print and the format png is accepted.',
      patch: ({ dashboardExports }) => {
        dashboardExports.printTakes = () => true;
      },
    },
    {
      name: 'as-pdf',
      sentence: 'An export with the layout print and the format png silently becomes a pdf.',
      patch: changeRequest(START, (body) =>
        body['layout'] === 'print' && body['format'] === 'png' ? { ...body, format: 'pdf' } : body,
      ),
    },
    {
      name: 'another-status',
      sentence: 'An export with the layout print and the format png is refused with 422.',
      patch: refusingStart(({ format, layout }) => layout === 'print' && format === 'png', 422),
    },
    {
      name: 'accepted-as-somebody',
      sentence: 'An export with the layout print and the format png is accepted where it has a renderAs.',
      patch: changeRequest(START, (body) =>
        body['layout'] === 'print' && body['format'] === 'png' && body['renderAs'] !== undefined
          ? { ...body, layout: 'screenshot' }
          : body,
      ),
    },
    {
      name: 'refused-and-started',
      sentence: 'An export with the layout print and the format png is refused with 400, and a screenshot is started.',
      patch: refusedAndStarted(400, (body) =>
        body['layout'] === 'print' && body['format'] === 'png' ? { ...body, layout: 'screenshot' } : body,
      ),
    },
  ],

  // Rendering as someone else.
  'dashboard-exports.start.render-as-console': [
    {
      name: 'embed-only',
      sentence: 'An export is rendered as embed users alone.',
      patch: ({ dashboardExports }) => {
        dashboardExports.subjects = ['embed'];
      },
    },
    {
      name: 'print-refused',
      sentence: 'An export with the layout print is refused where it is to be rendered as a console user.',
      patch: refusingStart(
        ({ layout, renderAs }) => layout === 'print' && (renderAs as Body | undefined)?.['type'] === 'console',
      ),
    },
  ],
  'dashboard-exports.start.render-as-embed': [
    {
      name: 'console-only',
      sentence: 'An export is rendered as console users alone.',
      patch: ({ dashboardExports }) => {
        dashboardExports.subjects = ['console'];
      },
    },
    {
      name: 'print-refused',
      sentence: 'An export with the layout print is refused where it is to be rendered as an embed user.',
      patch: refusingStart(
        ({ layout, renderAs }) => layout === 'print' && (renderAs as Body | undefined)?.['type'] === 'embed',
      ),
    },
  ],
  'dashboard-exports.start.render-as-admin-only': [
    {
      name: 'everybody',
      sentence: 'An export by anybody may be rendered as somebody else.',
      patch: ({ dashboardExports }) => {
        dashboardExports.mayRenderAs = () => true;
      },
    },
    {
      name: 'ignored',
      sentence: 'The renderAs of somebody who is no administrator is ignored.',
      patch: replaceSync(START, (call, original) => {
        if (isAdministrator(call)) return original(call);
        const { renderAs: _, ...body } = bodyOf(call);
        return original({ ...call, body });
      }),
    },
    {
      name: 'embed-subjects-open',
      sentence: 'An export by anybody may be rendered as an embed user.',
      patch: replaceSync(START, (call, original) => {
        const anybody = { mayRenderAs: () => true, needsPlan: () => false };
        const isEmbed = (bodyOf(call)['renderAs'] as Body | undefined)?.['type'] === 'embed';
        return withRules(call, 'dashboardExports', isEmbed ? anybody : {}, () => original(call));
      }),
    },
  ],

  // The file.
  'dashboard-exports.download.png-file': [
    {
      name: 'pdf',
      sentence: 'The file of an export with the format png is a PDF.',
      patch: made((job, own) => (job.format === 'png' ? pdfOf(job.title, 'screen') : own)),
    },
    {
      name: 'base64',
      sentence: 'The file of an export with the format png is the PNG in base64.',
      patch: made((job, own) => (job.format === 'png' ? Buffer.from(Buffer.from(own).toString('base64')) : own)),
    },
    {
      name: 'cut-off',
      sentence: 'The file of an export with the format png ends before its end.',
      patch: made((job, own) => (job.format === 'png' ? cutOff(own) : own)),
    },
  ],
  'dashboard-exports.download.pdf-file': [
    {
      name: 'first-job-again',
      sentence: 'A screenshot with the format pdf is answered with the job of the first export of the dashboard.',
      patch: firstJobAgain(({ format, layout }) => format === 'pdf' && layout !== 'print'),
    },
    {
      name: 'png',
      sentence: 'The file of a screenshot is a PNG, whatever its format.',
      patch: made((job, own) => (isScreenshot(job, 'pdf') ? pngOf(job.widgets) : own)),
    },
    {
      name: 'cut-off',
      sentence: 'The file of a screenshot with the format pdf ends before its end.',
      patch: made((job, own) => (isScreenshot(job, 'pdf') ? cutOff(own) : own)),
    },
  ],
  'dashboard-exports.download.print-file': {
    name: 'image',
    sentence: 'The file of a print is an image.',
    patch: made((job, own) => (job.layout === 'print' ? Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') : own)),
  },

  // Five minutes from submission.
  'dashboard-exports.job.kept': [
    {
      name: 'four-minutes',
      sentence: 'The status of an export can be read for four minutes.',
      patch: ({ dashboardExports }) => {
        dashboardExports.jobLifetime = 4 * MINUTE;
      },
    },
    {
      name: 'three-readings',
      sentence: 'The status of an export can be read three times.',
      patch: answeringTimes(STATUS, 3),
    },
  ],
  'dashboard-exports.job.dropped': [
    {
      name: 'six-minutes',
      sentence: 'The status of an export can be read for six minutes.',
      patch: ({ dashboardExports }) => {
        dashboardExports.jobLifetime = 6 * MINUTE;
      },
    },
    {
      name: 'since-last-reading',
      sentence: 'The five minutes for the status of an export start anew with each reading.',
      patch: sliding(STATUS),
    },
  ],
  'dashboard-exports.file.kept': [
    {
      name: 'four-minutes',
      sentence: 'The file of an export can be downloaded for four minutes.',
      patch: ({ dashboardExports }) => {
        dashboardExports.fileLifetime = 4 * MINUTE;
      },
    },
    {
      name: 'two-downloads',
      sentence: 'The file of an export can be downloaded twice.',
      patch: answeringTimes(DOWNLOAD, 2),
    },
  ],
  'dashboard-exports.file.dropped': [
    {
      name: 'an-hour',
      sentence: 'The file of an export can be downloaded for an hour.',
      patch: ({ dashboardExports }) => {
        dashboardExports.fileLifetime = 60 * MINUTE;
      },
    },
    {
      name: 'since-last-download',
      sentence: 'The five minutes for the file of an export start anew with each download.',
      patch: sliding(DOWNLOAD),
    },
  ],
});
