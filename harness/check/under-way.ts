import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../http/answer.ts';
import { untested } from '../failures/untested.ts';
import type { Check } from './check.ts';

/** How long a check waits in all, in milliseconds, for what it has started. */
const WAITS = 30_000;
const PAUSE = 250;
const CONFLICT = 409;

const until = new WeakMap<Check, number>();

/**
 * Sends a request for something that the check has started before. Whether that can be started again while it is under way is open,
 * and how long it takes as well: such a refusal is waited out, and leaves the check untested in the end.
 */
export async function sendOnceFree(check: Check, what: string, send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== CONFLICT) return answer;
    const end = until.get(check) ?? Date.now() + WAITS;
    until.set(check, end);
    if (Date.now() > end) untested(`${what} is not started again while one is under way`);
    await sleep(PAUSE);
  }
}
