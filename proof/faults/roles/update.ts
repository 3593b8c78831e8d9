import { isDeepStrictEqual } from 'node:util';
import { LIMITS } from '../../../contracts/limits.ts';
import { ok, refuse, type Answer } from '../../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { BUILT_IN_ROLES, type Role } from '../../../mock/world/account.ts';
import { byOAuth } from '../../lib/access.ts';
import { isEmptyBody, sentBody } from '../../lib/bodies.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import {
  after,
  all,
  changeBody,
  during,
  refusing,
  remembering,
  replace,
  replaceSync,
  withBody,
  taking,
} from '../../lib/patches.ts';
import { firstPolicies, isLongest, isMost, policiesOnDeployments, TOLD_BY_STORED } from '../../lib/role-changes.ts';
import { knowingRoles, names, storingAfter } from '../../lib/role-histories.ts';
import { changeRoleRequest, duringRoles, notFoundAs, roleOf, storing } from '../../lib/roles.ts';
import { bodilessRefusedToOAuth } from '../../lib/role-exceptions.ts';
import { answeredAsFirst } from '../../lib/ties.ts';

/** What an update by somebody else leaves is read. */
const READ = [
  'roles.update.name-changes',
  'roles.update.description-changes',
  'roles.update.description-null-clears',
  'roles.update.policies-replace',
  'roles.update.policies-empty-removes',
] as const;

/** A role that somebody has read is shown to them as it was then, until they change it themselves. */
const readAsBefore: Patch = remembering(
  () => new Map<string, Body>(),
  (known) => {
    const keyOf = (call: Call) => `${call.principal.user?.id} ${call.path['roleId']}`;
    return all(
      replaceSync('getRole', (call, original) => {
        const answer = original(call);
        return withBody(answer, (body) => {
          const key = keyOf(call);
          if (!known.has(key)) known.set(key, body);
          return known.get(key);
        });
      }),
      replaceSync('updateRole', (call, original) => {
        const answer = original(call);
        known.delete(keyOf(call));
        return answer;
      }),
    );
  },
);

function answering(change: (answer: Role, former: Role, asked: Body, isByOAuth: boolean) => Role) {
  return replace('updateRole', async (call, original) => {
    const former = roleOf(call);
    const answer = await original(call);
    if (answer.kind !== 'ok' || !former) return answer;
    return { ...answer, body: change(answer.body as Role, former, (call.body ?? {}) as Body, byOAuth(call)) };
  });
}

const isUnknown = (call: Call): boolean =>
  roleOf(call) === undefined && BUILT_IN_ROLES.every(({ id }) => id !== Number(call.path['roleId']));

/** Whether a call names the built-in Admin role. */
const isOfAdminRole = (call: Call): boolean => idIn(call, 'roleId') === BUILT_IN_ROLES[0]?.id;

const samePolicies = (one: Role, other: Role): boolean =>
  one.policies.length > 0 && JSON.stringify(one.policies) === JSON.stringify(other.policies);

/** What an update with an OAuth token leaves as it was. */
function byOAuthKept(kept: (asked: Body, former: Role) => Partial<Role>): Patch {
  return replace('updateRole', async (call, original) => {
    const former = roleOf(call);
    const answer = await original(call);
    const next = roleOf(call);
    if (!former || !next || !byOAuth(call)) return answer;
    return ok(call.tenant.account.roles.replace({ ...next, ...kept((call.body ?? {}) as Body, former) }));
  });
}

const isPolicyLater = (problem: string): boolean => /^policies\[[1-9]/.test(problem);
const isPolicyFirst = (problem: string): boolean => problem.startsWith('policies[0]');

/** A problem is not told beside one of a policy behind valid ones. */
function hiddenByLaterPolicies(hidden: string): Patch {
  return ({ roles }) => {
    const { told } = roles;
    roles.told = (problems) =>
      told(
        problems.some(isPolicyLater) && !problems.some(isPolicyFirst)
          ? problems.filter((one) => one !== hidden)
          : problems,
      );
  };
}

/** Lists only some of the problems of an update. */
function telling(some: (problems: readonly string[]) => readonly string[]): Patch {
  return duringRoles('updateRole', (roles) => {
    roles.told = some;
  });
}

/** Faults of updating roles: the answer, the body and what is told of problems. */
export const updateFaults = faults({
  'roles.update.answers-role': [
    {
      name: 'most-refused-together',
      toldBy: TOLD_BY_STORED,
      sentence: 'An update to 200 policies is refused where the role is described in 255 characters.',
      patch: replaceSync('updateRole', (call, original) => {
        const { policies } = bodyOf(call, { optional: true });
        const { description } = bodyOf(call, { optional: true });
        return isMost(policies) && isLongest(description, LIMITS.roleDescription)
          ? refuse('too-large', 'the role is too large')
          : original(call);
      }),
    },
    {
      name: 'accepted-without-change',
      sentence: 'An update that states what a role has already answers 202.',
      patch: replace('updateRole', async (call, original) => {
        const former = roleOf(call);
        const answer = await original(call);
        const isUnchanged = names((call.body ?? {}) as Body, 'name') && isDeepStrictEqual(former, roleOf(call));
        return isUnchanged && answer.kind === 'ok' ? { ...answer, status: 202 } : answer;
      }),
    },
    {
      name: 'created',
      sentence: 'An update answers 201.',
      patch: replace('updateRole', async (call, original) => ({ ...(await original(call)), status: 201 }) as Answer),
    },
  ],
  'roles.update.same-id': [
    {
      name: 'that-of-the-body',
      sentence: 'An update whose body has the id of another role changes that one.',
      patch: all(
        taking('updateRole', 'id'),
        replaceSync('updateRole', (call, original) => {
          const { id } = sentBody(call);
          return original(typeof id === 'number' ? { ...call, path: { ...call.path, roleId: String(id) } } : call);
        }),
      ),
    },
    {
      name: 'of-the-last-renamed',
      sentence: 'An update answers under the id of the role that was renamed last, where one was.',
      patch: (rules) => {
        let renamed: number | undefined;
        replace('updateRole', async (call, original) => {
          const answer = await original(call);
          const shown = renamed;
          if (names((call.body ?? {}) as Body, 'name')) renamed = roleOf(call)?.id;
          return answer.kind === 'ok' && shown !== undefined
            ? { ...answer, body: { ...(answer.body as Role), id: shown } }
            : answer;
        })(rules);
      },
    },
    {
      name: 'first-role',
      sentence: 'An update of the description alone answers under the id of the oldest role.',
      patch: replace('updateRole', async (call, original) => {
        const answer = (await original(call)) as Answer & { readonly body: Body };
        const isOfDescription = Object.keys((call.body as Body | undefined) ?? {}).join() === 'description';
        const oldest = Math.min(...call.tenant.account.roles.all().map(({ id }) => id));
        return isOfDescription ? { ...answer, body: { ...answer.body, id: oldest } } : answer;
      }),
    },
  ],
  'roles.update.answer-is-stored': [
    {
      name: 'as-the-first-update',
      sentence: 'The answer to an update of a role is that to its first one.',
      also: alsoThese('that check goes by the name that an update answers', 'roles.update.name-taken'),
      patch: answeredAsFirst('updateRole', ({ path }) => path['roleId']),
    },
    {
      name: 'read-as-before-by-another',
      seenWith: 'OTHER_ADMIN_TOKEN',
      sentence: 'Who has read a role is shown it as it was, also after another administrator changed it.',
      also: alsoThese('it is read as it was', ...READ, 'roles.create.name-taken'),
      patch: readAsBefore,
    },
    {
      name: 'deployments-alone',
      sentence: 'The answer to an update shows the policies on deployments alone.',
      patch: changeBody('updateRole', policiesOnDeployments),
    },
    {
      name: 'first-fifty',
      sentence: 'The answer to an update shows the first fifty policies.',
      patch: changeBody('updateRole', firstPolicies(50)),
    },
    {
      name: 'cleared-shown',
      sentence: 'The answer to an update that clears the description shows the former one.',
      patch: answering((answer, former, asked) =>
        asked['description'] === null ? { ...answer, description: former.description } : answer,
      ),
    },
    {
      name: 'removed-shown',
      sentence: 'The answer to an update that removes all policies shows the former ones.',
      patch: answering((answer, former, asked) =>
        isDeepStrictEqual(asked['policies'], []) ? { ...answer, policies: former.policies } : answer,
      ),
    },
    {
      name: 'one-behind',
      sentence: 'From the second update of a role on the answers show it as it was before.',
      patch: knowingRoles((history) =>
        answering((answer, former) => (history.of(former.id).former.length > 0 ? former : answer)),
      ),
    },
    {
      name: 'short-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The answer to an update with an OAuth access token shows one policy at most.',
      patch: answering((answer, _former, _asked, isByOAuth) =>
        isByOAuth ? { ...answer, policies: answer.policies.slice(0, 1) } : answer,
      ),
    },
    {
      name: 'before',
      sentence: 'An update that renames answers the role as it was before.',
      patch: replace('updateRole', async (call, original) => {
        const former = roleOf(call);
        await original(call);
        return ok((call.body as Body | undefined)?.['name'] === undefined ? roleOf(call) : former, 200);
      }),
    },
  ],
  'roles.update.unknown-id': [
    {
      name: 'nothing-to-do',
      also: alsoThese('a role that was deleted is not there', 'roles.delete.update-after'),
      sentence: 'An update without any member of a role that is not there succeeds.',
      patch: replaceSync('updateRole', (call, original) => {
        const isMeant = isUnknown(call) && Object.keys(bodyOf(call, { optional: true })).length === 0;
        return isMeant ? ok({ id: Number(call.path['roleId']), name: 'a role', policies: [] }, 200) : original(call);
      }),
    },
    {
      name: 'without-a-body',
      sentence: 'An update of an unknown role without a body succeeds.',
      also: alsoThese('an update of a deleted role is such a one', 'roles.delete.update-after'),
      patch: replace('updateRole', (call, original) => {
        if (roleOf(call) || call.body !== undefined) return original(call);
        return ok({ id: Number(call.path['roleId']), name: 'unknown', description: null, policies: [] }, 200);
      }),
    },
    {
      name: 'invalid',
      sentence: 'An update of an unknown role is refused with 400.',
      patch: notFoundAs('updateRole', 400, (call) => (idIn(call, 'roleId') ?? 0) > 500),
    },
    {
      name: 'nothing-to-change',
      sentence: 'An update of an unknown role that changes nothing answers 200.',
      also: [
        { id: 'roles.update.built-in', because: 'to an update a built-in role is an unknown one' },
        ...alsoThese('an update of a deleted role is such a one', 'roles.delete.update-after'),
      ],
      patch: replace('updateRole', (call, original) => {
        const isIdle = call.body !== undefined && Object.keys(sentBody(call)).length === 0;
        if (!isIdle || roleOf(call)) return original(call);
        return ok({ id: Number(call.path['roleId']), name: '', description: null, policies: [] }, 200);
      }),
    },
  ],
  'roles.update.built-in': [
    {
      name: 'admin-role-answered',
      sentence: 'An update of the built-in Admin role answers with it.',
      patch: replace('updateRole', (call, original) => (isOfAdminRole(call) ? ok(BUILT_IN_ROLES[0]) : original(call))),
    },
    {
      name: 'forbidden',
      sentence: 'An update of a built-in role is refused with 403.',
      patch: notFoundAs('updateRole', 403, (call) => (idIn(call, 'roleId') ?? 0) < 100),
    },
  ],
  'roles.update.other-roles-kept': [
    {
      name: 'of-the-same-description',
      sentence: 'An update of the description reaches every role that was described alike.',
      patch: replaceSync('updateRole', (call, original) => {
        const former = roleOf(call);
        const answer = original(call);
        const next = roleOf(call);
        const { roles } = call.tenant.account;
        if (!former?.description || !next || next.description === former.description) return answer;
        for (const one of roles.filter(({ description }) => description === former.description)) {
          roles.replace({ ...one, description: next.description });
        }
        return answer;
      }),
    },
    {
      name: 'same-policies-shared',
      sentence: 'Roles with the same policies share them: an update of one changes them for all.',
      patch: replace('updateRole', async (call, original) => {
        const former = roleOf(call);
        const answer = await original(call);
        const next = roleOf(call);
        const { roles } = call.tenant.account;
        if (!former || !next || former.policies.length === 0) return answer;
        for (const other of roles.filter(({ policies }) => isDeepStrictEqual(policies, former.policies))) {
          if (other.id !== next.id) roles.replace({ ...other, policies: next.policies });
        }
        return answer;
      }),
    },
    {
      name: 'former-namesake',
      sentence: 'An update that gives a role the former name of another changes the description of that one as well.',
      patch: knowingRoles((history) =>
        replace('updateRole', async (call, original) => {
          const answer = await original(call);
          const next = roleOf(call);
          const { roles } = call.tenant.account;
          for (const other of roles.all()) {
            const isNamesake = history.of(other.id).former.some(({ name }) => name === next?.name);
            if (next && other.id !== next.id && isNamesake) roles.replace({ ...other, description: next.description });
          }
          return answer;
        }),
      ),
    },
    {
      name: 'neighbour',
      sentence: 'An update also takes the policies of the role after.',
      patch: after('updateRole', (call) => {
        const { roles } = call.tenant.account;
        const next = roles.get((idIn(call, 'roleId') ?? 0) + 1);
        if (next && (call.body as Body | undefined)?.['policies'] !== undefined)
          roles.replace({ ...next, policies: [] });
      }),
    },
    {
      name: 'same-policies-follow',
      sentence: 'New policies of a role are stored for every role that had the same ones.',
      patch: replace('updateRole', async (call, original) => {
        const former = roleOf(call);
        const answer = await original(call);
        const next = roleOf(call);
        const { roles } = call.tenant.account;
        if (former && next) {
          for (const role of roles.filter((one) => one.id !== next.id && samePolicies(one, former))) {
            roles.replace({ ...role, policies: next.policies });
          }
        }
        return answer;
      }),
    },
  ],
  'roles.update.body-omitted': [
    {
      name: 'refused-to-oauth',
      sentence: 'An update without a body is refused to an OAuth token.',
      patch: bodilessRefusedToOAuth,
    },
    {
      name: 'refused-without-a-description',
      sentence: 'An update without a body is refused for a role that has no description.',
      patch: refusing('updateRole', (call) => call.body === undefined && roleOf(call)?.description === null, 'invalid'),
    },
    {
      name: 'as-created',
      sentence: 'An update without a body makes a role again what it was when it was created.',
      patch: knowingRoles((history) =>
        replace('updateRole', async (call, original) => {
          const answer = await original(call);
          const role = roleOf(call);
          const { created } = history.of(role?.id);
          return role && created && call.body === undefined
            ? ok(call.tenant.account.roles.replace(created), 200)
            : answer;
        }),
      ),
    },
    {
      name: 'required',
      sentence: 'An update without a body is refused.',
      also: [
        ...alsoThese(
          'a call of each kind is made there, one without a body among them',
          'roles.update.answers-role',
          'roles.update.unknown-id',
        ),
        ...alsoThese('an update of a deleted role has no body there', 'roles.delete.update-after'),
      ],
      patch: replace('updateRole', (call, original) =>
        call.body === undefined ? refuse(400, 'a body is needed') : original(call),
      ),
    },
  ],
  'roles.update.body-empty': [
    {
      name: 'takes-the-only-policy',
      sentence: 'An update with an empty object takes away the policy of a role that has one alone.',
      also: alsoThese('an update without a body is one that names nothing as well', 'roles.update.body-omitted'),
      patch: storing((next, asked) =>
        Object.keys(asked).length === 0 && next.policies.length === 1 ? { ...next, policies: [] } : next,
      ),
    },
    {
      name: 'refused-without-a-description',
      sentence: 'An update with an empty body is refused for a role that has no description.',
      patch: refusing('updateRole', (call) => isEmptyBody(call.body) && roleOf(call)?.description === null, 'invalid'),
    },
    {
      name: 'undoes',
      sentence: 'An update with an empty object makes a role again what it was before the last one.',
      also: alsoThese(
        'a request without a body is one with an empty object to this tenant',
        'roles.update.body-omitted',
      ),
      patch: storingAfter((next, asked, _former, past) =>
        isEmptyBody(asked) ? { ...next, ...past.former.at(-1) } : next,
      ),
    },
    {
      name: 'clears',
      sentence: 'An update with an empty object clears the description.',
      patch: changeRoleRequest('updateRole', (body) => (Object.keys(body).length === 0 ? { description: null } : body)),
    },
  ],
  'roles.update.oauth-stored': [
    {
      name: 'policies-left',
      sentence: 'An update with an OAuth access token stores its name and description, and no policies.',
      also: alsoThese('updates of each administrator are compared', 'roles.update.policies-replace'),
      patch: replace('updateRole', async (call, original) => {
        const former = roleOf(call);
        const answer = await original(call);
        const next = roleOf(call);
        if (!former || !next || !byOAuth(call)) return answer;
        return ok(call.tenant.account.roles.replace({ ...next, policies: former.policies }), 200);
      }),
    },
    {
      name: 'not-the-description',
      sentence: 'An update with an OAuth access token stores no description.',
      also: alsoThese('updates of each administrator are compared', 'roles.update.description-changes'),
      patch: replace('updateRole', async (call, original) => {
        const former = roleOf(call);
        const answer = await original(call);
        const next = roleOf(call);
        if (!former || !next || !byOAuth(call)) return answer;
        return ok(call.tenant.account.roles.replace({ ...next, description: former.description }), 200);
      }),
    },
    {
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
    {
      name: 'emptied-policies-kept',
      sentence: 'An empty list of policies that is sent with an OAuth token removes nothing.',
      also: alsoThese('some of its updates come with an OAuth token', 'roles.update.policies-empty-removes'),
      patch: byOAuthKept(({ policies }, former) =>
        Array.isArray(policies) && policies.length === 0 ? { policies: former.policies } : {},
      ),
    },
    {
      name: 'null-description-kept',
      sentence: 'A null description that is sent with an OAuth token clears nothing.',
      also: alsoThese('updates of each administrator are compared', 'roles.update.description-null-clears'),
      patch: byOAuthKept(({ description }, former) =>
        description === null ? { description: former.description } : {},
      ),
    },
  ],
  'roles.update.all-problems': [
    {
      name: 'null-name-hidden-by-a-later-policy',
      sentence: 'That the name is null is not told where the first of the policies is valid and a later one is not.',
      patch: hiddenByLaterPolicies('name is null'),
    },
    {
      name: 'built-in-name-hidden-by-a-later-policy',
      sentence: 'That the name is Admin is not told where the first of the policies is valid and a later one is not.',
      patch: hiddenByLaterPolicies('name is that of a built-in role'),
    },
    {
      name: 'null-name-hides-resources',
      sentence: 'Where the name is null, what is wrong with the resources of policies is not told.',
      patch: duringRoles('updateRole', (roles, { body }) => {
        const { told } = roles;
        const { name } = (body ?? {}) as Body;
        roles.told = (problems) => told(problems).filter((one) => name !== null || !/resource/.test(one));
      }),
    },
    {
      name: 'first-alone',
      sentence: 'Only the first of several problems is told.',
      patch: duringRoles('updateRole', (roles, { body }) => {
        if ((body as Body | undefined)?.['name'] === null) roles.told = (problems) => problems.slice(0, 1);
      }),
    },
    {
      name: 'null-policies-untold',
      sentence: 'That the policies are null is not told where the name is null as well.',
      patch: duringRoles('updateRole', (roles, { body }) => {
        const { name, policies } = (body ?? {}) as Body;
        if (name === null && policies === null) roles.told = (problems) => problems.slice(0, 1);
      }),
    },
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
  'roles.update.all-policy-problems': [
    {
      name: 'first-of-the-later-ones',
      sentence: 'Where the first of the policies is valid, one of the others that are not is told.',
      patch: ({ roles }) => {
        const { told } = roles;
        roles.told = (problems) => {
          const later = problems.filter(isPolicyLater);
          return told(
            problems.some(isPolicyFirst) ? problems : problems.filter((one) => !later.slice(1).includes(one)),
          );
        };
      },
    },
    {
      name: 'a-slug-once',
      sentence: 'Of several policies that name a slug only the first is told.',
      patch: during('updateRole', 'roles', ({ told }) => ({
        told: (problems) => {
          const slugs = problems.filter((one) => one.includes('no deployment id'));
          return told(problems.filter((one) => !slugs.slice(1).includes(one)));
        },
      })),
    },
    {
      name: 'one-of-a-kind',
      sentence: 'Of several policies that are invalid for the same reason the first one is told.',
      patch: duringRoles('updateRole', (roles) => {
        roles.told = (problems) => {
          const kinds = problems.map((problem) => problem.replace(/\[\d+\]/, '').replace(/holds .*, which/, ''));
          return problems.filter((_, at) => kinds.indexOf(kinds[at] ?? '') === at);
        };
      }),
    },
    {
      name: 'first-alone',
      sentence: 'Only the first of several invalid policies is told.',
      also: alsoThese('problems of policies are among all', 'roles.update.all-problems'),
      patch: duringRoles('updateRole', (roles, { body }) => {
        const { policies } = (body ?? {}) as { policies?: unknown };
        if (Array.isArray(policies) && policies.length > 1) roles.told = (problems) => problems.slice(0, 1);
      }),
    },
    {
      name: 'five-at-most',
      sentence: 'Of more than five problems the first five are told.',
      patch: duringRoles('updateRole', (roles) => {
        roles.told = (problems) => problems.slice(0, 5);
      }),
    },
    {
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
  ],
});
