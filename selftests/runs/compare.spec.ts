import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '../test.ts';
import type { Results, Verdict } from '../../evidence/results.ts';
import { appendRun } from '../../reports/history.ts';
import { run } from './run.ts';
import { ownFolder } from '../folders.ts';

const folder = () => ownFolder('conformance-compare');

function nightOf(tenant: string, day: number, verdicts: Readonly<Record<string, Verdict>>): Results {
  const startedAt = `2026-11-0${day}T02:00:00.000Z`;
  return {
    run: { tenant, startedAt, seed: 7, outcome: 'conformant', milliseconds: 9, exchanges: 3 },
    requirements: Object.entries(verdicts).map(([id, verdict]) => ({ id, verdict })),
  } as unknown as Results;
}

test('histories are compared, and a night that is worse than the one before is told', async () => {
  const history = folder();
  appendRun(history, nightOf('eu', 1, { 'roles.get.same-id': 'conforms', 'roles.list.no-built-in': 'conforms' }));
  appendRun(history, nightOf('us', 1, { 'roles.get.same-id': 'conforms' }));
  const calm = await run('compare', [history]);
  expect([calm.code, calm.output]).toEqual([0, expect.stringContaining('eu: 1 run, the last one conformant')]);

  appendRun(history, nightOf('eu', 2, { 'roles.get.same-id': 'violates' }));
  const worse = await run('compare', [history]);
  expect(worse.code).toBe(1);
  expect(worse.output).toMatch(/newly violated +1 {2}roles\.get\.same-id/);
  expect(worse.output).toMatch(/no longer tested +1 {2}roles\.list\.no-built-in/);
  const page = await readFile(path.join(worse.folder, 'index.html'), 'utf8');
  expect(page).toContain('3 runs of 2 tenants');
});

test('results of runs are compared beside histories', async () => {
  const here = folder();
  const file = path.join(here, 'results.json');
  await writeFile(file, JSON.stringify(nightOf('eu', 3, { 'roles.get.same-id': 'known' })));
  const history = folder();
  appendRun(history, nightOf('eu', 2, { 'roles.get.same-id': 'violates' }));
  const { code, output } = await run('compare', [here, history]);
  expect([code, output]).toEqual([0, expect.stringContaining('eu: 2 runs')]);
});

for (const [what, word] of [
  ['a folder without runs', ''],
  ['what is not there', 'no-such-folder'],
  ['a file of another kind', 'package.json'],
] as const) {
  test(`${what} is refused in one line`, async () => {
    const { code, output } = await run('compare', [word || folder()]);
    expect(code).toBe(2);
    expect(output.trim().split('\n')).toHaveLength(1);
  });
}
