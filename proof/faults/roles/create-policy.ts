import { refuse } from '../../../mock/answer.ts';
import { type Body, bodyOf, type Call } from '../../../mock/call.ts';
import type { Policy } from '../../../mock/world/account.ts';
import { isEmptyList } from '../../lib/bodies.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { during, replaceSync } from '../../lib/patches.ts';
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
} from '../../lib/role-policies.ts';
import { changeRoleRequest } from '../../lib/roles.ts';
import { uncheckedBehindAll } from '../../lib/role-exceptions.ts';

/** The policies of a body that have the form of one; others are refused anyway. */
function policiesIn(call: Call): readonly Policy[] {
  const { policies } = bodyOf(call);
  const isWhole = (one: Policy | null) => Array.isArray(one?.actions) && Array.isArray(one.resources);
  return Array.isArray(policies) ? (policies as Policy[]).filter(isWhole) : [];
}

function inDeploymentPolicies(body: Body, change: (resources: readonly unknown[]) => readonly unknown[]): Body {
  const { policies } = body;
  if (!Array.isArray(policies)) return body;
  return {
    ...body,
    policies: policies.map((policy: unknown) => {
      if (typeof policy !== 'object' || policy === null) return policy;
      const { resourceType, resources } = policy as Body;
      return resourceType === 'Deployment' && Array.isArray(resources)
        ? { ...policy, resources: change(resources) }
        : policy;
    }),
  };
}

const digitsOf = (resource: unknown): unknown =>
  typeof resource === 'string' ? resource.replace(/^(\d+)[a-z-].*$/, '$1') : resource;

/** Faults of what each policy of a role creation may say. */
export const createPolicyFaults = faults({
  'roles.create.policy-resource-types': [
    misjudged('create', 'policy-resource-types'),
    {
      name: 'report-folders-as-folders',
      sentence: 'A policy on report folders is stored as one on folders.',
      patch: readingPolicy('createRole', (policy) =>
        policy['resourceType'] === 'ReportFolder' ? { ...policy, resourceType: 'Folder' } : policy,
      ),
    },
  ],
  'roles.create.policy-actions-deployment': misjudged('create', 'policy-actions-deployment'),
  'roles.create.policy-actions-account': misjudged('create', 'policy-actions-account'),
  'roles.create.policy-actions-content': misjudged('create', 'policy-actions-content'),
  'roles.create.policy-actions-agent': misjudged('create', 'policy-actions-agent'),
  'roles.create.policy-actions-presentation': misjudged('create', 'policy-actions-presentation'),
  'roles.create.policy-actions-later': [
    {
      name: 'manage-beside-others',
      also: alsoThese(
        'its policies have several actions',
        'roles.create.stores-policies',
        'roles.create.policy-deployment-all',
      ),
      sentence: 'A role creation whose policy names ScheduledTasksManage beside other actions is refused.',
      patch: replaceSync('createRole', (call, original) =>
        policiesIn(call).some(({ actions }) => actions.length > 1 && actions.includes('ScheduledTasksManage'))
          ? refuse(400, 'ScheduledTasksManage stands alone')
          : original(call),
      ),
    },
    misjudged('create', 'policy-actions-later'),
  ],
  'roles.create.policy-tiers': misjudged('create', 'policy-tiers'),
  'roles.create.policy-tier-omitted': misjudged('create', 'policy-tier-omitted'),
  'roles.create.policy-deployment-ids': [misjudged('create', 'policy-deployment-ids'), tenKept('createRole')],
  'roles.create.policy-deployment-all': [
    misjudged('create', 'policy-deployment-all'),
    tasksNotOnAll('createRole'),
    {
      name: 'not-beside-one-by-id',
      sentence: 'A Deployment policy for tasks on All is refused behind another one that names ids.',
      patch: replaceSync('createRole', (call, original) => {
        const forTasksOnAll = policiesIn(call).map(
          ({ resourceType, actions, resources }) =>
            resourceType === 'Deployment' && resources.includes('All') && actions.includes('ScheduledTasksRead'),
        );
        const isBehind = forTasksOnAll.length === 2 && forTasksOnAll[0] === false && forTasksOnAll[1] === true;
        if (isBehind) refuse(400, 'All covers the other policies');
        return original(call);
      }),
    },
  ],
  'roles.create.policy-deployment-unknown': [
    {
      name: 'behind-the-first',
      also: alsoThese(
        'unknown ids stand behind others',
        'roles.create.policy-deployment-ids',
        'roles.create.stores-policies',
      ),
      sentence: 'A role creation with an unknown deployment id behind another one is refused.',
      patch: replaceSync('createRole', (call, original) => {
        const { deployments } = call.tenant.deployments;
        const isUnknown = policiesIn(call).some(
          ({ resourceType, resources }) =>
            resourceType === 'Deployment' && resources.slice(1).some((one) => !deployments.get(Number(one))),
        );
        return isUnknown ? refuse(400, 'a deployment is not there') : original(call);
      }),
    },
    misjudged('create', 'policy-deployment-unknown'),
  ],
  'roles.create.policy-resource-type-missing': [
    ...generously('create', 'policy-resource-type-missing'),
    misjudged('create', 'policy-resource-type-missing'),
  ],
  'roles.create.policy-resource-type-unknown': [
    misjudged('create', 'policy-resource-type-unknown'),
    {
      name: 'any-case',
      sentence: 'A resource type in small letters is taken for the one that it spells.',
      patch: readingPolicy('createRole', (policy) => ({
        ...policy,
        resourceType: spelled(policy['resourceType'], 'small'),
      })),
    },
  ],
  'roles.create.policy-actions-missing': [
    ...generously('create', 'policy-actions-missing'),
    misjudged('create', 'policy-actions-missing'),
    {
      name: 'null',
      sentence: 'A policy whose actions are null is dropped.',
      patch: readingPolicy('createRole', (policy) => (policy['actions'] === null ? undefined : policy)),
    },
  ],
  'roles.create.policy-no-action': [
    misjudged('create', 'policy-no-action'),
    {
      name: 'on-the-account',
      sentence: 'A Global policy that grants no action is dropped.',
      patch: readingPolicy('createRole', (policy) =>
        policy['resourceType'] === 'Global' && isEmptyList(policy['actions']) ? undefined : policy,
      ),
    },
  ],
  'roles.create.policy-action-unknown': [
    {
      name: 'behind-all',
      sentence: 'In a role creation an unknown action behind All is dropped.',
      patch: uncheckedBehindAll('createRole'),
    },
    ...generously('create', 'policy-action-unknown'),
    misjudged('create', 'policy-action-unknown'),
    {
      name: 'any-case',
      sentence: 'An action in small letters is taken for the one that it spells.',
      patch: (rules) => {
        readingPolicy('createRole', (policy) => ({
          ...policy,
          actions: textsIn(policy['actions']).map(
            (one) => rules.roles.actions.find((known) => known.toLowerCase() === one) ?? one,
          ),
        }))(rules);
      },
    },
  ],
  'roles.create.policy-resources-missing': [
    ...generously('create', 'policy-resources-missing'),
    misjudged('create', 'policy-resources-missing'),
    {
      name: 'on-the-account',
      sentence: 'A Global policy may leave its resources out.',
      patch: readingPolicy('createRole', (policy) =>
        policy['resourceType'] === 'Global' && policy['resources'] === undefined
          ? { ...policy, resources: ['All'] }
          : policy,
      ),
    },
  ],
  'roles.create.policy-no-resource': [
    misjudged('create', 'policy-no-resource'),
    {
      name: 'on-content',
      sentence: 'A policy without resources is taken for one on all of them where it is on workbooks.',
      patch: readingPolicy('createRole', (policy) =>
        policy['resourceType'] === 'Workbook' && isEmptyList(policy['resources'])
          ? { ...policy, resources: ['All'] }
          : policy,
      ),
    },
  ],
  'roles.create.policy-deployment-slug': [
    {
      name: 'digits-first',
      sentence: 'In a role creation the digits with which a resource begins are taken for the id.',
      also: alsoThese(
        'the same policy among others is taken, too',
        'roles.create.policy-one-of-many',
        'roles.create.policy-deployment-one-of-many',
      ),
      patch: changeRoleRequest('createRole', (body) => inDeploymentPolicies(body, (all) => all.map(digitsOf))),
    },
    ...generously('create', 'policy-deployment-slug'),
    {
      name: 'read-as-numbers',
      also: alsoThese(
        'what is stored is shown',
        'roles.policy.deployment-resources',
        'roles.create.policy-one-of-many',
      ),
      sentence: 'A role is created with a Deployment resource such as 0x1f, which reads as a number.',
      patch: during('createRole', 'roles', ({ isDeploymentId }) => ({
        isDeploymentId: (one) =>
          isDeploymentId(one) || (/^\d+(e\d+|x[\da-f]+)$/.test(one) && Number.isFinite(Number(one))),
      })),
    },
    misjudged('create', 'policy-deployment-slug'),
    {
      name: 'of-one-that-exists',
      sentence: 'The slug of a deployment that exists is taken for its id.',
      patch: lookingUp('createRole', (text) => /^[a-z0-9-]+$/.test(text)),
    },
  ],
  'roles.create.policy-deployment-name': [
    misjudged('create', 'policy-deployment-name'),
    {
      name: 'of-one-that-exists',
      sentence: 'The name of a deployment that exists is taken for its id.',
      patch: lookingUp('createRole', (text) => / |[A-Z]/.test(text)),
    },
  ],
  'roles.create.policy-deployment-all-small': [
    misjudged('create', 'policy-deployment-all-small'),
    {
      name: 'capitals',
      sentence: 'ALL in capitals is taken for the word All.',
      patch: readingPolicy('createRole', (policy) =>
        JSON.stringify(policy['resources']) === '["ALL"]' ? { ...policy, resources: ['All'] } : policy,
      ),
    },
  ],
  'roles.create.policy-deployment-number': misjudged('create', 'policy-deployment-number'),
  'roles.create.policy-deployment-one-of-many': [
    {
      name: 'behind-an-id-stored',
      also: [
        ...alsoThese(
          'a name stands behind an id among the resources that are drawn',
          'roles.create.policy-deployment-name',
        ),
        ...SHOWN,
        ...alsoThese(
          'a slug stands behind an id there',
          'roles.create.policy-one-of-many',
          'roles.create.policy-deployment-slug',
        ),
      ],
      sentence: 'A creation stores a slug among the resources of a policy where an id stands before it.',
      patch: looksAtTheFirst('createRole'),
    },
    ...generously('create', 'policy-deployment-one-of-many'),
    misjudged('create', 'policy-deployment-one-of-many'),
    {
      name: 'last-alone',
      sentence: 'Only the last resource of a policy is looked at.',
      also: alsoThese(
        'the slug or the name stands before another resource there, or in another policy',
        'roles.create.policy-one-of-many',
        'roles.create.policy-deployment-slug',
        'roles.create.policy-deployment-name',
      ),
      patch: readingPolicy('createRole', (policy) => {
        const { resourceType, resources } = policy;
        if (resourceType !== 'Deployment' || !Array.isArray(resources) || resources.length < 2) return policy;
        const others = (resources as unknown[]).slice(0, -1).filter((one) => /^\d+$/.test(String(one)));
        return { ...policy, resources: [...others, resources.at(-1) as unknown] };
      }),
    },
  ],
  'roles.create.policy-one-of-many': [
    misjudged('create', 'policy-one-of-many'),
    {
      name: 'behind-a-hundred',
      sentence: 'Of more than a hundred policies those behind the hundredth that grant nothing are dropped.',
      patch: readingPolicy('createRole', (policy, index) =>
        index >= 100 && isEmptyList(policy['actions']) ? undefined : policy,
      ),
    },
  ],
});
