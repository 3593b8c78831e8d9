import type { AnyOperationId } from '../../contracts/operations.ts';
import { masked, type Secret } from './secrets.ts';
import { setupFailed } from '../failures/failure.ts';

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

/** Throws a setup failure unless the response is a success: the requirement cannot be checked without this step. */
export function granted<Body>(answer: Answer<Body>, what: string): Answer<Body> {
  if (!isSuccess(answer)) throw setupFailed(`${what} was refused: ${inOneLine(answer)}`);
  return answer;
}
