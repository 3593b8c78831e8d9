import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { attempt } from '../../harness/failures/failure.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { granted, type Answer } from '../../harness/http/answer.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { download, fileOf, finishedJob, startJob, readStatus } from './exports.ts';

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

// With another format: a concurrent export of the same dashboard in it must not affect this one.
const FILES = {
  'dashboard-exports.download.png-file': [{ format: 'png' }, pngDefects, 'pdf'],
  'dashboard-exports.download.pdf-file': [{ format: 'pdf' }, pdfDefects, 'png'],
  'dashboard-exports.download.print-file': [{ format: 'pdf', layout: 'print' }, pdfDefects, 'png'],
} as const satisfies Partial<Record<RequirementId, unknown>>;

for (const [id, [options, defectsOf, otherFormat]] of Object.entries(FILES)) {
  test(...verifies(id as keyof typeof FILES), async ({ check, admin }) => {
    await startJob(check, admin.preparing, { format: otherFormat });
    const jobId = await startJob(check, admin.preparing, options);
    const { bytes, headers } = await fileOf(check, admin, jobId);
    const message = `defects of ${bytes.length} bytes of ${headers['content-type'] ?? 'no type'}`;
    expect(defectsOf(bytes), message).toEqual([]);
  });
}

/** The length of each of several equal waits until a job has the given age; preparing the job took part of the time. */
function waitLength(startedAt: number, ageSeconds: number, times: number): `${number}s` {
  return `${Math.max(1, Math.floor((ageSeconds - (Date.now() - startedAt) / 1_000) / times))}s`;
}

/** Jobs of each format and of each caller; each is older than the ones that were started after it. */
async function jobsOf(check: Check, admin: Actor, prepare: typeof startJob) {
  const [oauth, member] = [check.asOptional('OAUTH_TOKEN'), check.asOptional('MEMBER_TOKEN')];
  const started = async (by: Actor, more?: object) => ({ by, jobId: await prepare(check, by.preparing, more) });
  return {
    'as png': await started(admin),
    'as pdf': await started(admin, { format: 'pdf' }),
    'a print': await started(admin, { format: 'pdf', layout: 'print' }),
    'with an OAuth token': oauth && (await started(oauth)),
    'by a user without the admin role': member && (await attempt(() => started(member))).value,
    'one more as png': await started(admin),
  };
}

type Jobs = Awaited<ReturnType<typeof jobsOf>>;

/** Reads each job, in the order in which they were started. */
async function readEach(jobs: Jobs, read: typeof download, judge: (answer: Answer) => void): Promise<void> {
  for (const job of Object.values(jobs)) if (job) judge(await read(job.by, job.jobId));
}

function expectThere(answer: Answer): void {
  expect(answer, 'within five minutes').toSucceed();
}

function requireThere(answer: Answer): void {
  granted(answer, 'a read within five minutes');
}

// With reads in between: the five minutes count from the submission, and reads must not extend them.
const KEPT = {
  'dashboard-exports.job.kept': [startJob, readStatus],
  'dashboard-exports.file.kept': [finishedJob, download],
} as const satisfies Partial<Record<RequirementId, unknown>>;

for (const [id, [prepare, read]] of Object.entries(KEPT)) {
  test(...verifies(id as keyof typeof KEPT), async ({ check, clock, admin }) => {
    const startedAt = Date.now();
    const jobs = await jobsOf(check, admin, prepare);
    const pause = waitLength(startedAt, 285, 3);
    await readEach(jobs, read, expectThere);
    await clock.pass(pause);
    await readEach(jobs, read, expectThere);
    await clock.pass(pause);
    await readEach(jobs, read, expectThere);
    await clock.pass(pause);
    await inEach(check, jobs, async ({ by, jobId }) => {
      expectThere(await read(by, jobId));
    });
  });
}

const DROPPED = {
  'dashboard-exports.job.dropped': [startJob, readStatus],
  'dashboard-exports.file.dropped': [finishedJob, download],
} as const satisfies Partial<Record<RequirementId, unknown>>;

for (const [id, [prepare, read]] of Object.entries(DROPPED)) {
  test(...verifies(id as keyof typeof DROPPED), async ({ check, clock, admin }) => {
    const startedAt = Date.now();
    const jobs = await jobsOf(check, admin, prepare);
    const pause = waitLength(startedAt, 270, 3);
    await readEach(jobs, read, requireThere);
    await clock.pass(pause);
    await readEach(jobs, read, requireThere);
    await clock.pass(pause);
    await readEach(jobs, read, requireThere);
    await clock.pass(pause);
    await readEach(jobs, read, requireThere);
    // The jobs were started one after the other, and each has its own five minutes.
    await clock.pass('75s');
    await inEach(check, jobs, async ({ by, jobId }) => {
      expect(await read(by, jobId), 'after more than five minutes').toBeRefused();
    });
  });
}
