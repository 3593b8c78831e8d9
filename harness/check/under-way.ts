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
    if (!isUnderWay(answer)) return answer;
    const end = until.get(check) ?? Date.now() + WAITS;
    until.set(check, end);
    if (Date.now() > end) untested(`${what} is not started again while one is under way`);
    await sleep(PAUSE);
  }
}

/** How long what somebody else has begun is waited for on a live tenant, in milliseconds; on a leased one there is nobody else. */
const [WAITS_FOR_OTHERS, PAUSE_FOR_OTHERS] = [15_000, 1_000];

export const isUnderWay = ({ status }: Pick<Answer, 'status'>): boolean => status === CONFLICT;

/** The last answer to a request that is repeated for a while as long as the tenant refuses it because something is under way. */
export async function answerOnceFree<Kept extends Pick<Answer, 'status'>>(
  { tenant }: Check,
  send: () => Promise<Kept>,
): Promise<Kept> {
  const end = Date.now() + (tenant.isLive ? WAITS_FOR_OTHERS : 0);
  for (;;) {
    const answer = await send();
    if (!isUnderWay(answer) || Date.now() >= end) return answer;
    await sleep(PAUSE_FOR_OTHERS);
  }
}
