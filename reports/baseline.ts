import type { Baseline, KnownViolation } from '../evidence/baseline.ts';
import type { StaleRow } from '../evidence/results.ts';
import type { Judgement } from './verdicts.ts';

export interface Weighed {
  readonly judgements: ReadonlyMap<string, Judgement>;
  /** Rows to delete or review. */
  readonly stale: readonly StaleRow[];
}

/** Applies known violations and accepted gaps to the verdicts. `today` is a date such as 2026-11-21. */
export function weigh(
  judgements: ReadonlyMap<string, Judgement>,
  { violations, gaps }: Baseline,
  { today, isKnownId }: { readonly today: string; readonly isKnownId: (id: string) => boolean },
): Weighed {
  const weighed = new Map(judgements);
  const stale: StaleRow[] = [];
  for (const row of violations) {
    const judged = judgements.get(row.requirement);
    const why = isKnownId(row.requirement) ? whyStale(row, judged, today) : 'no requirement has this id';
    if (why !== undefined) stale.push({ requirement: row.requirement, line: row.line, why });
    if (judged?.verdict === 'conforms') weighed.set(row.requirement, { ...judged, verdict: 'fixed' });
    if (judged?.verdict === 'violates' && why === undefined) {
      weighed.set(row.requirement, { ...judged, verdict: 'known', known: knownFrom(row) });
    }
  }
  for (const row of gaps) {
    const judged = judgements.get(row.requirement);
    if (!isKnownId(row.requirement)) {
      stale.push({ requirement: row.requirement, line: row.line, why: 'no requirement has this id' });
    } else if (judged?.verdict === 'untested') weighed.set(row.requirement, { ...judged, accepted: row.reason });
  }
  return { judgements: weighed, stale };
}

function whyStale({ expires }: KnownViolation, judged: Judgement | undefined, today: string): string | undefined {
  if (judged?.verdict === 'conforms') return 'the requirement conforms now';
  if (expires !== undefined && expires < today) return `it expired on ${expires}`;
  return undefined;
}

function knownFrom({ reason, ticket, since, expires }: KnownViolation): NonNullable<Judgement['known']> {
  return { reason, ...(ticket && { ticket }), ...(since && { since }), ...(expires && { expires }) };
}
