/**
 * JSON in which integers that a number of JavaScript cannot hold, such as ids of 64 bits, keep each digit. They are read as `BigInt`,
 * and written as they came: rounded, an id names another thing or none. A library for this is half a megabyte of what users install.
 */

/** A string of a JSON text, or an integer of so many digits that a number may not hold it. */
const STRING_OR_LONG = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;
const MARK = '\u0000long:';
const MARK_IN_JSON = '\\u0000long:';
const MARKED = /"\\u0000long:(-?\d+)"/g;

declare global {
  interface BigInt {
    toJSON(): string;
  }
}

// In evidence, settings and messages between processes, which `JSON.stringify` writes, it is the text of its digits.
Object.defineProperty(BigInt.prototype, 'toJSON', {
  value(this: bigint) {
    return String(this);
  },
  configurable: true,
  writable: true,
});

/** A JSON text as a value; throws if it is not JSON. */
export function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text) as unknown;
  const marked = text.replace(STRING_OR_LONG, (token) => {
    if (token.startsWith('"') || Number.isSafeInteger(Number(token))) return token;
    return JSON.stringify(`${MARK}${token}`);
  });
  return JSON.parse(marked, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value,
  ) as unknown;
}

/** A value as JSON; `change` may put another value in place of each, and sees it before its `toJSON` does. */
export function stringifyJson(value: unknown, change: (value: unknown) => unknown = (same) => same): string {
  const json = JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, name: string, shown: unknown) {
    // `shown` is the result of `toJSON`, so that the value has to be read from what holds it.
    const own = this[name];
    if (typeof own === 'bigint') return `${MARK}${own}`;
    const changed = change(own);
    return changed === own ? shown : changed;
  }) as string | undefined;
  return json?.includes(MARK_IN_JSON) === true ? json.replace(MARKED, '$1') : (json as string);
}

/** A value with numbers of JavaScript in place of its long integers, for what tells types and nothing else. */
export function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (!hasLong(value)) return value;
  if (Array.isArray(value)) return value.map(withNumbers);
  return Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, withNumbers(inner)]));
}

function hasLong(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  if (Array.isArray(value)) return value.some(hasLong);
  return isPlain(value) && Object.values(value).some(hasLong);
}

/** An object of JSON, and not one that stands for something else, such as a secret. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The number that a text of digits is, however long: typed as a number, because it is used as an id is, and not to count. */
export function numberOf(digits: string): number {
  const value = Number(digits);
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(digits)
    ? (BigInt(digits) as unknown as number)
    : value;
}

/** Whether a value is a number, however long. */
export function isNumeric(value: unknown): value is number {
  return typeof value === 'number' || typeof value === 'bigint';
}

export function isTextOrNumber(value: unknown): value is string | number {
  return typeof value === 'string' || isNumeric(value);
}

/** Whether a value can be an id. */
export function isId(value: unknown): value is string | number {
  return isTextOrNumber(value) && value !== '';
}
