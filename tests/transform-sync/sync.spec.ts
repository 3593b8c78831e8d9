import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isRefusal } from '../../harness/http/answer.ts';
import { BY_OAUTH } from '../../harness/things/administrators.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { attempt } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import {
  completedSync,
  runToCompletion,
  isCompleted,
  isRunning,
  KINDS_OF_SYNC,
  startCancellable,
  startSync,
  statusOf,
  unknownId,
  type SyncId,
} from './syncs.ts';

/** Syncs of each kind, and who reads them. */
function readings(check: Check, admin: Actor) {
  const byOAuth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
  const { 'from git, with files': first, 'from a manifest, to a branch': second } = KINDS_OF_SYNC;
  return {
    'from git, with files': { kind: first, by: admin },
    'from a manifest, to a branch': { kind: second, by: admin },
    [BY_OAUTH]: byOAuth && { kind: first, by: byOAuth },
  };
}

test(...verifies('transform-sync.status.readable'), async ({ check, admin }) => {
  await inEach(check, readings(check, admin), async ({ kind, by }) => {
    const sync = await startSync(check, admin, kind);
    expect(await by.ask('getTransformSync', sync)).toSucceed();
    expect(await by.ask('getTransformSync', sync), 'once more').toSucceed();
  });
});

for (const [id, operation] of [
  ['transform-sync.result.readable', 'getTransformSyncResult'],
  ['transform-sync.logs.readable', 'getTransformSyncLogs'],
] as const) {
  test(...verifies(id), async ({ check, admin }) => {
    await inEach(check, readings(check, admin), async ({ kind, by }) => {
      const sync = await completedSync(check, admin, kind);
      expect(await by.ask(operation, sync), `sync ${JSON.stringify(kind)}`).toSucceed();
      expect(await by.ask(operation, sync), 'once more').toSucceed();
    });
  });
}

/** The status of a cancelled sync; undefined where the tenant no longer knows it. */
async function statusAfterCancel(admin: Actor, id: SyncId): Promise<string | undefined> {
  const answer = await admin.ask('getTransformSync', id);
  return answer.status === 404 ? undefined : statusOf(admin, id);
}

const WAIT_MS = 5_000;
const MAX_ATTEMPTS = 3;

/** Starts a sync and cancels it while it runs; undefined where it ended before the cancellation. */
async function cancelRunningSync(check: Check, admin: Actor): Promise<SyncId | undefined> {
  const id = await startSync(check, admin);
  if (!isRunning(check, await statusOf(admin, id))) return undefined;
  const answer = await admin.ask('cancelTransformSync', id);
  const status = await statusAfterCancel(admin, id);
  if (status !== undefined && isCompleted(check, status)) return undefined;
  if (isRefusal(answer) && status !== undefined && !isRunning(check, status)) return undefined;
  expect(answer, 'the cancellation of a running sync').toSucceed();
  return id;
}

test(...verifies('transform-sync.cancel.stops'), async ({ check, admin }) => {
  // A completed sync is recognised by its status, so a first sync shows that this status is known.
  await runToCompletion(check, admin);
  // One that is started before and goes on is none that is to be cancelled; a tenant may run one at a time.
  await attempt(() => startSync(check, admin));
  const id = await cancelledWhileRunning(check, admin);
  await expectNotCompletedLater(check, admin, id);
  // Whether it can be cancelled again is open.
  await admin.ask('cancelTransformSync', id);
  await expectNotCompletedLater(check, admin, id);
});

/** Starts syncs until one is cancelled before it has ended. */
async function cancelledWhileRunning(check: Check, admin: Actor): Promise<SyncId> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const id = await cancelRunningSync(check, admin);
    if (id !== undefined) return id;
  }
  return untested(`each of ${MAX_ATTEMPTS} syncs ended before it could be cancelled`);
}

/** Expects that a sync has not completed after a time in which others do. */
async function expectNotCompletedLater(check: Check, admin: Actor, id: SyncId): Promise<void> {
  if (check.tenant.isLive) await sleep(WAIT_MS);
  else await check.clock.pass('10m');
  const status = await statusAfterCancel(admin, id);
  expect(
    status !== undefined && isCompleted(check, status),
    `the cancelled sync has completed, with status ${status ?? 'none: it is unknown'}`,
  ).toBe(false);
}

/** Each operation on a sync, for an unknown id and for a known one. */
for (const [id, operation, make] of [
  ['transform-sync.status.unknown-job', 'getTransformSync', startSync],
  ['transform-sync.result.unknown-job', 'getTransformSyncResult', completedSync],
  ['transform-sync.logs.unknown-job', 'getTransformSyncLogs', completedSync],
  ['transform-sync.cancel.unknown-job', 'cancelTransformSync', startCancellable],
  ['transform-sync.files.unknown-job', 'listGeneratedFiles', completedSync],
] as const) {
  test(...verifies(id), async ({ check, admin }) => {
    const unknown = await unknownId(admin, await make(check, admin));
    await inEach(check, { once: unknown, again: unknown }, async (syncId) => {
      expect(await admin.ask(operation, syncId)).toBeRefusedWith(404);
    });
    granted(await admin.ask(operation, await make(check, admin)), 'the same for a known sync');
  });
}
