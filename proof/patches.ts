import type { Call, Handler } from '../mock/call.ts';
import type { Patch } from '../mock/index.ts';

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
