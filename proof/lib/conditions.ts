import { done, Refusal } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { changeBodySync, replaceSync, responseOf } from './patches.ts';

/** Conditions under which a fault shows: for some actors, after some history, or for some input. */
export type When = (call: Call) => boolean;

/** What was asked of a thing before, in its order: an operation, or `not` and the operation where it was refused. */
export type Past = (call: Call) => readonly string[];

/**
 * A patch that knows what went before. What one call asks for belongs to the thing that `keyOf` names: by its path, or by the
 * body of the success that made it. Operations that answer synchronously can be watched.
 */
export function knowing(
  watched: readonly string[],
  keyOf: (call: Call, body: Body | undefined) => unknown,
  patch: (past: Past) => Patch,
): Patch {
  return (rules) => {
    const pasts = new Map<unknown, string[]>();
    const add = (key: unknown, what: string) => pasts.set(key, [...(pasts.get(key) ?? []), what]);
    for (const operation of watched) {
      replaceSync(operation, (call, original) => {
        try {
          const answer = original(call);
          add(keyOf(call, 'body' in answer ? (answer.body as Body) : undefined), operation);
          return answer;
        } catch (error) {
          if (error instanceof Refusal) add(keyOf(call, undefined), `not ${operation}`);
          throw error;
        }
      })(rules);
    }
    patch((call) => pasts.get(keyOf(call, undefined)) ?? [])(rules);
  };
}

export function timesIn(past: readonly string[], operation: string): number {
  return past.filter((one) => one === operation).length;
}

/** Some calls of an operation lose members of their bodies before it sees them. */
export function dropping(operation: string, names: readonly string[], when: When): Patch {
  return replaceSync(operation, (call, original) => {
    if (typeof call.body !== 'object' || call.body === null || !when(call)) return original(call);
    const kept = Object.entries(bodyOf(call)).filter(([name]) => !names.includes(name));
    return original({ ...call, body: Object.fromEntries(kept) });
  });
}

/** Some calls of an operation are acknowledged with what reading the thing answers, and have no effect. */
export function acknowledging(operation: string, read: string, when: When): Patch {
  return replaceSync(operation, (call, original) => (when(call) ? responseOf(call, read) : original(call)));
}

/** Some successes of an operation have another body. */
export function changedIf(operation: string, when: When, change: (body: Body, call: Call) => unknown): Patch {
  return changeBodySync(operation, (body, call) => (when(call) ? change(body, call) : body));
}

/** Whether a member of the request is text of which something holds. */
export function sends(name: string, holds: (value: unknown) => boolean): When {
  return ({ body }) => typeof body === 'object' && body !== null && holds((body as Body)[name]);
}

export const isPresent = (value: unknown): boolean => value !== undefined;
export const isBeyondLatin = (value: unknown): boolean => typeof value === 'string' && /[^\0-\xff]/.test(value);

/** Whether all of several conditions hold. */
export function both(...all: readonly When[]): When {
  return (call) => all.every((one) => one(call));
}

export function unless(when: When): When {
  return (call) => !when(call);
}

export const sendsAll =
  (...names: readonly string[]): When =>
  (call) =>
    names.every((name) => bodyOf(call)[name] !== undefined);

/** Acknowledges some calls and does nothing. */
export const acknowledged = (operation: string, isMeant: (call: Call) => boolean): Patch =>
  replaceSync(operation, (call, original) => (isMeant(call) ? done() : original(call)));

export const asks = (member: string, value: unknown): ((call: Call) => boolean) =>
  sends(member, (one) => one === value);

export const isUnsaid = (value: unknown): boolean => value === undefined;
