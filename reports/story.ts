import type { Exchange } from '../evidence/evidence.ts';
import type { ComparedPlace, Failure, StatusExpected } from '../evidence/failure.ts';
import type { RequirementResult } from '../evidence/results.ts';

/** A violation as somebody understands it who knows the service and not this suite. */
export interface Story {
  /** What is wrong, for the title of a ticket. */
  readonly title: string;
  /** What was sent, what the specification requires and what came back: a sentence each. */
  readonly sent: string;
  readonly required: string;
  readonly came: string;
}

/** The same where the exchange stands below it with its bodies, so that these are not repeated. */
export interface BriefStory {
  readonly sent: string;
  readonly came: string;
}

/** The exchange that shows a violation: its index, and what was expected of it, where that is known. */
export interface BrokenExchange {
  readonly index: number;
  /** The status that was expected in place of that of the response, such as `400`. */
  readonly status?: string;
  /** Members of the response that have another value than was expected, by JSON pointer. */
  readonly members?: readonly { readonly at: string; readonly message: string }[];
}

const LONGEST_BODY = 240;
const LONGEST_SIDE = 80;

/** The story of a requirement that is violated, whether or not that is known; nothing for any other. */
export function storyOf(result: RequirementResult): Story | undefined {
  const { id, lines, verdict, sentence, section, evidence, exchange: index } = result;
  if (verdict !== 'violates' && verdict !== 'known') return undefined;
  const exchange = index === undefined ? undefined : evidence[index];
  const failure = violationOf(result);
  const difference = differenceOf(result, failure, exchange);
  const where = lines === '' ? '' : `, line${/[,-]/.test(lines) ? 's' : ''} ${lines}`;
  return {
    title: `${exchange?.operation ?? id}: ${difference}`,
    sent: exchange ? sentOf(exchange, index ?? 0, failure) : 'No single request of the check shows it.',
    required: `The specification, section “${section}”${where}: ${sentence}`,
    came: cameBack(exchange, difference, failure),
  };
}

/** The story without the bodies of the exchange that it is about; nothing where no exchange shows the violation. */
export function briefStoryOf(result: RequirementResult): BriefStory | undefined {
  const { verdict, evidence, exchange: index } = result;
  const exchange = index === undefined ? undefined : evidence[index];
  if ((verdict !== 'violates' && verdict !== 'known') || index === undefined || !exchange) return undefined;
  const failure = violationOf(result);
  const hasBody = exchange.requestBody !== undefined && exchange.requestBody !== '';
  return {
    sent: `${sentOf({ ...exchange, requestBody: '' }, index, failure)}${hasBody ? ` Its body is in exchange ${index + 1}.` : ''}`,
    came: cameBack(exchange, differenceOf(result, failure, exchange), failure, true),
  };
}

/** Which exchange of a violated requirement shows the violation. */
export function brokenExchangeOf(result: RequirementResult): BrokenExchange | undefined {
  const { verdict, evidence, exchange: index } = result;
  const exchange = index === undefined ? undefined : evidence[index];
  if ((verdict !== 'violates' && verdict !== 'known') || index === undefined || !exchange) return undefined;
  const failure = violationOf(result);
  if (failure?.status) return { index, status: wordsOf(failure.status.expected) };
  const body = parsed(exchange.responseBody ?? '');
  const members = placesOf(failure, exchange).flatMap(({ at, expected, seen }) => {
    const pointer = `/${at.split('.').join('/')}`;
    // Where the check compared something else than this response, its places are none of this body.
    const isHere = JSON.stringify(at.split('.').reduce(memberOf, body)) === seen;
    return isHere ? [{ at: pointer, message: `expected ${cut(expected, LONGEST_SIDE)}` }] : [];
  });
  return { index, ...(members.length > 0 && { members }) };
}

function memberOf(within: unknown, name: string): unknown {
  return typeof within === 'object' && within !== null
    ? (within as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** What a check saw, without the body of the response that follows the status: the exchange has it. */
export function withoutBody({ seen, evidence, exchange: index }: RequirementResult): string | undefined {
  const [, status, rest] = /^(\d{3}) (.+)$/s.exec(seen ?? '') ?? [];
  const exchange = index === undefined ? undefined : evidence[index];
  if (status === undefined || exchange?.status !== Number(status)) return seen;
  const start = (text = '') => text.replace(/\s+/g, '').slice(0, COMPARED);
  const body = start(exchange.responseBody);
  return body !== '' && start(rest) === body ? status : seen;
}

/** So many characters tell whether a text is the body of a response, which may be shortened in either place. */
const COMPARED = 40;

function violationOf({ tests }: RequirementResult): Failure | undefined {
  return tests.map((one) => one.failure).find((one) => one?.kind === 'violation');
}

function sentOf(
  { actor, operation, method, url, requestBody }: Exchange,
  index: number,
  failure: Failure | undefined,
): string {
  const body =
    requestBody === undefined || requestBody === '' ? '' : ` with the body ${cut(requestBody, LONGEST_BODY)}`;
  const before = index === 0 ? '' : `, after ${index === 1 ? '1 other request' : `${index} other requests`}`;
  const inClass = failure?.inClass === undefined ? '' : ` (class: ${failure.inClass})`;
  const name = operation === undefined ? '' : ` (${operation})`;
  return `${method} ${pathOf(url)}${name} was sent as ${actor}${body}${before}${inClass}.`;
}

/** The request that shows a violation, in one line; nothing where no single one does. */
export function requestOf({ evidence, exchange: index }: RequirementResult): string | undefined {
  const exchange = index === undefined ? undefined : evidence[index];
  if (!exchange) return undefined;
  const { actor, method, url, requestBody = '' } = exchange;
  return `${method} ${pathOf(url)} as ${actor}${requestBody === '' ? '' : `: ${cut(requestBody, LONGEST_BODY)}`}`;
}

function cameBack(
  exchange: Exchange | undefined,
  difference: string,
  failure: Failure | undefined,
  isBrief = false,
): string {
  const about =
    failure?.summary === undefined || failure.status || exchange?.findings.length
      ? ''
      : ` (${cut(failure.summary, LONGEST_BODY)})`;
  if (!exchange) return `The result: ${difference}${about}.`;
  if (exchange.status === undefined) return `No response came: ${exchange.failure ?? 'the connection ended'}.`;
  const body = exchange.responseBody ?? '';
  const shown = body === '' ? ' with an empty body' : isBrief ? '.' : `: ${cut(body, LONGEST_BODY)}`;
  if (failure?.status)
    return `The tenant responded with ${exchange.status}, where ${wordsOf(failure.status.expected)} was expected${shown}`;
  return `The tenant responded with ${exchange.status}, and ${difference}${about}.`;
}

/** What differs from what was expected, with the member where it is known: `id: expected 909, seen 101`. */
function differenceOf(result: RequirementResult, failure: Failure | undefined, exchange: Exchange | undefined): string {
  const { id, serves, findings, evidence, reason = 'it does not hold', expected, seen } = result;
  if (serves !== undefined && exchange?.status !== undefined) return `is not served (${exchange.status})`;
  if (failure?.status) return `responds with ${failure.status.seen} in place of ${wordsOf(failure.status.expected)}`;
  const [finding] = [...findings, ...evidence.flatMap((one) => one.findings)].filter((one) => one.requirement === id);
  if (finding) return [finding.at, finding.message].filter(Boolean).join(' ');
  const [place, ...more] = placesOf(failure, exchange);
  if (place) {
    const others = more.length > 0 ? `, and ${more.length} more` : '';
    return `${place.at}: expected ${cut(place.expected, LONGEST_SIDE)}, seen ${cut(place.seen, LONGEST_SIDE)}${others}`;
  }
  if (expected === undefined && seen === undefined) return cut(reason, LONGEST_BODY);
  const sides = [
    ...(expected === undefined ? [] : [`expected ${cut(expected, LONGEST_SIDE)}`]),
    ...(seen === undefined ? [] : [`seen ${cut(seen, LONGEST_SIDE)}`]),
  ];
  return sides.join(', ');
}

function wordsOf(expected: StatusExpected): string {
  if (expected === 'success') return 'a success';
  return expected === 'refusal' ? 'a refusal' : String(expected);
}

/** The places that were compared; of a single value the member of the response that has it, if only one does. */
function placesOf(failure: Failure | undefined, exchange: Exchange | undefined): readonly ComparedPlace[] {
  if (!failure) return [];
  if (failure.places) return failure.places;
  const { expected, seen } = failure;
  if (expected === undefined || seen === undefined) return [];
  const at = memberWith(seen, exchange?.responseBody);
  return at === undefined ? [] : [{ at, expected, seen }];
}

const SHORTEST_TEXT = 3;
const LEAST_NUMBER = 10;

/** The only member of a body with a value. Values that occur by chance, such as 1 or true, say nothing. */
export function memberWith(printed: string, body: string | undefined): string | undefined {
  const value = parsed(printed);
  const isTelling =
    (typeof value === 'string' && value.length >= SHORTEST_TEXT) ||
    (typeof value === 'number' && Math.abs(value) >= LEAST_NUMBER);
  if (!isTelling || body === undefined) return undefined;
  const found = membersWith(value, parsed(body), '');
  return found.length === 1 && found[0] !== '' ? found[0] : undefined;
}

function membersWith(value: string | number, within: unknown, at: string): string[] {
  if (within === value) return [at];
  if (typeof within !== 'object' || within === null) return [];
  return Object.entries(within).flatMap(([name, inner]) =>
    membersWith(value, inner, at === '' ? name : `${at}.${name}`),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]+/i, '') || '/';
}

function cut(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest)} …` : line;
}
