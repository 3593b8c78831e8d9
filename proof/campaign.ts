import type { Patch } from '../mock/index.ts';
import type { Fault } from './fault.ts';

/**
 * One pass over the suite in which each check gets a tenant with one fault of its own promise: the i-th round has the
 * i-th fault of each promise that has so many.
 */
export interface Round {
  readonly index: number;
  readonly faults: ReadonlyMap<string, Fault>;
  readonly patchesFor: (requirement: string) => readonly Patch[];
}

export function roundsOf(faults: readonly Fault[]): Round[] {
  const byPromise = new Map<string, Fault[]>();
  for (const fault of faults) byPromise.set(fault.breaks, [...(byPromise.get(fault.breaks) ?? []), fault]);
  const count = Math.max(0, ...[...byPromise.values()].map((own) => own.length));
  return Array.from({ length: count }, (_, index) => {
    const ofRound = new Map([...byPromise].flatMap(([id, own]) => (own[index] ? [[id, own[index]] as const] : [])));
    const patchesFor = (requirement: string) => {
      const fault = ofRound.get(requirement);
      return fault ? [fault.patch] : [];
    };
    return { index, faults: ofRound, patchesFor };
  });
}
