import { expect, test } from '../test.ts';
import { tampered, tamperedAtEnd } from '../../harness/check/tampered.ts';

const HEXADECIMAL = [
  '976fbc72-a437-4733-85ce-c12f009fb434',
  '0123456789abcdef',
  'EEEEEEEE-EEEE-4EEE-8EEE-EEEEEEEEEEEE',
];

for (const id of HEXADECIMAL) {
  test(`what is hexadecimal remains so: ${id}`, () => {
    expect(tampered(id)).not.toBe(id);
    expect(tampered(id)).toMatch(/^[\da-f-]+$/i);
    expect(tampered(id)).toHaveLength(id.length);
  });
}

test('one character of another text is another letter or digit', () => {
  for (const text of ['token-of-nobody', 'KKKK', 'qqqq', '12345', 'eyJhbGciOi.xyz-_'])
    expect(tampered(text)).not.toBe(text);
});

test('the last characters are all others', () => {
  expect(Array.from(tamperedAtEnd('abcdefgh').slice(-4)).every((letter, index) => letter !== 'efgh'[index])).toBe(true);
});
