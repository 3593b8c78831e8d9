import { leaveOutIf } from '../../harness/check/in-each.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { components } from '../../contracts/generated/openapi.ts';
import { answerOnceFree, isUnderWay } from '../../harness/check/under-way.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { tampered } from '../../harness/check/tampered.ts';
import { granted, isRefusal, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { isGuess } from '../../harness/check/guesses.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { expect, type Check } from '../../harness/test.ts';
import { setupFailed, transient } from '../../harness/failures/failure.ts';
import { unset, unstated, untested } from '../../harness/failures/untested.ts';
import { walk } from '../../harness/client/paging.ts';
import { isId } from '../../contracts/lossless-json.ts';

export type Entry = components['schemas']['TransformSyncEntry'];
export type SyncId = string | number;

export interface Wanted {
  readonly source: string;
  readonly output?: string;
}

/** A sync whose files are not committed. */
export const UNCOMMITTED: Wanted = { source: 'manifest', output: 'files' };
/** The same in the other deployment. */
export const UNCOMMITTED_ELSEWHERE: Wanted = { ...UNCOMMITTED };

export const SOURCES = ['git', 'manifest'] as const;
export const OUTPUTS = ['files', 'branch'] as const;
/** Each source and each output once. The output files comes first because it leaves nothing to clean up. */
export const KINDS_OF_SYNC = {
  'from git, with files': { source: 'git', output: 'files' },
  'from a manifest, to a branch': { source: 'manifest', output: 'branch' },
} as const;
/** Uncommitted syncs of either source. */
export const UNCOMMITTED_OF = {
  'from git': KINDS_OF_SYNC['from git, with files'],
  'from a manifest': UNCOMMITTED,
} as const;
/** The classes of rules that hold for syncs of either source. */
export const BY_SOURCE = { 'from git': 'git', 'from a manifest': 'manifest' } as const;

/** The bodies that start a sync: one with only the members of its source, and one with all printed members. */
export function bodiesOf(
  check: Check,
  wanted: Wanted,
  branchName = check.provided('BRANCH'),
): readonly [object, object] {
  const stated = (check.tenant.wire.value('transform-sync.start') ?? {}) as Readonly<Record<string, unknown>>;
  const { ref, manifest, source: _source, output: _output, ...needed } = stated;
  const body = { ...needed, branchName, ...wanted };
  return [
    { ...body, ...(wanted.source === 'manifest' ? { manifest } : { ref }) },
    { ...body, ref, manifest },
  ];
}

const BODY_REFUSED = [400, 415, 422];

/** Statuses that are about the deployment rather than the body. */
const NO_REPOSITORY = [403, 404, 409, 412];

/** Checks for which a sync from git was started: the deployment has a repository. */
const withRepository = new WeakSet<Check>();

/** Ends the check as untested where a deployment seems to have no repository: whether it is connected to one is its own matter. */
function requireRepository(check: Check, { source }: Wanted, answer: Answer): void {
  if (source !== 'git') return;
  if (isSuccess(answer)) withRepository.add(check);
  if (!NO_REPOSITORY.includes(answer.status) || withRepository.has(check)) return;
  const why = `a sync from git got ${answer.status}`;
  untested(unset('DEPLOYMENT_ID', `a deployment that is connected to source control: ${why}`));
}

/** Requests a sync. Which members a start needs is open: if the short body is refused, the full one is sent. */
export async function requestStart(check: Check, actor: Actor, wanted: Wanted, branchName?: string): Promise<Answer> {
  const [short, full] = bodiesOf(check, wanted, branchName);
  const answer = await actor.raw('startTransformSync', { body: short });
  requireRepository(check, wanted, answer);
  if (!BODY_REFUSED.includes(answer.status)) return answer;
  const again = await actor.raw('startTransformSync', { body: full });
  return isRefusal(again) ? answer : again;
}

export function syncIdIn({ body }: Answer): SyncId {
  const { syncJobId } = (body ?? {}) as { readonly syncJobId?: unknown };
  if (isId(syncJobId)) return syncJobId;
  throw setupFailed('the response to a start has no syncJobId');
}

/** Starts a sync as a setup step. */
export async function startSync(
  check: Check,
  actor: Actor,
  wanted: Wanted = UNCOMMITTED,
  branchName?: string,
): Promise<SyncId> {
  const answer = await requestStart(check, actor, wanted, branchName);
  return syncIdIn(granted(answer, 'the start of a sync'));
}

function hasStatus(
  check: Check,
  binding: 'transform-sync.running' | 'transform-sync.completed',
  status: string,
): boolean {
  return ((check.tenant.wire.value(binding) ?? []) as readonly string[]).includes(status);
}

export function isRunning(check: Check, status: string): boolean {
  return hasStatus(check, 'transform-sync.running', status);
}

export function isCompleted(check: Check, status: string): boolean {
  return hasStatus(check, 'transform-sync.completed', status);
}

/** Starts a sync that can be cancelled: how long a sync takes is open, and what has ended may be refused a cancellation. */
export async function startCancellable(
  check: Check,
  actor: Actor,
  wanted?: Wanted,
  branchName?: string,
): Promise<SyncId> {
  const id = await startSync(check, actor, wanted, branchName);
  if (isCompleted(check, await statusOf(actor, id))) untested('a sync has completed before it can be cancelled');
  return id;
}

/** The status of a sync, read as a setup step. */
export async function statusOf(actor: Actor, id: SyncId): Promise<string> {
  const { status } = await actor.preparing.getTransformSync(id);
  return status ?? untested(unstated('transform-sync.status', 'the status of a sync is not shown'));
}

const TIMEOUT = 40_000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 1_500;

/** Waits until a sync no longer runs and returns its status. */
export async function waitUntilEnded(check: Check, actor: Actor, id: SyncId): Promise<string> {
  const start = Date.now();
  const end = start + TIMEOUT + check.configuration.maxWait;
  if (check.tenant.isLive)
    await sleep(Math.min(check.lateness.firstEndOf('startTransformSync') ?? FIRST_PAUSE, LONGEST_PAUSE));
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.3, LONGEST_PAUSE)) {
    const status = await statusOf(actor, id);
    if (!isRunning(check, status)) {
      check.lateness.observeEnd('startTransformSync', Date.now() - start);
      return status;
    }
    if (Date.now() > end) throw transient(`sync ${id} did not end: its status is still ${status}`);
    if (check.tenant.isLive) await sleep(pause);
    else await check.clock.pass('1m');
  }
}

/** Starts a sync and waits until it has completed. */
export async function runToCompletion(
  check: Check,
  actor: Actor,
  wanted: Wanted = UNCOMMITTED,
  branchName?: string,
): Promise<SyncId> {
  const id = await startSync(check, actor, wanted, branchName);
  const status = await waitUntilEnded(check, actor, id);
  if (isCompleted(check, status)) return id;
  if (isGuess(check, 'transform-sync.completed')) untested(unstated('transform-sync.completed', `a sync is ${status}`));
  throw setupFailed(`a sync that was not cancelled ended with the status ${status}`);
}

/** For how long the files of a shared sync are surely held: an hour, less what the checks that read them may take. */
const SHARED_FOR = 30 * 60_000;

/**
 * A completed sync that is only read, so that checks of a live tenant may share it. `wanted` is a constant, by which they find it.
 */
export async function completedSync(
  check: Check,
  actor: Actor,
  wanted: Wanted = UNCOMMITTED,
  branchName?: string,
): Promise<SyncId> {
  const complete = async () => ({ id: await runToCompletion(check, actor, wanted, branchName), at: Date.now() });
  const { id, at } = await check.shared(wanted, complete);
  return Date.now() - at < SHARED_FOR ? id : (await complete()).id;
}

/** All entries of the history. */
export function history(actor: Actor, query: { readonly status?: string; readonly trigger?: string } = {}) {
  return walk((page) => actor.listTransformSyncs({ ...query, ...page }));
}

/** Waits until the history shows the given syncs, because it may show new ones with a delay. */
export async function waitUntilListed(check: Check, admin: Actor, ...own: readonly SyncId[]): Promise<void> {
  await readUntil(
    check,
    async () => idsOf(await history(admin.preparing)),
    (ids) => own.every((id) => ids.includes(String(id))),
  );
}

export function idsOf(entries: readonly Entry[]): string[] {
  return entries.map(({ syncJobId }) => String(syncJobId ?? untested(unstated('transform-sync.list-id'))));
}

/** A well-formed id that no sync has. */
export async function unknownId(admin: Actor, known: SyncId): Promise<SyncId> {
  if (typeof known === 'string' && !/^\d+$/.test(known)) return tampered(known);
  const ids = idsOf(await history(admin.preparing)).map(Number);
  return Math.max(Number(known), ...ids) + 977;
}

/** The names of the generated files of a sync. */
export async function listFileNames(actor: Actor, id: SyncId): Promise<string[]> {
  const files = await walk((page) => actor.listGeneratedFiles(id, page));
  return files.map((file) => nameOf(file) ?? untested(unstated('transform-sync.file-path')));
}

export function nameOf(file: components['schemas']['GeneratedFile']): string | undefined {
  return (typeof file === 'string' ? file : file.path) ?? undefined;
}

/** Whether files of a sync are listed. For a sync that committed them, an empty list and a refusal are both allowed. */
export async function hasFiles(admin: Actor, id: SyncId): Promise<boolean> {
  const answer = await admin.ask('listGeneratedFiles', id);
  if (isRefusal(answer)) return false;
  return (granted(answer, 'the list of files').body.items ?? []).length > 0;
}

/** Expects that a start is accepted. If it is refused, the neighbour has to start, or the check is a setup failure. */
export async function expectAccepted(check: Check, admin: Actor, wanted: Wanted, neighbour: Wanted): Promise<void> {
  // A tenant may have one sync at a time commit to a branch.
  const answer = await answerOnceFree(check, () => requestStart(check, admin, wanted));
  leaveOutIf(isUnderWay(answer) && check.tenant.isLive);
  if (isRefusal(answer)) await startSync(check, admin, neighbour);
  expect(answer, JSON.stringify(wanted)).toSucceed();
}
