import { misplaced } from '../../harness/rules/order.ts';
import { expect, test } from '../test.ts';

/** Whether the order of two names is one that every collation shares, and which. */
function orderOf(one: string, other: string): 'up' | 'down' | 'open' {
  const { up, down } = misplaced([{ name: one }, { name: other }], 'name');
  if (up.length + down.length === 0) return 'open';
  return down.length > 0 ? 'up' : 'down';
}

for (const [one, other, order] of [
  ['Case 501', 'Case 500', 'down'],
  ['Case 09', 'Case 10', 'up'],
  ['Case 1a', 'Case 2', 'up'],
  // As text 10 comes first, as a number 9 does.
  ['Case 10', 'Case 9', 'open'],
  ['Case 109', 'Case 11', 'open'],
  ['beta', 'alpha', 'down'],
  ['Beta', 'alpha', 'open'],
  ['Case', 'Case 1', 'open'],
] as const) {
  test(`the order of ${one} and ${other}: ${order}`, () => {
    expect(orderOf(one, other)).toBe(order);
  });
}
