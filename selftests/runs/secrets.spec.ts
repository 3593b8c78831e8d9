import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { SETTING_GROUPS } from '../../contracts/settings.ts';
import { Host } from '../../mock/index.ts';
import { loadFaults } from '../../proof/index.ts';
import { FULL } from '../size.ts';
import { soundTenants } from './broken.ts';
import type { Told } from './leaking/statuses-reporter.ts';
import { idsWith, run, runPlaywright } from './run.ts';
import { secretsIn, textsIn } from './secrets.ts';
import { ownFolder } from '../folders.ts';

test.describe.configure({ timeout: 180_000 });

/** Answers of these hold tokens, and the checks that they fail print bodies. */
const BROKEN = [
  'api-keys.get.readable',
  'api-keys.list.no-token/token',
  'embed.generate.session-id',
  'roles.get.same-id',
];
const SELECTION = String.raw`--grep=\b(api-keys|embed\.generate|roles\.get)\.`;

test('no secret stands in anything that a run against a broken live tenant writes', FULL, async () => {
  const faults = loadFaults(loadRegistry(await loadContract()));
  const patches = BROKEN.flatMap((id) => faults.find((one) => one.id.startsWith(id))?.patch ?? []);
  const { host } = await Host.start({});
  const { settings } = await host.lease({ patches, hasOwnAddresses: true });
  const folder = ownFolder('conformance-secrets');
  const ca = path.join(folder, 'ca.pem');
  await writeFile(ca, host.certificates.ca);
  const env: Record<string, string> = { ...(settings as Record<string, string>), TLS_CA: ca };
  const ran = await run('conformance', [SELECTION, '--seed=3'], { ...env, HISTORY: path.join(folder, 'history') });
  const blob = path.join(ran.folder, 'blob.zip');
  const again = await run('conformance', [SELECTION, '--seed=3', '--reporter=blob'], {
    ...env,
    PLAYWRIGHT_BLOB_OUTPUT_FILE: blob,
  });
  await host.close();

  expect(idsWith(ran.results, 'violates').length, ran.output).toBeGreaterThanOrEqual(3);
  const credentials = SETTING_GROUPS.find(({ title }) => title === 'Credentials')?.settings ?? {};
  const known = Object.keys(credentials).flatMap((name) => env[name] ?? []);
  expect(known.length).toBeGreaterThan(10);
  const written = textsIn(ran.folder);
  // Named by the run, beside its blob.
  const names = written.map(({ name }) => name).filter((name) => !/^provided-[\w-]+\.json$/.test(name));
  // This tenant shows the tokens of all checks to each. One that a worker is shown before its owner has received it is found
  // only when the run has ended: then the file is removed, and the run says so.
  const expected = ['blob.zip', 'ctrf.json', 'index.html', 'junit.xml', 'results.json', 'run.har', 'summary.md'];
  const removed = expected.filter((name) => `${ran.output}${again.output}`.includes(`${name}: `));
  expect([...new Set([...names, ...removed])].sort()).toEqual(expected.sort());
  const printed = [ran, again].map(({ output }) => ({ name: 'printed', texts: [output] }));
  expect(secretsIn([...written, ...printed], [...known, settings.DEPLOYMENT_SECRET ?? ''])).toEqual([]);
});

for (const [name, started, env] of [
  ['a setting, under conformance', run, {}],
  ['a secret that was learned, under Playwright alone', runPlaywright, { LEAK: 'learned' }],
] as const) {
  test(`a secret that a reporter writes down is removed, and the run ends with 2: ${name}`, async () => {
    const secret = 'planted/secret+of=the&test';
    const ran = await started(
      'conformance',
      ['--grep=roles.get.same-id', '--reporter=./selftests/runs/leaking-reporter.ts,./reports/reporter.ts'],
      { ...(await soundTenants()), ...env, DEPLOYMENT_SECRET: secret },
    );
    const known = 'LEAK' in env ? 'token of createApiKey' : 'DEPLOYMENT_SECRET';
    expect(ran.output).toContain(
      `secret in ${ran.folder}/log.gz: ${known}, at byte 0, gzip, byte 18, base64; the file was removed`,
    );
    expect(ran.output).toContain(`secret in ${ran.folder}/log.txt: ${known}, at byte 7, URI escapes; it was cut out`);
    // The verdicts were printed before, and nothing else was touched.
    expect(ran.output).toContain('1 of 1 requirements conform');
    expect(ran.output).not.toContain(secret);
    expect(ran.code).toBe(2);
    expect(readdirSync(ran.folder).sort()).toEqual(
      ['ctrf.json', 'index.html', 'junit.xml', 'log.txt', 'results.json', 'run.har', 'summary.md'].sort(),
    );
    expect(readFileSync(path.join(ran.folder, 'log.txt'), 'utf8')).toBe('before [redacted] after');
    expect(secretsIn(textsIn(ran.folder), [secret])).toEqual([]);
    expect(readdirSync(tmpdir()).filter((one) => one.startsWith(`known-secrets-${ran.pid}-`))).toEqual([]);
  });
}

const STATUSES = './selftests/runs/leaking/statuses-reporter.ts';

/** Runs checks that try to print the tokens that they were given, and answers with these and with what Playwright said of each. */
async function leaking(reporters: string, env: Readonly<Record<string, string>> = {}) {
  const folder = ownFolder('conformance-leaking');
  const [list, blob, statuses] = ['tokens', 'blob.zip', 'statuses'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const args = ['--config=selftests/runs/leaking/playwright.config.ts', `--reporter=${reporters},${STATUSES}`];
  const ran = await runPlaywright('', [...args, '--workers=1'], {
    ...(await soundTenants()),
    LEAKED_TOKENS: list,
    TOLD_STATUSES: statuses,
    PLAYWRIGHT_BLOB_OUTPUT_FILE: blob,
    ...env,
  });
  const linesOf = (file: string) => readFileSync(file, 'utf8').trim().split('\n');
  const told = linesOf(statuses).map((line) => JSON.parse(line) as Told);
  return { ran, tokens: linesOf(list), blob, told: told.filter(({ id }) => VIOLATED.includes(id)) };
}

/** Of the checks that leak, those that fail by an assertion of ours. */
const VIOLATED = ['api-keys.create.authenticates', 'api-keys.get.readable'];

test('neither a matcher, nor an error of another library, nor a crash gets a secret into what our reporter writes and prints', async () => {
  const { ran, tokens, told } = await leaking('./reports/reporter.ts', { EXPECT_FAILURES: '1' });
  // The crash ends its worker, and its check is without a verdict; the checks before it are violated or wrong.
  expect(tokens).toHaveLength(4);
  expect(secretsIn([...textsIn(ran.folder), { name: 'printed', texts: [ran.output] }], tokens)).toEqual([]);
  expect(idsWith(ran.results, 'violates').sort()).toEqual(VIOLATED);
  expect(ran.results?.run.defects.join()).toContain('of another library: <token of createApiKey>');
  expect(ran.code).toBe(1);
  // Where our reporter shows the failures, a check that fails keeps its worker, and Playwright is still told why.
  expect(told).toEqual(
    VIOLATED.map((id) => ({ id, outcome: 'expected', status: 'failed', worker: 0, isExplained: true })),
  );
});

test('what another reporter writes of them is removed, and the run ends with 2', async () => {
  const { ran, tokens, blob, told } = await leaking('blob,./reports/reporter.ts');
  expect(tokens).toHaveLength(4);
  // For other reporters a check that fails is a failed test.
  expect(told.map(({ outcome, worker }) => [outcome, worker])).toEqual([
    ['unexpected', 0],
    ['unexpected', 1],
  ]);
  expect(ran.output).toMatch(/blob\.zip: token of createApiKey.*the file was removed/);
  expect(existsSync(blob)).toBe(false);
  expect(ran.code).toBe(2);
});

test('what looks for secrets finds one in whatever it is wrapped', () => {
  const secret = 'hunter2/hunter2+hunter2==';
  const jwt = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(30)}`;
  const folder = ownFolder('conformance-secrets');
  mkdirSync(path.join(folder, 'deep'));
  const packed = gzipSync(`{"authorization":"${secret}"}`).toString('base64');
  const wrapped = {
    'plain.txt': secret,
    'deep/address.txt': `?q=${encodeURIComponent(secret)}`,
    'packed.html': `<script type="text/plain" id="evidence-1">\n${packed}\n</script> `,
    'har.json': JSON.stringify({ text: Buffer.from(`${'-'.repeat(200)}${secret}`).toString('base64') }),
    'attached.bin': gzipSync(secret),
    'attached.jsonl': JSON.stringify({
      base64: gzipSync(
        `${'0123456789abcdefghijklmnop'.repeat(2)}${jwt}${secret}${Array.from({ length: 200 }, (_, n) => n).join()}`,
      ).toString('base64'),
    }),
    'hex.txt': Buffer.from(secret).toString('hex'),
    'jwt.txt': `token ${jwt}`,
    'header.txt': 'authorization: Bearer 0123456789abcdef',
  };
  for (const [name, text] of Object.entries(wrapped)) writeFileSync(path.join(folder, name), text);
  const found = secretsIn(textsIn(folder), [secret]).map((one) => one.split(': ')[0]);
  expect([...new Set(found)].sort()).toEqual(Object.keys(wrapped).sort());
});
