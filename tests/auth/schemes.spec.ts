import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { embedSession } from '../../harness/things/embed-sessions.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { contentOf, madeRole, newRole, PERMITTING_NOTHING, roleBody } from '../../harness/things/roles.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { ofSameUser, ownUserId } from '../../harness/things/same-user.ts';
import { BY_OTHER } from '../../harness/things/administrators.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { fresh } from '../../harness/client/unique.ts';
import type { SettingName } from '../../contracts/settings.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import { APIS, administratorResponses, firstAnswers, type Api } from './calls.ts';
import { statusOverPlainHttp } from './plain-http.ts';

for (const api of Object.keys(APIS) as Api[]) {
  test(...verifies(`auth.https.${api}`), async ({ check, admin }) => {
    const { operation, requestOf, setting } = APIS[api];
    const status = await statusOverPlainHttp(check, admin, api);
    expect(isNoSuccess(status), `status over plain HTTP: ${status}`).toBe(true);
    granted(await check.as(setting).raw(operation, await requestOf(check)), 'the same call over HTTPS');
  });
}

const isNoSuccess = (status: number | undefined) => status === undefined || status < 200 || status >= 300;

/** What some tenants serve to whoever asks, or by another server than the roles. */
test.describe('other reads', () => {
  test(...verifies('auth.https.platform'), async ({ check, admin }) => {
    const operations = {
      'how the application looks': 'getAppTheme',
      'the document': 'getSpec',
      'the settings of a deployment': ifLent(check.optional('DEPLOYMENT_ID'), 'getDeploymentSettings'),
    } as const;
    await inEach<AnyOperationId>(check, operations, async (operation) => {
      const status = await statusOverPlainHttp(check, admin, 'platform', { operation, asked: {} });
      expect(isNoSuccess(status), `status over plain HTTP: ${status}`).toBe(true);
    });
  });

  test(...verifies('auth.https.core-data'), async ({ check, admin }) => {
    await inEach(check, { 'a query': check.optional('DATA_QUERY') }, async (text) => {
      const status = await statusOverPlainHttp(check, admin, 'core-data', {
        operation: 'coreDataLoad',
        asked: { text },
      });
      expect(isNoSuccess(status), `status over plain HTTP: ${status}`).toBe(true);
    });
  });
});

test(...verifies('auth.https.changes-nothing'), async ({ check, admin, role }) => {
  const path = { roleId: role.id };
  await inEach(
    check,
    {
      'an update': { operation: 'updateRole', asked: { path, body: { description: 'after', policies: [] } } },
      'a deletion': { operation: 'deleteRole', asked: { path } },
    } as const,
    async (stated) => {
      await statusOverPlainHttp(check, admin, 'platform', stated);
      const read = await admin.ask('getRole', role.id);
      expect(read).toSucceed();
      expect(contentOf(read.body)).toEqual(contentOf(role));
    },
  );
  granted(await admin.ask('updateRole', role.id, { description: 'after', policies: [] }), 'the update over HTTPS');
});

test(...verifies('auth.platform.empty-credential'), async ({ check, admin, role }) => {
  const nobody = check.showing(check.secret('Bearer', 'prefix without a token'), 'no token behind the prefix');
  await inEach<(actor: Actor) => Promise<Answer>>(
    check,
    {
      reading: (actor: Actor) => actor.ask('listRoles'),
      creating: (actor: Actor) => actor.ask('createRole', roleBody()),
      updating: (actor: Actor) => actor.ask('updateRole', role.id, { description: 'after' }),
      building: ifLent(check.optional('DEPLOYMENT_ID'), validating),
    },
    async (send) => {
      expect(await send(nobody)).toBeRefusedWith(401);
      granted(await send(admin), 'the same call with a credential');
    },
  );
});

const ifLent = <Value>(setting: string | undefined, value: Value) => (setting === undefined ? undefined : value);
const validating = (actor: Actor) => actor.ask('validateDataModel');

const ACCEPTED = {
  'auth.platform.api-key': ['platform', 'ADMIN_TOKEN'],
  'auth.platform.oauth-token': ['platform', 'OAUTH_TOKEN'],
  'auth.build.api-key': ['build', 'ADMIN_TOKEN'],
  'auth.build.oauth-token': ['build', 'OAUTH_TOKEN'],
  'auth.scim.bearer-token': ['scim', 'SCIM_TOKEN'],
  'auth.core-data.plain-token': ['core-data', 'DATA_API_TOKEN'],
  'auth.ai.api-key': ['ai', 'AI_API_KEY'],
} as const;

/** What is asked with a credential before: a tenant may know a key by the prefix with which it came first. */
const BEFORE: Partial<Record<Api, (check: Check) => Promise<Answer>>> = {
  ai: (check) => check.as('AI_API_KEY').ask('getMe'),
};

for (const [id, [api, setting]] of Object.entries(ACCEPTED)) {
  test(...verifies(id as keyof typeof ACCEPTED), async ({ check }) => {
    const { operation, requestOf } = APIS[api];
    await BEFORE[api]?.(check);
    expect(await check.as(setting).raw(operation, await requestOf(check))).toSucceed();
  });
}

/** Each family may look at credentials by itself. */
test.describe('other families', () => {
  test(...verifies('auth.platform.oauth-token'), async ({ check, admin }) => {
    const oauth = check.as('OAUTH_TOKEN');
    const deployment = check.optional('DEPLOYMENT_ID');
    const workbook = deployment === undefined ? undefined : check.optional('WORKBOOK_ID');
    const reads = {
      reports: 'listReports',
      'the settings of a deployment': ifLent(deployment, 'getDeploymentSettings'),
      'the tasks of a deployment': ifLent(deployment, 'listScheduledTasks'),
      'the draft of a workbook': ifLent(workbook, 'getDashboardFile'),
      'the caller': 'getMe',
      users: 'listUsers',
      groups: 'listGroups',
      deployments: 'listDeployments',
      folders: ifLent(deployment, 'listFolders'),
      environments: ifLent(deployment, 'listEnvironments'),
      syncs: ifLent(deployment, 'listTransformSyncs'),
      'the agents of a deployment': ifLent(deployment, 'getAgentDefaults'),
      'how the application is set up': 'getAppConfig',
    } as const;
    await inEach<AnyOperationId>(check, reads, (operation) => expectTaken(check, admin, oauth, [operation]));
  });
});

/** What the administrator's key is refused says nothing of another credential: which features an account has is open. */
async function expectTaken(check: Check, admin: Actor, actor: Actor, operations?: readonly AnyOperationId[]) {
  for await (const answer of administratorResponses(check, admin, actor, isSuccess, operations))
    expect(answer, answer.operation).toSucceed();
}

const ADMINISTRATORS = {
  'auth.administrator.oauth-token': 'OAUTH_TOKEN',
  'auth.administrator.embed-token': 'ADMIN_EMBED_TOKEN',
} as const;

const CUSTOM = 'who holds a custom role as well';

/**
 * Expects what the run's own user may do as an administrator to be permitted once they hold a custom role beside the admin role.
 * Nothing is judged where they may not be given one.
 */
async function expectTakenBesideCustomRole(
  check: Check,
  admin: Actor,
  given: Actor,
  ...operations: readonly AnyOperationId[]
): Promise<void> {
  const [id, actor] = [await ownUserId(check, admin), await ofSameUser(admin, given)];
  leaveOutUnless(id !== undefined && actor);
  const send = () => firstAnswers(check, admin, actor, operations);
  leaveOutUnless((await send()).every(isSuccess));
  const role = await madeRole(admin, PERMITTING_NOTHING);
  leaveOutUnless(isSuccess(await admin.preparing.ask('grantRole', role.id, id)));
  for (const answer of await send()) expect(answer, answer.operation).toSucceed();
}

test.describe('beside a custom role', () => {
  test(...verifies('auth.administrator.oauth-token'), async ({ check, admin, oauthAdmin }) => {
    await inEach(check, { [CUSTOM]: oauthAdmin }, (actor) =>
      expectTakenBesideCustomRole(check, admin, actor, 'listRoles', 'createApiKey'),
    );
  });
});

for (const [id, setting] of Object.entries(ADMINISTRATORS)) {
  test(...verifies(id as keyof typeof ADMINISTRATORS), async ({ check, admin }) => {
    await expectTaken(check, admin, check.as(setting));
  });
}

test(...verifies('auth.administrator.api-key'), async ({ check, admin }) => {
  const other = check.asOptional('OTHER_ADMIN_TOKEN', 'other administrator');
  await inEach(check, { 'the one that was stated': admin }, async (actor) => {
    expect(await actor.ask('listRoles')).toSucceed();
  });
  await inEach(check, { [CUSTOM]: admin }, (actor) => expectTakenBesideCustomRole(check, admin, actor, 'listRoles'));
  await inEach(check, { [BY_OTHER]: other }, async (actor) => {
    await expectAdministrator(check, admin, actor);
    await expectUpdating(admin, actor);
  });
});

/** An update by an administrator is more than acknowledged. */
async function expectUpdating(admin: Actor, actor: Actor): Promise<void> {
  const { id } = await newRole(admin);
  const description = fresh('after');
  expect(await actor.ask('updateRole', id, { description })).toSucceed();
  expect((await admin.preparing.getRole(id)).description).toBe(description);
}

/** Operations for administrators alone, and the settings that their calls need beside the account. */
const OF_ACCOUNT: readonly (readonly [needed: readonly SettingName[], operations: readonly AnyOperationId[]])[] = [
  [[], ['listRoles', 'createRole', 'listApiKeys', 'createApiKey', 'deleteApiKey', 'createUsageAnalyticsToken']],
  [['MEMBER_USER_ID'], ['listRoleHolders', 'listUserRoles']],
  [
    ['EMBED_TENANT', 'DEPLOYMENT_ID'],
    ['listEmbedTenantWorkbooks', 'revokeEmbedSession'],
  ],
];

async function expectAdministrator(check: Check, admin: Actor, actor: Actor): Promise<void> {
  const isLent = (setting: SettingName) => check.optional(setting) !== undefined;
  const operations = OF_ACCOUNT.flatMap(([needed, those]) => (needed.every(isLent) ? those : []));
  for await (const answer of administratorResponses(check, admin, actor, isSuccess, operations))
    expect(answer, answer.operation).toSucceed();
}

test(...verifies('auth.platform.expired-oauth-token'), async ({ check, oauthAdmin }) => {
  expect(await check.as('EXPIRED_OAUTH_TOKEN', 'expired OAuth token').ask('listRoles')).toBeRefusedWith(401);
  granted(await oauthAdmin.ask('listRoles'), 'the same call with a token that has not expired');
});

test(...verifies('auth.administrator.other-oauth-token'), async ({ check, admin, oauthMember }) => {
  await inEach(check, { 'at first': noCall, 'after an administrator': listed }, async (before) => {
    // What is taken from an administrator with a token of the same kind is not from others.
    await before(check.asOptional('OAUTH_TOKEN', 'OAuth administrator') ?? admin);
    expect(await oauthMember.ask('listRoles')).toBeRefusedWith(403);
  });
});

const noCall = () => Promise.resolve();
const listed = async (actor: Actor) => granted(await actor.ask('listRoles'), 'the same call by an administrator');

test(...verifies('auth.administrator.other-embed-token'), async ({ check, admin }) => {
  const embedded = await embedSession(check, admin.preparing);
  for await (const answer of administratorResponses(check, admin, embedded, ({ status }) => status === 403))
    expect(answer, answer.operation).toBeRefusedWith(403);
  granted(await admin.ask('listRoles'), 'a call by an administrator');
});
