import { Refusal, type Answer } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { TenantState } from '../../mock/state.ts';
import { isAdminUser, rolesOf } from '../../mock/world/held-roles.ts';
import type { Policy } from '../../mock/world/account.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, changeBodySync, remembering, replaceSync } from '../lib/patches.ts';
import { isAsked } from '../lib/reports.ts';
import { roleOf } from '../lib/roles.ts';

/** The deployments that were there when a tenant was first asked for something. */
class FirstDeployments {
  #ids: ReadonlySet<number> | undefined;

  of({ deployments }: TenantState): ReadonlySet<number> {
    this.#ids ??= new Set(deployments.deployments.all().map(({ id }) => id));
    return this.#ids;
  }
}

/** Answers a list from what the same page was before, until something of what the operations in `renewedBy` do. */
function pagesKept(list: string, renewedBy: readonly string[], keyOf: (call: Call) => string): Patch {
  return remembering(
    () => new Map<string, Answer>(),
    (pages) =>
      all(
        ...renewedBy.map((operation) =>
          replaceSync(operation, (call, original) => {
            pages.clear();
            return original(call);
          }),
        ),
        replaceSync(list, (call, original) => {
          if (!isAsked(call, 'first')) return original(call);
          const key = `${keyOf(call)} ${call.query.text('first')} ${call.query.text('after')}`;
          const answer = pages.get(key) ?? original(call);
          pages.set(key, answer);
          return answer;
        }),
      ),
  );
}

/** Does not take a token after one scheme word once it came after the other. */
function wordOfToken(operation: string, refused: string): Patch {
  return ({ access }) => {
    const words = new Map<string, Set<string>>();
    let word = '';
    const { takes, recordOf } = access;
    access.takes = (schemes, scheme, id) => {
      word = scheme;
      return takes(schemes, scheme, id);
    };
    access.recordOf = (tenant, token, id) => {
      const former = words.get(token) ?? new Set();
      const isRefused = id === operation && word === refused && [...former].some((one) => one !== word);
      words.set(token, new Set([...former, word]));
      return isRefused ? undefined : recordOf(tenant, token, id);
    };
  };
}

/** Shows a key's token where it asks about itself. */
const withOwnToken = (key: Body, { tenant, principal: { token } }: Call): Body =>
  tenant.tokens.get(token)?.keyId === key['id'] ? { ...key, token } : key;

/** What a tenant keeps from an earlier request, and goes by where it no longer holds. */
export const accountRememberedFaults = faults({
  'auth.scoped-key.several-elsewhere': {
    name: 'but-one-that-was-created-later',
    toldBy: 'build.create.listed',
    sentence: 'A key that is scoped to deployments is accepted for one that was created after the key.',
    patch: (rules) => {
      const first = new FirstDeployments();
      const { recordOf } = rules.access;
      rules.access.recordOf = (tenant, token, id) => {
        const known = recordOf(tenant, token, id);
        const there = first.of(tenant);
        if (known?.kind !== 'api-key' || known.scope === 'all') return known;
        const later = tenant.deployments.deployments.filter((one) => !there.has(one.id));
        return { ...known, scope: [...known.scope, ...later.map((one) => one.id)] };
      };
    },
  },
  'roles.list.shows-updated': {
    name: 'not-on-a-page-asked-for-before',
    sentence: 'A page of roles that was asked for with `first` is the same until a role is created or deleted.',
    patch: pagesKept('listRoles', ['createRole', 'deleteRole'], ({ principal }) => principal.token),
  },
  'roles.list.drops-deleted': {
    name: 'not-from-a-page-asked-for-before',
    sentence: 'A page of roles that was asked for with `first` is the same until a role is created or updated.',
    patch: pagesKept('listRoles', ['createRole', 'updateRole'], ({ principal }) => principal.token),
  },
  'role-holders.holders.drops-revoked': {
    name: 'not-from-a-page-asked-for-before',
    sentence: 'A page of holders that was asked for with `first` is the same until a role is granted.',
    patch: pagesKept('listRoleHolders', ['grantRole'], ({ path }) => String(path['roleId'])),
  },
  'role-holders.holders.direct': {
    name: 'not-on-a-page-asked-for-before',
    sentence: 'A page of holders that was asked for with `first` is the same until a role is revoked.',
    patch: pagesKept('listRoleHolders', ['revokeRole'], ({ path }) => String(path['roleId'])),
  },
  'role-holders.revoke.takes-effect': {
    name: 'not-of-a-role-updated-since',
    sentence: 'What a role granted before it was updated still counts for who held it then, also once it is revoked.',
    patch: (rules) => {
      const former = new Map<string, readonly Policy[]>();
      replaceSync('updateRole', (call, original) => {
        const role = roleOf(call);
        const answer = original(call);
        const holders = call.tenant.account.users.filter(({ roleIds }) => role !== undefined && roleIds.has(role.id));
        for (const { id } of holders) former.set(`${id} ${role?.id}`, role?.policies ?? []);
        return answer;
      })(rules);
      const { counted } = rules.authority;
      rules.authority.counted = (tenant, user) => [
        ...counted(tenant, user),
        ...[...former].flatMap(([key, policies]) => {
          const [userId, roleId] = key.split(' ').map(Number);
          const isRevoked = userId === user.id && roleId !== undefined && !user.roleIds.has(roleId);
          return isRevoked ? [{ id: roleId, name: '', description: null, policies }] : [];
        }),
      ];
    },
  },
  'roles.update.policies-take-effect': {
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
  'role-holders.user-roles.direct-tells': {
    name: 'not-once-the-role-was-updated',
    sentence: 'A role that was updated since it was granted is no longer shown as held directly.',
    patch: (rules) => {
      const updated = new Set<number>();
      replaceSync('updateRole', (call, original) => {
        const answer = original(call);
        updated.add(idIn(call, 'roleId') ?? 0);
        return answer;
      })(rules);
      replaceSync('grantRole', (call, original) => {
        updated.delete(idIn(call, 'roleId') ?? 0);
        return original(call);
      })(rules);
      const { shown } = rules.roleHolders;
      rules.roleHolders.shown = (held) => shown(updated.has(held.role.id) ? { ...held, direct: false } : held);
    },
  },
  'role-holders.holders.nobody-else': {
    name: 'whole-group',
    also: alsoThese('who was not granted the role holds it', 'role-holders.holders.pages-nobody-else'),
    sentence: 'A grant to a member of a group is a grant to all members of the group.',
    patch: replaceSync('grantRole', (call, original) => {
      const answer = original(call);
      const { users, groups } = call.tenant.account;
      const [roleId, userId] = [idIn(call, 'roleId') ?? 0, idIn(call, 'userId') ?? 0];
      for (const group of groups.filter(({ userIds }) => userIds.has(userId))) {
        for (const user of users.filter(({ id }) => group.userIds.has(id))) {
          users.replace({ ...user, roleIds: new Set([...user.roleIds, roleId]) });
        }
      }
      return answer;
    }),
  },
  'role-holders.holders.once': {
    name: 'on-every-page',
    sentence: 'Who holds a role directly and through a group is on every page of a stated size.',
    patch: changeBodySync('listRoleHolders', (body, call) => {
      const items = body['items'] as readonly Body[];
      const both = call.tenant.account.users.filter((user) =>
        rolesOf(call.tenant, user).some(
          ({ role, direct, groupIds }) => role.id === idIn(call, 'roleId') && direct && groupIds.length > 0,
        ),
      );
      const again = both.filter(({ id }) => items.every((one) => one['id'] !== id));
      const pattern = items[0];
      if (!isAsked(call, 'first') || !pattern) return body;
      return { ...body, items: [...items, ...again.map(({ id, email }) => ({ ...pattern, id, email }))] };
    }),
  },
  'environments.meta-sync.private-not-held': {
    name: 'that-was-held-before',
    also: alsoThese('the user has held it everywhere before', 'environments.meta-sync.private-elsewhere'),
    toldBy: 'environments.meta-sync.private-through-group',
    sentence: 'Who once got a meta-sync token with meta-private gets another after the right was taken away.',
    patch: remembering(
      () => new Set<number | undefined>(),
      (known) =>
        replaceSync('createMetaSyncToken', (call, original) => {
          const { environments } = call.tenant.rules;
          const { mayReadSchema } = environments;
          const userId = call.principal.user?.id;
          environments.mayReadSchema = (...args) => {
            if (mayReadSchema(...args)) known.add(userId);
            return known.has(userId);
          };
          try {
            return original(call);
          } finally {
            environments.mayReadSchema = mayReadSchema;
          }
        }),
    ),
  },
  'environments.tokens.live-only': {
    name: 'until-another-is-minted',
    sentence: 'An expired token is in the list again once another is minted.',
    patch: (rules) => {
      let listed = false;
      const { isLive } = rules.environments;
      replaceSync('createEnvironmentToken', (call, original) => {
        listed = true;
        return original(call);
      })(rules);
      replaceSync('listEnvironmentTokens', (call, original) => {
        const isAfterMint = listed;
        listed = false;
        rules.environments.isLive = (token, now) => isLive(token, now) || isAfterMint;
        try {
          return original(call);
        } finally {
          rules.environments.isLive = isLive;
        }
      })(rules);
    },
  },
  'api-keys.list.no-token': {
    name: 'of-the-key-that-asks',
    sentence: 'A key that lists the keys is shown its own token.',
    patch: changeBodySync('listApiKeys', (body, call) => ({
      ...body,
      items: (body['items'] as readonly Body[]).map((key) => withOwnToken(key, call)),
    })),
  },
  'api-keys.create.authenticates': {
    name: 'not-made-by-who-is-admin-through-a-group',
    sentence: 'The token of a key that a user created who is an administrator through a group is not accepted.',
    patch: replaceSync('createApiKey', (call, original) => {
      const { tenant, principal } = call;
      const before = new Set(tenant.tokens.keys());
      const answer = original(call);
      const isDirect = principal.user !== undefined && [...principal.user.roleIds].includes(1);
      if (principal.user && isAdminUser(tenant, principal.user) && !isDirect) {
        for (const token of tenant.tokens.keys()) if (!before.has(token)) tenant.tokens.delete(token);
      }
      return answer;
    }),
  },
  'auth.scim.bearer-token': {
    name: 'not-once-sent-as-api-key',
    toldBy: 'scim.credential.api-key-accepted',
    sentence: 'SCIM takes a token after Bearer no more once it came after Api-Key.',
    patch: wordOfToken('probeScim', 'Bearer'),
  },
  'auth.ai.api-key': {
    name: 'not-once-sent-as-bearer',
    sentence: 'The AI API takes a key no more once the Platform API took it after Bearer.',
    patch: wordOfToken('streamChat', 'Api-Key'),
  },
  'deployments.token.chosen-lifetime-lasts': {
    name: 'until-the-next-one',
    also: alsoThese(
      'further tokens are made for the deployment',
      'deployments.token.default-lifetime-lasts',
      'deployments.token.longest-lifetime-lasts',
    ),
    sentence: 'A deployment token is refused once another was made for the same deployment.',
    patch: (rules) => {
      const latest = new Map<unknown, unknown>();
      const former = new Set<unknown>();
      replaceSync('createDeploymentToken', (call, original) => {
        const answer = original(call);
        const id = call.path['id'];
        former.add(latest.get(id));
        latest.set(id, (answer as { readonly body: Body }).body['token']);
        return answer;
      })(rules);
      const { claimsOf } = rules.access;
      rules.access.claimsOf = (tenant, token, id) => {
        if (former.has(token)) throw new Refusal(401, ['another token took its place']);
        return claimsOf(tenant, token, id);
      };
    },
  },
});
