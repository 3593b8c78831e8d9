/** Something that a check created or changed, and whether it was undone. */
export interface LedgerEntry {
  readonly operation: string;
  readonly what: string;
  /** Undone by the run, expiring without an undo, or not undone. */
  readonly became: 'undone' | 'expires' | 'left';
  readonly why?: string;
  /** The workbook that it is a copy of; such copies may be removed when the run ends. */
  readonly copyOf?: string;
}

/** What a run did not remove, and why; what expires by itself needs nobody. */
export interface Remaining {
  readonly what: string;
  readonly expires: boolean;
}

/** Undefined where the change was undone. */
export function remainingOf({ what, became, why }: LedgerEntry): Remaining | undefined {
  if (became === 'undone') return undefined;
  const expires = became === 'expires';
  return { what: `${what}: ${why ?? (expires ? 'left to expire' : '')}`, expires };
}
