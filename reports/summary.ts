import type { RequirementResult, Results } from '../evidence/results.ts';
import { code, text } from './markdown.ts';

const MOST = 20;

/** The summary of a run in Markdown, for a pull request. */
export function summaryOf(results: Results): string {
  const { run, counts, requirements } = results;
  const of = (verdict: RequirementResult['verdict']) => requirements.filter((one) => one.verdict === verdict);
  const open = requirements.filter(({ verdict }) => verdict === 'untested' || verdict === 'inconclusive');
  const flaky = requirements.filter(({ isFlaky }) => isFlaky === true);
  return [
    `## Conformance of ${text(run.tenant)}: ${run.outcome}${run.isPartial ? ' (partial)' : ''}`,
    '',
    `The gate ${run.gate === 'incomplete' ? 'is **incomplete**' : `**${run.gate}**`}. ${counts.conforms + counts.fixed} of ${counts.total} requirements conform.`,
    '',
    '| violated | known | fixed | inconclusive | untested | untestable |',
    '|---:|---:|---:|---:|---:|---:|',
    `| ${counts.violates} | ${counts.known} | ${counts.fixed} | ${counts.inconclusive} | ${counts.untested} | ${counts.untestable} |`,
    '',
    ...section('Violated', of('violates').map(brokenLine)),
    ...section(
      'Baseline rows to delete or review',
      run.staleRows.map(
        ({ requirement, line, why }) =>
          `- \`${requirement}\` (${text(run.baseline?.file ?? '')}:${line}): ${text(why)}`,
      ),
    ),
    ...section(
      'Known',
      of('known').map(
        ({ id, known }) => `- \`${id}\` ${text([known?.ticket, known?.reason].filter(Boolean).join(': '))}`,
      ),
    ),
    ...section(
      'Flaky',
      flaky.map(({ id, tests }) => `- \`${id}\` passed on attempt ${tests.map((one) => one.attempts).join(', ')}`),
    ),
    ...section('Not established', reasonsOf(open)),
    ...section(
      'Defects of the suite',
      run.defects.map((defect) => `- ${text(defect.split('\n')[0] ?? '')}`),
    ),
    `Seed ${run.seed}, ${(run.milliseconds / 1000).toFixed(1)} s, ${run.exchanges} exchanges.`,
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length > MOST ? [`- and ${lines.length - MOST} more`] : [];
  return [`### ${title}`, '', ...lines.slice(0, MOST), ...more, ''];
}

function brokenLine({ id, sentence, expected, seen }: RequirementResult): string {
  const sides = [expected && `expected ${code(expected)}`, seen && `seen ${code(seen)}`].filter(Boolean).join(', ');
  return `- \`${id}\` ${text(sentence)}${sides === '' ? '' : `<br>${sides}`}`;
}

/** Requirements that were not established, counted by reason. */
function reasonsOf(open: readonly RequirementResult[]): string[] {
  const reasons = new Map<string, number>();
  for (const { verdict, reason = '', accepted } of open) {
    const key = `${verdict}${accepted === undefined ? '' : ', accepted'}: ${reason.split('\n')[0] ?? ''}`;
    reasons.set(key, (reasons.get(key) ?? 0) + 1);
  }
  return [...reasons].sort(([, a], [, b]) => b - a).map(([reason, count]) => `- ${count} ${text(reason)}`);
}
