import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Exchange } from '../evidence/evidence.ts';
import { makeFolder } from '../evidence/folders.ts';
import type { Results } from '../evidence/results.ts';
import { StorageProblem, writeWhole } from '../evidence/whole-files.ts';
import { ctrfOf } from './ctrf.ts';
import { harOf } from './har.ts';
import { junitOf } from './junit.ts';
import { summaryOf } from './summary.ts';

/** All files of a report. */
const NAMES = ['results.json', 'run.har', 'junit.xml', 'ctrf.json', 'summary.md', 'index.html', 'issue.md'] as const;

/** Removes the report of an earlier run, and nothing else that is in its folder. */
export function removeReport(folder: string): void {
  try {
    for (const name of NAMES) rmSync(path.join(folder, name), { force: true });
  } catch (error) {
    throw new StorageProblem(folder, error);
  }
}

/** Writes the files of a report. Those of an earlier run go first, so that none stands beside files of another. */
export async function writeReport(
  folder: string,
  results: Results,
  exchanges: readonly Exchange[],
  page: () => string,
  issue: string | undefined,
): Promise<void> {
  const files: Readonly<Record<(typeof NAMES)[number], () => string | undefined>> = {
    'results.json': () => JSON.stringify(results, undefined, 1),
    'run.har': () => JSON.stringify(harOf(exchanges, results.run.versions['suite'] ?? '')),
    'junit.xml': () => junitOf(results),
    'ctrf.json': () => JSON.stringify(ctrfOf(results), undefined, 1),
    'summary.md': () => summaryOf(results),
    'index.html': page,
    'issue.md': () => issue,
  };
  try {
    makeFolder(folder);
  } catch (error) {
    throw new StorageProblem(folder, error);
  }
  removeReport(folder);
  const problems: unknown[] = [];
  for (const name of NAMES) {
    const file = path.join(folder, name);
    try {
      const text = files[name]();
      if (text !== undefined) await writeWhole(file, text);
    } catch (error) {
      // One that cannot be written, such as one too long for a string, does not keep the others from it.
      problems.push(error instanceof StorageProblem ? error : new StorageProblem(file, error));
    }
  }
  if (problems.length > 0) throw problems[0];
}
