import { ok, refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byOAuth } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { afterRefusal, given } from '../lib/given.ts';
import { changedIf, isBeyondLatin, sends, type When } from '../lib/only.ts';
import { all, changeBodySync, during, refusing, remembering, replaceSync, without } from '../lib/patches.ts';
import { itemsOf } from '../lib/reports.ts';

/** Faults of the build operations that show only to some callers, for some branches, or after some history. */

const CREATE = 'createDeployment';
const DELETE = 'deleteBranch';
const STAGING = 'setStagingEnvironment';
const VALIDATE = 'validateDataModel';

const enabling: When = (call) => bodyOf(call)['enabled'] === true;
const disabling: When = (call) => bodyOf(call)['enabled'] === false;
const branchOf = (call: Call): unknown => `${call.path['deploymentId'] ?? ''} ${String(bodyOf(call)['branchName'])}`;

/** Switches that are refused once a branch has gone through the same before; a request for the state that it has counts once. */
function notAgain(which: 'on' | 'off'): Patch {
  return remembering(
    () => new Map<unknown, readonly string[]>(),
    (pasts) =>
      replaceSync(STAGING, (call, original) => {
        const [key, now] = [branchOf(call), enabling(call) ? 'on' : 'off'];
        const past = pasts.get(key) ?? [];
        const isNew = past.at(-1) !== now;
        if (isNew && now === which && past.includes(which)) refuse('conflict', 'this was done');
        const answer = original(call);
        if (isNew) pasts.set(key, [...past, now]);
        return answer;
      }),
  );
}

/** Deployments whose data model is validated as before, whatever branch is asked for. */
function keptValidation(isKept: (valid: boolean) => boolean): Patch {
  return remembering(
    () => new Map<unknown, Body>(),
    (known) =>
      replaceSync(VALIDATE, (call, original) => {
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

const isInvalid = (body: Body): boolean => body['valid'] === false;

const refusedIfSound = (when: When): Patch =>
  replaceSync(VALIDATE, (call, original) => {
    const answer = original(call);
    if (when(call) && 'body' in answer && !isInvalid(answer.body as Body)) refuse('forbidden', 'this is refused');
    return answer;
  });

/** The caller in a deployment. */
const userIn = ({ path, principal }: Call): string => `${path['deploymentId'] ?? ''} ${principal.user?.id ?? ''}`;

/** Deletions that are acknowledged alone, by the branch on which the caller is in dev mode. */
function keptInDevMode(isKept: (entered: unknown, deleted: string) => boolean): Patch {
  return remembering(
    () => new Map<string, unknown>(),
    (branches) =>
      all(
        replaceSync('enterDevMode', (call, original) => {
          const answer = original(call);
          branches.set(userIn(call), bodyOf(call)['branchName']);
          return answer;
        }),
        during(
          DELETE,
          'build',
          () => ({ isRemoved: () => false }),
          (call) => isKept(branches.get(userIn(call)), call.query.text('branchName') ?? ''),
        ),
      ),
  );
}

export const buildOnlyFaults = faults({
  'build.create.returns-id': [
    {
      name: 'not-by-oauth',
      sentence: 'The answer to a creation with an OAuth token carries no id.',
      patch: changedIf(CREATE, byOAuth, without('id')),
    },
    {
      name: 'not-beyond-latin',
      sentence: 'The answer to the creation of a deployment whose name is beyond Latin carries no id.',
      patch: changedIf(CREATE, sends('name', isBeyondLatin), without('id')),
    },
  ],
  'build.staging.enable': [
    {
      name: 'not-by-oauth',
      sentence: 'The staging environment of a branch cannot be enabled with an OAuth token.',
      patch: refusing(STAGING, (call) => enabling(call) && byOAuth(call), 403),
    },
    {
      name: 'once',
      sentence: 'The staging environment of a branch can be enabled once.',
      patch: notAgain('on'),
    },
  ],
  'build.staging.disable': [
    {
      name: 'not-by-oauth',
      sentence: 'The staging environment of a branch cannot be disabled with an OAuth token.',
      patch: refusing(STAGING, (call) => disabling(call) && byOAuth(call), 403),
    },
    {
      name: 'once',
      sentence: 'The staging environment of a branch can be disabled once.',
      patch: notAgain('off'),
    },
  ],
  'build.validate.broken-status': [
    {
      name: 'not-by-oauth',
      sentence: 'The validation of a data model that does not compile is answered with 422 to an OAuth token.',
      patch: replaceSync(VALIDATE, (call, original) => {
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
        VALIDATE,
        (_call, { done }) => done > 0,
        replaceSync(VALIDATE, (call, original) => {
          const answer = original(call);
          return 'body' in answer && isInvalid(answer.body as Body) ? { ...answer, status: 422 } : answer;
        }),
        { of: ({ path, query }) => `${path['deploymentId'] ?? ''} ${query.text('branchName') ?? ''}` },
      ),
    },
  ],
  'build.validate.broken-valid-false': [
    {
      name: 'kept-from-a-sound-one',
      also: alsoThese('a data model that compiles has no errors', 'build.validate.broken-errors'),
      sentence: 'After a data model that compiles the validation of any other branch answers that valid is true.',
      patch: keptValidation((valid) => valid),
    },
    {
      name: 'true-for-oauth',
      sentence: 'The validation of a data model that does not compile answers an OAuth token that valid is true.',
      patch: changedIf(VALIDATE, byOAuth, (body) => ({ ...body, valid: true })),
    },
    {
      name: 'true-again',
      sentence: 'The second validation of a data model that does not compile answers that valid is true.',
      patch: given(
        VALIDATE,
        (_call, { done }) => done > 0,
        changedIf(
          VALIDATE,
          () => true,
          (body) => ({ ...body, valid: true }),
        ),
        { of: ({ path, query }) => `${path['deploymentId'] ?? ''} ${query.text('branchName') ?? ''}` },
      ),
    },
  ],
  'build.validate.broken-errors': [
    {
      name: 'none-for-oauth',
      sentence: 'The validation of a data model that does not compile tells an OAuth token of no error.',
      patch: changedIf(VALIDATE, byOAuth, (body) => (isInvalid(body) ? { ...body, errors: [] } : body)),
    },
    {
      name: 'none-again',
      sentence: 'The second validation of a data model that does not compile tells of no error.',
      patch: given(
        VALIDATE,
        (_call, { done }) => done > 0,
        changedIf(
          VALIDATE,
          () => true,
          (body) => (isInvalid(body) ? { ...body, errors: [] } : body),
        ),
        { of: ({ path, query }) => `${path['deploymentId'] ?? ''} ${query.text('branchName') ?? ''}` },
      ),
    },
  ],
  'build.validate.sound': [
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
        VALIDATE,
        (_call, { done }) => done > 0,
        refusedIfSound(() => true),
        { of: ({ path, query }) => `${path['deploymentId'] ?? ''} ${query.text('branchName') ?? ''}` },
      ),
    },
  ],
  'build.delete-branch.removes': [
    {
      name: 'kept-after-a-refusal',
      sentence: 'After the deletion of a branch that there is not, the next one is acknowledged alone.',
      patch: given(
        DELETE,
        afterRefusal,
        replaceSync(DELETE, () => ok({})),
      ),
    },
    {
      name: 'kept-in-dev-mode',
      sentence: 'The deletion of the branch on which the caller is in dev mode is acknowledged, and it stays.',
      patch: keptInDevMode((entered, deleted) => entered === deleted),
    },
    {
      name: 'kept-once-in-dev-mode',
      sentence: 'Whoever is in dev mode deletes no branch, whatever is acknowledged.',
      patch: keptInDevMode((entered) => entered !== undefined),
    },
    {
      name: 'kept-by-a-part-of-its-name',
      sentence:
        'A branch stays, though its deletion is acknowledged, while the caller is in dev mode on one whose name begins so.',
      patch: keptInDevMode((entered, deleted) => typeof entered === 'string' && entered.startsWith(deleted)),
    },
  ],
  'build.create.listed': {
    name: 'not-in-another-script',
    sentence: 'The list of deployments leaves out those whose names have letters beyond Latin.',
    patch: changeBodySync('listDeployments', (list) => ({
      ...list,
      items: itemsOf(list).filter(({ name }) => !isBeyondLatin(name)),
    })),
  },
});
