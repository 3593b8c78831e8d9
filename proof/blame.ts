import { groupedBy } from '../contracts/grouped.ts';
import { inOrderOf, nameOf, partsOf, type Bout } from './campaign.ts';
import type { Fault } from './lib/fault.ts';
import { isSync } from './lib/patches.ts';
import type { Played } from './verdicts.ts';

/** So many faults share a tenant at most. More would more often hide each other, and have to be looked at again. */
const TOGETHER = 12;
/** And so many of those among which there is one that disturbs. */
const FEW = 3;
/** So many bouts are chosen by what is known before them. */
const WAVE = 6_000;
/** So many checks that a fault disturbs show whether it does so as its own promise tells: then the others say nothing new. */
const EXAMPLES = 12;

/**
 * Tens of thousands of pairs of a check and the fault of another promise, nearly all of which leave the check as it was. A
 * check that stays as it was before a dozen faults at once does so before each; one that does not meets a few of them at
 * once, and where it is disturbed again each alone.
 * Faults that disturb whoever meets them, such as an operation that is gone, are alone from the start. That two faults hide
 * each other from a check is possible and rare: another seed brings others together.
 *
 * Where a check stands on the promise that a fault breaks, because it met an answer without the shape that is promised or
 * an operation that is not served, nothing that it says is blame. A fault of which a dozen checks saw just that is not
 * brought before those that remain; another seed chooses another dozen.
 */
export class Blame {
  readonly #pairs: ReadonlyMap<string, Bout>;
  readonly #seed: number;

  constructor(pairs: readonly Bout[], seed: number) {
    this.#pairs = new Map(pairs.map((pair) => [nameOf(pair), pair]));
    this.#seed = seed;
  }

  /** What to play next; nothing when it is known of every pair what becomes of it. */
  next(played: ReadonlyMap<string, Played>): Bout[] {
    const { alone, settled, suspects } = this.#known(played);
    const open = [...this.#pairs].filter(([name]) => !settled.has(name)).map(([, pair]) => pair);
    const unheard = firstOfEach(open.filter((pair) => !alone.has(faultOf(pair))));
    if (unheard.length > 0) return unheard;
    const among = (pair: Bout) => suspects.get(nameOf(pair)) ?? Infinity;
    const nearly = open.filter((pair) => among(pair) <= FEW);
    const suspected = open.filter((pair) => among(pair) > FEW && among(pair) < Infinity);
    const unsuspected = open.filter((pair) => among(pair) === Infinity);
    const isLoud = (pair: Bout) => {
      const { still = 0, disturbed = 0 } = alone.get(faultOf(pair)) ?? {};
      return disturbed > still;
    };
    const loud = unsuspected.filter(isLoud);
    const quiet = unsuspected.filter((pair) => !isLoud(pair));
    return [
      ...nearly,
      ...this.#together(suspected, FEW),
      ...this.#examples(loud, alone),
      ...this.#together(quiet, TOGETHER),
    ].slice(0, WAVE);
  }

  /** The pairs that were played alone: of the others it is known that the check stays as it is. */
  told(played: ReadonlyMap<string, Played>): Bout[] {
    return [...this.#pairs].filter(([name]) => played.has(name)).map(([, pair]) => pair);
  }

  /** How many pairs were not played, because what they would say is known from others of the same fault. */
  spared(played: ReadonlyMap<string, Played>): number {
    return this.#pairs.size - this.#known(played).settled.size;
  }

  /** Of each fault so many pairs that it can be told how it disturbs, and those that remain where that says something new. */
  #examples(pairs: readonly Bout[], alone: Known['alone']): Bout[] {
    return [...groupedBy(pairs, faultOf)].flatMap(([fault, own]) => {
      const { still = 0, disturbed = 0, asItsOwn = 0 } = alone.get(fault) ?? {};
      const missing = EXAMPLES - still - disturbed;
      if (missing <= 0) return disturbed === asItsOwn ? [] : own;
      const salted = own.map((pair) => ({ id: pair.check, pair }));
      return inOrderOf(salted, this.#seed, fault)
        .slice(0, missing)
        .map(({ pair }) => pair);
    });
  }

  #together(pairs: readonly Bout[], most: number): Bout[] {
    return [...groupedBy(pairs, ({ check }) => check)].flatMap(([check, own]) => {
      const faults = inOrderOf(
        own.flatMap((pair) => pair.faults),
        this.#seed,
        check,
      );
      const count = Math.ceil(faults.length / most);
      return Array.from({ length: count }, (_, at): Bout => ({
        check: own[0]?.check as Bout['check'],
        faults: innermostFirst(faults.filter((__, index) => index % count === at)),
        expects: 'green',
      }));
    });
  }

  #known(played: ReadonlyMap<string, Played>): Known {
    const alone = new Map<string, Alone>();
    const settled = new Set<string>();
    const suspects = new Map<string, number>();
    for (const [name, { red, standsOn, trouble }] of played) {
      const { check, faults } = partsOf(name);
      const pairs = faults.map((id) => `${check} × ${id}`).filter((pair) => this.#pairs.has(pair));
      const isStill = red.length === 0 && trouble === undefined;
      for (const pair of pairs) {
        if (isStill || faults.length === 1) settled.add(pair);
        else suspects.set(pair, Math.min(faults.length, suspects.get(pair) ?? Infinity));
      }
      const [fault = ''] = faults;
      if (faults.length > 1 || pairs.length === 0) continue;
      const { still, disturbed, asItsOwn } = alone.get(fault) ?? { still: 0, disturbed: 0, asItsOwn: 0 };
      const isAsItsOwn = !isStill && standsOn.includes(this.#pairs.get(name)?.faults[0]?.breaks ?? '');
      alone.set(fault, {
        still: still + (isStill ? 1 : 0),
        disturbed: disturbed + (isStill ? 0 : 1),
        asItsOwn: asItsOwn + (isAsItsOwn ? 1 : 0),
      });
    }
    return { alone, settled, suspects };
  }
}

interface Alone {
  readonly still: number;
  readonly disturbed: number;
  /** How often of these the check stands on the promise that is broken. */
  readonly asItsOwn: number;
}

interface Known {
  /** How often a fault left a check that met it alone as it was, and how often not. */
  readonly alone: ReadonlyMap<string, Alone>;
  /** Pairs of which it is known what becomes of them. */
  readonly settled: ReadonlySet<string>;
  /** Pairs that were together with others where the check did not stay as it was: how many there were at the least. */
  readonly suspects: ReadonlyMap<string, number>;
}

function faultOf({ faults }: Bout): string {
  return faults[0]?.id ?? '';
}

const outer = new Map<Fault, number>();

/** What answers at once is put around a tenant's own behaviour, and what waits around both. */
function innermostFirst(faults: readonly Fault[]): Fault[] {
  for (const fault of faults) if (!outer.has(fault)) outer.set(fault, isSync(fault.patch) ? 0 : 1);
  return faults.toSorted((one, other) => (outer.get(one) ?? 0) - (outer.get(other) ?? 0));
}

function firstOfEach(pairs: readonly Bout[]): Bout[] {
  return [...new Map(pairs.toReversed().map((pair): [string, Bout] => [faultOf(pair), pair])).values()];
}
