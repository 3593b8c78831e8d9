import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { BROUGHT_CONTRACT, loadContract } from '../contracts/bundle.ts';
import { ROOT } from '../contracts/installation.ts';
import { FAULT_SENTENCES } from '../evidence/fault-sentences.ts';
import { writeWhole } from '../evidence/whole-files.ts';
import { faultSentences } from '../proof/sentences.ts';
import type { Command } from './flags.ts';
import { main } from './main.ts';
import { ended } from './playwright.ts';

const COMMAND = {
  name: 'build',
  what: 'Compiles what the package holds into dist: below node_modules neither Node nor Playwright reads TypeScript.',
  flags: {},
  example: '',
} satisfies Command;

const DIST = path.join(ROOT, 'dist');
const { resolve } = createRequire(import.meta.url);
const COMPILER = resolve('typescript/bin/tsc');
const FORMATTER = path.join(path.dirname(resolve('oxfmt/package.json')), 'bin/oxfmt');
const FORMAT = path.join(ROOT, '.oxfmtrc.build.json');

/** What is read as a file, or is JavaScript already. */
const AS_THEY_STAND = [
  'commands/bin.js',
  'contracts/requirements/pins.json',
  'evidence/results.schema.json',
  'reports/page/script',
  'reports/page/styles',
];

/** Tables are far smaller when compressed, and together smaller than in files of their own, each of which takes up whole blocks. */
const COMPRESSED = 'contracts/tables';
const TABLE_OF_COSTS = 'contracts/generated/costs';
const REQUIREMENTS = 'contracts/requirements';

/** The modules that export nothing but one table, and these tables by their names. */
async function tablesOf(modules: readonly string[]): Promise<Map<string, readonly [name: string, table: unknown]>> {
  const found = new Map<string, readonly [name: string, table: unknown]>();
  for (const module of modules) {
    const source = pathToFileURL(path.join(ROOT, `${module}.ts`)).href;
    const [first, ...others] = Object.entries((await import(source)) as Record<string, unknown>);
    const isTable = (table: unknown) =>
      typeof table === 'object' && isDeepStrictEqual(JSON.parse(JSON.stringify(table)), table);
    if (first && others.length === 0 && isTable(first[1])) found.set(module, first);
  }
  return found;
}

/** Writes tables as one compressed file, and in the module of each what reads it. */
async function compress(tables: ReadonlyMap<string, readonly [name: string, table: unknown]>): Promise<void> {
  const all = Object.fromEntries(tables.values());
  await writeWhole(path.join(DIST, `${COMPRESSED}.json.gz`), gzipSync(JSON.stringify(all)));
  const reading = `JSON.parse(gunzipSync(readFileSync(new URL('./${path.basename(COMPRESSED)}.json.gz', import.meta.url))).toString())`;
  const imports = "import {readFileSync} from 'node:fs';\nimport {gunzipSync} from 'node:zlib';\n";
  await writeWhole(path.join(DIST, `${COMPRESSED}.js`), `${imports}export const tables = ${reading};\n`);
  for (const [module, [name]] of tables) {
    const there = path.posix.relative(path.posix.dirname(module), `${COMPRESSED}.js`);
    const text = `import {tables} from '${there}';\nexport const ${name} = tables.${name};\n`;
    await writeWhole(path.join(DIST, `${module}.js`), text);
  }
}

await main(COMMAND, async () => {
  await rm(DIST, { recursive: true, force: true });
  // Not in `dist` itself, which the formatter ignores as git does.
  const compiled = await mkdtemp(path.join(tmpdir(), 'conformance-build-'));
  const steps = [
    [COMPILER, '-p', path.join(ROOT, 'tsconfig.build.json'), '--outDir', compiled],
    // The compiler indents by four spaces, which are a tenth of the package.
    [FORMATTER, '-c', FORMAT, compiled],
  ];
  try {
    for (const step of steps) {
      const code = await ended(spawn(process.execPath, step, { stdio: 'inherit' }));
      if (code !== 0) return code;
    }
    // A module of types alone is imported by none once they are erased, and takes up a block of its own on a disk.
    const isTypesAlone = (file: string) => file.endsWith('.js') && readFileSync(file, 'utf8').trim() === 'export {};';
    await cp(compiled, DIST, { recursive: true, filter: (file) => !isTypesAlone(file) });
  } finally {
    await rm(compiled, { recursive: true });
  }
  for (const place of AS_THEY_STAND) {
    await cp(path.join(ROOT, place), path.join(DIST, place), { recursive: true });
  }
  const families = (await readdir(path.join(ROOT, REQUIREMENTS))).filter((file) => file.endsWith('.ts'));
  const modules = families.map((file) => `${REQUIREMENTS}/${path.basename(file, '.ts')}`);
  await compress(await tablesOf([TABLE_OF_COSTS, ...modules]));
  const derived = path.join(DIST, 'derived');
  await mkdir(derived);
  await writeWhole(path.join(derived, BROUGHT_CONTRACT), gzipSync(JSON.stringify(await loadContract())));
  // Makes the file where it is not there, or stale.
  await faultSentences();
  await cp(FAULT_SENTENCES, path.join(derived, path.basename(FAULT_SENTENCES)));
  return 0;
});
