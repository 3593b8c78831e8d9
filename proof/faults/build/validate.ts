import { BY_PLAIN } from '../../lib/plain-users.ts';
import { ok, refuse, type Answer } from '../../../mock/answer.ts';
import type { Body } from '../../../mock/call.ts';
import type { Patch, Rules } from '../../../mock/index.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { given } from '../../lib/earlier-calls.ts';
import { changedIf, type When } from '../../lib/conditions.ts';
import { byTimes, changeBody, remembering, replaceSync, withBody } from '../../lib/patches.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

function isValid(answer: Answer): boolean | undefined {
  return 'body' in answer ? ((answer.body as Body)['valid'] as boolean | undefined) : undefined;
}

type Validation = ReturnType<Rules['build']['compiled']>;

/** What is answered of a data model that does not compile, or of one that does. */
function validated(isMeant: (found: Validation) => boolean, answer: (found: Validation) => Answer): Patch {
  return ({ build }) => {
    const own = build.validated;
    build.validated = (found) => (isMeant(found) ? answer(found) : own(found));
  };
}

const isBroken = ({ valid }: Validation): boolean => !valid;
const isInvalid = (body: Body): boolean => body['valid'] === false;

/** Deployments whose data model is validated as before, whatever branch is asked for. */
function keptValidation(isKept: (valid: boolean) => boolean): Patch {
  return remembering(
    () => new Map<unknown, Body>(),
    (known) =>
      replaceSync('validateDataModel', (call, original) => {
        const { deploymentId } = call.path;
        const former = known.get(deploymentId);
        const answer = original(call);
        if (!('body' in answer)) return answer;
        const body = answer.body as Body;
        if (former && isKept(former['valid'] === true)) return { ...answer, body: former };
        known.set(deploymentId, body);
        return answer;
      }),
  );
}

const isSound = ({ valid }: Validation): boolean => valid;

const refusedIfSound = (when: When): Patch =>
  replaceSync('validateDataModel', (call, original) => {
    const answer = original(call);
    if (when(call) && 'body' in answer && !isInvalid(answer.body as Body)) refuse('forbidden', 'this is refused');
    return answer;
  });

const always = (): boolean => true;

/** Faults of validating data models. */
export const validateFaults = faults({
  'build.validate.broken-status': [
    {
      name: 'to-a-scoped-key',
      sentence: 'Compile errors are answered with 400 to a scoped key.',
      patch: replaceSync('validateDataModel', (call, original) => {
        const answer = original(call);
        const isBroken = 'body' in answer && (answer.body as Body)['valid'] === false;
        return isBroken && call.principal.scope !== 'all' ? refuse(400, 'the data model does not compile') : answer;
      }),
    },
    {
      name: 'second-time',
      sentence: 'The second validation of a branch that does not compile is refused.',
      also: alsoThese(
        'a refusal has no body that says so',
        'build.validate.broken-valid-false',
        'build.validate.broken-errors',
      ),
      patch: byTimes(
        'validateDataModel',
        ({ path, query }) => `${path['deploymentId']}/${query.text('branchName')}`,
        (times, call, original) => {
          const answer = original(call);
          return times > 1 && isValid(answer) === false ? refuse('invalid', 'it does not compile') : answer;
        },
      ),
    },
    {
      name: 'unprocessable',
      sentence: 'The validation of a data model that does not compile is refused with 422.',
      also: alsoThese('no success answers it', 'build.validate.broken-valid-false', 'build.validate.broken-errors'),
      patch: validated(isBroken, ({ errors }) => refuse(422, ...errors.map(({ message }) => message))),
    },
    {
      name: 'multi-status',
      sentence: 'The validation of a data model that does not compile answers 207.',
      patch: validated(isBroken, (found) => ok(found, 207)),
    },
    {
      name: 'not-by-oauth',
      sentence: 'The validation of a data model that does not compile is answered with 422 to an OAuth token.',
      patch: replaceSync('validateDataModel', (call, original) => {
        const answer = original(call);
        return byOAuth(call) && 'body' in answer && isInvalid(answer.body as Body)
          ? { ...answer, status: 422 }
          : answer;
      }),
    },
    {
      name: 'once',
      sentence: 'The second validation of a data model that does not compile is answered with 422.',
      patch: given(
        'validateDataModel',
        (_call, { done }) => done > 0,
        replaceSync('validateDataModel', (call, original) => {
          const answer = original(call);
          return 'body' in answer && isInvalid(answer.body as Body) ? { ...answer, status: 422 } : answer;
        }),
        { of: ({ path, query }) => `${path['deploymentId'] ?? ''} ${query.text('branchName') ?? ''}` },
      ),
    },
    {
      name: 'to-plain-users',
      sentence: 'Compile errors are answered with 400 to a user without the admin role.',
      seenIn: BY_PLAIN,
      patch: replaceSync('validateDataModel', (call, original) => {
        const answer = original(call);
        if (byPlainUser(call) && 'body' in answer && (answer.body as Body)['valid'] === false)
          refuse(400, 'the model does not compile');
        return answer;
      }),
    },
  ],
  'build.validate.broken-valid-false': [
    {
      name: 'true',
      sentence: 'The validation of a data model that does not compile answers its errors and that it is valid.',
      patch: validated(isBroken, (found) => ok({ ...found, valid: true }, 200)),
    },
    {
      name: 'absent',
      sentence: 'The validation of a data model that does not compile answers its errors alone.',
      patch: validated(isBroken, ({ errors }) => ok({ errors }, 200)),
    },
    {
      name: 'renamed',
      sentence: 'The validation of a data model that does not compile answers that isValid is false.',
      patch: validated(isBroken, ({ valid, errors }) => ok({ isValid: valid, errors }, 200)),
    },
    {
      name: 'kept-from-a-sound-one',
      also: alsoThese('a data model that compiles has no errors', 'build.validate.broken-errors'),
      sentence: 'After a data model that compiles the validation of any other branch answers that valid is true.',
      patch: keptValidation((valid) => valid),
    },
    {
      name: 'true-for-oauth',
      sentence: 'The validation of a data model that does not compile answers an OAuth token that valid is true.',
      patch: changedIf('validateDataModel', byOAuth, (body) => ({ ...body, valid: true })),
    },
    {
      name: 'true-again',
      sentence: 'The second validation of a data model that does not compile answers that valid is true.',
      patch: given(
        'validateDataModel',
        (_call, { done }) => done > 0,
        changedIf(
          'validateDataModel',
          () => true,
          (body) => ({ ...body, valid: true }),
        ),
        { of: ({ path, query }) => `${path['deploymentId'] ?? ''} ${query.text('branchName') ?? ''}` },
      ),
    },
    {
      name: 'that-of-another-at-once',
      sentence: 'Of two validations at the same time the second answers what the first found.',
      patch: sharedAnswer('validateDataModel'),
    },
  ],
  'build.validate.broken-errors': [
    {
      name: 'none',
      sentence: 'The validation of a data model that does not compile answers an empty list of errors.',
      patch: validated(isBroken, (found) => ok({ ...found, errors: [] }, 200)),
    },
    {
      name: 'absent',
      sentence: 'The validation of a data model that does not compile answers no errors.',
      patch: validated(isBroken, ({ valid }) => ok({ valid }, 200)),
    },
    {
      name: 'counted',
      sentence: 'The validation of a data model that does not compile answers how many errors there are.',
      patch: validated(isBroken, ({ valid, errors }) => ok({ valid, errors: errors.length }, 200)),
    },
    {
      name: 'none-for-oauth',
      sentence: 'The validation of a data model that does not compile tells an OAuth token of no error.',
      patch: changedIf('validateDataModel', byOAuth, (body) => (isInvalid(body) ? { ...body, errors: [] } : body)),
    },
    {
      name: 'none-again',
      sentence: 'The second validation of a data model that does not compile tells of no error.',
      patch: given(
        'validateDataModel',
        (_call, { done }) => done > 0,
        changedIf(
          'validateDataModel',
          () => true,
          (body) => (isInvalid(body) ? { ...body, errors: [] } : body),
        ),
        { of: ({ path, query }) => `${path['deploymentId'] ?? ''} ${query.text('branchName') ?? ''}` },
      ),
    },
  ],
  'build.validate.sound': [
    {
      name: 'after-broken',
      sentence: 'Once a branch did not compile, every branch of the deployment is said not to.',
      patch: remembering(
        () => new Set<unknown>(),
        (broken) =>
          replaceSync('validateDataModel', (call, original) => {
            const answer = original(call);
            const { deploymentId } = call.path;
            if (isValid(answer) === false) broken.add(deploymentId);
            return withBody(answer, (body) => ({
              ...body,
              valid: body['valid'] === true && !broken.has(deploymentId),
            }));
          }),
      ),
    },
    {
      name: 'false',
      sentence: 'The validation of a data model that compiles answers that valid is false, and no errors.',
      patch: validated(isSound, (found) => ok({ ...found, valid: false })),
    },
    {
      name: 'refused',
      sentence: 'The validation of a data model that compiles is refused, since there is nothing to tell.',
      also: alsoThese(
        'the call that has to be accepted is a validation',
        'build.validateDataModel.is-served',
        'auth.build.api-key',
        'auth.build.oauth-token',
      ),
      patch: validated(isSound, () => refuse('invalid', 'there are no compile errors')),
    },
    {
      name: 'kept-from-a-broken-one',
      sentence: 'After a data model that does not compile the validation of any other answers that valid is false.',
      patch: keptValidation((valid) => !valid),
    },
    {
      name: 'not-by-oauth',
      sentence: 'The validation of a data model that compiles is refused to an OAuth token.',
      also: alsoThese('the data model that is validated compiles', 'auth.build.oauth-token'),
      patch: refusedIfSound(byOAuth),
    },
    {
      name: 'once',
      sentence: 'A data model that compiles is validated once.',
      patch: given(
        'validateDataModel',
        (_call, { done }) => done > 0,
        refusedIfSound(() => true),
        { of: ({ path, query }) => `${path['deploymentId'] ?? ''} ${query.text('branchName') ?? ''}` },
      ),
    },
  ],
  'build.validate.valid': [
    {
      name: 'text-for-oauth',
      sentence: 'A validation shows an OAuth token valid as a text.',
      seenWith: 'OAUTH_TOKEN',
      patch: changeBody('validateDataModel', (body, call) =>
        byOAuth(call) ? { ...body, valid: String(body['valid']) } : body,
      ),
    },
    {
      name: 'text',
      sentence: 'A validation shows valid as a text.',
      also: alsoThese('what it shows is not false', 'build.validate.broken-valid-false'),
      patch: validated(always, (found) => ok({ ...found, valid: String(found.valid) })),
    },
    {
      name: 'number',
      sentence: 'A validation shows valid as 0 or 1.',
      also: alsoThese('what it shows is not false', 'build.validate.broken-valid-false'),
      patch: validated(always, (found) => ok({ ...found, valid: Number(found.valid) })),
    },
  ],
});
