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
    // What is judged has to begin after the time that the tenant has: a walk through many pages takes a while itself.
    const begun = Date.now();
    const { failure } = await attempt(assert);
    if (!failure) return;
    if (!failure.isViolation || begun > end) throw again(failure);
    await sleep(pauseAfter(times, isPrompt));
  }
}

/** The same for a new thing in a list, a filter or a search, which has to appear within a shorter time. */
export async function soon(check: Check, assert: () => Promise<void>, timeout = APPEARS_WITHIN): Promise<void> {
  const observing = observed(check);
  await eventually(check, assert, timeout);
  observing.hasAppeared();
}

/** Reads until what is read is as wanted, at most for that time, and returns what was read last. */
export async function readUntil<Seen>(
  check: Check,
  read: () => Promise<Seen>,
  isAsWanted: (seen: Seen) => boolean,
): Promise<Seen> {
  const observing = observed(check);
  const { seen, isFound } = await reading(check, read, isAsWanted, () => APPEARS_WITHIN);
  if (isFound) observing.hasAppeared();
  return seen;
}

/**
 * Reads until something has appeared that must not, as long as this tenant has taken to show new things so far, and returns what
 * was read last.
 */
export async function readUnlessAppears<Seen>(
  check: Check,
  read: () => Promise<Seen>,
  hasAppeared: (seen: Seen) => boolean,
): Promise<Seen> {
  const { asked } = observed(check);
  const { seen } = await reading(check, read, hasAppeared, () => check.lateness.boundOf(asked()));
  return seen;
}

async function reading<Seen>(
  check: Check,
  read: () => Promise<Seen>,
  isAsWanted: (seen: Seen) => boolean,
  bound: () => number,
): Promise<{ readonly seen: Seen; readonly isFound: boolean }> {
  const { isPrompt } = check.tenant;
  const start = Date.now();
  for (let reads = 1; ; reads += 1) {
    const begun = Date.now();
    const seen = await read();
    if (isAsWanted(seen)) return { seen, isFound: true };
    if (begun > start + (isPrompt ? APPEARS_WITHIN_ON_LEASE : bound())) return { seen, isFound: false };
    await sleep(pauseAfter(reads, isPrompt));
  }
}

/** Notes how late a tenant shows what is looked for from now on. */
function observed({ recorder, lateness }: Check) {
  const [mark, start] = [recorder.length, Date.now()];
  const asked = () => recorder.since(mark).flatMap(({ operation }) => operation ?? []);
  return {
    asked,
    hasAppeared: () => {
      lateness.observe(asked(), Date.now() - start);
    },
  };
}
