import { isDeepStrictEqual } from 'node:util';

/** What an expectation looks like to whoever writes it down: matchers by name, and the same behind `not`, `resolves` and `rejects`. */
type Matchers = Readonly<Record<string, unknown>>;
type Expect = (actual: unknown, message?: unknown) => Matchers;
/** Whether something holds beyond doubt; false where it does not, or where that is for Playwright to say. */
type Holds = (actual: never, ...expected: never[]) => boolean;

const HOLDS: Readonly<Record<string, Holds>> = {
  toBe: (actual: unknown, expected: unknown) => Object.is(actual, expected),
  // Stricter than the matcher, which overlooks members that are undefined.
  toEqual: (actual: unknown, expected: unknown) => isDeepStrictEqual(actual, expected),
};

/**
 * The same `expect`, quicker where it holds. Playwright makes some four hundred functions of each expectation, a stack and two
 * messages to its runner, of which nothing is left where the expectation holds. So those that are used most are looked at here
 * first, and are its own business only where they fail.
 */
export function quick<E>(expect: E, holds: Readonly<Record<string, Holds>>): E {
  const slow = expect as Expect;
  const quickOnes: Readonly<Record<string, Holds>> = { ...HOLDS, ...holds };

  class Expectation {
    readonly actual: unknown;
    readonly message: unknown;

    constructor(actual: unknown, message: unknown) {
      this.actual = actual;
      this.message = message;
    }

    matcher(name: string): unknown {
      return slow(this.actual, this.message)[name];
    }
  }

  for (const name of Object.keys(slow(undefined))) {
    const isHeld = quickOnes[name] as ((actual: unknown, ...expected: unknown[]) => boolean) | undefined;
    const get = isHeld
      ? function (this: Expectation) {
          return (...expected: unknown[]): unknown => {
            if (isHeld(this.actual, ...expected)) return undefined;
            return placedAtCaller(() => (this.matcher(name) as (...all: unknown[]) => unknown)(...expected));
          };
        }
      : function (this: Expectation) {
          return this.matcher(name);
        };
    Object.defineProperty(Expectation.prototype, name, { get });
  }

  const front = (actual: unknown, message?: unknown) => new Expectation(actual, message);
  return Object.setPrototypeOf(front, expect as object) as E;
}

type Formatter = (error: Error, places: readonly NodeJS.CallSite[]) => unknown;

const plainly: Formatter = (error, places) =>
  [String(error), ...places.map((place) => `    at ${String(place as unknown)}`)].join('\n');

/** Without the places of this file, so that a failure is shown where the check says what it expects. */
function placedAtCaller<T>(call: () => T): T {
  const former = Reflect.get(Error, 'prepareStackTrace') as Formatter | undefined;
  Error.prepareStackTrace = (error, places) =>
    (former ?? plainly)(
      error,
      places.filter((place) => place.getFileName() !== import.meta.url),
    );
  try {
    return call();
  } finally {
    Object.assign(Error, { prepareStackTrace: former });
  }
}
