import { formatDuration, formatNumber, make } from './dom.js';
import { formatJson } from './json.js';

/**
 * @typedef {import('../data.ts').PageExchange} PageExchange
 * @typedef {import('../data.ts').PageText} PageText
 * @typedef {NonNullable<import('../data.ts').PageEvidence['broken']>} Broken
 */

/** @param {PageExchange} exchange */
function pathOf({ url }) {
  return url.replace(/^[a-z]+:\/\/[^/]+/i, '') || '/';
}

/**
 * @param {number | undefined} status
 * @param {Broken} [broken]
 */
export function statusMark(status, broken) {
  if (status === undefined) return make('span', { class: 'status none' }, 'no response');
  const kind = broken ? 'wrong' : `s${String(status).charAt(0)}`;
  const expected = broken?.status === undefined ? '' : `, expected ${broken.status}`;
  return make('span', { class: `status ${kind}` }, `${status}${expected}`);
}

/**
 * All exchanges in order. Those with a finding or failure and the one that shows the violation are open, otherwise the last one.
 * @param {readonly PageExchange[]} exchanges
 * @param {number} dropped
 * @param {Broken} [broken]
 */
export function sequence(exchanges, dropped, broken) {
  const hasFindings = exchanges.some(({ findings, failure }) => findings.length > 0 || failure !== undefined);
  return make(
    'ol',
    { class: 'exchanges', start: String(dropped + 1) },
    exchanges.map((exchange, index) => {
      const isLast = index === exchanges.length - 1;
      const own = broken?.index === index ? broken : undefined;
      const isOpen =
        own !== undefined ||
        exchange.findings.length > 0 ||
        exchange.failure !== undefined ||
        (!broken && !hasFindings && isLast);
      return make('li', {}, exchangeBlock(exchange, dropped + index + 1, isOpen, own));
    }),
  );
}

/**
 * @param {PageExchange} exchange
 * @param {number} number
 * @param {boolean} isOpen
 * @param {Broken} [broken]
 */
function exchangeBlock(exchange, number, isOpen, broken) {
  const { actor, operation, method, status, milliseconds, failure, findings } = exchange;
  const block = make(
    'details',
    { class: broken ? 'exchange violating' : 'exchange' },
    make(
      'summary',
      {},
      make('span', { class: 'number' }, String(number)),
      make('span', { class: 'method' }, method),
      make('span', { class: 'address' }, pathOf(exchange)),
      make('span', { class: 'who' }, [operation, `as ${actor}`].filter(Boolean).join(' ')),
      findings.length > 0
        ? make('span', { class: 'tag broken' }, 'violates the contract')
        : broken && make('span', { class: 'tag broken' }, 'violates'),
      statusMark(status, broken),
      make('span', { class: 'took' }, formatDuration(milliseconds)),
    ),
  );
  const fill = () => {
    if (!block.open || block.childElementCount > 1) return;
    block.append(
      ...[failure === undefined ? [] : make('p', { class: 'failure' }, failure)].flat(),
      make('div', { class: 'pair' }, requestSide(exchange), responseSide(exchange, broken)),
    );
  };
  block.addEventListener('toggle', fill);
  block.open = isOpen;
  fill();
  return block;
}

/** @param {PageExchange} exchange */
function requestSide({ method, url, requestHeaders, requestBody }) {
  return make(
    'section',
    { class: 'side' },
    make('h5', {}, 'Request'),
    make('p', { class: 'line' }, make('b', {}, method), ' ', url),
    headersBlock(requestHeaders),
    requestBody ? bodyBlock(requestBody) : make('p', { class: 'nothing' }, 'No body'),
  );
}

/**
 * @param {PageExchange} exchange
 * @param {Broken} [broken]
 */
function responseSide({ status, responseHeaders = {}, responseBody, findings }, broken) {
  const members = broken?.members ?? [];
  const wrong = [...members, ...findings.filter(({ kind }) => kind === 'schema')];
  const notes = new Map(wrong.map(({ at, message }) => [at, message]));
  return make(
    'section',
    { class: 'side' },
    make('h5', {}, 'Response'),
    make('p', { class: 'line' }, statusMark(status, broken), ' ', responseHeaders['content-type'] ?? ''),
    findings.length > 0 && findingsList(findings),
    headersBlock(responseHeaders),
    responseBody ? bodyBlock(responseBody, notes) : make('p', { class: 'nothing' }, 'No body'),
  );
}

const MOST_FINDINGS = 8;

/**
 * Deviations of responses from the contract.
 * @param {readonly import('../../../evidence/evidence.ts').BlamedFinding[]} findings
 * @param {string} [own] the requirement of this row, which is not linked again
 */
export function findingsList(findings, own) {
  const groups = grouped(findings);
  const more = groups.length - MOST_FINDINGS;
  return make(
    'ul',
    { class: 'findings' },
    groups
      .slice(0, MOST_FINDINGS)
      .map(({ finding: { requirement, at, message }, places }) =>
        make(
          'li',
          {},
          at !== '' && make('code', {}, at),
          ' ',
          message,
          places > 1 && make('span', { class: 'size' }, `, and in ${formatNumber(places - 1)} more places`),
          ' ',
          requirement !== own && linkTo(requirement),
        ),
      ),
    more > 0 && make('li', {}, `and ${formatNumber(more)} more`),
  );
}

/**
 * Merges findings that differ only in array indices, so that a list of wrong items is one line.
 * @param {readonly import('../../../evidence/evidence.ts').BlamedFinding[]} findings
 */
function grouped(findings) {
  /** @type {Map<string, { finding: import('../../../evidence/evidence.ts').BlamedFinding, places: number }>} */
  const groups = new Map();
  for (const finding of findings) {
    const key = [finding.requirement, finding.at.replace(/\d+/g, '#'), finding.message].join('\n');
    const known = groups.get(key);
    if (known) known.places += 1;
    else groups.set(key, { finding, places: 1 });
  }
  return [...groups.values()];
}

/** @param {Readonly<Record<string, string>>} headers */
function headersBlock(headers) {
  const pairs = Object.entries(headers);
  if (pairs.length === 0) return undefined;
  return make(
    'details',
    { class: 'headers' },
    make('summary', {}, `${pairs.length} header${pairs.length === 1 ? '' : 's'}`),
    make(
      'dl',
      {},
      pairs.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))),
    ),
  );
}

/**
 * @param {PageText} body
 * @param {ReadonlyMap<string, string>} [notes]
 */
function bodyBlock({ text, length }, notes) {
  const size = `${formatNumber(length)} character${length === 1 ? '' : 's'}`;
  const isCut = text.length < length;
  return [
    isCut && make('p', { class: 'cut' }, `First ${formatNumber(text.length)} of ${size}`),
    formatJson(text, notes),
    !isCut && make('p', { class: 'size' }, size),
  ];
}

/**
 * @param {string} id
 */
export function linkTo(id) {
  return make('a', { href: `#${id}`, class: 'id' }, id);
}
