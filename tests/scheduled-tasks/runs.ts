import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { walk } from '../../harness/client/paging.ts';
import type { Made } from './tasks.ts';

export type Run = components['schemas']['ScheduledTaskRun'];

/** Every run that a task's list holds. */
export function runsOf(actor: Actor, { id }: Pick<Made, 'id'>, first?: number): Promise<Run[]> {
  return walk((page) => actor.listScheduledTaskRuns(id, page), first);
}

/** What tells a run from all others: its id or its thread, whose names are open, or all that it shows. */
export function keyOf(run: Run): string {
  const { id, runId } = run as { readonly id?: unknown; readonly runId?: unknown };
  return JSON.stringify(id ?? runId ?? run.threadId ?? run);
}

export async function keysOf(actor: Actor, task: Pick<Made, 'id'>, first?: number): Promise<string[]> {
  return (await runsOf(actor, task, first)).map(keyOf);
}

/** Runs a task so many times, one after the other. */
export async function ran(actor: Actor, { id }: Pick<Made, 'id'>, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await actor.runScheduledTask(id);
}

/** The threads that runs name, as far as they name any. */
export function threadsOf(runs: readonly Run[]): string[] {
  return runs.flatMap(({ threadId }) => (threadId === undefined || threadId === null ? [] : [String(threadId)]));
}
