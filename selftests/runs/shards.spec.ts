import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, rowOf, test } from '../report/browser.ts';
import type { Results } from '../../evidence/results.ts';
import { FULL, sized } from '../size.ts';
import { startBroken } from './broken.ts';
import { run, type Ran } from './run.ts';
import { secretsIn, textsIn } from './secrets.ts';
import { ownFolder } from '../folders.ts';

test.describe.configure({ mode: 'default', timeout: 300_000 });

const SELECTION = sized([String.raw`--grep=\b(api-keys|oidc-token-configs|roles\.(get|list|delete))\.`], []);
const PARTS = sized(3, 4);
/** Answers of these hold one-time tokens, and their checks print bodies. */
const BROKEN = ['roles.get.same-id', 'api-keys.get.readable', 'api-keys.list.no-token'];

/** What a report says, apart from when and how long. */
function gist(results: Results | undefined) {
  const { requirements = [], counts, operations, lifecycles } = results ?? {};
  return {
    requirements: requirements.map(({ id, verdict, reason, tests }) => ({
      id,
      verdict,
      reason,
      tests: tests.map(({ title, status, attempts }) => ({ title, status, attempts })),
    })),
    counts,
    operations,
    lifecycles,
  };
}

test('shards that are merged give the report of one run, and end like it', FULL, async ({ open }) => {
  const tenants = await startBroken(BROKEN);
  const blobs = ownFolder('conformance-blobs');
  const env = { CONTROL_URL: tenants.url, SEED: '11', PROPERTY_RUNS: '5' };
  const whole = await run('conformance', SELECTION, env);
  const shards: Ran[] = [];
  for (let shard = 1; shard <= PARTS; shard += 1) {
    const file = path.join(blobs, `${shard}.zip`);
    const flags = [...SELECTION, `--shard=${shard}/${PARTS}`, '--reporter=blob'];
    shards.push(await run('conformance', flags, { ...env, PLAYWRIGHT_BLOB_OUTPUT_FILE: file }));
  }
  const merged = await run('merge', [blobs]);
  await tenants.close();

  expect(gist(merged.results)).toEqual(gist(whole.results));
  expect([whole.code, merged.code]).toEqual([1, 1]);
  expect(merged.results?.run).toMatchObject({ outcome: 'non-conformant', gate: 'failed', seed: 11 });
  const parts = shards.flatMap(({ results }) => results?.requirements ?? []);
  expect(new Set(parts.map(({ id }) => id)).size).toBe(whole.results?.counts.total);

  const printed = [whole, merged, ...shards].map(({ output }) => ({ name: 'printed', texts: [output] }));
  const written = [blobs, ...[whole, merged, ...shards].map(({ folder }) => folder)].flatMap(textsIn);
  expect(written.filter(({ name }) => name.endsWith('.zip'))).toHaveLength(PARTS);
  expect(secretsIn([...written, ...printed])).toEqual([]);

  const page = await open(await readFile(path.join(merged.folder, 'index.html'), 'utf8'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Non-conformant');
  await expect(rowOf(page, 'roles.get.same-id').locator('.exchange').first()).toBeVisible();
});

test('what is no folder of blobs is refused in one line', async () => {
  const folder = ownFolder('conformance-blobs');
  await writeFile(path.join(folder, 'notes.txt'), '');
  const { code, output } = await run('merge', [folder]);
  expect(code).toBe(2);
  expect(output.trim().split('\n')).toHaveLength(1);
});
