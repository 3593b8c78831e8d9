import { setTimeout as sleep } from 'node:timers/promises';
import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { tampered } from '../../harness/check/tampered.ts';
import { granted, isRefusal, type Answer } from '../../harness/http/answer.ts';
import { isGuess, unlessGuessed } from '../../harness/check/guesses.ts';
import { expect, type Check } from '../../harness/test.ts';
import { setupFailed, transient } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { walk } from '../../harness/client/paging.ts';

export type Entry = components['schemas']['TransformSyncEntry'];
export type SyncId = string | number;

export const SOURCES = ['git', 'manifest'] as const;
export const OUTPUTS = ['files', 'branch'] as const;
/** Each source and each output once. Files come first, since they leave nothing behind. */
export const KINDS_OF_SYNC = [
  { source: 'git', output: 'files' },
  { source: 'manifest', output: 'branch' },
] as const;

export interface Wanted {
  readonly source: string;
  readonly output?: string;
}

/** A sync whose files are not committed. */
export const UNCOMMITTED: Wanted = { source: 'manifest', output: 'files' };

/** The bodies that ask for a sync: with what its source is about alone, and with everything that is printed. */
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

const ABOUT_THE_BODY = [400, 415, 422];

/** Asks for a sync. Which members it takes is open: where the fewest are refused, all of them are sent. */
export async function start(check: Check, actor: Actor, wanted: Wanted, branchName?: string): Promise<Answer> {
  const [few, whole] = bodiesOf(check, wanted, branchName);
  const answer = await actor.raw('startTransformSync', { body: few });
  if (!ABOUT_THE_BODY.includes(answer.status)) return answer;
  const again = await actor.raw('startTransformSync', { body: whole });
  return isRefusal(again) ? answer : again;
}

export function idIn({ body }: Answer): SyncId {
  const { syncJobId } = (body ?? {}) as { readonly syncJobId?: unknown };
  if (typeof syncJobId === 'string' || typeof syncJobId === 'number') return syncJobId;
  throw setupFailed('the answer to a start shows no syncJobId');
}

/** A sync that a check starts from. */
export async function started(
  check: Check,
  actor: Actor,
  wanted: Wanted = UNCOMMITTED,
  branchName?: string,
): Promise<SyncId> {
  const answer = unlessGuessed(check, 'transform-sync.start', await start(check, actor, wanted, branchName));
  return idIn(granted(answer, 'the start of a sync'));
}

function among(check: Check, binding: 'transform-sync.running' | 'transform-sync.completed', status: string): boolean {
  return ((check.tenant.wire.value(binding) ?? []) as readonly string[]).includes(status);
}

export function isRunning(check: Check, status: string): boolean {
  return among(check, 'transform-sync.running', status);
}

export function isCompleted(check: Check, status: string): boolean {
  return among(check, 'transform-sync.completed', status);
}

/** The status of a sync as it is read, which is nothing that is promised here. */
export async function statusOf(actor: Actor, id: SyncId): Promise<string> {
  const { status } = await actor.preparing.getTransformSync(id);
  return status ?? untested('the status of a sync is not shown: state transform-sync.status in BINDINGS');
}

const TIMEOUT = 40_000;
const INTERVAL = 500;

/** Waits until a sync no longer runs, and answers what became of it. */
export async function ended(check: Check, actor: Actor, id: SyncId): Promise<string> {
  const end = Date.now() + TIMEOUT + check.configuration.maxWait;
  for (;;) {
    const status = await statusOf(actor, id);
    if (!isRunning(check, status)) return status;
    if (Date.now() > end) throw transient(`sync ${id} was ${status} all the time`);
    if (check.tenant.isLive) await sleep(INTERVAL);
    else await check.clock.pass('1m');
  }
}

/** A sync that has run to its end. */
export async function completed(
  check: Check,
  actor: Actor,
  wanted: Wanted = UNCOMMITTED,
  branchName?: string,
): Promise<SyncId> {
  const id = await started(check, actor, wanted, branchName);
  const status = await ended(check, actor, id);
  if (isCompleted(check, status)) return id;
  if (isGuess(check, 'transform-sync.completed')) untested(`state transform-sync.completed: a sync is ${status}`);
  throw setupFailed(`a sync that nobody cancelled ended as ${status}`);
}

/** Everything in the history. */
export function history(actor: Actor, query: { readonly status?: string; readonly trigger?: string } = {}) {
  return walk((page) => actor.listTransformSyncs({ ...query, ...page }));
}

export function idsOf(entries: readonly Entry[]): string[] {
  return entries.map(({ syncJobId }) => String(syncJobId ?? untested('state transform-sync.list-id in BINDINGS')));
}

/** An id that no sync has, and that could be one. */
export async function unknownId(admin: Actor, known: SyncId): Promise<SyncId> {
  if (typeof known === 'string' && !/^\d+$/.test(known)) return tampered(known);
  const ids = idsOf(await history(admin.preparing)).map(Number);
  return Math.max(Number(known), ...ids) + 977;
}

/** What tells the generated files of a sync apart. */
export async function filesOf(actor: Actor, id: SyncId): Promise<string[]> {
  const files = await walk((page) => actor.listGeneratedFiles(id, page));
  return files.map((file) => nameOf(file) ?? untested('state transform-sync.file-path in BINDINGS'));
}

export function nameOf(file: components['schemas']['GeneratedFile']): string | undefined {
  return (typeof file === 'string' ? file : file.path) ?? undefined;
}

/** Whether files of a sync are listed. A sync that committed them may answer with an empty list or refuse. */
export async function hasFiles(admin: Actor, id: SyncId): Promise<boolean> {
  const answer = await admin.ask('listGeneratedFiles', id);
  if (isRefusal(answer)) return false;
  return (granted(answer, 'the list of files').body.items ?? []).length > 0;
}

/** Expects that a start is accepted; where it is not, a neighbour says whether that is for the reason in question. */
export async function expectAccepted(check: Check, admin: Actor, wanted: Wanted, neighbour: Wanted): Promise<void> {
  const answer = unlessGuessed(check, 'transform-sync.start', await start(check, admin, wanted));
  if (isRefusal(answer)) await started(check, admin, neighbour);
  expect(answer, JSON.stringify(wanted)).toSucceed();
}
