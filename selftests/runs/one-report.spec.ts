import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { READS_TYPESCRIPT } from '../../commands/node.ts';
import { ownFile } from '../../contracts/installation.ts';
import { resultsWith } from '../report/sample.ts';
import { failing, untestedFor } from '../suite/checked.ts';
import { expect, test } from '../test.ts';
import { readBaseline } from '../../evidence/baseline.ts';
import { otherwise, tooLong, unset } from '../../evidence/causes.ts';
import { ownFolder } from '../folders.ts';
import { soundTenants } from './broken.ts';
import { run, start } from './run.ts';

test.describe.configure({ timeout: 180_000 });

const FEW = '--grep=roles.get.same-id';
const NAME = '.run.json';

test('a second run with the same report folder is refused in one sentence, and disturbs nothing', async () => {
  const folder = ownFolder('conformance-shared');
  const env = { ...(await soundTenants()), REPORT_FOLDER: folder };
  const first = start('conformance', [FEW, '--seed=3'], env);
  await expect.poll(() => existsSync(path.join(folder, NAME)), { timeout: 60_000, intervals: [20] }).toBe(true);
  const second = await run('conformance', [FEW], env);
  expect(second.code, second.output).toBe(2);
  expect(second.output.trim().split('\n')).toEqual([
    expect.stringMatching(
      /^\S+: the run of the embedded tenant \(process \d+\) has been writing its report there since [\d-]{10} [\d:]{8} UTC; wait/,
    ),
  ]);
  const { code, output } = await first.ended;
  expect(code, output).toBe(0);
  expect(readdirSync(folder)).toContain('results.json');
  expect(readdirSync(folder)).not.toContain(NAME);
});

const ALONE = pathToFileURL(ownFile('commands/one-run.ts')).href;

/** Has a folder alone in a process of its own, as a run does; answers with who has it until that ends, or the refusal. */
function had(folder: string): string {
  const file = JSON.stringify(path.join(folder, NAME));
  const source = `import { readFileSync } from 'node:fs'; import { haveAlone } from '${ALONE}';
    try { haveAlone(${JSON.stringify(folder)}, 'a new run'); console.log(JSON.parse(readFileSync(${file}, 'utf8')).what); }
    catch (error) { console.log(error.message); }`;
  const args = [...READS_TYPESCRIPT, '--input-type=module', '--eval', source];
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.trim();
}

for (const [what, holder, age, isRefused] of [
  ['a process that is gone', { pid: 2 ** 22 + 1, host: hostname() }, 0, false],
  ['a process whose number another has now', { pid: process.pid, host: hostname() }, 120, false],
  ['a machine that is gone', { pid: 1, host: 'elsewhere' }, 120, false],
  ['another machine that still writes', { pid: 1, host: 'elsewhere' }, 0, true],
] as const) {
  test(`a report folder that belongs to ${what} is ${isRefused ? 'not taken' : 'taken over'}`, () => {
    const folder = ownFolder('conformance-left');
    const file = path.join(folder, NAME);
    writeFileSync(file, JSON.stringify({ what: 'the run of acme', since: '2026-11-20T02:00:00.000Z', ...holder }));
    const then = Date.now() / 1_000 - age;
    utimesSync(file, then, then);
    const said = had(folder);
    if (isRefused) expect(said).toContain('the run of acme (process 1 on elsewhere) has been writing');
    else expect(said).toBe('a new run');
    expect(existsSync(file)).toBe(isRefused);
  });
}

test('a misspelt row of a baseline is refused before the run, with the nearest id', async () => {
  const file = path.join(ownFolder('conformance-misspelt'), 'acme.yaml');
  writeFileSync(file, 'violations:\n  - requirement: roles.get.same-idd\n    reason: a\n');
  const { code, output, results } = await run('conformance', [FEW], { BASELINE: file });
  expect([code, output.trim()]).toEqual([
    2,
    `${file}:2: roles.get.same-idd: no requirement has this id, did you mean roles.get.same-id?`,
  ]);
  expect(results).toBeUndefined();
});

/** The results of a run in a folder, as a baseline reads them. */
async function stored(checks: Parameters<typeof resultsWith>[0], families: readonly string[], baseline?: string) {
  const folder = ownFolder('conformance-gaps');
  const facts = baseline === undefined ? {} : { baseline: readBaseline(baseline) };
  const results = await resultsWith(checks, { families, facts });
  writeFileSync(path.join(folder, 'results.json'), JSON.stringify(results));
  return { folder, results };
}

test('a baseline is written with the violations and the gaps of a run, and opens the gate of the next', async () => {
  const file = path.join(ownFolder('conformance-accepted'), 'acme.yaml');
  writeFileSync(file, '{}\n');
  const { results: plain } = await stored({}, ['roles', 'folders']);
  const folders = plain.requirements.filter(({ family }) => family === 'folders');
  const checks = {
    'roles.get.same-id': [failing()],
    'roles.update.name-null': [untestedFor(tooLong('6m'), unset('MEMBER_TOKEN'))],
    'roles.update.description-null-clears': [untestedFor(unset('MEMBER_TOKEN'))],
    'roles.update.same-id': [untestedFor(otherwise('the tenant shows no second role'))],
    ...Object.fromEntries(folders.map(({ id }) => [id, [untestedFor(otherwise('folders are switched off'))]])),
  };
  const families = ['roles', 'folders'];
  const before = await stored(checks, families, file);
  expect(before.results.run.gate).toBe('failed');
  const first = await run('baseline', [before.folder]);
  expect(first.code, first.output).toBe(0);
  expect(first.output).toContain('added reason: MEMBER_TOKEN, 2 untested\n');
  expect(first.output).toContain(`added folders.*, ${folders.length} untested; say why under \`reason\``);
  expect(first.output).toContain('added roles.update.same-id, 1 untested; say why under `reason`');

  const text = readFileSync(file, 'utf8').replaceAll('reason: ""', 'reason: It is being mended.');
  writeFileSync(file, text);
  expect(readBaseline(file).gaps.map(({ requirement, reason, expires }) => [requirement ?? reason, expires])).toEqual([
    ['MEMBER_TOKEN', '2027-02-19'],
    ['MAX_WAIT', '2027-02-19'],
    ['roles.update.same-id', undefined],
    ['folders.*', '2027-02-19'],
  ]);
  const accepted = await stored(checks, families, file);
  expect(accepted.results.run).toMatchObject({ outcome: 'non-conformant', gate: 'passed', staleRows: [] });
  expect((await run('baseline', [accepted.folder])).output).toContain('nothing to write');

  // More is untested for a reason that is accepted, as if somebody had forgotten to set the credential.
  const more = plain.requirements.filter(({ family }) => family === 'roles').slice(20, 40);
  const lost = Object.fromEntries(more.map(({ id }) => [id, [untestedFor(unset('MEMBER_TOKEN'))]]));
  const fallen = await stored({ ...lost, ...checks }, families, file);
  expect(fallen.results.run).toMatchObject({ gate: 'incomplete', exitCode: 3, staleRows: [] });
  // Accepted by a person, it holds for the next.
  expect((await run('baseline', [fallen.folder])).output).toMatch(/[\d.]+ % of the requirements were tested/);
  expect((await stored({ ...lost, ...checks }, families, file)).results.run.gate).toBe('passed');

  // All is told: each row of the gaps has to go.
  const told = await stored({ 'roles.get.same-id': [failing()] }, families, file);
  expect(told.results.run).toMatchObject({ gate: 'failed' });
  expect(told.results.run.staleRows).toHaveLength(4);
  const pruned = await run('baseline', [told.folder, '--prune']);
  expect(pruned.output).toContain('took out folders.*');
  expect(readBaseline(file).gaps).toEqual([]);
});
