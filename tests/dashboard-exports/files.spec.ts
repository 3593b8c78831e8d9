import type { RequirementId } from '../../contracts/requirements/index.ts';
import { granted } from '../../harness/http/answer.ts';
import { expect, test, verifies } from '../../harness/test.ts';
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
    const jobId = await prepare(check, admin.preparing);
    granted(await read(admin, jobId), 'the first read');
    const pause = waitLength(startedAt, expected === 'kept' ? 285 : 270, 3);
    for (const time of [pause, pause, pause]) {
      await clock.pass(time);
      const answer = await read(admin, jobId);
      if (expected === 'kept') expect(answer, 'within five minutes').toSucceed();
      else granted(answer, 'a read within five minutes');
    }
    if (expected === 'kept') return;
    await clock.pass('75s');
    expect(await read(admin, jobId), 'after more than five minutes').toBeRefused();
  });
}
