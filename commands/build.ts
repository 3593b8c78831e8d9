import { spawn } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
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
const COMPILER = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** What is read as a file, or is JavaScript already. */
const AS_THEY_STAND = [
  'commands/bin.js',
  'contracts/requirements/pins.json',
  'evidence/results.schema.json',
  'reports/page/script',
  'reports/page/styles',
];

await main(COMMAND, async () => {
  await rm(DIST, { recursive: true, force: true });
  const code = await ended(
    spawn(process.execPath, [COMPILER, '-p', path.join(ROOT, 'tsconfig.build.json')], { stdio: 'inherit' }),
  );
  if (code !== 0) return code;
  for (const place of AS_THEY_STAND) {
    await cp(path.join(ROOT, place), path.join(DIST, place), { recursive: true });
  }
  const derived = path.join(DIST, 'derived');
  await mkdir(derived);
  await writeWhole(path.join(derived, BROUGHT_CONTRACT), JSON.stringify(await loadContract()));
  // Makes the file where it is not there, or stale.
  await faultSentences();
  await cp(FAULT_SENTENCES, path.join(derived, path.basename(FAULT_SENTENCES)));
  return 0;
});
