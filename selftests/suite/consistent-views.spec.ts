import { expect, test } from '../test.ts';
import { expectConsistentViews } from '../../harness/check/same-view.ts';

for (const [what, one, other, isSo] of [
  ['a member that one view omits', { a: 1, b: 2 }, { a: 1 }, true],
  ['a member that one view shows as null', { a: 1, b: 2 }, { a: 1, b: null }, true],
  ['another value', { a: 1 }, { a: 2 }, false],
  ['a number as a string', { a: 1 }, { a: '1' }, false],
  ['a date in another format', { at: '2026-11-21' }, { at: '2026-11-21T10:00:00Z' }, true],
  ['a date of another day', { at: '2026-11-21' }, { at: '2026-11-24T10:00:00Z' }, false],
  ['a date-time a day later', { at: '2026-11-21T10:00:00Z' }, { at: '2026-11-22T10:00:00.000Z' }, false],
  ['a date-time in another zone', { at: '2026-11-21T10:00:00Z' }, { at: '2026-11-21T11:00:00.400+01:00' }, true],
  ['a date and something else', { at: '2026-11-21' }, { at: 'yesterday' }, false],
  ['a list in another order', { a: [1, 2] }, { a: [2, 1] }, true],
  ['a list that is shorter', { a: [1, 2] }, { a: [1] }, false],
  ['a list with one of its elements twice', { a: [1, 2] }, { a: [1, 1] }, false],
  ['a further member inside a list', { a: [{ id: 1, x: 1 }, { id: 2 }] }, { a: [{ id: 2 }, { id: 1 }] }, true],
  ['another value inside a list', { a: [{ id: 1, x: 1 }] }, { a: [{ id: 1, x: 2 }] }, false],
  ['an object in place of a list', { a: [] }, { a: {} }, false],
] as const) {
  test(`${what} is ${isSo ? 'consistent' : 'inconsistent'}`, () => {
    const compare = () => {
      expectConsistentViews(one, other, 'two views');
    };
    if (isSo) compare();
    else expect(compare).toThrow(/two views/);
  });
}
