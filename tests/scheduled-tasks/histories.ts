import type { Actor } from '../../harness/client/actor.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { fresh, SIGNS } from '../../harness/client/unique.ts';
import { onDemandBody, taskBody } from '../../harness/things/scheduled-tasks.ts';
import type { Check } from '../../harness/test.ts';
import { createdTaskId, requestAction, requestCreation, UNPRINTED, updateTask, type CreatedTask } from './tasks.ts';

/** Something that happens to a task. What the tenant refuses of it is about other requirements. */
export type Step = (check: Check, actor: Actor, task: CreatedTask) => Promise<unknown>;

/** An action without a printed path, where its path is known. */
function acting(what: keyof typeof UNPRINTED): Step {
  return (check, actor, task) =>
    check.tenant.wire.route(UNPRINTED[what]) ? requestAction(actor, what, task) : Promise.resolve();
}

export const nothing: Step = () => Promise.resolve();
export const pause = acting('pause');
export const resume = acting('resume');
export const share = acting('share');
export const run: Step = (_check, actor, { id }) => actor.ask('runScheduledTask', id);
export const update: Step = (_check, actor, task) => updateTask(actor, task, { prompt: fresh('changed') });

/** Several steps, one after the other. What the last of them is answered with is returned. */
export function oneAfterTheOther(...steps: readonly Step[]): Step {
  return async (check, actor, task) => {
    let last: unknown;
    for (const step of steps) last = await step(check, actor, task);
    return last;
  };
}

/** A step without which there is nothing to judge: where the tenant refuses it, or has no such action, the class is left out. */
export function ifTaken(step: Step): Step {
  return async (check, actor, task) => {
    const answer = (await step(check, actor, task)) as Answer | undefined;
    leaveOutUnless(answer && isSuccess(answer));
    return answer;
  };
}

/** The ends of a task that its check goes through: after each of them what the task is has not changed. */
export const LIFE = {
  'right away': nothing,
  'while paused': pause,
  'after a run': run,
  'once resumed': resume,
} as const satisfies Record<string, Step>;

/** Creates a task where the tenant takes its body; undefined where it does not, which is about other requirements. */
export async function taskIfTaken(
  check: Check,
  actor: Actor,
  body: Readonly<Record<string, unknown>>,
): Promise<CreatedTask | undefined> {
  const answer = await requestCreation(check, actor, body);
  return isSuccess(answer) ? { id: await createdTaskId(check, actor, answer, body), body } : undefined;
}

export function conditionOf(check: Check, kind: 'threshold' | 'change' | 'anomaly' = 'threshold'): unknown {
  return check.tenant.wire.value(`scheduled-tasks.condition-${kind}`);
}

type Making = (check: Check, more: object) => Record<string, unknown>;

/** Tasks of different kinds, by what creates them. */
export const TASK_KINDS = {
  'with a schedule': (check, more) => taskBody(check, more),
  'on demand': (check, more) => onDemandBody(check, more),
  'with a condition': (check, more) => taskBody(check, { condition: conditionOf(check), ...more }),
  'with a change condition': (check, more) => taskBody(check, { condition: conditionOf(check, 'change'), ...more }),
} as const satisfies Record<string, Making>;

/** Judges a task of each kind that the tenant takes, after what happens to it. */
export async function ofEachKind(
  check: Check,
  cases: Readonly<
    Record<
      string,
      | { readonly kind: keyof typeof TASK_KINDS; readonly by: Actor; readonly more?: object; readonly then?: Step }
      | undefined
    >
  >,
  judge: (task: CreatedTask, name: string) => Promise<unknown>,
): Promise<void> {
  await inEach(check, cases, async ({ kind, by, more = {}, then = nothing }, name) => {
    const task = await taskIfTaken(check, by, TASK_KINDS[kind](check, more));
    if (!task) return;
    await then(check, by, task);
    await judge(task, name);
  });
}

/** A case of `ofEachKind`: a task of that user; undefined where the user is missing. */
export function by(
  actor: Actor | undefined,
  kind: 'with a schedule' | 'on demand' = 'with a schedule',
  more: object = {},
) {
  return actor && { kind, by: actor, more };
}

/** The task as somebody reads it. */
export const readBy = (actor: Actor, { id }: Pick<CreatedTask, 'id'>) => actor.preparing.getScheduledTask(id);

/** The actor, who has just been refused a task with another prompt. */
export async function refusedBefore(check: Check, actor: Actor): Promise<Actor> {
  await requestCreation(check, actor, taskBody(check, { cron: '* * * * *' }));
  return actor;
}

/** A prompt with line breaks and special characters. Which prompts are accepted is open; accepted ones must be kept. */
export function longPrompt(): string {
  return `${fresh('prompt')}\n${SIGNS}\n\r\n${'which orders were late, and why? '.repeat(90)}`.trim();
}

export function beyondLatin(): string {
  return `${fresh('prompt')} 昨日の売上は? Сколько заказов? ${SIGNS}`;
}
