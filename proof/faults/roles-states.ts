import { refuse } from '../../mock/answer.ts';
import type { Body } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { changeBody, replace } from '../lib/patches.ts';
import { storingAfter } from '../lib/role-histories.ts';
import { changeRoleList, duringRoles, roleOf, storing, type Shown } from '../lib/roles.ts';

/** Counts only the names of roles that have something as taken. */
function takenByThoseWith(operation: 'createRole' | 'updateRole', has: 'policies' | 'description'): Patch {
  return duringRoles(operation, (roles) => {
    const { isTaken } = roles;
    roles.isTaken = (name, others, except) =>
      isTaken(
        name,
        [...others].filter((role) => (role[has]?.length ?? 0) > 0),
        except,
      );
  });
}

/** Refuses updates that leave a member out of which the role has as much as it may have. */
function refusedWhereFull(member: 'name' | 'description' | 'policies', most: number): Patch {
  return replace('updateRole', (call, original) => {
    const isFull = roleOf(call)?.[member]?.length === most;
    const isLeftOut = (call.body as Body | undefined)?.[member] === undefined;
    return isFull && isLeftOut ? refuse('invalid', `${member} is too long`) : original(call);
  });
}

/** Forgets deployments that are not there in the policies that an update leaves out. */
function tidying(): Patch {
  return replace('updateRole', async (call, original) => {
    const answer = await original(call);
    const role = roleOf(call);
    const asked = Object.keys(call.body ?? {});
    if (!role || asked.length === 0 || asked.includes('policies')) return answer;
    const { deployments } = call.tenant.deployments;
    const isThere = (id: string) => id === 'All' || deployments.get(Number(id)) !== undefined;
    const policies = role.policies.map((policy) =>
      policy.resourceType === 'Deployment' ? { ...policy, resources: policy.resources.filter(isThere) } : policy,
    );
    const kept = policies.filter(({ resources }) => resources.length > 0);
    return { kind: 'ok', body: call.tenant.account.roles.replace({ ...role, policies: kept }), status: 200 };
  });
}

const first =
  (most: number) =>
  (role: Shown): Shown => ({ ...role, policies: (role['policies'] as Shown[]).slice(0, most) });

const onDeployments = (role: Shown): Shown => ({
  ...role,
  policies: (role['policies'] as Shown[]).filter(({ resourceType }) => resourceType === 'Deployment'),
});

/** What goes wrong with roles in one state alone: emptied, as full as they may be, or with policies of several types. */
export const rolesStatesFaults = faults({
  'roles.update.name-omitted': [
    {
      name: 'refused-of-the-longest',
      sentence: 'A role whose name has 255 characters is refused every update without a name.',
      also: alsoThese(
        'such a role is updated there, too',
        'roles.update.description-omitted',
        'roles.update.policies-omitted',
      ),
      patch: refusedWhereFull('name', 255),
    },
    {
      name: 'cut-of-the-longest',
      sentence: 'An update without a name takes the last character of a name that has 255.',
      patch: storing((next, { name }) =>
        name === undefined && next.name.length === 255 ? { ...next, name: next.name.slice(0, 254) } : next,
      ),
    },
  ],
  'roles.update.description-omitted': [
    {
      name: 'refused-of-the-longest',
      sentence: 'A role whose description has 255 characters is refused every update without a description.',
      also: alsoThese(
        'such a role is updated there, too',
        'roles.update.name-omitted',
        'roles.update.policies-omitted',
      ),
      patch: refusedWhereFull('description', 255),
    },
    {
      name: 'named-where-there-is-none',
      sentence: 'An update without a description gives a role that has none its name as one.',
      patch: storing((next, { description, name }) =>
        description === undefined && name !== undefined && next.description === null && next.policies.length === 0
          ? { ...next, description: next.name }
          : next,
      ),
    },
  ],
  'roles.update.policies-omitted': [
    {
      name: 'back-once-removed',
      sentence: 'An update without policies gives a role that has none the ones back that were removed.',
      also: alsoThese(
        'an update that names nothing is one without policies',
        'roles.update.body-empty',
        'roles.update.body-omitted',
      ),
      patch: storingAfter((next, asked, former, past) =>
        asked['policies'] === undefined && former.policies.length === 0
          ? { ...next, policies: past.former.findLast(({ policies }) => policies.length > 0)?.policies ?? [] }
          : next,
      ),
    },
    {
      name: 'other-types-lost',
      sentence: 'An update without policies leaves a role those on deployments alone.',
      patch: storing((next, asked) =>
        asked['policies'] === undefined
          ? { ...next, policies: next.policies.filter(({ resourceType }) => resourceType === 'Deployment') }
          : next,
      ),
    },
    {
      name: 'unknown-deployments-lost',
      sentence: 'An update without policies takes the deployments out of them that there are not.',
      patch: tidying(),
    },
  ],
  'roles.create.name-taken': [
    {
      name: 'not-by-one-without-policies',
      sentence: 'A creation may have the name of a role without policies.',
      patch: takenByThoseWith('createRole', 'policies'),
    },
    {
      name: 'not-by-one-without-a-description',
      sentence: 'A creation may have the name of a role without a description.',
      patch: takenByThoseWith('createRole', 'description'),
    },
  ],
  'roles.update.name-taken': [
    {
      name: 'not-by-one-without-policies',
      sentence: 'An update may have the name of a role without policies.',
      patch: takenByThoseWith('updateRole', 'policies'),
    },
    {
      name: 'not-by-one-without-a-description',
      sentence: 'An update may have the name of a role without a description.',
      patch: takenByThoseWith('updateRole', 'description'),
    },
  ],
  'roles.update.all-policy-problems': {
    name: 'one-of-a-kind',
    sentence: 'Of several policies that are invalid for the same reason the first one is told.',
    patch: duringRoles('updateRole', (roles) => {
      roles.told = (problems) => {
        const kinds = problems.map((problem) => problem.replace(/\[\d+\]/, '').replace(/holds .*, which/, ''));
        return problems.filter((_, at) => kinds.indexOf(kinds[at] ?? '') === at);
      };
    }),
  },
  'roles.create.answer-is-stored': {
    name: 'deployments-alone',
    sentence: 'The answer to a creation shows the policies on deployments alone.',
    patch: changeBody('createRole', onDeployments),
  },
  'roles.update.answer-is-stored': [
    {
      name: 'deployments-alone',
      sentence: 'The answer to an update shows the policies on deployments alone.',
      patch: changeBody('updateRole', onDeployments),
    },
    {
      name: 'first-fifty',
      sentence: 'The answer to an update shows the first fifty policies.',
      patch: changeBody('updateRole', first(50)),
    },
  ],
  'roles.list.same-as-read': [
    {
      name: 'first-fifty',
      sentence: 'The list shows the first fifty policies of a role.',
      patch: changeRoleList((roles) => roles.map(first(50))),
    },
    {
      name: 'deployments-alone',
      sentence: 'The list shows the policies on deployments alone.',
      patch: changeRoleList((roles) => roles.map(onDeployments)),
    },
  ],
});
