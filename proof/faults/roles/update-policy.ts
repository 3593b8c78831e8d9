import { refuse } from '../../../mock/answer.ts';
import { bodyOf } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Policy, Role } from '../../../mock/world/account.ts';
import { isEmptyList } from '../../lib/bodies.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { during, replaceSync } from '../../lib/patches.ts';
import { isHeld, policiesIn, textOrNothing } from '../../lib/role-changes.ts';
import { misjudged } from '../../lib/role-inputs.ts';
import {
  generously,
  lookingUp,
  looksAtTheFirst,
  readingPolicy,
  SHOWN,
  spelled,
  tasksNotOnAll,
  tenKept,
  textsIn,
  TYPES,
} from '../../lib/role-policies.ts';
import { duringRoles, refusedYetStored, roleOf, storing } from '../../lib/roles.ts';
import { uncheckedBehindAll } from '../../lib/role-exceptions.ts';

function refusingPolicy(isRefused: (actions: readonly string[]) => boolean): Patch {
  return replaceSync('updateRole', (call, original) => {
    const { policies } = bodyOf(call, { optional: true });
    const some = Array.isArray(policies)
      ? (policies as readonly ({ readonly actions?: readonly string[] } | null)[])
      : [];
    const isMeant = some.some((one) => Array.isArray(one?.actions) && isRefused(one.actions));
    return isMeant ? refuse(400, 'these actions do not go together') : original(call);
  });
}

const namesTier = ({ policies }: Pick<Role, 'policies'>): boolean =>
  policies.some(({ resourceType }) => resourceType === 'Global');

interface Asked {
  readonly policies?: unknown;
  readonly name?: unknown;
  readonly description?: unknown;
}

/** Of an update with one policy this list is empty: several policies are for other rows. */
const lacks = (list: 'actions' | 'resources') => (asked: Asked) =>
  typeof asked.name === 'string' &&
  typeof asked.description === 'string' &&
  Array.isArray(asked.policies) &&
  asked.policies.length === 1 &&
  JSON.stringify((asked.policies as Record<string, unknown>[])[0]?.[list]) === '[]';

const STORED_TOO = alsoThese(
  'what is stored is shown, and such a policy is one of many',
  'roles.policy.deployment-resources',
  'roles.update.policy-one-of-many',
);

function slugTaken(form: RegExp): Patch {
  return during('updateRole', 'roles', ({ isDeploymentId }) => ({
    isDeploymentId: (one) => isDeploymentId(one) || form.test(one),
  }));
}

/** Faults of what each policy of a role update may say. */
export const updatePolicyFaults = faults({
  'roles.update.policy-resource-types': [
    misjudged('update', 'policy-resource-types'),
    {
      name: 'report-folders-as-reports',
      sentence: 'A policy on report folders is stored as one on reports.',
      patch: readingPolicy('updateRole', (policy) =>
        policy['resourceType'] === 'ReportFolder' ? { ...policy, resourceType: 'Report' } : policy,
      ),
    },
    {
      name: 'dropped-beside-others',
      sentence: 'A policy on dashboards is dropped where other policies stand beside it.',
      also: [
        ...alsoThese('a policy on dashboards stands beside others there', 'roles.update.policy-actions-presentation'),
        ...alsoThese(
          'a policy that is dropped is not looked at',
          'roles.update.policy-no-action',
          'roles.update.policy-no-resource',
        ),
      ],
      patch: readingPolicy('updateRole', (policy, _index, all) =>
        policy['resourceType'] === 'Dashboard' && all.length > 1 ? undefined : policy,
      ),
    },
  ],
  'roles.update.policy-actions-deployment': misjudged('update', 'policy-actions-deployment'),
  'roles.update.policy-actions-account': [
    {
      name: 'one-to-a-policy',
      sentence: 'A role update is refused whose policy names AuditLogManage beside another action.',
      patch: refusingPolicy((actions) => actions.includes('AuditLogManage') && actions.length > 1),
    },
    misjudged('update', 'policy-actions-account'),
  ],
  'roles.update.policy-actions-content': misjudged('update', 'policy-actions-content'),
  'roles.update.policy-actions-agent': misjudged('update', 'policy-actions-agent'),
  'roles.update.policy-actions-presentation': misjudged('update', 'policy-actions-presentation'),
  'roles.update.policy-actions-later': misjudged('update', 'policy-actions-later'),
  'roles.update.policy-tiers': misjudged('update', 'policy-tiers'),
  'roles.update.policy-tier-omitted': [
    {
      name: 'of-a-held-role',
      toldBy: 'roles.update.answer-is-stored',
      sentence: 'An update that takes the Global policy from a role that a user holds is refused.',
      patch: replaceSync('updateRole', (call, original) => {
        const role = roleOf(call);
        const { policies } = bodyOf(call, { optional: true });
        const takes = role && Array.isArray(policies) && policies.length > 0 && namesTier(role);
        const isRefused = takes && isHeld(call) && !namesTier({ policies: policies as Policy[] });
        return isRefused ? refuse(400, 'its holders would have no tier') : original(call);
      }),
    },
    misjudged('update', 'policy-tier-omitted'),
  ],
  'roles.update.policy-deployment-ids': [
    {
      name: 'as-text-of-255',
      sentence: 'Of the deployment ids of a policy those are stored that have room in a text of 255 characters.',
      patch: storing((next) => ({
        ...next,
        policies: next.policies.map((policy) => ({
          ...policy,
          resources: policy.resources.join(',').slice(0, 255).split(','),
        })),
      })),
    },
    misjudged('update', 'policy-deployment-ids'),
    tenKept('updateRole'),
  ],
  'roles.update.policy-deployment-all': [misjudged('update', 'policy-deployment-all'), tasksNotOnAll('updateRole')],
  'roles.update.policy-deployment-unknown': misjudged('update', 'policy-deployment-unknown'),
  'roles.update.policy-resource-type-missing': [
    ...generously('update', 'policy-resource-type-missing'),
    misjudged('update', 'policy-resource-type-missing'),
    {
      name: 'null',
      sentence: 'A policy whose resource type is null is taken for one on deployments.',
      patch: readingPolicy('updateRole', (policy) =>
        policy['resourceType'] === null ? { ...policy, resourceType: 'Deployment' } : policy,
      ),
    },
  ],
  'roles.update.policy-resource-type-unknown': [
    misjudged('update', 'policy-resource-type-unknown'),
    {
      name: 'in-capitals',
      sentence: 'A resource type in capitals is taken for the one that it spells.',
      patch: readingPolicy('updateRole', (policy) => ({
        ...policy,
        resourceType: spelled(policy['resourceType'], 'capitals'),
      })),
    },
    {
      name: 'beside-known-ones',
      sentence: 'A policy of an unknown resource type is dropped where a valid one stands before it.',
      patch: readingPolicy('updateRole', (policy, index) =>
        index > 0 && !TYPES.includes(String(policy['resourceType'])) ? undefined : policy,
      ),
    },
  ],
  'roles.update.policy-actions-missing': [
    ...generously('update', 'policy-actions-missing'),
    misjudged('update', 'policy-actions-missing'),
  ],
  'roles.update.policy-no-action': [
    {
      name: 'policies-lost',
      also: alsoThese('some of its policies grant no action', 'roles.update.policy-one-of-many'),
      sentence: 'An update with a policy that grants no action is refused, and the role has lost its policies.',
      patch: refusedYetStored(
        (asked, { why }) =>
          why === 400 &&
          policiesIn(asked).length === 1 &&
          policiesIn(asked).every(({ actions }) => Array.isArray(actions) && actions.length === 0),
        () => ({ policies: [] }),
      ),
    },
    {
      name: 'taken-while-held',
      sentence: 'A role that a user holds may have a policy without actions.',
      also: alsoThese(
        'the same policy among others is taken and shown, too',
        'roles.update.policy-one-of-many',
        'roles.policy.actions',
      ),
      patch: duringRoles('updateRole', (roles, call) => {
        if (isHeld(call)) roles.fewestActions = 0;
      }),
    },
    misjudged('update', 'policy-no-action'),
    {
      name: 'name-stored',
      sentence: 'An update with a policy that grants no action is refused, and its name is stored.',
      patch: refusedYetStored(lacks('actions'), ({ name }) => ({ name: textOrNothing(name) })),
    },
    {
      name: 'description-stored',
      sentence: 'An update with a policy that grants no action is refused, and its description is stored.',
      patch: refusedYetStored(lacks('actions'), ({ description }) => ({ description: textOrNothing(description) })),
    },
    {
      name: 'on-content',
      sentence: 'A policy that grants no action is dropped where it is on reports.',
      patch: readingPolicy('updateRole', (policy) =>
        policy['resourceType'] === 'Report' && isEmptyList(policy['actions']) ? undefined : policy,
      ),
    },
    {
      name: 'on-everything',
      sentence: 'A policy on All that grants no action is dropped.',
      also: alsoThese('the same policy among others is taken, too', 'roles.update.policy-one-of-many'),
      patch: readingPolicy('updateRole', (policy) =>
        String(policy['resources']) === 'All' && isEmptyList(policy['actions']) ? undefined : policy,
      ),
    },
  ],
  'roles.update.policy-action-unknown': [
    {
      name: 'behind-all',
      sentence: 'In a role update an unknown action behind All is dropped.',
      patch: uncheckedBehindAll('updateRole'),
    },
    ...generously('update', 'policy-action-unknown'),
    misjudged('update', 'policy-action-unknown'),
    {
      name: 'alone',
      sentence: 'An unknown action that a policy names alone is taken for the right to read.',
      patch: (rules) => {
        readingPolicy('updateRole', (policy) => {
          const [only, ...others] = textsIn(policy['actions']);
          return only !== undefined && others.length === 0 && !rules.roles.actions.includes(only)
            ? { ...policy, actions: ['DeploymentRead'] }
            : policy;
        })(rules);
      },
    },
  ],
  'roles.update.policy-resources-missing': [
    ...generously('update', 'policy-resources-missing'),
    misjudged('update', 'policy-resources-missing'),
    {
      name: 'null',
      sentence: 'A policy whose resources are null is taken for one on all of them.',
      patch: readingPolicy('updateRole', (policy) =>
        policy['resources'] === null ? { ...policy, resources: ['All'] } : policy,
      ),
    },
  ],
  'roles.update.policy-no-resource': [
    misjudged('update', 'policy-no-resource'),
    {
      name: 'name-stored',
      sentence: 'An update with a policy that names no resource is refused, and its name is stored.',
      patch: refusedYetStored(lacks('resources'), ({ name }) => ({ name: textOrNothing(name) })),
    },
    {
      name: 'on-the-account',
      sentence: 'A Global policy needs no resource.',
      patch: readingPolicy('updateRole', (policy) =>
        policy['resourceType'] === 'Global' && isEmptyList(policy['resources'])
          ? { ...policy, resources: ['All'] }
          : policy,
      ),
    },
    {
      name: 'all-actions',
      sentence: 'A policy with All needs no resource.',
      also: alsoThese('the same policy among others is taken, too', 'roles.update.policy-one-of-many'),
      patch: readingPolicy('updateRole', (policy) =>
        String(policy['actions']) === 'All' && isEmptyList(policy['resources'])
          ? { ...policy, resources: ['All'] }
          : policy,
      ),
    },
  ],
  'roles.update.policy-deployment-slug': [
    {
      name: 'line-end-taken',
      also: STORED_TOO,
      sentence: 'A role is updated to a Deployment resource of digits and a line end.',
      patch: slugTaken(/^\d+\n$/),
    },
    {
      name: 'blanks-taken',
      also: STORED_TOO,
      sentence: 'A role is updated to a Deployment resource of blanks alone.',
      patch: slugTaken(/^\s+$/),
    },
    {
      name: 'with-an-exponent',
      also: STORED_TOO,
      sentence: 'A role is updated to a Deployment resource such as 1e3.',
      patch: slugTaken(/^\d+e\d+$/),
    },
    {
      name: 'in-other-digits',
      also: STORED_TOO,
      sentence: 'A role is updated to a Deployment resource in digits of another script.',
      patch: slugTaken(/^\p{Nd}+$/u),
    },
    ...generously('update', 'policy-deployment-slug'),
    misjudged('update', 'policy-deployment-slug'),
    {
      name: 'of-one-that-exists',
      sentence: 'The slug of a deployment that exists is taken for its id.',
      patch: lookingUp('updateRole', (text) => /^[a-z0-9-]+$/.test(text)),
    },
    {
      name: 'digits-first',
      sentence: 'Of a resource that begins with digits these are taken for the id.',
      also: alsoThese(
        'the same policy among others is taken, too',
        'roles.update.policy-one-of-many',
        'roles.update.policy-deployment-one-of-many',
      ),
      patch: readingPolicy('updateRole', (policy) => ({
        ...policy,
        ...(policy['resourceType'] === 'Deployment' &&
          Array.isArray(policy['resources']) && {
            resources: policy['resources'].map((one: unknown) =>
              typeof one === 'string' ? one.replace(/^(\d+)[a-z-].*$/, '$1') : one,
            ),
          }),
      })),
    },
  ],
  'roles.update.policy-deployment-name': [
    misjudged('update', 'policy-deployment-name'),
    {
      name: 'of-one-that-exists',
      sentence: 'The name of a deployment that exists is taken for its id.',
      patch: lookingUp('updateRole', (text) => / |[A-Z]/.test(text)),
    },
  ],
  'roles.update.policy-deployment-all-small': misjudged('update', 'policy-deployment-all-small'),
  'roles.update.policy-deployment-number': [
    misjudged('update', 'policy-deployment-number'),
    {
      name: 'among-texts',
      sentence: 'A resource that is a number is taken for its digits where the one before it is a text.',
      patch: readingPolicy('updateRole', (policy) => ({
        ...policy,
        ...(Array.isArray(policy['resources']) &&
          typeof policy['resources'][0] === 'string' && {
            resources: policy['resources'].map((one: unknown) => (typeof one === 'number' ? String(one) : one)),
          }),
      })),
    },
  ],
  'roles.update.policy-deployment-one-of-many': [
    {
      name: 'behind-an-id-stored',
      also: [
        ...alsoThese(
          'a name stands behind an id among the resources that are drawn',
          'roles.update.policy-deployment-name',
        ),
        ...SHOWN,
        ...alsoThese(
          'a slug stands behind an id there',
          'roles.update.policy-one-of-many',
          'roles.update.policy-deployment-slug',
        ),
      ],
      sentence: 'An update stores a slug among the resources of a policy where an id stands before it.',
      patch: looksAtTheFirst('updateRole'),
    },
    ...generously('update', 'policy-deployment-one-of-many'),
    misjudged('update', 'policy-deployment-one-of-many'),
  ],
  'roles.update.policy-one-of-many': [
    misjudged('update', 'policy-one-of-many'),
    {
      name: 'first-not-looked-at',
      sentence: 'The first of several policies is dropped where it is invalid.',
      also: [{ id: 'roles.update.all-policy-problems', because: 'what is dropped is not told' }],
      patch: readingPolicy('updateRole', (policy, index, all) =>
        index === 0 && all.length > 1 && (isEmptyList(policy['actions']) || isEmptyList(policy['resources']))
          ? undefined
          : policy,
      ),
    },
  ],
});
