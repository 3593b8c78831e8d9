import { setTimeout as sleep } from 'node:timers/promises';
import { APPEARS_WITHIN, APPEARS_WITHIN_ON_LEASE, pauseAfter } from '../client/new-jobs.ts';
import { again, attempt } from '../failures/failure.ts';
import type { Check } from './check.ts';

const TIMEOUT = 10_000;

/**
 * Repeats an assertion about the effect of a request until it holds, if the specification gives no delay. An assertion that
 * holds at once costs nothing. A leased tenant that delays nothing gets a few repeats only.
 */
export async function eventually(check: Check, assert: () => Promise<void>, timeout = TIMEOUT): Promise<void> {
  const { isPrompt } = check.tenant;
  const end = Date.now() + (isPrompt ? APPEARS_WITHIN_ON_LEASE : timeout);
  for (let times = 1; ; times += 1) {
    const { failure } = await attempt(assert);
    if (!failure) return;
    if (!failure.isViolation || Date.now() > end) throw again(failure);
    await sleep(pauseAfter(times, isPrompt));
  }
}

/** The same for a new thing in a list, a filter or a search, which has to appear within a shorter time. */
export function soon(check: Check, assert: () => Promise<void>): Promise<void> {
  return eventually(check, assert, APPEARS_WITHIN);
}

/** Reads until what is read is as wanted, at most for that time, and returns what was read last. */
export async function readUntil<Seen>(
  check: Check,
  read: () => Promise<Seen>,
  isAsWanted: (seen: Seen) => boolean,
): Promise<Seen> {
  const { isPrompt } = check.tenant;
  const end = Date.now() + (isPrompt ? APPEARS_WITHIN_ON_LEASE : APPEARS_WITHIN);
  for (let reads = 1; ; reads += 1) {
    const seen = await read();
    if (isAsWanted(seen) || Date.now() > end) return seen;
    await sleep(pauseAfter(reads, isPrompt));
  }
}
