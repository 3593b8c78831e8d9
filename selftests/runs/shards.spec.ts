import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from '../test.ts';
import type { Results } from '../../contracts/results.ts';
import { Host, startControl } from '../../mock/index.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { loadFaults } from '../../proof/index.ts';
import { run, type Ran } from './run.ts';

test.describe.configure({ mode: 'default', timeout: 120_000 });

const SELECTION = String.raw`--grep=\b(api-keys|oidc-token-configs|roles\.(get|list|delete))\.`;
/** Answers of these hold one-time tokens, and their checks print bodies. */
const BROKEN = ['roles.get.same-id', 'api-keys.get.readable', 'api-keys.list.no-token'];

/** A control address at which the tenants of some checks break their promise, and nobody expects them to. */
async function brokenTenants() {
  const faults = loadFaults(loadRegistry(await loadContract()));
  const { host } = await Host.start();
  const control = await startControl(host, {
    faultsFor: (requirement) => {
      const fault = BROKEN.includes(requirement) ? faults.find(({ breaks }) => breaks === requirement) : undefined;
      return { patches: fault ? [fault.patch] : [], breaksPurpose: false };
    },
  });
  return { url: control.url, close: () => Promise.all([control.close(), host.close()]) };
}

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

/** The files of a blob, which is a ZIP archive. */
function unzipped(archive: Buffer): string[] {
  const files: string[] = [];
  // The central directory at the end says where each file begins.
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'));
  let entry = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, start] = [archive.readUInt32LE(entry + 20), archive.readUInt32LE(entry + 42)];
    const lengths = [28, 30, 32].map((offset) => archive.readUInt16LE(entry + offset));
    const content = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const bytes = archive.subarray(content, content + packed);
    files.push((archive.readUInt16LE(entry + 10) === 0 ? bytes : inflateRawSync(bytes)).toString('utf8'));
    entry += lengths.reduce((sum, length) => sum + length, 46);
  }
  return files;
}

test('shards that are merged give the report of one run, and end like it', async () => {
  const tenants = await brokenTenants();
  const blobs = await mkdtemp(path.join(tmpdir(), 'conformance-blobs-'));
  const env = { CONTROL_URL: tenants.url, SEED: '11', PROPERTY_RUNS: '5' };
  const whole = await run('conformance', [SELECTION], env);
  const shards: Ran[] = [];
  for (const shard of ['1', '2', '3']) {
    const file = path.join(blobs, `${shard}.zip`);
    const flags = [SELECTION, `--shard=${shard}/3`, '--reporter=blob'];
    shards.push(await run('conformance', flags, { ...env, PLAYWRIGHT_BLOB_OUTPUT_FILE: file }));
  }
  const merged = await run('merge', [blobs]);
  await tenants.close();

  expect(gist(merged.results)).toEqual(gist(whole.results));
  expect([whole.code, merged.code]).toEqual([1, 1]);
  expect(merged.results?.run).toMatchObject({ outcome: 'non-conformant', gate: 'failed', seed: 11, isPartial: true });
  const parts = shards.flatMap(({ results }) => results?.requirements ?? []);
  expect(new Set(parts.map(({ id }) => id)).size).toBe(whole.results?.counts.total);

  // Tokens of the reference tenant begin so; none of them may stand in what a run writes, nor in what it prints.
  const secret = /\b(ak|oa|em|sc)_t[0-9a-z]+x_\w+/g;
  for (const ran of [whole, merged, ...shards]) {
    expect(ran.output.match(secret) ?? []).toEqual([]);
    for (const name of await readdir(ran.folder)) {
      const text = await readFile(path.join(ran.folder, name), 'utf8');
      expect(text.match(secret) ?? [], name).toEqual([]);
    }
  }
  // Merging leaves what it took out of the archives beside them.
  for (const name of (await readdir(blobs)).filter((one) => one.endsWith('.zip'))) {
    const files = unzipped(await readFile(path.join(blobs, name)));
    expect(files.length).toBeGreaterThan(0);
    for (const text of files) expect(text.match(secret) ?? [], name).toEqual([]);
  }
});

test('what is no folder of blobs is refused in one line', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'conformance-blobs-'));
  await writeFile(path.join(folder, 'notes.txt'), '');
  const { code, output } = await run('merge', [folder]);
  expect(code).toBe(2);
  expect(output.trim().split('\n')).toHaveLength(1);
});
