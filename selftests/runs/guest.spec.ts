import { expect, test } from '../test.ts';
import { bare, startLive } from './live.ts';
import { startProxy } from './proxy.ts';
import { FULL } from '../size.ts';
import { grepOf, idsWith, run } from './run.ts';

test.describe.configure({ timeout: 240_000 });

const HOUR = 3_600_000;

/** An expired key, the end of an hour, and a session that the run opens for its administrator. */
const CHECKS = {
  EXPIRED: 'api-keys.listApiKeys.expired-credential',
  LIFETIME: 'usage-analytics.create.lifetime',
  EMBEDDED: 'auth.administrator.embed-token',
};

test('requests carry the id of the run, deadlines are those of the tenant whose clock is an hour behind, and an embed session of the administrator is told as one', async () => {
  const live = await startLive();
  live.tenant.clock.advance(-HOUR);
  const agents = new Set<string | undefined>();
  const proxy = await startProxy(live, ({ headers }) => void agents.add(headers['user-agent']));
  const { results, output } = await run('conformance', [grepOf(Object.values(CHECKS)), '--seed=3'], {
    ...bare(live),
    BASE_URL: proxy.env['BASE_URL'] ?? '',
  });
  expect(output).toContain(
    "The tenant's clock is 3600 s behind that of this machine. Deadlines are counted by the tenant's.",
  );
  expect(idsWith(results, 'conforms'), output).toEqual(Object.values(CHECKS).sort());
  expect(Math.round((results?.run.provided[0]?.clockAhead ?? 0) / HOUR)).toBe(-1);
  const version = results?.run.versions['suite'] ?? '';
  expect([...agents]).toEqual([`management-api-conformance/${version} (run ${results?.run.id ?? ''})`]);
  await proxy.close();
  await live.close();
});

test('a daily quota ends the creation of its kind of thing, and nothing else', FULL, async () => {
  const live = await startLive();
  let created = 0;
  const proxy = await startProxy(live, ({ method, url = '' }, response) => {
    if (method !== 'POST' || !url.endsWith('/scheduled-tasks') || ++created <= 5) return undefined;
    response.writeHead(429, { 'retry-after': '86400', 'content-type': 'application/json' }).end('{"error":"quota"}');
    return 'taken';
  });
  const { results, output } = await run('conformance', ['--grep=scheduled-tasks.(get|task)|roles.get', '--seed=3'], {
    ...bare(live),
    BASE_URL: proxy.env['BASE_URL'] ?? '',
  });
  expect(idsWith(results, 'violates', 'inconclusive'), output).toEqual([]);
  const untested = results?.requirements.filter(({ verdict }) => verdict === 'untested') ?? [];
  const byQuota = untested.filter(({ reason = '' }) => /the tenant allows no more requests POST .*429/.test(reason));
  expect(byQuota.length, output).toBeGreaterThan(5);
  expect(byQuota.every(({ family }) => family === 'scheduled-tasks')).toBe(true);
  expect(idsWith(results, 'conforms')).toContain('roles.get.same-id');
  await proxy.close();
  await live.close();
});
