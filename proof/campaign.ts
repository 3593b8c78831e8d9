import type { Faulty } from '../mock/index.ts';
import type { Fault } from './fault.ts';

/** One pass over the suite: what is wrong with the tenant of each check, and which faults it is to bring to light. */
export interface Round {
  readonly name: string;
  readonly faults: readonly Fault[];
  readonly faultsFor: (requirement: string) => Faulty;
}

const SOUND: Faulty = { patches: [], breaksPurpose: false };

/** Each check gets a tenant with one fault of its own promise: the i-th round has the i-th fault of each promise. */
export function targetRounds(faults: readonly Fault[]): Round[] {
  const byPromise = new Map<string, Fault[]>();
  for (const fault of faults) byPromise.set(fault.breaks, [...(byPromise.get(fault.breaks) ?? []), fault]);
  const count = Math.max(0, ...[...byPromise.values()].map((own) => own.length));
  return Array.from({ length: count }, (_, index) => {
    const ofRound = new Map([...byPromise].flatMap(([id, own]) => (own[index] ? [[id, own[index]] as const] : [])));
    return {
      name: `target-${index + 1}`,
      faults: [...ofRound.values()],
      faultsFor: (requirement) => {
        const fault = ofRound.get(requirement);
        return fault ? { patches: [fault.patch], breaksPurpose: true } : SOUND;
      },
    };
  });
}

/** Every check gets a tenant with the same fault: only the line of its promise may turn red. */
export function blameRound(fault: Fault): Round {
  return {
    name: 'blame',
    faults: [fault],
    faultsFor: (requirement) => ({ patches: [fault.patch], breaksPurpose: requirement === fault.breaks }),
  };
}
