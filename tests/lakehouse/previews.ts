import { setTimeout as sleep } from 'node:timers/promises';
import { ENDED, RUNNING } from '../../contracts/bindings/binding.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import type { Where } from '../../harness/check/valid-calls.ts';
import { found, isGuess } from '../../harness/check/guesses.ts';
import type { Check } from '../../harness/test.ts';
import { setupFailed, transient } from '../../harness/failures/failure.ts';
import { unset, unstated, untested } from '../../harness/failures/untested.ts';

export type PreviewId = string | number;
type Kind = 'lakehouse.preview' | 'lakehouse.failing-preview';

const SOURCES = { home: 'DATA_SOURCE_NAME', elsewhere: 'OTHER_DATA_SOURCE_NAME' } as const;

export function dataSource(check: Check, where: Where = 'home'): string {
  return check.provided(SOURCES[where]);
}

/**
 * The body that starts a preview of the provided data source, where the tenant's document has a place for one; by default a
 * preview that has a result. Without a data source it names none where the document lets it and the tenant takes that.
 */
export async function previewBody(
  check: Check,
  actor: Actor,
  where: Where = 'home',
  kind: Kind = 'lakehouse.preview',
): Promise<object> {
  const { wire } = check.tenant;
  const stated = wire.value(kind) as object | undefined;
  if (wire.value('lakehouse.preview-data-source') === undefined) return { ...stated };
  const setting = SOURCES[where];
  const dataSourceName = check.tenant.settings[setting];
  if (dataSourceName !== undefined) return { ...stated, dataSourceName };
  const usual = wire.value('lakehouse.preview') as object | undefined;
  const start = async () => isSuccess(await actor.raw('startMetricViewPreview', { body: { ...usual } }));
  if (!(await check.shared(WITHOUT_SOURCE[where], start))) untested(unset(setting));
  return { ...stated };
}

/** What the tenant makes of a preview that names no data source, in each deployment. */
const WITHOUT_SOURCE = { home: {}, elsewhere: {} };

interface Wanted {
  readonly kind?: Kind;
  readonly where?: Where;
}

/** Starts a preview as a setup step. */
export async function startPreview(check: Check, actor: Actor, { kind, where }: Wanted = {}): Promise<PreviewId> {
  const answer = await actor.raw('startMetricViewPreview', { body: await previewBody(check, actor, where, kind) });
  const { body } = granted(answer, 'the start of a preview');
  const { previewId } = (body ?? {}) as { readonly previewId?: PreviewId | null };
  return found(check, 'lakehouse.preview-id', previewId) ?? noId();
}

function noId(): never {
  throw setupFailed('the response to the start of a preview has no id');
}

export function readStatus(actor: Actor, previewId: PreviewId): Promise<Answer> {
  return actor.raw('getMetricViewPreview', { path: { previewId } });
}

export function readResult(actor: Actor, previewId: PreviewId): Promise<Answer> {
  return actor.raw('getMetricViewPreviewResult', { path: { previewId } });
}

export function cancel(actor: Actor, previewId: PreviewId): Promise<Answer> {
  return actor.raw('cancelMetricViewPreview', { path: { previewId } });
}

/** Whether a preview still runs, by its status or by a flag in the place of one. */
export async function isRunning(check: Check, actor: Actor, previewId: PreviewId): Promise<boolean> {
  return (await runs(check, actor, previewId)).isRunning;
}

const WITHOUT_RESULT = /fail|error|cancel|abort|reject/i;

/** Whether a preview still runs, and whether its status says that it ended without a result. */
async function runs(check: Check, actor: Actor, previewId: PreviewId) {
  const { body } = granted(await readStatus(actor, previewId), 'the status of a preview');
  const shown = (body as { readonly status?: unknown } | undefined)?.status;
  return {
    isRunning: isOfRunning(check, shown),
    hasFailed: typeof shown === 'string' && WITHOUT_RESULT.test(shown),
  };
}

function isOfRunning(check: Check, shown: unknown): boolean {
  const flag = String(check.tenant.wire.value('lakehouse.preview-status'));
  const saysRunning = new RegExp(RUNNING, 'i').test(flag);
  if (typeof shown === 'boolean' && (saysRunning || new RegExp(ENDED, 'i').test(flag))) return shown === saysRunning;
  if (typeof shown !== 'string') untested(unstated('lakehouse.preview-status', 'the status of a preview is not shown'));
  return ((check.tenant.wire.value('lakehouse.preview-running') ?? []) as readonly string[]).includes(shown);
}

const TIMEOUT = 40_000;
const INTERVAL = 500;

/** Waits until a preview has ended. One that was to have a result and shows that it failed was started with a wrong guess. */
export async function waitUntilEnded(
  check: Check,
  actor: Actor,
  previewId: PreviewId,
  kind: Kind = 'lakehouse.preview',
): Promise<void> {
  const end = Date.now() + TIMEOUT + check.configuration.maxWait;
  for (;;) {
    const state = await runs(check, actor, previewId);
    if (!state.isRunning && state.hasFailed && kind === 'lakehouse.preview' && isGuess(check, kind))
      untested(unstated(kind, 'a preview of what is guessed ends without a result'));
    if (!state.isRunning) return;
    if (Date.now() > end) throw transient(`preview ${previewId} did not end`);
    if (check.tenant.isLive) await sleep(INTERVAL);
    else await check.clock.pass('1s');
  }
}

/** Starts a preview and waits until it has ended. */
export async function endedPreview(check: Check, actor: Actor, wanted: Wanted = {}): Promise<PreviewId> {
  const id = await startPreview(check, actor, wanted);
  await waitUntilEnded(check, actor, id, wanted.kind);
  return id;
}

/** A response that depends on the kind of preview; a response to a guessed kind that differs is untested. */
export function unlessGuessedKind(check: Check, kind: Kind, answer: Answer, isAsStated: boolean): Answer {
  if (!isAsStated && isGuess(check, kind)) untested(unstated(kind, 'a guessed preview may end differently'));
  return answer;
}
