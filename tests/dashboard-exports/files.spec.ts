import { meanwhile } from '../../harness/check/at-once.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { attempt } from '../../harness/failures/failure.ts';
import { judging } from '../../harness/check/judging.ts';
import { inEach, judgeIf } from '../../harness/check/in-each.ts';
import { granted, type Answer } from '../../harness/http/answer.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { download, downloadWhenReady, fileOf, finishedJob, startJob, readStatus, requestExport } from './exports.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Defects of a PNG file, which begins with a signature and a header chunk and ends with an IEND chunk. */
function pngDefects(file: Buffer): string[] {
  return [
    ...(file.subarray(0, 8).equals(PNG) ? [] : ['it does not begin as a PNG does']),
    ...(file.subarray(12, 16).toString('latin1') === 'IHDR' ? [] : ['it has no header']),
    ...(file.subarray(-8, -4).toString('latin1') === 'IEND' ? [] : ['it does not end as a PNG does']),
  ];
}

/** Defects of a PDF file; PDF readers look for the markers within the first and the last kilobyte. */
function pdfDefects(file: Buffer): string[] {
  return [
    ...(file.subarray(0, 1_024).toString('latin1').includes('%PDF-') ? [] : ['it does not begin as a PDF does']),
    ...(file.subarray(-1_024).toString('latin1').includes('%%EOF') ? [] : ['it does not end as a PDF does']),
  ];
}

const FILES = {
  'dashboard-exports.download.png-file': {
    options: { format: 'png' },
    beside: { format: 'pdf' },
    defectsOf: pngDefects,
  },
  'dashboard-exports.download.pdf-file': {
    options: { format: 'pdf' },
    beside: { format: 'png' },
    defectsOf: pdfDefects,
  },
  'dashboard-exports.download.print-file': {
    options: { format: 'pdf', layout: 'print' },
    beside: { format: 'png' },
    defectsOf: pdfDefects,
  },
} as const satisfies Partial<Record<RequirementId, unknown>>;

for (const [id, { options, beside, defectsOf }] of Object.entries(FILES)) {
  test(...verifies(id as keyof typeof FILES), async ({ check, admin }) => {
    // A concurrent export of the same dashboard in another format must not affect this one.
    const other = await startJob(check, admin.preparing, beside);
    const jobId = await startJob(check, admin.preparing, options);
    // Nor must its file, which is fetched first; whether that is as it should be is about others.
    await downloadWhenReady(check, admin.preparing, other);
    const downloads = {
      'the first time': () => fileOf(check, admin, jobId),
      'once more': () => download(admin, jobId),
      // For one format, because a later export of any is no matter of which one this is.
      ...(id === 'dashboard-exports.download.png-file' && {
        'after a later export': async () => {
          await finishedJob(check, admin.preparing, beside);
          return download(admin, jobId);
        },
        'beside that of another at the same time': async () => {
          const [, answer] = await meanwhile(download(admin.preparing, other), () => download(admin, jobId));
          return answer;
        },
      }),
    };
    await inEach(check, downloads, async (next) => {
      const answer = await next();
      await judging('dashboard-exports.file.kept', () => {
        expect(answer).toSucceed();
      });
      const { bytes, headers } = answer;
      const message = `defects of ${bytes.length} bytes of ${headers['content-type'] ?? 'no type'}`;
      expect(defectsOf(bytes), message).toEqual([]);
    });
  });
}

interface Job {
  readonly by: Actor;
  readonly jobId: string;
  /** No later than when it was submitted, by the clock of this machine. */
  readonly begun: number;
}
type Jobs = Readonly<Record<string, Job | undefined>>;
type Read = typeof readStatus;

/** Jobs of each format and of each caller; each is older than the ones that were started after it. */
async function jobsOf(
  check: Check,
  admin: Actor,
  prepare: typeof startJob,
  more: Readonly<Record<string, typeof startJob>>,
): Promise<Jobs> {
  const [oauth, member] = [check.asOptional('OAUTH_TOKEN'), check.asOptional('MEMBER_TOKEN')];
  const started = async (by: Actor, options?: object, start = prepare): Promise<Job> => {
    const begun = Date.now();
    return { by, begun, jobId: await start(check, by.preparing, options) };
  };
  const further: [string, Job | undefined][] = [];
  for (const [name, start] of Object.entries(more))
    further.push([name, (await attempt(() => started(admin, {}, start))).value]);
  return {
    ...Object.fromEntries(further),
    'as png': await started(admin),
    'as pdf': await started(admin, { format: 'pdf' }),
    'a print': await started(admin, { format: 'pdf', layout: 'print' }),
    'with an OAuth token': oauth && (await started(oauth)),
    'by a user without the admin role': member && (await attempt(() => started(member))).value,
    'one more as png': await started(admin),
  };
}

/** The length of each of several equal waits until a job has the given age; preparing the job took part of the time. */
function waitLength(startedAt: number, ageSeconds: number, times: number): `${number}s` {
  return `${Math.max(1, Math.floor((ageSeconds - (Date.now() - startedAt) / 1_000) / times))}s`;
}

interface Aging {
  readonly read: Read;
  readonly startedAt: number;
  /** The age in seconds that the oldest job has at the end. */
  readonly age: number;
  /** What is said of each read on the way. */
  readonly judge: (answer: Answer, job: Job) => void;
}

async function readEach(jobs: Jobs, { read, judge }: Pick<Aging, 'read' | 'judge'>): Promise<void> {
  for (const job of Object.values(jobs)) if (job) judge(await read(job.by, job.jobId), job);
}

/** Whether a job is surely younger than five minutes: preparing the others and reading them takes time on a live tenant. */
const isYoung = ({ begun }: Job) => Date.now() - begun < 295_000;

/** Waits with reads in between: the five minutes count from the submission, and reads must not extend them. */
async function readWhileAging({ clock }: Check, jobs: Jobs, aging: Aging): Promise<void> {
  const pause = waitLength(aging.startedAt, aging.age, 3);
  for (let times = 0; times < 3; times += 1) {
    await readEach(jobs, aging);
    await clock.pass(pause);
  }
}

function ifYoung(job: Job, judge: () => unknown): void {
  if (isYoung(job)) judge();
}

/** A job whose file was downloaded is one like any other. */
const DOWNLOADED = { downloaded: finishedJob };

const KEPT = {
  'dashboard-exports.job.kept': { prepare: startJob, more: DOWNLOADED, read: readStatus },
  'dashboard-exports.file.kept': { prepare: finishedJob, more: {}, read: download },
} as const satisfies Partial<Record<RequirementId, unknown>>;

for (const [id, { prepare, more, read }] of Object.entries(KEPT)) {
  test(...verifies(id as keyof typeof KEPT), async ({ check, admin }) => {
    const startedAt = Date.now();
    const jobs = await jobsOf(check, admin, prepare, more);
    // What is refused leaves the jobs as they are; that it is, is another requirement.
    await requestExport(check, admin.preparing, { format: 'none' });
    const judge = (answer: Answer, job: Job) => {
      ifYoung(job, () => {
        expect(answer, 'within five minutes').toSucceed();
      });
    };
    await readWhileAging(check, jobs, { read, startedAt, age: 285, judge });
    await inEach(check, jobs, async (job) => {
      const answer = await read(job.by, job.jobId);
      return judgeIf(isYoung(job), () => {
        judge(answer, job);
      });
    });
  });
}

const DROPPED = {
  'dashboard-exports.job.dropped': { prepare: startJob, more: DOWNLOADED, read: readStatus },
  'dashboard-exports.file.dropped': { prepare: finishedJob, more: {}, read: download },
} as const satisfies Partial<Record<RequirementId, unknown>>;

for (const [id, { prepare, more, read }] of Object.entries(DROPPED)) {
  test(...verifies(id as keyof typeof DROPPED), async ({ check, clock, admin }) => {
    const startedAt = Date.now();
    const jobs = await jobsOf(check, admin, prepare, more);
    const judge = (answer: Answer, job: Job) => {
      ifYoung(job, () => granted(answer, 'a read within five minutes'));
    };
    await readWhileAging(check, jobs, { read, startedAt, age: 270, judge });
    await readEach(jobs, { read, judge });
    // The jobs were started one after the other, and each has its own five minutes.
    const last = Math.max(...Object.values(jobs).flatMap((job) => job?.begun ?? []));
    await clock.pass(`${75 + Math.ceil((last - startedAt) / 1_000)}s`);
    await inEach(check, jobs, async ({ by, jobId }) => {
      expect(await read(by, jobId), 'after more than five minutes').toBeRefused();
    });
  });
}
