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

const FILES = {
  'dashboard-exports.download.png-file': [{ format: 'png' }, pngDefects],
  'dashboard-exports.download.pdf-file': [{ format: 'pdf' }, pdfDefects],
  'dashboard-exports.download.print-file': [{ format: 'pdf', layout: 'print' }, pdfDefects],
} as const satisfies Partial<Record<RequirementId, unknown>>;

for (const [id, [options, defectsOf]] of Object.entries(FILES)) {
  test(...verifies(id as keyof typeof FILES), async ({ check, admin }) => {
    // A concurrent export of the same dashboard in another format must not affect this one.
    await startJob(check, admin.preparing, { format: options.format === 'png' ? 'pdf' : 'png' });
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

// With reads in between: the five minutes count from the submission, and reads must not extend them.
const RETENTION = {
  'dashboard-exports.job.kept': [startJob, readStatus, 'kept'],
  'dashboard-exports.job.dropped': [startJob, readStatus, 'dropped'],
  'dashboard-exports.file.kept': [finishedJob, download, 'kept'],
  'dashboard-exports.file.dropped': [finishedJob, download, 'dropped'],
} as const satisfies Partial<Record<RequirementId, unknown>>;

for (const [id, [prepare, read, expected]] of Object.entries(RETENTION)) {
  test(...verifies(id as keyof typeof RETENTION), async ({ check, clock, admin }) => {
    const startedAt = Date.now();
    const jobs = await jobsOf(check, admin, prepare);
    const pause = waitLength(startedAt, expected === 'kept' ? 285 : 270, 3);
    const readEach = async (judge: (answer: Answer) => void) => {
      for (const job of Object.values(jobs)) if (job) judge(await read(job.by, job.jobId));
    };
    const isThere = (answer: Answer) => {
      if (expected === 'kept') expect(answer, 'within five minutes').toSucceed();
      else granted(answer, 'a read within five minutes');
    };
    await readEach(isThere);
    for (const time of [pause, pause]) {
      await clock.pass(time);
      await readEach(isThere);
    }
    await clock.pass(pause);
    if (expected === 'dropped') {
      await readEach(isThere);
      // The jobs were started one after the other, and each has its own five minutes.
      await clock.pass('75s');
    }
    await inEach(check, jobs, async ({ by, jobId }) => {
      const answer = await read(by, jobId);
      if (expected === 'kept') expect(answer, 'within five minutes').toSucceed();
      else expect(answer, 'after more than five minutes').toBeRefused();
    });
  });
}
