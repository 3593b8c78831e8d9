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
export async function withinSeconds(
  check: Check,
  assert: () => Promise<void>,
  timeout = APPEARS_WITHIN,
): Promise<void> {
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
  const { isPrompt } = check.tenant;
  const start = Date.now();
  for (let reads = 1; ; reads += 1) {
    const begun = Date.now();
    const seen = await read();
    if (isAsWanted(seen)) {
      observing.hasAppeared();
      return seen;
    }
    if (begun > start + (isPrompt ? APPEARS_WITHIN_ON_LEASE : APPEARS_WITHIN)) return seen;
    await sleep(pauseAfter(reads, isPrompt));
  }
}

/**
 * Reads until something has appeared that must not, at most for as long as this tenant has taken to show new things so far, and
 * returns what was read last. What appears stays: a look at once and one at the end are enough.
 */
export async function readUnlessAppears<Seen>(
  check: Check,
  read: () => Promise<Seen>,
  hasAppeared: (seen: Seen) => boolean,
): Promise<Seen> {
  const { asked } = observed(check);
  const start = Date.now();
  const seen = await read();
  if (hasAppeared(seen)) return seen;
  const bound = check.tenant.isPrompt ? APPEARS_WITHIN_ON_LEASE : check.lateness.boundOf(asked());
  await sleep(Math.max(0, start + bound - Date.now()));
  return read();
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
