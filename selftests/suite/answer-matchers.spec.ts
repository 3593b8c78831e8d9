import { expect as plain, test } from '../test.ts';
import { expect } from '../../harness/check/expect.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { Secret } from '../../harness/http/secrets.ts';
import { failureOf } from './failure-of.ts';

function answer(status: number, text = '', type = 'application/json'): Answer {
  const headers = type === '' ? {} : { 'content-type': type };
  const original = new Secret(text, 0);
  const bytes = Buffer.from(text);
  return { operation: 'getRole', status, headers, text, bytes, body: undefined, wire: undefined, original };
}

const PAGE = answer(200, '<!doctype html><title>Sign in</title>', 'text/html; charset=utf-8');
const DISGUISED = answer(200, '\n <HTML><body>', 'application/json');
const UNTYPED = answer(200, '<!DOCTYPE html>', '');

type Asserts = (assertion: ReturnType<typeof expect<Answer>>) => void;

/** Each matcher with responses that pass and responses that fail. */
const MATCHERS: Readonly<Record<string, readonly [Asserts, taken: readonly Answer[], refused: readonly Answer[]]>> = {
  'toSucceed()': [
    (one) => {
      one.toSucceed();
    },
    [answer(200, '{}'), answer(201), answer(204), answer(299), answer(200, 'a: <html>', 'application/yaml')],
    [answer(199), answer(300), answer(400), answer(500), PAGE, DISGUISED, UNTYPED],
  ],
  'toSucceed(201)': [
    (one) => {
      one.toSucceed(201);
    },
    [answer(201, '{}')],
    [answer(200), answer(204), answer(409), { ...PAGE, status: 201 }],
  ],
  'toBeRefused()': [
    (one) => {
      one.toBeRefused();
    },
    [answer(400), answer(404, '<html>', 'text/html'), answer(499)],
    [answer(200), PAGE, answer(302), answer(399), answer(500)],
  ],
  "toBeRefusedWith('4xx')": [
    (one) => {
      one.toBeRefusedWith('4xx');
    },
    [answer(400), answer(404, '<html>', 'text/html'), answer(499)],
    [answer(200), PAGE, answer(302), answer(399), answer(500)],
  ],
  'toBeRefusedWith(409)': [
    (one) => {
      one.toBeRefusedWith(409);
    },
    [answer(409)],
    [answer(400), answer(200), answer(500), PAGE],
  ],
};

for (const [name, [asserts, taken, refused]] of Object.entries(MATCHERS)) {
  test(name, () => {
    const holds = (one: Answer) => {
      asserts(expect(one));
    };
    const doesNot = (one: Answer) => {
      asserts(expect(one).not);
    };
    for (const one of taken) {
      plain(
        failureOf(() => {
          holds(one);
        }),
      ).toBeUndefined();
      plain(
        failureOf(() => {
          doesNot(one);
        })?.expected,
      ).toMatch(/^anything but /);
    }
    for (const one of refused) {
      plain(
        failureOf(() => {
          doesNot(one);
        }),
      ).toBeUndefined();
      plain(
        failureOf(() => {
          holds(one);
        }),
      ).toMatchObject({
        kind: 'violation',
        summary: 'the response to getRole',
        expected: plain.stringMatching(/^(a success|a refusal)/),
        seen: plain.stringMatching(new RegExp(`^${one.status} `)),
      });
    }
  });
}

test('a failure describes an empty body, a long one and a binary one', () => {
  const seen = (one: Answer) =>
    failureOf(() => {
      expect(one).toSucceed(207);
    })?.seen;
  plain(seen(answer(204))).toBe('204 with an empty body');
  plain(seen(answer(200, 'x'.repeat(5_000)))).toMatch(/^200 x{400} …$/);
  plain(seen(answer(200, 'PK..', 'application/zip'))).toBe('200 4 bytes of application/zip');
  plain(seen(answer(403, '{\n  "error": "no"\n}'))).toBe('403 { "error": "no" }');
});
