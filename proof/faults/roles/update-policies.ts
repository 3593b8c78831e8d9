import { isDeepStrictEqual } from 'node:util';
import { LIMITS } from '../../../contracts/limits.ts';
import { ok, refuse } from '../../../mock/answer.ts';
import { type Body, bodyOf, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Policy, Role } from '../../../mock/world/account.ts';
import { isEmptyBody, isEmptyList, sentBody } from '../../lib/bodies.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { refusing, remembering, replace, replaceSync } from '../../lib/patches.ts';
import {
  cached,
  isLongest,
  lastOfEachType,
  losingMember,
  overlooking,
  policiesIn,
  refusingWhere,
  storingWhere,
  TOLD_BY_STORED,
  twentyActions,
  whereAlone,
  withOneResource,
} from '../../lib/role-changes.ts';
import { knowingRoles, names, namesAlone, type RoleHistory, storingAfter } from '../../lib/role-histories.ts';
import { misjudged } from '../../lib/role-inputs.ts';
import { changeRoleRequest, countingPolicies, roleOf, storing } from '../../lib/roles.ts';
import { firstHundred, limitOfAdded, oldRightsForOAuth } from '../../lib/role-exceptions.ts';
import { isLarge } from '../../lib/task-changes.ts';

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

function isStorable(policies: unknown): policies is Role['policies'] {
  return (
    Array.isArray(policies) &&
    policies.length > 0 &&
    policies.length <= 200 &&
    (policies as Role['policies']).every(({ actions, resources }) => actions.length > 0 && resources.length > 0)
  );
}

/** The deployment ids of a policy but those that another one begins. */
function withoutBeginnings({ resourceType, resources, ...rest }: Policy): Policy {
  const kept =
    resourceType === 'Deployment'
      ? resources.filter((id) => !resources.some((other) => other !== id && id.startsWith(other)))
      : resources;
  return { ...rest, resourceType, resources: kept };
}

/** One policy for each type and list of actions: the last one. */
function onePerActions(policies: readonly Policy[]): readonly Policy[] {
  const byActions = new Map(policies.map((one) => [`${one.resourceType} ${one.actions.join()}`, one]));
  return [...byActions.values()];
}

function isOnDeployments({ resourceType }: Role['policies'][number]): boolean {
  return resourceType === 'Deployment';
}

function isWhole(resources: readonly string[]): boolean {
  return resources.join() === 'All';
}

const MOST_ACTIONS = 10;
const isGlobal = ({ resourceType }: Role['policies'][number]) => resourceType === 'Global';

/** A role as it was before its first update. */
function firstOf(history: RoleHistory, id: number): Role | undefined {
  const { created, former } = history.of(id);
  return created ?? former[0];
}

function isHeldByGroup(call: Call): boolean {
  const id = roleOf(call)?.id;
  return id !== undefined && call.tenant.account.groups.find(({ roleIds }) => roleIds.has(id)) !== undefined;
}

/** Faults of what is stored of a role, for one kind of what is sent. */

const same = (a: readonly string[], b: readonly string[]): boolean => a.join() === b.join();

/** Faults of the policies that a role update keeps or replaces. */
export const updatePoliciesFaults = faults({
  'roles.update.policies-omitted': [
    {
      name: 'one-resource-once-renamed',
      sentence: 'An update of the name alone leaves each policy its first resource.',
      patch: storing((next, asked, former) =>
        namesAlone(asked, 'name')
          ? { ...next, policies: former.policies.map((one) => ({ ...one, resources: one.resources.slice(0, 1) })) }
          : next,
      ),
    },
    {
      name: 'last-lost-with-the-description-that-it-has',
      toldBy: 'roles.list.same-as-read',
      sentence: 'An update to the description that a role has already takes away the last of several policies.',
      patch: storing((next, asked, former) =>
        asked['policies'] === undefined && asked['description'] === former.description && next.policies.length > 1
          ? { ...next, policies: next.policies.slice(0, -1) }
          : next,
      ),
    },
    {
      name: 'beside-a-null',
      sentence: 'An update that clears the description and leaves out the policies removes them.',
      patch: storing((next, asked) =>
        asked['description'] === null && asked['policies'] === undefined ? { ...next, policies: [] } : next,
      ),
    },
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
    {
      name: 'first-update-again',
      sentence: 'An update without policies brings back those of the first update that had any.',
      also: alsoThese(
        'an update that names nothing is one without policies',
        'roles.update.body-empty',
        'roles.update.body-omitted',
      ),
      patch: remembering(
        () => new Map<number, Role['policies']>(),
        (first) =>
          replaceSync('updateRole', (call, original) => {
            const answer = original(call);
            const role = roleOf(call);
            if (!role) return answer;
            const policies = first.get(role.id) ?? role.policies;
            if ('policies' in ((call.body ?? {}) as Body)) first.set(role.id, policies);
            else if (first.has(role.id)) return ok(call.tenant.account.roles.replace({ ...role, policies }), 200);
            return answer;
          }),
      ),
    },
    {
      name: 'first-policies-back',
      sentence: 'An update without policies gives a role the ones back that it was created with.',
      patch: storingAfter((next, asked, _former, { created }) =>
        !isEmptyBody(asked) && !names(asked, 'policies') && created ? { ...next, policies: created.policies } : next,
      ),
    },
    {
      name: 'lost-with-own-name',
      sentence: 'An update that states the name that a role has already, and no policies, takes them.',
      also: alsoThese('the update of the other requirement is such a one', 'roles.update.other-roles-kept'),
      patch: storing((next, asked, former) =>
        asked['name'] === former.name && !names(asked, 'policies') ? { ...next, policies: [] } : next,
      ),
    },
    {
      name: 'refused-policies-later',
      sentence: 'The policies of an update that was refused for its name are stored with the next one that has none.',
      patch: storingAfter((next, asked, _former, { refused }) => {
        const policies = refused.at(-1)?.['policies'];
        return !isEmptyBody(asked) && !names(asked, 'policies') && isStorable(policies) ? { ...next, policies } : next;
      }),
    },
    {
      name: 'beyond-fifty-lost',
      sentence: 'A rename of a role with more than fifty policies leaves it the first fifty.',
      patch: storing((next, asked) =>
        names(asked, 'name') && !names(asked, 'policies') && next.policies.length > 50
          ? { ...next, policies: next.policies.slice(0, 50) }
          : next,
      ),
    },
    {
      name: 'cleared',
      sentence: 'An update with a name and a description and without policies removes them.',
      patch: storing((next, asked) =>
        asked['policies'] === undefined && asked['name'] !== undefined && asked['description'] !== undefined
          ? { ...next, policies: [] }
          : next,
      ),
    },
    {
      name: 'cleared-with-description',
      sentence: 'A null description that comes alone removes the policies as well.',
      patch: storing((next, asked) =>
        Object.keys(asked).join() === 'description' && asked['description'] === null ? { ...next, policies: [] } : next,
      ),
    },
  ],
  'roles.update.policies-replace': [
    {
      name: 'not-where-the-type-alone-differs',
      sentence: 'Policies that differ from the former ones in their types alone are not stored.',
      patch: storing((next, _asked, former) =>
        JSON.stringify(next.policies.map(({ actions, resources }) => [actions, resources])) ===
        JSON.stringify(former.policies.map(({ actions, resources }) => [actions, resources]))
          ? { ...next, policies: former.policies }
          : next,
      ),
    },
    {
      name: 'not-where-the-last-actions-alone-differ',
      sentence: 'Policies that differ from the former ones in the actions of the last one alone are not stored.',
      patch: storing((next, _asked, former) =>
        next.policies.length > 1 &&
        next.policies.length === former.policies.length &&
        JSON.stringify(next.policies.slice(0, -1)) === JSON.stringify(former.policies.slice(0, -1))
          ? { ...next, policies: former.policies }
          : next,
      ),
    },
    {
      name: 'fifty-resources',
      sentence: 'Of the resources of a policy an update stores the first fifty.',
      patch: storing((next) => ({
        ...next,
        policies: next.policies.map((one) => ({ ...one, resources: one.resources.slice(0, 50) })),
      })),
    },
    {
      name: 'not-beside-name-and-description-of-now',
      sentence: 'Policies that come beside the name and the description that the role has already are not stored.',
      patch: storing((next, asked, former) =>
        names(asked, 'name', 'description', 'policies') &&
        asked['name'] === former.name &&
        asked['description'] === former.description
          ? { ...next, policies: former.policies }
          : next,
      ),
    },
    {
      name: 'ids-that-begin-alike',
      also: alsoThese('its ids begin alike', 'roles.update.policy-deployment-ids'),
      sentence: 'Of the deployment ids of a policy one that begins with another is not stored.',
      patch: storing((next) => ({ ...next, policies: next.policies.map(withoutBeginnings) })),
    },
    {
      name: 'last-of-a-type',
      sentence: 'Of several policies of an update on one type of resource only the last is stored.',
      also: alsoThese(
        'several policies of one type are stated there as well',
        'roles.update.policies-most',
        'roles.update.policies-no-merge',
        'roles.update.policy-deployment-unknown',
      ),
      patch: storing((next, { policies }) =>
        policies === undefined ? next : { ...next, policies: lastOfEachType(next.policies) },
      ),
    },
    {
      name: 'one-resource-but-of-deployments',
      sentence: 'Of the resources of a policy on anything but deployments an update stores the first alone.',
      patch: storing((next, { policies }) => (policies === undefined ? next : withOneResource(next))),
    },
    {
      name: 'stale-for-another-credential',
      toldBy: 'roles.list.same-as-read',
      sentence: 'A credential by which a role was read is shown its policies of then until it updates the role itself.',
      also: [
        ...alsoThese('what another credential changed is looked for as well', 'roles.update.answer-is-stored'),
        ...alsoThese('what an API key changed is compared with what the token shows', 'roles.update.oauth-stored'),
      ],
      patch: cached('policies'),
    },
    {
      name: 'twenty-actions',
      sentence: 'Of the actions of a policy the first twenty are stored.',
      patch: changeRoleRequest('updateRole', twentyActions),
    },
    {
      name: 'same-actions-once',
      sentence: 'Of several policies of an update with one type and the same actions only the last is stored.',
      also: alsoThese('the most policies there may be have the same actions', 'roles.update.policies-most'),
      patch: storing((next, asked) =>
        asked['policies'] === undefined ? next : { ...next, policies: onePerActions(next.policies) },
      ),
    },
    {
      name: 'not-as-many-from-the-same-first',
      sentence: 'Policies are taken for the former ones if they are as many and the first of them is the same.',
      also: alsoThese(
        'an update whose first policy is the former one is not looked at any further',
        'roles.update.policies-no-merge',
      ),
      patch: losingMember('policies', (asked, { policies }) => {
        const [first, ...others] = policiesIn(asked);
        return others.length + 1 === policies.length && isDeepStrictEqual(first, policies[0]);
      }),
    },
    {
      name: 'none-taken-away',
      sentence: 'Policies that are all among the former ones are not stored, so that the others stay.',
      patch: losingMember('policies', (asked, { policies }) => {
        const next = policiesIn(asked);
        const isAmong = (one: Policy) => policies.some((former) => isDeepStrictEqual(one, former));
        return next.length > 0 && next.length < policies.length && next.every(isAmong);
      }),
    },
    {
      name: 'resources-not-compared',
      sentence: 'Policies that differ from the former ones in their resources alone are not stored.',
      also: alsoThese('as many other policies differ in their resources alone', 'roles.update.policies-most'),
      patch: losingMember('policies', (asked, { policies }) => {
        const next = policiesIn(asked);
        const parts = (all: readonly Policy[]) => all.map(({ resourceType, actions }) => [resourceType, actions]);
        return next.length > 0 && isDeepStrictEqual(parts(next), parts(policies));
      }),
    },
    {
      name: 'same-again-removes',
      sentence: 'An update to the policies that a role has already removes them.',
      patch: storing((next, asked, former) =>
        names(asked, 'policies') && isDeepStrictEqual(next.policies, former.policies)
          ? { ...next, policies: [] }
          : next,
      ),
    },
    {
      name: 'not-after-emptying',
      sentence: 'A role whose policies have been removed is given none any more.',
      also: alsoThese('so many policies are stated after the role was emptied as well', 'roles.update.policies-most'),
      patch: storingAfter((next, asked, former, past) =>
        names(asked, 'policies') && former.policies.length === 0 && past.former.some((one) => one.policies.length > 0)
          ? { ...next, policies: [] }
          : next,
      ),
    },
    {
      name: 'kept-with-a-new-name',
      sentence: 'An update that renames a role and states policies keeps the former ones as well.',
      also: [
        ...alsoThese(
          'an update that changes everything is looked for as it was sent',
          'roles.update.policy-tier-omitted',
        ),
        ...alsoThese('an update of all members with a token renames the role', 'roles.update.oauth-stored'),
      ],
      patch: storing((next, asked, former) =>
        names(asked, 'policies', 'name') && next.name !== former.name && next.policies.length > 0
          ? { ...next, policies: [...next.policies, ...former.policies].slice(0, 200) }
          : next,
      ),
    },
    {
      name: 'other-types-kept',
      sentence: 'Policies that are on deployments alone leave a role its former ones on reports.',
      patch: storing((next, asked, former) =>
        names(asked, 'policies') && next.policies.length > 0 && next.policies.every(isOnDeployments)
          ? {
              ...next,
              policies: [...next.policies, ...former.policies.filter(({ resourceType }) => resourceType === 'Report')],
            }
          : next,
      ),
    },
    {
      name: 'whole-kept',
      sentence: 'A former policy on All stays beside policies that name deployments.',
      also: alsoThese(
        'the update of the other requirement is such a one',
        'roles.update.policy-actions-deployment',
        'roles.update.policy-actions-later',
        'roles.update.policy-tier-omitted',
        'roles.update.policy-deployment-ids',
        'roles.update.policy-deployment-unknown',
        'roles.update.policies-most',
        'roles.update.policies-replace-types',
        'roles.update.policies-no-merge',
      ),
      patch: storing((next, asked, former) =>
        names(asked, 'policies') &&
        next.policies.length > 0 &&
        next.policies.every(({ resources }) => !isWhole(resources))
          ? { ...next, policies: [...next.policies, ...former.policies.filter(({ resources }) => isWhole(resources))] }
          : next,
      ),
    },
    {
      name: 'third-time-lost',
      sentence: 'The third policies that a role is given are acknowledged and not stored.',
      also: alsoThese(
        'a third update with no policies or with the most there may be is lost as well',
        'roles.update.policies-empty-removes',
        'roles.update.policies-take-effect',
        'roles.update.policies-most',
      ),
      patch: storingAfter((next, asked, former, past) =>
        names(asked, 'policies') && past.former.length >= 2 ? { ...next, policies: former.policies } : next,
      ),
    },
    {
      name: 'rest-kept',
      sentence: 'Of more than three former policies those behind the third stay until the update after.',
      also: alsoThese('policies that stay do so after an empty list as well', 'roles.update.policies-empty-removes'),
      patch: (rules) => {
        // What stayed goes with the next update: a fault that piles up is not found again when it is looked for.
        const holding = new Set<number>();
        storing((next, { policies }, former) => {
          const rest = former.policies.slice(3);
          if (!Array.isArray(policies) || holding.delete(next.id) || rest.length === 0) return next;
          holding.add(next.id);
          return { ...next, policies: [...next.policies, ...rest].slice(0, 200) };
        })(rules);
      },
    },
    {
      name: 'ten-actions',
      sentence: 'Of more than ten actions of a policy the first ten are kept.',
      patch: storing((next) => ({
        ...next,
        policies: next.policies.map((policy) => ({ ...policy, actions: policy.actions.slice(0, MOST_ACTIONS) })),
      })),
    },
    {
      name: 'by-resource-alone',
      sentence: 'Two policies of an update on different types that name the same ids become one.',
      patch: storing((next, asked) => {
        if (asked['policies'] === undefined) return next;
        const byResources = new Map<string, Policy>();
        for (const one of next.policies) {
          const key = one.resources.includes('All') ? JSON.stringify(one) : one.resources.join();
          const known = byResources.get(key);
          byResources.set(key, known ? { ...known, actions: [...new Set([...known.actions, ...one.actions])] } : one);
        }
        return { ...next, policies: [...byResources.values()] };
      }),
    },
    {
      name: 'second-keeps-other-types',
      seenIn: 'of another type, a second time',
      sentence: 'From the second update of a role on, new policies leave it the former ones on other types.',
      patch: storingAfter((next, asked, former, past) => {
        const policies = asked['policies'] as readonly Policy[] | undefined;
        if (!policies?.length || past.former.length === 0) return next;
        const types = new Set(policies.map(({ resourceType }) => resourceType));
        return {
          ...next,
          policies: [...next.policies, ...former.policies.filter((one) => !types.has(one.resourceType))],
        };
      }),
    },
  ],
  'roles.update.policies-replace-types': {
    name: 'tier-kept',
    sentence: 'Policies without a Global one leave the role its former Global policy.',
    also: alsoThese(
      'policies without a Global one are looked for as they were sent',
      'roles.update.policy-tier-omitted',
    ),
    patch: storing((next, { policies }, former) => {
      const isKept = Array.isArray(policies) && policies.length > 0 && !next.policies.some(isGlobal);
      return isKept ? { ...next, policies: [...next.policies, ...former.policies.filter(isGlobal)] } : next;
    }),
  },
  'roles.update.policies-take-effect': [
    {
      name: 'not-for-oauth-used-before',
      sentence: 'What an update takes from a role still counts for OAuth tokens that were used before.',
      patch: oldRightsForOAuth,
    },
    {
      name: 'not-beside-a-name',
      sentence: 'Policies of an update that carries a name as well count only after the next update.',
      patch: (rules) => {
        const former = new Map<number, readonly Policy[]>();
        replaceSync('updateRole', (call, original) => {
          const role = roleOf(call);
          const answer = original(call);
          const { name, policies } = bodyOf(call, { optional: true });
          if (role) former.delete(role.id);
          if (role && name !== undefined && policies !== undefined) former.set(role.id, role.policies);
          return answer;
        })(rules);
        const { counted } = rules.authority;
        rules.authority.counted = (tenant, user) =>
          counted(tenant, user).map((role) => ({ ...role, policies: former.get(role.id) ?? role.policies }));
      },
    },
    {
      name: 'not-through-a-group',
      sentence: 'What an update takes from a role still counts for who holds it through a group alone.',
      patch: knowingRoles((history) => ({ authority }) => {
        const { counted } = authority;
        authority.counted = (tenant, user) =>
          counted(tenant, user).map((role) => {
            const last = history.of(role.id).former.at(-1);
            return last && !user.roleIds.has(role.id)
              ? { ...role, policies: [...role.policies, ...last.policies] }
              : role;
          });
      }),
    },
    {
      name: 'still-count',
      sentence: 'Policies that an update takes from a role are shown no more, and still count for its holders.',
      patch: (rules) => {
        const taken = new Map<number, Role['policies']>();
        replace('updateRole', async (call, original) => {
          const former = roleOf(call);
          const answer = await original(call);
          if (former) taken.set(former.id, [...(taken.get(former.id) ?? []), ...former.policies]);
          return answer;
        })(rules);
        const { counted } = rules.authority;
        rules.authority.counted = (tenant, user) =>
          counted(tenant, user).map((role) => ({
            ...role,
            policies: [...role.policies, ...(taken.get(role.id) ?? [])],
          }));
      },
    },
    {
      name: 'none-as-before',
      sentence: 'An empty list of policies removes them from view, and they still count for the holders of the role.',
      patch: (rules) => {
        const former = new Map<number, Role['policies']>();
        replace('updateRole', async (call, original) => {
          const role = roleOf(call);
          const answer = await original(call);
          if (role && isEmptyList(sentBody(call)['policies'])) former.set(role.id, role.policies);
          return answer;
        })(rules);
        countingPolicies(({ id, policies }) => (policies.length === 0 ? (former.get(id) ?? []) : policies))(rules);
      },
    },
  ],
  'roles.update.policies-added-take-effect': [
    {
      name: 'not-through-a-group',
      sentence: 'What an update adds to a role does not count for who holds it through a group alone.',
      patch: knowingRoles((history) => ({ authority }) => {
        const { counted } = authority;
        authority.counted = (tenant, user) =>
          counted(tenant, user).map((role) => {
            const first = firstOf(history, role.id);
            if (!first || user.roleIds.has(role.id)) return role;
            const known = first.policies.map((one) => JSON.stringify(one));
            return { ...role, policies: role.policies.filter((one) => known.includes(JSON.stringify(one))) };
          });
      }),
    },
    {
      name: 'as-granted',
      sentence: 'What an update adds to a role counts for nobody.',
      patch: (rules) => {
        const known = new Map<number, Role['policies']>();
        replace('updateRole', async (call, original) => {
          const role = roleOf(call);
          const answer = await original(call);
          if (role && !known.has(role.id)) known.set(role.id, role.policies);
          return answer;
        })(rules);
        countingPolicies(({ id, policies }) => {
          const former = known.get(id)?.map((policy) => JSON.stringify(policy));
          return former ? policies.filter((policy) => former.includes(JSON.stringify(policy))) : policies;
        })(rules);
      },
    },
    {
      name: 'all-counts-for-none',
      sentence: 'A policy of a custom role on All counts for no deployment.',
      patch: countingPolicies(({ policies }) =>
        policies.filter(({ resourceType, resources }) => resourceType !== 'Deployment' || !resources.includes('All')),
      ),
    },
  ],
  'roles.update.policies-no-merge': [
    {
      name: 'after-another-merged',
      sentence: 'Of two policies the second keeps the actions of the former one in its place on the same resources.',
      also: alsoThese('policies on the same resources take the place of others there', 'roles.update.policies-replace'),
      patch: storing((next, asked, { policies: former }) => {
        if (policiesIn(asked).length !== 2 || former.length !== 2) return next;
        const policies = next.policies.map((one, index) => {
          const before = index > 0 ? former[index] : undefined;
          const isOnTheSame = before !== undefined && isDeepStrictEqual(before.resources, one.resources);
          return isOnTheSame ? { ...one, actions: [...new Set([...before.actions, ...one.actions])] } : one;
        });
        return { ...next, policies };
      }),
    },
    {
      name: 'merged',
      sentence: 'A policy on the type and ids of a former one keeps its actions as well.',
      also: [
        { id: 'roles.update.policies-replace', because: 'what is merged is left of the former policies' },
        {
          id: 'roles.update.policy-actions-deployment',
          because: 'a policy on what another was on before is looked for as it was sent',
        },
        {
          id: 'roles.update.policy-actions-agent',
          because: 'a policy on what another was on before is looked for as it was sent',
        },
        {
          id: 'roles.update.policy-actions-presentation',
          because: 'a policy on what another was on before is looked for as it was sent',
        },
        {
          id: 'roles.update.policy-actions-later',
          because: 'a policy on what another was on before is looked for as it was sent',
        },
        {
          id: 'roles.update.policy-tier-omitted',
          because: 'a policy on what another was on before is looked for as it was sent',
        },
      ],
      patch: storing((next, { policies }, former) => {
        if (!Array.isArray(policies)) return next;
        const merged = next.policies.map((policy) => {
          const same = former.policies.find(
            (one) =>
              one.resourceType === policy.resourceType &&
              one.resources.join() === policy.resources.join() &&
              policy.resources.join() !== 'All',
          );
          return same ? { ...policy, actions: [...new Set([...same.actions, ...policy.actions])] } : policy;
        });
        return { ...next, policies: merged };
      }),
    },
    {
      name: 'by-a-common-resource',
      sentence: 'A policy that names several resources, one of them in a former policy, keeps the actions of that one.',
      patch: storing((next, asked, former) =>
        asked['policies'] === undefined
          ? next
          : {
              ...next,
              policies: next.policies.map((one) => {
                const before = former.policies.find(
                  (each) =>
                    each.resourceType === one.resourceType &&
                    !same(each.resources, one.resources) &&
                    each.resources.some((id) => one.resources.includes(id)),
                );
                return before ? { ...one, actions: [...new Set([...before.actions, ...one.actions])] } : one;
              }),
            },
      ),
    },
  ],
  'roles.update.policies-empty-removes': [
    {
      name: 'not-after-a-refusal',
      sentence: 'An empty list of policies that follows a refused update removes none.',
      patch: storingAfter((next, asked, former, { refused }) =>
        isEmptyList(asked['policies']) && refused.length > 0 ? { ...next, policies: former.policies } : next,
      ),
    },
    {
      name: 'beside-the-longest-name',
      toldBy: TOLD_BY_STORED,
      sentence: 'An empty list of policies beside a name of 255 characters removes none.',
      patch: storingWhere(
        ({ name, policies }) => isLongest(name, LIMITS.roleName) && isEmptyList(policies),
        (_, { policies }) => ({ policies }),
      ),
    },
    {
      name: 'held-by-a-group',
      toldBy: 'roles.update.answer-is-stored',
      sentence: 'An empty list of policies is ignored on a role that a group holds.',
      also: alsoThese(
        'what an emptied role of a group granted is looked at as well',
        'roles.update.policies-take-effect',
      ),
      patch: replaceSync('updateRole', (call, original) => {
        const body = bodyOf(call, { optional: true });
        const isMeant = Array.isArray(body['policies']) && body['policies'].length === 0 && isHeldByGroup(call);
        return original(isMeant ? { ...call, body: { ...body, policies: undefined } } : call);
      }),
    },
    {
      name: 'last-one-left',
      sentence: 'An empty list leaves the last policy of a role that was given its policies by an update.',
      also: alsoThese('a policy that stays counts', 'roles.update.policies-take-effect'),
      patch: storingAfter((next, asked, former, past) =>
        isDeepStrictEqual(asked['policies'], []) && past.former.length > 0
          ? { ...next, policies: former.policies.slice(-1) }
          : next,
      ),
    },
    {
      name: 'as-omitted',
      sentence: 'An empty list of policies is taken for one that was left out.',
      also: [
        { id: 'roles.update.policies-replace', because: 'an empty list is one that replaces as well' },
        { id: 'roles.update.policies-take-effect', because: 'rights are taken away with the last policy' },
      ],
      patch: storing((next, { policies }, former) =>
        Array.isArray(policies) && policies.length === 0 ? { ...next, policies: former.policies } : next,
      ),
    },
    {
      name: 'ignored-beside-name',
      sentence: 'An empty list of policies beside a name is taken for one that was left out.',
      patch: storing((next, { policies, name }, former) =>
        isEmptyList(policies) && name !== undefined ? { ...next, policies: former.policies } : next,
      ),
    },
    {
      name: 'ignored-beside-description',
      sentence: 'An empty list of policies beside a description is taken for one that was left out.',
      patch: storing((next, { policies, description }, former) =>
        isEmptyList(policies) && description !== undefined ? { ...next, policies: former.policies } : next,
      ),
    },
    {
      name: 'refused-without-any',
      sentence: 'An empty list of policies is refused where the role has none.',
      patch: refusingWhere(400, ({ policies }, role) => isEmptyList(policies) && role.policies.length === 0),
    },
    {
      name: 'tier-stays',

      sentence: 'An empty list of policies leaves a role its Global policy.',
      patch: storing((next, asked, former) =>
        isEmptyList(asked['policies'])
          ? { ...next, policies: former.policies.filter(({ resourceType }) => resourceType === 'Global') }
          : next,
      ),
    },
  ],
  'roles.update.policies-null': [
    {
      name: 'beside-a-null-description',
      sentence: 'Policies of null beside a description of null are overlooked.',
      patch: overlooking('policies', ({ policies, description }) => policies === null && description === null),
    },
    {
      name: 'ignored-alone',
      sentence: 'Null policies that come alone are taken for ones that were left out.',
      also: [{ id: 'roles.update.all-problems', because: 'the check needs the refusal of each problem by itself' }],
      patch: whereAlone('policies', (body) => (body['policies'] === null ? {} : body)),
    },
    {
      name: 'removes',
      sentence: 'Null policies are taken for none, unless the name is null as well.',
      patch: changeRoleRequest('updateRole', (body) =>
        body['policies'] === null && body['name'] !== null ? { ...body, policies: [] } : body,
      ),
    },
  ],
  'roles.update.policies-not-list': [
    misjudged('update', 'policies-not-list'),
    {
      name: 'one-policy',
      sentence: 'A single policy in the place of a list is taken for a list of it.',
      patch: changeRoleRequest('updateRole', (body) => {
        const { policies } = body;
        const isOne = typeof policies === 'object' && policies !== null && 'resourceType' in policies;
        return isOne ? { ...body, policies: [policies] } : body;
      }),
    },
  ],
  'roles.update.policies-most': [
    {
      name: 'more-than-a-hundred-kilobytes',
      sentence: 'A body of more than 100,000 characters is refused, however few policies it has.',
      patch: refusing('updateRole', isLarge, 'too-large'),
    },
    {
      name: 'first-hundred',
      sentence: 'Of 200 policies that an update sends the first 100 are stored.',
      patch: firstHundred,
    },
    {
      name: 'counted-with-the-former-ones',
      also: [
        ...alsoThese(
          'one of its updates is to 200 policies',
          'roles.update.answer-is-stored',
          'roles.update.description-changes',
          'roles.update.description-omitted',
          'roles.update.name-omitted',
        ),
        ...alsoThese('the one invalid policy stands among as many as there may be', 'roles.update.policy-one-of-many'),
      ],
      sentence: '200 policies are refused where the role has any, which count as well.',
      patch: refusing(
        'updateRole',
        (call) => policiesIn((call.body ?? {}) as Body).length + (roleOf(call)?.policies.length ?? 0) > 200,
        'invalid',
      ),
    },
    {
      name: 'beside-a-name',
      toldBy: 'roles.update.answer-is-stored',
      sentence: 'Of 200 policies an update that renames the role as well stores 199.',
      patch: storing((next, asked) =>
        asked['name'] !== undefined && Array.isArray(asked['policies']) && asked['policies'].length === 200
          ? { ...next, policies: next.policies.slice(0, -1) }
          : next,
      ),
    },
    misjudged('update', 'policies-most'),
    {
      name: 'not-a-second-time',
      sentence: '200 policies are refused where the role has 200 already.',
      patch: replace('updateRole', (call, original) => {
        const { policies } = (call.body ?? {}) as Body;
        const isFull = roleOf(call)?.policies.length === 200;
        if (isFull && Array.isArray(policies) && policies.length === 200)
          refuse('invalid', 'there are too many policies');
        return original(call);
      }),
    },
  ],
  'roles.update.policies-too-many': [
    {
      name: 'beside-what-was-there',
      sentence: 'A role may be given 200 policies more than it has.',
      patch: limitOfAdded,
    },
    {
      name: 'cut-beside-a-description',
      sentence: 'Of more than 200 policies beside a description the first 200 are kept.',
      patch: changeRoleRequest('updateRole', (body) =>
        Array.isArray(body['policies']) && body['description'] !== undefined
          ? { ...body, policies: body['policies'].slice(0, 200) }
          : body,
      ),
    },
    misjudged('update', 'policies-too-many'),
    {
      name: 'clamped-alone',
      sentence: 'Of more than 200 policies that come alone the first 200 are kept.',
      patch: whereAlone('policies', ({ policies }) => ({
        policies: Array.isArray(policies) ? policies.slice(0, 200) : policies,
      })),
    },
  ],
});
