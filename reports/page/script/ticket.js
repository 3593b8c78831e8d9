import { formatDuration } from './dom.js';
import { plain, uncoloured } from './visible.js';

/**
 * @typedef {import('../data.ts').PageRequirement} PageRequirement
 * @typedef {import('../data.ts').PageEvidence} PageEvidence
 * @typedef {import('../data.ts').PageRun} PageRun
 */

const MOST_EXCHANGES = 20;
const LONGEST = 4_000;

/**
 * The command that checks one requirement again, against the same tenant and with the same inputs.
 * @param {string} id
 * @param {PageRun} run
 * @param {string | undefined} path
 */
export function replayCommand(id, { seed, replay, flags }, path) {
  return `${replay} ${id} --seed=${seed}${path === undefined ? '' : ` --path=${path}`}${flags}`;
}

/**
 * A bug report in Markdown. Text from the tenant is in code fences, where it cannot act as markup.
 * @param {PageRequirement} requirement
 * @param {PageEvidence | undefined} evidence
 * @param {PageRun} run
 */
export function ticketOf(requirement, evidence, run) {
  const { id, sentence, level, kind, section, lines, expected, seen, operations, checks } = requirement;
  const story = evidence?.story;
  const error = evidence?.tries.findLast((one) => one.error !== undefined)?.error?.text;
  const counterexample = evidence?.counterexample;
  const exchanges = evidence?.exchanges ?? [];
  const dropped = (evidence?.dropped ?? 0) + Math.max(0, exchanges.length - MOST_EXCHANGES);
  const versions = Object.entries(run.versions).map(([name, version]) => `${name} ${version}`);
  return [
    `# ${inline(story?.title ?? sentence)}`,
    '',
    ...(story ? [inline(story.sent), '', inline(story.required), '', inline(story.came), ''] : []),
    `- **Requirement**: \`${id}\` (${level}, ${kind})`,
    `- **Specification**: ${inline(section)}, lines ${lines}`,
    ...(operations.length > 0 ? [`- **Operations**: ${operations.map((one) => `\`${one}\``).join(', ')}`] : []),
    ...(checks.length > 0 ? [`- **Check**: ${checks.map(({ file, line }) => `\`${file}:${line}\``).join(', ')}`] : []),
    `- **Tenant**: ${inline(run.tenant)}, ${run.startedAt}`,
    `- **Seed**: ${run.seed} (${versions.map(inline).join(', ')})`,
    '',
    ...(expected === undefined ? [] : ['## Expected', '', fenced(expected), '']),
    ...(seen === undefined ? [] : ['## Seen', '', fenced(seen), '']),
    ...(expected === undefined && seen === undefined ? ['## Seen', '', fenced(requirement.reason ?? ''), ''] : []),
    ...(counterexample ? ['## Smallest failing input', '', fenced(counterexample.input, 'json'), ''] : []),
    ...(error === undefined ? [] : ['## Error message', '', fenced(uncoloured(error)), '']),
    '## Reproduce',
    '',
    fenced(replayCommand(evidence?.foundBy ?? id, run, counterexample?.path), 'sh'),
    '',
    ...(exchanges.length > 0
      ? [
          `## Exchanges${dropped > 0 ? ` (the last ${Math.min(exchanges.length, MOST_EXCHANGES)})` : ''}`,
          '',
          fenced(exchanges.slice(-MOST_EXCHANGES).map(exchangeText).join('\n\n'), 'http'),
          '',
        ]
      : []),
    ...(evidence?.curl !== undefined && evidence.curl.length < LONGEST * 4
      ? ['## Requests as curl commands', '', fenced(evidence.curl, 'sh', LONGEST * 4), '']
      : []),
  ].join('\n');
}

/** @param {import('../data.ts').PageExchange} exchange */
function exchangeText({ actor, method, url, requestBody, status, responseBody, failure, milliseconds }) {
  return [
    `> ${method} ${url} as ${actor}`,
    ...(requestBody ? [`> ${shortened(requestBody.text)}`] : []),
    `< ${status ?? failure ?? 'no response'} (${formatDuration(milliseconds)})`,
    ...(responseBody ? [`< ${shortened(responseBody.text)}`] : []),
  ].join('\n');
}

/** @param {string} text */
function shortened(text) {
  return text.length > 1_000 ? `${text.slice(0, 1_000)} …` : text;
}

/**
 * @param {string} text
 * @param {string} [language]
 * @param {number} [longest]
 */
function fenced(text, language = '', longest = LONGEST) {
  const shown = plain(text.length > longest ? `${text.slice(0, longest)} …` : text);
  const ticks = Math.max(2, ...(shown.match(/`+/g) ?? []).map(({ length }) => length)) + 1;
  const fence = '`'.repeat(ticks);
  return `${fence}${language}\n${shown}\n${fence}`;
}

/**
 * Text from outside, escaped for a line of Markdown.
 * @param {string} text
 */
function inline(text) {
  return plain(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>#|~]/g, (character) => (character === '<' ? '&lt;' : `\\${character}`));
}
