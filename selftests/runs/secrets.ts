import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';

/** Tokens of the reference tenant begin so, and a JWT looks like this wherever it comes from. */
const TOKENS = [
  /\b(ak|oa|em|sc)_t[0-9a-z]+x_\w+/g,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
  /(?:Bearer|Api-Key) (?![<"$\\])[^\s"'\\<]{12,}/g,
];
/** What looks like one and is none: credentials that the checks make up, to be refused. */
const MADE_UP = /^(?:Bearer|Api-Key) (?:conformance|not-a|no-such)/;

/** Every file in a folder, however deep, with all the texts that are in it. */
export function textsIn(folder: string): { readonly name: string; readonly texts: readonly string[] }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .map((name) => ({ name, texts: textsOf(name, readFileSync(path.join(folder, name))) }));
}

/** A file as it stands and, where something is packed in it, what that is. */
function textsOf(name: string, written: Buffer): string[] {
  const bytes = opened(written);
  if (name.endsWith('.zip')) return unzipped(bytes).flatMap((file) => textsOf('', file));
  const text = bytes.toString('utf8');
  if (name.endsWith('.html')) return [text, ...evidenceIn(text)];
  // What is attached to a test stands in its report in base64.
  const attached = [...text.matchAll(/"(?:body|base64|text)":"([A-Za-z0-9+/]{200,}={0,2})"/g)];
  return [text, ...attached.map(([, packed = '']) => opened(Buffer.from(packed, 'base64')).toString('utf8'))];
}

/** What evidence is packed with begins so. */
const GZIP = Buffer.from([0x1f, 0x8b]);

function opened(bytes: Buffer): Buffer {
  return bytes.subarray(0, GZIP.length).equals(GZIP) ? gunzipSync(bytes) : bytes;
}

function evidenceIn(page: string): string[] {
  const packed = page.matchAll(/<script type="text\/plain" id="[^"]+">([^<]+)</g);
  return [...packed].map(([, text = '']) => gunzipSync(Buffer.from(text, 'base64')).toString('utf8'));
}

/** The files of a ZIP archive. */
function unzipped(archive: Buffer): Buffer[] {
  const files: Buffer[] = [];
  // The central directory at the end says where each file begins.
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'));
  let entry = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, start] = [archive.readUInt32LE(entry + 20), archive.readUInt32LE(entry + 42)];
    const lengths = [28, 30, 32].map((offset) => archive.readUInt16LE(entry + offset));
    const content = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const bytes = archive.subarray(content, content + packed);
    files.push(archive.readUInt16LE(entry + 10) === 0 ? bytes : inflateRawSync(bytes));
    entry += lengths.reduce((sum, length) => sum + length, 46);
  }
  return files;
}

/** Forms in which a secret may stand in a file. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
}

/** Where in what was written a secret stands: one of those that are known, or whatever looks like a token. */
export function secretsIn(files: ReturnType<typeof textsIn>, known: readonly string[] = []): string[] {
  const forms = known.flatMap(formsOf);
  return files.flatMap(({ name, texts }) =>
    texts.flatMap((text) => [
      ...forms.filter((form) => text.includes(form)).map((form) => `${name}: ${form}`),
      ...TOKENS.flatMap((pattern) => text.match(pattern) ?? [])
        .filter((found) => !MADE_UP.test(found))
        .map((found) => `${name}: ${found}`),
    ]),
  );
}
