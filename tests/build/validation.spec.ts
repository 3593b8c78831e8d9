import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { found, isGuess } from '../../harness/check/guesses.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';

interface Validation {
  readonly valid?: unknown;
  readonly errors?: unknown;
}

function validate(admin: Actor, branchName: string): Promise<Answer> {
  return admin.raw('validateDataModel', { query: { branchName } });
}

const validationIn = ({ body }: Answer): Validation => body ?? {};

/** The validation of a branch that does not compile. With a guessed parameter the tenant may validate another branch. */
async function validateBroken(check: Check, admin: Actor): Promise<Answer> {
  const answer = await validate(admin, check.provided('BROKEN_BRANCH'));
  const isFalse = isSuccess(answer) && validationIn(answer).valid === false;
  if (!isFalse && isGuess(check, 'build.validate-branch')) untested(unstated('build.validate-branch'));
  return answer;
}

test(...verifies('build.validate.broken-status'), async ({ check, admin }) => {
  expect(await validateBroken(check, admin)).toSucceed(200);
});

test(...verifies('build.validate.broken-valid-false'), async ({ check, admin }) => {
  const answer = granted(await validateBroken(check, admin), 'the validation');
  expect(validationIn(answer).valid, 'valid').toBe(false);
});

/** Whether a value describes errors. Its form is open, but a number is only a count and describes none. */
function describesErrors(errors: unknown): boolean {
  if (typeof errors === 'string') return errors !== '';
  return typeof errors === 'object' && errors !== null && Object.keys(errors).length > 0;
}

test(...verifies('build.validate.broken-errors'), async ({ check, admin }) => {
  const answer = granted(await validateBroken(check, admin), 'the validation');
  const errors = found(check, 'build.validate-errors', validationIn(answer).errors);
  expect(describesErrors(errors), `the response describes errors: ${JSON.stringify(errors)}`).toBe(true);
});

test(...verifies('build.validate.sound'), async ({ check, admin }) => {
  const answer = await validate(admin, check.provided('RUNNING_BRANCH'));
  if (!isSuccess(answer) && isGuess(check, 'build.validate-branch')) {
    untested(unstated('build.validate-branch'));
  }
  expect(answer).toSucceed();
  expect(validationIn(answer).valid, 'valid').not.toBe(false);
});
