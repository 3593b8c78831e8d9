import { randomBytes } from 'node:crypto';

/** Workers of several runs make things on one tenant at once. */
const WORKER = randomBytes(4).toString('hex');
let made = 0;
/** How the names of all that a run makes begin. */
export const FRESH = 'conformance-';

/** A name that nothing on the tenant has, and by which whoever finds it knows where it came from. */
export function fresh(what: string): string {
  made += 1;
  return `${FRESH}${what}-${WORKER}-${made}`;
}

/** A name of an exact length that nothing on the tenant has. ASCII alone, since the unit of lengths is open. */
export function freshOfLength(what: string, length: number): string {
  return fresh(what).padEnd(length, 'x').slice(0, length);
}

/**
 * Signs that careless software loses or escapes. Each letter is one that is composed already: in which form other ones
 * come back is open.
 */
export const LETTERS_OF_OTHERS = 'Ä ñ 日本';
export const SIGNS = `& <b> "q" ${LETTERS_OF_OTHERS}`;
