import type { Verdict } from '../contracts/results.ts';
import type { PastRun } from './history.ts';

/** What became of one promise from one run to the next. */
export type Change = 'broken' | 'mended' | 'newly tested' | 'lost' | 'unsettled' | 'same';

/** One promise over all runs; a run that did not judge it has nothing. */
export interface ComparedRow {
  readonly id: string;
  readonly verdicts: readonly (Verdict | undefined)[];
  /** What happened between each run and the one before it. */
  readonly changes: readonly Change[];
  readonly differs: boolean;
}

export interface Comparison {
  readonly runs: readonly PastRun[];
  readonly rows: readonly ComparedRow[];
}

const BROKEN: readonly (Verdict | undefined)[] = ['violates', 'known'];
const KEPT: readonly (Verdict | undefined)[] = ['conforms', 'fixed'];

/** Several runs side by side: nights of one tenant in their order, or tenants as they were given. */
export function compare(runs: readonly PastRun[]): Comparison {
  const ids = [...new Set(runs.flatMap(({ verdicts }) => [...verdicts.keys()]))];
  const rows = ids.map((id): ComparedRow => {
    const verdicts = runs.map((run) => run.verdicts.get(id));
    const changes = verdicts.slice(1).map((verdict, index) => changeOf(verdicts[index], verdict));
    return { id, verdicts, changes, differs: new Set(verdicts).size > 1 };
  });
  return { runs, rows };
}

export function changeOf(before: Verdict | undefined, now: Verdict | undefined): Change {
  if (before === now) return 'same';
  if (BROKEN.includes(now)) return BROKEN.includes(before) ? 'same' : 'broken';
  // A check that is gone, or that no longer comes to an answer, says nothing any more of what it said before.
  if (now === undefined || now === 'untested') return before === undefined || before === 'untested' ? 'same' : 'lost';
  if (now === 'inconclusive') return 'unsettled';
  if (BROKEN.includes(before)) return 'mended';
  return KEPT.includes(before) ? 'same' : 'newly tested';
}

/** The promises that one run found otherwise than the one before it, by what became of them. */
export function newsOf({ rows }: Comparison, index: number): ReadonlyMap<Change, readonly string[]> {
  const news = new Map<Change, string[]>();
  for (const { id, changes } of rows) {
    const change = changes[index - 1] ?? 'same';
    if (change !== 'same') news.set(change, [...(news.get(change) ?? []), id]);
  }
  return news;
}
