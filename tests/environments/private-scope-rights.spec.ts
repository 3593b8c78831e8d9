import { eventually } from '../../harness/check/eventually.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { judging } from '../../harness/check/judging.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { BY_KEY, BY_OAUTH, BY_OTHER } from '../../harness/things/administrators.ts';
import { memberByGroup, memberByGroups, type Holder } from '../../harness/things/rights.ts';
import { policy, newRole } from '../../harness/things/roles.ts';
import { test, verifies, type Check } from '../../harness/test.ts';
import { borrowing } from '../../harness/tenant/needs.ts';
import { untested } from '../../harness/failures/untested.ts';
import { META, PRIVATE, requestToken, expectGranted, expectNoPrivateIn, signedIn } from './meta-sync-tokens.ts';

// One worker plays these checks: they change what the same users may do.
test.describe.configure({ mode: 'default' });

test(...verifies('environments.meta-sync.private-through-group'), async ({ check, admin, member }) => {
  await requireNoSchemaRead(check, member);
  if (!check.mayChange('GROUP_ROLE_ID')) untested(borrowing(['GROUP_ROLE_ID']));
  await inEach<Holder>(check, memberByGroups(check, admin), async ({ hold }) => {
    await hold(...readingSchemasOf(check.provided('DEPLOYMENT_ID')).policies);
    await eventually(check, async () => {
      expectGranted(check, await requestToken(check, member, [PRIVATE]), PRIVATE);
    });
    // A leased tenant is not cleaned up after a check.
    await hold();
    // What was granted once is not granted any more.
    await judging('environments.meta-sync.private-not-held', () =>
      eventually(check, () => expectNoPrivate(check, member, [PRIVATE])),
    );
  });
});

async function expectNoPrivate(check: Check, actor: Actor, scopes: readonly string[]): Promise<void> {
  expectNoPrivateIn(check, await requestToken(check, actor, scopes));
}

/** A plain user without SchemaRead, who gets tokens as such. */
async function userWithoutSchemaRead(check: Check): Promise<Actor> {
  const user = check.as('NO_SCHEMA_READ_TOKEN', 'user without SchemaRead');
  granted(await requestToken(check, user, []), 'a meta-sync token without the private scope');
  return user;
}

/** Ends the check as untested where the member gets the private scope by rights of his own. */
async function requireNoSchemaRead(check: Check, member: Actor): Promise<void> {
  const answer = await requestToken(check, member, [PRIVATE]);
  if (isSuccess(answer) && signedIn(check, answer).flat().includes(PRIVATE))
    untested('let the user of MEMBER_TOKEN hold no SchemaRead on the provided deployment');
}

const readingSchemasOf = (deployment: string) => ({
  policies: [policy({ actions: ['DeploymentRead', 'SchemaRead'], resources: [deployment] })],
});

const OTHER_ACTIONS = ['DeploymentRead', 'APMRead', 'ReportRead', 'DownloadData', 'AlertsRead'] as const;

test(...verifies('environments.meta-sync.private-elsewhere'), async ({ check, admin, member }) => {
  await requireNoSchemaRead(check, member);
  const elsewhere = {
    policies: [
      ...readingSchemasOf(check.provided('OTHER_DEPLOYMENT_ID')).policies,
      // None of these is SchemaRead or has to do with schemas.
      policy({ actions: [...OTHER_ACTIONS], resources: [check.provided('DEPLOYMENT_ID')] }),
    ],
  };
  const { id } = await newRole(admin, elsewhere);
  await admin.preparing.grantRole(id, check.provided('MEMBER_USER_ID'));
  granted(await requestToken(check, member, []), 'a meta-sync token without the private scope');
  const histories = {
    'held elsewhere from the beginning': () => Promise.resolve(),
    'held on every deployment before': async () => {
      await admin.preparing.updateRole(id, readingSchemasOf('All'));
      await judging('environments.meta-sync.private-held', () =>
        eventually(check, async () => {
          expectGranted(check, await requestToken(check, member, [PRIVATE]), PRIVATE);
        }),
      );
      await admin.preparing.updateRole(id, elsewhere);
    },
  };
  await inEach(check, histories, async (go) => {
    await go();
    await eventually(check, () => expectNoPrivate(check, member, [PRIVATE]));
  });
});

test.describe('held for a while', () => {
  test(...verifies('environments.meta-sync.private-held'), async ({ check, admin }) => {
    const reading = policy({ actions: ['DeploymentRead', 'SchemaRead'], resources: [check.provided('DEPLOYMENT_ID')] });
    await inEach(check, { 'through a group': memberByGroup(check, admin) }, async ({ who, hold }) => {
      await requireNoSchemaRead(check, who);
      await hold(reading);
      await eventually(check, async () => {
        expectGranted(check, await requestToken(check, who, [PRIVATE]), PRIVATE);
      });
      await hold();
      await judging('environments.meta-sync.private-not-held', () =>
        eventually(check, () => expectNoPrivate(check, who, [PRIVATE])),
      );
    });
  });
});

test(...verifies('environments.meta-sync.private-administrator'), async ({ check, admin }) => {
  await check.account.switchFeature('rbac', false);
  const callers = {
    [BY_KEY]: admin,
    [BY_OAUTH]: check.asOptional('OAUTH_TOKEN', 'OAuth administrator'),
    'by a scoped key': check.asOptional('SCOPED_TOKEN', 'scoped'),
    [BY_OTHER]: check.asOptional('OTHER_ADMIN_TOKEN', 'other administrator'),
  };
  await inEach(check, callers, async (caller) => {
    expectGranted(check, await requestToken(check, caller, [PRIVATE]), PRIVATE);
  });
});

test(...verifies('environments.meta-sync.private-plain-user'), async ({ check }) => {
  await check.account.switchFeature('rbac', false);
  const user = await userWithoutSchemaRead(check);
  await inEach(check, { 'asked for alone': [PRIVATE], 'beside meta': [META, PRIVATE] }, (scopes) =>
    expectNoPrivate(check, user, scopes),
  );
});
