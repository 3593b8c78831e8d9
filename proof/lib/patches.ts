import { refuse, type Answer, type Why } from '../../mock/answer.ts';
import type { Body, Call, Handler } from '../../mock/call.ts';
import { HANDLERS } from '../../mock/families/index.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { makeRules } from '../../mock/make-rules.ts';
import type { Outgoing } from '../../mock/wire.ts';

/** Several patches as one. */
export function all(...patches: readonly Patch[]): Patch {
  return (rules) => {
    for (const patch of patches) patch(rules);
  };
}

/** Replaces the handler of an operation; the replacement may call the original. */
export function replace(operation: string, behave: (call: Call, original: Handler) => ReturnType<Handler>): Patch {
  return (rules) => {
    const original = rules.handlers[operation];
    if (!original) throw new Error(`no behaviour for ${operation}`);
    rules.handlers[operation] = (call) => behave(call, original);
    note(rules, 'replace');
  };
}

/** The handler of an operation that responds synchronously. */
export type SyncHandler = (call: Call) => Answer;

/** As `replace`, for operations whose handler returns its response without a promise. */
export function replaceSync(operation: string, behave: (call: Call, original: SyncHandler) => Answer): Patch {
  return (rules) => {
    const original = synchronous(operation, rules.handlers[operation]);
    rules.handlers[operation] = (call) => behave(call, original);
    note(rules, 'replaceSync');
  };
}

function synchronous(operation: string, handler: Handler | undefined): SyncHandler {
  if (!handler) throw new Error(`no behaviour for ${operation}`);
  return (call) => {
    const answer = handler(call);
    if (!(answer instanceof Promise)) return answer;
    // Nothing awaits this promise any more; its rejection must not end the process.
    answer.catch(() => undefined);
    throw new Error(`${operation} responds asynchronously: use replace`);
  };
}

/**
 * What an operation of a conforming tenant responds to the call of another one, in the middle of that. Other faults on the
 * same tenant may have made its handler asynchronous.
 */
export function responseOf(call: Call, operation: string): Answer {
  return synchronous(operation, HANDLERS[operation])(call);
}

/** How the handlers of a set of rules were replaced. */
const replacements = new WeakMap<Rules, Set<'replace' | 'replaceSync'>>();

function note(rules: Rules, how: 'replace' | 'replaceSync'): void {
  replacements.set(rules, (replacements.get(rules) ?? new Set()).add(how));
}

/**
 * Where a patch belongs among others on one tenant. Synchronous replacements are applied before any that make a handler
 * asynchronous, and a patch that has both kinds is applied between those that have one.
 */
export function orderOf(patch: Patch): number {
  const rules = makeRules();
  patch(rules);
  const used = replacements.get(rules);
  if (!used?.has('replaceSync')) return 2;
  return used.has('replace') ? 1 : 0;
}

/** A response with another body, where it has one. */
export function withBody(answer: Answer, change: (body: Body) => unknown): Answer {
  return 'body' in answer ? { ...answer, body: change(answer.body as Body) } : answer;
}

/** A success under the status of a refusal: what was refused is in its body all the same. */
export function underStatus(answer: Answer, status: number): Answer {
  return 'body' in answer ? { kind: 'ok', body: answer.body, status } : { kind: 'done', status };
}

/** Changes the body of an operation's success. */
export function changeBody(operation: string, change: (body: Body, call: Call) => unknown): Patch {
  return replace(operation, async (call, original) => withBody(await original(call), (body) => change(body, call)));
}

/** As `changeBody`, for operations that respond synchronously. */
export function changeBodySync(operation: string, change: (body: Body, call: Call) => unknown): Patch {
  return replaceSync(operation, (call, original) => withBody(original(call), (body) => change(body, call)));
}

/** Changes the successes of one operation as they are sent: status, headers and serialized body. */
export function changeOutgoing(operation: string, change: (outgoing: Outgoing) => Outgoing): Patch {
  return ({ responses }) => {
    const { outgoing: original } = responses;
    responses.outgoing = (outgoing, id) => {
      const final = original(outgoing, id);
      return id === operation && final.status >= 200 && final.status < 300 ? change(final) : final;
    };
  };
}

/** Runs something once an operation has succeeded. */
export function after(operation: string, act: (call: Call) => void): Patch {
  return replace(operation, async (call, original) => {
    const answer = await original(call);
    act(call);
    return answer;
  });
}

/** Refuses some of the calls that reach the handler of an operation. */
export function refusing(operation: string, isRefused: (call: Call) => boolean, why: Why): Patch {
  return replace(operation, (call, original) => {
    if (isRefused(call)) refuse(why, 'this is refused');
    return original(call);
  });
}

/** Runs something while some rules of a family are replaced. */
export function withRules<Family extends keyof Rules, Result>(
  { tenant }: Call,
  family: Family,
  others: Partial<Rules[Family]>,
  run: () => Result,
): Result {
  const rules: object = tenant.rules[family];
  const own = { ...rules };
  Object.assign(rules, others);
  try {
    return run();
  } finally {
    Object.assign(rules, own);
  }
}

/** A patch with a memory of its own on each tenant that it breaks. */
export function remembering<Memory>(begin: () => Memory, patch: (memory: Memory) => Patch): Patch {
  return (rules) => {
    patch(begin())(rules);
  };
}

/** Behaves by how many calls of an operation were made for the same thing, this one included. */
export function byTimes(
  operation: string,
  keyOf: (call: Call) => unknown,
  behave: (times: number, call: Call, original: SyncHandler) => Answer,
): Patch {
  return remembering(
    () => new Map<unknown, number>(),
    (memory) =>
      replaceSync(operation, (call, original) => {
        const key = keyOf(call);
        const times = (memory.get(key) ?? 0) + 1;
        memory.set(key, times);
        return behave(times, call, original);
      }),
  );
}

/** Replaces rules of a family for the length of some calls of an operation that responds synchronously. */
export function during<Family extends keyof Rules>(
  operation: string,
  family: Family,
  others: (own: Rules[Family], call: Call) => Partial<Rules[Family]>,
  isMeant: (call: Call) => boolean = () => true,
): Patch {
  return replaceSync(operation, (call, original) => {
    if (!isMeant(call)) return original(call);
    const own = { ...call.tenant.rules[family] };
    return withRules(call, family, others(own, call), () => original(call));
  });
}

/** Takes a member of a body that nobody declared, in dialects that refuse such as well. */
export function taking(operation: string, member: string): Patch {
  return ({ requests }) => {
    const { takes } = requests;
    requests.takes = (name, id) => (id === operation && name === member) || takes(name, id);
  };
}

/** Shares copies of workbooks, in dialects that need a plan for it as well. */
export const sharingCopies: Patch = ({ workbooks }) => {
  workbooks.needsPlan = () => false;
};

/** A body without one of its members. */
export function without(member: string): (body: Body) => Body {
  return ({ [member]: _, ...rest }) => rest;
}

/** Notes the successes of an operation. */
export function afterSync(operation: string, note: (call: Call) => void): Patch {
  return replaceSync(operation, (call, original) => {
    const answer = original(call);
    note(call);
    return answer;
  });
}
