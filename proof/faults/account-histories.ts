import type { Answer } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { BUILT_IN_ROLES } from '../../mock/world/account.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { byOAuth, byPlainUser, recognising } from '../lib/access.ts';
import { type When } from '../lib/only.ts';
import { storedIn } from '../lib/deployments.ts';
import { after, all, changeBody, remembering, replaceSync, responseOf, withRules } from '../lib/patches.ts';
import { continuing, onlyWhere } from '../lib/paging.ts';
import { changeRequest, itemsOf, pageInfoOf } from '../lib/reports.ts';

/** Faults of roles, keys, settings and dev mode that show to one credential, after one history or beside something else. */

/** What each credential was shown of a role is shown to it again, whoever has changed it since. */
function cached(member: 'name' | 'description' | 'policies'): Patch {
  return (rules) => {
    const known = new Map<string, unknown>();
    const keyOf = ({ principal }: Call, id: unknown) => `${principal.token} ${String(id)}`;
    all(
      changeBody('getRole', (role, call) => {
        const key = keyOf(call, role['id']);
        const isEmpty = Array.isArray(role[member]) && role[member].length === 0;
        if (!known.has(key) || isEmpty) known.set(key, role[member]);
        return { ...role, [member]: known.get(key) };
      }),
      after('updateRole', (call) => known.delete(keyOf(call, idIn(call, 'roleId')))),
    )(rules);
  };
}

/** The roles whose policies counted for a user count on where another role of theirs names the same deployment. */
const staysBeside: Patch = (rules) => {
  const former = new Map<number, Set<number>>();
  const { counted } = rules.authority;
  after('revokeRole', (call) => {
    const userId = idIn(call, 'userId') ?? 0;
    const ids = former.get(userId) ?? new Set<number>();
    former.set(userId, ids.add(idIn(call, 'roleId') ?? 0));
  })(rules);
  rules.authority.counted = (tenant, user) => {
    const own = counted(tenant, user);
    const named = new Set(own.flatMap(({ policies }) => policies.flatMap(({ resources }) => resources)));
    const kept = [...(former.get(user.id) ?? [])].flatMap((id) => tenant.account.roles.get(id) ?? []);
    const beside = kept.filter(({ policies }) =>
      policies.some(({ resources }) => resources.some((one) => named.has(one))),
    );
    return [...own, ...beside];
  };
};

interface Relisted {
  readonly read: (call: Call) => unknown;
  readonly remove: string;
  readonly create: string;
  readonly list: string;
}

/** What was deleted stands in the list again once another is created. */
const listedAgain = ({ read, remove, create, list }: Relisted): Patch =>
  remembering(
    () => ({ gone: [] as unknown[], back: [] as unknown[] }),
    ({ gone, back }) =>
      all(
        replaceSync(remove, (call, original) => {
          const thing = read(call);
          const answer = original(call);
          gone.push(thing);
          return answer;
        }),
        after(create, () => {
          back.push(...gone.splice(0));
        }),
        changeBody(list, (body) =>
          pageInfoOf(body)['hasNextPage'] === true ? body : { ...body, items: [...itemsOf(body), ...back] },
        ),
      ),
  );

const PATCH = 'updateMySettings';
const sheetsIn = (call: Call): unknown => bodyOf(call)['sheets'];
const isNull: When = (call) => sheetsIn(call) === null;
const hasFields: When = (call) => typeof sheetsIn(call) === 'object' && !isNull(call);
const othersIn = (call: Call) =>
  Object.keys(bodyOf(call)).filter((name) => !['sheets', 'lastSeenChangelogId'].includes(name));

/** Whether the last patch of the caller that named sheets cleared it. */
function afterNull(patch: (isCleared: When) => Patch): Patch {
  return (rules) => {
    const cleared = new Set<number>();
    all(
      patch(({ principal }) => cleared.has(principal.user?.id ?? 0)),
      after(PATCH, (call) => {
        const id = call.principal.user?.id ?? 0;
        if (isNull(call)) cleared.add(id);
      }),
    )(rules);
  };
}

/** Fields of sheets that are sent replace all of it. */
const replacing = (when: When): Patch =>
  replaceSync(PATCH, (call, original) =>
    when(call) && hasFields(call)
      ? withRules(call, 'users', { mergedSheets: (_, change) => change }, () => original(call))
      : original(call),
  );

const leavingOut = (when: When, name: (body: Body) => string | undefined): Patch =>
  changeRequest(PATCH, (body, call) => {
    const left = when(call) ? name(body) : undefined;
    return left === undefined ? body : Object.fromEntries(Object.entries(body).filter(([one]) => one !== left));
  });

const MODEL_OF_SETTINGS = { toldBy: 'users.settings.omitted-kept' } as const;

export const accountHistoriesFaults = faults({
  'roles.update.name-changes': [
    {
      name: 'stale-for-another-credential',
      toldBy: 'roles.list.same-as-read',
      sentence: 'A credential by which a role was read is shown its name of then until it updates the role itself.',
      also: [
        ...alsoThese('what another credential changed is looked for as well', 'roles.update.answer-is-stored'),
        ...alsoThese('what an API key changed is compared with what the token shows', 'roles.update.oauth-stored'),
      ],
      patch: cached('name'),
    },
  ],
  'roles.update.policies-replace': [
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
  ],
  'role-holders.revoke.takes-effect': [
    {
      name: 'not-beside-another-role',
      sentence:
        'What a revoked role granted on a deployment stays where another role of the user names the deployment.',
      patch: staysBeside,
    },
  ],
  'role-holders.holders.after-continues': [
    {
      name: 'one-early-of-built-in',
      sentence: 'A page of the holders of a built-in role begins with the last of the page before it.',
      patch: onlyWhere(
        'listRoleHolders',
        (call) => BUILT_IN_ROLES.some(({ id }) => id === idIn(call, 'roleId')),
        continuing('listRoleHolders', 'one-early'),
      ),
    },
  ],
  'auth.scoped-key.several-elsewhere': [
    {
      name: 'what-lies-between',
      sentence: 'A key that is scoped to several deployments opens each whose id lies between theirs.',
      patch: ({ access }) => {
        const { recordOf } = access;
        access.recordOf = (tenant, token, id) => {
          const record = recordOf(tenant, token, id);
          if (!record || record.scope === 'all' || record.scope.length < 2) return record;
          const [least, most] = [Math.min(...record.scope), Math.max(...record.scope)];
          return { ...record, scope: Array.from({ length: most - least + 1 }, (_, at) => least + at) };
        };
      },
    },
    {
      name: 'for-a-token',
      sentence: 'A key that is scoped to several deployments is given a token for any deployment.',
      patch: recognising('createDeploymentToken', (known) =>
        known?.kind === 'api-key' && known.scope !== 'all' && known.scope.length > 1
          ? { ...known, scope: 'all' }
          : known,
      ),
    },
  ],
  'dev-mode.enter.on-that-branch': [
    {
      name: 'where-another-user-is',
      sentence: 'Whoever enters while another user is on a branch is told of that branch.',
      patch: (rules) => {
        const last: { userId?: number; branch?: unknown } = {};
        replaceSync('enterDevMode', (call, original) => {
          const answer = original(call);
          const userId = call.principal.user?.id;
          const { userId: other, branch } = last;
          Object.assign(last, { userId, branch: bodyOf(call)['branchName'] });
          const isOthers = other !== undefined && other !== userId && 'body' in answer;
          return isOthers ? { ...answer, body: { ...(answer.body as Body), branchName: branch } } : answer;
        })(rules);
      },
    },
  ],
  'users.settings.sheets-fields-kept': [
    {
      name: 'replaced-once-cleared-before',
      ...MODEL_OF_SETTINGS,
      sentence: 'Fields of sheets replace all of it for a user who has cleared it once.',
      patch: afterNull((isCleared) => replacing(isCleared)),
    },
    {
      name: 'replaced-for-oauth-beside-others',
      ...MODEL_OF_SETTINGS,
      seenWith: 'OAUTH_TOKEN',
      sentence: 'Fields of sheets replace all of it where an OAuth token sends them beside a setting.',
      patch: replacing((call) => byOAuth(call) && othersIn(call).length > 0),
    },
    {
      name: 'replaced-for-plain-users-beside-others',
      ...MODEL_OF_SETTINGS,
      sentence: 'Fields of sheets replace all of it where a user without the admin role sends them beside a setting.',
      patch: replacing((call) => byPlainUser(call) && othersIn(call).length > 0),
    },
  ],
  'users.settings.named-changes': [
    {
      name: 'one-lost-once-cleared',
      ...MODEL_OF_SETTINGS,
      sentence: 'A setting beside fields of sheets is not stored for a user who has cleared sheets once.',
      patch: afterNull((isCleared) =>
        leavingOut(
          (call) => isCleared(call) && hasFields(call),
          (body) => Object.keys(body).find((name) => name !== 'sheets' && name !== 'lastSeenChangelogId'),
        ),
      ),
    },
  ],
  'users.settings.changelog-id-ignored': [
    {
      name: 'fields-lost-beside-it',
      ...MODEL_OF_SETTINGS,
      sentence: 'Fields of sheets are not stored where lastSeenChangelogId and a setting stand beside them.',
      patch: leavingOut(
        (call) => bodyOf(call)['lastSeenChangelogId'] !== undefined && hasFields(call) && othersIn(call).length > 0,
        () => 'sheets',
      ),
    },
  ],
  'roles.list.drops-deleted': {
    name: 'back-with-the-next',
    toldBy: 'roles.list.shows-created',
    sentence: 'A deleted role is listed again once another is created.',
    patch: listedAgain({
      read: (call) => call.tenant.account.roles.get(idIn(call, 'roleId') ?? 0),
      remove: 'deleteRole',
      create: 'createRole',
      list: 'listRoles',
    }),
  },
  'api-keys.delete.not-listed': {
    name: 'back-with-the-next',
    toldBy: 'api-keys.delete.not-authenticating',
    sentence: 'A deleted key is listed again once another is created.',
    patch: listedAgain({
      read: (call) => (responseOf(call, 'getApiKey') as { readonly body?: Body }).body,
      remove: 'deleteApiKey',
      create: 'createApiKey',
      list: 'listApiKeys',
    }),
  },
  'api-keys.delete.not-readable': {
    name: 'back-with-the-next',
    sentence: 'A deleted key is read again once another is created.',
    patch: remembering(
      () => ({ gone: new Map<unknown, Answer>(), back: new Map<unknown, Answer>() }),
      ({ gone, back }) =>
        all(
          replaceSync('deleteApiKey', (call, original) => {
            const view = responseOf(call, 'getApiKey');
            const answer = original(call);
            gone.set(idIn(call, 'id'), view);
            return answer;
          }),
          after('createApiKey', () => {
            for (const [id, view] of gone) back.set(id, view);
          }),
          replaceSync('getApiKey', (call, original) => back.get(idIn(call, 'id')) ?? original(call)),
        ),
    ),
  },
  'deployments.settings.no-secrets': {
    name: 'once-variables-were-sent',
    sentence: 'The settings show the secrets once template variables have been updated.',
    patch: remembering(
      () => new Set<unknown>(),
      (updated) =>
        all(
          after('updateDeployment', (call) => {
            if ('templateVariables' in bodyOf(call)) updated.add(call.path['deploymentId']);
          }),
          changeBody('getDeploymentSettings', (body, call) =>
            updated.has(call.path['deploymentId']) ? { ...body, secrets: storedIn(call)?.secrets } : body,
          ),
        ),
    ),
  },
});
