import { done, ok, refuse, Refusal } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { BUILT_IN_ROLES, type Policy, type Role } from '../../mock/world/account.ts';
import { byOAuth } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, changeBodySync, during, remembering, replaceSync, withBody } from '../lib/patches.ts';
import { itemsOf } from '../lib/reports.ts';
import { deletingHeld, roleOf, storing } from '../lib/roles.ts';

const ASTRAL = /[\u{10000}-\u{10FFFF}]/u;
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);
/** The policies of a body that have the form of one; others are refused anyway. */
function policiesIn(call: Call): readonly Policy[] {
  const { policies } = bodyOf(call);
  const isWhole = (one: Policy | null) => Array.isArray(one?.actions) && Array.isArray(one.resources);
  return Array.isArray(policies) ? (policies as Policy[]).filter(isWhole) : [];
}
const namesTier = ({ policies }: Pick<Role, 'policies'>): boolean =>
  policies.some(({ resourceType }) => resourceType === 'Global');

const isUnknown = (call: Call): boolean =>
  roleOf(call) === undefined && BUILT_IN_ROLES.every(({ id }) => id !== Number(call.path['roleId']));

function isHeldDirectly(call: Call): boolean {
  const id = roleOf(call)?.id;
  return id !== undefined && call.tenant.account.users.find(({ roleIds }) => roleIds.has(id)) !== undefined;
}

function isHeldByGroup(call: Call): boolean {
  const id = roleOf(call)?.id;
  return id !== undefined && call.tenant.account.groups.find(({ roleIds }) => roleIds.has(id)) !== undefined;
}

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

export const rolesFurtherFaults = faults({
  'roles.create.name-freed-by-delete': {
    name: 'held-when-deleted',
    sentence: 'The name of a role that a user held when it was deleted stays taken.',
    patch: remembering(
      () => new Set<unknown>(),
      (taken) =>
        all(
          deletingHeld,
          replaceSync('deleteRole', (call, original) => {
            const name = isHeldDirectly(call) ? roleOf(call)?.name : undefined;
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
  'roles.list.no-built-in': {
    name: 'on-the-last-page',
    also: alsoThese('built-in roles are on several pages', 'roles.list.after-continues'),
    sentence: 'The last page of a list of roles that has several is filled up with built-in roles.',
    patch: changeBodySync('listRoles', (body, call) => {
      const { hasNextPage } = body['pageInfo'] as { hasNextPage: boolean };
      if (hasNextPage || call.query.text('after') === undefined) return body;
      return { ...body, items: [...itemsOf(body), ...BUILT_IN_ROLES] };
    }),
  },
  'roles.update.policies-most': {
    name: 'beside-a-name',
    toldBy: 'roles.update.answer-is-stored',
    sentence: 'Of 200 policies an update that renames the role as well stores 199.',
    patch: storing((next, asked) =>
      asked['name'] !== undefined && Array.isArray(asked['policies']) && asked['policies'].length === 200
        ? { ...next, policies: next.policies.slice(0, -1) }
        : next,
    ),
  },
  'roles.update.description-changes': [
    {
      name: 'astral-beside-a-name',
      sentence:
        'An update that renames the role as well stores a description without its characters outside the basic plane.',
      patch: storing((next, asked) =>
        asked['name'] !== undefined && typeof asked['description'] === 'string' && ASTRAL.test(asked['description'])
          ? { ...next, description: asked['description'].replace(new RegExp(ASTRAL, 'gu'), '') }
          : next,
      ),
    },
  ],
  'roles.update.answer-is-stored': {
    name: 'read-as-before-by-another',
    seenWith: 'OTHER_ADMIN_TOKEN',
    sentence: 'Who has read a role is shown it as it was, also after another administrator changed it.',
    also: alsoThese('it is read as it was', ...READ, 'roles.create.name-taken'),
    patch: readAsBefore,
  },
  'roles.create.policy-deployment-slug': {
    name: 'read-as-numbers',
    also: alsoThese('what is stored is shown', 'roles.policy.deployment-resources', 'roles.create.policy-one-of-many'),
    sentence: 'A role is created with a Deployment resource such as 0x1f, which reads as a number.',
    patch: during('createRole', 'roles', ({ isDeploymentId }) => ({
      isDeploymentId: (one) =>
        isDeploymentId(one) || (/^\d+(e\d+|x[\da-f]+)$/.test(one) && Number.isFinite(Number(one))),
    })),
  },
  'roles.update.all-policy-problems': {
    name: 'a-slug-once',
    sentence: 'Of several policies that name a slug only the first is told.',
    patch: during('updateRole', 'roles', ({ told }) => ({
      told: (problems) => {
        const slugs = problems.filter((one) => one.includes('no deployment id'));
        return told(problems.filter((one) => !slugs.slice(1).includes(one)));
      },
    })),
  },
  'roles.create.policy-actions-later': {
    name: 'manage-beside-others',
    also: alsoThese('its policies have several actions', 'roles.create.stores-policies'),
    sentence: 'A role creation whose policy names ScheduledTasksManage beside other actions is refused.',
    patch: replaceSync('createRole', (call, original) =>
      policiesIn(call).some(({ actions }) => actions.length > 1 && actions.includes('ScheduledTasksManage'))
        ? refuse(400, 'ScheduledTasksManage stands alone')
        : original(call),
    ),
  },
  'roles.update.policy-tier-omitted': {
    name: 'of-a-held-role',
    toldBy: 'roles.update.answer-is-stored',
    sentence: 'An update that takes the Global policy from a role that a user holds is refused.',
    patch: replaceSync('updateRole', (call, original) => {
      const role = roleOf(call);
      const { policies } = bodyOf(call, { optional: true });
      const takes = role && Array.isArray(policies) && policies.length > 0 && namesTier(role);
      const isRefused = takes && isHeldDirectly(call) && !namesTier({ policies: policies as Policy[] });
      return isRefused ? refuse(400, 'its holders would have no tier') : original(call);
    }),
  },
  'roles.update.name-null': {
    name: 'beside-a-null-description',
    sentence: 'A role update whose name is null succeeds where its description is null as well.',
    patch: replaceSync('updateRole', (call, original) => {
      const body = bodyOf(call, { optional: true });
      const isMeant = body['name'] === null && body['description'] === null;
      return original(isMeant ? { ...call, body: { ...body, name: undefined } } : call);
    }),
  },
  'roles.update.description-null-clears': {
    name: 'beside-its-own-name',
    sentence: 'A null description beside the name that the role has clears nothing.',
    patch: storing((next, asked, former) =>
      asked['description'] === null && asked['name'] === former.name
        ? { ...next, description: former.description }
        : next,
    ),
  },
  'roles.update.policies-empty-removes': {
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
  'roles.update.description-omitted': {
    name: 'beside-policies-by-oauth',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'An update of the policies alone with an OAuth token clears the description.',
    patch: replaceSync('updateRole', (call, original) => {
      const body = bodyOf(call, { optional: true });
      const isMeant = byOAuth(call) && body['policies'] !== undefined && body['description'] === undefined;
      return original(isMeant ? { ...call, body: { ...body, description: null } } : call);
    }),
  },
  'roles.update.name-taken': {
    name: 'unless-ascii',
    sentence: 'A role is renamed to a name that another has, if it has letters outside ASCII.',
    patch: during('updateRole', 'roles', ({ isTaken }) => ({
      isTaken: (name, roles, except) => isAscii(name) && isTaken(name, roles, except),
    })),
  },
  'roles.update.unknown-id': {
    name: 'nothing-to-do',
    also: alsoThese('a role that was deleted is not there', 'roles.delete.update-after'),
    sentence: 'An update without any member of a role that is not there succeeds.',
    patch: replaceSync('updateRole', (call, original) => {
      const isMeant = isUnknown(call) && Object.keys(bodyOf(call, { optional: true })).length === 0;
      return isMeant ? ok({ id: Number(call.path['roleId']), name: 'a role', policies: [] }, 200) : original(call);
    }),
  },
  'roles.create.policy-deployment-unknown': {
    name: 'behind-the-first',
    also: alsoThese(
      'unknown ids stand behind others',
      'roles.create.policy-deployment-ids',
      'roles.create.stores-policies',
    ),
    sentence: 'A role creation with an unknown deployment id behind another one is refused.',
    patch: replaceSync('createRole', (call, original) => {
      const { deployments } = call.tenant.deployments;
      const isUnknown = policiesIn(call).some(
        ({ resourceType, resources }) =>
          resourceType === 'Deployment' && resources.slice(1).some((one) => !deployments.get(Number(one))),
      );
      return isUnknown ? refuse(400, 'a deployment is not there') : original(call);
    }),
  },
  'roles.create.name-free-after-refusal': {
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
  'roles.list.pages-complete': {
    name: 'first-of-one',
    sentence: 'Pages of one role end before the last role.',
    patch: replaceSync('listRoles', (call, original) =>
      withBody(original(call), (body) => {
        const roles = itemsOf(body);
        const { account, dialect } = call.tenant;
        const ids = account.roles.all().map(({ id }) => id);
        const last = dialect.order === 'ascending' ? ids.at(-2) : ids[1];
        if (call.query.text('first') !== '1' || roles[0]?.['id'] !== last) return body;
        return { ...body, pageInfo: { ...(body['pageInfo'] as Body), hasNextPage: false } };
      }),
    ),
  },
  'roles.delete.removes': {
    name: 'of-a-renamed-role',
    also: [
      ...alsoThese(
        'the role is still there',
        'roles.create.name-freed-by-delete',
        'roles.list.drops-deleted',
        'roles.update.name-changes',
      ),
      ...alsoThese('the name of a role that stays is not free', 'roles.update.name-freed-by-delete'),
    ],
    sentence: 'The deletion of a role that was renamed is acknowledged and does nothing.',
    patch: remembering(
      () => new Set<unknown>(),
      (renamed) =>
        all(
          replaceSync('updateRole', (call, original) => {
            const former = roleOf(call)?.name;
            const answer = original(call);
            if (former !== roleOf(call)?.name) renamed.add(roleOf(call)?.id);
            return answer;
          }),
          replaceSync('deleteRole', (call, original) =>
            renamed.has(roleOf(call)?.id ?? 'none') ? done() : original(call),
          ),
        ),
    ),
  },
});
