import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '../test.ts';
import { leakLine, searchWritten, type Leak } from '../../reports/secret-search.ts';
import { writtenBy } from '../../reports/written.ts';
import { ownFolder } from '../folders.ts';
import { zipped } from './archive.ts';
import { base64, noise, PLAIN, SECRET, SECRETS, uri, xml } from './planted-secrets.ts';

const since = Date.now();

async function searched(files: Readonly<Record<string, Buffer | string>>): Promise<{ folder: string; leaks: Leak[] }> {
  const folder = ownFolder('secret-search');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return { folder, leaks: await searchWritten({ roots: [folder, folder], since, secrets: SECRETS }) };
}

test('one without a secret stays as it is, to the moment of its last change', async () => {
  const files = { 'a.json': '{"a":1}', 'deep/b.gz': gzipSync(noise(500)), 'c.png': Buffer.from(noise(64), 'hex') };
  const folder = ownFolder('secret-search');
  mkdirSync(path.join(folder, 'deep'));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  const before = Object.keys(files).map((name) => statSync(path.join(folder, name)).mtimeMs);
  expect(await searchWritten({ roots: [folder, 'no-such-folder'], since, secrets: SECRETS })).toEqual([]);
  expect(Object.keys(files).map((name) => statSync(path.join(folder, name)).mtimeMs)).toEqual(before);
  for (const [name, content] of Object.entries(files))
    expect(readFileSync(path.join(folder, name))).toEqual(Buffer.from(content));
});

test('text is cut, and is valid afterwards', async () => {
  const { folder, leaks } = await searched({
    'summary.md': `a ${PLAIN} b\n`,
    'run.har': JSON.stringify({ text: `a ${SECRET} b`, [PLAIN]: JSON.stringify([SECRET]) }),
    'history.jsonl': `{"a":"${PLAIN}"}\n{"b":1}\n`,
    'junit.xml': `<testsuite name="${xml(SECRET)}"><failure>${xml(SECRET)} ${PLAIN}</failure></testsuite>`,
    'index.html': `<!doctype html><style>a{}</style><p title="${PLAIN}">${xml(SECRET)}</p><script>1</script>`,
    'run.log': uri(SECRET),
  });
  expect(leaks.map(({ done }) => done)).toEqual(Array(6).fill('cut'));
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  expect(read('summary.md')).toBe('a [redacted] b\n');
  expect(JSON.parse(read('run.har'))).toEqual({ text: 'a [redacted] b', '[redacted]': '["[redacted]"]' });
  expect(read('history.jsonl')).toBe('{"a":"[redacted]"}\n{"b":1}\n');
  expect(read('junit.xml')).toBe('<testsuite name="[redacted]"><failure>[redacted] [redacted]</failure></testsuite>');
  expect(read('index.html')).toBe(
    '<!doctype html><style>a{}</style><p title="[redacted]">[redacted]</p><script>1</script>',
  );
  expect(read('run.log')).toBe('[redacted]');
  // Nothing is left beside the files.
  expect(readdirSync(folder)).toHaveLength(6);
});

test('one that would not be valid without the secret is removed', async () => {
  const files = {
    'encoded.json': JSON.stringify({ a: base64(PLAIN) }),
    'number.json': '{"a":ak_t1x_0123456789abcdef}',
    'tag.xml': `<${PLAIN}/>`,
    'attribute.xml': `<a ${PLAIN}="1"/>`,
    'markup.html': `<p>${SECRET}</p>`,
    'script.html': `<script>const a = '${PLAIN}'</script>`,
    'half.xml': `<a>&${PLAIN};</a>`,
    'picture.png': `\x89PNG${PLAIN}`,
    nameless: PLAIN,
    'packed.gz': gzipSync(PLAIN),
    'blob.zip': zipped({ 'a.txt': PLAIN }),
    'page.html': `<script type="text/plain" id="evidence-1">${base64(gzipSync(PLAIN))}</script>`,
  };
  const { folder, leaks } = await searched(files);
  expect(leaks.map(({ done }) => done)).toEqual(Object.keys(files).map(() => 'removed'));
  expect(readdirSync(folder)).toEqual([]);
});

test('a name that holds a secret is removed with all that is below it', async () => {
  const { folder, leaks } = await searched({ [`deep/${PLAIN}/trace.txt`]: 'a', [`${base64(PLAIN)}.txt`]: 'b' });
  expect(leaks).toHaveLength(2);
  expect(readdirSync(folder, { recursive: true })).toEqual(['deep']);
  expect(leaks.map(leakLine).join('\n')).not.toMatch(/ak_t1x|YWtfd/);
});

test('what cannot be searched is removed', async () => {
  const encrypted = zipped({ 'a.txt': noise(100) });
  encrypted.writeUInt16LE(9, 6);
  const deep = Array.from({ length: 12 }).reduce<Buffer>((content) => gzipSync(content), Buffer.from(PLAIN));
  const damaged = gzipSync(noise(1_000));
  damaged.fill(0xff, 10, 60);
  const { folder, leaks } = await searched({
    'encrypted.zip': encrypted,
    'deep.gz': deep,
    'damaged.gz': damaged,
    'other.zst': Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0]),
    'bomb.gz': gzipSync(gzipSync(Buffer.alloc(600 * 2 ** 20), { level: 1 })),
  });
  expect(leaks.map(leakLine)).toEqual([
    expect.stringMatching(
      /bomb\.gz: gzip is larger than the \d+ MB that may be unpacked of a file; the file was removed/,
    ),
    expect.stringMatching(/damaged\.gz: it begins like gzip and is damaged/),
    expect.stringMatching(/deep\.gz: it is packed more than 6 times/),
    expect.stringMatching(/encrypted\.zip: a\.txt in an archive is encrypted/),
    expect.stringMatching(/other\.zst: it is packed with Zstandard/),
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test('what was there before the run, and the settings of the user, are left alone', async () => {
  const folder = ownFolder('secret-search');
  const [old, settings] = [path.join(folder, 'old.txt'), path.join(folder, '.env.staging')];
  writeFileSync(old, PLAIN);
  writeFileSync(settings, PLAIN);
  utimesSync(old, 1, 1);
  // A copy keeps the moment of the last change of its original, and is as new as the run.
  expect(await searchWritten({ roots: [folder], since: Date.now() + 10_000, secrets: SECRETS })).toEqual([]);
  expect([old, settings].every(existsSync)).toBe(true);
  expect(await searchWritten({ roots: [folder], since, secrets: SECRETS })).toHaveLength(1);
  expect([old, settings].map(existsSync)).toEqual([true, true]);
  expect(readFileSync(old, 'utf8')).toBe('[redacted]');
});

test('a file keeps its rights when it is cut', async () => {
  const folder = ownFolder('secret-search');
  const file = path.join(folder, 'a.txt');
  writeFileSync(file, PLAIN);
  chmodSync(file, 0o600);
  await searchWritten({ roots: [file], since, secrets: SECRETS });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a line says the file, the name of the secret, where it stood and what was done', async () => {
  const { folder, leaks } = await searched({ 'a.gz': gzipSync(`${PLAIN} ${SECRET}`) });
  expect(leaks.map(leakLine)).toEqual([
    `secret in ${path.join(folder, 'a.gz')}: token of createApiKey and 1 more, at byte 0, gzip, byte 0; the file was removed`,
  ]);
});

test('what a run may have written is where Playwright, the suite and the environment say', () => {
  const written = writtenBy(
    {
      secretsFile: '',
      reportFolder: 'reports/staging',
      historyFolder: 'nights',
      outputs: ['from-config'],
    },
    {
      PLAYWRIGHT_BLOB_OUTPUT_FILE: 'blobs/1.zip',
      PLAYWRIGHT_JSON_OUTPUT_NAME: 'a.json',
      PLAYWRIGHT_JSON_OUTPUT_DIR: 'json',
      PLAYWRIGHT_HTML_OUTPUT_DIR: 'html',
      PLAYWRIGHT_BROWSERS_PATH: '/browsers',
      PLAYWRIGHT_JUNIT_OUTPUT_FILE: '',
    },
  );
  expect(written.filter((place) => !place.endsWith('.log')).sort()).toEqual(
    [
      ...['reports/staging', 'nights', 'test-results/checks', 'blob-report', 'playwright-report', '.ledger'],
      'allure-results',
      ...['reports/history', 'from-config', 'blobs/1.zip', 'a.json', 'json/a.json', 'json', 'html'],
    ].sort(),
  );
});
