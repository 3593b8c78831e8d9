import { trialKey } from '../trials.ts';
import type { PlayedTrials } from '../verdicts.ts';
import type { Mutant } from './mutants.ts';
import type { Freedom } from './freedom.ts';
import { freedomOf } from './open.ts';

/** The result of a mutant: `open` and `unseen` ones do not have to be caught, each for a documented reason. */
export interface Fate extends Mutant {
  readonly verdict: 'told' | 'survived' | 'unseen' | 'open';
  /** The requirements that were reported as violated. */
  readonly red: readonly string[];
  /** The checks that met it. */
  readonly met: ReadonlySet<string>;
  readonly freedom?: Freedom;
}

export function fatesOf(mutants: readonly Mutant[], played: PlayedTrials): Fate[] {
  return mutants.map((mutant) => {
    const trials = [...mutant.kind.checks.keys()].flatMap((check) => {
      const one = played.get(trialKey(check, [mutant.id]));
      return one ? [{ check, red: one.red }] : [];
    });
    const red = [...new Set(trials.flatMap((one) => one.red))];
    const freedom = freedomOf(mutant);
    const otherwise = freedom === undefined ? 'survived' : freedom.isUnseen === true ? 'unseen' : 'open';
    return {
      ...mutant,
      verdict: red.length > 0 ? 'told' : otherwise,
      red,
      met: new Set(trials.map(({ check }) => check)),
      ...(freedom && { freedom }),
    };
  });
}

export interface Shares {
  readonly told: number;
  readonly survived: number;
  readonly unseen: number;
  readonly open: number;
  /** The share of caught mutants among those that break a requirement, visible or not. */
  readonly ratio: number;
}

export function sharesOf(fates: readonly Fate[]): Shares {
  const count = (verdict: Fate['verdict']) => fates.filter((one) => one.verdict === verdict).length;
  const [told, survived, unseen, open] = [count('told'), count('survived'), count('unseen'), count('open')];
  const breaking = told + survived + unseen;
  return { told, survived, unseen, open, ratio: breaking === 0 ? 1 : told / breaking };
}
