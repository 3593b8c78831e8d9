import { expect as base } from '@playwright/test';
import { ASSERTIONS_WITHIN, holds } from '../harness/check/holds.ts';

type Assertion = Record<string, (...given: unknown[]) => unknown>;

/** Playwright's `expect`, which is asked only where an assertion does not hold beyond doubt: the project's tests have 65,000. */
export const expect: typeof base = new Proxy(base, {
  apply(_target, _self, [actual, message]: [unknown, string?]) {
    const assertion = () => base(actual, message) as unknown as Assertion;
    return new Proxy(
      {},
      {
        get(_empty, name: string) {
          if (ASSERTIONS_WITHIN.includes(name)) return assertion()[name];
          const asserted = (...given: unknown[]): unknown => {
            if (holds(name, actual, given)) return undefined;
            try {
              return assertion()[name]?.(...given);
            } catch (error) {
              // The place that Playwright shows is the test's.
              if (error instanceof Error) Error.captureStackTrace(error, asserted);
              throw error;
            }
          };
          return asserted;
        },
      },
    );
  },
});
