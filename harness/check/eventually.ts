import { setTimeout as sleep } from 'node:timers/promises';
import { again, attempt } from '../failures/failure.ts';
import type { Check } from './check.ts';

const TIMEOUT = 10_000;
const INTERVAL = 250;

/**
 * Asserts what follows a request where no delay is printed: a shared tenant gets some time. A leased one has nothing else to
 * do, and what it has not done at once it will not do.
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
