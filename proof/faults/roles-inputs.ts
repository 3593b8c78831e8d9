import type { RequirementId } from '../../contracts/requirements/index.ts';
import { refuse } from '../../mock/answer.ts';
import type { Patch } from '../../mock/index.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { all } from '../lib/patches.ts';
import { changeRoleRequest, duringRoles, takingNone } from '../lib/roles.ts';

type Operation = 'createRole' | 'updateRole';
type Policy = Readonly<Record<string, unknown>>;

/** Reads each policy of a body leniently; undefined drops the policy. */
function takingPolicies(operation: Operation, change: (policy: Policy, index: number) => unknown): Patch {
  return changeRoleRequest(operation, (body) => {
    const { policies } = body;
    if (!Array.isArray(policies)) return body;
    return { ...body, policies: (policies as Policy[]).map(change).filter((one) => one !== undefined) };
  });
}

const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0;
/** Letters and dashes: what has digits among them looks like an id and is for other rows. */
const isSlug = (text: unknown) => typeof text === 'string' && text !== 'all' && /^[a-z]+(-[a-z]+)*$/.test(text);

/** Input that has to be refused, and what a lenient tenant turns it into. */
const CARELESS: Readonly<Record<string, (operation: Operation) => Deviation>> = {
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
    patch: takingPolicies(on, (policy) => ({ resourceType: 'Deployment', ...policy })),
  }),
  'policy-resource-type-unknown': (on) => ({
    name: 'dropped',
    sentence: 'A policy of an unknown resource type is dropped.',
    patch: (rules) => {
      takingPolicies(on, (policy) => {
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
    patch: takingPolicies(on, (policy) => (policy['actions'] === undefined ? undefined : policy)),
  }),
  'policy-no-action': (on) => ({
    name: 'dropped',
    sentence: 'A policy that grants no action is dropped.',
    patch: takingPolicies(on, (policy) => (isEmpty(policy['actions']) ? undefined : policy)),
  }),
  'policy-action-unknown': (on) => ({
    name: 'dropped',
    sentence: 'An unknown action is left out of its policy.',
    patch: (rules) => {
      takingPolicies(on, (policy) => {
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
    patch: takingPolicies(on, (policy) => ({ resources: ['All'], ...policy })),
  }),
  'policy-no-resource': (on) => ({
    name: 'dropped',
    sentence: 'A policy that names no resource is dropped.',
    patch: takingPolicies(on, (policy) => (isEmpty(policy['resources']) ? undefined : policy)),
  }),
  'policy-deployment-slug': (on) => ({
    name: 'looked-up',
    sentence: 'A slug that is the only resource is stored as the id of a deployment.',
    patch: takingPolicies(on, (policy) => {
      const { resourceType, resources } = policy;
      const isMeant = resourceType === 'Deployment' && Array.isArray(resources) && resources.length === 1;
      return isMeant && isSlug(resources[0]) ? { ...policy, resources: ['1'] } : policy;
    }),
  }),
  'policy-deployment-name': (on) => ({
    name: 'looked-up',
    sentence: 'The name of a deployment is taken for its id.',
    patch: takingPolicies(on, (policy) => {
      const { resourceType, resources } = policy;
      const isMeant = resourceType === 'Deployment' && Array.isArray(resources) && resources.length === 1;
      return isMeant && / /.test(String(resources[0]).trim()) ? { ...policy, resources: ['1'] } : policy;
    }),
  }),
  'policy-deployment-all-small': (on) => ({
    name: 'taken',
    sentence: 'All is taken in small letters as well.',
    patch: takingPolicies(on, (policy) => {
      const { resourceType, resources } = policy;
      const isMeant = resourceType === 'Deployment' && JSON.stringify(resources) === '["all"]';
      return isMeant ? { ...policy, resources: ['All'] } : policy;
    }),
  }),
  'policy-deployment-number': (on) => ({
    name: 'coerced',
    sentence: 'A resource that is a number is taken for its digits.',
    patch: takingPolicies(on, (policy) => {
      const { resources } = policy;
      return Array.isArray(resources)
        ? { ...policy, resources: resources.map((one: unknown) => (typeof one === 'number' ? String(one) : one)) }
        : policy;
    }),
  }),
  'policy-deployment-one-of-many': (on) => ({
    name: 'first-alone',
    sentence: 'Only the first resource of a policy is looked at, and slugs behind it are dropped.',
    patch: takingPolicies(on, (policy) => {
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
    patch: takingPolicies(on, (policy, index) =>
      index > 1 && (isEmpty(policy['actions']) || isEmpty(policy['resources'])) ? undefined : policy,
    ),
  }),
};

/** Input that is to be taken, and how a strict tenant refuses it or keeps less of it. */
const STRICT: Readonly<Record<string, (operation: Operation) => Deviation>> = {
  'name-shortest': (on) => ({
    name: 'two',
    sentence: 'A name needs two characters.',
    patch: duringRoles(on, (roles) => {
      roles.name = { ...roles.name, min: 2 };
    }),
  }),
  'name-longest': (on) => ({
    name: 'one-less',
    sentence: 'A name of 255 characters is refused.',
    also:
      on === 'updateRole'
        ? [
            ...alsoThese('a taken name of 255 characters is refused for its length', 'roles.update.name-taken'),
            ...alsoThese(
              'a name of 255 characters is stated there as well',
              'roles.update.policies-omitted',
              'roles.update.description-longest',
            ),
          ]
        : alsoThese('a name of 255 characters is stated there as well', 'roles.create.answer-is-stored'),
    patch: duringRoles(on, (roles) => {
      roles.name = { ...roles.name, max: 254 };
    }),
  }),
  'description-empty': (on) => ({
    name: 'refused',
    sentence: 'An empty description is refused.',
    patch: changeRoleRequest(on, (body) => (body['description'] === '' ? { ...body, description: 0 } : body)),
  }),
  'description-longest': (on) => ({
    name: 'one-less',
    sentence: 'The last of 255 characters of a description is lost.',
    also:
      on === 'createRole'
        ? alsoThese(
            'the longest description is stated there',
            'roles.create.name-longest',
            'roles.create.answer-is-stored',
          )
        : [],
    patch: changeRoleRequest(on, (body) =>
      typeof body['description'] === 'string' && body['description'].length === 255
        ? { ...body, description: body['description'].slice(0, 254) }
        : body,
    ),
  }),
  'policies-most': (on) => ({
    name: 'one-less',
    sentence: '200 policies are refused.',
    also:
      on === 'createRole'
        ? alsoThese('it creates a role with 200 policies, too', 'roles.create.answer-is-stored')
        : alsoThese('it states 200 policies, too', 'roles.update.answer-is-stored', 'roles.update.description-changes'),
    patch: duringRoles(on, (roles) => {
      roles.policies = { ...roles.policies, max: 199 };
    }),
  }),
  'policy-resource-types': (on) => ({
    name: 'one-missing',
    sentence: 'Policies on report folders are refused.',
    patch: duringRoles(on, (roles) => {
      roles.resourceTypes = roles.resourceTypes.filter((one) => one !== 'ReportFolder');
    }),
  }),
  ...Object.fromEntries(
    Object.entries({
      'policy-actions-deployment': 'PlatformNetworkConnect',
      'policy-actions-account': 'McpToolsManage',
      'policy-actions-content': 'WorkbookEdit',
      'policy-actions-agent': 'ScheduledTaskRead',
      'policy-actions-presentation': 'AIBIViewer',
      'policy-actions-later': 'ScheduledTasksManage',
      'policy-tiers': 'AIBIDevelop',
    }).map(([rule, action]) => [
      rule,
      (on: Operation) => ({
        name: 'one-missing',
        sentence: `Policies with no action but ${action} are refused.`,
        patch: duringRoles(on, (roles, { body }) => {
          const { policies } = (body ?? {}) as { policies?: unknown };
          const isMeant =
            Array.isArray(policies) &&
            (policies as (Policy | null)[]).some((one) => String(one?.['actions']) === action);
          if (isMeant) roles.actions = roles.actions.filter((one) => one !== action);
        }),
      }),
    ]),
  ),
  'policy-tier-omitted': (on) => ({
    name: 'required',
    sentence: 'A role with rights to change deployments is refused without a license tier.',
    patch: changeRoleRequest(on, (body) => {
      const { policies } = body;
      if (!Array.isArray(policies)) return body;
      const some = policies as { resourceType?: string; actions?: string[] }[];
      const isTiered = some.some(({ resourceType }) => resourceType === 'Global');
      const needsTier = some.some(
        ({ actions }) =>
          Array.isArray(actions) &&
          actions.includes('DeploymentUpdate') &&
          actions.includes('DeploymentRead') &&
          actions.length === 2,
      );
      return needsTier && !isTiered ? { ...body, policies: 'none' } : body;
    }),
  }),
  'policy-deployment-ids': (on) => ({
    name: 'two-at-most',
    also: alsoThese(
      'several ids stand in one policy there',
      on === 'createRole' ? 'roles.create.policy-deployment-unknown' : 'roles.update.policy-deployment-unknown',
    ),
    sentence: 'A policy on more than two deployments is refused.',
    patch: takingPolicies(on, (policy) => {
      const { resourceType, resources } = policy;
      const isMany = resourceType === 'Deployment' && Array.isArray(resources) && resources.length > 2;
      return isMany ? { ...policy, resources: ['too many'] } : policy;
    }),
  }),
  'policy-deployment-all': (on) => ({
    name: 'refused',
    sentence: 'All is refused as a deployment id, where it is the only policy.',
    patch: duringRoles(on, (roles, { body }) => {
      const { policies } = (body ?? {}) as { policies?: unknown };
      if (Array.isArray(policies) && policies.length === 1) roles.isWhole = () => false;
    }),
  }),
  'policy-deployment-unknown': (on) => ({
    name: 'too-great',
    sentence: 'An id far beyond those of the deployments that there are is refused, where it stands alone.',
    patch: takingPolicies(on, (policy) => {
      const { resources } = policy;
      const isUnknown = Array.isArray(resources) && resources.length === 1 && Number(resources[0]) > 2 ** 24;
      return isUnknown ? { ...policy, resources: ['unknown'] } : policy;
    }),
  }),
};

/** What else breaks with a rule, since another requirement covers the same input. */
function alsoBroken(topic: 'create' | 'update', rule: string): Deviation['also'] {
  const ids = (...rules: readonly string[]) => rules.map((one) => `roles.${topic}.${one}` as RequirementId);
  const because = (reason: string, broken: readonly RequirementId[]) => broken.map((id) => ({ id, because: reason }));
  const amongOthers = 'one such policy among valid ones is taken in the same way';
  switch (rule) {
    case 'policy-no-action':
    case 'policy-no-resource':
      return because(amongOthers, [
        ...ids('policy-one-of-many'),
        ...(topic === 'update' ? ids('all-policy-problems', 'all-problems') : []),
      ]);
    case 'policy-deployment-slug':
    case 'policy-deployment-name':
      return because(amongOthers, ids('policy-one-of-many'));
    case 'policy-deployment-one-of-many':
      return because('a slug is one of the resources there too', ids('policy-deployment-slug', 'policy-one-of-many'));
    case 'name-taken':
      return topic === 'update'
        ? because('what is taken one after the other is taken at the same time', ids('name-race'))
        : undefined;
    case 'policy-deployment-unknown':
      return topic === 'update'
        ? because('policies on such a deployment replace others', ids('policies-no-merge'))
        : undefined;
    case 'policy-deployment-ids':
      return topic === 'create'
        ? because('nothing is stored of a role that is refused', ids('stores-policies'))
        : undefined;
    default:
      return undefined;
  }
}

/** The same carelessness and strictness, in a creation and in an update. */
export const rolesInputFaults = (['create', 'update'] as const).flatMap((topic) =>
  faults(
    Object.fromEntries(
      Object.entries({ ...CARELESS, ...STRICT }).map(([rule, made]) => {
        const fault = made(topic === 'create' ? 'createRole' : 'updateRole');
        const also = [...(fault.also ?? []), ...(alsoBroken(topic, rule) ?? [])];
        return [`roles.${topic}.${rule}` as RequirementId, { ...fault, also }];
      }),
    ),
  ),
);
