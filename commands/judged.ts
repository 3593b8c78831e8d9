import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Results } from '../evidence/results.ts';
import { commandArgs } from './node.ts';
import { ended } from './playwright.ts';

/** What a run left in its folder; nothing where it judged nothing. */
export function readResults(folder: string): Promise<Results | undefined> {
  return readResultsFile(path.join(folder, 'results.json'));
}

/** The results in a file; nothing where there are none that can be read. */
export async function readResultsFile(file: string): Promise<Results | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Results;
  } catch {
    return undefined;
  }
}

/** A run of the suite in a process of its own, of which nothing stays but what it judged. */
export async function judgedRun(
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Results> {
  const folder = await mkdtemp(path.join(tmpdir(), 'conformance-judged-'));
  await ended(
    spawn(process.execPath, commandArgs('conformance', ...flags), {
      stdio: 'ignore',
      env: { ...process.env, REPORT_FOLDER: folder, ...env },
    }),
  );
  const results = await readResults(folder);
  await rm(folder, { recursive: true });
  if (!results) throw new Error(`the run with ${flags.join(' ')} judged nothing`);
  return results;
}
