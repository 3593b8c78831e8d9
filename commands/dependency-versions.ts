import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Command } from './flags.ts';
import { main } from './main.ts';

const run = promisify(execFile);

/** Dependencies whose behaviour decides verdicts, redaction or what a report says. */
const PACKAGES = ['@playwright/test', 'undici', 'ajv'] as const;

/** The tests that turn red where such a dependency behaves otherwise. */
const TESTS = [
  ...['matchers', 'failures', 'evidence', 'secret-search', 'transport', 'verdicts', 'results', 'progress'].map(
    (name) => `suite/${name}`,
  ),
  'runs/secrets',
].map((name) => `selftests/${name}.spec.ts`);

const COMMAND = {
  name: 'dependency-versions',
  what: 'Runs the tests of matchers, redaction and reporter with the newest and the previous minor of the main dependencies, each of the major in use.',
  flags: { only: { what: 'This package alone.', value: 'package', choices: PACKAGES } },
  example: '--only=undici',
} satisfies Command;

/**
 * The newest version of the major that is in use, and the last of the minor before the one in use. A newer major may need a newer
 * Node than `engines` promises, as undici 8 needs 22.19, and is taken up by hand.
 */
export function versionsToTry(all: readonly string[], used: string): string[] {
  const parsed = all.flatMap((version) => {
    const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? [];
    return major === undefined ? [] : [{ version, numbers: [Number(major), Number(minor), Number(patch)] as const }];
  });
  const [usedMajor = 0, usedMinor = 0] = used.split('.').map(Number);
  const ofMajor = parsed
    .filter(({ numbers }) => numbers[0] === usedMajor)
    .sort((one, other) => other.numbers[1] - one.numbers[1] || other.numbers[2] - one.numbers[2]);
  const previous = ofMajor.find(({ numbers }) => numbers[1] < usedMinor);
  return [...new Set([ofMajor[0]?.version, previous?.version])].filter((version) => version !== undefined);
}

/** A copy of the project that can have other packages. */
async function copyOfProject(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dependency-versions-'));
  const { stdout } = await run('git', ['ls-files'], { maxBuffer: 1 << 24 });
  for (const file of stdout.trim().split('\n')) await cp(file, path.join(folder, file));
  await run('npm', ['ci'], { cwd: folder });
  return folder;
}

async function usedVersion(name: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join('node_modules', name, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  return version;
}

async function passes(folder: string): Promise<string | undefined> {
  const tests = ['playwright', 'test', '--config=selftests/playwright.config.ts', '--reporter=line', ...TESTS];
  const conformance = ['commands/bin.js', 'run', '--grep=roles.update', '--seed=1'];
  try {
    await run('npx', tests, { cwd: folder, maxBuffer: 1 << 26 });
    await run(process.execPath, conformance, { cwd: folder, maxBuffer: 1 << 26 });
    return undefined;
  } catch (error) {
    const { stdout = '', message } = error as Error & { readonly stdout?: string };
    return stdout.slice(-4_000) || message;
  }
}

await main(COMMAND, async (flags) => {
  const only = flags.get('only');
  const folder = await copyOfProject();
  let [tried, failed] = [0, 0];
  try {
    for (const name of PACKAGES.filter((one) => only === undefined || one === only)) {
      const used = await usedVersion(name);
      const { stdout } = await run('npm', ['view', name, 'versions', '--json'], { maxBuffer: 1 << 24 });
      for (const version of versionsToTry(JSON.parse(stdout) as string[], used)) {
        await run('npm', ['install', '--no-save', `${name}@${version}`], { cwd: folder });
        const problem = await passes(folder);
        tried += 1;
        if (problem !== undefined) failed += 1;
        console.log(`${problem === undefined ? 'ok    ' : 'FAILED'} ${name} ${version}`);
        if (problem !== undefined) console.log(problem.replace(/^/gm, '    '));
      }
      await run('npm', ['install', '--no-save', `${name}@${used}`], { cwd: folder });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`${tried - failed} of ${tried} versions pass`);
  return failed === 0 && tried > 0 ? 0 : 1;
});
