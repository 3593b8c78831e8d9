import { randomBytes } from 'node:crypto';

/** Distinguishes the workers of several runs that create resources on one tenant at the same time. */
const WORKER = randomBytes(4).toString('hex');
let count = 0;
/** The prefix of the names of everything that a run creates. */
export const NAME_PREFIX = 'conformance-';

/** A name that is unique on the tenant and shows that the suite created it. */
export function fresh(what: string): string {
  count += 1;
  return `${NAME_PREFIX}${what}-${WORKER}-${count}`;
}

/** A unique name of an exact length. ASCII only, because the specification leaves the unit of lengths open. */
export function freshOfLength(what: string, length: number): string {
  return fresh(what).padEnd(length, 'x').slice(0, length);
}

/**
 * Characters that faulty software loses or escapes. All letters are precomposed, because the specification leaves open in
 * which normalization form others are returned.
 */
export const LETTERS_OF_OTHERS = 'Ä ñ 日本';
export const SIGNS = `& <b> "q" ${LETTERS_OF_OTHERS}`;
