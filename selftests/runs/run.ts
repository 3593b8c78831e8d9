import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Results } from '../../evidence/results.ts';
import { commandArgs, playwrightArgs } from '../../commands/node.ts';
import { ownFolder } from '../folders.ts';

export interface Ran {
  readonly code: number;
  readonly output: string;
  readonly seconds: number;
  readonly results: Results | undefined;
  readonly folder: string;
  readonly pid: number;
}

export interface Running {
  readonly pid: number;
  readonly ended: Promise<Ran>;
}

/** Starts one of the project's commands as its users do, with a folder of its own for what it writes. */
export function start(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  return startNode(commandArgs(command, ...args), env);
}

/**
 * Of a live tenant on this machine a run asks as much at once as it can, with ten workers. Each of them takes more than a second of
 * a core to begin with, which is most of what such a small run takes: four do.
 */
const FEW_WORKERS = { REQUESTS_IN_FLIGHT: '3' } as const;

function startNode(args: readonly string[], env: Readonly<Record<string, string>>): Running {
  const folder = ownFolder('conformance-run');
  const isLive = Boolean(env['BASE_URL']);
  const child = spawn(process.execPath, args, {
    stdio: PIPED,
    env: {
      ...withoutProxy(withoutOurs(process.env)),
      REPORT_FOLDER: folder,
      ...(isLive && FEW_WORKERS),
      ...env,
    },
    // A group of its own, so that a signal reaches what it started, as Ctrl-C does.
    detached: true,
  });
  return { pid: child.pid ?? 0, ended: ranOf(child, folder) };
}

const PIPED: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];

function ranOf(child: ChildProcessByStdio<null, Readable, Readable>, folder: string): Promise<Ran> {
  const started = performance.now();
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise<Ran>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const seconds = (performance.now() - started) / 1_000;
      void resultsIn(folder).then((results) => {
        resolve({
          code: code ?? -1,
          output: Buffer.concat(chunks).toString('utf8'),
          seconds,
          results,
          folder,
          pid: child.pid ?? 0,
        });
      });
    });
  });
}

export function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return start(command, args, env).ended;
}

/** Runs a line that the project printed in a shell, as a user who copies it would. */
export function runLine(line: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const folder = ownFolder('conformance-run');
  return ranOf(
    spawn('/bin/sh', ['-c', line], {
      stdio: PIPED,
      env: { ...withoutProxy(withoutOurs(process.env)), REPORT_FOLDER: folder, ...env },
    }),
    folder,
  );
}

/** Playwright itself, without any command of the project. */
export function runPlaywright(
  _: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return startNode(playwrightArgs('test', ...args), env).ended;
}

/** Playwright tells its workers where they belong, and a run inside a test is no worker of it; nor is it a pipeline. */
export function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(TEST_|PW_|PLAYWRIGHT|FORCE_COLOR|CI$|GITHUB_)/.test(name)),
  );
}

/** A proxy of this machine would be asked for hosts that a test expects nobody to know. */
function withoutProxy(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(https?|no)_proxy$/i.test(name)));
}

async function resultsIn(folder: string): Promise<Results | undefined> {
  try {
    return JSON.parse(await readFile(path.join(folder, 'results.json'), 'utf8')) as Results;
  } catch {
    return undefined;
  }
}

/** The flag that selects the checks of these requirements. No parentheses: a run reads the files of families that stand outside. */
export function grepOf(ids: readonly string[]): string {
  return `--grep=${ids.map((id) => String.raw`\s${id.replaceAll('.', String.raw`\.`)}: `).join('|')}`;
}

/** The ids of a verdict, sorted. */
export function idsWith(results: Results | undefined, ...verdicts: readonly string[]): string[] {
  return (results?.requirements ?? [])
    .filter(({ verdict }) => verdicts.includes(verdict))
    .map(({ id }) => id)
    .sort();
}
