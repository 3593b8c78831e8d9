import { exchangeText, shownOf } from '../evidence/exchange-text.ts';
import type { RequirementResult, Results } from '../evidence/results.ts';

/**
 * The verdicts as JUnit XML, a suite for each family and a case for each requirement. Playwright's own would show a requirement
 * green whose answers break the contract in somebody else's check.
 */
export function junitOf({ run, requirements }: Results): string {
  const families = new Map<string, RequirementResult[]>();
  for (const one of requirements) families.set(one.family, [...(families.get(one.family) ?? []), one]);
  const suites = [...families].map(
    ([family, own]) =>
      `  <testsuite name="${attribute(family)}" ${numbers(own)} time="${seconds(own)}" timestamp="${run.startedAt}">\n` +
      own.map(caseOf).join('') +
      '  </testsuite>\n',
  );
  const name = attribute(`conformance of ${run.tenant}`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${name}" ${numbers(requirements)} time="${(run.milliseconds / 1000).toFixed(3)}">\n${suites.join('')}</testsuites>\n`;
}

const IS_FAILURE = (one: RequirementResult) => one.verdict === 'violates';
const IS_ERROR = (one: RequirementResult) => one.verdict === 'inconclusive';
const IS_SKIPPED = (one: RequirementResult) => one.verdict === 'untested' || one.verdict === 'known';

function numbers(all: readonly RequirementResult[]): string {
  const count = (is: (one: RequirementResult) => boolean) => all.filter(is).length;
  return `tests="${all.length}" failures="${count(IS_FAILURE)}" errors="${count(IS_ERROR)}" skipped="${count(IS_SKIPPED)}"`;
}

function seconds(all: readonly RequirementResult[]): string {
  return (all.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000).toFixed(3);
}

function caseOf(one: RequirementResult): string {
  const [test] = one.tests;
  const place = test ? ` file="${attribute(test.file)}" line="${test.line}"` : '';
  const head = `    <testcase classname="${attribute(one.family)}" name="${attribute(one.id)}" time="${(one.milliseconds / 1000).toFixed(3)}"${place}`;
  const body = properties(one) + bodyOf(one) + systemOut(one);
  return body === '' ? `${head}/>\n` : `${head}>\n${body}    </testcase>\n`;
}

/** What tools for test management read of a case. */
function properties({ id, family, level, kind, section, lines, verdict }: RequirementResult): string {
  const all = { requirement: id, family, level, kind, section, lines, verdict };
  const list = Object.entries(all).map(
    ([name, value]) => `        <property name="${name}" value="${attribute(value)}"/>\n`,
  );
  return `      <properties>\n${list.join('')}      </properties>\n`;
}

/** The exchanges of a requirement that does not conform, up to the one that its verdict is about. */
function systemOut({ verdict, evidence, exchange }: RequirementResult): string {
  if (verdict === 'conforms' || verdict === 'fixed' || evidence.length === 0) return '';
  const { shown, left } = shownOf(evidence, exchange);
  const more = left > 0 ? [`${left} more exchanges are in results.json`] : [];
  return `      <system-out>${escaped([...shown.map(exchangeText), ...more].join('\n\n'))}</system-out>\n`;
}

function bodyOf(one: RequirementResult): string {
  const { sentence, reason = '', expected, seen, known } = one;
  const told = [
    sentence,
    reason,
    expected === undefined ? '' : `expected ${expected}`,
    seen === undefined ? '' : `seen ${seen}`,
  ].filter((part) => part !== '');
  if (IS_FAILURE(one)) return element('failure', sentence, told.join('\n'));
  if (IS_ERROR(one)) return element('error', reason, told.join('\n'));
  if (one.verdict === 'known') return element('skipped', `known: ${known?.ticket ?? ''} ${known?.reason ?? ''}`);
  if (one.verdict === 'untested') return element('skipped', one.accepted ?? reason);
  return '';
}

function element(name: string, message: string, text = ''): string {
  const start = `      <${name} message="${attribute(message.trim())}"`;
  return text === '' ? `${start}/>\n` : `${start}>${escaped(text)}</${name}>\n`;
}

/** What XML cannot hold at all, such as the escapes of a terminal or half a surrogate pair. */
const UNFIT = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escaped(text: string): string {
  return text.replace(UNFIT, '\uFFFD').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function attribute(text: string): string {
  return escaped(text).replaceAll('"', '&quot;').replace(/\s+/g, ' ');
}
