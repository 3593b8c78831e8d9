import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createHash } from 'node:crypto';
import type { Gate, Outcome, Results, Verdict } from '../evidence/results.ts';
import { currentId } from '../contracts/requirements/renamed.ts';
import { makeFolder } from '../evidence/folders.ts';
import { StorageProblem } from '../evidence/whole-files.ts';
import { LETTERS, VERDICT_OF } from './page/script/changes.js';

/** One run in a history file. Each verdict is one letter, so that a year of nightly runs stays small. */
export interface PastRun {
  readonly tenant: string;
  readonly at: string;
  readonly seed: number;
  readonly outcome: Outcome;
  /** Missing in lines of earlier releases. */
  readonly gate?: Gate;
  readonly milliseconds: number;
  readonly exchanges: number;
  /** The verdicts by requirement; one that is missing had no check then. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

/** The ids that the letters of later lines stand for. A line of its own whenever they change. */
interface IdsLine {
  readonly ids: readonly string[];
  readonly key: string;
}

interface RunLine extends Omit<PastRun, 'verdicts'> {
  readonly key: string;
  readonly letters: string;
}

/** Where the runs of a tenant are kept. Names of tenants come from users, and are no paths. */
export function historyFile(folder: string, tenant: string): string {
  return path.join(folder, `${tenant.replace(/[^\w.-]+/g, '-')}.jsonl`);
}

/** Appends a run to the history of its tenant: one line, and one more where the set of requirements has changed. */
export function appendRun(folder: string, { run, requirements }: Results): void {
  const file = historyFile(folder, run.tenant);
  const ids = requirements.map(({ id }) => id);
  const key = createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 12);
  const line: RunLine = {
    tenant: run.tenant,
    at: run.startedAt,
    seed: run.seed,
    outcome: run.outcome,
    gate: run.gate,
    milliseconds: run.milliseconds,
    exchanges: run.exchanges,
    key,
    letters: requirements.map(({ verdict }) => LETTERS[verdict]).join(''),
  };
  try {
    makeFolder(folder);
    const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
    // What a crash cut off may not take the next line with it.
    const cut = before === '' || before.endsWith('\n') ? '' : '\n';
    const idsLine = before.includes(`"key":"${key}","ids"`) ? '' : `${JSON.stringify({ key, ids })}\n`;
    appendFileSync(file, `${cut}${idsLine}${JSON.stringify(line)}\n`);
  } catch (error) {
    throw new StorageProblem(file, error);
  }
}

/** The runs of one file, the oldest first. A line that was cut off by a crash is left out. */
export function readRuns(file: string): PastRun[] {
  const ids = new Map<string, readonly string[]>();
  const runs: PastRun[] = [];
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    const line = parsed(text);
    if (!line) continue;
    if ('ids' in line) ids.set(line.key, line.ids);
    else runs.push(pastRun(line, ids.get(line.key) ?? []));
  }
  return runs.sort((a, b) => (a.at < b.at ? -1 : 1));
}

function parsed(text: string): IdsLine | RunLine | undefined {
  try {
    return JSON.parse(text) as IdsLine | RunLine;
  } catch {
    return undefined;
  }
}

function pastRun({ letters, key: _, ...run }: RunLine, ids: readonly string[]): PastRun {
  const verdicts = ids.flatMap((id, index) => {
    const verdict = VERDICT_OF.get(letters[index] ?? '');
    return verdict === undefined ? [] : [[currentId(id), verdict] as const];
  });
  return { ...run, verdicts: new Map(verdicts) };
}

/** The last nights of a tenant, the oldest first. */
export function lastRuns(folder: string, tenant: string, most: number): PastRun[] {
  const file = historyFile(folder, tenant);
  try {
    return existsSync(file) ? readRuns(file).slice(-most) : [];
  } catch (error) {
    throw new StorageProblem(file, error);
  }
}

/** A run that has just been judged, as its history will keep it. */
export function asPast({ run, requirements }: Results): PastRun {
  const { tenant, startedAt, seed, outcome, gate, milliseconds, exchanges } = run;
  const verdicts = new Map(requirements.map(({ id, verdict }) => [currentId(id), verdict]));
  return { tenant, at: startedAt, seed, outcome, gate, milliseconds, exchanges, verdicts };
}
