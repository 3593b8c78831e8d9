import { nameOf, type Bout } from './campaign.ts';
import type { Fault } from './lib/fault.ts';

/** What became of one check against one broken tenant, as the suite tells it. */
export interface Played {
  readonly bout: string;
  /** Lines that turned red: the check's own where an assertion failed, and those that own what answers break. */
  readonly red: readonly string[];
  /** Promises without which the check's own cannot be told; where one of them is broken, it says nothing new. */
  readonly standsOn: readonly string[];
  /** Why the check came to no answer. */
  readonly trouble?: string;
}

/** A promise may have several checks, and is broken where one of them says so. */
export function together(played: readonly Played[]): ReadonlyMap<string, Played> {
  const bouts = new Map<string, Played>();
  for (const one of played) {
    const { red = [], standsOn = [], trouble } = bouts.get(one.bout) ?? {};
    bouts.set(one.bout, {
      bout: one.bout,
      red: [...new Set([...red, ...one.red])],
      standsOn: [...new Set([...standsOn, ...one.standsOn])],
      ...((one.trouble ?? trouble) !== undefined && { trouble: one.trouble ?? trouble ?? '' }),
    });
  }
  return bouts;
}

export type ProofVerdict = 'caught' | 'wrong-blame' | 'survived' | 'void' | 'unplayed';

/** What was seen of one fault, over all the bouts that it was in. */
export interface Proof {
  readonly id: string;
  readonly breaks: string;
  readonly verdict: ProofVerdict;
  readonly reason?: string;
  /** Lines of other promises that turned red, and that the fault does not declare. */
  readonly collateral: readonly string[];
}

export interface Tally {
  readonly caught: number;
  readonly 'wrong-blame': number;
  readonly survived: number;
  readonly void: number;
  readonly unplayed: number;
}

/** From the bouts to what is shown of each fault. */
export function proofsOf(
  faults: readonly Fault[],
  bouts: readonly Bout[],
  played: ReadonlyMap<string, Played>,
): Proof[] {
  const of = new Map<string, Bout[]>();
  for (const bout of bouts) {
    for (const { id } of bout.faults) of.set(id, [...(of.get(id) ?? []), bout]);
  }
  return faults.flatMap((fault) => {
    const own = of.get(fault.id);
    return own ? [proofOf(fault, own, played)] : [];
  });
}

function proofOf(fault: Fault, bouts: readonly Bout[], played: ReadonlyMap<string, Played>): Proof {
  const { id, breaks } = fault;
  const collateral = [...new Set(bouts.flatMap((bout) => strangers(bout, played.get(nameOf(bout)))))].sort();
  const common = { id, breaks, collateral };
  const targets = bouts.filter(({ check, expects }) => expects === 'red' && check === breaks);
  for (const bout of targets) {
    const result = played.get(nameOf(bout));
    if (!result) return { ...common, verdict: 'unplayed', reason: `no check of ${breaks} ran` };
    if (result.red.includes(breaks)) continue;
    if (result.trouble !== undefined) return { ...common, verdict: 'void', reason: result.trouble };
    const beside = bout.faults.length > 1 ? `, beside ${bout.faults.map((one) => one.id).join(' and ')}` : '';
    return { ...common, verdict: 'survived', reason: `the check of ${breaks} passed${beside}` };
  }
  if (collateral.length > 0) return { ...common, verdict: 'wrong-blame' };
  // A bout in which others stay green says nothing of whether the fault is caught.
  return { ...common, verdict: 'caught' };
}

/** Lines that turned red and that no fault of the bout breaks or declares. */
function strangers({ faults }: Bout, result: Played | undefined): string[] {
  if (!result) return [];
  const broken = faults.map(({ breaks }) => breaks as string);
  const declared = new Set([...broken, ...faults.flatMap(({ also = [] }) => also.map(({ id }) => id as string))]);
  // Nobody asks what stands on a broken promise.
  if (result.standsOn.some((id) => broken.includes(id))) return [];
  return result.red.filter((id) => !declared.has(id));
}

export function tallyOf(proofs: readonly Proof[]): Tally {
  const count = (verdict: ProofVerdict) => proofs.filter((one) => one.verdict === verdict).length;
  return {
    caught: count('caught'),
    'wrong-blame': count('wrong-blame'),
    survived: count('survived'),
    void: count('void'),
    unplayed: count('unplayed'),
  };
}
