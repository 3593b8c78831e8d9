import fc from 'fast-check';
import { expect, test } from '../test.ts';
import { Occurrences } from '../../harness/http/occurrences.ts';

/** Texts of few signs, so that they often contain and begin one another. */
const text = (least: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀'), minLength: least, maxLength: 24 });

test('what is found is what a search for one text after the other finds', () => {
  fc.assert(
    fc.property(fc.array(text(8), { maxLength: 12 }), text(0), (texts, other) => {
      const occurrences = new Occurrences();
      for (const one of new Set(texts)) occurrences.add(one);
      const within = [...texts, other].join('');
      for (const searched of [within, other]) {
        const expected = [...new Set(texts)].filter((one) => searched.includes(one)).sort();
        expect(occurrences.in(searched).sort()).toEqual(expected);
      }
    }),
    { numRuns: 500 },
  );
});

test('what contains another text is found first', () => {
  const occurrences = new Occurrences();
  for (const one of ['abcdefgh', 'abcdefghij']) occurrences.add(one);
  expect(occurrences.in('-abcdefghij-')).toEqual(['abcdefghij', 'abcdefgh']);
});
