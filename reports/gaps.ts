import { groupedBy } from '../contracts/grouped.ts';
import type { AcceptedGap } from '../evidence/baseline.ts';
import { reasonOf } from '../evidence/causes.ts';
import type { RequirementResult, Results } from '../evidence/results.ts';

/** A row that a baseline could have for gaps of a run, and how many requirements it would cover. */
export interface ProposedGap {
  readonly row: Omit<AcceptedGap, 'line'>;
  readonly covers: number;
}

/** So long a row is accepted that covers several requirements. */
const DAYS = 90;
const DAY = 86_400_000;
/** From so many on, requirements of a family that lack the same thing are one row. */
const MANY = 4;

/**
 * Rows for all requirements that are untested and not accepted: a row for each setting, binding, consent or wait that is
 * missing, and for other reasons a row for a family whose requirements are untested throughout, or for each requirement. These
 * have no reason yet: a person has to state it. A run that was stopped shows no gaps.
 */
export function proposedGaps({ run, requirements }: Results): ProposedGap[] {
  if (run.wasStopped) return [];
  const open = requirements.filter(({ verdict, accepted }) => verdict === 'untested' && accepted === undefined);
  const expires = new Date(Date.parse(run.startedAt) + DAYS * DAY).toISOString().slice(0, 10);
  const reasonsOf = ({ causes = [] }: RequirementResult) => causes.map(reasonOf);
  const isNamed = (one: RequirementResult) => reasonsOf(one).every((reason) => reason !== undefined);
  const named = open.filter((one) => isNamed(one) && reasonsOf(one).length > 0);
  const byReason = new Map<string, number>();
  for (const one of named) {
    for (const reason of new Set(reasonsOf(one))) {
      if (reason !== undefined) byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
    }
  }
  const others = groupedBy(
    open.filter((one) => !named.includes(one)),
    ({ family }) => family,
  );
  return [
    ...[...byReason]
      .sort(([, a], [, b]) => b - a)
      .map(([reason, covers]) => ({ row: { accept: 'untested' as const, reason, expires }, covers })),
    ...[...others].flatMap(([family, own]) => {
      const isThroughout = requirements.every((one) => one.family !== family || one.verdict === 'untested');
      if (isThroughout && own.length >= MANY && !run.isPartial) {
        const row = { requirement: `${family}.*`, accept: 'untested' as const, reason: '', expires };
        return [{ row, covers: own.length }];
      }
      return own.map(({ id }) => ({ row: { requirement: id, accept: 'untested' as const, reason: '' }, covers: 1 }));
    }),
  ];
}
