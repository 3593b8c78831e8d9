import type { Answer } from '../mock/answer.ts';
import type { Call, Handler } from '../mock/call.ts';
import type { Patch } from '../mock/index.ts';
import { makeRules } from '../mock/make-rules.ts';

/** Several patches as one. */
export function all(...patches: readonly Patch[]): Patch {
  return (rules) => {
    for (const patch of patches) patch(rules);
  };
}

/** Other behaviour in the place of an operation's own, which it may call. */
export function instead(operation: string, behave: (call: Call, original: Handler) => ReturnType<Handler>): Patch {
  return ({ handlers }) => {
    const original = handlers[operation];
    if (!original) throw new Error(`no behaviour for ${operation}`);
    handlers[operation] = (call) => behave(call, original);
  };
}

const AT_ONCE = Symbol('answers at once');

/** Marks behaviour that waits for nothing, and so cannot be put around any that is waited for. */
export function atOnce(behave: (call: Call) => Answer): Handler {
  return Object.assign(behave, { [AT_ONCE]: true });
}

/** Whether a patch has to be applied before those whose behaviour is waited for. */
export function isAtOnce(patch: Patch): boolean {
  const rules = makeRules();
  patch(rules);
  return Object.values(rules.handlers).some((behave) => behave && AT_ONCE in behave);
}
