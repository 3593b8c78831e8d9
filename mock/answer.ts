/** Why a request is refused: a status that the specification prints, or a reason whose status it leaves open. */
export type Why = 400 | 401 | 403 | 404 | 409 | 422 | OpenWhy;
export type OpenWhy =
  | 'invalid'
  | 'unknown'
  | 'forbidden'
  | 'conflict'
  | 'gone'
  | 'unsupported'
  | 'too-large'
  | 'no-route'
  | 'no-method';

/** Thrown by behaviour to refuse a request. Every problem is listed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly why: Why;
  readonly problems: readonly string[];

  constructor(why: Why, problems: readonly string[]) {
    super(problems.join('; '));
    this.why = why;
    this.problems = problems;
  }
}

export function refuse(why: Why, ...problems: readonly string[]): never {
  throw new Refusal(why, problems);
}

/** The result of behaviour. `sendOut` decides what it looks like on the wire. */
export type Answer =
  /** A success with a body; `status` only where the specification prints it. */
  | { readonly kind: 'ok' | 'created'; readonly body: unknown; readonly status?: number }
  /** A success of which no body is printed. */
  | { readonly kind: 'done'; readonly status?: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly type: string }
  | { readonly kind: 'stream'; readonly chunks: AsyncIterable<string>; readonly type: string };

export function ok(body: unknown, status?: number): Answer {
  return { kind: 'ok', body, ...(status !== undefined && { status }) };
}

export function created(body: unknown): Answer {
  return { kind: 'created', body };
}

export function done(status?: number): Answer {
  return { kind: 'done', ...(status !== undefined && { status }) };
}
