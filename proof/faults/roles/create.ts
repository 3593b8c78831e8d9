import { lookingFirst } from '../../lib/at-once.ts';
import { created, Refusal, refuse } from '../../../mock/answer.ts';
import { type Body, bodyOf } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Role } from '../../../mock/world/account.ts';
import { byOAuth } from '../../lib/access.ts';
import { isEmptyList } from '../../lib/bodies.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { onlyWhere } from '../../lib/paging.ts';
import {
  all,
  changeBody,
  refusing,
  remembering,
  replace,
  replaceSync,
  withBody,
  withRules,
} from '../../lib/patches.ts';
import { changeRequest } from '../../lib/reports.ts';
import {
  descriptionCutAtAstral,
  ESCAPED,
  isHeld,
  isMost,
  lastOfEachType,
  longestTogether,
  newestTen,
  nothingOf,
  onOneLine,
  policiesOnDeployments,
  roleNamed,
  takenByThoseWith,
  takingText,
  toTheOther,
  twentyActions,
  UNLETTERED,
  withOneResource,
} from '../../lib/role-changes.ts';
import { knowingRoles, names, overlookingRenamed } from '../../lib/role-histories.ts';
import { misjudged } from '../../lib/role-inputs.ts';
import { readingPolicy } from '../../lib/role-policies.ts';
import {
  afterCreation,
  changeRoleRequest,
  deletingHeld,
  duringRoles,
  keepingDeleted,
  markupEscaped,
  roleOf,
  type Shown,
  takingNone,
  unlettered,
} from '../../lib/roles.ts';
import { oldestUnseen } from '../../lib/role-exceptions.ts';
import { withoutBackslashes, tabsAsBlanks } from '../../lib/signs-in-texts.ts';
import { storedAs } from '../../lib/stored-texts.ts';
import { sharedAnswer } from '../../lib/under-way.ts';
import { formerNamesOfHeld } from '../../lib/few-of-many.ts';

/** A creation that is taken leniently where it comes with an OAuth access token. */
function createdByOAuth(change: (body: Body) => Body): Patch {
  return onlyWhere('createRole', byOAuth, changeRoleRequest('createRole', change));
}

/** Names that roles once left; whoever comes back to one is not looked up under it. */
const forgettingNames: Patch = remembering(
  () => ({ left: new Map<number, Set<string>>(), unseen: new Set<string>() }),
  ({ left, unseen }) =>
    all(
      replaceSync('updateRole', (call, original) => {
        const former = roleOf(call);
        const answer = original(call);
        const next = roleOf(call);
        if (!former || !next || former.name === next.name) return answer;
        const names = left.get(former.id) ?? new Set<string>();
        if (names.has(next.name)) unseen.add(next.name);
        left.set(former.id, names.add(former.name));
        return answer;
      }),
      (rules) => {
        const { isTaken } = rules.roles;
        rules.roles.isTaken = (name, roles, except) =>
          !(except === undefined && unseen.has(name)) && isTaken(name, roles, except);
      },
    ),
);

/** Faults of creating roles: names, descriptions and what is stored. */
export const createFaults = faults({
  'roles.create.answers-role': {
    name: 'id-alone',
    sentence: 'A creation answers nothing but the id.',
    patch: changeBody('createRole', ({ id }) => [id]),
  },
  'roles.create.returns-id': [
    {
      name: 'of-the-deleted-namesake',
      sentence: 'A creation under the name of a deleted role answers the id of that one.',
      also: [
        ...alsoThese(
          'the role that was made is found under another id',
          'roles.delete.removes',
          'roles.create.answers-role',
        ),
        ...alsoThese('the role is read under the id that the creation answered', 'roles.get.same-id'),
      ],
      patch: knowingRoles((history) =>
        changeBody('createRole', (role) => ({
          ...role,
          id: history.deleted.findLast(({ name }) => name === role['name'])?.id ?? role['id'],
        })),
      ),
    },
    {
      name: 'next',
      sentence: 'A creation answers the id that the role after it will have.',
      also: [
        { id: 'roles.get.answers-role', because: 'the id that a new role is read by is of no role' },
        { id: 'roles.getRole.is-served', because: 'the id that a new role is read by is of no role' },
        { id: 'roles.policy.deleted-deployment-kept', because: 'the role is read by the id that the answer states' },
        { id: 'roles.create.answers-role', because: 'the role is read by the id that the answer states' },
      ],
      patch: changeBody('createRole', (role) => ({ ...role, id: Number(role['id']) + 1 })),
    },
    {
      name: 'that-of-another-at-once',
      sentence: 'Of two creations at the same time the second is answered with the role of the first, and makes none.',
      patch: sharedAnswer('createRole'),
    },
  ],
  'roles.create.answer-is-stored': [
    {
      name: 'description-cut-beside-200-policies',
      sentence: 'A creation with 200 policies stores 250 characters of the description.',
      patch: replaceSync('createRole', (call, original) =>
        withBody(original(call), (body) => {
          if (!isMost(body['policies'])) return body;
          const { roles } = call.tenant.account;
          const role = roles.get(body['id'] as number);
          if (role) roles.replace({ ...role, description: role.description?.slice(0, 250) ?? null });
          return body;
        }),
      ),
    },
    {
      name: 'deployments-alone',
      sentence: 'The answer to a creation shows the policies on deployments alone.',
      patch: changeBody('createRole', policiesOnDeployments),
    },
    {
      name: 'given-description',
      sentence: 'The answer to a creation without a description shows one.',
      patch: changeBody('createRole', (role) => ({ ...role, description: role['description'] ?? 'A custom role' })),
    },
    {
      name: 'five-policies',
      sentence: 'The answer to a creation shows the first five policies.',
      patch: changeBody('createRole', (role) => ({ ...role, policies: (role['policies'] as Shown[]).slice(0, 5) })),
    },
    {
      name: 'description-lost',
      sentence: 'The answer to a creation leaves the description out.',
      patch: changeBody('createRole', (role) => ({ ...role, description: null })),
    },
  ],
  'roles.create.stores-name': [
    {
      name: 'without-backslashes',
      sentence: 'The name of a new role is stored without its backslashes.',
      also: alsoThese('what the role has is compared there', 'roles.create.answer-is-stored'),
      patch: storedAs('createRole', 'name', withoutBackslashes),
    },
    {
      name: 'small-letters-beside-no-description',
      sentence: 'The name of a role that is created without a description is stored in small letters.',
      patch: replace('createRole', async (call, original) => {
        const answer = await original(call);
        if (answer.kind !== 'created' || names(bodyOf(call), 'description')) return answer;
        const role = answer.body as Role;
        const { roles } = call.tenant.account;
        return { ...answer, body: roles.replace({ ...role, name: role.name.toLowerCase() }) };
      }),
    },
    {
      name: 'marked-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A role that is created with an OAuth access token has a mark behind its name.',
      patch: createdByOAuth((body) =>
        typeof body['name'] === 'string' && body['name'].length < 250
          ? { ...body, name: `${body['name']} (app)` }
          : body,
      ),
    },
    {
      name: 'lower-case',
      sentence: 'A name is stored in lower case.',
      also: alsoThese('what the role has is compared there', 'roles.create.answer-is-stored'),
      // Whether it is taken is asked as it was sent, so that the same name can be tried again.
      patch: replace('createRole', async (call, original) => {
        const answer = await original(call);
        if (answer.kind !== 'created') return answer;
        const role = answer.body as Role;
        return created(call.tenant.account.roles.replace({ ...role, name: role.name.toLowerCase() }));
      }),
    },
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
    {
      name: 'digits-as-a-number',
      sentence: 'A name that consists of digits is stored as the number that they write, without leading zeros.',
      patch: replaceSync('createRole', (call, original) => {
        const { name } = bodyOf(call);
        const isNumber = typeof name === 'string' && /^\d+$/.test(name);
        return original(isNumber ? { ...call, body: { ...bodyOf(call), name: String(Number(name)) } } : call);
      }),
    },
  ],
  'roles.create.stores-description': [
    {
      name: 'carriage-returns-lost',
      sentence: 'Line ends of two characters in the description of a new role are stored as one.',
      patch: storedAs('createRole', 'description', (text) => text.replaceAll('\r\n', '\n')),
    },
    {
      name: 'tabs-as-blanks',
      sentence: 'Tabs in the description of a new role are stored as blanks.',
      patch: storedAs('createRole', 'description', tabsAsBlanks),
    },
    {
      name: 'of-its-namesake',
      toldBy: 'roles.create.name-freed-by-delete',
      sentence: 'A role that is made under the name of a deleted one is described as that one was.',
      patch: knowingRoles((history) =>
        afterCreation((made) => ({
          description: history.deleted.findLast(({ name }) => name === made.name)?.description ?? made.description,
        })),
      ),
    },
    {
      name: 'on-one-line',
      sentence: 'Line ends in the description of a new role are stored as blanks.',
      patch: afterCreation(({ description }) => ({ description: onOneLine(description) })),
    },
    {
      name: 'cut-at-astral',
      sentence: 'The description of a new role ends before its first character outside the basic plane.',
      also: alsoThese('what the role has is compared there', 'roles.create.answer-is-stored'),
      patch: afterCreation(({ description }) => ({ description: descriptionCutAtAstral(description) })),
    },
    {
      name: 'zero-is-none',
      sentence: 'A creation with a description that reads 0 stores none.',
      patch: changeRequest('createRole', (body) => (nothingOf('0')(body) ? { ...body, description: null } : body)),
    },
    {
      name: 'not-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A role that is created with an OAuth access token has no description.',
      also: alsoThese(
        'the longest description beside the refused one is looked for',
        'roles.create.description-too-long',
      ),
      patch: createdByOAuth(({ description: _, ...body }) => body),
    },
    {
      name: 'not-without-policies',
      sentence: 'A role that is created with an empty list of policies has no description.',
      patch: all(
        takingNone,
        changeRoleRequest('createRole', ({ description, ...body }) =>
          isEmptyList(body['policies']) ? body : { ...body, ...(description !== undefined && { description }) },
        ),
      ),
    },
    {
      name: 'full-stop',
      sentence: 'A description without a full stop is given one, where there is room.',
      also: alsoThese('what the role has is compared there', 'roles.create.answer-is-stored'),
      patch: changeRoleRequest('createRole', (body) => {
        const { description } = body;
        const hasRoom = typeof description === 'string' && description !== '' && description.length < 255;
        return hasRoom && !description.endsWith('.') ? { ...body, description: `${description}.` } : body;
      }),
    },
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
  'roles.create.stores-policies': [
    {
      name: 'with-those-of-its-namesake',
      toldBy: 'roles.create.name-freed-by-delete',
      sentence: 'A role that is made under the name of a deleted one has the policies of that one as well.',
      patch: knowingRoles((history) =>
        afterCreation(({ name, policies }) => ({
          policies: [...policies, ...(history.deleted.findLast((one) => one.name === name)?.policies ?? [])],
        })),
      ),
    },
    {
      name: 'last-of-a-type',
      sentence: 'Of several policies of a creation on one type of resource only the last is stored.',
      also: [
        ...alsoThese(
          'several policies of one type are stated there',
          'roles.policy.deleted-deployment-kept',
          'roles.create.policies-most',
          'roles.create.answer-is-stored',
        ),
        ...alsoThese('policies of one type are compared', 'roles.create.policy-deployment-unknown'),
      ],
      patch: replace('createRole', async (call, original) => {
        const answer = await original(call);
        const { roles } = call.tenant.account;
        return withBody(answer, ({ id }) => {
          const role = roles.get(Number(id));
          return role && roles.replace({ ...role, policies: lastOfEachType(role.policies) });
        });
      }),
    },
    {
      name: 'one-resource-but-of-deployments',
      toldBy: 'roles.update.policies-replace',
      sentence: 'Of the resources of a policy on anything but deployments a creation stores the first alone.',
      patch: replaceSync('createRole', (call, original) =>
        withBody(original(call), (body) => call.tenant.account.roles.replace(withOneResource(body as unknown as Role))),
      ),
    },
    {
      name: 'twenty-actions',
      sentence: 'Of the actions of a policy the first twenty are stored.',
      patch: changeRoleRequest('createRole', twentyActions),
    },
    {
      name: 'four-resources',
      sentence: 'A policy of a new role keeps the first three of its resources.',
      also: alsoThese('several resources of a policy are compared', 'roles.create.policy-deployment-ids'),
      patch: replaceSync('createRole', (call, original) => {
        const answer = original(call);
        const { roles } = call.tenant.account;
        const role = roles.get(Number((answer as { body: Body }).body['id']));
        if (!role) return answer;
        const policies = role.policies.map((one) => ({ ...one, resources: one.resources.slice(0, 3) }));
        return { ...answer, body: roles.replace({ ...role, policies }) };
      }),
    },
    {
      name: 'one-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A role that is created with an OAuth access token keeps its first policy alone.',
      also: alsoThese('the most policies are stored with a token there', 'roles.create.policies-too-many'),
      patch: createdByOAuth((body) => ({
        ...body,
        ...(Array.isArray(body['policies']) && { policies: body['policies'].slice(0, 1) }),
      })),
    },
    {
      name: 'same-resource-once',
      sentence: 'Of two policies on the same single resource the first is kept.',
      also: [
        ...alsoThese(
          'the policies of the other requirement name one resource',
          'roles.create.policy-actions-deployment',
          'roles.create.policy-actions-account',
          'roles.create.policy-actions-content',
          'roles.create.policy-actions-agent',
          'roles.create.policy-actions-presentation',
          'roles.create.policy-actions-later',
          'roles.create.policy-tiers',
          'roles.create.policy-one-of-many',
        ),
        ...alsoThese('a policy that is dropped is not looked at', 'roles.create.policy-actions-missing'),
      ],
      patch: readingPolicy('createRole', (policy, index, all) => {
        const on = (one: Body) => JSON.stringify([one['resourceType'], one['resources']]);
        const isOne = Array.isArray(policy['resources']) && policy['resources'].length === 1;
        return isOne && all.slice(0, index).some((one) => on(one) === on(policy)) ? undefined : policy;
      }),
    },
    {
      name: 'not-without-a-description',
      sentence: 'A role that is created without a description keeps no policies.',
      also: alsoThese(
        'policies that are dropped are not looked at',
        'roles.create.policy-resource-type-missing',
        'roles.create.policy-resource-type-unknown',
        'roles.create.policy-actions-missing',
        'roles.create.policy-no-action',
        'roles.create.policy-action-unknown',
        'roles.create.policy-resources-missing',
        'roles.create.policy-no-resource',
        'roles.create.policy-deployment-slug',
        'roles.create.policy-deployment-name',
        'roles.create.policy-deployment-all-small',
        'roles.create.policy-deployment-number',
        'roles.create.policy-deployment-one-of-many',
        'roles.create.policy-one-of-many',
        'roles.create.policies-too-many',
      ),
      patch: changeRoleRequest('createRole', (body) =>
        names(body, 'description') || !Array.isArray(body['policies']) ? body : { ...body, policies: [] },
      ),
    },
    {
      name: 'last-action-lost',
      sentence: 'The last of more than two actions of a policy is not kept.',
      patch: changeRoleRequest('createRole', (body) => {
        const { policies } = body;
        if (!Array.isArray(policies)) return body;
        const cut = (policies as Shown[]).map((policy) => {
          const { actions } = policy;
          return Array.isArray(actions) && actions.length > 2 ? { ...policy, actions: actions.slice(0, -1) } : policy;
        });
        return { ...body, policies: cut };
      }),
    },
  ],
  'roles.create.name-missing': {
    name: 'untitled',
    sentence: 'A creation without a name makes one up.',
    patch: changeRoleRequest('createRole', (body) =>
      body['name'] === undefined ? { ...body, name: `Untitled ${Math.random()}` } : body,
    ),
  },
  'roles.create.name-null': {
    name: 'untitled',
    sentence: 'A creation whose name is null makes one up.',
    patch: changeRoleRequest('createRole', (body) =>
      body['name'] === null ? { ...body, name: `Untitled ${Math.random()}` } : body,
    ),
  },
  'roles.create.name-not-string': [
    misjudged('create', 'name-not-string'),
    {
      name: 'list',
      sentence: 'A name that is a list with one text is taken for this text.',
      patch: changeRoleRequest('createRole', (body) =>
        Array.isArray(body['name']) && body['name'].length === 1 ? { ...body, name: body['name'][0] as unknown } : body,
      ),
    },
  ],
  'roles.create.name-empty': misjudged('create', 'name-empty'),
  'roles.create.name-shortest': misjudged('create', 'name-shortest'),
  'roles.create.name-longest': [
    {
      name: 'not-beside-the-longest-description',
      sentence: 'A name of 255 characters is refused beside a description of 255.',
      also: alsoThese('the longest of both are stated there', 'roles.create.answer-is-stored'),
      patch: longestTogether('createRole'),
    },
    misjudged('create', 'name-longest'),
    {
      name: 'same-beginning-taken',
      sentence: 'A name counts as taken where the first 200 characters of another one are the same.',
      patch: duringRoles('createRole', (roles) => {
        const { isTaken } = roles;
        roles.isTaken = (name, all, except) => {
          const others = [...all];
          const hasSameBeginning = others.some((one) => one.name.slice(0, 200) === name.slice(0, 200));
          return isTaken(name, others, except) || (name.length > 200 && hasSameBeginning);
        };
      }),
    },
  ],
  'roles.create.name-too-long': misjudged('create', 'name-too-long'),
  'roles.create.name-taken': [
    {
      name: 'not-by-the-oldest',
      sentence: 'A new role may have the name of the oldest role.',
      patch: oldestUnseen('createRole'),
    },
    {
      name: 'description-stored-for-oauth',
      toldBy: 'roles.list.same-as-read',
      seenWith: 'OAUTH_TOKEN',
      sentence:
        'A create with a taken name is refused to an OAuth token, and its description stored with the role that has the name.',
      patch: replace('createRole', async (call, original) => {
        const { name, description } = bodyOf(call);
        const role = roleNamed(call, name);
        if (role && byOAuth(call) && typeof description === 'string')
          call.tenant.account.roles.replace({ ...role, description });
        return original(call);
      }),
    },
    {
      name: 'renamed-back',
      sentence: 'A role is created with the name of a role that was renamed and has its former name again.',
      patch: forgettingNames,
    },
    {
      name: 'of-the-newest-ten',
      sentence: 'The name of a new role is compared with those of the newest ten roles.',
      patch: newestTen((isUpdate) => !isUpdate),
    },
    misjudged('create', 'name-taken'),
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
    {
      name: 'renamed-not-seen',
      sentence: 'A creation may have the name that another role was given by an update.',
      patch: overlookingRenamed('createRole'),
    },
    {
      name: 'made-again-not-seen',
      sentence: 'A creation may have the name of a role that was made after one of that name had been deleted.',
      also: [{ id: 'roles.list.names-unique', because: 'two roles have one name' }],
      patch: knowingRoles((history) =>
        duringRoles('createRole', (roles) => {
          const { isTaken } = roles;
          roles.isTaken = (name, all, except) =>
            isTaken(name, all, except) && !history.deleted.some((one) => one.name === name);
        }),
      ),
    },
    {
      name: 'letters-beyond-ascii',
      sentence: 'Whether a name is taken is not asked for names with letters beyond ASCII.',
      patch: duringRoles('createRole', (roles) => {
        const { isTaken } = roles;
        roles.isTaken = (name, all, except) => !/[^\x00-\x7f]/.test(name) && isTaken(name, all, except);
      }),
    },
    {
      name: 'other-overwritten',
      sentence:
        'A creation with a name that is taken is refused, and the role that has the name is given the policies.',
      patch: toTheOther('createRole', (other) => ({ ...other, policies: [] })),
    },
  ],
  'roles.create.name-race': [
    {
      name: 'both',
      sentence: 'Whether a name is taken is asked before anything else, and answered too early.',
      patch: replace('createRole', async (call, original) => {
        const { name } = bodyOf(call);
        const { roles } = call.tenant.account;
        const isTaken = [...roles.after(0)].some((role) => role.name === name);
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (isTaken) return original(call);
        const { isTaken: kept } = call.tenant.rules.roles;
        call.tenant.rules.roles.isTaken = () => false;
        try {
          return await original(call);
        } finally {
          call.tenant.rules.roles.isTaken = kept;
        }
      }),
    },
    {
      name: 'renames-unseen',
      sentence: 'A creation does not see the names that updates give to other roles at the same time.',
      patch: lookingFirst(
        'createRole',
        ({ tenant }) => new Map([...tenant.account.roles.after(0)].map(({ id, name }) => [id, name])),
        (call, original, names) => {
          const { isTaken } = call.tenant.rules.roles;
          const before = (role: Role) => ({ ...role, name: names.get(role.id) ?? role.name });
          return withRules(
            call,
            'roles',
            { isTaken: (name, roles, except) => isTaken(name, [...roles].map(before), except) },
            () => original(call),
          );
        },
      ),
    },
  ],
  'roles.create.name-freed-by-delete': [
    {
      name: 'held-when-deleted',
      sentence: 'The name of a role that a user held when it was deleted stays taken.',
      patch: remembering(
        () => new Set<unknown>(),
        (taken) =>
          all(
            deletingHeld,
            replaceSync('deleteRole', (call, original) => {
              const name = isHeld(call) ? roleOf(call)?.name : undefined;
              const answer = original(call);
              if (name !== undefined) taken.add(name);
              return answer;
            }),
            replaceSync('createRole', (call, original) =>
              taken.has(bodyOf(call)['name']) ? refuse(409, 'another role has this name') : original(call),
            ),
          ),
      ),
    },
    {
      name: 'once',
      sentence: 'The name of a deleted role can be used again once; when that one is deleted as well it stays taken.',
      patch: knowingRoles((history) =>
        replace('createRole', (call, original) => {
          const { name } = bodyOf(call);
          if (history.deleted.filter((one) => one.name === name).length > 1) refuse(409, 'another role has this name');
          return original(call);
        }),
      ),
    },
    {
      name: 'kept',
      sentence: 'The name of a deleted role stays taken.',
      also: alsoThese('a role is made again there', 'roles.create.returns-id'),
      patch: (rules) => {
        const names = new Set<string>();
        keepingDeleted(names)(rules);
        replace('createRole', (call, original) => {
          if (names.has(String(bodyOf(call)['name']))) refuse(409, 'another role has this name');
          return original(call);
        })(rules);
      },
    },
    {
      name: 'not-once-renamed',
      sentence: 'The name of a deleted role stays taken if the role got it by an update.',
      patch: knowingRoles((history) =>
        replace('createRole', (call, original) => {
          const { name } = bodyOf(call);
          if (history.deleted.some((role) => role.name === name && history.isRenamed(role))) {
            refuse(409, 'another role has this name');
          }
          return original(call);
        }),
      ),
    },
  ],
  'roles.create.name-freed-by-rename': [
    {
      name: 'not-while-held',
      sentence: 'The former name of a role that was renamed stays taken while somebody holds the role.',
      patch: formerNamesOfHeld,
    },
    {
      name: 'last-one-alone',
      sentence:
        'Of the former names of a role that was renamed more than once only the last can be given to a new one.',
      patch: knowingRoles((history) =>
        refusing(
          'createRole',
          ({ tenant, body }) =>
            tenant.account.roles.all().some(({ id, name }) => {
              const names = [...history.of(id).former.map((one) => one.name), name];
              const others = [...new Set(names)];
              return others.length > 2 && others.slice(0, -2).includes(String((body as Body)['name']));
            }),
          409,
        ),
      ),
    },
    {
      name: 'kept',
      sentence: 'The former name of a renamed role stays taken.',
      patch: (rules) => {
        const names = new Set<string>();
        replace('updateRole', async (call, original) => {
          const former = roleOf(call)?.name;
          const answer = await original(call);
          if (former !== undefined && roleOf(call)?.name !== former) names.add(former);
          return answer;
        })(rules);
        replace('createRole', (call, original) => {
          if (names.has(String(bodyOf(call)['name']))) refuse(409, 'another role has this name');
          return original(call);
        })(rules);
      },
    },
  ],
  'roles.create.name-free-after-refusal': [
    {
      name: 'of-an-update',
      sentence: 'A name that an update asked for is taken, although the update was refused for its policies.',
      patch: remembering(
        () => new Set<unknown>(),
        (taken) =>
          all(
            replaceSync('updateRole', (call, original) => {
              try {
                return original(call);
              } catch (error) {
                const { name } = bodyOf(call, { optional: true });
                if (error instanceof Refusal && error.why === 400 && typeof name === 'string') taken.add(name);
                throw error;
              }
            }),
            replaceSync('createRole', (call, original) =>
              taken.has(bodyOf(call)['name']) ? refuse(409, 'another role has this name') : original(call),
            ),
          ),
      ),
    },
    {
      name: 'too-long-kept',
      sentence: 'The name of a creation stays taken that was refused for a description which is too long.',
      patch: (rules) => {
        const kept = new Set<unknown>();
        replace('createRole', (call, original) => {
          const { name, description } = bodyOf(call);
          if (kept.has(name)) refuse(409, 'another role has this name');
          if (typeof description === 'string' && description.length > 255) kept.add(name);
          return original(call);
        })(rules);
      },
    },
    {
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
              Array.isArray(policies) && policies.some((one) => isEmptyList((one as Body | null)?.['actions']));
            if (error instanceof Refusal && isGrantless) names.add(name);
            throw error;
          }
        })(rules);
      },
    },
  ],
  'roles.create.description-omitted': {
    name: 'required',
    sentence: 'A creation without a description is refused.',
    also: [
      ...alsoThese('a creation without one is made there', 'roles.create.answer-is-stored', 'roles.create.stores-name'),
      ...alsoThese('a role without one is made there', 'roles.create.stores-policies'),
    ],
    patch: changeRoleRequest('createRole', (body) =>
      body['description'] === undefined ? { ...body, description: 0 } : body,
    ),
  },
  'roles.create.description-null': {
    name: 'as-text',
    sentence: 'A null description is stored as the text null.',
    also: alsoThese('what the role has is compared there', 'roles.create.answer-is-stored'),
    patch: changeRoleRequest('createRole', (body) =>
      body['description'] === null ? { ...body, description: 'null' } : body,
    ),
  },
  'roles.create.description-empty': misjudged('create', 'description-empty'),
  'roles.create.description-not-string': [
    misjudged('create', 'description-not-string'),
    {
      name: 'list',
      sentence: 'A description that is a list is joined.',
      patch: changeRoleRequest('createRole', (body) =>
        Array.isArray(body['description']) ? { ...body, description: body['description'].join(' ') } : body,
      ),
    },
  ],
  'roles.create.description-longest': misjudged('create', 'description-longest'),
  'roles.create.description-too-long': misjudged('create', 'description-too-long'),
  'roles.create.policies-not-list': [
    misjudged('create', 'policies-not-list'),
    {
      name: 'text',
      sentence: 'A text in the place of policies is taken for none.',
      patch: all(
        takingNone,
        changeRoleRequest('createRole', (body) =>
          typeof body['policies'] === 'string' ? { ...body, policies: [] } : body,
        ),
      ),
    },
  ],
  'roles.create.policies-most': misjudged('create', 'policies-most'),
  'roles.create.policies-too-many': [
    {
      name: 'cut-for-oauth',
      sentence: 'Of more than 200 policies that an OAuth token creates a role with the first 200 are kept.',
      seenWith: 'OAUTH_TOKEN',
      patch: onlyWhere(
        'createRole',
        byOAuth,
        changeRoleRequest('createRole', (body) =>
          Array.isArray(body['policies']) ? { ...body, policies: body['policies'].slice(0, 200) } : body,
        ),
      ),
    },
    misjudged('create', 'policies-too-many'),
  ],
});
