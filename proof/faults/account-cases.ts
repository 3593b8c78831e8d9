import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Policy, Role } from '../../mock/world/account.ts';
import { byOAuth, byPlainUser, byScopedKey } from '../lib/access.ts';
import { servingLess } from '../lib/document.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { given } from '../lib/given.ts';
import { both, changedIf, isPresent, sends } from '../lib/only.ts';
import { onlyWhere, pagesOf } from '../lib/paging.ts';
import { all, during, refusing, remembering, replace, withBody } from '../lib/patches.ts';
import { passing } from '../lib/refused.ts';
import { isAsked } from '../lib/reports.ts';
import { knowingRoles, storingAfter, type RoleHistory } from '../lib/role-histories.ts';
import { changeRoleRequest, duringRoles, roleOf, storing } from '../lib/roles.ts';

/** Faults of roles, users, keys and credentials that show for one actor, after one history or for one input alone. */

/** Of several policies on one type of resource the last one. */
function lastOfEachType(policies: readonly Policy[]): readonly Policy[] {
  return policies.filter(
    ({ resourceType }, index) => index === policies.findLastIndex((one) => one.resourceType === resourceType),
  );
}

const SHOWN = alsoThese('the slug is shown among the resources', 'roles.policy.deployment-resources');

/** Of the resources of a policy on deployments only the first is looked at, and all are stored. */
const looksAtTheFirst = (operation: string): Patch =>
  duringRoles(operation, (roles) => {
    const { isWhole, isDeploymentId } = roles;
    roles.isWhole = (resources) => isWhole(resources) || (resources.length > 1 && isDeploymentId(resources[0] ?? ''));
  });

/** A scoped key that was just refused elsewhere is refused once where it is for. */
function refusedAfterElsewhere(operation: string): Patch {
  return remembering(
    () => ({ wasRefused: false }),
    (memory) =>
      all(
        ({ access }) => {
          const { refusesScopedKeysElsewhere } = access;
          access.refusesScopedKeysElsewhere = (rules, id) => {
            const isRefused = refusesScopedKeysElsewhere(rules, id);
            if (id === operation && isRefused) memory.wasRefused = true;
            return isRefused;
          };
        },
        refusing(
          operation,
          (call) => {
            const isMeant = memory.wasRefused && byScopedKey(call);
            if (isMeant) memory.wasRefused = false;
            return isMeant;
          },
          403,
        ),
      ),
  );
}

const oneMoreWhereSearched = (operation: string, what: string, toldBy: RequirementId): Deviation => ({
  name: 'one-more-where-searched',
  toldBy,
  sentence: `A page of a search of ${what} holds one more than was asked for.`,
  patch: onlyWhere(
    operation,
    (call) => isAsked(call, 'search'),
    pagesOf(operation, (first) => first + 1),
  ),
});

const severalLetIn = (operation: string, what: string): Deviation => ({
  name: 'several-let-in',
  sentence: `A key that is scoped to more than one deployment may ${what}.`,
  also: alsoThese('this is where such a key is used', 'auth.scoped-key.several-no-roles'),
  patch: ({ access }) => {
    const { refusesScopedKeys, recordOf } = access;
    let latest = false;
    access.recordOf = (tenant, token, id) => {
      const record = recordOf(tenant, token, id);
      latest = record !== undefined && record.scope !== 'all' && record.scope.length > 1;
      return record;
    };
    access.refusesScopedKeys = (rules, id) => !(id === operation && latest) && refusesScopedKeys(rules, id);
  },
});

/** The document says one thing to some callers that it says otherwise to all others. */
function declaringTo(isMeant: (call: Call) => boolean, change: (document: Body) => Record<string, unknown>): Patch {
  return during(
    'getSpec',
    'openapiSpec',
    ({ document: whole }) => ({ document: (own, dialect) => change(whole(own, dialect)) }),
    isMeant,
  );
}

/** A role as it was before its first update. */
function firstOf(history: RoleHistory, id: number): Role | undefined {
  const { created, former } = history.of(id);
  return created ?? former[0];
}

export const accountCasesFaults = faults({
  'roles.update.policies-replace': {
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
  'roles.create.stores-policies': {
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
  'roles.update.policy-deployment-one-of-many': {
    name: 'behind-an-id-stored',
    also: [
      ...alsoThese(
        'a name stands behind an id among the resources that are drawn',
        'roles.update.policy-deployment-name',
      ),
      ...SHOWN,
      ...alsoThese(
        'a slug stands behind an id there',
        'roles.update.policy-one-of-many',
        'roles.update.policy-deployment-slug',
      ),
    ],
    sentence: 'An update stores a slug among the resources of a policy where an id stands before it.',
    patch: looksAtTheFirst('updateRole'),
  },
  'roles.create.policy-deployment-one-of-many': {
    name: 'behind-an-id-stored',
    also: [
      ...alsoThese(
        'a name stands behind an id among the resources that are drawn',
        'roles.create.policy-deployment-name',
      ),
      ...SHOWN,
      ...alsoThese(
        'a slug stands behind an id there',
        'roles.create.policy-one-of-many',
        'roles.create.policy-deployment-slug',
      ),
    ],
    sentence: 'A creation stores a slug among the resources of a policy where an id stands before it.',
    patch: looksAtTheFirst('createRole'),
  },
  'roles.update.body-empty': {
    name: 'takes-the-only-policy',
    sentence: 'An update with an empty object takes away the policy of a role that has one alone.',
    also: alsoThese('an update without a body is one that names nothing as well', 'roles.update.body-omitted'),
    patch: storing((next, asked) =>
      Object.keys(asked).length === 0 && next.policies.length === 1 ? { ...next, policies: [] } : next,
    ),
  },
  'roles.create.name-freed-by-rename': {
    name: 'last-one-alone',
    sentence: 'Of the former names of a role that was renamed more than once only the last can be given to a new one.',
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
  'roles.update.name-freed-by-delete': {
    name: 'not-once-renamed',
    sentence: 'No role can be renamed to the name of a deleted one that had been renamed.',
    patch: knowingRoles((history) =>
      refusing(
        'updateRole',
        ({ body }) => history.deleted.some((one) => history.isRenamed(one) && one.name === (body as Body)['name']),
        409,
      ),
    ),
  },
  'roles.delete.again': {
    name: 'by-oauth',
    sentence: 'A deletion of a deleted role with an OAuth token succeeds.',
    seenWith: 'OAUTH_TOKEN',
    patch: knowingRoles((history) =>
      replace('deleteRole', (call, original) =>
        byOAuth(call) && history.deleted.some(({ id }) => String(id) === call.path['roleId'])
          ? { kind: 'done' }
          : original(call),
      ),
    ),
  },
  'roles.create.policies-too-many': {
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
  'roles.update.policies-too-many': {
    name: 'cut-beside-a-description',
    sentence: 'Of more than 200 policies beside a description the first 200 are kept.',
    patch: changeRoleRequest('updateRole', (body) =>
      Array.isArray(body['policies']) && body['description'] !== undefined
        ? { ...body, policies: body['policies'].slice(0, 200) }
        : body,
    ),
  },
  'roles.update.name-too-long': {
    name: 'cut-beside-policies',
    sentence: 'A name that is too long is cut where policies come with it.',
    patch: changeRoleRequest('updateRole', (body) =>
      typeof body['name'] === 'string' && body['policies'] !== undefined
        ? { ...body, name: body['name'].slice(0, 255) }
        : body,
    ),
  },
  'roles.update.policies-added-take-effect': {
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
  'roles.update.policies-take-effect': {
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
  'roles.update.description-changes': {
    name: 'not-back',
    sentence: 'An update to the description that a role was created with is acknowledged and not stored.',
    patch: storingAfter((next, { description }, former, { created }) =>
      description !== undefined && description !== null && description === created?.description
        ? { ...next, description: former.description }
        : next,
    ),
  },
  'users.list.first-limits': oneMoreWhereSearched('listUsers', 'users', 'users.list.search-paged'),
  'users.groups.first-limits': oneMoreWhereSearched('listGroups', 'groups', 'users.groups.search-paged'),
  'users.settings.changelog-id-accepted': [
    {
      name: 'refused-beside-null-sheets',
      sentence: 'A settings patch that names lastSeenChangelogId is refused where it clears sheets.',
      patch: refusing(
        'updateMySettings',
        both(
          sends('lastSeenChangelogId', isPresent),
          sends('sheets', (sheets) => sheets === null),
        ),
        'invalid',
      ),
    },
    {
      name: 'refused-to-plain-users',
      sentence: 'A settings patch that names lastSeenChangelogId is refused to a user without the admin role.',
      patch: refusing('updateMySettings', both(byPlainUser, sends('lastSeenChangelogId', isPresent)), 'invalid'),
    },
  ],
  'openapi-spec.document.platform-operations': {
    name: 'without-administration-for-oauth',
    sentence: 'The document for an OAuth token leaves out the operations of administrators.',
    seenWith: 'OAUTH_TOKEN',
    patch: servingLess(/\/(roles|api-keys)\b/, byOAuth),
  },
  'openapi-spec.document.openapi-version': {
    name: 'older-for-oauth',
    sentence: 'The document for an OAuth token says that it is one of OpenAPI 3.0.3.',
    seenWith: 'OAUTH_TOKEN',
    patch: declaringTo(byOAuth, (document) => ({ ...document, openapi: '3.0.3' })),
  },
  'openapi-spec.document.info-version': {
    name: 'another-for-plain-users',
    sentence: 'The document for a user without the admin role has another version of the API document.',
    seenWith: 'MEMBER_TOKEN',
    patch: declaringTo(byPlainUser, (document) => ({
      ...document,
      info: { ...(document['info'] as Body), version: '1.0' },
    })),
  },
  'oidc-token-configs.config.is-enabled': {
    name: 'text-for-oauth',
    sentence: 'The isEnabled of a config is a word for an OAuth token.',
    seenWith: 'OAUTH_TOKEN',
    patch: changedIf('getOidcTokenConfig', byOAuth, (config) => ({
      ...config,
      isEnabled: String(config['isEnabled']),
    })),
  },
  'oidc-token-configs.config.audience': {
    name: 'list-for-plain-users',
    sentence: 'The audience of a config is a list for a user without the admin role.',
    seenWith: 'MEMBER_TOKEN',
    patch: changedIf('getOidcTokenConfig', byPlainUser, (config) => ({ ...config, audience: [config['audience']] })),
  },
  'oidc-token-configs.config.updated-at': {
    name: 'seconds-of-a-disabled-one',
    sentence: 'The updatedAt of a config that is not enabled is a number of seconds since 1970.',
    patch: changedIf(
      'getOidcTokenConfig',
      () => true,
      (config) => (config['isEnabled'] === false ? { ...config, updatedAt: 1_700_000_000 } : config),
    ),
  },
  'reports.listReports.scoped-key-at-home': {
    name: 'not-right-after-elsewhere',
    sentence: 'A scoped key that was refused the reports of another deployment is refused once those of its own.',
    patch: refusedAfterElsewhere('listReports'),
  },
  'environments.listEnvironments.scoped-key-at-home': {
    name: 'not-right-after-elsewhere',
    sentence: 'A scoped key that was refused the environments of another deployment is refused once those of its own.',
    patch: refusedAfterElsewhere('listEnvironments'),
  },
  'roles.updateRole.scoped-key-refused': severalLetIn('updateRole', 'update roles'),
  'roles.deleteRole.scoped-key-refused': severalLetIn('deleteRole', 'delete roles'),
  'auth.administrator.other-oauth-token': {
    name: 'when-asked-again',
    sentence:
      'The list of roles is refused once to an OAuth access token of no administrator, and answered after that.',
    patch: remembering(
      () => ({ times: 0 }),
      (memory) => passing('listRoles', ({ principal }) => principal.kind === 'oauth' && (memory.times += 1) > 1),
    ),
  },
  'usage-analytics.create.token': {
    name: 'empty-for-another-administrator',
    sentence: 'The token for who asks after another administrator is an empty text.',
    patch: given(
      'createUsageAnalyticsToken',
      ({ principal }, { lastDone }) => lastDone !== undefined && lastDone.principal.user?.id !== principal.user?.id,
      replace('createUsageAnalyticsToken', async (call, original) =>
        withBody(await original(call), (body) => ({ ...body, token: '' })),
      ),
      { of: () => 'all' },
    ),
  },
  'role-holders.grant.unknown-role': {
    name: 'of-the-past-by-oauth',
    sentence: 'A grant of a deleted role with an OAuth token is acknowledged.',
    seenWith: 'OAUTH_TOKEN',
    patch: knowingRoles((history) =>
      replace('grantRole', (call, original) =>
        byOAuth(call) &&
        roleOf(call) === undefined &&
        history.deleted.some(({ id }) => String(id) === call.path['roleId'])
          ? { kind: 'done' }
          : original(call),
      ),
    ),
  },
});
