import { APPEARS_WITHIN } from '../client/new-jobs.ts';

/** How often an operation must have shown something new before that says how late it does. */
const ENOUGH = 2;
/** The shortest time for which something is looked for that must not appear, in milliseconds. */
const SHORTEST = 500;

/**
 * How late a tenant shows new things, by the operation that shows them: as often as a check of this process waited for one. A
 * check that looks for something which must not appear looks twice as long as any of them took, and not for all of the time that
 * a tenant may take.
 */
export class Lateness {
  readonly #took = new Map<string, number[]>();
  readonly #firstEnds = new Map<string, number>();

  /** Something new was shown that many milliseconds after it was first looked for. */
  observe(operations: readonly string[], took: number): void {
    for (const operation of new Set(operations))
      this.#took.set(operation, [...(this.#took.get(operation) ?? []), took]);
  }

  /** A job that an operation had started ended after that many milliseconds. */
  observeEnd(operation: string, took: number): void {
    if (!this.#firstEnds.has(operation)) this.#firstEnds.set(operation, took);
  }

  /** How long the first job that was waited for took, in milliseconds: others will hardly have ended sooner. */
  firstEndOf(operation: string): number | undefined {
    return this.#firstEnds.get(operation);
  }

  /** How long to look for something that must not appear, in milliseconds. */
  boundOf(operations: readonly string[]): number {
    const took = operations.map((operation) => this.#took.get(operation) ?? []);
    if (took.length === 0 || took.some(({ length }) => length < ENOUGH)) return APPEARS_WITHIN;
    return Math.min(APPEARS_WITHIN, Math.max(SHORTEST, 2 * Math.max(...took.flat())));
  }
}
