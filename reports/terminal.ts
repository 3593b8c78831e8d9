import type { RequirementResult, Results } from '../evidence/results.ts';
import { replayCommand } from './again.ts';

/** The last lines on a terminal: what is true of the tenant, what was not established, what is broken and how to see it again. */
export function terminalText(results: Results): string {
  const { run, counts, requirements } = results;
  const broken = requirements.filter(({ verdict }) => verdict === 'violates');
  return [
    ...notEstablished(requirements),
    ...run.defects.map((defect) => `A check of the suite is wrong: ${defect.split('\n')[0] ?? ''}`),
    ...leftBehind(run.leftBehind),
    ...known(requirements),
    ...stale(results),
    ...broken.flatMap((one) => brokenPromise(one, results)),
    '',
    `${run.outcome}${run.isPartial ? ' (partial: a selection was judged)' : ''}: ${counts.conforms} of ${counts.total} requirements conform` +
      `, ${counts.violates} violated${counts.known > 0 ? `, ${counts.known} known` : ''}${counts.fixed > 0 ? `, ${counts.fixed} fixed` : ''}` +
      `, ${counts.inconclusive} inconclusive, ${counts.untested} untested`,
    `tenant ${run.tenant}, seed ${run.seed}, ${(run.milliseconds / 1000).toFixed(1)} s, ${run.exchanges} exchanges, gate ${run.gate}`,
  ].join('\n');
}

function notEstablished(requirements: readonly RequirementResult[]): string[] {
  const reasons = new Map<string, string[]>();
  for (const { id, verdict, accepted, reason = '' } of requirements) {
    if (verdict !== 'untested' && verdict !== 'inconclusive') continue;
    const word = accepted === undefined ? verdict : `accepted as ${verdict}`;
    const key = `${word}: ${reason.split('\n')[0] ?? ''}`;
    reasons.set(key, [...(reasons.get(key) ?? []), id]);
  }
  const MOST_IDS = 3;
  const lines = [...reasons]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, ids]) => {
      const more = ids.length > MOST_IDS ? `, and ${ids.length - MOST_IDS} more` : '';
      return `  ${reason}\n    ${ids.slice(0, MOST_IDS).join(', ')}${more}`;
    });
  return lines.length > 0 ? ['', 'Not established', ...lines] : [];
}

function leftBehind(what: readonly string[]): string[] {
  const counted = new Map<string, number>();
  for (const one of what) counted.set(one, (counted.get(one) ?? 0) + 1);
  return counted.size > 0 ? ['', 'Left behind', ...[...counted].map(([one, times]) => `  ${one} (${times})`)] : [];
}

function known(requirements: readonly RequirementResult[]): string[] {
  const lines = requirements
    .filter(({ verdict }) => verdict === 'known')
    .map(({ id, known: row }) => `  ${id}: ${[row?.ticket, row?.reason].filter(Boolean).join(', ')}`);
  return lines.length > 0 ? ['', 'Known violations', ...lines] : [];
}

function stale({ run: { staleRows, baseline } }: Results): string[] {
  const lines = staleRows.map(
    ({ requirement, line, why }) => `  ${baseline?.file ?? ''}:${line} ${requirement}: ${why}`,
  );
  return lines.length > 0 ? ['', 'Rows of the baseline to delete or to look at again', ...lines] : [];
}

function brokenPromise(one: RequirementResult, { run }: Results): string[] {
  const path = counterexamplePath(one);
  return [
    '',
    `violates ${one.id}`,
    `  ${one.sentence}`,
    // Where the check says in words what it compares, the two sides alone would not be understood.
    ...(one.reason === undefined ? [] : [`  about     ${one.reason}`]),
    ...(one.expected === undefined ? [] : [`  expected  ${one.expected}`]),
    ...(one.seen === undefined ? [] : [`  seen      ${one.seen}`]),
    `  again     ${replayCommand(run, one.id, path)}`,
  ];
}

function counterexamplePath({ tests }: RequirementResult): string | undefined {
  return tests.map(({ failure }) => failure?.counterexample?.path).find((path) => path !== undefined);
}
