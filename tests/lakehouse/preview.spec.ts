import { inEach } from '../../harness/check/in-each.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { BY_KEY, BY_OAUTH } from '../../harness/things/administrators.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { isGuess } from '../../harness/check/guesses.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { calls } from './calls.ts';
import {
  cancel,
  endedPreview,
  waitUntilEnded,
  isRunning,
  previewBody,
  readResult,
  startPreview,
  readStatus,
  unlessGuessedKind,
  type PreviewId,
} from './previews.ts';

// The status applies to an accepted start, and a start with guessed members may be refused.
checkEveryOperation('lakehouse', calls, { except: ['lakehouse.preview.accepted'] });

const MAX_ATTEMPTS = 3;

test(...verifies('lakehouse.preview.accepted'), async ({ check, admin }) => {
  const actors = {
    'with an API key': admin,
    'a second time': admin,
    'with an OAuth token': check.asOptional('OAUTH_TOKEN'),
  };
  await inEach(check, actors, async (actor) => {
    expect(await actor.raw('startMetricViewPreview', { body: await previewBody(check, actor) })).toSucceed(202);
  });
});

test(...verifies('lakehouse.preview.status'), async ({ check, admin }) => {
  await inEach(
    check,
    { 'with an API key': admin, 'with an OAuth token': check.asOptional('OAUTH_TOKEN') },
    async (actor) => {
      expect(await readStatus(actor, await startPreview(check, actor))).toSucceed();
    },
  );
});

test(...verifies('lakehouse.result.running'), async ({ check, admin }) => {
  expect(await resultWhileRunning(check, admin)).toBeRefusedWith(409);
});

/** The refusal of a result whose preview still runs. */
async function resultWhileRunning(check: Check, admin: Actor): Promise<Answer> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const id = await startPreview(check, admin);
    if (!(await isRunning(check, admin, id))) continue;
    const answer = await readResult(admin, id);
    // The preview may have ended between the two requests.
    if (!isSuccess(answer)) return answer;
  }
  return untested(`each of ${MAX_ATTEMPTS} previews had a result at the first read`);
}

const NO_RESULT_YET = 409;

/** Where it is a guess which statuses are those of a preview that runs, one that has no result yet may run. */
function requireEnded(check: Check, { status }: Answer): void {
  if (status === NO_RESULT_YET && isGuess(check, 'lakehouse.preview-running'))
    untested(unstated('lakehouse.preview-running'));
}

test(...verifies('lakehouse.result.ready'), async ({ check, admin }) => {
  const oauth = check.asOptional('OAUTH_TOKEN');
  const cases = {
    'asked for at the end': { actor: admin, early: () => Promise.resolve() },
    'asked for too early as well': { actor: admin, early: (id: PreviewId) => readResult(admin, id) },
    'with an OAuth token': oauth && { actor: oauth, early: () => Promise.resolve() },
  };
  let last: PreviewId | undefined;
  await inEach(check, cases, async ({ actor, early }) => {
    const id = await startPreview(check, actor);
    await early(id);
    await waitUntilEnded(check, actor, id);
    const answer = await readResult(actor, id);
    requireEnded(check, answer);
    expect(unlessGuessedKind(check, 'lakehouse.preview', answer, isSuccess(answer))).toSucceed();
    last = id;
  });
  await inEach(check, { 'asked for again': last }, async (id) => {
    expect(await readResult(admin, id)).toSucceed();
  });
});

test(...verifies('lakehouse.result.none'), async ({ check, admin }) => {
  const id = await endedPreview(check, admin, { kind: 'lakehouse.failing-preview' });
  const cases = {
    'asked for once': () => Promise.resolve(),
    'asked for again, after another result': async () => readResult(admin, await endedPreview(check, admin)),
  };
  await inEach(check, cases, async (first) => {
    await first();
    const answer = await readResult(admin, id);
    expect(unlessGuessedKind(check, 'lakehouse.failing-preview', answer, !isSuccess(answer))).toBeRefusedWith(409);
  });
});

test(...verifies('lakehouse.cancel.no-result'), async ({ check, admin }) => {
  await inEach(check, { [BY_KEY]: admin, [BY_OAUTH]: check.asOptional('OAUTH_TOKEN') }, async (by) => {
    expect(await resultOfDeleted(check, admin, by), 'the result of a deleted preview').toBeRefused();
  });
});

/** The result of a preview that was deleted while it ran. */
async function resultOfDeleted(check: Check, admin: Actor, by: Actor): Promise<Answer> {
  let answer: Answer | undefined;
  // The effect of a deletion after the end is open, and a preview may end just before its deletion.
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const id = await startPreview(check, admin);
    if (!(await isRunning(check, admin, id))) continue;
    const cancelled = await cancel(by, id);
    if (!isSuccess(cancelled) && !(await isRunning(check, admin, id))) continue;
    expect(cancelled, 'the deletion of a running preview').toSucceed();
    // Waits for a later preview to end: by then the deleted one would have ended as well.
    await endedPreview(check, admin);
    answer = await readResult(admin, id);
    if (!isSuccess(answer)) break;
  }
  return answer ?? untested(`each of ${MAX_ATTEMPTS} previews ended before it could be deleted`);
}

async function requireResult(check: Check, admin: Actor, id: PreviewId): Promise<void> {
  const first = await readResult(admin, id);
  if (!isSuccess(unlessGuessedKind(check, 'lakehouse.preview', first, isSuccess(first))))
    untested('there is no result');
}

test(...verifies('lakehouse.result.retention'), async ({ check, clock, admin }) => {
  clock.requires('169h');
  const id = await startPreview(check, admin);
  await waitUntilEnded(check, admin, id);
  await requireResult(check, admin, id);
  await clock.pass('100h');
  // Seven days are the maximum, so the result may already be gone.
  await readResult(admin, id);
  await clock.pass('69h');
  expect(await readResult(admin, id), 'the result after seven days and an hour').toBeRefused();
});
