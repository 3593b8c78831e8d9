import { instructionOf, type Cause, type CauseKind } from '../evidence/causes.ts';
import type { RequirementResult } from '../evidence/results.ts';

/** A requirement that is untested, or would be, with all that is missing for it. */
export interface Untested {
  readonly id: string;
  readonly causes: readonly Cause[];
}

/** One thing that a user would do, with the requirements that hang on it. */
export interface CauseGroup {
  readonly kind: CauseKind;
  readonly what: string;
  readonly requirements: readonly { readonly id: string; readonly causes: readonly Cause[] }[];
  /** How many of them need nothing else. */
  readonly alone: number;
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

function secondsIn(time: string): number {
  return parseInt(time, 10) * (SECONDS[time.at(-1) ?? ''] ?? 1);
}

/** Whether what removes one cause also removes the other: a longer wait allows each shorter one. */
function removes(group: Pick<Cause, 'kind' | 'what'>, { kind, what }: Cause): boolean {
  if (group.kind !== kind) return false;
  return group.what === what || (kind === 'wait' && secondsIn(what) < secondsIn(group.what));
}

/** What users could do, by how many requirements hang on each step alone, the largest gain first. */
export function groupsOf(untested: readonly Untested[]): CauseGroup[] {
  const keys = new Map(
    untested.flatMap(({ causes }) => causes.map(({ kind, what }) => [`${kind} ${what}`, { kind, what }] as const)),
  );
  const groups = [...keys.values()].map((group): CauseGroup => {
    const requirements = untested.flatMap(({ id, causes }) => {
      const own = causes.filter((one) => removes(group, one));
      return own.length > 0 ? [{ id, causes: own, isAlone: own.length === causes.length }] : [];
    });
    return {
      ...group,
      requirements: requirements.map(({ id, causes }) => ({ id, causes })),
      alone: requirements.filter(({ isAlone }) => isAlone).length,
    };
  });
  return groups.sort(
    (one, other) =>
      other.requirements.length - one.requirements.length ||
      other.alone - one.alone ||
      (one.what < other.what ? -1 : 1),
  );
}

/** The groups of waits, the longest first. It includes the others, so that these are mentioned beside it or after all else. */
export function waitsOf(groups: readonly CauseGroup[]): {
  readonly longest: CauseGroup | undefined;
  readonly shorter: readonly CauseGroup[];
} {
  const [longest, ...shorter] = groups.filter(({ kind }) => kind === 'wait');
  return { longest, shorter };
}

/** Beside the longest wait, whose line is enough for all: the shorter one that most of the requirements need. */
export function commonWaitOf(shorter: readonly CauseGroup[]): string {
  const own = ({ requirements }: CauseGroup, index: number) =>
    requirements.length - (shorter[index + 1]?.requirements.length ?? 0);
  const most = Math.max(0, ...shorter.map(own));
  const common = shorter.find((group, index) => own(group, index) === most);
  return common ? `; ${common.requirements.length} of them with MAX_WAIT=${common.what}` : '';
}

/** The untested requirements of a run, without those that the baseline accepts. */
export function untestedOf(requirements: readonly RequirementResult[]): Untested[] {
  return requirements.flatMap(({ id, verdict, accepted, causes = [] }) =>
    verdict === 'untested' && accepted === undefined ? [{ id, causes }] : [],
  );
}

/** What the user would do, in a few words. */
export function titleOf({ kind, what }: Pick<CauseGroup, 'kind' | 'what'>): string {
  const instruction = instructionOf({ kind, what: what.split('\n')[0] ?? '' });
  // Others are in words of their own, which may begin with the name of an operation.
  return kind === 'other' ? instruction : instruction.charAt(0).toUpperCase() + instruction.slice(1);
}

/** What requirements without a result are called together: one word, where all of them are of one kind. */
export function openTitle(open: readonly Pick<RequirementResult, 'verdict'>[]): string {
  const inconclusive = open.filter(({ verdict }) => verdict === 'inconclusive').length;
  if (inconclusive === 0) return 'Untested';
  return inconclusive === open.length ? 'Inconclusive' : 'Untested and inconclusive';
}

/** How much hangs on it: `103 requirements, 98 of them need nothing else`. */
export function gainOf({ requirements: { length }, alone }: CauseGroup): string {
  const all = `${length} requirement${length === 1 ? '' : 's'}`;
  if (alone === length) return all;
  if (alone === 0) return `${all}, ${length === 1 ? 'which' : 'each'} needs more`;
  return `${all}, ${alone} of which ${alone === 1 ? 'needs' : 'need'} nothing else`;
}
