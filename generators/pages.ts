import fc from 'fast-check';
import { atLeast, favouring } from './numbers.ts';

/**
 * Page sizes for walking a list of `total` elements: one for each page, repeated when used up. Favourites are the divisors
 * of `total`, `total` itself and one more, where the last page is most often wrong. `least` is the smallest size, for
 * lists on which pages of one element would take too many requests.
 */
export function pagePlan(total: number, { least = 1 }: { readonly least?: number } = {}): fc.Arbitrary<number[]> {
  const whole = total + 1;
  const even = Array.from({ length: total }, (_, index) => index + 1).filter((size) => total % size === 0);
  const size = favouring([...even, whole], { min: Math.min(least, whole), max: whole });
  return atLeast(1, fc.array(size, { maxLength: 4 }));
}
