import type { Baseline } from '../evidence/baseline.ts';
import type { Told, Verdict } from '../evidence/results.ts';
import type { PastRun } from './history.ts';

const OPEN: readonly Verdict[] = ['untested', 'inconclusive'];
/** By so many percent of the requirements the share may fall before the gate is incomplete. */
const TOLERANCE = 1;

/** The percentage of requirements with a verdict other than untested and inconclusive, with two decimals. */
export function percentTold(verdicts: readonly Verdict[]): number {
  const told = verdicts.filter((verdict) => !OPEN.includes(verdict)).length;
  return verdicts.length === 0 ? 0 : Math.round((told / verdicts.length) * 10_000) / 100;
}

/**
 * The share of the requirements that a run told, beside that of the tenant's last accepted run. Runs are accepted by a person,
 * with `npm run baseline`, or because their gate passed. Of both the larger share counts, so that small losses do not add up
 * from run to run; but what was accepted by a person replaces everything before.
 */
export function toldBy(
  verdicts: readonly Verdict[],
  baseline: Pick<Baseline, 'told'> | undefined,
  past: readonly PastRun[] = [],
): Told {
  const percent = percentTold(verdicts);
  const byPerson = baseline?.told;
  const passed = past.findLast(({ gate, at }) => gate === 'passed' && (byPerson === undefined || at > byPerson.at));
  const byGate = passed && { percent: percentTold([...passed.verdicts.values()]), at: passed.at };
  const accepted = byPerson && byGate ? (byGate.percent > byPerson.percent ? byGate : byPerson) : (byPerson ?? byGate);
  if (!accepted) return { percent, hasFallen: false };
  const { percent: before, at } = accepted;
  return { percent, accepted: { percent: before, at }, hasFallen: before - percent > TOLERANCE };
}

const shown = (percent: number) => `${percent.toFixed(1)} %`;

/** Why the gate is not passed, where that is because less was told than before. */
export function fallOf({ percent, accepted, hasFallen }: Told): string | undefined {
  if (!hasFallen || !accepted) return undefined;
  return `Only ${shown(percent)} of the requirements were tested, and ${shown(accepted.percent)} in the accepted run of ${accepted.at.slice(0, 10)}`;
}
