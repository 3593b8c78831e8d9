import fc from 'fast-check';
import { atLeast, favouring } from './numbers.ts';

/**
 * Page sizes for a walk through a list of so many elements, one for each page, over again once they are used up. Often
 * a size leaves no rest, or is that of the whole list or one more: there a last page is told wrongly. On a list so long
 * that pages of one would be too many requests, `least` is the smallest size.
 */
export function pagePlan(total: number, { least = 1 }: { readonly least?: number } = {}): fc.Arbitrary<number[]> {
  const whole = total + 1;
  const even = Array.from({ length: total }, (_, index) => index + 1).filter((size) => total % size === 0);
  const size = favouring([...even, whole], { min: Math.min(least, whole), max: whole });
  return atLeast(1, fc.array(size, { maxLength: 4 }));
}
