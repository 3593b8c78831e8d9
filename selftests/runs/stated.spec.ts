import { UsageProblem } from '../../contracts/problem.ts';
import type { SettingName } from '../../contracts/settings.ts';
import { verifyStated } from '../../harness/provision/verify.ts';
import { readConfiguration } from '../../harness/tenant/configuration.ts';
import { Tenants, type TenantUnderTest } from '../../harness/tenant/tenant.ts';
import { ownFolder } from '../folders.ts';
import { expect, test } from '../test.ts';
import { remains, startLive, type LiveTenant } from './live.ts';
import { run, runPlaywright } from './run.ts';

test.describe.configure({ timeout: 120_000 });

type Given = Readonly<Partial<Record<SettingName, string>>>;

const verified = (env: Given, tenant?: TenantUnderTest) =>
  verifyStated(readConfiguration(env, ownFolder('no-settings')), tenant);

async function problemsOf(env: Given, tenant: TenantUnderTest): Promise<readonly string[]> {
  try {
    await verified(env, tenant);
    return [];
  } catch (error) {
    if (error instanceof UsageProblem) return error.problems;
    throw error;
  }
}

/** Settings that no read request can tell anything of. */
const BELIEVED: readonly SettingName[] = [
  'AI_API_KEY',
  'DEPLOYMENT_SECRET',
  'OTHER_EXTERNAL_WORKBOOK_ID',
  'CHAT_THREAD_ID',
  'OTHER_CHAT_THREAD_ID',
  'DASHBOARD_PUBLIC_ID',
  'OTHER_DASHBOARD_PUBLIC_ID',
  'EMBED_DASHBOARD_PUBLIC_ID',
  'EXPIRED_EMBED_SESSION_ID',
  'SPARE_EXPIRED_EMBED_SESSION_ID',
  'SPARE_DATA_SOURCE_NAME',
  'ACCOUNT_NAME',
  'AI_CHAT_REQUEST',
  'DATA_QUERY',
  'DATA_SQL_QUERY',
];

for (const dialect of ['plain', 'contrary', 'any:1', 'any:2', 'any:3', 'later', 'undocumented'] as const) {
  test(`right settings are accepted in few requests, ${dialect}`, async () => {
    const live = await startLive({ dialect });
    const before = remains(live.tenant);
    const { believed, right, requests } = await verified(live.env);
    expect(remains(live.tenant)).toEqual(before);
    await live.close();
    expect(right.length + believed.length).toBeGreaterThan(80);
    expect(requests).toBeLessThan(90);
    const names: readonly string[] = believed.map(({ setting }) => setting);
    // What a scoped key may read of the account is open, and a tenant that shows it nothing there is looked at no further.
    const others = dialect.startsWith('any:') ? ['SCOPED_TOKEN', 'TWO_SCOPE_TOKEN'] : [];
    const expected: readonly string[] = [...BELIEVED, ...others];
    if (dialect !== 'undocumented') expect(names.filter((name) => !expected.includes(name))).toEqual([]);
  });
}

const JUNK = 'junk-junk-junk-junk';

/** One wrong setting of each kind, made of the right ones, with what the message says. */
const WRONG: readonly (readonly [SettingName, (env: Given) => string | undefined, RegExp])[] = [
  ['DEPLOYMENT_ID', () => '999', /^DEPLOYMENT_ID=999: none of the 3 deployments/],
  ['OTHER_DEPLOYMENT_ID', () => 'nowhere', /^OTHER_DEPLOYMENT_ID=nowhere: none/],
  ['ENVIRONMENT_ID', () => '999', /none of the \d+ environments of DEPLOYMENT_ID/],
  ['CROWDED_ENVIRONMENT_ID', () => '998', /none of the \d+ environments/],
  ['REPORT_ID', () => '99999', /none of the \d+ reports that DEPLOYMENT_ID lists/],
  ['MANAGED_REPORT_ID', (env) => env.OTHER_REPORT_ID, /none of the \d+ reports that DEPLOYMENT_ID lists/],
  ['OTHER_REPORT_ID', (env) => env.REPORT_ID, /none of the \d+ reports that OTHER_DEPLOYMENT_ID lists/],
  ['FOLDER_ID', () => '999', /none of the \d+ folders/],
  ['EXTERNAL_WORKBOOK_ID', () => 'no-spreadsheet', /no report is placed/],
  ['CROWDED_WORKBOOK_ID', () => 'no-spreadsheet', /no report is placed/],
  ['WORKBOOK_ID', (env) => env.OTHER_WORKBOOK_ID, /DEPLOYMENT_ID has no such workbook/],
  ['TENANT_WORKBOOK_ID', () => '999', /DEPLOYMENT_ID has no such workbook/],
  ['MEMBER_USER_ID', () => '999', /none of the \d+ users/],
  ['NO_ACCESS_USER_ID', () => '999', /none of the \d+ users/],
  ['DEACTIVATED_USER_ID', () => '999', /none of the \d+ users/],
  ['GROUP_ID', () => '999', /none of the \d+ groups/],
  ['OTHER_GROUP_ID', () => '999', /none of the \d+ groups/],
  ['GROUP_ROLE_ID', () => '999', /none of the \d+ custom roles/],
  ['BUILT_IN_ROLE_ID', () => '999', /no role has this id/],
  ['BUILT_IN_ROLE_ID', (env) => env.GROUP_ROLE_ID, /it is a custom role/],
  ['ADMIN_ROLE_ID', (env) => env.GROUP_ROLE_ID, /it is a custom role/],
  ['OIDC_TOKEN_CONFIG_ID', () => '999', /no such OIDC token config/],
  ['EMBED_TENANT', () => 'Nobody', /no such embed tenant/],
  ['BRANCH', () => 'no-branch', /DEPLOYMENT_ID has no such branch/],
  ['RUNNING_BRANCH', () => 'no-branch', /DEPLOYMENT_ID has no such branch/],
  ['OTHER_BRANCH', () => 'no-branch', /OTHER_DEPLOYMENT_ID has no such branch/],
  ['DATA_QUERY', () => '{"query":', /it is not JSON/],
  ['OAUTH_TOKEN', () => JUNK, /^OAUTH_TOKEN: the tenant does not accept it/],
  ['MEMBER_TOKEN', () => JUNK, /^MEMBER_TOKEN: the tenant does not accept it/],
  ['SCOPED_TOKEN', (env) => env.EXPIRED_TOKEN?.concat('x'), /does not accept it/],
  ['OTHER_ADMIN_TOKEN', () => JUNK, /does not accept it/],
  ['ADMIN_EMBED_TOKEN', () => JUNK, /does not accept it/],
  ['SCIM_TOKEN', () => JUNK, /SCIM does not accept it/],
  ['DATA_API_TOKEN', (env) => env.EXPIRED_DATA_API_TOKEN, /the Core Data API does not accept it/],
  ['EXPIRED_DATA_API_TOKEN', (env) => env.DATA_API_TOKEN, /it has not expired: it is valid until 20/],
  ['MEMBER_TOKEN', (env) => env.TASK_READER_TOKEN, /it belongs to user \d+, and not to MEMBER_USER_ID=/],
  ['MEMBER_OAUTH_TOKEN', (env) => env.OAUTH_TOKEN, /it belongs to an administrator/],
  ['OAUTH_TOKEN', (env) => env.MEMBER_OAUTH_TOKEN, /a user who is not an administrator/],
  ['SCOPED_TOKEN', (env) => env.MEMBER_TOKEN, /a user who is not an administrator/],
  ['TASK_READER_TOKEN', (env) => env.TASK_MANAGER_TOKEN, /holds ScheduledTasksManage on DEPLOYMENT_ID, but must not/],
  ['TASK_READER_TOKEN', (env) => env.MEMBER_TOKEN, /does not hold ScheduledTasksRead/],
  ['TASK_MANAGER_TOKEN', (env) => env.TASK_READER_TOKEN, /does not hold ScheduledTasksManage/],
  ['TASK_CREATOR_TOKEN', (env) => env.SCHEMA_READER_TOKEN, /does not hold ScheduledTasksCreate/],
  ['ALL_ACTIONS_TOKEN', (env) => env.TASK_MANAGER_TOKEN, /does not hold All/],
  ['BUILT_IN_ROLE_TOKEN', (env) => env.TASK_READER_TOKEN, /holds a custom role/],
  ['NO_ACCESS_TOKEN', (env) => env.TASK_READER_TOKEN, /and not to NO_ACCESS_USER_ID/],
  ['SCHEMA_READER_TOKEN', (env) => env.TASK_READER_TOKEN, /does not hold SchemaRead/],
  ['NO_SCHEMA_READ_TOKEN', (env) => env.SCHEMA_READER_TOKEN, /holds SchemaRead on DEPLOYMENT_ID, but must not/],
];

/** Settings that the looks at others use. */
const CONTEXT: readonly SettingName[] = [
  'BASE_URL',
  'ADMIN_TOKEN',
  'TLS_CA',
  'DATA_API_URL',
  'DEPLOYMENT_ID',
  'OTHER_DEPLOYMENT_ID',
  'STOPPED_BRANCH',
  'OTHER_SPARE_BRANCH',
  'MEMBER_USER_ID',
  'NO_ACCESS_USER_ID',
  'GROUP_ROLE_ID',
];

/** What no list shows: where a tenant refuses it with 403, as this dialect does, it may as well be closed to the reader. */
const TOLD_BY_404: readonly SettingName[] = [
  'OIDC_TOKEN_CONFIG_ID',
  'EMBED_TENANT',
  'BRANCH',
  'RUNNING_BRANCH',
  'OTHER_BRANCH',
];

for (const dialect of ['plain', 'contrary'] as const) {
  test(`a wrong setting of each kind is the only problem, ${dialect}`, async () => {
    const live = await startLive({ dialect });
    const given: Given = live.env;
    const context = Object.fromEntries(CONTEXT.map((name) => [name, given[name] ?? '']));
    const tenants = new Tenants(readConfiguration(context, ownFolder('no-settings')));
    const tenant = await tenants.open();
    const found = await Promise.all(
      WRONG.map(async ([setting, value, message]) => {
        const problems = await problemsOf({ ...context, [setting]: value(given) ?? '' }, tenant);
        const isTold = dialect === 'plain' || !TOLD_BY_404.includes(setting);
        const isRight = isTold ? problems.length === 1 && message.test(problems[0] ?? '') : problems.length === 0;
        return { setting, problems, message: String(message), isRight };
      }),
    );
    await tenants.close();
    await live.close();
    expect(found.filter(({ isRight }) => !isRight)).toEqual([]);
    const said = found.flatMap(({ problems }) => problems).join('\n');
    expect(said).not.toContain(JUNK);
    expect(said).not.toContain(live.env['MEMBER_TOKEN']);
  });
}

test('a spare thing that is missing is believed, because an earlier run may have deleted it', async () => {
  const live = await startLive();
  const { believed } = await verified({ ...live.env, SPARE_BRANCH: 'deleted', SPARE_EMBED_TENANT: 'Deleted' });
  await live.close();
  const why = (name: SettingName) => believed.find(({ setting }) => setting === name)?.why;
  expect(why('SPARE_BRANCH')).toMatch(/^an earlier run may have deleted it: DEPLOYMENT_ID has no such branch/);
  expect(why('SPARE_EMBED_TENANT')).toMatch(/^an earlier run may have deleted it: there is no such embed tenant/);
});

test('an expired token that is accepted is believed, because the tenant may be broken', async () => {
  const live = await startLive();
  const { believed } = await verified({ ...live.env, EXPIRED_TOKEN: live.env['AI_API_KEY'] ?? '' });
  await live.close();
  expect(believed.find(({ setting }) => setting === 'EXPIRED_TOKEN')?.why).toMatch(/^the tenant accepts it/);
});

const wrongly = ({ env }: LiveTenant) => ({ ...env, DEPLOYMENT_ID: '999', MEMBER_TOKEN: JUNK });

for (const [command, start] of [
  ['preflight', run],
  ['conformance', run],
  ['playwright test', runPlaywright],
] as const) {
  test(`${command} says all that is wrong at once, and does nothing else`, async () => {
    const live = await startLive();
    const before = remains(live.tenant);
    const { code, output, results } = await start(command, [], wrongly(live));
    expect(remains(live.tenant)).toEqual(before);
    await live.close();
    const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith('npm'));
    expect(lines).toEqual([
      'MEMBER_TOKEN: the tenant does not accept it (401)',
      'DEPLOYMENT_ID=999: none of the 3 deployments that GET /api/v1/deployments lists',
    ]);
    expect(code).toBe(2);
    expect(results).toBeUndefined();
  });
}
