import { type Body, bodyOf } from '../../../mock/call.ts';
import { pdfOf, pngOf } from '../../../mock/export-files.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Job } from '../../../mock/rules/dashboard-exports.ts';
import { jobOf } from '../../lib/dashboard-exports.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { given } from '../../lib/earlier-calls.ts';
import { bodyIn, callerId } from '../../lib/other-operations.ts';
import { all, remembering, replaceSync } from '../../lib/patches.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

/** Files that are made otherwise. */
function made(file: (job: Job, own: Uint8Array) => Uint8Array): Patch {
  return ({ dashboardExports }) => {
    const { file: own } = dashboardExports;
    dashboardExports.file = (job) => file(job, own(job));
  };
}

const cutOff = (bytes: Uint8Array): Uint8Array => bytes.slice(0, Math.floor(bytes.length * 0.6));

const OF_ALL_FORMATS = alsoThese(
  'the file of an export is not its own',
  'dashboard-exports.download.pdf-file',
  'dashboard-exports.download.print-file',
);

/** The files of a dashboard that were downloaded before. */
interface Downloads {
  readonly first: Uint8Array;
  readonly last: Uint8Array;
}

/** The file of an export, changed by what was downloaded of its dashboard before. */
function besideDownloads(change: (own: Uint8Array, before: Downloads | undefined, job: Job) => Uint8Array): Patch {
  return remembering(
    () => new Map<string, Downloads>(),
    (files) =>
      ({ dashboardExports }) => {
        const { file } = dashboardExports;
        dashboardExports.file = (job) => {
          const key = `${job.deploymentId} ${job.title}`;
          const own = file(job);
          const before = files.get(key);
          files.set(key, { first: before?.first ?? own, last: own });
          return change(own, before, job);
        };
      },
  );
}

/** Some exports of a dashboard have the file of the first one that was downloaded. */
const madeOnce = (isMeant: (job: Job) => boolean): Patch =>
  besideDownloads((own, before, job) => (isMeant(job) ? (before?.first ?? own) : own));

/** The job of the first export of a dashboard for all that follow it. */
function firstJobAgain(isMeant: (body: Body) => boolean): Patch {
  return (rules) => {
    const first = new Map<unknown, unknown>();
    replaceSync('startDashboardExport', (call, original) => {
      const answer = original(call);
      const { dashboardPublicId: dashboard } = bodyOf(call);
      if (!('body' in answer)) return answer;
      if (!first.has(dashboard)) first.set(dashboard, answer.body);
      return isMeant(bodyOf(call)) ? { ...answer, body: first.get(dashboard) as Body } : answer;
    })(rules);
  };
}

const isScreenshot = ({ format, layout }: Job, wanted: string) => format === wanted && layout === 'screenshot';

/** Faults of downloading what was exported. */
export const downloadFaults = faults({
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
    {
      name: 'made-once-for-a-dashboard',
      sentence: 'The file of a dashboard is made once, for the first export that is downloaded.',
      also: OF_ALL_FORMATS,
      patch: madeOnce(() => true),
    },
    {
      name: 'that-of-the-download-before',
      sentence: 'A download brings the file of the dashboard that was downloaded before it.',
      also: OF_ALL_FORMATS,
      patch: besideDownloads((own, before) => before?.last ?? own),
    },
    {
      name: 'cut-off-behind-another',
      sentence: 'A file lacks its end if one of another export of the dashboard was downloaded before it.',
      also: OF_ALL_FORMATS,
      patch: besideDownloads((own, before) =>
        before && before.last.length !== own.length ? own.subarray(0, -12) : own,
      ),
    },
    {
      name: 'second-time',
      sentence: 'The second download of a PNG file lacks its end.',
      patch: given(
        'downloadDashboardExport',
        (_call, { done }) => done > 0,
        replaceSync('downloadDashboardExport', (call, original) => {
          const answer = original(call);
          return answer.kind === 'bytes' && answer.type === 'image/png'
            ? { ...answer, bytes: answer.bytes.subarray(0, -12) }
            : answer;
        }),
        { of: jobOf },
      ),
    },
    {
      name: 'of-the-latest-export',
      sentence: 'A download gives the file of the latest export of its user, whichever job is named.',
      patch: remembering(
        () => new Map<number, string>(),
        (latest) =>
          all(
            replaceSync('startDashboardExport', (call, original) => {
              const answer = original(call);
              latest.set(callerId(call), String(bodyIn(answer)['jobId']));
              return answer;
            }),
            replaceSync('downloadDashboardExport', (call, original) => {
              const own = original(call);
              const jobId = latest.get(callerId(call));
              try {
                return jobId === undefined ? own : original({ ...call, path: { ...call.path, jobId } });
              } catch {
                return own;
              }
            }),
          ),
      ),
    },
    {
      name: 'that-of-another-at-once',
      sentence: 'Of two downloads at the same time the second brings the file of the first.',
      patch: sharedAnswer('downloadDashboardExport'),
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
    {
      name: 'that-of-the-first-download',
      sentence: 'A download of an export as PDF brings the file of the dashboard that was downloaded first.',
      also: alsoThese('a print is a PDF as well', 'dashboard-exports.download.print-file'),
      patch: madeOnce(({ format }) => format === 'pdf'),
    },
    {
      name: 'second-time',
      sentence: 'The second download of a PDF file is empty.',
      also: [{ id: 'dashboard-exports.download.print-file', because: 'a print is a PDF file as well' }],
      patch: given(
        'downloadDashboardExport',
        (_call, { done }) => done > 0,
        replaceSync('downloadDashboardExport', (call, original) => {
          const answer = original(call);
          return answer.kind === 'bytes' && answer.type === 'application/pdf'
            ? { ...answer, bytes: new Uint8Array() }
            : answer;
        }),
        { of: jobOf },
      ),
    },
  ],
  'dashboard-exports.download.print-file': {
    name: 'image',
    sentence: 'The file of a print is an image.',
    patch: made((job, own) => (job.layout === 'print' ? Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') : own)),
  },
});
