import { setTimeout as sleep } from 'node:timers/promises';
import { isAssertion } from './property.ts';
import type { Check } from './check.ts';

const PATIENCE = 10_000;
const GLANCE = 250;

/**
 * Holds what follows a request, and how soon is not printed: on a shared tenant a while is granted. A leased one has
 * nothing else to do, and what it has not done at once it will not do.
 */
export async function soon(check: Check, assert: () => Promise<void>, patience = PATIENCE): Promise<void> {
  const end = check.tenant.isLive ? Date.now() + patience : 0;
  for (;;) {
    try {
      await assert();
      return;
    } catch (error) {
      if (!isAssertion(error) || Date.now() > end) throw error;
    }
    await sleep(GLANCE);
  }
}
