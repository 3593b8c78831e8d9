import { commandLine } from '../contracts/installation.ts';
import { join } from 'node:path';
import { groupedBy } from '../contracts/grouped.ts';
import type { Remaining } from '../evidence/ledger-entry.ts';
import type { RequirementResult, Results } from '../evidence/results.ts';
import { neededBeside, replayOf } from './again.ts';
import { commonWaitOf, gainOf, groupsOf, titleOf, untestedOf, waitsOf, type CauseGroup } from './causes.ts';
import { fallOf } from './told.ts';
import { counted, fitted, TERMINAL_WIDTH } from './terminal-lines.ts';
import { requestOf } from './story.ts';
import { troublesOf, type Trouble } from './violations.ts';

/** The last lines on a terminal: what is true of the tenant, what is untested, what is broken and how to see it again. */
export function terminalText(results: Results, page = join(results.run.reportFolder, 'index.html')): string {
  const { run, counts, requirements } = results;
  return [
    ...inconclusive(requirements, page),
    ...untested(requirements, page),
    ...run.defects.map((defect) => `A check of the suite is wrong: ${defect.split('\n')[0] ?? ''}`),
    ...leftBehind(run.leftBehind, page),
    ...known(requirements),
    ...stale(results),
    ...fall(results),
    ...violations(results, page),
    ...besideReplays(results),
    '',
    `${run.outcome}${run.isPartial ? ' (partial: a selection was judged)' : ''}: ${counts.conforms} of ${counts.total} requirements conform` +
      `, ${counts.violates} violated${counts.known > 0 ? `, ${counts.known} known` : ''}${counts.fixed > 0 ? `, ${counts.fixed} fixed` : ''}` +
      `, ${counts.inconclusive} inconclusive, ${counts.untested} untested`,
    `tenant ${run.tenant}, seed ${run.seed}, ${(run.milliseconds / 1000).toFixed(1)} s, ${run.exchanges} exchanges, gate ${run.gate}`,
    `report ${page}`,
  ].join('\n');
}

/** The lines as far as there is room for them, and how many there are more. */
function atMost(most: number, lines: readonly string[], what: string, page: string): string[] {
  if (lines.length <= most) return [...lines];
  const more = lines.length - most + 1;
  const words = `  and ${more} more ${what}${more === 1 ? '' : 's'}, all in`;
  const last = [`${words} ${page}`, `${words} the report`].find(({ length }) => length <= TERMINAL_WIDTH) ?? words;
  return [...lines.slice(0, most - 1), last];
}

const MOST_REASONS = 10;
const MOST_IDS = 3;

function inconclusive(requirements: readonly RequirementResult[], page: string): string[] {
  const open = requirements.filter(({ verdict }) => verdict === 'inconclusive');
  if (open.length === 0) return [];
  const reasons = [...groupedBy(open, ({ reason = '' }) => reason.split('\n')[0] ?? '')]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, group]) => {
      const more = group.length > MOST_IDS ? `, and ${group.length - MOST_IDS} more` : '';
      const ids = group.slice(0, MOST_IDS).map(({ id }) => id);
      return [`  ${reason}`, `    ${ids.join(', ')}${more}`].map(fitted).join('\n');
    });
  return ['', `Inconclusive: ${counted(open.length, 'requirement')}`, ...atMost(MOST_REASONS, reasons, 'reason', page)];
}

/** The lines of all untested requirements together. */
const MOST_LINES_OF_UNTESTED = 15;

/** What a user would do about the untested requirements, the largest gain first. */
function untested(requirements: readonly RequirementResult[], page: string): string[] {
  const all = requirements.filter(({ verdict }) => verdict === 'untested');
  if (all.length === 0) return [];
  const accepted = all.filter((one) => one.accepted !== undefined).length;
  const head = [
    `Untested: ${counted(all.length, 'requirement')}`,
    ...(accepted > 0 ? [`  accepted in the baseline: ${counted(accepted, 'requirement')}`] : []),
  ];
  const groups = groupsOf(untestedOf(requirements));
  // One line is enough for all waits: the longest, and the one that most of them need.
  const { longest, shorter } = waitsOf(groups);
  const lines = groups
    .filter((group) => !shorter.includes(group))
    .map((group) => (group === longest ? fitted(causeLine(group) + commonWaitOf(shorter)) : causeLine(group)));
  return ['', ...head, ...atMost(MOST_LINES_OF_UNTESTED - head.length, lines, 'cause', page)];
}

const FEW_IDS = 2;

function causeLine(group: CauseGroup): string {
  const line = `  ${titleOf(group)}: ${gainOf(group)}`;
  const named = `${line} (${group.requirements.map(({ id }) => id).join(', ')})`;
  return group.requirements.length <= FEW_IDS && named.length <= TERMINAL_WIDTH ? named : fitted(line);
}

const MOST_LINES_OF_LEFT = 5;
/** Ids and quoted names, which distinguish things of one kind, with the word before them. A number of minutes is none. */
const NAMES = /( of)? ("[^"]*"|(?!\d+ (seconds|minutes|hours)\b)\b[\w-]*\d[\w-]*\b)/g;

/** What is left on the tenant, by kind; what somebody has to clean up comes first. */
function leftBehind(all: readonly Remaining[], page: string): string[] {
  if (all.length === 0) return [];
  const expiring = (group: readonly Remaining[]) => Number(group.every(({ expires }) => expires));
  const kinds = [...groupedBy(all, ({ what }) => what.replace(NAMES, ''))].sort(
    ([, one], [, other]) => expiring(one) - expiring(other) || other.length - one.length,
  );
  const lines = kinds.map(([kind, group]) => {
    const [first = kind, ...others] = new Set(group.map(({ what }) => what));
    const words = others.length === 0 ? first : kind;
    return fitted(group.length === 1 ? `  ${words}` : `  ${group.length} × ${words}`);
  });
  return ['', 'Left behind', ...atMost(MOST_LINES_OF_LEFT - 1, lines, 'kind', page)];
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

function fall({ run: { told } }: Results): string[] {
  const words = told && fallOf(told);
  return words === undefined
    ? []
    : ['', `${words}: the gate is incomplete until \`${commandLine('baseline')}\` accepts it`];
}

/** Further ones are in the report: a terminal is read from its end. */
const MOST_CAUSES = 20;

/** What is violated, by cause, the cause with the most requirements last, next to the outcome. */
function violations(results: Results, page: string): string[] {
  const troubles = troublesOf(results.requirements);
  const more = troubles.length - MOST_CAUSES;
  return [
    ...(more > 0 ? ['', `${counted(more, 'further cause')} of violations: ${page}`] : []),
    ...troubles
      .slice(0, MOST_CAUSES)
      .reverse()
      .flatMap((trouble) => violationsOf(trouble, results)),
  ];
}

/** Once, because it is the same for each command that repeats a check. */
function besideReplays({ run, counts }: Results): string[] {
  const beside = counts.violates === 0 ? undefined : neededBeside(run);
  return beside === undefined ? [] : ['', `The lines behind "again" need ${beside}`];
}

/** Violations of one cause: the first of them stands for all. */
function violationsOf({ title, violated, inconclusive }: Trouble, results: Results): string[] {
  const [first, ...others] = violated;
  if (!first) return [];
  const head =
    others.length === 0
      ? [`violates ${first.id}`]
      : [
          fitted(`violates ${violated.length} requirements: ${title ?? first.sentence}`),
          fitted(`  ${idsOf(violated)}`),
        ];
  const unjudged = inconclusive.length > 0 ? [`  ${inconclusive.length} more could not be judged because of it`] : [];
  return ['', ...head, ...violationLines(first, results), ...unjudged];
}

const IDS_OF_CAUSE = 3;

function idsOf(violated: readonly RequirementResult[]): string {
  const ids = violated.slice(0, IDS_OF_CAUSE).map(({ id }) => id);
  const more = violated.length - ids.length;
  return `${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function violationLines(one: RequirementResult, { run }: Results): string[] {
  const sent = requestOf(one);
  return [
    `  ${one.sentence}`,
    ...(sent === undefined ? [] : [`  sent      ${sent}`]),
    // Where the check says in words what it compares, the two sides alone would not be understood.
    ...(one.reason === undefined ? [] : [`  about     ${one.reason}`]),
    ...(one.expected === undefined ? [] : [`  expected  ${one.expected}`]),
    ...(one.seen === undefined ? [] : [`  seen      ${one.seen}`]),
    `  again     ${replayOf(one, run)}`,
  ];
}
