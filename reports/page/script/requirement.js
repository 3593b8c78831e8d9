import { checksPart } from './checks.js';
import { copyButton } from './copy.js';
import { evidenceOf } from './data.js';
import { compared } from './diff.js';
import { formatNumber, make } from './dom.js';
import { findingsList, linkTo, sequence } from './exchange.js';
import { factsPart, faultsPart, linesLinked, part } from './facts.js';
import { formatJson } from './json.js';
import { pastRunsPart } from './past-runs.js';
import { replayCommand, ticketOf } from './ticket.js';

/**
 * @typedef {import('./dom.js').Child} Child
 * @typedef {import('../data.ts').PageData} PageData
 * @typedef {import('../data.ts').PageRequirement} PageRequirement
 * @typedef {import('../data.ts').PageEvidence} PageEvidence
 * @typedef {import('../data.ts').PageRun} PageRun
 */

/**
 * The details of one requirement, built when its row is first opened.
 * @param {PageData} data
 * @param {number} index
 */
export async function requirementBody({ requirements, run, pastRuns }, index) {
  const requirement = /** @type {PageRequirement} */ (requirements[index]);
  const evidence = await evidenceOf(index);
  return make(
    'div',
    { class: 'inside' },
    run && whyPart(requirement, evidence, run),
    counterexamplePart(evidence),
    actions(requirement, evidence, run),
    evidence && exchangesPart(requirement, evidence),
    run && !evidence && part('Exchanges', noExchanges(requirement)),
    checksPart(requirement, evidence),
    requirement.faults && faultsPart(requirement.faults, run === undefined),
    pastRunsPart(requirement, pastRuns),
    factsPart(requirement, run),
  );
}

/**
 * @param {PageRequirement} requirement
 * @param {PageEvidence | undefined} evidence
 * @param {PageRun} run
 */
function whyPart(requirement, evidence, run) {
  const own = evidence?.findings.filter((finding) => finding.requirement === requirement.id) ?? [];
  const isContractFinding = requirement.verdict === 'violates' && own.length > 0;
  return part(
    'Why',
    evidence && storyList(requirement, evidence, run),
    isContractFinding ? make('p', { class: 'why' }, 'A response deviates from the contract:') : whyText(requirement),
    isContractFinding
      ? findingsList(own, requirement.id)
      : isConforming(requirement)
        ? undefined
        : valuesOf(requirement),
  );
}

/**
 * What was sent, what was required and what came back.
 * @param {PageRequirement} requirement
 * @param {PageEvidence} evidence
 * @param {PageRun} run
 */
function storyList({ section, lines, sentence }, { story, brief }, { specification }) {
  if (!story) return undefined;
  const { sent, came } = brief ?? story;
  // Lines of a text that the reader cannot open say nothing here; they are among the facts.
  const where = specification === undefined ? [] : [', ', linesLinked(lines, specification)];
  /** @type {readonly (readonly [string, Child])[]} */
  const sentences = [
    ['Sent', sent],
    ['Required', [`The specification, section “${section}”`, where, `: ${sentence}`]],
    ['Came back', came],
  ];
  return make(
    'dl',
    { class: 'story' },
    sentences.map(([name, text]) => make('div', {}, make('dt', {}, name), make('dd', {}, text))),
  );
}

/** @param {PageRequirement} requirement */
function whyText({ verdict, reason = '', known, accepted, standsOn, checks, isFlaky }) {
  const count = `${checks.length} check${checks.length === 1 ? '' : 's'}`;
  /** @type {Readonly<Record<string, readonly Child[]>>} */
  const words = {
    conforms: [`${count} passed.`],
    fixed: [
      'The baseline lists this violation as known, but the requirement conforms now. Delete the row from the baseline.',
    ],
    violates: [reason === '' ? 'The check expected and saw:' : `The check tested: ${reason}.`],
    known: [`A known violation, listed in the baseline: ${known?.reason ?? ''}.`, ...knownFacts(known)],
    inconclusive: standsOn
      ? ['Inconclusive: the check depends on ', linkTo(standsOn), ', which is violated.']
      : [`Inconclusive: ${reason}.`],
    untested: [`Untested: ${reason}.`, accepted === undefined ? '' : ` The baseline accepts this gap: ${accepted}.`],
  };
  return make(
    'p',
    { class: 'why' },
    words[verdict ?? ''],
    isFlaky && ' An earlier attempt failed: the check is flaky. All attempts are listed below.',
  );
}

/**
 * @param {PageRequirement['known']} known
 * @returns {Child[]}
 */
function knownFacts(known) {
  if (!known) return [];
  const { ticket, since, expires } = known;
  return [
    ticket !== undefined && [' ', /^https?:\/\//.test(ticket) ? make('a', { href: ticket }, ticket) : ticket],
    since !== undefined && `, since ${since}`,
    expires !== undefined && `, until ${expires}`,
  ];
}

/**
 * Expected beside seen.
 * @param {PageRequirement} requirement
 */
function valuesOf({ expected, seen }) {
  if (expected === undefined && seen === undefined) return undefined;
  if (expected !== undefined && seen !== undefined) return compared(expected, seen);
  const side = expected === undefined ? 'seen' : 'expected';
  return make(
    'dl',
    { class: 'sides' },
    make(
      'div',
      { class: side },
      make('dt', {}, side === 'seen' ? 'Seen' : 'Expected'),
      make('dd', {}, expected ?? seen),
    ),
  );
}

/** @param {PageEvidence | undefined} evidence */
function counterexamplePart(evidence) {
  if (!evidence?.counterexample) return undefined;
  const { input, inputs, shrinks, path } = evidence.counterexample;
  return part(
    'Smallest failing input',
    formatJson(input),
    make(
      'p',
      { class: 'size' },
      `Found after ${formatNumber(inputs)} inputs and shrunk ${formatNumber(shrinks)} times; path `,
      make('code', {}, path),
    ),
  );
}

/**
 * @param {PageRequirement} requirement
 * @param {PageEvidence | undefined} evidence
 * @param {PageRun | undefined} run
 */
function actions(requirement, evidence, run) {
  const link = () => `${location.href.split('#')[0] ?? ''}#${requirement.id}`;
  if (!run) return make('div', { class: 'actions' }, copyButton('Copy link', link, 'link'));
  const again = replayCommand(evidence?.foundBy ?? requirement.id, run, evidence?.counterexample?.path);
  const isBroken = requirement.verdict === 'violates' || requirement.verdict === 'known';
  return make(
    'div',
    { class: 'again' },
    make('pre', { class: 'command', tabindex: '0', 'aria-label': 'Command that replays this requirement' }, again),
    make(
      'div',
      { class: 'actions' },
      isBroken && copyButton('Copy bug ticket', () => ticketOf(requirement, evidence, run), 'ticket'),
      evidence?.curl !== undefined && copyButton('Copy as curl', () => evidence.curl ?? '', 'terminal'),
      copyButton('Copy command', () => again),
      copyButton('Copy link', link, 'link'),
    ),
  );
}

/**
 * @param {PageRequirement} requirement
 * @param {PageEvidence} evidence
 */
function exchangesPart(requirement, { exchanges, dropped, curl, findings, broken }) {
  const elsewhere = findings.filter((finding) => finding.requirement !== requirement.id);
  return part(
    'Exchanges',
    dropped > 0 &&
      make(
        'p',
        { class: 'cut' },
        `The first ${formatNumber(dropped)} of ${formatNumber(dropped + exchanges.length)} are omitted here. results.json contains all of them.`,
      ),
    exchanges.length > 0 ? sequence(exchanges, dropped, broken) : noExchanges(requirement),
    elsewhere.length > 0 &&
      make(
        'p',
        { class: 'size' },
        'Other findings in these exchanges, reported under: ',
        elsewhere.map(({ requirement }, index) => [index > 0 && ', ', linkTo(requirement)]),
      ),
    curl !== undefined &&
      make(
        'details',
        { class: 'script' },
        make('summary', {}, 'Requests as curl commands'),
        make('pre', { class: 'body', tabindex: '0' }, curl),
      ),
  );
}

/** @param {PageRequirement} requirement */
function isConforming({ verdict }) {
  return verdict === 'conforms' || verdict === 'fixed';
}

/** @param {PageRequirement} requirement */
function noExchanges(requirement) {
  const words = isConforming(requirement)
    ? 'The exchanges of conforming requirements are not embedded here. They are in run.har next to this page, and a replay records them again.'
    : 'No request was sent.';
  return make('p', { class: 'nothing' }, words);
}
