import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { loadContract } from '../contracts/bundle.ts';
import { UsageProblem } from '../contracts/problem.ts';
import { loadRegistry } from '../contracts/requirements/index.ts';
import type { Results } from '../evidence/results.ts';
import { writeWhole } from '../evidence/whole-files.ts';
import { byTenant, changesBetween } from '../reports/comparison.ts';
import { asPast, readRuns, type PastRun } from '../reports/history.ts';
import { comparisonPage } from '../reports/page/comparison.ts';
import type { Change } from '../reports/page/script/changes.js';
import type { Command } from './flags.ts';
import { main, reportFolder } from './main.ts';

const USUAL = 'reports/history';
const COMMAND = {
  name: 'compare',
  what: 'Compares runs of one or several tenants, and ends with 1 where the last run of a tenant is worse than the one before.',
  flags: {},
  words: {
    name: 'runs',
    what: `Folders or files with histories or results, HISTORY or ${USUAL} where none is named.`,
    most: Infinity,
  },
  example: 'reports/history reports/latest',
} satisfies Command;

/** What asks for somebody to look. */
const WORSE: readonly Change[] = ['newly violated', 'no longer tested', 'now inconclusive'];
const MOST_IDS = 5;

/** The files with runs that a word of the command stands for. */
function filesOf(word: string): string[] {
  if (!existsSync(word)) throw new UsageProblem([`${word}: there is no such file or folder`]);
  if (!statSync(word).isDirectory()) return [word];
  const results = path.join(word, 'results.json');
  const histories = readdirSync(word)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => path.join(word, name));
  if (!existsSync(results) && histories.length === 0)
    throw new UsageProblem([`${word}: expected results.json or histories in it`]);
  return [...(existsSync(results) ? [results] : []), ...histories.sort()];
}

async function runsIn(file: string): Promise<PastRun[]> {
  if (file.endsWith('.jsonl')) return readRuns(file);
  try {
    return [asPast(JSON.parse(await readFile(file, 'utf8')) as Results)];
  } catch {
    throw new UsageProblem([`${file}: expected the results.json of a run, or a history that ends in .jsonl`]);
  }
}

function lineOf(change: Change, ids: readonly string[]): string {
  const more = ids.length > MOST_IDS ? `, and ${ids.length - MOST_IDS} more` : '';
  return `  ${change.padEnd(16)} ${String(ids.length).padStart(4)}  ${ids.slice(0, MOST_IDS).join(', ')}${more}`;
}

/** Puts runs side by side, and ends with 1 where the last one of a tenant is worse than the one before. */
await main(COMMAND, async (flags) => {
  const folder = reportFolder('reports/compare');
  const words = flags.words.length > 0 ? flags.words : [process.env['HISTORY'] || USUAL];
  const read = await Promise.all(words.flatMap(filesOf).map(runsIn));
  const nights = byTenant(read.flat());
  if (nights.size === 0) throw new UsageProblem([`${words.join(', ')}: there is no run in it`]);

  let isWorse = false;
  for (const [tenant, runs] of nights) {
    const [before, last] = [runs.at(-2), runs.at(-1)];
    if (!last) continue;
    console.log(`${tenant}: ${runs.length === 1 ? '1 run' : `${runs.length} runs`}, the last one ${last.outcome}`);
    for (const [change, ids] of before ? changesBetween(before, last) : []) {
      console.log(lineOf(change, ids));
      isWorse ||= WORSE.includes(change);
    }
  }
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'index.html');
  await writeWhole(file, comparisonPage(read.flat(), loadRegistry(await loadContract())));
  console.log(`\n${file}`);
  return isWorse ? 1 : 0;
});
