import { revealed } from '../http/secrets.ts';
import type { Answer } from '../http/answer.ts';

const SECOND = 1_000;
/** Smaller numbers are seconds: as milliseconds they would be in the first months of 1970. */
const MIN_MILLISECONDS = 10_000_000_000;

/** The time that a stated end denotes; undefined where it is a date without a time, or none at all. */
export function timeOf(end: unknown): number | undefined {
  if (typeof end === 'number') return end < MIN_MILLISECONDS ? end * SECOND : end;
  if (typeof end !== 'string' || /^\d{4}-\d{2}-\d{2}$/.test(end)) return undefined;
  if (/^\d+$/.test(end)) return timeOf(Number(end));
  const time = Date.parse(end);
  return Number.isNaN(time) ? undefined : time;
}

/** When the tenant answered, by its own clock where the answer has a Date header. */
export function answeredAt({ headers }: Answer): number {
  const time = Date.parse(headers['date'] ?? '');
  return Number.isNaN(time) ? Date.now() : time;
}

/** The `exp` of a token that is a JWT, as a time. */
export function expOf(token: unknown): number | undefined {
  const [, claims, ...rest] = revealed(token ?? '').split('.');
  if (claims === undefined || rest.length !== 1) return undefined;
  try {
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { readonly exp?: unknown };
    return typeof exp === 'number' ? exp * SECOND : undefined;
  } catch {
    return undefined;
  }
}

/** For how long a token holds from its answer on, by each end that the token and the answer state. */
export function statedLifetimes(answer: Answer): Readonly<Record<string, number>> {
  const { token, expiresAt } = (answer.body ?? {}) as { readonly token?: unknown; readonly expiresAt?: unknown };
  const ends = { 'exp of the token': expOf(token), expiresAt: timeOf(expiresAt) };
  return Object.fromEntries(
    Object.entries(ends).flatMap(([name, end]) => (end === undefined ? [] : [[name, end - answeredAt(answer)]])),
  );
}
