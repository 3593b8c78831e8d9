import { rm, writeFile } from 'node:fs/promises';
import { expect, test } from '../test.ts';
import type { Results } from '../../evidence/results.ts';
import { bare, belongings, startLive } from './live.ts';
import { idsWith, run, start } from './run.ts';
import { FULL } from '../size.ts';

test.describe.configure({ timeout: 400_000 });

interface Outlook {
  readonly told: number;
  readonly of: number;
  readonly things: readonly { readonly setting: string; readonly source?: string }[];
  readonly untold: readonly { readonly id: string; readonly missing: readonly string[] }[];
}

async function outlookOf(env: Readonly<Record<string, string>>): Promise<Outlook> {
  const { output, code } = await run('preflight', ['--json'], env);
  expect(code, output).toBe(0);
  return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as Outlook;
}

const toldIn = (results: Results | undefined) => idsWith(results, 'conforms', 'violates').length;

test(
  'an address and a token are enough for 85 % of the requirements, as preflight says, and nothing is left',
  FULL,
  async () => {
    const live = await startLive();
    const before = belongings(live);
    const outlook = await outlookOf(bare(live));
    expect(belongings(live)).toEqual(before);
    const { results, output } = await run('conformance', ['--seed=5'], bare(live));
    expect(idsWith(results, 'violates', 'inconclusive'), output).toEqual([]);
    expect(toldIn(results) / outlook.of).toBeGreaterThanOrEqual(0.85);
    expect(Math.abs(outlook.told - toldIn(results)) / outlook.of).toBeLessThanOrEqual(0.01);
    expect(belongings(live)).toEqual(before);
    await live.close();
  },
);

/** What is stated besides the address and the token, and a part of the run in which it counts. */
const SUBSETS: readonly (readonly [stated: readonly string[], more: Readonly<Record<string, string>>, grep: string])[] =
  [
    [['MEMBER_TOKEN', 'MEMBER_USER_ID', 'WORKBOOK_ID'], {}, 'workbooks|role-holders'],
    [['DEPLOYMENT_ID', 'SCOPED_TOKEN', 'BRANCH'], { BORROW: '1' }, 'dev-mode|environments|users'],
    [['REPORT_ID'], { READ_ONLY: '1' }, 'reports|folders'],
  ];

for (const [stated, more, grep] of SUBSETS) {
  test(`preflight promises what a run tells with ${[...stated, ...Object.keys(more)].join(', ')}`, FULL, async () => {
    const live = await startLive();
    const given = Object.fromEntries(stated.map((name) => [name, live.env[name] ?? '']));
    const env = { ...bare(live), ...given, ...more };
    const outlook = await outlookOf(env);
    const { results, output } = await run('conformance', [`--grep=${grep}`], env);
    expect(idsWith(results, 'violates', 'inconclusive'), output).toEqual([]);
    const predicted = new Set(outlook.untold.map(({ id }) => id));
    const wrong = idsWith(results, 'untested').filter((id) => !predicted.has(id));
    const alsoTold = idsWith(results, 'conforms').filter((id) => predicted.has(id));
    // READ_ONLY=1 is told by each check, when it is about to change something.
    if (more['READ_ONLY'] === undefined) expect(wrong.length / outlook.of).toBeLessThanOrEqual(0.01);
    expect(alsoTold).toEqual([]);
    await live.close();
  });
}

test('what is found is read and never changed without BORROW=1', FULL, async () => {
  const live = await startLive({ dialect: 'undocumented' });
  const before = belongings(live);
  const { reports } = live.tenant.content;
  const versionsOf = (ids: readonly number[]) => ids.map((id) => [id, reports.get(id)?.version]);
  // Looking at another deployment seeds its reports.
  const ids = reports.all().map(({ id }) => id);
  const seeded = versionsOf(ids);
  const { results, output } = await run('conformance', ['--project=reports', '--project=folders'], bare(live));
  expect(idsWith(results, 'violates', 'inconclusive'), output).toEqual([]);
  expect(idsWith(results, 'conforms')).toContain('reports.list.answers-200');
  expect(results?.requirements.find(({ id }) => id === 'reports.update.name-stored')?.reason).toContain('BORROW=1');
  expect(belongings(live)).toEqual(before);
  expect(versionsOf(ids)).toEqual(seeded);
  await live.close();
});

test('what was made before the checks is swept after a run that was killed', FULL, async () => {
  const live = await startLive();
  const before = belongings(live);
  const users = () => live.tenant.account.users.all().length;
  const seeded = users();
  for (const most of [1, 6]) {
    const running = start('conformance', [String.raw`--grep=roles|scheduled-tasks`], bare(live));
    await expect.poll(users, { timeout: 60_000, intervals: [5] }).toBeGreaterThanOrEqual(seeded + most);
    process.kill(-running.pid, 'SIGKILL');
    await running.ended;
    expect(users()).toBeGreaterThan(seeded);
    const { code, output } = await run('sweep', [], bare(live));
    expect(code, output).toBe(0);
    expect(belongings(live)).toEqual(before);
  }
  await live.close();
});

test('the settings of a tenant are shown with their sources, and no secret is', async () => {
  const live = await startLive();
  const { code, output } = await run('setup', ['--tenant=acme'], bare(live));
  expect(code, output).toBe(0);
  expect(output).toMatch(/DEPLOYMENT_ID +\d+ +found +1/);
  expect(output).toMatch(/REPORT_ID +\d+ +would be made/);
  expect(output).toMatch(/A run would test \d+ of \d+ requirements/);
  expect(output).not.toContain(live.env['ADMIN_TOKEN']);
  const { output: asked, code: refused } = await run('setup', ['--tenant=acme'], {});
  expect(refused).toBe(2);
  expect(asked).toContain('set BASE_URL in .env.acme');
  const file = `.env.selftest-${process.pid}-refused`;
  const lines = Object.entries({ ...bare(live), ADMIN_TOKEN: 'no-such-token' }).map(
    ([name, value]) => `${name}=${value}`,
  );
  await writeFile(file, lines.join('\n'));
  const wrong = await run('setup', [`--tenant=${file.slice('.env.'.length)}`], {});
  await rm(file);
  expect(wrong.code, wrong.output).toBe(2);
  expect(wrong.output).toContain(`does not accept ADMIN_TOKEN (401)\nPut it right in ${file}`);
  await live.close();
});
