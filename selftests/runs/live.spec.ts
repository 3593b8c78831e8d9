import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { loadFaults } from '../../proof/index.ts';
import { remains, startLive } from './live.ts';
import { idsWith, run, start } from './run.ts';
import { FULL, fullUnless, sized } from '../size.ts';

test.describe.configure({ timeout: 240_000 });

/** Why something is untested on a live tenant that lends everything, and consents to no change of the whole account. */
const WHY_UNTESTED = [
  /^set MAX_WAIT=/,
  /^set ALLOW_ACCOUNT_CHANGES=1/,
  /^only the embedded tenant/,
  // What can be used up once was, by the first check that needed it.
  /^set another SPARE_\w+: /,
];
/** What cannot be looked at in a live tenant's time and without harm stays a small part, however many requirements there are. */
const MOST_UNTESTED = 0.05;

test('what is wrong with an answer that another check requested is told by the check that it concerns', async () => {
  const [first, concerned] = ['roles.role.id', 'roles.role.description'];
  const faults = loadFaults(loadRegistry(await loadContract()));
  const patches = faults.filter(({ requirement }) => requirement === concerned).map(({ patch }) => patch);
  const live = await startLive({ patches });
  const { results, output } = await run('conformance', [String.raw`--grep=\broles\.role\.(id|description):`], live.env);
  await live.close();
  expect(idsWith(results, 'violates'), output).toEqual([concerned]);
  expect(idsWith(results, 'conforms')).toEqual([first]);
  const { evidence = [] } = results?.requirements.find(({ id }) => id === concerned) ?? {};
  const blamed = evidence.filter(({ findings }) => findings.some(({ requirement }) => requirement === concerned));
  expect(blamed.map(({ sentFor }) => sentFor)).toContain(first);
});

/**
 * Families that change what they were lent, make things of their own, and wait for others. By a pattern, they are one project, whose
 * workers go from one family to the next.
 */
const FAMILIES = sized([String.raw`--grep=\srole-holders\.[a-z]|\sapi-keys\.[a-z]|\stransform-sync\.[a-z]`], []);

for (const dialect of ['plain', 'contrary'] as const) {
  test(
    `a live tenant gets the same verdicts and is left as it was, ${dialect}`,
    fullUnless(dialect === 'plain'),
    async () => {
      const live = await startLive({ dialect });
      const before = remains(live.tenant);
      const workbooks = live.tenant.content.workbooks.all().length;
      const { code, results } = await run('conformance', ['--seed=11', ...FAMILIES], {
        ...live.env,
        BORROW: '1',
      });
      await live.close();
      expect(idsWith(results, 'violates', 'inconclusive')).toEqual([]);
      const untested = results?.requirements.filter(({ verdict }) => verdict === 'untested') ?? [];
      const unexplained = untested.filter(({ reason = '' }) => !WHY_UNTESTED.some((why) => why.test(reason.trim())));
      expect(unexplained.map(({ id, reason }) => `${id}: ${reason ?? ''}`)).toEqual([]);
      // What the user has not consented to is the user's choice.
      const unasked = untested.filter(({ reason = '' }) => !reason.startsWith('set ALLOW_ACCOUNT_CHANGES=1'));
      expect(unasked.length / (results?.requirements.length ?? 1)).toBeLessThan(MOST_UNTESTED);
      expect(idsWith(results, 'conforms').length).toBeGreaterThan(sized(150, 1_500));
      expect(code).toBe(3);
      expect(remains(live.tenant)).toEqual(before);
      expect(live.tenant.content.workbooks.all(), 'workbooks').toHaveLength(workbooks);
      // What the API has no way back for is told.
      expect(results?.run.leftBehind.every(({ expires }) => expires)).toBe(true);
      const became = (end: string) => results?.ledger.filter((entry) => entry.became === end) ?? [];
      expect(became('left')).toEqual([]);
      expect(became('undone').length).toBeGreaterThan(sized(50, 300));
      expect(became('expires')).toHaveLength(results?.run.leftBehind.length ?? 0);
    },
  );
}

test('without consent nothing that changes the tenant is sent', FULL, async () => {
  const live = await startLive();
  // What fills crowded spreadsheets comes about when somebody first looks at one.
  const seeded = ({ name }: { readonly name: string }) => !name.startsWith('Support case');
  const versions = () => live.tenant.content.reports.filter(seeded).map(({ version }) => version);
  const before = [remains(live.tenant), versions()];
  const { results } = await run('conformance', ['--grep=reports'], { ...live.env, READ_ONLY: '1' });
  await live.close();
  expect(idsWith(results, 'violates', 'inconclusive')).toEqual([]);
  expect(idsWith(results, 'conforms')).toContain('reports.list.answers-200');
  expect(idsWith(results, 'untested')).toContain('reports.update.name-stored');
  expect([remains(live.tenant), versions()]).toEqual(before);
});

test('a run that is stopped ends within five seconds and leaves nothing', async () => {
  const live = await startLive();
  const before = remains(live.tenant);
  const roles = () => live.tenant.account.roles.all().length;
  const seeded = roles();
  const seconds: number[] = [];
  // Other work on the machine only ever adds to the time: the best of a few is what the suite takes.
  while (seconds.length < 3 && !seconds.some((one) => one < 5)) {
    const running = start('conformance', ['--grep=roles.update'], live.env);
    // The first new one is the claim of the run. What a check makes it soon removes.
    await expect.poll(roles, { timeout: 60_000, intervals: [10] }).toBeGreaterThan(seeded + 1);
    const stopped = performance.now();
    process.kill(-running.pid, 'SIGINT');
    const { code, output } = await running.ended;
    seconds.push((performance.now() - stopped) / 1_000);
    expect(code, output).toBe(3);
    expect(remains(live.tenant), output).toEqual(before);
  }
  expect(Math.min(...seconds)).toBeLessThan(5);
  await live.close();
});

test('preflight says what would be told and where each thing comes from, and changes nothing', async () => {
  const live = await startLive();
  const { BASE_URL = '', ADMIN_TOKEN = '', TLS_CA = '' } = live.env;
  const before = remains(live.tenant);
  const { code, output } = await run('preflight', [], { BASE_URL, ADMIN_TOKEN, TLS_CA });
  expect(code).toBe(0);
  expect(output).toMatch(/Would be tested: \d+ of \d+ requirements/);
  expect(output).toContain('set OAUTH_TOKEN');
  expect(output).toMatch(/REPORT_ID +\d+ +would be made/);
  expect(remains(live.tenant)).toEqual(before);
  await live.close();
});
