import { setTimeout as sleep } from 'node:timers/promises';
import { again, attempt } from '../failures/failure.ts';
import type { Check } from './check.ts';

const TIMEOUT = 10_000;
const INTERVAL = 250;

/**
 * Repeats an assertion about the effect of a request until it holds, if the specification gives no delay. A leased tenant
 * applies effects at once, so the assertion is not repeated there.
 */
export async function eventually(check: Check, assert: () => Promise<void>, timeout = TIMEOUT): Promise<void> {
  const end = check.tenant.isLive ? Date.now() + timeout : 0;
  for (;;) {
    const { failure } = await attempt(assert);
    if (!failure) return;
    if (!failure.isViolation || Date.now() > end) throw again(failure);
    await sleep(INTERVAL);
  }
}
