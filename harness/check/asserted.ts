import type { Answer } from '../http/answer.ts';

/** What the check that runs has asserted of statuses, by operation: one worker runs one check at a time. */
const asserted = new Map<string, Set<number>>();

/** Says that the status of an answer is what a promise wants, and was not met in passing. */
export function noteStatus({ operation, status }: Pick<Answer, 'operation' | 'status'>): void {
  asserted.set(operation, (asserted.get(operation) ?? new Set()).add(status));
}

/** What was asserted since this was last asked. */
export function takeAsserted(): Readonly<Record<string, readonly number[]>> {
  const taken = Object.fromEntries([...asserted].map(([operation, statuses]) => [operation, [...statuses]]));
  asserted.clear();
  return taken;
}
