import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Role } from '../../mock/world/account.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, changeBody, replace } from '../lib/patches.ts';
import { continuing, endingEarly, onlyWhere, pagesOf, startingOver } from '../lib/paging.ts';
import { knowingRoles, names, namesAlone } from '../lib/role-histories.ts';
import {
  changeRoleList,
  changeRoleRequest,
  duringRoles,
  roleOf,
  storing,
  takingNone,
  unlettered,
  type Shown,
} from '../lib/roles.ts';
import { byOAuth } from '../lib/access.ts';

type Operation = 'createRole' | 'updateRole';
type Given = Readonly<Record<string, unknown>>;

/** Another reading of each policy of a request; undefined leaves the policy out. */
function reading(
  operation: Operation,
  change: (policy: Given, index: number, all: readonly Given[]) => unknown,
): Patch {
  return changeRoleRequest(operation, (body) => {
    const { policies } = body;
    if (!Array.isArray(policies)) return body;
    const all = policies as Given[];
    return { ...body, policies: all.map((one, index) => change(one, index, all)).filter((one) => one !== undefined) };
  });
}

const isNone = (list: unknown) => Array.isArray(list) && list.length === 0;
const textsIn = (list: unknown) => (Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []);

/** The name or another label of one of the deployments that there are. */
function isLabel({ tenant }: Call, text: string): boolean {
  return tenant.deployments.deployments
    .all()
    .some((one) => Object.values(one).some((value: unknown) => value === text));
}

/** Looks up resources that name a deployment which exists. */
function lookingUp(operation: Operation, isMeant: (text: string) => boolean): Patch {
  return replace(operation, (call, original) => {
    const { policies } = (call.body ?? {}) as Body;
    if (!Array.isArray(policies) || policies.includes(null)) return original(call);
    const resolved = (policies as Given[]).map((policy) => ({
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

/** A body that is read leniently where it names one member and nothing else. */
function whereAlone(member: string, change: (body: Body) => Body): Patch {
  return changeRoleRequest('updateRole', (body) => (namesAlone(body, member) ? change(body) : body));
}

/** A creation that is taken leniently where it comes with an OAuth access token. */
function createdByOAuth(change: (body: Body) => Body): Patch {
  return onlyWhere('createRole', byOAuth, changeRoleRequest('createRole', change));
}

/** Input of one class that is read in another way than all the rest of its kind. */
export const rolesClassesFaults = faults({
  // Resource types and actions.
  'roles.create.policy-resource-type-unknown': {
    name: 'any-case',
    sentence: 'A resource type in small letters is taken for the one that it spells.',
    patch: reading('createRole', (policy) => ({ ...policy, resourceType: spelled(policy['resourceType'], 'small') })),
  },
  'roles.update.policy-resource-type-unknown': [
    {
      name: 'in-capitals',
      sentence: 'A resource type in capitals is taken for the one that it spells.',
      patch: reading('updateRole', (policy) => ({
        ...policy,
        resourceType: spelled(policy['resourceType'], 'capitals'),
      })),
    },
    {
      name: 'beside-known-ones',
      sentence: 'A policy of an unknown resource type is dropped where a valid one stands before it.',
      patch: reading('updateRole', (policy, index) =>
        index > 0 && !TYPES.includes(String(policy['resourceType'])) ? undefined : policy,
      ),
    },
  ],
  'roles.create.policy-action-unknown': {
    name: 'any-case',
    sentence: 'An action in small letters is taken for the one that it spells.',
    patch: (rules) => {
      reading('createRole', (policy) => ({
        ...policy,
        actions: textsIn(policy['actions']).map(
          (one) => rules.roles.actions.find((known) => known.toLowerCase() === one) ?? one,
        ),
      }))(rules);
    },
  },
  'roles.update.policy-action-unknown': {
    name: 'alone',
    sentence: 'An unknown action that a policy names alone is taken for the right to read.',
    patch: (rules) => {
      reading('updateRole', (policy) => {
        const [only, ...others] = textsIn(policy['actions']);
        return only !== undefined && others.length === 0 && !rules.roles.actions.includes(only)
          ? { ...policy, actions: ['DeploymentRead'] }
          : policy;
      })(rules);
    },
  },
  'roles.create.policy-no-action': {
    name: 'on-the-account',
    sentence: 'A Global policy that grants no action is dropped.',
    patch: reading('createRole', (policy) =>
      policy['resourceType'] === 'Global' && isNone(policy['actions']) ? undefined : policy,
    ),
  },
  'roles.update.policy-no-action': [
    {
      name: 'on-content',
      sentence: 'A policy that grants no action is dropped where it is on reports.',
      patch: reading('updateRole', (policy) =>
        policy['resourceType'] === 'Report' && isNone(policy['actions']) ? undefined : policy,
      ),
    },
    {
      name: 'on-everything',
      sentence: 'A policy on All that grants no action is dropped.',
      also: alsoThese('the same policy among others is taken, too', 'roles.update.policy-one-of-many'),
      patch: reading('updateRole', (policy) =>
        String(policy['resources']) === 'All' && isNone(policy['actions']) ? undefined : policy,
      ),
    },
  ],
  'roles.create.policy-no-resource': {
    name: 'on-content',
    sentence: 'A policy without resources is taken for one on all of them where it is on workbooks.',
    patch: reading('createRole', (policy) =>
      policy['resourceType'] === 'Workbook' && isNone(policy['resources']) ? { ...policy, resources: ['All'] } : policy,
    ),
  },
  'roles.update.policy-no-resource': [
    {
      name: 'on-the-account',
      sentence: 'A Global policy needs no resource.',
      patch: reading('updateRole', (policy) =>
        policy['resourceType'] === 'Global' && isNone(policy['resources']) ? { ...policy, resources: ['All'] } : policy,
      ),
    },
    {
      name: 'all-actions',
      sentence: 'A policy with All needs no resource.',
      also: alsoThese('the same policy among others is taken, too', 'roles.update.policy-one-of-many'),
      patch: reading('updateRole', (policy) =>
        String(policy['actions']) === 'All' && isNone(policy['resources']) ? { ...policy, resources: ['All'] } : policy,
      ),
    },
  ],
  'roles.create.policy-actions-missing': {
    name: 'null',
    sentence: 'A policy whose actions are null is dropped.',
    patch: reading('createRole', (policy) => (policy['actions'] === null ? undefined : policy)),
  },
  'roles.update.policy-resources-missing': {
    name: 'null',
    sentence: 'A policy whose resources are null is taken for one on all of them.',
    patch: reading('updateRole', (policy) =>
      policy['resources'] === null ? { ...policy, resources: ['All'] } : policy,
    ),
  },
  'roles.create.policy-resources-missing': {
    name: 'on-the-account',
    sentence: 'A Global policy may leave its resources out.',
    patch: reading('createRole', (policy) =>
      policy['resourceType'] === 'Global' && policy['resources'] === undefined
        ? { ...policy, resources: ['All'] }
        : policy,
    ),
  },
  'roles.update.policy-resource-type-missing': {
    name: 'null',
    sentence: 'A policy whose resource type is null is taken for one on deployments.',
    patch: reading('updateRole', (policy) =>
      policy['resourceType'] === null ? { ...policy, resourceType: 'Deployment' } : policy,
    ),
  },

  // Resources of deployments.
  'roles.create.policy-deployment-slug': [
    {
      name: 'of-one-that-exists',
      sentence: 'The slug of a deployment that exists is taken for its id.',
      patch: lookingUp('createRole', (text) => /^[a-z0-9-]+$/.test(text)),
    },
  ],
  'roles.update.policy-deployment-slug': [
    {
      name: 'of-one-that-exists',
      sentence: 'The slug of a deployment that exists is taken for its id.',
      patch: lookingUp('updateRole', (text) => /^[a-z0-9-]+$/.test(text)),
    },
    {
      name: 'digits-first',
      sentence: 'Of a resource that begins with digits these are taken for the id.',
      also: alsoThese(
        'the same policy among others is taken, too',
        'roles.update.policy-one-of-many',
        'roles.update.policy-deployment-one-of-many',
      ),
      patch: reading('updateRole', (policy) => ({
        ...policy,
        ...(policy['resourceType'] === 'Deployment' &&
          Array.isArray(policy['resources']) && {
            resources: policy['resources'].map((one: unknown) =>
              typeof one === 'string' ? one.replace(/^(\d+)[a-z-].*$/, '$1') : one,
            ),
          }),
      })),
    },
  ],
  'roles.create.policy-deployment-name': {
    name: 'of-one-that-exists',
    sentence: 'The name of a deployment that exists is taken for its id.',
    patch: lookingUp('createRole', (text) => / |[A-Z]/.test(text)),
  },
  'roles.update.policy-deployment-name': {
    name: 'of-one-that-exists',
    sentence: 'The name of a deployment that exists is taken for its id.',
    patch: lookingUp('updateRole', (text) => / |[A-Z]/.test(text)),
  },
  'roles.create.policy-deployment-all-small': {
    name: 'capitals',
    sentence: 'ALL in capitals is taken for the word All.',
    patch: reading('createRole', (policy) =>
      JSON.stringify(policy['resources']) === '["ALL"]' ? { ...policy, resources: ['All'] } : policy,
    ),
  },
  'roles.update.policy-deployment-number': {
    name: 'among-texts',
    sentence: 'A resource that is a number is taken for its digits where the one before it is a text.',
    patch: reading('updateRole', (policy) => ({
      ...policy,
      ...(Array.isArray(policy['resources']) &&
        typeof policy['resources'][0] === 'string' && {
          resources: policy['resources'].map((one: unknown) => (typeof one === 'number' ? String(one) : one)),
        }),
    })),
  },
  'roles.create.policy-deployment-one-of-many': {
    name: 'last-alone',
    sentence: 'Only the last resource of a policy is looked at.',
    also: alsoThese(
      'the slug or the name stands before another resource there, or in another policy',
      'roles.create.policy-one-of-many',
      'roles.create.policy-deployment-slug',
      'roles.create.policy-deployment-name',
    ),
    patch: reading('createRole', (policy) => {
      const { resourceType, resources } = policy;
      if (resourceType !== 'Deployment' || !Array.isArray(resources) || resources.length < 2) return policy;
      const others = (resources as unknown[]).slice(0, -1).filter((one) => /^\d+$/.test(String(one)));
      return { ...policy, resources: [...others, resources.at(-1) as unknown] };
    }),
  },
  'roles.create.policy-one-of-many': {
    name: 'behind-a-hundred',
    sentence: 'Of more than a hundred policies those behind the hundredth that grant nothing are dropped.',
    patch: reading('createRole', (policy, index) => (index >= 100 && isNone(policy['actions']) ? undefined : policy)),
  },
  'roles.update.policy-one-of-many': {
    name: 'first-not-looked-at',
    sentence: 'The first of several policies is dropped where it is invalid.',
    also: [{ id: 'roles.update.all-policy-problems', because: 'what is dropped is not told' }],
    patch: reading('updateRole', (policy, index, all) =>
      index === 0 && all.length > 1 && (isNone(policy['actions']) || isNone(policy['resources'])) ? undefined : policy,
    ),
  },

  // What an update names alone.
  'roles.update.name-too-long': {
    name: 'cut-alone',
    sentence: 'A name that is too long is cut where it comes alone.',
    patch: whereAlone('name', (body) => ({
      name: typeof body['name'] === 'string' ? body['name'].slice(0, 255) : body['name'],
    })),
  },
  'roles.update.name-empty': {
    name: 'ignored-alone',
    sentence: 'An empty name that comes alone is taken for one that was left out.',
    patch: whereAlone('name', (body) => (body['name'] === '' ? {} : body)),
  },
  'roles.update.description-too-long': {
    name: 'cut-alone',
    sentence: 'A description that is too long is cut where it comes alone.',
    patch: whereAlone('description', ({ description }) => ({
      description: typeof description === 'string' ? description.slice(0, 255) : description,
    })),
  },
  'roles.update.description-not-string': [
    {
      name: 'number',
      sentence: 'A description that is a number is stored as its digits.',
      patch: changeRoleRequest('updateRole', (body) =>
        typeof body['description'] === 'number' ? { ...body, description: String(body['description']) } : body,
      ),
    },
    {
      name: 'false-clears',
      sentence: 'A description that is false clears the one of the role.',
      patch: changeRoleRequest('updateRole', (body) =>
        body['description'] === false ? { ...body, description: null } : body,
      ),
    },
  ],
  'roles.create.description-not-string': {
    name: 'list',
    sentence: 'A description that is a list is joined.',
    patch: changeRoleRequest('createRole', (body) =>
      Array.isArray(body['description']) ? { ...body, description: body['description'].join(' ') } : body,
    ),
  },
  'roles.update.name-not-string': {
    name: 'false-ignored',
    sentence: 'A name that is false is taken for one that was left out.',
    patch: changeRoleRequest('updateRole', ({ name, ...body }) =>
      name === false ? body : { ...body, ...(name !== undefined && { name }) },
    ),
  },
  'roles.create.name-not-string': {
    name: 'list',
    sentence: 'A name that is a list with one text is taken for this text.',
    patch: changeRoleRequest('createRole', (body) =>
      Array.isArray(body['name']) && body['name'].length === 1 ? { ...body, name: body['name'][0] as unknown } : body,
    ),
  },
  'roles.update.policies-not-list': {
    name: 'one-policy',
    sentence: 'A single policy in the place of a list is taken for a list of it.',
    patch: changeRoleRequest('updateRole', (body) => {
      const { policies } = body;
      const isOne = typeof policies === 'object' && policies !== null && 'resourceType' in policies;
      return isOne ? { ...body, policies: [policies] } : body;
    }),
  },
  'roles.create.policies-not-list': {
    name: 'text',
    sentence: 'A text in the place of policies is taken for none.',
    patch: all(
      takingNone,
      changeRoleRequest('createRole', (body) =>
        typeof body['policies'] === 'string' ? { ...body, policies: [] } : body,
      ),
    ),
  },
  'roles.update.policies-too-many': {
    name: 'clamped-alone',
    sentence: 'Of more than 200 policies that come alone the first 200 are kept.',
    patch: whereAlone('policies', ({ policies }) => ({
      policies: Array.isArray(policies) ? policies.slice(0, 200) : policies,
    })),
  },
  'roles.update.policies-null': {
    name: 'ignored-alone',
    sentence: 'Null policies that come alone are taken for ones that were left out.',
    also: [{ id: 'roles.update.all-problems', because: 'the check needs the refusal of each problem by itself' }],
    patch: whereAlone('policies', (body) => (body['policies'] === null ? {} : body)),
  },
  'roles.update.name-null': {
    name: 'ignored-beside-a-description',
    sentence: 'A null name beside a description is taken for one that was left out.',
    patch: changeRoleRequest('updateRole', (body) => {
      const { name, ...others } = body;
      return name === null && Object.keys(others).join() === 'description' ? others : body;
    }),
  },
  'roles.update.name-built-in': [
    {
      name: 'taken-alone',
      sentence: 'A role may have the name Admin where the update has nothing else.',
      patch: duringRoles('updateRole', (roles, { body }) => {
        if (namesAlone((body ?? {}) as Body, 'name')) roles.isBuiltInName = () => false;
      }),
    },
    {
      name: 'taken-once-renamed',
      sentence: 'A role that has been renamed before may have the name Admin.',
      patch: knowingRoles((history) =>
        duringRoles('updateRole', (roles, call) => {
          if (history.isRenamed(roleOf(call))) roles.isBuiltInName = () => false;
        }),
      ),
    },
  ],

  // What a creation stores.
  'roles.create.stores-name': [
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
  ],
  'roles.create.stores-description': [
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
          isNone(body['policies']) ? body : { ...body, ...(description !== undefined && { description }) },
        ),
      ),
    },
  ],
  'roles.create.stores-policies': [
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
      patch: reading('createRole', (policy, index, all) => {
        const on = (one: Given) => JSON.stringify([one['resourceType'], one['resources']]);
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
  ],
  'roles.create.policy-resource-types': {
    name: 'report-folders-as-folders',
    sentence: 'A policy on report folders is stored as one on folders.',
    patch: reading('createRole', (policy) =>
      policy['resourceType'] === 'ReportFolder' ? { ...policy, resourceType: 'Folder' } : policy,
    ),
  },
  'roles.update.policy-resource-types': [
    {
      name: 'report-folders-as-reports',
      sentence: 'A policy on report folders is stored as one on reports.',
      patch: reading('updateRole', (policy) =>
        policy['resourceType'] === 'ReportFolder' ? { ...policy, resourceType: 'Report' } : policy,
      ),
    },
    {
      name: 'dropped-beside-others',
      sentence: 'A policy on dashboards is dropped where other policies stand beside it.',
      also: [
        ...alsoThese('a policy on dashboards stands beside others there', 'roles.update.policy-actions-presentation'),
        ...alsoThese(
          'a policy that is dropped is not looked at',
          'roles.update.policy-no-action',
          'roles.update.policy-no-resource',
        ),
      ],
      patch: reading('updateRole', (policy, _index, all) =>
        policy['resourceType'] === 'Dashboard' && all.length > 1 ? undefined : policy,
      ),
    },
  ],
  'roles.create.answer-is-stored': [
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
  ],
  'roles.create.returns-id': {
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
  'roles.create.name-longest': {
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
  'roles.update.policies-most': {
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
  'roles.update.description-longest': {
    name: 'lost-beside-a-name',
    sentence: 'The last of 255 characters of a description is lost where a name stands beside it.',
    patch: storing((next, asked) =>
      names(asked, 'name') && String(asked['description']).length === 255
        ? { ...next, description: (next.description ?? '').slice(0, 254) }
        : next,
    ),
  },

  // The list.
  'roles.list.shows-created': [
    {
      name: 'not-without-policies',
      sentence: 'A role without policies is not listed.',
      also: [
        ...alsoThese(
          'the list then shows another role than a reading',
          'roles.list.shows-updated',
          'roles.list.same-as-read',
        ),
        ...alsoThese('a role that is not shown is on no page', 'roles.list.pages-complete'),
      ],
      patch: changeRoleList((roles) => roles.filter(({ policies }) => !isNone(policies))),
    },
    {
      name: 'not-a-second-time',
      sentence: 'A role that was made under the name of a deleted one is not listed.',
      also: alsoThese('the list then shows another role than a reading', 'roles.list.same-as-read'),
      patch: knowingRoles((history) =>
        changeRoleList((roles) => roles.filter(({ name }) => !history.deleted.some((one) => one.name === name))),
      ),
    },
  ],
  'roles.list.shows-updated': [
    {
      name: 'first-name',
      sentence: 'The list shows roles under the names that they were created with.',
      also: alsoThese('the list then shows another role than a reading', 'roles.list.same-as-read'),
      patch: knowingRoles((history) =>
        changeRoleList((roles) =>
          roles.map((role) => ({ ...role, name: history.of(role['id'] as number).created?.name ?? role['name'] })),
        ),
      ),
    },
    {
      name: 'cleared-description',
      sentence: 'The list still shows a description that has been cleared.',
      also: alsoThese('the list then shows another role than a reading', 'roles.list.same-as-read'),
      patch: knowingRoles((history) =>
        changeRoleList((roles) =>
          roles.map((role) => ({
            ...role,
            description:
              role['description'] ??
              history.of(role['id'] as number).former.findLast((one) => one.description)?.description ??
              null,
          })),
        ),
      ),
    },
    {
      name: 'first-update-alone',
      sentence: 'The list shows a role as it stands after its first update, whatever came later.',
      also: alsoThese('the list then shows another role than a reading', 'roles.list.same-as-read'),
      patch: knowingRoles((history) =>
        changeRoleList((roles) => roles.map((role) => ({ ...role, ...history.of(role['id'] as number).former[1] }))),
      ),
    },
  ],
  'roles.list.drops-deleted': {
    name: 'renamed-stays',
    sentence: 'A deleted role stays in the list where it had been renamed.',
    patch: knowingRoles((history) =>
      changeRoleList((roles) => [
        ...roles,
        ...history.deleted.filter((one) => history.isRenamed(one)).map((one) => ({ ...one })),
      ]),
    ),
  },
  'roles.list.same-as-read': [
    {
      name: 'question-marks',
      sentence: 'The list shows a question mark in the place of each letter beyond ASCII in a name.',
      patch: changeRoleList((roles) => roles.map((role) => ({ ...role, name: unlettered(String(role['name'])) }))),
    },
    {
      name: 'short-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The list shows roles without their descriptions to who comes with an OAuth access token.',
      patch: onlyWhere(
        'listRoles',
        byOAuth,
        changeRoleList((roles) => roles.map((role) => ({ ...role, description: null }))),
      ),
    },
  ],
  'roles.list.first-limits': {
    name: 'one-more-behind-a-cursor',
    sentence: 'A page behind a cursor holds one role more than was asked for.',
    patch: onlyWhere(
      'listRoles',
      ({ query }) => query.text('after') !== undefined,
      pagesOf('listRoles', (first) => first + 1),
    ),
  },
  'roles.list.after-continues': {
    name: 'starting-over',
    sentence:
      'The cursor behind the second role or a later one leads back to the start, where pages hold more than one.',
    patch: onlyWhere('listRoles', ({ query }) => Number(query.text('first') ?? 2) > 1, startingOver('listRoles')),
  },
  'roles.list.pages-complete': [
    {
      name: 'ending-early',
      sentence: 'The list ends before its last role where that would stand on a page of its own.',
      patch: endingEarly('listRoles'),
    },
    {
      name: 'one-late-in-large-pages',
      sentence: 'A page of more than five roles leaves out the one that it should begin with.',
      patch: onlyWhere(
        'listRoles',
        ({ query }) => Number(query.text('first') ?? 0) > 5,
        continuing('listRoles', 'one-late'),
      ),
    },
  ],
  'roles.get.same-id': {
    name: 'namesake',
    sentence: 'A reading shows the id of a deleted role that had the same name.',
    patch: knowingRoles((history) =>
      changeBody('getRole', (role) => ({
        ...role,
        id: history.deleted.findLast(({ name }) => name === role['name'])?.id ?? role['id'],
      })),
    ),
  },
});

const TYPES = [
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
function spelled(type: unknown, how: 'small' | 'capitals'): unknown {
  return TYPES.find((one) => (how === 'small' ? one.toLowerCase() : one.toUpperCase()) === type) ?? type;
}
