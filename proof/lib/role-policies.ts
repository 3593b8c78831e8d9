import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { isBody } from './bodies.ts';
import { alsoThese, type Deviation } from './fault.ts';
import { replace, replaceSync } from './patches.ts';
import { changeRoleRequest, duringRoles } from './roles.ts';

/** How faults of the policies in requests about roles are written. */

export type Operation = 'createRole' | 'updateRole';

/** Letters and dashes: what has digits among them looks like an id and is for other rows. */
export const isSlug = (text: unknown) => typeof text === 'string' && text !== 'all' && /^[a-z]+(-[a-z]+)*$/.test(text);

/** Refuses actions on tasks to a policy on all deployments. */
export function tasksNotOnAll(operation: 'createRole' | 'updateRole'): Deviation {
  return {
    name: 'not-with-actions-on-tasks',
    sentence: 'A policy of ScheduledTasksRead or ScheduledTasksManage on all deployments is refused.',
    patch: readingPolicy(operation, (policy) => {
      const { actions, resources } = policy;
      const isMeant =
        Array.isArray(actions) &&
        actions.some((action) => action === 'ScheduledTasksRead' || action === 'ScheduledTasksManage') &&
        Array.isArray(resources) &&
        resources.includes('All');
      return isMeant ? { ...policy, resources: ['none of them'] } : policy;
    }),
  };
}

/** Another reading of each policy of a request; undefined leaves the policy out. */
export function readingPolicy(
  operation: Operation,
  change: (policy: Body, index: number, all: readonly Body[]) => unknown,
): Patch {
  return changeRoleRequest(operation, (body) => {
    const { policies } = body;
    if (!Array.isArray(policies)) return body;
    const all = policies as Body[];
    return { ...body, policies: all.map((one, index) => change(one, index, all)).filter((one) => one !== undefined) };
  });
}

const MANY = 10;

export function tenKept(operation: 'createRole' | 'updateRole'): Deviation {
  return {
    name: 'ten-kept',
    sentence: 'Of more than ten resources of a policy the first ten are kept.',
    patch: changeRoleRequest(operation, (body) => {
      const { policies } = body;
      if (!Array.isArray(policies)) return body;
      const cut = (policies as Record<string, unknown>[]).map((one) => {
        const { resources } = one;
        return Array.isArray(resources) ? { ...one, resources: (resources as unknown[]).slice(0, MANY) } : one;
      });
      return { ...body, policies: cut };
    }),
  };
}

type Policies = readonly unknown[];

/** Changes a member of each policy where it has one. */
const eachPolicy =
  (member: string, change: (value: unknown) => unknown) =>
  (policies: Policies): Policies =>
    policies.map((one) => (isBody(one) && member in one ? { ...one, [member]: change(one[member]) } : one));

const asList = (value: unknown): unknown => (typeof value === 'string' ? [value] : value);

const withoutNull = (value: unknown): unknown => (Array.isArray(value) ? value.filter((one) => one !== null) : value);

interface Generous {
  readonly name: string;
  readonly what: string;
  readonly read: (policies: Policies) => Policies;
  /** Whether what it takes is also one policy of several that are refused. */
  readonly oneOfMany?: boolean;
}

/** What a tenant that reads bodies generously takes for policies. */
const GENEROUS = {
  'policy-resource-type-missing': {
    name: 'null-dropped',
    what: 'a policy of null beside another one is dropped',
    read: (policies) => policies.filter((one) => one !== null),
  },
  'policy-actions-missing': {
    name: 'text-taken',
    what: 'a text in the place of actions is taken for one action',
    read: eachPolicy('actions', asList),
  },
  'policy-resources-missing': {
    name: 'text-taken',
    what: 'a text in the place of resources is taken for one resource',
    read: eachPolicy('resources', asList),
  },
  'policy-action-unknown': {
    name: 'null-dropped',
    what: 'null among actions is dropped',
    read: eachPolicy('actions', withoutNull),
  },
  'policy-deployment-one-of-many': {
    name: 'beside-all',
    what: 'what stands beside All among the resources is dropped',
    read: eachPolicy('resources', (value) => (Array.isArray(value) && value[0] === 'All' ? ['All'] : value)),
  },
  'policy-deployment-slug': [
    {
      name: 'empty-dropped',
      oneOfMany: true,
      what: 'an empty text among resources is taken for All',
      read: eachPolicy('resources', (value) =>
        Array.isArray(value) ? value.map((one: unknown) => (one === '' ? 'All' : one)) : value,
      ),
    },
    {
      name: 'fraction-cut',
      oneOfMany: true,
      what: 'a deployment id with a fraction is cut',
      read: eachPolicy('resources', (value) =>
        Array.isArray(value)
          ? value.map((one: unknown) => (typeof one === 'string' ? one.replace(/^(\d+)\.\d+$/, '$1') : one))
          : value,
      ),
    },
  ],
} satisfies Readonly<Record<string, Generous | readonly Generous[]>>;

/** Reads the policies of a body otherwise than they were sent, where they are a list. */
const readingPolicies = (operation: 'createRole' | 'updateRole', read: (policies: Policies) => Policies): Patch =>
  replaceSync(operation, (call, original) => {
    const body = bodyOf(call, { optional: true });
    const { policies } = body;
    return original(Array.isArray(policies) ? { ...call, body: { ...body, policies: read(policies) } } : call);
  });

/** What a role creation or a role update takes for policies, by the rule that it should have refused them by. */
export function generously(topic: 'create' | 'update', rule: keyof typeof GENEROUS): readonly Deviation[] {
  return [GENEROUS[rule] as Generous | readonly Generous[]].flat().map(({ name, what, read, oneOfMany = false }) => ({
    name,
    sentence: `In a role ${topic === 'create' ? 'creation' : 'update'} ${what}.`,
    also: oneOfMany ? alsoThese('it is one of many policies', `roles.${topic}.policy-one-of-many`) : [],
    patch: readingPolicies(`${topic}Role`, read),
  }));
}

export const TYPES = [
  'Global',
  'Deployment',
  'Report',
  'ReportFolder',
  'Agent',
  'AgentSpace',
  'Workbook',
  'Dashboard',
  'Folder',
  'ChatThread',
  'ScheduledTask',
];

/** The printed spelling of a resource type, where it came in small letters or in capitals. */
export function spelled(type: unknown, how: 'small' | 'capitals'): unknown {
  return TYPES.find((one) => (how === 'small' ? one.toLowerCase() : one.toUpperCase()) === type) ?? type;
}

export const textsIn = (list: unknown) => (Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []);

/** The name or another label of one of the deployments that there are. */
function isLabel({ tenant }: Call, text: string): boolean {
  return tenant.deployments.deployments
    .all()
    .some((one) => Object.values(one).some((value: unknown) => value === text));
}

/** Looks up resources that name a deployment which exists. */
export function lookingUp(operation: Operation, isMeant: (text: string) => boolean): Patch {
  return replace(operation, (call, original) => {
    const { policies } = (call.body ?? {}) as Body;
    if (!Array.isArray(policies) || policies.includes(null)) return original(call);
    const resolved = (policies as Body[]).map((policy) => ({
      ...policy,
      ...(Array.isArray(policy['resources']) && {
        resources: policy['resources'].map((one: unknown) =>
          typeof one === 'string' && isMeant(one) && isLabel(call, one) ? '1' : one,
        ),
      }),
    }));
    return original({ ...call, body: { ...bodyOf(call), policies: resolved } });
  });
}

export const SHOWN = alsoThese('the slug is shown among the resources', 'roles.policy.deployment-resources');

/** Of the resources of a policy on deployments only the first is looked at, and all are stored. */
export const looksAtTheFirst = (operation: string): Patch =>
  duringRoles(operation, (roles) => {
    const { isWhole, isDeploymentId } = roles;
    roles.isWhole = (resources) => isWhole(resources) || (resources.length > 1 && isDeploymentId(resources[0] ?? ''));
  });
