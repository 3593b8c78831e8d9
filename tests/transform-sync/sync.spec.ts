import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isRefusal } from '../../harness/http/answer.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { transient } from '../../harness/failures/failure.ts';
import {
  completed,
  isCompleted,
  isRunning,
  KINDS_OF_SYNC,
  started,
  statusOf,
  unknownId,
  type SyncId,
} from './syncs.ts';

test(...verifies('transform-sync.status.readable'), async ({ check, admin }) => {
  for (const kind of KINDS_OF_SYNC) await admin.getTransformSync(await started(check, admin, kind));
});

for (const [id, operation] of [
  ['transform-sync.result.readable', 'getTransformSyncResult'],
  ['transform-sync.logs.readable', 'getTransformSyncLogs'],
] as const) {
  test(...verifies(id), async ({ check, admin }) => {
    for (const kind of KINDS_OF_SYNC) {
      const sync = await completed(check, admin, kind);
      expect(await admin.ask(operation, sync), `of a sync ${JSON.stringify(kind)}`).toSucceed();
    }
  });
}

/** What became of a sync that may no longer be known, since it was cancelled. */
async function outcomeOf(admin: Actor, id: SyncId): Promise<string | undefined> {
  const answer = await admin.ask('getTransformSync', id);
  return answer.status === 404 ? undefined : statusOf(admin, id);
}

const LATER = 5_000;
const TRIES = 3;

/** Cancels a sync while it runs; undefined where it had ended before the cancellation came. */
async function cancelled(check: Check, admin: Actor): Promise<SyncId | undefined> {
  const id = await started(check, admin);
  if (!isRunning(check, await statusOf(admin, id))) return undefined;
  const answer = await admin.ask('cancelTransformSync', id);
  const status = await outcomeOf(admin, id);
  if (status !== undefined && isCompleted(check, status)) return undefined;
  if (isRefusal(answer) && status !== undefined && !isRunning(check, status)) return undefined;
  expect(answer, 'the cancellation of a sync that runs').toSucceed();
  return id;
}

test(...verifies('transform-sync.cancel.stops'), async ({ check, admin }) => {
  // That what a completed sync is called is known, or else it would not be recognised.
  await completed(check, admin);
  let id: SyncId | undefined;
  for (let round = 1; id === undefined && round <= TRIES; round += 1) id = await cancelled(check, admin);
  if (id === undefined) throw transient(`each of ${TRIES} syncs ended before it could be cancelled`);
  for (let look = 1; look <= 2; look += 1) {
    if (check.tenant.isLive) await sleep(LATER);
    else await check.clock.pass('10m');
    const status = await outcomeOf(admin, id);
    expect(status !== undefined && isCompleted(check, status), `whether it completed, as ${status ?? 'gone'}`).toBe(
      false,
    );
  }
});

/** What is asked about a sync that is known, and about one that is not. */
for (const [id, operation, make] of [
  ['transform-sync.status.unknown-job', 'getTransformSync', started],
  ['transform-sync.result.unknown-job', 'getTransformSyncResult', completed],
  ['transform-sync.logs.unknown-job', 'getTransformSyncLogs', completed],
  ['transform-sync.cancel.unknown-job', 'cancelTransformSync', started],
  ['transform-sync.files.unknown-job', 'listGeneratedFiles', completed],
] as const) {
  test(...verifies(id), async ({ check, admin }) => {
    const unknown = await unknownId(admin, await started(check, admin));
    expect(await admin.ask(operation, unknown)).toBeRefusedWith(404);
    granted(await admin.ask(operation, await make(check, admin)), 'the same for a sync that is known');
  });
}
