import { checksPart } from './checks.js';
import { copyButton } from './copy.js';
import { evidenceOf } from './data.js';
import { compared, diffBlock, printedDiff } from './diff.js';
import { grouped, make } from './dom.js';
import { findingsList, linkTo, sequence } from './exchange.js';
import { factsPart, faultsPart, part } from './facts.js';
import { prettied } from './json.js';
import { nightsPart } from './nights.js';
import { replayCommand, ticketOf } from './ticket.js';
import { uncoloured } from './visible.js';

/**
 * @typedef {import('./dom.js').Child} Child
 * @typedef {import('../data.ts').PageData} PageData
 * @typedef {import('../data.ts').PagePromise} PagePromise
 * @typedef {import('../data.ts').PageEvidence} PageEvidence
 * @typedef {import('../data.ts').PageRun} PageRun
 */

/**
 * Everything that is known of one promise.
 * @param {PageData} data
 * @param {number} index
 */
export async function promiseBody({ promises, run, nights }, index) {
  const promise = /** @type {PagePromise} */ (promises[index]);
  const evidence = await evidenceOf(index);
  return make(
    'div',
    { class: 'inside' },
    run && whyPart(promise, evidence),
    counterexamplePart(evidence),
    actions(promise, evidence, run),
    evidence && exchangesPart(promise, evidence),
    run && !evidence && part('Exchanges', notCarried(promise)),
    checksPart(promise, evidence),
    promise.faults && faultsPart(promise.faults),
    nightsPart(promise, nights),
    factsPart(promise, run),
  );
}

/**
 * @param {PagePromise} promise
 * @param {PageEvidence | undefined} evidence
 */
function whyPart(promise, evidence) {
  const own = evidence?.findings.filter(({ requirement }) => requirement === promise.id) ?? [];
  const isAboutAnswers = promise.verdict === 'violates' && own.length > 0;
  return part(
    'Why',
    isAboutAnswers
      ? make('p', { class: 'why' }, 'The tenant does not keep it. An answer departs from the contract:')
      : whyText(promise),
    isAboutAnswers ? findingsList(own, promise.id) : isKept(promise) ? undefined : facingOf(promise, evidence),
  );
}

/** @param {PagePromise} promise */
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
 * @param {PagePromise['known']} known
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
 * @param {PagePromise} promise
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
      `Found after ${grouped(inputs)} inputs and shrunk ${grouped(shrinks)} times; path `,
      make('code', {}, path),
    ),
  );
}

/**
 * @param {PagePromise} promise
 * @param {PageEvidence | undefined} evidence
 * @param {PageRun | undefined} run
 */
function actions(promise, evidence, run) {
  const link = () => `${location.href.split('#')[0] ?? ''}#${promise.id}`;
  if (!run) return make('div', { class: 'actions' }, copyButton('Copy link', link, 'link'));
  const again = replayCommand(promise.id, run, evidence?.counterexample?.path);
  const isBroken = promise.verdict === 'violates' || promise.verdict === 'known';
  return make(
    'div',
    { class: 'again' },
    make('pre', { class: 'command', tabindex: '0', 'aria-label': 'Command that looks again' }, again),
    make(
      'div',
      { class: 'actions' },
      isBroken && copyButton('Copy bug ticket', () => ticketOf(promise, evidence, run), 'ticket'),
      evidence?.curl !== undefined && copyButton('Copy as curl', () => evidence.curl ?? '', 'terminal'),
      copyButton('Copy command', () => again),
      copyButton('Copy link', link, 'link'),
    ),
  );
}

/**
 * @param {PagePromise} promise
 * @param {PageEvidence} evidence
 */
function exchangesPart(promise, { exchanges, dropped, curl, findings }) {
  const elsewhere = findings.filter(({ requirement }) => requirement !== promise.id);
  return part(
    'Exchanges',
    dropped > 0 &&
      make(
        'p',
        { class: 'cut' },
        `The first ${grouped(dropped)} of ${grouped(dropped + exchanges.length)} are left out here; results.json has them all.`,
      ),
    exchanges.length > 0 ? sequence(exchanges, dropped) : notCarried(promise),
    elsewhere.length > 0 &&
      make(
        'p',
        { class: 'size' },
        'Met on the way, and blamed on the promises that own it: ',
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

/** @param {PagePromise} promise */
function isKept({ verdict }) {
  return verdict === 'conforms' || verdict === 'fixed';
}

/** @param {PagePromise} promise */
function notCarried(promise) {
  const words = isKept(promise)
    ? 'What a kept promise exchanged stands in run.har beside this page; a replay shows it as well.'
    : 'Nothing was sent for it.';
  return make('p', { class: 'nothing' }, words);
}
