import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { unlessGuessed } from '../../harness/check/guesses.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { transient } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { calls } from './calls.ts';
import { cancel, completed, ended, isRunning, previewBody, result, started, status, unlessOther } from './previews.ts';

checkEveryOperation('lakehouse', calls);
// The status is of a start that is accepted: a guess at what starts a preview may well be refused.
checkShapes('lakehouse', calls, ['lakehouse.preview.accepted']);

const ROUNDS = 3;

test(...verifies('lakehouse.preview.accepted'), async ({ check, admin }) => {
  const answer = await admin.raw('startMetricViewPreview', { body: previewBody(check) });
  expect(unlessGuessed(check, 'lakehouse.preview', answer)).toSucceed(202);
});

test(...verifies('lakehouse.preview.status'), async ({ check, admin }) => {
  expect(await status(admin, await started(check, admin))).toSucceed();
});

test(...verifies('lakehouse.result.running'), async ({ check, admin }) => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const id = await started(check, admin);
    if (!(await isRunning(check, admin, id))) continue;
    const answer = await result(admin, id);
    // The result may have come between the two requests.
    if (isSuccess(answer)) continue;
    expect(answer).toBeRefusedWith(409);
    return;
  }
  untested(`the result of each of ${ROUNDS} previews was there at once`);
});

test(...verifies('lakehouse.result.ready'), async ({ check, admin }) => {
  const answer = await result(admin, await completed(check, admin));
  expect(unlessOther(check, 'lakehouse.preview', answer, isSuccess(answer))).toSucceed();
});

test(...verifies('lakehouse.result.none'), async ({ check, admin }) => {
  const answer = await result(admin, await completed(check, admin, { kind: 'lakehouse.failing-preview' }));
  expect(unlessOther(check, 'lakehouse.failing-preview', answer, !isSuccess(answer))).toBeRefusedWith(409);
});

test(...verifies('lakehouse.cancel.no-result'), async ({ check, admin }) => {
  let answer: Answer | undefined;
  // What a deletion does that comes too late is open, and a preview may end just before it.
  for (let round = 1; round <= ROUNDS; round += 1) {
    const id = await started(check, admin);
    if (!(await isRunning(check, admin, id))) continue;
    const cancelled = await cancel(admin, id);
    if (!isSuccess(cancelled) && !(await isRunning(check, admin, id))) continue;
    expect(cancelled, 'the deletion of a preview that runs').toSucceed();
    // Another one that was started later has ended: by then this one would have as well.
    await completed(check, admin);
    answer = await result(admin, id);
    if (!isSuccess(answer)) break;
  }
  if (!answer) throw transient(`each of ${ROUNDS} previews ended before it could be deleted`);
  expect(answer, 'the result of a deleted preview').toBeRefused();
});

test(...verifies('lakehouse.result.retention'), async ({ check, clock, admin }) => {
  clock.requires('169h');
  const id = await started(check, admin);
  await ended(check, admin, id);
  const first = await result(admin, id);
  if (!isSuccess(unlessOther(check, 'lakehouse.preview', first, isSuccess(first)))) untested('there is no result');
  await clock.pass('100h');
  // Seven days are the most: it may be gone by now.
  await result(admin, id);
  await clock.pass('69h');
  expect(await result(admin, id), 'the result after seven days and an hour').toBeRefused();
});
