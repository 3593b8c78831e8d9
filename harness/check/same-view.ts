import { expect } from './expect.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Two views of one thing: what both show has to be the same. A view may show less than another, write a date in another
 * form, and put what a list holds in another order.
 */
export function expectAlike(one: object, other: object, what: string): void {
  const both = shared(one as Members, other as Members);
  const apart = both.filter(([, left, right]) => !areAlike(left, right));
  expect(Object.fromEntries(apart.map(([name, left, right]) => [name, { left, right }])), what).toEqual({});
}

function shared(one: Members, other: Members): (readonly [name: string, left: unknown, right: unknown])[] {
  return Object.entries(one).flatMap(([name, left]) => {
    const right = other[name];
    return isShown(left) && isShown(right) ? [[name, left, right] as const] : [];
  });
}

function isShown(value: unknown): boolean {
  return value !== null && value !== undefined;
}

const DATE = /^\d{4}-\d{2}-\d{2}(T|$)/;
/** A moment that says its zone; two views may still write it with and without what is less than a second. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/;
const SECOND = 1_000;
/** A day without a time is one in some zone, and may begin half a day before or after. */
const DAY_AND_ZONE = 38 * 3_600_000;

function areAlike(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return haveAlike(one, other);
  if (isObject(one) && isObject(other)) return shared(one, other).every(([, left, right]) => areAlike(left, right));
  if (typeof one === 'string' && typeof other === 'string' && DATE.test(one) && DATE.test(other)) {
    return (
      Math.abs(Date.parse(one) - Date.parse(other)) <= (MOMENT.test(one) && MOMENT.test(other) ? SECOND : DAY_AND_ZONE)
    );
  }
  return one === other;
}

/** Whether two lists hold the same, each element once. */
function haveAlike(one: readonly unknown[], other: readonly unknown[]): boolean {
  const waiting = [...other];
  const isFound = (element: unknown) => {
    const index = waiting.findIndex((candidate) => areAlike(element, candidate));
    if (index >= 0) waiting.splice(index, 1);
    return index >= 0;
  };
  return one.length === other.length && one.every(isFound);
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
