import { decodeJwt } from 'jose';
import type { Answer } from '../http/answer.ts';
import { lengthOf, revealed } from '../http/secrets.ts';
import { untested } from '../failures/untested.ts';

const SECOND = 1_000;
/** Smaller numbers are seconds: as milliseconds they would be in the first months of 1970. */
const MIN_MILLISECONDS = 10_000_000_000;
/** A time without a zone may be one of any. */
const WITH_ZONE = /T.*(Z|[+-]\d{2}:?\d{2})$/i;

/** The time that a member denotes; undefined where it is none, or a date alone. */
function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value < MIN_MILLISECONDS ? value * SECOND : value;
  if (typeof value !== 'string') return undefined;
  if (/^\d+$/.test(value)) return timeOf(Number(value));
  const time = WITH_ZONE.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function endOf(token: string): number | undefined {
  try {
    return timeOf(decodeJwt(token).exp);
  } catch {
    return undefined;
  }
}

/** Other names for the time at which something ends. */
const ENDS = /^expir(es?|y|ation)(_?(at|on|time|date))?$|^valid_?(un)?til$/i;

/** The seconds for which a token lives, as each text of an answer that is a JWT and its members such as `expiresAt` say; none where they do not. */
export function statedLifetimesIn({ body, headers }: Pick<Answer, 'body' | 'headers'>): readonly number[] {
  const members = Object.entries((body ?? {}) as Readonly<Record<string, unknown>>);
  const ends = [
    ...members.map(([name, value]) => (ENDS.test(name) ? timeOf(value) : undefined)),
    ...members.map(([, value]) => (lengthOf(value) === undefined ? undefined : endOf(revealed(value)))),
  ].filter((end) => end !== undefined);
  // By the tenant's own clock, where the response has a Date header.
  const now = Date.parse(headers['date'] ?? '');
  return ends.map((end) => Math.round((end - (Number.isNaN(now) ? Date.now() : now)) / SECOND));
}

/** The same of an answer that has to say it. */
export function statedLifetimes(answer: Pick<Answer, 'body' | 'headers'>): readonly number[] {
  const lifetimes = statedLifetimesIn(answer);
  return lifetimes.length > 0 ? lifetimes : untested('neither the response nor a token in it says when the token ends');
}
