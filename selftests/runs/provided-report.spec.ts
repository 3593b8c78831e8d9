import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../test.ts';
import { ownFolder } from '../folders.ts';
import { startLive } from './live.ts';
import { run, type Ran } from './run.ts';
import { secretsIn, textsIn } from './secrets.ts';
import { FULL } from '../size.ts';

test.describe.configure({ mode: 'default', timeout: 300_000 });

const SELECTION = [String.raw`--grep=\b(roles\.(get|list)|environments\.list|workbooks\.duplicate)\.`];

/** Folders in which runs keep what they provided. */
const keptIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('conformance-provided-'));

test('a run reports what stood for what, and shards that are merged report it for each', FULL, async () => {
  const live = await startLive();
  const { BASE_URL = '', ADMIN_TOKEN = '', TLS_CA = '' } = live.env;
  // Other tests of this machine keep what they provided as well.
  const temporary = ownFolder('conformance-temporary');
  const env = { BASE_URL, ADMIN_TOKEN, TLS_CA, SEED: '11', PROPERTY_RUNS: '5', TMPDIR: temporary };
  const whole = await run('conformance', SELECTION, env);
  const blobs = ownFolder('conformance-blobs');
  const shards: Ran[] = [];
  for (const shard of [1, 2]) {
    const flags = [...SELECTION, `--shard=${shard}/2`, '--reporter=blob'];
    const file = path.join(blobs, `${shard}.zip`);
    shards.push(await run('conformance', flags, { ...env, PLAYWRIGHT_BLOB_OUTPUT_FILE: file }));
  }
  const merged = await run('merge', [blobs]);
  await live.close();

  const [own] = whole.results?.run.provided ?? [];
  const deployment = own?.things.find(({ setting }) => setting === 'DEPLOYMENT_ID');
  expect(deployment).toMatchObject({ source: 'found' });
  expect(own?.things.find(({ setting }) => setting === 'ADMIN_TOKEN')).not.toHaveProperty('value');
  expect(own?.requests).toBeGreaterThan(0);
  // The setup has removed what it made when the report is written.
  expect(own?.left?.filter(({ expires }) => !expires) ?? []).toEqual([]);
  expect(own).toHaveProperty('removed');

  const provided = merged.results?.run.provided ?? [];
  expect(provided).toHaveLength(2);
  for (const one of provided) {
    expect(one.things.map(({ setting }) => setting)).toContain('DEPLOYMENT_ID');
    // As each shard ended, and not as its workers saw it before.
    expect(one).toHaveProperty('removed');
  }
  const removed = provided.flatMap((one) => one.removed ?? []);
  expect(removed.some((what) => what.includes(' conformance-run-'))).toBe(true);
  for (const { results } of [whole, merged]) {
    const copies = results?.ledger.filter(({ operation }) => operation === 'duplicateWorkbook') ?? [];
    expect(copies.length).toBeGreaterThan(0);
    expect(new Set(copies.map(({ became, why }) => `${became}: ${why ?? ''}`))).toEqual(
      new Set(['undone: removed when the run ended']),
    );
    expect(results?.run.leftBehind.filter(({ what }) => what.startsWith('copy '))).toEqual([]);
  }
  const causes = (ran: Ran) => ran.results?.requirements.map(({ id, causes: own }) => [id, own]);
  expect(causes(merged)).toEqual(causes(whole));

  expect(keptIn(temporary)).toEqual([]);
  const folders = [blobs, ...[whole, merged, ...shards].map(({ folder }) => folder)];
  expect(folders.every((folder) => existsSync(folder))).toBe(true);
  const printed = [whole, merged, ...shards].map(({ output }) => ({ name: 'printed', texts: [output] }));
  expect(secretsIn([...folders.flatMap(textsIn), ...printed])).toEqual([]);
});
