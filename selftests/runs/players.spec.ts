import { expect, test } from '../test.ts';
import { remains, startLive, type LiveTenant } from './live.ts';
import { idsWith, run } from './run.ts';
import { FULL } from '../size.ts';

test.describe.configure({ timeout: 400_000 });

/** An address and an administrator's token, and the keys of two plain users who hold these roles. */
function withPlayers({ env, tenant }: LiveTenant, roleIds: readonly number[] = []): Record<string, string> {
  const { BASE_URL = '', ADMIN_TOKEN = '', TLS_CA = '' } = env;
  const key = (firstName: string) => {
    const { users } = tenant.account;
    const id = users.nextId();
    const email = `${firstName.toLowerCase()}@example.com`;
    users.add({ id, email, firstName, picture: null, active: true, roleIds: new Set(roleIds), settings: {} });
    return tenant.issue('mk', { kind: 'api-key', userId: id, scope: 'all', expiresAt: undefined });
  };
  return { BASE_URL, ADMIN_TOKEN, TLS_CA, PLAYER_TOKEN: key('Romy'), OTHER_PLAYER_TOKEN: key('Otis') };
}

const PARTS = 'scheduled-tasks.(access|list|create|limit)|role-holders.grant|reports.list|meta-sync';

for (const dialect of ['plain', 'contrary', 'later'] as const) {
  test(`two plain users stand for those who hold certain actions, ${dialect}`, FULL, async () => {
    const live = await startLive({ dialect });
    const env = withPlayers(live);
    const before = remains(live.tenant);
    const users = live.tenant.account.users.all().length;
    const { results, output } = await run('conformance', [`--grep=${PARTS}`, '--seed=5'], env);
    expect(idsWith(results, 'violates', 'inconclusive'), output).toEqual([]);
    expect(idsWith(results, 'conforms')).toEqual(
      expect.arrayContaining([
        'scheduled-tasks.access.tasks-read-lists',
        'scheduled-tasks.access.manage-updates',
        'scheduled-tasks.create.with-action',
        'scheduled-tasks.create.no-read-access',
        'role-holders.grant.takes-effect',
        'reports.list.readable-only',
      ]),
    );
    expect(live.tenant.account.users.all(), 'no user is made where players are stated').toHaveLength(users);
    expect(remains(live.tenant)).toEqual(before);
    await live.close();
  });
}

test('a part that another role of the player contradicts is played by a made user', FULL, async () => {
  const live = await startLive();
  const { account, deployments } = live.tenant;
  const id = account.roles.nextId();
  const policies = [{ resourceType: 'Deployment', actions: ['DeploymentRead'], resources: [String(deployments.home)] }];
  account.roles.add({ id, name: 'Visitors', policies } as never);
  const env = withPlayers(live, [id]);
  const { results, output } = await run('conformance', [`--grep=${PARTS}`, '--seed=5'], env);
  expect(idsWith(results, 'violates', 'inconclusive'), output).toEqual([]);
  const things = results?.run.provided.flatMap(({ things: all }) => all) ?? [];
  const sources = Object.fromEntries(things.map(({ setting, source }) => [setting, source]));
  expect(sources).toMatchObject({ MEMBER_TOKEN: 'derived', TASK_READER_TOKEN: 'derived', NO_ACCESS_TOKEN: 'made' });
  expect(idsWith(results, 'conforms')).toContain('scheduled-tasks.create.no-read-access');
  expect(idsWith(results, 'conforms')).toContain('scheduled-tasks.access.tasks-read-lists');
  await live.close();
});

test('a junk player and one who is an administrator are refused before the first check', async () => {
  const live = await startLive();
  const env = {
    ...withPlayers(live),
    PLAYER_TOKEN: 'junk-junk-junk-junk',
    OTHER_PLAYER_TOKEN: live.env['ADMIN_TOKEN'] ?? '',
  };
  const { code, output } = await run('conformance', ['--grep=roles.get'], env);
  expect(code).toBe(2);
  expect(output).toContain('PLAYER_TOKEN: the tenant does not accept it (401)');
  expect(output).toContain('OTHER_PLAYER_TOKEN: it belongs to an administrator');
  await live.close();
});
