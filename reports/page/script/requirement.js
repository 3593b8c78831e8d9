import { checksPart } from './checks.js';
import { copyButton } from './copy.js';
import { evidenceOf } from './data.js';
import { compared, diffBlock, printedDiff } from './diff.js';
import { formatNumber, make } from './dom.js';
import { findingsList, linkTo, sequence } from './exchange.js';
import { factsPart, faultsPart, part } from './facts.js';
import { prettied } from './json.js';
import { pastRunsPart } from './past-runs.js';
import { replayCommand, ticketOf } from './ticket.js';
import { uncoloured } from './visible.js';

/**
 * @typedef {import('./dom.js').Child} Child
 * @typedef {import('../data.ts').PageData} PageData
 * @typedef {import('../data.ts').PageRequirement} PageRequirement
 * @typedef {import('../data.ts').PageEvidence} PageEvidence
 * @typedef {import('../data.ts').PageRun} PageRun
 */

/**
 * Everything that is known of one requirement.
 * @param {PageData} data
 * @param {number} index
 */
export async function requirementBody({ requirements, run, nights }, index) {
  const requirement = /** @type {PageRequirement} */ (requirements[index]);
  const evidence = await evidenceOf(index);
  return make(
    'div',
    { class: 'inside' },
    run && whyPart(requirement, evidence),
    counterexamplePart(evidence),
    actions(requirement, evidence, run),
    evidence && exchangesPart(requirement, evidence),
    run && !evidence && part('Exchanges', notCarried(requirement)),
    checksPart(requirement, evidence),
    requirement.faults && faultsPart(requirement.faults),
    pastRunsPart(requirement, nights),
    factsPart(requirement, run),
  );
}

/**
 * @param {PageRequirement} requirement
 * @param {PageEvidence | undefined} evidence
 */
function whyPart(requirement, evidence) {
  const own = evidence?.findings.filter((finding) => finding.requirement === requirement.id) ?? [];
  const isAboutAnswers = requirement.verdict === 'violates' && own.length > 0;
  return part(
    'Why',
    isAboutAnswers
      ? make('p', { class: 'why' }, 'The tenant does not keep it. An answer departs from the contract:')
      : whyText(requirement),
    isAboutAnswers
      ? findingsList(own, requirement.id)
      : isKept(requirement)
        ? undefined
        : facingOf(requirement, evidence),
  );
}

/** @param {PageRequirement} requirement */
function whyText({ verdict, reason = '', known, accepted, standsOn, checks, isFlaky }) {
  const said = reason.startsWith('expect(') ? '' : reason;
  const count = `${checks.length} check${checks.length === 1 ? '' : 's'}`;
  /** @type {Readonly<Record<string, readonly Child[]>>} */
  const words = {
    conforms: [`${count} held the tenant to it, and it kept it.`],
    fixed: ['The baseline lists it as known, and yet it is kept now: the row of the baseline has to go.'],
    violates: [
      said === ''
        ? 'The tenant does not keep it. This is what the check expected, and what it saw instead:'
        : `The tenant does not keep it. The check looked at this: ${said}.`,
    ],
    known: [`It is broken as the baseline says: ${known?.reason ?? ''}.`, ...knownFacts(known)],
    inconclusive: standsOn
      ? ['Neither kept nor broken: it cannot be told while ', linkTo(standsOn), ' is broken.']
      : [`Neither kept nor broken: ${said}.`],
    untested: [`Not looked at: ${said}.`, accepted === undefined ? '' : ` The baseline accepts that: ${accepted}.`],
  };
  return make(
    'p',
    { class: 'why' },
    words[verdict ?? ''],
    isFlaky && ' An attempt before failed: the check is flaky, and its attempts stand below.',
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
 * Expected against seen, from the check's own words where they are at hand, and otherwise from what was read of them.
 * @param {PageRequirement} requirement
 * @param {PageEvidence | undefined} evidence
 */
function facingOf({ expected, seen }, evidence) {
  const error = uncoloured(evidence?.tries.findLast((one) => one.error !== undefined)?.error?.text ?? '');
  const rows = printedDiff(error);
  if (rows) return diffBlock(rows);
  const said = {
    expected: /^Expected[^:\n]*:\s*(.+)$/m.exec(error)?.[1] ?? expected,
    seen: /^Received[^:\n]*:\s*(.+)$/m.exec(error)?.[1] ?? seen,
  };
  if (said.expected === undefined && said.seen === undefined) return undefined;
  if (said.expected !== undefined && said.seen !== undefined) {
    const [, status, body] = /^(\d{3}) ([{[].*)$/s.exec(said.seen) ?? [];
    if (status === undefined || body === undefined) return compared(said.expected, said.seen);
    return make('div', {}, compared(said.expected, status), prettied(body));
  }
  const side = said.expected === undefined ? 'seen' : 'expected';
  return make(
    'dl',
    { class: 'sides' },
    make(
      'div',
      { class: side },
      make('dt', {}, side === 'seen' ? 'Seen' : 'Expected'),
      make('dd', {}, said.expected ?? said.seen),
    ),
  );
}

/** @param {PageEvidence | undefined} evidence */
function counterexamplePart(evidence) {
  if (!evidence?.counterexample) return undefined;
  const { input, inputs, shrinks, path } = evidence.counterexample;
  return part(
    'Smallest input that shows it',
    prettied(input),
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
  const again = replayCommand(requirement.id, run, evidence?.counterexample?.path);
  const isBroken = requirement.verdict === 'violates' || requirement.verdict === 'known';
  return make(
    'div',
    { class: 'again' },
    make('pre', { class: 'command', tabindex: '0', 'aria-label': 'Command that looks again' }, again),
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
function exchangesPart(requirement, { exchanges, dropped, curl, findings }) {
  const elsewhere = findings.filter((finding) => finding.requirement !== requirement.id);
  return part(
    'Exchanges',
    dropped > 0 &&
      make(
        'p',
        { class: 'cut' },
        `The first ${formatNumber(dropped)} of ${formatNumber(dropped + exchanges.length)} are left out here; results.json has them all.`,
      ),
    exchanges.length > 0 ? sequence(exchanges, dropped) : notCarried(requirement),
    elsewhere.length > 0 &&
      make(
        'p',
        { class: 'size' },
        'Met on the way, and blamed on the requirements that own it: ',
        elsewhere.map(({ requirement }, index) => [index > 0 && ', ', linkTo(requirement)]),
      ),
    curl !== undefined &&
      make(
        'details',
        { class: 'script' },
        make('summary', {}, 'The same by hand, with curl'),
        make('pre', { class: 'body', tabindex: '0' }, curl),
      ),
  );
}

/** @param {PageRequirement} requirement */
function isKept({ verdict }) {
  return verdict === 'conforms' || verdict === 'fixed';
}

/** @param {PageRequirement} requirement */
function notCarried(requirement) {
  const words = isKept(requirement)
    ? 'What a kept requirement exchanged stands in run.har beside this page; a replay shows it as well.'
    : 'Nothing was sent for it.';
  return make('p', { class: 'nothing' }, words);
}
