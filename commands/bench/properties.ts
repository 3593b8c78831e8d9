import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Results } from '../../contracts/results.ts';
import { ended } from '../playwright.ts';
import type { Figure, Part } from './part.ts';

const USUAL = 100;

async function runWith(runs: number): Promise<Results['run']> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
  await ended(
    spawn(process.execPath, ['--import', 'tsx', 'commands/conformance.ts', '--seed=1', '--grep=roles\\.'], {
      stdio: 'ignore',
      env: { ...process.env, REPORT_FOLDER: folder, PROPERTY_RUNS: String(runs) },
    }),
  );
  const { run } = JSON.parse(await readFile(path.join(folder, 'results.json'), 'utf8')) as Results;
  await rm(folder, { recursive: true });
  return run;
}

/** A run whose properties try more inputs: it may take longer by no more than the exchanges that they are. */
export async function measureProperties(): Promise<Part> {
  const figures: Figure[] = [];
  for (const times of [1, 2, 4, 8]) {
    const { milliseconds, exchanges } = await runWith(times * USUAL);
    figures.push({
      name: `${times} times the property runs, ${exchanges} exchanges`,
      value: milliseconds / 1_000,
      unit: 's',
    });
  }
  return { title: 'More inputs: the checks of roles', figures };
}
