import type { Call } from '../../../mock/call.ts';
import { faults } from '../../lib/fault.ts';
import { changeBody, replace, after } from '../../lib/patches.ts';
import { changeRoleList, changeRoleRequest, inPolicies, type Shown, roleOf } from '../../lib/roles.ts';

/** Faults of the policies that a role shows. */
export const policyFaults = faults({
  'roles.policy.resource-type': {
    name: 'number',
    sentence: 'A listed role shows the resource types of its policies as numbers.',
    patch: changeRoleList((roles) =>
      roles.map((role) => inPolicies(role, (policy) => ({ ...policy, resourceType: 1 }))),
    ),
  },
  'roles.policy.actions': {
    name: 'joined',
    sentence: 'A role that is read shows the actions of a policy as one text.',
    patch: changeBody('getRole', (role) =>
      inPolicies(role, (policy) => ({ ...policy, actions: (policy['actions'] as string[]).join(',') })),
    ),
  },
  'roles.policy.resources': {
    name: 'missing',
    sentence: 'A role that is read shows its policies without resources.',
    patch: changeBody('getRole', (role) => inPolicies(role, ({ resources: _, ...policy }) => policy)),
  },
  'roles.policy.deployment-resources': {
    name: 'slug',
    sentence: 'A listed role shows the deployments of its policies by their slugs.',
    patch: changeRoleList((roles) =>
      roles.map((role) => inPolicies(role, (policy) => ({ ...policy, resources: ['sales-analytics'] }))),
    ),
  },
  'roles.policy.tier-not-derived': {
    name: 'derived',
    sentence: 'A role that is created with All on deployments is given a Global policy with a license tier.',
    also: [
      { id: 'roles.create.stores-policies', because: 'a policy more than was sent is stored' },
      { id: 'roles.create.policy-actions-deployment', because: 'the role with All is read back with a policy more' },
    ],
    patch: changeRoleRequest('createRole', (body) => {
      const { policies } = body;
      const some = Array.isArray(policies) ? (policies as Shown[]) : [];
      const isWhole = some.some(
        ({ resourceType, actions }) => resourceType === 'Deployment' && String(actions) === 'All',
      );
      const tier = { resourceType: 'Global', actions: ['AIBIDevelop'], resources: ['All'] };
      return isWhole ? { ...body, policies: [...some, tier] } : body;
    }),
  },
  'roles.policy.deleted-deployment-kept': [
    {
      name: 'tidied',
      sentence: 'A role shows All in the place of deployments that are gone.',
      patch: (rules) => {
        // Ids that no deployment ever had are none of this row's: only those that were seen can be missed.
        const seen = new Set<string>();
        const look = ({ tenant }: Call) => {
          for (const { id } of tenant.deployments.deployments.after(0)) seen.add(String(id));
        };
        replace('createRole', (call, original) => {
          look(call);
          return original(call);
        })(rules);
        changeBody('getRole', (role, { tenant }) =>
          inPolicies(role, (policy) => ({
            ...policy,
            resources: (policy['resources'] as string[]).map((one) =>
              seen.has(one) && !tenant.deployments.deployments.get(Number(one)) ? 'All' : one,
            ),
          })),
        )(rules);
      },
    },
    {
      name: 'until-granted',
      sentence: 'The id of a deleted deployment leaves a role once the role is granted.',
      patch: after('grantRole', (call) => {
        const role = roleOf(call);
        const { deployments } = call.tenant.deployments;
        const isThere = (id: string) => id === 'All' || deployments.get(Number(id)) !== undefined;
        const policies = role?.policies
          .map((one) =>
            one.resourceType === 'Deployment' ? { ...one, resources: one.resources.filter(isThere) } : one,
          )
          .filter(({ resources }) => resources.length > 0);
        if (role && policies) call.tenant.account.roles.replace({ ...role, policies });
      }),
    },
  ],
  'roles.policy.deleted-deployment-grants-nothing': {
    name: 'grants-the-rest',
    sentence: 'A policy whose only deployment is gone grants its actions on every other one.',
    patch: ({ authority }) => {
      const { counted } = authority;
      authority.counted = (tenant, user) =>
        counted(tenant, user).map((role) => ({
          ...role,
          policies: role.policies.map((policy) => {
            const isLeft = policy.resources.some(
              (one) => one === 'All' || tenant.deployments.deployments.get(Number(one)),
            );
            return policy.resourceType === 'Deployment' && !isLeft ? { ...policy, resources: ['All'] } : policy;
          }),
        }));
    },
  },
});
