import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

export const REPORTER = './reports/reporter.ts';

/** Playwright's runner with the suite's config. */
export function startPlaywright(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
  stdout: 'inherit' | 'ignore' = 'inherit',
): ChildProcess {
  return spawn(path.join('node_modules', '.bin', 'playwright'), ['test', ...args], {
    stdio: ['inherit', stdout, 'inherit'],
    env: { ...process.env, ...env },
  });
}

/** Playwright's merging of blobs, with our reporter. */
export function startMerge(folder: string): ChildProcess {
  return spawn(path.join('node_modules', '.bin', 'playwright'), ['merge-reports', `--reporter=${REPORTER}`, folder], {
    stdio: 'inherit',
  });
}

export function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      resolve(code ?? 1);
    });
  });
}
