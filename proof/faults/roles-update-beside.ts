import { ok, refuse, Refusal } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Role } from '../../mock/world/account.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { replace } from '../lib/patches.ts';
import {
  changeRoleRequest,
  countingPolicies,
  duringRoles,
  keepingDeleted,
  markupEscaped,
  roleOf,
  storing,
  unlettered,
} from '../lib/roles.ts';

const membersOf = ({ body }: Call): Body => (body ?? {}) as Body;
const isNone = (policies: unknown): boolean => Array.isArray(policies) && policies.length === 0;
const MOST_ACTIONS = 10;

/** Refuses some updates of a role that there is. */
function refusingWhere(why: 400 | 409, isMeant: (asked: Body, role: Role) => boolean): Patch {
  return replace('updateRole', (call, original) => {
    const role = roleOf(call);
    if (role && isMeant(membersOf(call), role)) refuse(why, 'the role is not changed in this way');
    return original(call);
  });
}

/** Lists only some of the problems of an update. */
function telling(some: (problems: readonly string[]) => readonly string[]): Patch {
  return duringRoles('updateRole', (roles) => {
    roles.told = some;
  });
}

/** Names that stay taken for updates. */
function keptNames(): { readonly names: Set<string>; readonly patch: Patch } {
  const names = new Set<string>();
  const patch = duringRoles('updateRole', (roles) => {
    const { isTaken } = roles;
    roles.isTaken = (name, all, except) => isTaken(name, all, except) || names.has(name);
  });
  return { names, patch };
}

/** A member that is a text, stored as something else. */
function takingText(
  operation: 'createRole' | 'updateRole',
  member: 'name' | 'description',
  change: (text: string) => string,
): Patch {
  return changeRoleRequest(operation, (body) => {
    const text = body[member];
    return typeof text === 'string' ? { ...body, [member]: change(text) } : body;
  });
}

const ESCAPED = 'stored with &, <, > and " as entities';
const UNLETTERED = 'stored with question marks for letters beyond ASCII';

/** Does something to the other role, once a name is refused because that one has it. */
function toTheOther(operation: 'createRole' | 'updateRole', change: (other: Role, asked: Body) => Role): Patch {
  return replace(operation, async (call, original) => {
    try {
      return await original(call);
    } catch (error) {
      const { roles } = call.tenant.account;
      const other = roles.find(({ name, id }) => name === membersOf(call)['name'] && id !== roleOf(call)?.id);
      if (error instanceof Refusal && error.why === 409 && other) roles.replace(change(other, membersOf(call)));
      throw error;
    }
  });
}

/** What an update makes of a member beside certain others, and of names that others have or had. */
export const rolesUpdateBesideFaults = faults({
  'roles.update.policies-empty-removes': [
    {
      name: 'ignored-beside-name',
      sentence: 'An empty list of policies beside a name is taken for one that was left out.',
      patch: storing((next, { policies, name }, former) =>
        isNone(policies) && name !== undefined ? { ...next, policies: former.policies } : next,
      ),
    },
    {
      name: 'ignored-beside-description',
      sentence: 'An empty list of policies beside a description is taken for one that was left out.',
      patch: storing((next, { policies, description }, former) =>
        isNone(policies) && description !== undefined ? { ...next, policies: former.policies } : next,
      ),
    },
    {
      name: 'refused-without-any',
      sentence: 'An empty list of policies is refused where the role has none.',
      patch: refusingWhere(400, ({ policies }, role) => isNone(policies) && role.policies.length === 0),
    },
  ],
  'roles.update.policies-replace': {
    name: 'ten-actions',
    sentence: 'Of more than ten actions of a policy the first ten are kept.',
    patch: storing((next) => ({
      ...next,
      policies: next.policies.map((policy) => ({ ...policy, actions: policy.actions.slice(0, MOST_ACTIONS) })),
    })),
  },
  'roles.update.policies-omitted': {
    name: 'cleared-with-description',
    sentence: 'A null description that comes alone removes the policies as well.',
    patch: storing((next, asked) =>
      Object.keys(asked).join() === 'description' && asked['description'] === null ? { ...next, policies: [] } : next,
    ),
  },
  'roles.update.description-changes': [
    {
      name: 'lost-beside-policies',
      sentence: 'A description beside policies and no name is not stored.',
      patch: storing((next, { description, policies, name }, former) =>
        typeof description === 'string' && policies !== undefined && name === undefined
          ? { ...next, description: former.description }
          : next,
      ),
    },
    {
      name: 'entities',
      sentence: `A new description is ${ESCAPED}.`,
      patch: takingText('updateRole', 'description', markupEscaped),
    },
    {
      name: 'question-marks',
      sentence: `A new description is ${UNLETTERED}.`,
      patch: takingText('updateRole', 'description', unlettered),
    },
  ],
  'roles.update.description-null-clears': {
    name: 'refused-without-one',
    sentence: 'A null description is refused where the role has none.',
    patch: refusingWhere(400, (asked, { description }) => asked['description'] === null && description === null),
  },
  'roles.update.policies-take-effect': {
    name: 'none-as-before',
    sentence: 'An empty list of policies removes them from view, and they still count for the holders of the role.',
    patch: (rules) => {
      const former = new Map<number, Role['policies']>();
      replace('updateRole', async (call, original) => {
        const role = roleOf(call);
        const answer = await original(call);
        if (role && isNone(membersOf(call)['policies'])) former.set(role.id, role.policies);
        return answer;
      })(rules);
      countingPolicies(({ id, policies }) => (policies.length === 0 ? (former.get(id) ?? []) : policies))(rules);
    },
  },
  'roles.update.policies-added-take-effect': [
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
  'roles.update.name-own': {
    name: 'taken-beside-policies',
    sentence: 'The own name of a role counts as taken where policies stand beside it.',
    also: [
      ...alsoThese('the update of the other requirement is such a one', 'roles.update.answers-role'),
      ...alsoThese(
        'an update that states the name beside what it changes is refused',
        'roles.update.description-changes',
        'roles.update.description-null-clears',
        'roles.update.policies-replace',
        'roles.update.oauth-stored',
      ),
    ],
    patch: refusingWhere(409, (asked, { name }) => asked['name'] === name && asked['policies'] !== undefined),
  },
  'roles.create.stores-name': [
    {
      name: 'entities',
      sentence: `A name is ${ESCAPED}.`,
      also: [
        ...alsoThese(
          'the name that is stored is not the one that was asked for, and so not taken',
          'roles.create.name-taken',
        ),
        ...alsoThese('what the role has is compared there', 'roles.create.answer-is-stored'),
      ],
      patch: takingText('createRole', 'name', markupEscaped),
    },
    {
      name: 'question-marks',
      sentence: `A name is ${UNLETTERED}.`,
      also: alsoThese('what the role has is compared there', 'roles.create.answer-is-stored'),
      patch: takingText('createRole', 'name', unlettered),
    },
  ],
  'roles.create.stores-description': [
    {
      name: 'entities',
      sentence: `A description is ${ESCAPED}.`,
      also: alsoThese('what the role has is compared there', 'roles.create.answer-is-stored'),
      patch: takingText('createRole', 'description', markupEscaped),
    },
    {
      name: 'question-marks',
      sentence: `A description is ${UNLETTERED}.`,
      also: alsoThese('what the role has is compared there', 'roles.create.answer-is-stored'),
      patch: takingText('createRole', 'description', unlettered),
    },
  ],
  'roles.update.name-changes': [
    {
      name: 'entities',
      sentence: `A new name is ${ESCAPED}.`,
      also: alsoThese(
        'the name that is stored is not the one that was asked for, and so not taken',
        'roles.update.name-taken',
      ),
      patch: takingText('updateRole', 'name', markupEscaped),
    },
    {
      name: 'question-marks',
      sentence: `A new name is ${UNLETTERED}.`,
      also: alsoThese(
        'the name that is stored is not the one that was asked for, and so not taken',
        'roles.update.name-taken',
      ),
      patch: takingText('updateRole', 'name', unlettered),
    },
  ],
  'roles.update.name-freed-by-delete': {
    name: 'kept',
    sentence: 'No role can be renamed to the name of a deleted one.',
    patch: (rules) => {
      const { names, patch } = keptNames();
      patch(rules);
      keepingDeleted(names)(rules);
    },
  },
  'roles.update.name-freed-by-rename': {
    name: 'kept',
    sentence: 'No role can be renamed to the former name of another.',
    also: alsoThese('the update of the other requirement is such a one', 'roles.update.other-roles-kept'),
    patch: (rules) => {
      const { names, patch } = keptNames();
      patch(rules);
      replace('updateRole', async (call, original) => {
        const former = roleOf(call)?.name;
        const answer = await original(call);
        if (former !== undefined && roleOf(call)?.name !== former) names.add(former);
        return answer;
      })(rules);
    },
  },
  'roles.update.name-race': {
    name: 'both',
    sentence: 'Which names are taken is asked before anything else of an update, and answered too early.',
    patch: replace('updateRole', async (call, original) => {
      const known = [...call.tenant.account.roles.after(0)];
      await new Promise((resolve) => setTimeout(resolve, 100));
      const { roles } = call.tenant.rules;
      const { isTaken } = roles;
      roles.isTaken = (name, _now, except) => isTaken(name, known, except);
      try {
        return await original(call);
      } finally {
        roles.isTaken = isTaken;
      }
    }),
  },
  'roles.update.name-taken': {
    name: 'other-renamed',
    sentence: 'An update to a name that is taken is refused, and the role that has the name is given another.',
    patch: toTheOther('updateRole', (other) => ({ ...other, name: `${other.name} (old)` })),
  },
  'roles.create.name-taken': {
    name: 'other-overwritten',
    sentence: 'A creation with a name that is taken is refused, and the role that has the name is given the policies.',
    patch: toTheOther('createRole', (other) => ({ ...other, policies: [] })),
  },
  'roles.create.name-free-after-refusal': {
    name: 'kept',
    sentence: 'The name of a creation that was refused for its policies stays taken.',
    also: alsoThese(
      'the valid request that follows a refused one states the same name',
      'roles.create.policy-no-action',
      'roles.create.policy-one-of-many',
    ),
    patch: (rules) => {
      const names = new Set<unknown>();
      replace('createRole', async (call, original) => {
        const { name, policies } = bodyOf(call);
        if (names.has(name)) refuse(409, 'another role has this name');
        try {
          return await original(call);
        } catch (error) {
          const isGrantless =
            Array.isArray(policies) && policies.some((one) => isNone((one as Body | null)?.['actions']));
          if (error instanceof Refusal && isGrantless) names.add(name);
          throw error;
        }
      })(rules);
    },
  },
  'roles.update.unknown-id': {
    name: 'nothing-to-change',
    sentence: 'An update of an unknown role that changes nothing answers 200.',
    also: [
      { id: 'roles.update.built-in', because: 'to an update a built-in role is an unknown one' },
      ...alsoThese('an update of a deleted role is such a one', 'roles.delete.update-after'),
    ],
    patch: replace('updateRole', (call, original) => {
      const isIdle = call.body !== undefined && Object.keys(membersOf(call)).length === 0;
      if (!isIdle || roleOf(call)) return original(call);
      return ok({ id: Number(call.path['roleId']), name: '', description: null, policies: [] }, 200);
    }),
  },
  'roles.update.oauth-stored': {
    name: 'acknowledged',
    sentence: 'An update with an OAuth access token is answered and not stored.',
    also: [
      ...alsoThese('some of its updates come with an OAuth token', 'roles.update.policies-replace'),
      ...alsoThese('the update of the other requirement is such a one', 'roles.update.answer-is-stored'),
      ...alsoThese('updates of each administrator are compared', 'roles.update.description-changes'),
    ],
    patch: replace('updateRole', async (call, original) => {
      const former = roleOf(call);
      const answer = await original(call);
      if (call.principal.kind === 'oauth' && former) call.tenant.account.roles.replace(former);
      return answer;
    }),
  },
  'roles.update.all-problems': [
    {
      name: 'built-in-name-alone',
      sentence: 'Where the name is a built-in one nothing else is told.',
      patch: telling((problems) => {
        const named = problems.filter((one) => one.includes('built-in'));
        return named.length > 0 ? named : problems;
      }),
    },
    {
      name: 'null-policies-hide',
      sentence: 'That the name is a built-in one is not told where the policies are null.',
      patch: telling((problems) =>
        problems.includes('policies is null') ? problems.filter((one) => !one.includes('built-in')) : problems,
      ),
    },
  ],
  'roles.update.all-policy-problems': {
    name: 'one-per-policy',
    sentence: 'Of the problems of each policy the first one is told.',
    patch: telling((problems) => {
      const policyIn = (problem: string) => /^policies\[\d+\]/.exec(problem)?.[0];
      return problems.filter((one, at) => {
        const policy = policyIn(one);
        return policy === undefined || problems.findIndex((other) => policyIn(other) === policy) === at;
      });
    }),
  },
});
