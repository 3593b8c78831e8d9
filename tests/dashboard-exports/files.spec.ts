import type { RequirementId } from '../../contracts/requirements/index.ts';
import { granted } from '../../harness/http/answer.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { download, fileOf, finished, started, status } from './exports.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** What is wrong with a file: a PNG begins with its signature and its header and ends with its last chunk. */
function pngDefects(file: Buffer): string[] {
  return [
    ...(file.subarray(0, 8).equals(PNG) ? [] : ['it does not begin as a PNG does']),
    ...(file.subarray(12, 16).toString('latin1') === 'IHDR' ? [] : ['it has no header']),
    ...(file.subarray(-8, -4).toString('latin1') === 'IEND' ? [] : ['it does not end as a PNG does']),
  ];
}

/** Readers of PDF look for its marks within the first and the last kilobyte. */
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

for (const [id, [asked, defectsOf]] of Object.entries(FILES)) {
  test(...verifies(id as keyof typeof FILES), async ({ check, admin }) => {
    // An export of the same dashboard in another format is none of this one.
    await started(check, admin.preparing, { format: asked.format === 'png' ? 'pdf' : 'png' });
    const jobId = await started(check, admin.preparing, asked);
    const { bytes, headers } = await fileOf(check, admin, jobId);
    const what = `what is wrong with ${bytes.length} bytes of ${headers['content-type'] ?? 'no type'}`;
    expect(defectsOf(bytes), what).toEqual([]);
  });
}

/** How long to wait each time until a job has an age in seconds: part of it has passed by getting the job ready. */
function wait(begun: number, age: number, times: number): `${number}s` {
  return `${Math.max(1, Math.floor((age - (Date.now() - begun) / 1_000) / times))}s`;
}

// With readings in between: the five minutes are those since the submission, however often somebody looks.
const READINGS = {
  'dashboard-exports.job.kept': [started, status, 'kept'],
  'dashboard-exports.job.dropped': [started, status, 'dropped'],
  'dashboard-exports.file.kept': [finished, download, 'kept'],
  'dashboard-exports.file.dropped': [finished, download, 'dropped'],
} as const satisfies Partial<Record<RequirementId, unknown>>;

for (const [id, [ready, read, fate]] of Object.entries(READINGS)) {
  test(...verifies(id as keyof typeof READINGS), async ({ check, clock, admin }) => {
    const begun = Date.now();
    const jobId = await ready(check, admin.preparing);
    granted(await read(admin, jobId), 'a first reading');
    const pause = wait(begun, fate === 'kept' ? 285 : 270, 3);
    for (const time of [pause, pause, pause]) {
      await clock.pass(time);
      const answer = await read(admin, jobId);
      if (fate === 'kept') expect(answer, 'within five minutes').toSucceed();
      else granted(answer, 'a reading within five minutes');
    }
    if (fate === 'kept') return;
    await clock.pass('75s');
    expect(await read(admin, jobId), 'after more than five minutes').toBeRefused();
  });
}
