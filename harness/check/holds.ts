import { isDeepStrictEqual } from 'node:util';

type Comparison = (actual: unknown, expected: unknown) => boolean;

/**
 * Comparisons by which a matcher holds beyond doubt: each is at least as strict as the matcher of its name. An assertion that
 * holds by one of them is not handed to Playwright, for which each is a step, with a stack trace and two messages to the runner:
 * 2 ms of a core, and a run has 15,000.
 */
const COMPARISONS: Readonly<Record<string, Comparison>> = {
  toBe: Object.is,
  toEqual: isDeepStrictEqual,
  toBeUndefined: (actual) => actual === undefined,
  toBeDefined: (actual) => actual !== undefined,
  toMatch: (actual, expected) => typeof actual === 'string' && isFoundIn(actual, expected),
  toContain: (actual, expected) =>
    (typeof actual === 'string' && typeof expected === 'string' && actual.includes(expected)) ||
    (Array.isArray(actual) && actual.includes(expected)),
  toHaveLength: (actual, expected) => Array.isArray(actual) && actual.length === expected,
  toBeGreaterThan: (actual, expected) => areNumbers(actual, expected) && Number(actual) > Number(expected),
  toBeGreaterThanOrEqual: (actual, expected) => areNumbers(actual, expected) && Number(actual) >= Number(expected),
  toBeLessThan: (actual, expected) => areNumbers(actual, expected) && Number(actual) < Number(expected),
  toBeLessThanOrEqual: (actual, expected) => areNumbers(actual, expected) && Number(actual) <= Number(expected),
};

function isFoundIn(text: string, expected: unknown): boolean {
  if (typeof expected === 'string') return text.includes(expected);
  return expected instanceof RegExp && !expected.global && !expected.sticky && expected.test(text);
}

function areNumbers(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'number');
}

/** Whether an assertion holds beyond doubt. If not, the matcher of that name decides. */
export function holds(matcher: string, actual: unknown, [expected]: readonly unknown[]): boolean {
  return Object.hasOwn(COMPARISONS, matcher) && COMPARISONS[matcher]?.(actual, expected) === true;
}

/** Members of an assertion that are assertions: of the contrary, or of what a promise brings. */
export const ASSERTIONS_WITHIN: readonly string[] = ['not', 'resolves', 'rejects'];
