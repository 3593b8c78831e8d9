/** One figure of the bench, with the bound that the project has set itself, where it has. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target?: { readonly most: number } | { readonly least: number };
}

/** Figures that were measured together, so that they can be compared. */
export interface Part {
  readonly title: string;
  readonly figures: readonly Figure[];
}

export function isMet({ value, target }: Figure): boolean | undefined {
  if (!target) return undefined;
  return 'most' in target ? value <= target.most : value >= target.least;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** So many signs as are worth reading. */
export function shown(value: number): string {
  if (value >= 100) return Math.round(value).toString();
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export function targetOf({ target, unit }: Figure): string {
  if (!target) return '';
  return 'most' in target ? `at most ${target.most} ${unit}`.trim() : `at least ${target.least} ${unit}`.trim();
}
