import { expect } from './expect.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Expects two views of one resource to be consistent: members that both have must be equal. A view may have fewer members,
 * another date format, and another order of list elements.
 */
export function expectConsistentViews(one: object, other: object, what: string): void {
  const both = shared(one as Members, other as Members);
  const different = both.filter(([, left, right]) => !areConsistent(left, right));
  expect(Object.fromEntries(different.map(([name, left, right]) => [name, { left, right }])), what).toEqual({});
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
/** A date-time with its zone; one view may omit fractions of a second. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/;
const SECOND = 1_000;
/** A date or a date-time without a zone may refer to any zone, so two of them may differ by more than a day. */
const DAY_AND_ZONE = 38 * 3_600_000;

function areConsistent(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return haveConsistentElements(one, other);
  if (isObject(one) && isObject(other))
    return shared(one, other).every(([, left, right]) => areConsistent(left, right));
  if (typeof one === 'string' && typeof other === 'string' && DATE.test(one) && DATE.test(other)) {
    return (
      Math.abs(Date.parse(one) - Date.parse(other)) <= (MOMENT.test(one) && MOMENT.test(other) ? SECOND : DAY_AND_ZONE)
    );
  }
  return one === other;
}

/** Whether two lists have consistent elements in any order. */
function haveConsistentElements(one: readonly unknown[], other: readonly unknown[]): boolean {
  const unmatched = [...other];
  const isFound = (element: unknown) => {
    const index = unmatched.findIndex((candidate) => areConsistent(element, candidate));
    if (index >= 0) unmatched.splice(index, 1);
    return index >= 0;
  };
  return one.length === other.length && one.every(isFound);
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
