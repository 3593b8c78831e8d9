import { refuse } from '../../mock/answer.ts';
import { isEmptyList } from './bodies.ts';
import type { Deviation } from './fault.ts';
import { all } from './patches.ts';
import { isSlug, readingPolicy, type Operation } from './role-policies.ts';
import { changeRoleRequest, duringRoles, takingNone } from './roles.ts';

/** Input of roles that has to be refused, and what a careless tenant makes of it. */

/** Input that has to be refused, and what a lenient tenant turns it into. */
export const CARELESS: Readonly<Record<string, (operation: Operation) => Deviation>> = {
  'name-not-string': (on) => ({
    name: 'coerced',
    sentence: 'A name that is a number is taken for its digits.',
    patch: changeRoleRequest(on, (body) =>
      typeof body['name'] === 'number' ? { ...body, name: `${body['name']} ` } : body,
    ),
  }),
  'name-empty': (on) => ({
    name: 'taken',
    sentence: 'An empty name is taken.',
    patch: duringRoles(on, (roles) => {
      roles.name = { ...roles.name, min: 0 };
    }),
  }),
  'name-too-long': (on) => ({
    name: 'truncated',
    sentence: 'A name that is too long is cut.',
    patch: changeRoleRequest(on, (body) =>
      typeof body['name'] === 'string' ? { ...body, name: body['name'].slice(0, 255) } : body,
    ),
  }),
  'name-taken': (on) =>
    on === 'updateRole'
      ? {
          name: 'twice',
          sentence: 'A name that another role has is taken all the same.',
          patch: duringRoles(on, (roles) => {
            roles.isTaken = () => false;
          }),
        }
      : {
          // Were it created, two that are sent at the same time would be as well, and that is a row of its own.
          name: 'another-status',
          sentence: 'A name that another role has is refused with 400.',
          patch: duringRoles(on, (roles) => {
            const { isTaken } = roles;
            roles.isTaken = (...given) => isTaken(...given) && refuse(400, 'another role has this name');
          }),
        },
  'description-not-string': (on) => ({
    name: 'stringified',
    sentence: 'A description that is an object is stored as its JSON.',
    patch: changeRoleRequest(on, (body) =>
      typeof body['description'] === 'object' && body['description'] !== null
        ? { ...body, description: JSON.stringify(body['description']) }
        : body,
    ),
  }),
  'description-too-long': (on) => ({
    name: 'one-more',
    sentence: 'A description may have one character more.',
    patch: duringRoles(on, (roles) => {
      roles.description = { ...roles.description, max: 256 };
    }),
  }),
  'policies-not-list': (on) => ({
    name: 'none',
    sentence: 'Policies that are no list are taken for none.',
    patch: all(
      takingNone,
      changeRoleRequest(on, (body) =>
        body['policies'] !== undefined && body['policies'] !== null && !Array.isArray(body['policies'])
          ? { ...body, policies: [] }
          : body,
      ),
    ),
  }),
  'policies-too-many': (on) => ({
    name: 'clamped',
    sentence: 'Of more than 200 policies the first 200 are kept.',
    patch: changeRoleRequest(on, (body) =>
      Array.isArray(body['policies']) ? { ...body, policies: body['policies'].slice(0, 200) } : body,
    ),
  }),
  'policy-resource-type-missing': (on) => ({
    name: 'defaulted',
    sentence: 'A policy without a resource type is taken for one on deployments.',
    patch: readingPolicy(on, (policy) => ({ resourceType: 'Deployment', ...policy })),
  }),
  'policy-resource-type-unknown': (on) => ({
    name: 'dropped',
    sentence: 'A policy of an unknown resource type is dropped.',
    patch: (rules) => {
      readingPolicy(on, (policy) => {
        const { resourceType } = policy;
        return typeof resourceType === 'string' && !rules.roles.resourceTypes.includes(resourceType)
          ? undefined
          : policy;
      })(rules);
    },
  }),
  'policy-actions-missing': (on) => ({
    name: 'dropped',
    sentence: 'A policy without actions is dropped.',
    patch: readingPolicy(on, (policy) => (policy['actions'] === undefined ? undefined : policy)),
  }),
  'policy-no-action': (on) => ({
    name: 'dropped',
    sentence: 'A policy that grants no action is dropped.',
    patch: readingPolicy(on, (policy) => (isEmptyList(policy['actions']) ? undefined : policy)),
  }),
  'policy-action-unknown': (on) => ({
    name: 'dropped',
    sentence: 'An unknown action is left out of its policy.',
    patch: (rules) => {
      readingPolicy(on, (policy) => {
        const { actions } = policy;
        if (!Array.isArray(actions)) return policy;
        const known = (actions as string[]).filter((one) => rules.roles.actions.includes(one));
        return known.length === 0 ? policy : { ...policy, actions: known };
      })(rules);
    },
  }),
  'policy-resources-missing': (on) => ({
    name: 'everything',
    sentence: 'A policy without resources is taken for one on all of them.',
    patch: readingPolicy(on, (policy) => ({ resources: ['All'], ...policy })),
  }),
  'policy-no-resource': (on) => ({
    name: 'dropped',
    sentence: 'A policy that names no resource is dropped.',
    patch: readingPolicy(on, (policy) => (isEmptyList(policy['resources']) ? undefined : policy)),
  }),
  'policy-deployment-slug': (on) => ({
    name: 'looked-up',
    sentence: 'A slug that is the only resource is stored as the id of a deployment.',
    patch: readingPolicy(on, (policy) => {
      const { resourceType, resources } = policy;
      const isMeant = resourceType === 'Deployment' && Array.isArray(resources) && resources.length === 1;
      return isMeant && isSlug(resources[0]) ? { ...policy, resources: ['1'] } : policy;
    }),
  }),
  'policy-deployment-name': (on) => ({
    name: 'looked-up',
    sentence: 'The name of a deployment is taken for its id.',
    patch: readingPolicy(on, (policy) => {
      const { resourceType, resources } = policy;
      const isMeant = resourceType === 'Deployment' && Array.isArray(resources) && resources.length === 1;
      return isMeant && / /.test(String(resources[0]).trim()) ? { ...policy, resources: ['1'] } : policy;
    }),
  }),
  'policy-deployment-all-small': (on) => ({
    name: 'taken',
    sentence: 'All is taken in small letters as well.',
    patch: readingPolicy(on, (policy) => {
      const { resourceType, resources } = policy;
      const isMeant = resourceType === 'Deployment' && JSON.stringify(resources) === '["all"]';
      return isMeant ? { ...policy, resources: ['All'] } : policy;
    }),
  }),
  'policy-deployment-number': (on) => ({
    name: 'coerced',
    sentence: 'A resource that is a number is taken for its digits.',
    patch: readingPolicy(on, (policy) => {
      const { resources } = policy;
      return Array.isArray(resources)
        ? { ...policy, resources: resources.map((one: unknown) => (typeof one === 'number' ? String(one) : one)) }
        : policy;
    }),
  }),
  'policy-deployment-one-of-many': (on) => ({
    name: 'first-alone',
    sentence: 'Only the first resource of a policy is looked at, and slugs behind it are dropped.',
    patch: readingPolicy(on, (policy) => {
      const { resourceType, resources } = policy;
      if (resourceType !== 'Deployment' || !Array.isArray(resources) || resources.length < 2) return policy;
      const [first, ...rest] = resources as unknown[];
      return { ...policy, resources: [first, ...rest.filter((one) => !isSlug(one))] };
    }),
  }),
  'policy-one-of-many': (on) => ({
    name: 'two-alone',
    sentence: 'Only the first two policies are looked at, and those behind them that are invalid are dropped.',
    ...(on === 'updateRole' && {
      also: [{ id: 'roles.update.all-policy-problems', because: 'what is dropped is not told' }],
    }),
    patch: readingPolicy(on, (policy, index) =>
      index > 1 && (isEmptyList(policy['actions']) || isEmptyList(policy['resources'])) ? undefined : policy,
    ),
  }),
};
