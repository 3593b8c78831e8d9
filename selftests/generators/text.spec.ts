import { expect, test } from '../test.ts';
import { atBounds, favouring } from '../../generators/numbers.ts';
import { asciiText } from '../../generators/text.ts';
import { expectEach, expectShares, samplesOf, smallest } from './samples.ts';

const BOUNDS = { min: 1, max: 255 };

test('text consists of letters, digits and single inner blanks, with a length within the bounds', () => {
  const texts = samplesOf(asciiText(BOUNDS));
  expectEach(texts, (text) => /^[A-Za-z0-9]+( [A-Za-z0-9]+)*$/.test(text));
  expectEach(texts, ({ length }) => length >= 1 && length <= 255);
});

for (const length of [0, 1, 2, 255, 256]) {
  test(`text of length ${length} has this length in every unit`, () => {
    const isExact = (text: string) =>
      [text.length, Buffer.byteLength(text), text.trim().length].every((one) => one === length);
    expectEach(samplesOf(asciiText({ min: length, max: length })), isExact);
  });
}

test('text often has a length at the bounds', () => {
  expectShares(asciiText(BOUNDS), {
    'the shortest': ({ length }) => length === 1,
    'the longest': ({ length }) => length === 255,
    'one short of the longest': ({ length }) => length === 254,
    'in between': ({ length }) => length > 2 && length < 254,
  });
  expectShares(asciiText(BOUNDS), {
    'an inner blank': (text) => text.includes(' '),
    'upper case': (text) => /[A-Z]/.test(text),
    'a digit': (text) => /\d/.test(text),
  });
});

test('a text shrinks to the smallest failing length', () => {
  for (const text of smallest(asciiText(BOUNDS), ({ length }) => length >= 100)) expect(text).toBe('a'.repeat(100));
});

test('a number shrinks below its favourites', () => {
  for (const number of smallest(atBounds({ min: 1, max: 200 }), (one) => one > 41)) expect(number).toBe(42);
  for (const number of smallest(favouring([64, 128], { min: 3, max: 500 }), () => true)) expect(number).toBe(3);
});
