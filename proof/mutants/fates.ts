import { nameOf } from '../campaign.ts';
import type { Played } from '../verdicts.ts';
import type { Mutant } from './mutants.ts';
import { freedomOf, type Freedom } from './open.ts';

/** What became of a mutant: `open` and `unseen` are not asked for, each for a reason that is written down. */
export interface Fate extends Mutant {
  readonly verdict: 'told' | 'survived' | 'unseen' | 'open';
  /** The lines that turned red. */
  readonly red: readonly string[];
  /** The checks that met it. */
  readonly met: ReadonlySet<string>;
  readonly freedom?: Freedom;
}

export function fatesOf(mutants: readonly Mutant[], played: ReadonlyMap<string, Played>): Fate[] {
  return mutants.map((mutant) => {
    const bouts = [...mutant.kind.checks.keys()].flatMap((check) => {
      const one = played.get(nameOf({ check, faults: [mutant], expects: 'red' }));
      return one ? [{ check, red: one.red }] : [];
    });
    const red = [...new Set(bouts.flatMap((one) => one.red))];
    const freedom = freedomOf(mutant);
    const otherwise = freedom === undefined ? 'survived' : freedom.isUnseen === true ? 'unseen' : 'open';
    return {
      ...mutant,
      verdict: red.length > 0 ? 'told' : otherwise,
      red,
      met: new Set(bouts.map(({ check }) => check)),
      ...(freedom && { freedom }),
    };
  });
}

export interface Shares {
  readonly told: number;
  readonly survived: number;
  readonly unseen: number;
  readonly open: number;
  /** Of those that break a promise, told by whoever may see it or not. */
  readonly ratio: number;
}

export function sharesOf(fates: readonly Fate[]): Shares {
  const count = (verdict: Fate['verdict']) => fates.filter((one) => one.verdict === verdict).length;
  const [told, survived, unseen, open] = [count('told'), count('survived'), count('unseen'), count('open')];
  const breaking = told + survived + unseen;
  return { told, survived, unseen, open, ratio: breaking === 0 ? 1 : told / breaking };
}
