import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Source } from './compile.ts';
import type { ContractDocument } from './document.ts';
import { derivedFile, isInstalled, ROOT } from './installation.ts';

const SOURCES = path.join(ROOT, 'contracts', 'openapi');
const COMPILER = path.join(ROOT, 'contracts', 'compile.ts');
const CACHE = derivedFile('contract');
/** The document in a package, which has no sources of it. */
export const BROUGHT_CONTRACT = 'contract.json.gz';

function readSources(folder: string): Source[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => ({ file: `contracts/openapi/${name}`, text: readFileSync(path.join(folder, name), 'utf8') }));
}

function fingerprint(sources: readonly Source[]): string {
  const hash = createHash('sha256');
  // A change of the compiler has to invalidate the cache as well.
  hash.update(readFileSync(COMPILER));
  for (const { file, text } of sources) hash.update(`${file}\0${text}\0`);
  return hash.digest('hex').slice(0, 20);
}

function readCached(file: string): ContractDocument | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ContractDocument;
  } catch {
    return undefined;
  }
}

/**
 * The contract's OpenAPI document. The YAML files are compiled once and cached as JSON by a hash of their content,
 * because parsing YAML takes hundreds of milliseconds and parsing JSON a few.
 */
export async function loadContract(): Promise<ContractDocument> {
  if (isInstalled) {
    return JSON.parse(gunzipSync(readFileSync(derivedFile(BROUGHT_CONTRACT))).toString('utf8')) as ContractDocument;
  }
  const sources = readSources(SOURCES);
  const file = path.join(CACHE, `${fingerprint(sources)}.json`);
  const cached = readCached(file);
  if (cached) return cached;

  const { compile } = await import('./compile.ts');
  const document = compile(sources);
  mkdirSync(CACHE, { recursive: true });
  // Workers start at the same time. Each writes its own file and renames it, so that none reads an incomplete file.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(document));
  renameSync(draft, file);
  return document;
}
