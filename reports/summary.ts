import type { RequirementResult, Results } from '../evidence/results.ts';
import { groupedBy } from '../contracts/grouped.ts';
import { commonWaitOf, gainOf, groupsOf, openTitle, titleOf, untestedOf, waitsOf } from './causes.ts';
import { code, text } from './markdown.ts';
import { replayOf } from './again.ts';
import { fallOf } from './told.ts';
import { troublesOf, type Trouble } from './violations.ts';

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
    ...fall(results),
    '| violated | known | fixed | inconclusive | untested | untestable |',
    '|---:|---:|---:|---:|---:|---:|',
    `| ${counts.violates} | ${counts.known} | ${counts.fixed} | ${counts.inconclusive} | ${counts.untested} | ${counts.untestable} |`,
    '',
    ...section(
      'Violated',
      troublesOf(requirements).map((one) => troubleLine(one, run)),
    ),
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
    ...section(openTitle(open), reasonsOf(open)),
    ...section(
      'Defects of the suite',
      run.defects.map((defect) => `- ${text(defect.split('\n')[0] ?? '')}`),
    ),
    `Seed ${run.seed}, ${(run.milliseconds / 1000).toFixed(1)} s, ${run.exchanges} exchanges.`,
    '',
  ].join('\n');
}

function fall({ run: { told } }: Results): string[] {
  const words = told && fallOf(told);
  return words === undefined ? [] : [`${text(words)}.`, ''];
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length > MOST ? [`- and ${lines.length - MOST} more`] : [];
  return [`### ${title}`, '', ...lines.slice(0, MOST), ...more, ''];
}

/** Violations of one cause in one line; the first of them stands for all. */
function troubleLine({ title, violated, inconclusive }: Trouble, run: Results['run']): string {
  const [first, ...others] = violated;
  if (!first) return '';
  if (others.length === 0) return brokenLine(first, run);
  const unjudged = inconclusive.length > 0 ? `, ${inconclusive.length} more could not be judged because of it` : '';
  const head = `- ${text(title ?? first.sentence)}: ${violated.length} requirements${unjudged}`;
  return `${head}, such as ${brokenLine(first, run).slice(2)}`;
}

function brokenLine(one: RequirementResult, run: Results['run']): string {
  const { id, sentence, reason, expected, seen } = one;
  const sides = [expected && `expected ${code(expected)}`, seen && `seen ${code(seen)}`].filter(Boolean).join(', ');
  const lines = [reason === undefined ? '' : text(reason), sides, `again ${code(replayOf(one, run))}`];
  return `- \`${id}\` ${[text(sentence), ...lines].filter((line) => line !== '').join('<br>')}`;
}

/** Requirements that are inconclusive, by reason, and untested ones, by what a user would do. */
function reasonsOf(open: readonly RequirementResult[]): string[] {
  const inconclusive = open.filter(({ verdict }) => verdict === 'inconclusive');
  const accepted = open.filter((one) => one.accepted !== undefined).length;
  const reasons = [...groupedBy(inconclusive, ({ reason = '' }) => reason.split('\n')[0] ?? '')];
  const groups = groupsOf(untestedOf(open));
  const { longest, shorter } = waitsOf(groups);
  return [
    ...reasons
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([reason, { length }]) => `- ${length} inconclusive: ${text(reason)}`),
    ...groups
      .filter((group) => !shorter.includes(group))
      .map((group) => {
        const further = group === longest ? commonWaitOf(shorter) : '';
        return `- ${text(titleOf(group))}: ${gainOf(group)}${text(further)}`;
      }),
    ...(accepted > 0 ? [`- ${accepted} untested, accepted in the baseline`] : []),
  ];
}
