import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { findBrowser, HOW_TO_GET_ONE } from './browser.ts';
import type { Command } from './flags.ts';
import { main } from './main.ts';
import { PLAYWRIGHT_FLAGS } from './playwright-flags.ts';
import { commandArgs, playwrightArgs, programOf } from './node.ts';

const COMMAND = {
  name: 'test',
  what: "Runs all of the project's own checks: format, lint, types, imports, derived files and its tests.",
  flags: {},
  words: { name: 'file', what: 'Only tests in files whose paths match.', most: Infinity },
  example: 'selftests/suite',
  passedOn: { to: '`playwright test`', flags: PLAYWRIGHT_FLAGS },
} satisfies Command;

/** Checks of the source as it stands: each is one command that can be run alone. */
const STATIC_CHECKS: readonly (readonly [name: string, command: string, ...rest: string[]])[] = [
  ['format', 'oxfmt', '--check'],
  ['lint and types', 'oxlint'],
  ["types of the report's script", 'tsc', '-p', 'reports/page/script'],
  [
    'arrows between the rooms',
    'depcruise',
    '--output-type=err',
    'contracts',
    'evidence',
    'generators',
    'harness',
    'mock',
    'proof',
    'reports',
    'tests',
    'commands',
    'selftests',
  ],
  ['OpenAPI lint', 'node', ...commandArgs('lint-openapi')],
  ['workflows', 'node', ...commandArgs('lint-workflows')],
  ['derived files are fresh', 'node', ...commandArgs('generate', '--check')],
];
const AT_ONCE = 2;
const RESULTS = '.cache/selftests.json';

interface Ran {
  readonly code: number;
  readonly output: string;
}

function run(command: string, args: readonly string[], show: boolean, env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(programOf(command), args, {
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      env: { ...process.env, ...env },
    });
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

async function runStaticChecks(): Promise<number> {
  const waiting = [...STATIC_CHECKS];
  let failed = 0;
  const lane = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const [name, command, ...args] = check;
      const started = performance.now();
      const { code, output } = await run(command, args, false);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
      if (code === 0) continue;
      failed += 1;
      console.log(output.replace(/^/gm, '    '));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return failed;
}

interface Stats {
  readonly expected: number;
  readonly unexpected: number;
  readonly flaky: number;
  readonly skipped: number;
}

interface Report {
  readonly stats: Stats;
  /** What no test tells: a file that cannot be loaded, a setup that failed. */
  readonly errors: readonly unknown[];
}

async function runSelftests(flags: readonly string[]): Promise<Report> {
  await mkdir(path.dirname(RESULTS), { recursive: true });
  await rm(RESULTS, { force: true });
  await run('node', playwrightArgs('test', '--config=selftests/playwright.config.ts', ...flags), true, {
    PLAYWRIGHT_JSON_OUTPUT_FILE: path.resolve(RESULTS),
  });
  return JSON.parse(await readFile(RESULTS, 'utf8')) as Report;
}

await main(COMMAND, async (flags) => {
  if (findBrowser() === undefined) console.log(`Skips the tests of the report: ${HOW_TO_GET_ONE}`);
  const failedChecks = await runStaticChecks();
  const { stats, errors } = await runSelftests([...flags.passedOn, ...flags.words]);
  const { expected, unexpected, flaky, skipped } = stats;
  // A test that needed a second try has not shown what it should: it counts as failed.
  const failed = failedChecks + unexpected + flaky + errors.length;
  const passed = STATIC_CHECKS.length - failedChecks + expected;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed === 0 && passed > 0 ? 0 : 1;
});
