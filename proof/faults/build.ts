import { ok, refuse, type Answer } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { alsoThese, faults, type Fault } from '../lib/fault.ts';

import { hiding } from '../lib/paging.ts';

import { refusing, replaceSync } from '../lib/patches.ts';

const DELETE = 'deleteBranch';
const STAGING = 'setStagingEnvironment';

type Validation = ReturnType<Rules['build']['compiled']>;

/** What the answer to a creation holds. */
function created(answer: (own: Body) => Body): Patch {
  return ({ build }) => {
    const { createdAnswer } = build;
    build.createdAnswer = (deployment) => answer(createdAnswer(deployment));
  };
}

/** What is answered of a data model that does not compile, or of one that does. */
function validated(isMeant: (found: Validation) => boolean, answer: (found: Validation) => Answer): Patch {
  return ({ build }) => {
    const own = build.validated;
    build.validated = (found) => (isMeant(found) ? answer(found) : own(found));
  };
}

const isBroken = ({ valid }: Validation): boolean => !valid;
const isSound = ({ valid }: Validation): boolean => valid;
const always = (): boolean => true;

function removed(isRemoved: Rules['build']['isRemoved']): Patch {
  return ({ build }) => {
    build.isRemoved = isRemoved;
  };
}

const wantsUpstream = ({ query }: Call): boolean => query.text('removeOnUpstream') !== undefined;
const noId: NonNullable<Fault['also']> = alsoThese('no id is answered to look for', 'build.create.listed');

export const buildFaults = faults({
  // Creating a deployment.
  'build.create.returns-id': [
    {
      name: 'absent',
      sentence: 'A creation is answered without an id.',
      also: noId,
      patch: created(({ id: _, ...rest }) => rest),
    },
    {
      name: 'null',
      sentence: 'A creation is answered with an id of null.',
      also: noId,
      patch: created((own) => ({ ...own, id: null })),
    },
    {
      name: 'object',
      sentence: 'A creation is answered with an object in the place of the id.',
      also: noId,
      patch: created((own) => ({ ...own, id: { deployment: own['id'] } })),
    },
  ],
  'build.create.listed': [
    {
      name: 'not-listed',
      sentence: 'A deployment that was created is in no list.',
      patch: (rules) => {
        const hidden = new Set<unknown>();
        created((own) => {
          hidden.add(own['id']);
          return own;
        })(rules);
        hiding('listDeployments', (id) => hidden.has(id))(rules);
      },
    },
    {
      name: 'another-id',
      sentence: 'A creation answers the id that the next deployment would have.',
      patch: created((own) => ({ ...own, id: Number(own['id']) + 1 })),
    },
    {
      name: 'id-of-the-one-before',
      sentence: 'A creation answers the id of the deployment that was created before.',
      patch: created((own) => ({ ...own, id: Number(own['id']) - 1 })),
    },
  ],

  // Branches.
  'build.delete-branch.removes': [
    {
      name: 'acknowledged',
      sentence: 'The deletion of a branch is acknowledged, and the branch stays.',
      patch: removed(() => false),
    },
    {
      name: 'upstream-only',
      sentence: 'The deletion of a branch has an effect with removeOnUpstream alone.',
      patch: replaceSync(DELETE, (call, original) => {
        if (wantsUpstream(call)) return original(call);
        const { build } = call.tenant.rules;
        const { isRemoved } = build;
        build.isRemoved = () => false;
        try {
          return original(call);
        } finally {
          build.isRemoved = isRemoved;
        }
      }),
    },
  ],
  'build.delete-branch.only-named': [
    {
      name: 'same-prefix',
      sentence: 'The deletion of a branch deletes all whose names begin with the same word.',
      patch: removed((branch, name) => branch.name.split('-')[0] === name.split('-')[0]),
    },
    {
      name: 'others-stopped',
      sentence: 'The deletion of a branch stops all other branches of the deployment.',
      patch: replaceSync(DELETE, (call, original) => {
        const answer = original(call);
        const { deployments } = call.tenant.deployments;
        const deployment = deployments.get(Number(call.path['deploymentId']));
        if (deployment) {
          const stopped = [...deployment.branches].map(([name, one]) => [name, { ...one, running: false }] as const);
          deployments.replace({ ...deployment, branches: new Map(stopped) });
        }
        return answer;
      }),
    },
  ],
  'build.delete-branch.without-upstream': {
    name: 'wanted',
    sentence: 'The deletion of a branch is refused where removeOnUpstream is left out.',
    also: alsoThese('the check deletes a branch', 'build.delete-branch.removes', 'build.delete-branch.only-named'),
    patch: refusing(DELETE, (call) => !wantsUpstream(call), 'invalid'),
  },
  'build.delete-branch.with-upstream': {
    name: 'refused',
    sentence: 'The deletion of a branch is refused with removeOnUpstream.',
    patch: refusing(DELETE, wantsUpstream, 'invalid'),
  },

  // Staging environments.
  'build.staging.enable': {
    name: 'refused',
    sentence: 'A staging environment cannot be enabled.',
    also: alsoThese('the check enables one first', 'build.staging.disable'),
    patch: refusing(STAGING, (call) => bodyOf(call)['enabled'] === true, 409),
  },
  'build.staging.disable': {
    name: 'false-as-missing',
    sentence: 'A request that says false for a staging environment is refused as if it said nothing.',
    patch: refusing(STAGING, (call) => bodyOf(call)['enabled'] === false, 'invalid'),
  },

  // Validation.
  'build.validate.broken-status': [
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
  ],
  'build.validate.sound': [
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
  ],
  'build.validate.valid': [
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
