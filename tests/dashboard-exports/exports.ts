import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, inOneLine, type Answer } from '../../harness/http/answer.ts';
import { found } from '../../harness/check/guesses.ts';
import type { Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';

/** The body of an export of the lent dashboard: of a screenshot as a PNG, unless something else is said. */
export function exportBody(check: Check, more: object = {}): Record<string, unknown> {
  const example = check.tenant.wire.value('dashboard-exports.start') as Readonly<Record<string, unknown>> | undefined;
  const { format: _format, layout: _layout, renderAs: _renderAs, ...needed } = example ?? {};
  return { ...needed, dashboardPublicId: check.provided('DASHBOARD_PUBLIC_ID'), format: 'png', ...more };
}

export function start(check: Check, actor: Actor, more: object = {}): Promise<Answer> {
  return actor.raw('startDashboardExport', { body: exportBody(check, more) });
}

/** The id of the job that a submission started. */
export function jobIn(check: Check, { body }: Answer): string | undefined {
  const { jobId } = (body ?? {}) as { readonly jobId?: string | number | null };
  const id = found(check, 'dashboard-exports.job-id', jobId);
  return id === undefined ? undefined : String(id);
}

/** A job that a check starts from: that it is accepted is for other rows to say. */
export async function started(check: Check, actor: Actor, more: object = {}): Promise<string> {
  const id = jobIn(check, granted(await start(check, actor, more), 'the export'));
  return id ?? noJob();
}

function noJob(): never {
  throw setupFailed('the submission shows no id of a job');
}

export function status(actor: Actor, jobId: string): Promise<Answer> {
  return actor.raw('getDashboardExport', { path: { jobId } });
}

export function download(actor: Actor, jobId: string): Promise<Answer> {
  return actor.raw('downloadDashboardExport', { path: { jobId } });
}

/** A file may be anything, also a page. */
function isDone({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

const GLANCES = 60;

/**
 * What a download answers as soon as it is a file. The values of a status are open, so that the download itself tells; a
 * job that does not end in a minute is left at what it answers then.
 */
export async function downloaded(check: Check, actor: Actor, jobId: string): Promise<Answer> {
  const { advance } = check.tenant;
  for (let glance = 1; ; glance += 1) {
    const answer = await download(actor, jobId);
    if (isDone(answer) || glance >= (advance ? 3 : GLANCES)) return answer;
    if (advance) await advance('1s');
    else await sleep(1_000);
  }
}

/** A job that has finished. */
export async function finished(check: Check, admin: Actor, more: object = {}): Promise<string> {
  const jobId = await started(check, admin, more);
  await fileOf(check, admin, jobId);
  return jobId;
}

/** The file of a job, when it has finished. */
export async function fileOf(check: Check, admin: Actor, jobId: string): Promise<Answer> {
  const answer = await downloaded(check, admin, jobId);
  if (!isDone(answer)) throw setupFailed(`the export did not become a file: ${inOneLine(answer)}`);
  return answer;
}

/** The ids of jobs that an answer speaks of, wherever in it. */
export function jobsWithin(check: Check, { text }: Answer): string[] {
  const called = check.tenant.wire.value('dashboard-exports.job-id');
  return [...text.matchAll(/"(\w+)"\s*:\s*(?:"([^"]+)"|(\d+))/g)].flatMap(([, name, word, digits]) =>
    name === called ? [word ?? digits ?? ''] : [],
  );
}
