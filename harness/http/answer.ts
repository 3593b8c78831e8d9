import type { Cause } from '../../evidence/causes.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import { masked, type Secret } from './secrets.ts';
import { setupFailed } from '../failures/failure.ts';
import { currentLog } from '../failures/log.ts';
import { unstated, untested } from '../failures/untested.ts';

/** Something in a request that neither the specification prints nor the tenant's document declares nor the user states. */
export interface Guess {
  /** The id of its binding, or the operation and the member that no binding names. */
  readonly what: string;
  /** The line that states it in the file of BINDINGS; its value is the one to correct. */
  readonly line?: string;
  /** Whether the tenant's document describes the place and has no such name there, so that the tenant may pass over it. */
  readonly isUnresolved?: boolean;
  /** Whether the address of the request is the guess. */
  readonly isAddress?: boolean;
  /** Whether the list is where it was supposed, and only how its pages go on is not known. */
  readonly isOfPages?: boolean;
}

/** Members of a request that only the tenant's own document asks for. */
export interface FromDocument {
  readonly places: readonly string[];
  /** Whether all their values are ones that the document lists, and flags. */
  readonly areListed: boolean;
  /** The members of the body and these values; undefined if values were made up, of which a tenant may take each only once. */
  readonly form?: string;
}

/** A response as a check gets it: its body uses the contract's names. */
export interface Answer<Body = unknown> {
  readonly operation: AnyOperationId;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, with secrets redacted. */
  readonly text: string;
  readonly bytes: Buffer;
  /** Undefined if the body is not JSON. Secrets in it are `Secret` objects, which print as redacted. */
  readonly body: Body;
  /** The body in the tenant's own names; its secrets are `Secret` objects too. */
  readonly wire: unknown;
  /** The unredacted text, for a check that searches it for secrets. */
  readonly original: Secret;
  /** The id in the address at which a success says that the new thing is. */
  readonly located?: string;
  /** What the request held that only the suite supposes. */
  readonly guesses?: readonly Guess[];
  /** Where the response was supposed to keep its list, if it keeps none there. */
  readonly misplaced?: Guess;
  /** Whether the tenant seems to have the feature of the operation switched off. */
  readonly isClosed?: boolean;
  readonly fromDocument?: FromDocument;
  /** The index of this exchange within its check. */
  readonly exchange?: number;
}

/** An HTML page of a console or a gateway does not count as a response of the API, whatever its status. */
export function isPage({ headers, text }: Pick<Answer, 'headers' | 'text'>): boolean {
  return /html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(text);
}

export function isSuccess(answer: Pick<Answer, 'status' | 'headers' | 'text'>): boolean {
  return answer.status >= 200 && answer.status < 300 && !isPage(answer);
}

export function isRefusal({ status }: Pick<Answer, 'status'>): boolean {
  return status >= 400 && status < 500;
}

/** The status that a refusal has to have, or `4xx` where the specification leaves it open. */
export type RefusalStatus = number | '4xx';

export function isRefusedWith(answer: Pick<Answer, 'status'>, status: RefusalStatus): boolean {
  return status === '4xx' ? isRefusal(answer) : answer.status === status;
}

const LONGEST = 400;

/** A response in one line, for messages. */
export function inOneLine({ status, headers, text }: Pick<Answer, 'status' | 'headers' | 'text'>): string {
  const isText = /json|text|xml/i.test(headers['content-type'] ?? '') || text === '';
  const body = isText
    ? masked(text).replace(/\s+/g, ' ')
    : `${text.length} bytes of ${headers['content-type'] ?? 'no type'}`;
  const shown = body.length > LONGEST ? `${body.slice(0, LONGEST)} …` : body;
  return `${status}${shown === '' ? ' with an empty body' : ` ${shown}`}`;
}

/** Statuses of a path at which an operation is not served. */
export const NOT_SERVED: readonly number[] = [404, 405, 501];

/** Statuses with which a tenant refuses the form of a body. */
const FORM_REFUSED: readonly number[] = [400, 415, 422];
/** Statuses with which a tenant may also refuse a value that was made up: it names nothing, or what it names is taken. */
const VALUE_REFUSED: readonly number[] = [404, 409];

const LONGEST_LINE = 300;

/** The binding to state in place of a guess. */
function stating({ what, line }: Guess): Cause {
  return { ...unstated(what), ...(line !== undefined && line.length <= LONGEST_LINE && { inPlaceOf: line }) };
}

const NO_DOCUMENT = 'the tenant serves no OpenAPI document at GET /api/v1/spec';

/**
 * Ends the check as untested if the tenant refuses a request that should succeed, but that holds more than the specification
 * prints: a guess violates nothing if it is refused, and a document that asks for what its tenant refuses is wrong itself.
 */
export function unlessGuessed<Body>(answer: Answer<Body>): Answer<Body> {
  const { operation, status, guesses = [], fromDocument } = answer;
  const isRefused = isRefusal(answer) || NOT_SERVED.includes(status);
  const isElsewhere = isPage(answer) && guesses.some(({ isAddress }) => isAddress === true);
  if (guesses.length > 0 && (isRefused || isElsewhere)) {
    const why = `${operation} with this guess got ${inOneLine(answer)}`;
    untested(...guesses.map((guess, index) => ({ ...stating(guess), ...(index === guesses.length - 1 && { why }) })));
  }
  if (fromDocument && mayRefuse(status, fromDocument)) {
    const required = fromDocument.places.join(', ');
    const place = `request ${required}`;
    const seen = `required, and the request was refused with ${status}`;
    currentLog()?.noteDrift({ what: 'other', operation, place, expected: 'a body that the document allows', seen });
    untested(
      `${operation} was refused with all that the tenant's document requires (${required}): ${inOneLine(answer)}`,
    );
  }
  return answer;
}

/** Whether a status may refuse what only the tenant's document asks for. */
function mayRefuse(status: number, { places, areListed }: FromDocument): boolean {
  return places.length > 0 && (FORM_REFUSED.includes(status) || (!areListed && VALUE_REFUSED.includes(status)));
}

/** Ends the check as untested if what should be refused is in a member that the tenant may not know, and so passes over. */
export function unlessPassedOver<Body>(answer: Answer<Body>): Answer<Body> {
  const unresolved = (answer.guesses ?? []).filter(({ isUnresolved }) => isUnresolved === true);
  if (isSuccess(answer) && unresolved.length > 0) untested(...unresolved.map(stating));
  return answer;
}

/** Ends the check as untested if what should succeed belongs to a feature that the tenant has switched off. */
export function unlessClosed<Body>(answer: Answer<Body>): Answer<Body> {
  if (answer.isClosed === true)
    untested(`${answer.operation} responds with 403 to an administrator: switch the feature on`);
  return answer;
}

/** Ends the check as untested if a refusal may only mean that nothing is served at a guessed address. */
export function unlessNotServed<Body>(answer: Answer<Body>): Answer<Body> {
  const isGuessed = answer.guesses?.some(({ isAddress }) => isAddress === true) === true;
  return isGuessed && (NOT_SERVED.includes(answer.status) || isPage(answer)) ? unlessGuessed(answer) : answer;
}

/** Ends the check as untested if a success has no list at the place where one was supposed. */
export function unlessMisplaced<Body>(answer: Answer<Body>): Answer<Body> {
  const { operation, misplaced } = answer;
  if (misplaced && isSuccess(answer)) {
    const lacks = misplaced.isOfPages ? 'no cursor of the next page' : 'no list';
    untested({ ...stating(misplaced), why: `the response to ${operation} has ${lacks} there` });
  }
  return answer;
}

/** Ends the check as untested if the tenant serves no document: another requirement says that it has to. */
export function unlessUndocumented<Body>(answer: Answer<Body>): Answer<Body> {
  if (answer.operation === 'getSpec' && NOT_SERVED.includes(answer.status)) untested(NO_DOCUMENT);
  return answer;
}

/** Throws a setup failure unless the response is a success: the requirement cannot be checked without this step. */
export function granted<Body>(answer: Answer<Body>, what: string): Answer<Body> {
  unlessMisplaced(unlessGuessed(unlessUndocumented(unlessClosed(answer))));
  if (!isSuccess(answer)) throw setupFailed(`${what} was refused: ${inOneLine(answer)}`);
  return answer;
}

/** Throws a setup failure if the response is a success: the requirement is about what follows a refusal. */
export function requireRefused(answer: Answer, what: string): void {
  if (isSuccess(answer)) throw setupFailed(`${what} was not refused`);
}
