import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, inOneLine, type Answer } from '../../harness/http/answer.ts';
import { found } from '../../harness/check/guesses.ts';
import { answerOnceFree } from '../../harness/check/under-way.ts';
import type { Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';

/** The body of an export of the provided dashboard; by default a screenshot as PNG. */
export function exportBody(check: Check, more: object = {}): Record<string, unknown> {
  const example = check.tenant.wire.value('dashboard-exports.start') as Readonly<Record<string, unknown>> | undefined;
  const { format: _format, layout: _layout, renderAs: _renderAs, ...needed } = example ?? {};
  return { ...needed, dashboardPublicId: check.provided('DASHBOARD_PUBLIC_ID'), format: 'png', ...more };
}

/** Starts an export. A tenant may run few of them at a time. */
export function requestExport(check: Check, actor: Actor, more: object = {}): Promise<Answer> {
  return answerOnceFree(check, () => actor.raw('startDashboardExport', { body: exportBody(check, more) }));
}

/** The id of the job in the response to a submission. */
export function jobIdIn(check: Check, { body, located }: Answer): string | undefined {
  const { jobId = located } = (body ?? {}) as { readonly jobId?: string | number | null };
  const id = found(check, 'dashboard-exports.job-id', jobId);
  return id === undefined ? undefined : String(id);
}

/** Starts an export job as a setup step. */
export async function startJob(check: Check, actor: Actor, more: object = {}): Promise<string> {
  const id = jobIdIn(check, granted(await requestExport(check, actor, more), 'the export'));
  return id ?? noJob();
}

function noJob(): never {
  throw setupFailed('the response to the submission contains no job id');
}

export function readStatus(actor: Actor, jobId: string): Promise<Answer> {
  return actor.raw('getDashboardExport', { path: { jobId } });
}

export function download(actor: Actor, jobId: string): Promise<Answer> {
  return actor.raw('downloadDashboardExport', { path: { jobId } });
}

/** Any 2xx counts, because a file may be of any type, HTML included. */
function isDone({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

const MAX_POLLS = 60;

/**
 * Downloads a job repeatedly until the response is a file, for at most a minute, and returns the last response. The
 * values of the job's status are open, so only the download shows whether the job has finished.
 */
export async function downloadWhenReady(check: Check, actor: Actor, jobId: string): Promise<Answer> {
  const { advance } = check.tenant;
  for (let poll = 1; ; poll += 1) {
    const answer = await download(actor, jobId);
    if (isDone(answer) || poll >= (advance ? 3 : MAX_POLLS)) return answer;
    if (advance) await advance('1s');
    else await sleep(1_000);
  }
}

/** Starts a job as a setup step and waits until it has finished. */
export async function finishedJob(check: Check, admin: Actor, more: object = {}): Promise<string> {
  const jobId = await startJob(check, admin, more);
  await fileOf(check, admin, jobId);
  return jobId;
}

/** Waits until a job has finished and returns the response with the file. */
export async function fileOf(check: Check, admin: Actor, jobId: string): Promise<Answer> {
  const answer = await downloadWhenReady(check, admin, jobId);
  if (!isDone(answer)) throw setupFailed(`the export did not finish: ${inOneLine(answer)}`);
  return answer;
}

/** The job ids anywhere in a response. */
export function jobIdsWithin(check: Check, { text }: Answer): string[] {
  const idName = check.tenant.wire.value('dashboard-exports.job-id');
  return [...text.matchAll(/"(\w+)"\s*:\s*(?:"([^"]+)"|(\d+))/g)].flatMap(([, name, word, digits]) =>
    name === idName ? [word ?? digits ?? ''] : [],
  );
}
