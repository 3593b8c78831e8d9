import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { EXIT_CODES } from '../evidence/exit-codes.ts';
import { PROVIDED_FOLDER } from '../evidence/provided.ts';
import { isEnding, type Ending } from '../reports/ending.ts';
import { ownFile } from '../contracts/installation.ts';
import { playwrightArgs } from './node.ts';

export const REPORTER = ownFile('reports/reporter.ts');

export const TRIALS_REPORTER = ownFile('reports/trials-reporter.ts');

/** All families as one Playwright project, which spares the start of workers for each of them. */
export const WHOLE = ownFile('commands/whole.config.ts');
/** A project for each family. */
export const BY_FAMILY = ownFile('playwright.config.ts');

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

type Environment = Readonly<Record<string, string | undefined>>;

interface Options {
  readonly config?: string;
  readonly stdout?: Output;
  readonly stderr?: Output;
}

type Output = 'inherit' | 'ignore';

/** Folders of Playwright's reporters, by the variables that name them. */
const FOLDERS = { PLAYWRIGHT_BLOB_OUTPUT: 'blob-report', PLAYWRIGHT_HTML_OUTPUT: 'playwright-report' } as const;

/**
 * Has Playwright's reporters write where the command was called: by themselves they write beside the configuration, or beside
 * the package.json above it, which may be an installed package's.
 */
function withOutputs(env: Environment): Environment {
  const isTold = (name: string) => Boolean(env[`${name}_FILE`] ?? env[`${name}_DIR`]);
  const folders = Object.entries(FOLDERS).filter(([name]) => !isTold(name));
  const files = ['PLAYWRIGHT_JSON_OUTPUT', 'PLAYWRIGHT_JUNIT_OUTPUT'].flatMap((name) => {
    const file = env[`${name}_NAME`];
    return file && !isTold(name) ? [[`${name}_FILE`, path.resolve(file)] as const] : [];
  });
  return {
    ...env,
    ...Object.fromEntries(folders.map(([name, folder]) => [`${name}_DIR`, path.resolve(folder)])),
    ...Object.fromEntries(files),
  };
}

function start(args: readonly string[], env: Environment, stdout: Output, stderr: Output): ChildProcess {
  return spawn(process.execPath, playwrightArgs(...args), {
    // By the last one our reporter tells how the run ended.
    stdio: ['inherit', stdout, stderr, 'ipc'],
    env: withOutputs({ ...process.env, ...env }),
  });
}

/** Starts Playwright's runner on the suite. */
export function startPlaywright(args: readonly string[], env: Environment = {}, options: Options = {}): ChildProcess {
  const { config = WHOLE, stdout = 'inherit', stderr = 'inherit' } = options;
  return start(['test', `--config=${config}`, ...args], env, stdout, stderr);
}

/** Starts Playwright's merging of blobs, with our reporter. */
export function startMerge(folder: string): ChildProcess {
  return start(
    ['merge-reports', `--reporter=${REPORTER}`, folder],
    { [PROVIDED_FOLDER]: folder },
    'inherit',
    'inherit',
  );
}

export interface Ended {
  /** What the reporter concluded; nothing where it did not come to that. */
  readonly ending: Ending | undefined;
  /** The exit code of Playwright; nothing where a signal ended it. */
  readonly code: number | null;
}

/** Waits until Playwright has ended, and for what our reporter concluded. */
export function endingOf(child: ChildProcess): Promise<Ended> {
  let ending: Ending | undefined;
  child.on('message', (message) => {
    if (isEnding(message)) ending = message;
  });
  // What was sent before the end is read before the channel closes, and that may be later than the end of the process.
  const disconnected = new Promise<void>((resolve) => child.once('disconnect', resolve));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      void disconnected.then(() => {
        resolve({ ending, code });
      });
    });
  });
}

/**
 * Waits until Playwright has ended, and returns its exit code. A signal that stops this process stops Playwright as well, which
 * would go on alone.
 */
export function ended(child: ChildProcess): Promise<number> {
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    child.kill('SIGTERM');
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      for (const signal of SIGNALS) process.off(signal, stop);
      if (isStopped) process.exit(EXIT_CODES.incomplete);
      resolve(code ?? 1);
    });
  });
}
