import { setTimeout as sleep } from 'node:timers/promises';
import { isSuccess, type Answer } from '../http/answer.ts';

/**
 * Sends requests at the same time, and returns those that the tenant took with what they were answered. Whether it takes all of
 * them is open: it may refuse one while another is under way.
 */
export async function takenAtOnce<Sent>(
  all: readonly Sent[],
  send: (one: Sent) => Promise<Answer>,
): Promise<readonly { readonly sent: Sent; readonly answer: Answer }[]> {
  const answers = await Promise.all(all.map(async (sent) => ({ sent, answer: await send(sent) })));
  return answers.filter(({ answer }) => isSuccess(answer));
}

/** The same request twice at the same time: the answers to those that were taken. */
export async function bothAtOnce(send: () => Promise<Answer>): Promise<readonly Answer[]> {
  return (await takenAtOnce([0, 1], send)).map(({ answer }) => answer);
}

const A_MOMENT_MS = 20;

/** Sends a request once another one, which has been sent, may have begun, and returns what both were answered. */
export async function meanwhile<First, Second>(
  first: Promise<First>,
  send: () => Promise<Second>,
): Promise<readonly [First, Second]> {
  const [one, other] = await Promise.all([first, sleep(A_MOMENT_MS).then(send)]);
  return [one, other];
}

/** What the second of two requests is answered that is sent while the first one, of the same kind, is under way. */
export async function secondOf<One, Got>(both: readonly One[], send: (one: One) => Promise<Got>): Promise<Got> {
  const [first, second] = both as readonly [One, One];
  const [, answer] = await meanwhile(send(first), () => send(second));
  return answer;
}
