import { createHash } from 'node:crypto';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from '../test.ts';
import { SecretPatterns } from '../../reports/secrets/patterns.ts';
import { hitsIn } from '../../reports/secrets/search.ts';
import { zipped } from './archive.ts';
import { base64, noise, PLAIN, SECRET, SECRETS, uri, xml } from './planted-secrets.ts';

const PATTERNS = new SecretPatterns(SECRETS);

function names(content: Buffer | string): string[] {
  return [...new Set(hitsIn(Buffer.from(content), PATTERNS).map(({ name }) => name))].sort();
}

const json = (content: string) => JSON.stringify(content).slice(1, -1);
const asciiJson = (content: string) =>
  [...Buffer.from(content, 'utf16le').swap16().toString('hex').matchAll(/.{4}/g)]
    .map(([unit]) => `\\u${unit}`)
    .join('');
const everySignXml = (content: string) =>
  Array.from(content, (sign) => `&#x${(sign.codePointAt(0) ?? 0).toString(16)};`).join('');

type Encode = (content: string) => Buffer | string;
const TEXTS: Readonly<Record<string, (content: string) => string>> = {
  'as it is': (content) => content,
  'JSON escapes': json,
  'JSON escapes of every sign': asciiJson,
  'JSON escapes within JSON': (content) => json(json(content)),
  'URI escapes': uri,
  'URI escapes in small letters': (content) => uri(content).replace(/%../g, (escape) => escape.toLowerCase()),
  'URI escapes of every byte': (content) => Buffer.from(content).toString('hex').replace(/../g, '%$&'),
  'URI escapes twice': (content) => uri(uri(content)),
  'XML escapes': xml,
  'XML escapes of every sign': everySignXml,
  'URI escapes in JSON': (content) => json(`"${uri(content)}"`),
  'XML escapes in JSON': (content) => json(`"${xml(content)}"`),
};
const ENCODINGS: Readonly<Record<string, Encode>> = {
  base64,
  'base64 for addresses': (content) => Buffer.from(content).toString('base64url'),
  'base64 after one byte': (content) => base64(`:${content}:`),
  'base64 after two bytes': (content) => base64(`me:${content}:x`),
  'base64 in lines': (content) => base64(`${'-'.repeat(100)}${content}${'-'.repeat(100)}`).replace(/.{76}/g, '$&\r\n'),
  'base64 in escaped lines': (content) =>
    json(base64(`${'-'.repeat(100)}${content}${'-'.repeat(100)}`).replace(/.{64}/g, '$&\n')),
  'base64 in an address': (content) => encodeURIComponent(base64(content)),
  'base64 with escaped slashes': (content) => base64(content).replaceAll('/', '\\/').replaceAll('+', '\\u002b'),
  'base64 behind base64 signs': (content) => `abcde${base64(content)}`,
  'base64 in base64': (content) => base64(base64(content)),
  'Basic credentials': (content) => `authorization: Basic ${base64(`user:${content}`)}`,
  hexadecimal: (content) => Buffer.from(content).toString('hex'),
  'hexadecimal in capitals': (content) => Buffer.from(content).toString('hex').toUpperCase(),
  'hexadecimal behind a digit': (content) => `0${Buffer.from(content).toString('hex')}`,
  'UTF-16LE': (content) => Buffer.from(content, 'utf16le'),
  'UTF-16BE': (content) => Buffer.from(content, 'utf16le').swap16(),
  'UTF-16LE in base64': (content) => base64(Buffer.from(content, 'utf16le')),
  gzip: (content) => gzipSync(content),
  'gzip behind another': (content) => Buffer.concat([gzipSync('first'), gzipSync(content)]),
  'gzip that is cut off': (content) => gzipSync(content + noise(2_000)).subarray(0, -500),
  'gzip with a wrong checksum': (content) => {
    const bytes = gzipSync(content);
    bytes.writeUInt32LE(0, bytes.length - 8);
    return bytes;
  },
  deflate: (content) => deflateSync(content),
  'deflate without a header': (content) => deflateRawSync(content),
  'gzip in base64': (content) => base64(gzipSync(content)),
  'gzip in base64 behind base64 signs': (content) => `xy${base64(gzipSync(content))}`,
  'deflate in base64': (content) => base64(deflateSync(content)),
  'gzip in an address': (content) => gzipSync(content).toString('hex').replace(/../g, '%$&'),
  'a zip archive': (content) => zipped({ 'first.txt': 'nothing', 'deep/second.json': content }),
  'a zip archive of stored files': (content) => zipped({ 'first.txt': 'nothing', 'second.json': content }, false),
  'half a zip archive': (content) => {
    const archive = zipped({ 'first.txt': content, 'second.txt': noise(1_000) });
    return archive.subarray(0, archive.length / 2);
  },
  'an archive in an archive': (content) => zipped({ 'inner.zip': zipped({ 'a.txt': content }) }),
  'gzip in an archive': (content) => zipped({ 'a.gz': gzipSync(content) }, false),
  'an archive in the address of a page': (content) =>
    `<script id="report">data:application/zip;base64,${base64(zipped({ 'report.json': content }))}</script>`,
  'evidence of a check': (content) =>
    gzipSync(JSON.stringify({ ledger: [{ operation: 'createRole', what: content, became: 'left' }] })),
  'base64 in JSON in gzip in base64 in JSON in an archive': (content) =>
    zipped({
      'report.jsonl': JSON.stringify({ base64: base64(gzipSync(JSON.stringify({ body: base64(content) }))) }),
    }),
};

test.describe('what a secret is found in', () => {
  for (const [name, encode] of Object.entries({ ...TEXTS, ...ENCODINGS })) {
    test(name, () => {
      expect(names(encode(SECRET))).toEqual(['ADMIN_TOKEN']);
      expect(names(encode(PLAIN))).toEqual(['token of createApiKey']);
      const between = `${noise(70)} {"a": "b\\n/c"} ${SECRET} & 100% \\"${PLAIN}" ${noise(90)}`;
      expect(names(encode(between))).toEqual(['ADMIN_TOKEN', 'token of createApiKey']);
      expect(names(encode(between.replaceAll('2', '3').replaceAll('abc', 'cba')))).toEqual([]);
    });
  }

  test('secrets of letters that are not Latin', () => {
    const patterns = new SecretPatterns([{ name: 'SCIM_TOKEN', value: 'ключ-от-дома' }]);
    for (const one of [
      'ключ-от-дома',
      uri('ключ-от-дома'),
      asciiJson('ключ-от-дома'),
      base64('a ключ-от-дома'),
      everySignXml('ключ-от-дома'),
      Buffer.from('ключ-от-дома', 'utf16le'),
    ])
      expect(hitsIn(Buffer.from(one), patterns)).toHaveLength(1);
  });

  test('whatever a secret, its neighbours and its encoding are', () => {
    const encodings = fc.constantFrom<Encode>(
      json,
      uri,
      xml,
      base64,
      (content) => Buffer.from(content).toString('hex'),
      (content) => gzipSync(content),
      (content) => base64(deflateSync(content)),
    );
    const token = fc.string({ minLength: 8, maxLength: 60 }).filter((value) => !/[\u0000-\u001f]/.test(value));
    fc.assert(
      fc.property(token, fc.string(), fc.string(), encodings, encodings, (value, before, after, inner, outer) => {
        const patterns = new SecretPatterns([{ name: 'one', value }]);
        // What is compressed is no text to be encoded once more but as base64.
        const once = inner(`${before} ${value} ${after}`);
        const twice = typeof once === 'string' ? outer(once) : base64(once);
        return hitsIn(Buffer.from(twice), patterns).length > 0;
      }),
      { numRuns: 500 },
    );
  });

  test('a compressed file that happens to hold the sign of an escape', () => {
    // The bytes of this gzip file without the escape are a damaged one, which is no reason to give the file up.
    const hex = Buffer.from(' @+#x h `z DQmi@  @').toString('hex');
    const patterns = new SecretPatterns([{ name: 'one', value: '@+#x h `z DQmi@' }]);
    expect(hitsIn(gzipSync(hex), patterns)).toHaveLength(1);
  });

  test('archives of any content, which happen to hold signs of escapes', () => {
    // Of packed noise of this size every tenth file or so has a sign of an escape within a member.
    for (let index = 0; index < 40; index += 1) {
      const content = createHash('sha512').update(String(index)).digest('hex').repeat(2) + noise(60_000 + index * 64);
      const archive = zipped({ 'report.jsonl': content + SECRET, 'second.json': noise(2_000 + index) });
      expect(names(archive), `archive ${index}`).toContain('ADMIN_TOKEN');
    }
  });

  test('it is told where, from the file inwards, and never what', () => {
    const [hit] = hitsIn(
      zipped({ 'report.jsonl': JSON.stringify({ base64: base64(gzipSync(`xy${SECRET}`)) }) }),
      PATTERNS,
    );
    expect(hit).toEqual({
      name: 'ADMIN_TOKEN',
      where: 'byte 0, report.jsonl in a zip archive, byte 11, base64, gzip, byte 2',
    });
    const [escaped] = hitsIn(Buffer.from(`0123 ${json(SECRET)} rest`), PATTERNS);
    expect(escaped).toMatchObject({ where: 'byte 5, JSON escapes', range: [5, 5 + json(SECRET).length + 1] });
  });
});

test.describe('what is found among thousands', () => {
  test('secrets that begin alike, end alike or are part of one another', () => {
    const values = ['eyJhbGciOiJIUzI1NiJ9.AAAA', 'eyJhbGciOiJIUzI1NiJ9.AAAB', 'XyJhbGciOiJIUzI1NiJ9.AAAA', 'bGciOiJI'];
    const patterns = new SecretPatterns(values.map((value) => ({ name: value, value })));
    for (const value of values) {
      const found = hitsIn(Buffer.from(` ${value} `), patterns).map(({ name }) => name);
      expect(found.sort()).toEqual(values.filter((one) => value.includes(one)).sort());
    }
    expect(hitsIn(Buffer.from('eyJhbGciOiJIUzI1NiJ9.AAAC'), patterns).map(({ name }) => name)).toEqual(['bGciOiJI']);
  });

  test('texts of fewer than eight signs are not searched for', () => {
    expect(new SecretPatterns([{ name: 'short', value: '1234567' }]).isEmpty).toBe(true);
  });

  // Two cores: 1.0 s for 60,000 secrets in 30 MB, of which a quarter are those of preparing the secrets. The bound is for
  // machines that do something else as well.
  test('60,000 secrets in 30 MB of what a run writes', () => {
    test.setTimeout(60_000);
    const secrets = Array.from({ length: 60_000 }, (_, index) => {
      const random = createHash('sha256').update(String(index)).digest();
      const value =
        index % 3 === 0
          ? `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.${random.toString('base64url')}.${random.toString('base64url')}`
          : `ak_t${index.toString(36)}x_${random.toString('hex', 0, 16)}`;
      return { name: `token ${index}`, value };
    });
    const body = JSON.stringify({ id: 17, name: 'conformance', policies: [{ action: 'Read', resource: 'a/b' }] });
    const entry = JSON.stringify({ url: 'https://acme.example.com/api/v1/roles/17?page=2', body, at: 1_234 });
    const last = secrets.at(-1);
    const text = Buffer.from(`${`${entry},\n`.repeat(30_000_000 / entry.length)}${base64(last?.value ?? '')}`);
    const { user } = process.cpuUsage();
    const hits = hitsIn(text, new SecretPatterns(secrets));
    // Time of this process alone: other tests run beside it.
    const seconds = (process.cpuUsage().user - user) / 1e6;
    expect(hits.map(({ name }) => name)).toEqual([last?.name]);
    expect(seconds).toBeLessThan(6);
  });
});
