import type { Answer } from '../../mock/answer.ts';
import type { Call, Handler } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';

/** What went before a call: how often something was asked of the same deployment, and how the last time ended. */
export interface Past {
  readonly done: number;
  readonly refused: number;
  readonly lastDone: Call | undefined;
  readonly wasRefused: boolean;
}

/** Whether a deviation shows, by the call and by what went before it. */
export type Condition = (call: Call, past: Past) => boolean;

const NOTHING: Past = { done: 0, refused: 0, lastDone: undefined, wasRefused: false };

interface Given {
  /** The operation whose past counts, if it is another one. */
  readonly past?: string;
  /** What calls have to have in common to be of one past; the deployment by default. */
  readonly of?: (call: Call) => unknown;
}

function deploymentOf({ path }: Call): unknown {
  return path['deploymentId'] ?? path['id'];
}

function handlerOf(handlers: Record<string, Handler | undefined>, operation: string): Handler {
  const handler = handlers[operation];
  if (!handler) throw new Error(`no behaviour for ${operation}`);
  return handler;
}

/** Runs a handler and says how it ended, whether it answers at once or not. */
export function ending(
  run: () => Answer | Promise<Answer>,
  succeeded: (answer: Answer) => Answer,
  failed: (error: unknown) => Answer,
): Answer | Promise<Answer> {
  let answer: Answer | Promise<Answer>;
  try {
    answer = run();
  } catch (error) {
    return failed(error);
  }
  return answer instanceof Promise ? answer.then(succeeded, failed) : succeeded(answer);
}

/** A deviation of one operation that shows under a condition alone: for a kind of call, or after what went before it. */
export function given(
  operation: string,
  isMeant: Condition,
  patch: Patch,
  { past = operation, of = deploymentOf }: Given = {},
): Patch {
  return (rules) => {
    const pasts = new Map<unknown, Past>();
    const pastOf = (call: Call) => pasts.get(of(call)) ?? NOTHING;
    const own = handlerOf(rules.handlers, operation);
    patch(rules);
    const broken = handlerOf(rules.handlers, operation);
    rules.handlers[operation] = (call) => (isMeant(call, pastOf(call)) ? broken : own)(call);
    const watched = handlerOf(rules.handlers, past);
    rules.handlers[past] = (call) =>
      ending(
        () => watched(call),
        (answer) => {
          const past = pastOf(call);
          pasts.set(of(call), { ...past, done: past.done + 1, lastDone: call, wasRefused: false });
          return answer;
        },
        (error) => {
          const past = pastOf(call);
          pasts.set(of(call), { ...past, refused: past.refused + 1, wasRefused: true });
          throw error;
        },
      );
  };
}

export const afterRefusal = (_call: Call, { wasRefused }: Past): boolean => wasRefused;
export const everySecond = (_call: Call, { done }: Past): boolean => done % 2 === 1;

export const byCaller = ({ principal }: Call): unknown => principal.token;
