import { spawn, type ChildProcess } from 'node:child_process';
import { playwrightArgs } from './node.ts';

export const REPORTER = './reports/reporter.ts';

function start(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  stdout: 'inherit' | 'ignore',
): ChildProcess {
  return spawn(process.execPath, playwrightArgs(...args), {
    stdio: ['inherit', stdout, 'inherit'],
    env: { ...process.env, ...env },
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
