import { keyOf, trialKey, type Trial } from './trials.ts';
import { tellerOf, type Fault } from './lib/fault.ts';

/** The result of one trial. */
export interface Played {
  readonly check: string;
  /** The ids of the faults of the tenant. */
  readonly faults: readonly string[];
  /** Requirements that were reported as violated: the check's own, and owners of schema parts that responses break. */
  readonly red: readonly string[];
  /** Requirements that have to hold for the check to come to a verdict; where one is broken, its result says nothing. */
  readonly standsOn: readonly string[];
  /** What the assertion that failed compared. */
  readonly failure?: string;
  /** Why the check came to no verdict. */
  readonly trouble?: string;
  /** What the check lacked to be carried out. */
  readonly untested?: string;
  /** The classes of its requirement that the check judged. */
  readonly classes?: readonly string[];
}

/** Results of trials, each under the key of its trial. */
export type PlayedTrials = ReadonlyMap<string, Played>;

/** Joins the results of the checks of one requirement: it is violated where one of them reports so. */
export function together(played: readonly Played[]): PlayedTrials {
  const trials = new Map<string, Played>();
  for (const one of played) {
    const key = trialKey(one.check, one.faults);
    const before = trials.get(key);
    const { red = [], standsOn = [], classes = [] } = before ?? {};
    const { failure, trouble, untested } = { ...before, ...one };
    trials.set(key, {
      check: one.check,
      faults: one.faults,
      red: [...new Set([...red, ...one.red])],
      standsOn: [...new Set([...standsOn, ...one.standsOn])],
      classes: [...new Set([...classes, ...(one.classes ?? [])])],
      ...(failure !== undefined && { failure }),
      ...(trouble !== undefined && { trouble }),
      ...(untested !== undefined && { untested }),
    });
  }
  return trials;
}

export type ProofVerdict = 'caught' | 'wrong-blame' | 'survived' | 'void' | 'untested' | 'unplayed';

/** The verdict on one fault, over all trials that it was part of. */
export interface Proof {
  readonly id: string;
  readonly requirement: string;
  readonly verdict: ProofVerdict;
  readonly reason?: string;
  /** Other requirements that were reported as violated, and that the fault does not declare. */
  readonly collateral: readonly string[];
}

export interface Tally {
  readonly caught: number;
  readonly 'wrong-blame': number;
  readonly survived: number;
  readonly void: number;
  readonly untested: number;
  readonly unplayed: number;
}

/** A verdict on each fault that is part of one of the trials. */
export function proofsOf(faults: readonly Fault[], trials: readonly Trial[], played: PlayedTrials): Proof[] {
  const of = new Map<string, Trial[]>();
  for (const trial of trials) {
    for (const { id } of trial.faults) of.set(id, [...(of.get(id) ?? []), trial]);
  }
  return faults.flatMap((fault) => {
    const own = of.get(fault.id);
    return own ? [proofOf(fault, own, played)] : [];
  });
}

function proofOf(fault: Fault, trials: readonly Trial[], played: PlayedTrials): Proof {
  const { id, requirement, seenIn } = fault;
  const collateral = [...new Set(trials.flatMap((trial) => collateralOf(trial, played.get(keyOf(trial)))))].sort();
  const common = { id, requirement, collateral };
  const targets = trials.filter(({ check, expects }) => expects === 'red' && check === tellerOf(fault));
  for (const trial of targets) {
    const result = played.get(keyOf(trial));
    if (!result) return { ...common, verdict: 'unplayed', reason: `no check of ${tellerOf(fault)} ran` };
    if (result.red.includes(requirement)) continue;
    if (result.trouble !== undefined) return { ...common, verdict: 'void', reason: result.trouble };
    if (result.untested !== undefined) return { ...common, verdict: 'untested', reason: result.untested };
    if (seenIn !== undefined && !result.classes?.includes(seenIn))
      return { ...common, verdict: 'untested', reason: `the tenant leaves nothing to judge in the class ${seenIn}` };
    const beside = trial.faults.length > 1 ? `, beside ${trial.faults.map((one) => one.id).join(' and ')}` : '';
    return { ...common, verdict: 'survived', reason: `the check of ${tellerOf(fault)} passed${beside}` };
  }
  if (collateral.length > 0) return { ...common, verdict: 'wrong-blame', ...whyBlamed(trials, played) };
  // A collateral trial without red lines does not say whether the fault is caught.
  return { ...common, verdict: 'caught' };
}

/** Requirements that a trial reports as violated, and that none of its faults breaks or declares. */
function collateralOf({ faults }: Trial, result: Played | undefined): string[] {
  if (!result) return [];
  const broken = faults.map(({ requirement }) => requirement as string);
  const declared = new Set([...broken, ...faults.flatMap(({ also = [] }) => also.map(({ id }) => id as string))]);
  // A check that depends on a broken requirement proves nothing.
  if (result.standsOn.some((id) => broken.includes(id))) return [];
  return result.red.filter((id) => !declared.has(id));
}

/** What the first check with a collateral violation compared. */
function whyBlamed(trials: readonly Trial[], played: PlayedTrials): { readonly reason?: string } {
  const blaming = trials.find((trial) => collateralOf(trial, played.get(keyOf(trial))).length > 0);
  const failure = blaming && played.get(keyOf(blaming))?.failure;
  return failure === undefined ? {} : { reason: `the check of ${blaming?.check}: ${failure}` };
}

/** What a fault declares in `also`, and which of that no check reported while the fault was alone on its tenant. */
export interface Declared {
  readonly id: string;
  readonly seen: readonly string[];
  readonly unseen: readonly string[];
}

export function declaredOf(faults: readonly Fault[], played: PlayedTrials): Declared[] {
  const reported = new Map<string, Set<string>>();
  for (const one of played.values()) {
    const [id = '', ...others] = one.faults;
    if (others.length > 0) continue;
    const red = reported.get(id) ?? new Set();
    for (const requirement of one.red) red.add(requirement);
    reported.set(id, red);
  }
  return faults.map(({ id, also = [] }) => {
    const ids = also.map((one): string => one.id);
    const isSeen = (requirement: string) => reported.get(id)?.has(requirement) === true;
    return { id, seen: ids.filter(isSeen), unseen: ids.filter((one) => !isSeen(one)) };
  });
}

export function tallyOf(proofs: readonly Proof[]): Tally {
  const count = (verdict: ProofVerdict) => proofs.filter((one) => one.verdict === verdict).length;
  return {
    caught: count('caught'),
    'wrong-blame': count('wrong-blame'),
    survived: count('survived'),
    void: count('void'),
    untested: count('untested'),
    unplayed: count('unplayed'),
  };
}
