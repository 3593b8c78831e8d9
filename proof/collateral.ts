import { groupedBy } from '../contracts/grouped.ts';
import { orderOf } from './lib/patches.ts';
import type { Fault } from './lib/fault.ts';
import { keyOf, shuffled, trialKey, type Trial } from './trials.ts';
import type { PlayedTrials } from './verdicts.ts';

/** The largest number of faults on one tenant. With more of them, faults would too often hide each other. */
const TOGETHER = 12;
/** The number of faults on one tenant where one among them is known to disturb the check. */
const FEW = 3;
/** The largest number of trials that are chosen before results are looked at again. */
const WAVE = 6_000;
/** How many disturbed checks show whether a fault disturbs them only through its own requirement. */
const EXAMPLES = 12;

/**
 * Plans the collateral trials: tens of thousands of pairs of a check and a fault of another requirement, of which nearly
 * all leave the check undisturbed. A check that a dozen faults at once leave undisturbed is undisturbed by each of them;
 * one that is disturbed meets a few of them at once, and where it is disturbed again each alone.
 * Faults that disturb most checks, such as an operation that is not served, are alone from the start. It is possible, and
 * rare, that two faults hide each other from a check: another seed puts others together.
 *
 * Where a check depends on the requirement that a fault breaks, because it met a response without the required shape or an
 * operation that is not served, its result is no collateral. A fault of which a dozen checks showed just that is
 * not played against the remaining checks; another seed selects another dozen.
 */
export class CollateralPlan {
  readonly #pairs: ReadonlyMap<string, Trial>;
  readonly #seed: number;

  constructor(pairs: readonly Trial[], seed: number) {
    this.#pairs = new Map(pairs.map((pair) => [keyOf(pair), pair]));
    this.#seed = seed;
  }

  /** The trials to play next; none when the result of every pair is known. */
  next(played: PlayedTrials): Trial[] {
    const { alone, settled, suspects } = this.#known(played);
    const open = [...this.#pairs].filter(([key]) => !settled.has(key)).map(([, pair]) => pair);
    const unplayed = firstOfEach(open.filter((pair) => !alone.has(faultOf(pair))));
    if (unplayed.length > 0) return unplayed;
    const among = (pair: Trial) => suspects.get(keyOf(pair)) ?? Infinity;
    const nearly = open.filter((pair) => among(pair) <= FEW);
    const suspected = open.filter((pair) => among(pair) > FEW && among(pair) < Infinity);
    const unsuspected = open.filter((pair) => among(pair) === Infinity);
    const disturbsMost = (pair: Trial) => {
      const { undisturbed = 0, disturbed = 0 } = alone.get(faultOf(pair)) ?? {};
      return disturbed > undisturbed;
    };
    const isolated = unsuspected.filter(disturbsMost);
    const combined = unsuspected.filter((pair) => !disturbsMost(pair));
    return [
      ...nearly,
      ...this.#together(suspected, FEW),
      ...this.#examples(isolated, alone),
      ...this.#together(combined, TOGETHER),
    ].slice(0, WAVE);
  }

  /** The pairs that were played alone; of the others it is known that the check is undisturbed. */
  playedAlone(played: PlayedTrials): Trial[] {
    return [...this.#pairs].filter(([key]) => played.has(key)).map(([, pair]) => pair);
  }

  /** The number of pairs that were not played, because others of the same fault show their result. */
  spared(played: PlayedTrials): number {
    return this.#pairs.size - this.#known(played).settled.size;
  }

  /** Of each fault enough pairs to know how it disturbs checks, and the remaining ones only where they can differ. */
  #examples(pairs: readonly Trial[], alone: Known['alone']): Trial[] {
    return [...groupedBy(pairs, faultOf)].flatMap(([fault, own]) => {
      const { undisturbed = 0, disturbed = 0, asItsOwn = 0 } = alone.get(fault) ?? {};
      const missing = EXAMPLES - undisturbed - disturbed;
      if (missing <= 0) return disturbed === asItsOwn ? [] : own;
      const candidates = own.map((pair) => ({ id: pair.check, pair }));
      return shuffled(candidates, this.#seed, fault)
        .slice(0, missing)
        .map(({ pair }) => pair);
    });
  }

  #together(pairs: readonly Trial[], most: number): Trial[] {
    return [...groupedBy(pairs, ({ check }) => check)].flatMap(([check, own]) => {
      const faults = shuffled(
        own.flatMap((pair) => pair.faults),
        this.#seed,
        check,
      );
      const count = Math.ceil(faults.length / most);
      return Array.from({ length: count }, (_, at): Trial => ({
        check: own[0]?.check as Trial['check'],
        faults: innermostFirst(faults.filter((__, index) => index % count === at)),
        expects: 'green',
      }));
    });
  }

  #known(played: PlayedTrials): Known {
    const alone = new Map<string, Alone>();
    const settled = new Set<string>();
    const suspects = new Map<string, number>();
    for (const [key, { check, faults, red, standsOn, trouble, untested }] of played) {
      const pairs = faults.map((id) => trialKey(check, [id])).filter((pair) => this.#pairs.has(pair));
      const isUndisturbed = red.length === 0 && trouble === undefined && untested === undefined;
      for (const pair of pairs) {
        if (isUndisturbed || faults.length === 1) settled.add(pair);
        else suspects.set(pair, Math.min(faults.length, suspects.get(pair) ?? Infinity));
      }
      const [fault = ''] = faults;
      if (faults.length > 1 || pairs.length === 0) continue;
      const { undisturbed, disturbed, asItsOwn } = alone.get(fault) ?? { undisturbed: 0, disturbed: 0, asItsOwn: 0 };
      const isAsItsOwn = !isUndisturbed && standsOn.includes(this.#pairs.get(key)?.faults[0]?.requirement ?? '');
      alone.set(fault, {
        undisturbed: undisturbed + (isUndisturbed ? 1 : 0),
        disturbed: disturbed + (isUndisturbed ? 0 : 1),
        asItsOwn: asItsOwn + (isAsItsOwn ? 1 : 0),
      });
    }
    return { alone, settled, suspects };
  }
}

interface Alone {
  readonly undisturbed: number;
  readonly disturbed: number;
  /** How many of the disturbed checks depend on the requirement that is broken. */
  readonly asItsOwn: number;
}

interface Known {
  /** Of each fault that was played alone, how many checks it disturbed and how many it did not. */
  readonly alone: ReadonlyMap<string, Alone>;
  /** Pairs whose result is known. */
  readonly settled: ReadonlySet<string>;
  /** Pairs that were played together with others where the check was disturbed, with the smallest number of faults. */
  readonly suspects: ReadonlyMap<string, number>;
}

function faultOf({ faults }: Trial): string {
  return faults[0]?.id ?? '';
}

const orders = new Map<Fault, number>();

function innermostFirst(faults: readonly Fault[]): Fault[] {
  for (const fault of faults) if (!orders.has(fault)) orders.set(fault, orderOf(fault.patch));
  return faults.toSorted((one, other) => (orders.get(one) ?? 0) - (orders.get(other) ?? 0));
}

function firstOfEach(pairs: readonly Trial[]): Trial[] {
  return [...new Map(pairs.toReversed().map((pair): [string, Trial] => [faultOf(pair), pair])).values()];
}
