import { secondOf } from '../../harness/check/at-once.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { found, isGuess } from '../../harness/check/guesses.ts';
import { BY_OAUTH, BY_SCOPED, BY_PLAIN, holderOfAll } from '../../harness/things/administrators.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { testRequires } from '../../harness/failures/requires.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';

interface Validation {
  readonly valid?: unknown;
  readonly errors?: unknown;
}

function validate(admin: Actor, branchName: string): Promise<Answer> {
  return admin.raw('validateDataModel', { query: { branchName } });
}

const validationIn = ({ body }: Answer): Validation => body ?? {};

/** Validations of one branch, and of another one before it. */
function validations(check: Check, admin: Actor, between: 'RUNNING_BRANCH' | 'BROKEN_BRANCH') {
  const oauth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
  const scoped = check.asOptional('SCOPED_TOKEN', 'holder of a scoped key');
  const other = check.optional(between);
  return {
    'the first time': { by: admin },
    'once more': { by: admin },
    'after another branch': other === undefined ? undefined : { by: admin, other },
    [BY_OAUTH]: oauth && { by: oauth },
    [BY_SCOPED]: scoped && { by: scoped },
  };
}

interface Validating {
  readonly by: Actor;
  readonly other?: string;
}

/** Validates a branch, after another one where there is such. */
async function validateAfter(by: Actor, other: string | undefined, branchName: string): Promise<Answer> {
  if (other !== undefined) await validate(by, other);
  return validate(by, branchName);
}

/** With a guessed parameter the tenant may validate another branch: then only the expected result says something. */
function requireNamed(check: Check, isAsExpected: boolean): void {
  if (!isAsExpected && isGuess(check, 'build.validate-branch')) untested(unstated('build.validate-branch'));
}

/** Judges each validation of the branch that does not compile. */
async function ofBroken(check: Check, admin: Actor, judge: (answer: Answer) => void): Promise<void> {
  await inEach<Validating>(check, validations(check, admin, 'RUNNING_BRANCH'), async ({ by, other }) => {
    const answer = await validateAfter(by, other, check.provided('BROKEN_BRANCH'));
    requireNamed(check, isSuccess(answer) && validationIn(answer).valid === false);
    judge(answer);
  });
}

test(...verifies('build.validate.broken-status'), async ({ check, admin }) => {
  await ofBroken(check, admin, (answer) => {
    expect(answer).toSucceed(200);
  });
  await inEach(check, { [BY_PLAIN]: holderOfAll(check) }, async (by) => {
    const answer = await validate(by, check.provided('BROKEN_BRANCH'));
    // Who may validate is open.
    leaveOutIf([403, 404].includes(answer.status));
    expect(answer).toSucceed(200);
  });
});

test(...verifies('build.validate.broken-valid-false'), async ({ check, admin }) => {
  await ofBroken(check, admin, (answer) => {
    expect(validationIn(granted(answer, 'the validation')).valid, 'valid').toBe(false);
  });
  await inEach(check, { 'beside another at the same time': check.optional('RUNNING_BRANCH') }, async (other) => {
    const answer = await secondOf([other, check.provided('BROKEN_BRANCH')], (one) => validate(admin, one));
    leaveOutUnless(isSuccess(answer));
    expect(validationIn(answer).valid, 'valid').toBe(false);
  });
});

/** Whether a value describes errors. Its form is open, but a number is only a count and describes none. */
function describesErrors(errors: unknown): boolean {
  if (typeof errors === 'string') return errors !== '';
  return typeof errors === 'object' && errors !== null && Object.keys(errors).length > 0;
}

test(...verifies('build.validate.broken-errors'), async ({ check, admin }) => {
  await ofBroken(check, admin, (answer) => {
    const errors = found(check, 'build.validate-errors', validationIn(granted(answer, 'the validation')).errors);
    expect(describesErrors(errors), `the response describes errors: ${JSON.stringify(errors)}`).toBe(true);
  });
});

/** Whether the run came by the branch that runs: its data model may be one that does not compile. */
function isUnseen({ tenant }: Check): boolean {
  return ['found', 'made'].includes(tenant.sources.RUNNING_BRANCH ?? '');
}

test(...verifies('build.validate.sound'), async ({ check, admin }) => {
  await inEach<Validating>(check, validations(check, admin, 'BROKEN_BRANCH'), async ({ by, other }) => {
    const answer = await validateAfter(by, other, check.provided('RUNNING_BRANCH'));
    requireNamed(check, isSuccess(answer));
    expect(answer).toSucceed();
    const { valid } = validationIn(answer);
    testRequires(
      valid !== false || !isUnseen(check),
      'nobody says that the data model of RUNNING_BRANCH compiles: state it',
    );
    expect(valid, 'valid').not.toBe(false);
  });
});
