import { spawn, type ChildProcess } from 'node:child_process';
import { PLAYWRIGHT_ENV, playwrightArgs } from './node.ts';

export const REPORTER = './reports/reporter.ts';

/** Those of the command itself stand in package.json. A limit would stop a long run, whose runner keeps what all find. */
const SPARING = ['--max-semi-space-size=8', '--heap-growing-percent=30'];
/** A C library that is glibc gives back what was freed, and keeps one store for all threads: a tenth less in no more time. */
const SPARING_ENV = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '1' };

function start(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  stdout: 'inherit' | 'ignore',
): ChildProcess {
  return spawn(process.execPath, [...SPARING, ...playwrightArgs(...args)], {
    stdio: ['inherit', stdout, 'inherit'],
    env: { ...PLAYWRIGHT_ENV, ...SPARING_ENV, ...process.env, ...env },
  });
}

/** Playwright's runner with the suite's config. */
export function startPlaywright(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
  stdout: 'inherit' | 'ignore' = 'inherit',
): ChildProcess {
  return start(['test', ...args], env, stdout);
}

/** Playwright's merging of blobs, with our reporter. */
export function startMerge(folder: string): ChildProcess {
  return start(['merge-reports', `--reporter=${REPORTER}`, folder], {}, 'inherit');
}

export function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      resolve(code ?? 1);
    });
  });
}
