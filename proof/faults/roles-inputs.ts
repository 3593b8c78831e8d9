import type { RequirementId } from '../../contracts/requirements/index.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { faults, type Deviation } from '../fault.ts';
import { instead } from './access-helpers.ts';

type Operation = 'createRole' | 'updateRole';
type Policy = Readonly<Record<string, unknown>>;

/** Other rules of roles for the length of one operation's calls; its behaviour waits for nothing. */
export function under(operation: string, change: (roles: Rules['roles'], call: Call) => void): Patch {
  return (rules) => {
    instead(operation, (call, original) => {
      const kept = { ...rules.roles };
      change(rules.roles, call);
      try {
        return original(call);
      } finally {
        Object.assign(rules.roles, kept);
      }
    })(rules);
  };
}

/** Another body than the one that was sent, where there is one. */
export function taking(operation: Operation, change: (body: Body) => Body): Patch {
  return instead(operation, (call, original) =>
    call.body === undefined ? original(call) : original({ ...call, body: change(bodyOf(call)) }),
  );
}

/** Each policy of a body as somebody careless reads it; undefined drops the policy. */
function takingPolicies(operation: Operation, change: (policy: Policy, index: number) => unknown): Patch {
  return taking(operation, (body) => {
    const { policies } = body;
    if (!Array.isArray(policies)) return body;
    return { ...body, policies: (policies as Policy[]).map(change).filter((one) => one !== undefined) };
  });
}

const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0;
const isWord = (text: string) => /^[a-z][a-z0-9-]*$/.test(text);

/** Input that is to be refused, and what a careless tenant makes of it. */
const CARELESS: Readonly<Record<string, (operation: Operation) => Omit<Deviation, 'also'>>> = {
  'name-not-string': (on) => ({
    name: 'coerced',
    sentence: 'A name that is a number is taken for its digits.',
    patch: taking(on, (body) => (typeof body['name'] === 'number' ? { ...body, name: `${body['name']} ` } : body)),
  }),
  'name-empty': (on) => ({
    name: 'taken',
    sentence: 'An empty name is taken.',
    patch: under(on, (roles) => {
      roles.name = { ...roles.name, min: 0 };
    }),
  }),
  'name-too-long': (on) => ({
    name: 'truncated',
    sentence: 'A name that is too long is cut.',
    patch: taking(on, (body) =>
      typeof body['name'] === 'string' ? { ...body, name: body['name'].slice(0, 255) } : body,
    ),
  }),
  'name-taken': (on) => ({
    name: 'twice',
    sentence: 'A name that another role has is taken all the same.',
    patch: under(on, (roles) => {
      roles.isTaken = () => false;
    }),
  }),
  'description-not-string': (on) => ({
    name: 'stringified',
    sentence: 'A description that is an object is stored as its JSON.',
    patch: taking(on, (body) =>
      typeof body['description'] === 'object' && body['description'] !== null
        ? { ...body, description: JSON.stringify(body['description']) }
        : body,
    ),
  }),
  'description-too-long': (on) => ({
    name: 'one-more',
    sentence: 'A description may have one character more.',
    patch: under(on, (roles) => {
      roles.description = { ...roles.description, max: 256 };
    }),
  }),
  'policies-not-list': (on) => ({
    name: 'none',
    sentence: 'Policies that are no list are taken for none.',
    patch: taking(on, (body) =>
      body['policies'] !== undefined && body['policies'] !== null && !Array.isArray(body['policies'])
        ? { ...body, policies: [] }
        : body,
    ),
  }),
  'policies-too-many': (on) => ({
    name: 'clamped',
    sentence: 'Of more than 200 policies the first 200 are kept.',
    patch: taking(on, (body) =>
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
    patch: takingPolicies(on, (policy) => (policy['resourceType'] === 'Deploymint' ? undefined : policy)),
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
    name: 'another-status',
    sentence: 'A slug is refused as unknown instead of as invalid.',
    patch: takingPolicies(on, (policy) => {
      const resources = policy['resources'];
      const isSlug = Array.isArray(resources) && resources.length === 1 && isWord(String(resources[0]));
      return isSlug ? { ...policy, resources: ['1'] } : policy;
    }),
  }),
  'policy-deployment-name': (on) => ({
    name: 'looked-up',
    sentence: 'The name of a deployment is taken for its id.',
    patch: takingPolicies(on, (policy) => {
      const resources = policy['resources'];
      const isName = Array.isArray(resources) && resources.length === 1 && / /.test(String(resources[0]).trim());
      return isName ? { ...policy, resources: ['1'] } : policy;
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
    sentence: 'Only the first resource of a policy is looked at, and what is no id behind it is dropped.',
    patch: takingPolicies(on, (policy) => {
      const { resources } = policy;
      if (!Array.isArray(resources) || resources.length < 2) return policy;
      const [first, ...rest] = resources as unknown[];
      return { ...policy, resources: [first, ...rest.filter((one) => /^\d+$/.test(String(one)))] };
    }),
  }),
  'policy-one-of-many': (on) => ({
    name: 'first-alone',
    sentence: 'Only the first policy is looked at, and those behind it that are invalid are dropped.',
    patch: takingPolicies(on, (policy, index) =>
      index > 0 && (isEmpty(policy['actions']) || isEmpty(policy['resources'])) ? undefined : policy,
    ),
  }),
};

/** Input that is to be taken, and how a strict tenant refuses it or keeps less of it. */
const STRICT: Readonly<Record<string, (operation: Operation) => Omit<Deviation, 'also'>>> = {
  'name-shortest': (on) => ({
    name: 'two',
    sentence: 'A name needs two characters.',
    patch: under(on, (roles) => {
      roles.name = { ...roles.name, min: 2 };
    }),
  }),
  'name-longest': (on) => ({
    name: 'one-less',
    sentence: 'The last of 255 characters of a name is lost.',
    patch: taking(on, (body) =>
      typeof body['name'] === 'string' && body['name'].length === 255
        ? { ...body, name: body['name'].slice(0, 254) }
        : body,
    ),
  }),
  'description-empty': (on) => ({
    name: 'refused',
    sentence: 'An empty description is refused.',
    patch: taking(on, (body) => (body['description'] === '' ? { ...body, description: 0 } : body)),
  }),
  'description-longest': (on) => ({
    name: 'one-less',
    sentence: 'The last of 255 characters of a description is lost.',
    patch: taking(on, (body) =>
      typeof body['description'] === 'string' && body['description'].length === 255
        ? { ...body, description: body['description'].slice(0, 254) }
        : body,
    ),
  }),
  'policies-most': (on) => ({
    name: 'one-less',
    sentence: 'The last of 200 policies is lost.',
    patch: taking(on, (body) =>
      Array.isArray(body['policies']) && body['policies'].length === 200
        ? { ...body, policies: body['policies'].slice(0, 199) }
        : body,
    ),
  }),
  'policy-resource-types': (on) => ({
    name: 'one-missing',
    sentence: 'Policies on report folders are refused.',
    patch: under(on, (roles) => {
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
        sentence: `Policies with ${action} are refused.`,
        patch: under(on, (roles) => {
          roles.actions = roles.actions.filter((one) => one !== action);
        }),
      }),
    ]),
  ),
  'policy-tier-omitted': (on) => ({
    name: 'required',
    sentence: 'A role with rights to change deployments is refused without a license tier.',
    patch: taking(on, (body) => {
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
    name: 'first-alone',
    sentence: 'Of several deployment ids the first three alone are kept, and the last of three is not.',
    patch: takingPolicies(on, (policy) => {
      const { resources } = policy;
      return Array.isArray(resources) && resources.join() === '1,22,333'
        ? { ...policy, resources: ['1', '22'] }
        : policy;
    }),
  }),
  'policy-deployment-all': (on) => ({
    name: 'refused',
    sentence: 'All is refused as a deployment id, where it is the only policy.',
    patch: under(on, (roles, { body }) => {
      const { policies } = (body ?? {}) as { policies?: unknown };
      if (Array.isArray(policies) && policies.length === 1) roles.isWhole = () => false;
    }),
  }),
  'policy-deployment-unknown': (on) => ({
    name: 'looked-up',
    sentence: 'The id of a deployment that there is not is left out.',
    patch: takingPolicies(on, (policy) => {
      const { resources } = policy;
      const isUnknown = Array.isArray(resources) && resources.length === 1 && String(resources[0]).length > 8;
      return isUnknown ? undefined : policy;
    }),
  }),
};

/** Rules of one policy that a list of several policies breaks as well, when one of them does. */
const OF_ONE_POLICY = [
  'policy-no-action',
  'policy-no-resource',
  'policy-deployment-slug',
  'policy-deployment-name',
  'policy-deployment-one-of-many',
];

function alsoBroken(topic: 'create' | 'update', rule: string): Deviation['also'] {
  if (!OF_ONE_POLICY.includes(rule)) return undefined;
  const because = 'one such policy among valid ones is taken in the same way';
  return [
    { id: `roles.${topic}.policy-one-of-many`, because },
    ...(topic === 'update' ? [{ id: 'roles.update.all-policy-problems' as const, because }] : []),
    ...(topic === 'update' ? [{ id: 'roles.update.all-problems' as const, because }] : []),
  ];
}

/** The same carelessness and strictness, in a creation and in an update. */
export const rolesInputFaults = (['create', 'update'] as const).flatMap((topic) =>
  faults(
    Object.fromEntries(
      Object.entries({ ...CARELESS, ...STRICT }).map(([rule, made]) => {
        const also = alsoBroken(topic, rule);
        const fault = made(topic === 'create' ? 'createRole' : 'updateRole');
        return [`roles.${topic}.${rule}` as RequirementId, { ...fault, ...(also && { also }) }];
      }),
    ),
  ),
);
