import type { DialectName } from '../../mock/index.ts';
import type { Results } from '../../evidence/results.ts';
import { expect, test } from '../test.ts';
import { bare, belongings, startLive, type LiveTenant } from './live.ts';
import { startProxy } from './proxy.ts';
import { idsWith, run } from './run.ts';
import { FULL } from '../size.ts';

test.describe.configure({ timeout: 400_000 });

const DIALECTS: readonly DialectName[] = ['plain', 'contrary'];

/** The requirements that wait for another ADMIN_TOKEN, and for nothing else. */
function waitingForAdministrator(results: Results | undefined): number {
  return (results?.requirements ?? []).filter(
    ({ causes = [] }) => causes.length === 1 && causes[0]?.kind === 'setting' && causes[0].what === 'ADMIN_TOKEN',
  ).length;
}

const TOKENS = [
  ['SCOPED_TOKEN', 'is scoped to some deployments'],
  ['MEMBER_TOKEN', 'does not belong to an administrator'],
] as const;

/** The environment of a run whose ADMIN_TOKEN is that of another setting. */
const withToken = (live: LiveTenant, setting: string) => ({ ...bare(live), ADMIN_TOKEN: live.env[setting] ?? '' });

for (const dialect of DIALECTS) {
  for (const [setting, what] of TOKENS) {
    test(`a run goes on where ADMIN_TOKEN ${what}, dialect ${dialect}`, FULL, async () => {
      const live = await startLive({ dialect });
      const before = belongings(live);
      const { results, output, code } = await run('conformance', ['--seed=5'], withToken(live, setting));
      expect(output.split('\n').filter((line) => line.startsWith('ADMIN_TOKEN is not enough'))).toEqual([
        `ADMIN_TOKEN is not enough: the one that is set ${what} (403). What needs an administrator is untested: set an unscoped key of an administrator`,
      ]);
      expect(idsWith(results, 'violates', 'inconclusive'), output).toEqual([]);
      expect(code, output).toBe(3);
      expect(idsWith(results, 'conforms').length).toBeGreaterThan(0);
      expect(waitingForAdministrator(results)).toBeGreaterThan(1_500);
      expect(belongings(live)).toEqual(before);
      await live.close();
    });
  }

  test(`a run goes on where ADMIN_TOKEN can only read, dialect ${dialect}`, FULL, async () => {
    const live = await startLive({ dialect });
    const before = belongings(live);
    const refused = (method = '') => !['GET', 'HEAD'].includes(method);
    const proxy = await startProxy(live, ({ method, headers }, response) => {
      if (!refused(method) || headers.authorization !== `Bearer ${live.env['ADMIN_TOKEN'] ?? ''}`) return undefined;
      response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":"the key can only read"}');
      return 'taken';
    });
    const env = { ...bare(live), BASE_URL: proxy.env['BASE_URL'] ?? '' };
    const { results, output, code } = await run('conformance', ['--seed=5'], env);
    expect(output.split('\n').filter((line) => line.startsWith('ADMIN_TOKEN is not enough'))).toHaveLength(1);
    expect(output).toContain('the one that is set can only read (403)');
    expect(idsWith(results, 'violates', 'inconclusive'), output).toEqual([]);
    expect(code, output).toBe(3);
    expect(idsWith(results, 'conforms').length).toBeGreaterThan(100);
    expect(waitingForAdministrator(results)).toBeGreaterThan(300);
    expect(belongings(live)).toEqual(before);
    await proxy.close();
    await live.close();
  });
}

test('preflight says what ADMIN_TOKEN lacks, and promises what a run tells', FULL, async () => {
  const live = await startLive();
  const env = withToken(live, 'SCOPED_TOKEN');
  const { output, code } = await run('preflight', ['--json'], env);
  expect(code, output).toBe(0);
  expect(output).toContain('ADMIN_TOKEN is not enough');
  const { told } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as { told: number };
  const { results } = await run('conformance', ['--seed=5'], env);
  expect(Math.abs(told - idsWith(results, 'conforms').length)).toBeLessThanOrEqual(17);
  await live.close();
});
