import type { AnyOperationId } from '../../contracts/operations.ts';
import { masked, type Secret } from './secrets.ts';
import { setupFailed } from '../failures/failure.ts';

/** An answer as a check sees it: its body in the contract's names. */
export interface Answer<Body = unknown> {
  readonly operation: AnyOperationId;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, without secrets. */
  readonly text: string;
  readonly bytes: Buffer;
  /** Undefined where the body is no JSON. Secrets in it are objects that do not print. */
  readonly body: Body;
  /** The body in the tenant's own names, guarded like the other. */
  readonly wire: unknown;
  /** The text as it came, for a check that looks for secrets in it. */
  readonly original: Secret;
  /** Which exchange of its check this is. */
  readonly exchange?: number;
}

/** A page of a console or a gateway is no answer of an API, whatever its status. */
export function isPage({ headers, text }: Pick<Answer, 'headers' | 'text'>): boolean {
  return /html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(text);
}

export function isSuccess(answer: Pick<Answer, 'status' | 'headers' | 'text'>): boolean {
  return answer.status >= 200 && answer.status < 300 && !isPage(answer);
}

export function isRefusal({ status }: Pick<Answer, 'status'>): boolean {
  return status >= 400 && status < 500;
}

const LONGEST = 400;

/** An answer in one line, for messages. */
export function inOneLine({ status, headers, text }: Pick<Answer, 'status' | 'headers' | 'text'>): string {
  const isText = /json|text|xml/i.test(headers['content-type'] ?? '') || text === '';
  const body = isText
    ? masked(text).replace(/\s+/g, ' ')
    : `${text.length} bytes of ${headers['content-type'] ?? 'no type'}`;
  const shown = body.length > LONGEST ? `${body.slice(0, LONGEST)} …` : body;
  return `${status}${shown === '' ? ' with an empty body' : ` ${shown}`}`;
}

/** A step that has to succeed before anything can be said of the promise. */
export function granted<Body>(answer: Answer<Body>, what: string): Answer<Body> {
  if (!isSuccess(answer)) throw setupFailed(`${what} was refused: ${inOneLine(answer)}`);
  return answer;
}
