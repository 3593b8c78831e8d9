import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../mock/answer.ts';
import type { Body, Call, Handler } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { bodyIn } from './other-operations.ts';
import { hiding } from './paging.ts';
import { all, remembering, replace } from './patches.ts';
import { BETWEEN } from './times.ts';

/** How faults of requests are written that are sent at the same time. */

/** Looks at what is there, waits while another request may change it, and goes by what it saw. */
export function lookingFirst<Seen>(
  operation: string,
  look: (call: Call) => Seen,
  behave: (call: Call, original: Handler, seen: Seen) => ReturnType<Handler>,
  wait: (call: Call) => number = () => BETWEEN,
): Patch {
  return replace(operation, async (call, original) => {
    const seen = look(call);
    await sleep(wait(call));
    return behave(call, original, seen);
  });
}

/** Does something to the outcome of what comes in while another request of the same operation is under way. */
export function toTheSecond(operation: string, act: (call: Call, answer: Answer) => void): Patch {
  return (rules) => {
    let underWay = 0;
    replace(operation, async (call, original) => {
      underWay += 1;
      const isSecond = underWay > 1;
      await sleep(BETWEEN);
      try {
        const answer = await original(call);
        if (isSecond) act(call, answer);
        return answer;
      } finally {
        underWay -= 1;
      }
    })(rules);
  };
}

/** What was made while something else of its kind was being made is not listed. */
export function secondUnlisted(create: string, list: string, idOf: (body: Body) => unknown): Patch {
  return remembering(
    () => new Set<unknown>(),
    (lost) =>
      all(
        toTheSecond(create, (_call, answer) => lost.add(idOf(bodyIn(answer)))),
        hiding(list, (id) => lost.has(id)),
      ),
  );
}
