import { inOrderOf, nameOf, partsOf, type Bout } from './campaign.ts';
import type { Fault } from './fault.ts';
import { isAtOnce } from './patches.ts';
import type { Played } from './verdicts.ts';

/** So many faults share a tenant at most. More would more often hide each other, and have to be looked at again. */
const TOGETHER = 10;
/** So many bouts are chosen by what is known before them. */
const WAVE = 4_000;

/**
 * Tens of thousands of pairs of a check and the fault of another promise, nearly all of which leave the check as it was. A
 * check that stays as it was before ten faults at once does so before each; one that does not meets each of them alone.
 * Faults that disturb whoever meets them, such as an operation that is gone, are alone from the start. That two faults hide
 * each other from a check is possible and rare: another seed brings others together.
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
    const isLoud = (fault: string) => {
      const { still = 0, disturbed = 0 } = alone.get(fault) ?? {};
      return disturbed > still;
    };
    const isApart = (pair: Bout) => suspects.has(nameOf(pair)) || isLoud(faultOf(pair));
    return [...open.filter(isApart), ...this.#together(open.filter((pair) => !isApart(pair)))].slice(0, WAVE);
  }

  /** The pairs that were played alone: of the others it is known that the check stays as it is. */
  told(played: ReadonlyMap<string, Played>): Bout[] {
    return [...this.#pairs].filter(([name]) => played.has(name)).map(([, pair]) => pair);
  }

  #together(pairs: readonly Bout[]): Bout[] {
    const byCheck = new Map<string, Bout[]>();
    for (const pair of pairs) byCheck.set(pair.check, [...(byCheck.get(pair.check) ?? []), pair]);
    return [...byCheck].flatMap(([check, own]) => {
      const faults = inOrderOf(
        own.flatMap((pair) => pair.faults),
        this.#seed,
        check,
      );
      const count = Math.ceil(faults.length / TOGETHER);
      return Array.from({ length: count }, (_, at): Bout => ({
        check: own[0]?.check as Bout['check'],
        faults: innermostFirst(faults.filter((__, index) => index % count === at)),
        expects: 'green',
      }));
    });
  }

  #known(played: ReadonlyMap<string, Played>): Known {
    const alone = new Map<string, { still: number; disturbed: number }>();
    const settled = new Set<string>();
    const suspects = new Set<string>();
    for (const [name, { red, trouble }] of played) {
      const { check, faults } = partsOf(name);
      const pairs = faults.map((id) => `${check} × ${id}`).filter((pair) => this.#pairs.has(pair));
      const isStill = red.length === 0 && trouble === undefined;
      for (const pair of pairs) {
        if (isStill || faults.length === 1) settled.add(pair);
        else suspects.add(pair);
      }
      const [fault = ''] = faults;
      if (faults.length > 1 || pairs.length === 0) continue;
      const { still, disturbed } = alone.get(fault) ?? { still: 0, disturbed: 0 };
      alone.set(fault, isStill ? { still: still + 1, disturbed } : { still, disturbed: disturbed + 1 });
    }
    return { alone, settled, suspects };
  }
}

interface Known {
  /** How often a fault left a check that met it alone as it was, and how often not. */
  readonly alone: ReadonlyMap<string, { readonly still: number; readonly disturbed: number }>;
  /** Pairs of which it is known what becomes of them. */
  readonly settled: ReadonlySet<string>;
  /** Pairs that were together with others, where the check did not stay as it was. */
  readonly suspects: ReadonlySet<string>;
}

function faultOf({ faults }: Bout): string {
  return faults[0]?.id ?? '';
}

const outer = new Map<Fault, number>();

/** What answers at once is put around a tenant's own behaviour, and what waits around both. */
function innermostFirst(faults: readonly Fault[]): Fault[] {
  for (const fault of faults) if (!outer.has(fault)) outer.set(fault, isAtOnce(fault.patch) ? 0 : 1);
  return faults.toSorted((one, other) => (outer.get(one) ?? 0) - (outer.get(other) ?? 0));
}

function firstOfEach(pairs: readonly Bout[]): Bout[] {
  return [...new Map(pairs.toReversed().map((pair): [string, Bout] => [faultOf(pair), pair])).values()];
}
