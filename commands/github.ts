import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { annotationsOf } from '../reports/annotations.ts';
import type { Flag } from './flags.ts';
import { readResults } from './judged.ts';

/** The flag with which a command tells GitHub what a run found. */
export const ANNOTATE: Flag = {
  what: "Write GitHub's annotations, and in a job its summary and the outputs outcome, gate and report.",
};

/** Tells GitHub what the run of a report found: on the lines of checks, on the page of the job, and to the steps after it. */
export async function tellGitHub(folder: string): Promise<void> {
  const results = await readResults(folder);
  if (!results) return;
  for (const line of annotationsOf(results)) console.log(line);
  const { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output } = process.env;
  if (summary) appendFileSync(summary, await readFile(path.join(folder, 'summary.md')));
  if (!output) return;
  const { outcome, gate } = results.run;
  const outputs = { outcome, gate, report: path.join(folder, 'index.html') };
  appendFileSync(
    output,
    Object.entries(outputs)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
}
