import { randomBytes } from 'node:crypto';

/** Distinguishes the workers of several runs that create resources on one tenant at the same time. */
const WORKER = randomBytes(4).toString('hex');
let count = 0;
/** The prefix of the names of everything that a run creates. */
export const NAME_PREFIX = 'conformance-';

/** The prefix of the names of what a run makes before its checks. */
export const RUN_PREFIX = `${NAME_PREFIX}run-`;

/** The moment in a name, by which things that a dead run left are told from those of a run that still goes on. */
const moment = () => Date.now().toString(36);
const STARTED = moment();

/** Whether a name is of something that one check made, and not of something that the run made for all of them. */
export function isNameOfCheck(name: unknown): name is string {
  return typeof name === 'string' && name.startsWith(NAME_PREFIX) && !name.startsWith(RUN_PREFIX);
}

/** What the names of all that this process makes before the checks begin with. */
export const OWN_RUN = `${RUN_PREFIX}${STARTED}-${WORKER}-`;

/** Three letters: two names of one kind differ in lower-case letters, whose order all collations share. */
function inLetters(number: number): string {
  const digits = number.toString(26).padStart(3, '0');
  return digits.replace(/./g, (digit) => String.fromCharCode(97 + parseInt(digit, 26)));
}

/** A name for something that a run makes before its checks. */
export function freshOfRun(what: string): string {
  count += 1;
  return `${OWN_RUN}${what.replace(/\s/g, '-')}-${inLetters(count)}`;
}

/** A name that is unique on the tenant and shows that the suite created it. */
export function fresh(what: string): string {
  count += 1;
  return `${NAME_PREFIX}${what}-${moment()}-${WORKER}-${count}`;
}

const NAME = /^(name|title|label|subject|display_?name)$/i;

/** A body whose name, if it has one, nothing else on the tenant has: some take each name once. */
export function withFreshName(body: object, what: string): Record<string, unknown> {
  const renamed = Object.entries(body).map(([member, value]: [string, unknown]) => [
    member,
    NAME.test(member) && typeof value === 'string' ? fresh(what) : value,
  ]);
  return Object.fromEntries(renamed) as Record<string, unknown>;
}

const STAMP = /conformance-(?:.*?-)?([0-9a-z]{8})-([0-9a-f]{8})-/g;
/** What looks like an earlier moment is none. */
const EARLIEST = Date.UTC(2024, 0);

/** When a thing was named, in milliseconds, and by which process. */
export interface Stamp {
  readonly at: number;
  readonly process: string;
}

/** The stamps of all names of the suite in a text. */
export function stampsIn(text: string): Stamp[] {
  return [...text.matchAll(STAMP)].flatMap(([, time = '', process = '']) => {
    const at = parseInt(time, 36);
    return at >= EARLIEST ? [{ at, process }] : [];
  });
}

/** The stamp of a name; undefined if the suite did not name it. */
export function stampOf(name: string): Stamp | undefined {
  return stampsIn(name)[0];
}

/** A unique name of an exact length. ASCII only, because the specification leaves the unit of lengths open. */
export function freshOfLength(what: string, length: number): string {
  return fresh(what).padEnd(length, 'x').slice(0, length);
}

/** A fresh name in digits alone, the first a zero: what takes texts for numbers loses that. */
export function freshInDigits(what: string): string {
  return `0${fresh(what).replace(/\D/g, (sign) => String(sign.charCodeAt(0)))}`;
}

/**
 * What faulty software loses, escapes, undoes or takes for an instruction: characters of other alphabets, one of them outside the
 * basic plane and one joined of two; placeholders of templates; escapes of addresses, pages and strings; comments and marks. All
 * letters are precomposed, because the specification leaves open in which normalization form others are returned.
 */
const LETTERS_OF_OTHERS = 'Ä ñ € “ש” 日本 𠮷';
const EVERYWHERE = `Ab {{x}} \${y} $1 %s 1+1, 100 % ${LETTERS_OF_OTHERS} 🗝 👩‍💻`;
export const SIGNS = `& <b> &lt; "q" 's' a/b\\c \\n %41 #1; -- *m* _n_ \`p\` z? ${EVERYWHERE}`;
/** Without what may be shown as markup, or escaped. */
export const SIGNS_WITHOUT_MARKUP = `a/b 1; -- z? ${EVERYWHERE}`;
/** Without what the name of a sheet or a file cannot hold. */
export const SIGNS_OF_FILES = `& 's' %41 #1; -- ${EVERYWHERE}`;

/** A fresh name with letters and signs that an address has to escape. */
export function otherLetters(what: string): string {
  return `${fresh(what)} ${LETTERS_OF_OTHERS} & + ?`;
}
