import { expiryIn, expiryOfRecord } from '../../harness/provision/stated-credentials.ts';
import { meaningOf, remarksOn } from '../../harness/provision/refused-creation.ts';
import { expect, test } from '../test.ts';

const jwt = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

test('when a token expires is read from the token', () => {
  expect(expiryIn(jwt({ exp: 1_800_000_000 }))).toBe(1_800_000_000_000);
  for (const token of ['', 'no-jwt', 'a.b.c', jwt({}), jwt({ exp: 'soon' }), jwt(null)])
    expect(expiryIn(token)).toBeUndefined();
});

test('the record of a key is the only one that shows a part of it', () => {
  const token = 'key_abcdefgh_12345678';
  const own = { id: 1, keySuffix: '…5678', expiresAt: '2030-01-01T00:00:00Z' };
  const other = { id: 2, keySuffix: '…9999', expiresAt: '2031-01-01T00:00:00Z' };
  expect(expiryOfRecord([own, other], token)).toBe(Date.parse('2030-01-01T00:00:00Z'));
  expect(expiryOfRecord([{ ...own, expiresAt: 1_900_000_000 }], token)).toBe(1_900_000_000_000);
  expect(expiryOfRecord([other], token)).toBeUndefined();
  // A prefix that all keys have tells nothing.
  expect(expiryOfRecord([own, { id: 3, prefix: 'key_' }], token)).toBeUndefined();
  expect(expiryOfRecord([{ ...own, expiresAt: null }], token)).toBeUndefined();
});

test('refusals are one line for each status, and those of unknown meaning none', () => {
  const of = (setting: string, status: number) => ({ setting, status, meaning: meaningOf(status) });
  const refused = ['A', 'B', 'C', 'D', 'E'].map((setting) => of(setting, 403));
  expect(remarksOn([...refused, of('F', 400), of('G', 429)], false)).toEqual([
    'Not made: A, B, C, D and 1 more. The tenant refused with 403: ADMIN_TOKEN may not create it. What needs them is untested',
    'Not made: G. The tenant refused with 429: a quota is used up. What needs them is untested',
  ]);
});
