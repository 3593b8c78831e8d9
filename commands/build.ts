import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { BROUGHT_CONTRACT, loadContract } from '../contracts/bundle.ts';
import { COSTS } from '../contracts/generated/costs.ts';
import { ROOT } from '../contracts/installation.ts';
import { reports } from '../contracts/requirements/reports.ts';
import { roles } from '../contracts/requirements/roles.ts';
import { scheduledTasks } from '../contracts/requirements/scheduled-tasks.ts';
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

/** Long tables, which are far smaller when compressed: their modules in `dist`, and what each exports. */
const TABLES = {
  'contracts/generated/costs': { COSTS },
  'contracts/requirements/reports': { reports },
  'contracts/requirements/roles': { roles },
  'contracts/requirements/scheduled-tasks': { scheduledTasks },
};

/** Writes a table as a compressed file, and in its module what reads that. */
async function compress(module: string, exported: Readonly<Record<string, unknown>>): Promise<void> {
  const [[name, table] = []] = Object.entries(exported);
  const file = path.join(DIST, `${module}.json.gz`);
  await writeWhole(file, gzipSync(JSON.stringify(table)));
  const reading = `JSON.parse(gunzipSync(readFileSync(new URL('./${path.basename(file)}', import.meta.url))).toString())`;
  const imports = "import {readFileSync} from 'node:fs';\nimport {gunzipSync} from 'node:zlib';\n";
  await writeWhole(path.join(DIST, `${module}.js`), `${imports}export const ${name ?? ''} = ${reading};\n`);
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
  for (const [module, exported] of Object.entries(TABLES)) await compress(module, exported);
  const derived = path.join(DIST, 'derived');
  await mkdir(derived);
  await writeWhole(path.join(derived, BROUGHT_CONTRACT), gzipSync(JSON.stringify(await loadContract())));
  // Makes the file where it is not there, or stale.
  await faultSentences();
  await cp(FAULT_SENTENCES, path.join(derived, path.basename(FAULT_SENTENCES)));
  return 0;
});
