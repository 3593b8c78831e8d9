import {
  isPattern,
  labelOf,
  patternOf,
  type AcceptedGap,
  type Baseline,
  type KnownViolation,
} from '../evidence/baseline.ts';
import { isAcceptedBy } from '../evidence/causes.ts';
import type { StaleRow } from '../evidence/results.ts';
import type { Judgement } from './verdicts.ts';

export interface Weighed {
  readonly judgements: ReadonlyMap<string, Judgement>;
  /** Rows to delete or review. */
  readonly stale: readonly StaleRow[];
}

interface Circumstances {
  /** A date such as 2026-11-21. */
  readonly today: string;
  readonly isKnownId: (id: string) => boolean;
  /** Whether all requirements were selected: a part of them does not show that a row covers nothing. */
  readonly isWhole: boolean;
  /** Requirements that are untested because the run was stopped. Rows that cover several accept none of them. */
  readonly notReached?: ReadonlySet<string>;
}

type Judgements = ReadonlyMap<string, Judgement>;

/** Applies known violations and accepted gaps to the verdicts. */
export function weigh(judgements: Judgements, { violations, gaps }: Baseline, run: Circumstances): Weighed {
  const weighed = new Map(judgements);
  const stale: StaleRow[] = [];
  for (const row of violations) {
    const judged = judgements.get(row.requirement);
    const why = run.isKnownId(row.requirement) ? whyStale(row, judged, run.today) : 'no requirement has this id';
    if (why !== undefined) stale.push({ requirement: row.requirement, line: row.line, why });
    if (judged?.verdict === 'conforms') weighed.set(row.requirement, { ...judged, verdict: 'fixed' });
    if (judged?.verdict === 'violates' && why === undefined) {
      weighed.set(row.requirement, { ...judged, verdict: 'known', known: knownFrom(row) });
    }
  }
  const valid: AcceptedGap[] = [];
  for (const row of gaps) {
    const why = whyStaleGap(row, judgements, run);
    if (why === undefined) valid.push(row);
    else stale.push({ requirement: labelOf(row), line: row.line, why });
  }
  for (const [id, judged] of judgements) {
    const accepted = acceptedBy(valid, id, judged, run);
    if (accepted !== undefined) weighed.set(id, { ...judged, accepted });
  }
  return { judgements: weighed, stale };
}

function whyStale({ expires }: KnownViolation, judged: Judgement | undefined, today: string): string | undefined {
  if (judged?.verdict === 'conforms') return 'the requirement conforms now';
  return whyExpired(expires, today);
}

function whyExpired(expires: string | undefined, today: string): string | undefined {
  return expires !== undefined && expires < today ? `it expired on ${expires}` : undefined;
}

/** Why a row of the gaps is to be deleted or reviewed. What is inconclusive says neither that a row covers it nor that it does not. */
function whyStaleGap(row: AcceptedGap, judgements: Judgements, { today, isKnownId, isWhole }: Circumstances) {
  const { requirement, reason, expires } = row;
  const expired = whyExpired(expires, today);
  if (expired !== undefined) return expired;
  if (requirement === undefined) {
    const all = [...judgements.values()];
    const isOpen = all.some(
      ({ verdict, causes = [] }) =>
        verdict === 'inconclusive' || (verdict === 'untested' && causes.some((one) => isAcceptedBy(one, reason))),
    );
    return isWhole && !isOpen ? 'no requirement is untested for this reason' : undefined;
  }
  if (!isPattern(requirement)) {
    if (!isKnownId(requirement)) return 'no requirement has this id';
    const judged = judgements.get(requirement);
    return judged && isTold(judged) ? 'the requirement is not untested' : undefined;
  }
  const pattern = patternOf(requirement);
  const matching = [...judgements].filter(([id]) => pattern.test(id));
  return isWhole && matching.every(([, judged]) => isTold(judged)) ? 'it covers no untested requirement' : undefined;
}

function isTold({ verdict }: Judgement): boolean {
  return verdict !== 'untested' && verdict !== 'inconclusive';
}

/** Why the baseline accepts that a requirement is untested: its own row, else a pattern, else rows for all of its causes. */
function acceptedBy(rows: readonly AcceptedGap[], id: string, judged: Judgement, { notReached }: Circumstances) {
  if (judged.verdict !== 'untested') return undefined;
  const own = rows.find(({ requirement }) => requirement === id);
  if (own) return own.reason;
  if (notReached?.has(id)) return undefined;
  const pattern = rows.find(
    ({ requirement }) => requirement !== undefined && isPattern(requirement) && patternOf(requirement).test(id),
  );
  if (pattern) return pattern.reason;
  const { causes = [] } = judged;
  const reasons = causes.map(
    (cause) => rows.find(({ requirement, reason }) => requirement === undefined && isAcceptedBy(cause, reason))?.reason,
  );
  const isWhole = reasons.length > 0 && reasons.every((reason) => reason !== undefined);
  return isWhole ? [...new Set(reasons)].join(', ') : undefined;
}

function knownFrom({ reason, ticket, since, expires }: KnownViolation): NonNullable<Judgement['known']> {
  return { reason, ...(ticket && { ticket }), ...(since && { since }), ...(expires && { expires }) };
}
