import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test as base } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import type { Results } from '../../evidence/results.ts';
import { loadFaults } from '../../proof/index.ts';
import { startLive } from './live.ts';
import { idsWith, run } from './run.ts';
import { ownFolder } from '../folders.ts';
import { FULL } from '../size.ts';

/** Three staging tenants, known to the suite by the files of their settings alone. */
interface Staging {
  readonly names: Readonly<Record<'plain' | 'contrary' | 'broken', string>>;
  readonly all: string;
  /** Adds a line to the settings of one of them. */
  readonly add: (name: string, line: string) => Promise<void>;
}

const BROKEN = ['roles.update.name-null', 'roles.list.no-built-in', 'roles.update.description-null-clears'] as const;
const SELECTION = String.raw`--grep=\broles\.((get|list)\.|update\.(name-null|description))`;
const FILE_OF = (name: string) => `.env.${name}`;

const test = base.extend<{ readonly staging: Staging }>({
  staging: async ({}, use) => {
    const faults = loadFaults(loadRegistry(await loadContract()));
    const patches = BROKEN.flatMap((id) => faults.find(({ requirement }) => requirement === id)?.patch ?? []);
    const lives = [await startLive(), await startLive({ dialect: 'contrary' }), await startLive({ patches })];
    const names = lives.map((_, index) => `selftest-${process.pid}-${['plain', 'contrary', 'broken'][index] ?? ''}`);
    const write = (name: string, text: string, flag?: string) => writeFile(FILE_OF(name), text, flag ? { flag } : {});
    for (const [index, { env }] of lives.entries()) {
      const lines = Object.entries(env).map(([key, value]) => `${key}='${value}'\n`);
      await write(names[index] ?? '', lines.join(''));
    }
    const [plain = '', contrary = '', broken = ''] = names;
    await use({
      names: { plain, contrary, broken },
      all: names.join(','),
      add: (name, line) => write(name, `${line}\n`, 'a'),
    });
    await Promise.all(names.map((name) => rm(FILE_OF(name), { force: true })));
    await Promise.all(lives.map((live) => live.close()));
  },
});

test.describe.configure({ timeout: 180_000 });

async function resultsOf(folder: string, name: string): Promise<Results> {
  return JSON.parse(await readFile(path.join(folder, name, 'results.json'), 'utf8')) as Results;
}

test('three tenants get a report each and one page before them, and the worst decides', FULL, async ({ staging }) => {
  const { names, all } = staging;
  const history = ownFolder('conformance-history');
  const { code, output, folder } = await run('conformance', [SELECTION], { TENANT: all, HISTORY: history });
  expect(code, output).toBe(1);
  for (const name of [names.plain, names.contrary]) {
    const results = await resultsOf(folder, name);
    expect(idsWith(results, 'violates')).toEqual([]);
    expect(results.run.tenant).toBe(name);
    expect(output).toContain(`${name}: conformant`);
  }
  expect(idsWith(await resultsOf(folder, names.broken), 'violates')).toEqual([...BROKEN].sort());

  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  expect(page).toContain('3 runs of 3 tenants');
  for (const name of Object.values(names)) expect(page).toContain(`href="${name}/index.html"`);
  const summary = await readFile(path.join(folder, 'summary.md'), 'utf8');
  expect(summary.match(/^## Conformance of/gm)).toHaveLength(3);
});

test('the trouble of one tenant is told, and is not that of the others', async ({ staging }) => {
  const { plain, contrary } = staging.names;
  await staging.add(contrary, 'ADMIN_TOKEN=the-token-of-nobody');
  const word = [contrary, 'no-such-tenant', plain].join(',');
  const { code, output, folder } = await run('conformance', ['--grep=roles.get.same-id'], { TENANT: word });
  expect(code, output).toBe(2);
  expect(idsWith(await resultsOf(folder, plain), 'conforms')).toEqual(['roles.get.same-id']);
  expect(output).toContain('.env.no-such-tenant does not exist');
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  expect(page).toContain('does not accept ADMIN_TOKEN');
  expect(page).toContain('.env.no-such-tenant does not exist');
});

test('violations become a baseline that has to be reasoned, holds, and goes stale', FULL, async ({ staging }) => {
  const { broken, plain } = staging.names;
  const folder = ownFolder('conformance-baseline');
  const file = path.join(folder, 'baseline.yaml');
  await writeFile(file, 'violations: []\n');
  const run_ = (tenant: string) => run('conformance', [SELECTION], { TENANT: tenant, BASELINE: file });

  const first = await run_(broken);
  expect(first.code).toBe(1);
  expect((await run('baseline', [first.folder])).output).toContain(`added ${BROKEN[0]}`);
  const unreasoned = await run_(broken);
  expect([unreasoned.code, unreasoned.output]).toEqual([
    2,
    expect.stringMatching(/:\d+: violations\.\d+\.reason is empty: say why/),
  ]);

  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('reason: ""', 'reason: It is being mended.'));
  const known = await run_(broken);
  expect([known.code, idsWith(known.results, 'known')]).toEqual([0, [...BROKEN].sort()]);
  expect((await run('baseline', [known.folder])).output).toContain('nothing to write');

  // Another tenant breaks none of this, so that every row has to go.
  const stale = await run_(plain);
  expect([stale.code, idsWith(stale.results, 'fixed')]).toEqual([1, [...BROKEN].sort()]);
  expect(stale.output).toMatch(new RegExp(`baseline\\.yaml:\\d+ ${BROKEN[0]}: the requirement conforms now`));
  expect((await run('baseline', [stale.folder, '--prune'])).output).toContain(`took out ${BROKEN[0]}`);
  const clean = await run_(plain);
  expect(clean.code).toBe(0);
});

for (const [what, word] of [
  ['a tenant that stands there twice', 'eu,us,eu'],
  ['a name that is a path', 'eu,../us'],
] as const) {
  test(`${what} is refused in one line`, async () => {
    const { code, output } = await run('conformance', [], { TENANT: word });
    expect(code).toBe(2);
    expect(output.trim().split('\n')).toHaveLength(1);
  });
}
