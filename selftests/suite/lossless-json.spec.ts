import { numberOf, parseJson, stringifyJson, withNumbers } from '../../contracts/lossless-json.ts';
import { revealedJson } from '../../harness/http/secrets.ts';
import { expect, test } from '../test.ts';

const LONG = '2126107842824896501';
const TEXT = `{"id":${LONG},"text":"${LONG} \\" ${LONG}","part":1234567890123456.5,"far":12345678901234567e3,"last":[9007199254740991,-${LONG}]}`;

test('an integer that is too long for a number keeps its digits, and nothing else is changed', () => {
  expect(parseJson(TEXT)).toEqual({
    id: BigInt(LONG),
    text: `${LONG} " ${LONG}`,
    part: 1234567890123456.5,
    far: 12345678901234567e3,
    last: [9007199254740991, -BigInt(LONG)],
  });
});

test('a long integer is written as a number again', () => {
  const body = { folderId: numberOf(LONG), name: LONG, ids: [numberOf('7'), numberOf(LONG)] };
  expect(revealedJson(body)).toBe(`{"folderId":${LONG},"name":"${LONG}","ids":[7,${LONG}]}`);
  expect(stringifyJson(body)).toBe(revealedJson(body));
  expect(withNumbers(body)).toEqual({ folderId: Number(LONG), name: LONG, ids: [7, Number(LONG)] });
});
