import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { found, isGuess } from '../../harness/check/guesses.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';

interface Validation {
  readonly valid?: unknown;
  readonly errors?: unknown;
}

function validate(admin: Actor, branchName: string): Promise<Answer> {
  return admin.raw('validateDataModel', { query: { branchName } });
}

const validationIn = ({ body }: Answer): Validation => body ?? {};

/** The validation of a branch that does not compile. Where its parameter is a guess, another may have been validated. */
async function ofBroken(check: Check, admin: Actor): Promise<Answer> {
  const answer = await validate(admin, check.provided('BROKEN_BRANCH'));
  const isFalse = isSuccess(answer) && validationIn(answer).valid === false;
  if (!isFalse && isGuess(check, 'build.validate-branch')) untested('state build.validate-branch in BINDINGS');
  return answer;
}

test(...verifies('build.validate.broken-status'), async ({ check, admin }) => {
  expect(await ofBroken(check, admin)).toSucceed(200);
});

test(...verifies('build.validate.broken-valid-false'), async ({ check, admin }) => {
  const answer = await ofBroken(check, admin);
  if (!isSuccess(answer)) throw setupFailed(`the validation answered ${answer.status}`);
  expect(validationIn(answer).valid, 'valid').toBe(false);
});

/** Whether something is told of errors. Their form is open; a number says how many there are and not which. */
function isTold(errors: unknown): boolean {
  if (typeof errors === 'string') return errors !== '';
  return typeof errors === 'object' && errors !== null && Object.keys(errors).length > 0;
}

test(...verifies('build.validate.broken-errors'), async ({ check, admin }) => {
  const answer = await ofBroken(check, admin);
  if (!isSuccess(answer)) throw setupFailed(`the validation answered ${answer.status}`);
  const errors = found(check, 'build.validate-errors', validationIn(answer).errors);
  expect(isTold(errors), `whether errors are told by ${JSON.stringify(errors)}`).toBe(true);
});

test(...verifies('build.validate.sound'), async ({ check, admin }) => {
  const answer = await validate(admin, check.provided('RUNNING_BRANCH'));
  if (!isSuccess(answer) && isGuess(check, 'build.validate-branch')) {
    untested('state build.validate-branch in BINDINGS');
  }
  expect(answer).toSucceed();
  expect(validationIn(answer).valid, 'valid').not.toBe(false);
});
