import type { Dialect } from './dialect.ts';
import { assemble, type Choices } from './assemble.ts';
import { drawn } from './freedoms/freedom.ts';
import { FREEDOMS } from './freedoms/index.ts';

/** Which way the tenant of a seed takes for each freedom. */
export function choicesOf(seed: number): Choices {
  return Object.fromEntries(Object.entries(FREEDOMS).map(([id, freedom]) => [id, drawn(seed, id, freedom)]));
}

/** A conforming tenant whose every freedom is drawn from a seed. */
export function seeded(seed: number): Dialect {
  return assemble(`any:${seed}`, choicesOf(seed));
}
