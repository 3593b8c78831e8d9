import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { loadContract } from '../contracts/bundle.ts';
import { UsageProblem } from '../contracts/problem.ts';
import { loadRegistry } from '../contracts/requirements/index.ts';
import { EXIT_CODES, exitCodeOf } from '../evidence/exit-codes.ts';
import type { Results } from '../evidence/results.ts';
import { writeWhole } from '../evidence/whole-files.ts';
import { asPast, lastRuns } from '../reports/history.ts';
import { comparisonPage } from '../reports/page/comparison.ts';
import { readResults } from './judged.ts';
import { reportFolder } from './main.ts';
import { commandArgs } from './node.ts';
import { haveAlone } from './one-run.ts';
import { ended } from './playwright.ts';

/** So many nights of each tenant stand in the comparison beside the last. */
const NIGHTS = 30;
const FITTING = /^[\w.-]+$/;

/** The tenants that a word such as `a,b,c` names. */
export function tenantsNamed(word: string | undefined): string[] {
  const names = (word ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const twins = names.filter((name, index) => names.indexOf(name) !== index);
  const problems = [
    ...twins.map((name) => `TENANT=${word ?? ''}: ${name} stands there twice`),
    // A name is that of a file and of a folder as well.
    ...(names.length > 1 ? names : [])
      .filter((name) => !FITTING.test(name))
      .map((name) => `TENANT=${word ?? ''}: expected names of letters, digits, dots and dashes, not ${name}`),
  ];
  if (problems.length > 0) throw new UsageProblem(problems);
  return names;
}

interface Ran {
  readonly tenant: string;
  readonly code: number;
  readonly results: Results | undefined;
  /** What it said where it came to no results. */
  readonly trouble: string;
}

/**
 * Runs each tenant in turn, in a process and with a report of its own, so that the trouble of one is not the next one's. The
 * front page puts them side by side.
 */
export async function runEach(tenants: readonly string[], argv: readonly string[]): Promise<number> {
  const front = reportFolder(USUAL.report);
  haveAlone(front, `the run of ${tenants.join(', ')}`);
  const history = process.env['HISTORY'] || USUAL.history;
  await mkdir(front, { recursive: true });
  // The report of one tenant alone, which may stand here from before, is none of these runs.
  await Promise.all(OF_ONE_RUN.map((name) => rm(path.join(front, name), { force: true })));
  let child: ChildProcess | undefined;
  const stopped = new AbortController();
  const stop = (signal: NodeJS.Signals) => {
    stopped.abort();
    child?.kill(signal);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  const runs: Ran[] = [];
  for (const tenant of tenants) {
    if (stopped.signal.aborted) break;
    console.log(`\n── ${tenant}`);
    const folder = path.join(front, tenant);
    await rm(path.join(folder, 'results.json'), { force: true });
    child = spawn(process.execPath, commandArgs('conformance', ...argv), {
      stdio: ['inherit', 'inherit', 'pipe'],
      env: { ...process.env, TENANT: tenant, REPORT_FOLDER: folder, HISTORY: history },
    });
    const said = overheard(child);
    const code = await ended(child);
    runs.push({ tenant, code, results: await readResults(folder), trouble: said() });
  }
  const page = await writeFront(front, history, runs);
  console.log('');
  for (const one of runs) console.log(lineOf(one));
  console.log(page);
  return exitCodeOf([...runs.map(({ code }) => code), ...(stopped.signal.aborted ? [EXIT_CODES.incomplete] : [])]);
}

const USUAL = { report: 'reports/latest', history: 'reports/history' } as const;
const OF_ONE_RUN = ['results.json', 'run.har', 'junit.xml', 'ctrf.json', 'summary.md', 'index.html'];

/** Lets an error of a run through to the terminal, and keeps the end of it for the front page. */
function overheard({ stderr }: ChildProcess): () => string {
  let last = '';
  stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    last = (last + chunk.toString('utf8')).slice(-LONGEST_TROUBLE);
  });
  return () => last.trim();
}

const LONGEST_TROUBLE = 1_000;

/** The page and the summary that stand before the reports of all tenants. */
async function writeFront(front: string, history: string, runs: readonly Ran[]): Promise<string> {
  const judged = runs.flatMap(({ tenant, results }) => (results ? [{ tenant, results }] : []));
  const nights = judged.flatMap(({ tenant, results }) => {
    const last = asPast(results);
    // A whole run stands in its history already, a part of one never does.
    return [...lastRuns(history, tenant, NIGHTS).filter(({ at }) => at !== last.at), last];
  });
  const page = comparisonPage(nights, loadRegistry(await loadContract()), {
    reports: new Map(judged.map(({ tenant }) => [tenant, `${tenant}/index.html`])),
    troubles: new Map(runs.flatMap(({ tenant, results, trouble }) => (results ? [] : [[tenant, trouble]]))),
  });
  const summaries = await Promise.all(runs.map((one) => summaryOf(front, one)));
  await writeWhole(path.join(front, 'summary.md'), summaries.join('\n'));
  const file = path.join(front, 'index.html');
  await writeWhole(file, page);
  return file;
}

async function summaryOf(front: string, { tenant, results, trouble }: Ran): Promise<string> {
  if (results) return readFile(path.join(front, tenant, 'summary.md'), 'utf8');
  return `## Conformance of ${tenant}: not checked\n\n    ${trouble.replaceAll('\n', '\n    ')}\n`;
}

function lineOf({ tenant, code, results }: Ran): string {
  if (!results) return `${tenant}: not checked (exit ${code})`;
  const { outcome, gate } = results.run;
  // Whose settings a pipeline was not given was not tested.
  const name = results.run.tenant === tenant ? tenant : `${tenant} (${results.run.tenant})`;
  return `${name}: ${outcome}, gate ${gate} (exit ${code})`;
}
