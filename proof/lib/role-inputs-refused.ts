import type { Body } from '../../mock/call.ts';
import { alsoThese, type Deviation } from './fault.ts';
import { readingPolicy, type Operation } from './role-policies.ts';
import { changeRoleRequest, duringRoles } from './roles.ts';

/** Input of roles that is to be taken, and how a strict tenant refuses it. */

/** Input that is to be taken, and how a strict tenant refuses it or keeps less of it. */
export const STRICT: Readonly<Record<string, (operation: Operation) => Deviation>> = {
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
            Array.isArray(policies) && (policies as (Body | null)[]).some((one) => String(one?.['actions']) === action);
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
    patch: readingPolicy(on, (policy) => {
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
    patch: readingPolicy(on, (policy) => {
      const { resources } = policy;
      const isUnknown = Array.isArray(resources) && resources.length === 1 && Number(resources[0]) > 2 ** 24;
      return isUnknown ? { ...policy, resources: ['unknown'] } : policy;
    }),
  }),
};
