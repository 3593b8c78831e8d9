import fc from 'fast-check';
import { expect as plain, test } from '../test.ts';
import { ANNOTATIONS } from '../../evidence/evidence.ts';
import { explain } from '../../reports/explain.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { expect } from '../../harness/check/expect.ts';
import { setupFailed, troubleIn, weather } from '../../harness/failures/trouble.ts';

function answer(status: number, text = '', type = 'application/json'): Answer {
  const headers = type === '' ? {} : { 'content-type': type };
  return { operation: 'getRole', status, headers, text, bytes: Buffer.from(text), body: undefined, wire: undefined };
}

const PAGE = answer(200, '<!doctype html><title>Sign in</title>', 'text/html; charset=utf-8');
const DISGUISED = answer(200, '\n <HTML><body>', 'application/json');
const UNTYPED = answer(200, '<!DOCTYPE html>', '');

function messageOf<Given extends unknown[]>(work: (...given: Given) => void, ...given: Given): string | undefined {
  try {
    work(...given);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** Each matcher with the answers that it takes and those that it does not. */
const MATCHERS: Readonly<
  Record<string, readonly [(one: Answer) => void, (one: Answer) => void, readonly Answer[], readonly Answer[]]>
> = {
  'toSucceed()': [
    (one) => {
      expect(one).toSucceed();
    },
    (one) => {
      expect(one).not.toSucceed();
    },
    [answer(200, '{}'), answer(201), answer(204), answer(299), answer(200, 'a: <html>', 'application/yaml')],
    [answer(199), answer(300), answer(400), answer(500), PAGE, DISGUISED, UNTYPED],
  ],
  'toSucceed(201)': [
    (one) => {
      expect(one).toSucceed(201);
    },
    (one) => {
      expect(one).not.toSucceed(201);
    },
    [answer(201, '{}')],
    [answer(200), answer(204), answer(409), { ...PAGE, status: 201 }],
  ],
  'toBeRefused()': [
    (one) => {
      expect(one).toBeRefused();
    },
    (one) => {
      expect(one).not.toBeRefused();
    },
    [answer(400), answer(404, '<html>', 'text/html'), answer(499)],
    [answer(200), PAGE, answer(302), answer(399), answer(500)],
  ],
  'toBeRefusedWith(409)': [
    (one) => {
      expect(one).toBeRefusedWith(409);
    },
    (one) => {
      expect(one).not.toBeRefusedWith(409);
    },
    [answer(409)],
    [answer(400), answer(200), answer(500), PAGE],
  ],
};

for (const [name, [holds, doesNot, taken, refused]] of Object.entries(MATCHERS)) {
  test(name, () => {
    for (const one of taken) {
      plain(messageOf(holds, one)).toBeUndefined();
      plain(messageOf(doesNot, one)).toMatch(/^Expected: anything but /m);
    }
    for (const one of refused) {
      plain(messageOf(doesNot, one)).toBeUndefined();
      const message = messageOf(holds, one) ?? '';
      plain(message).toMatch(/^Error: expect\(getRole\)\./);
      plain(explain(message).expected).toMatch(/^(a success|a refusal|no success)/);
      plain(explain(message).seen).toMatch(new RegExp(`^${one.status} `));
      // It is the tenant that failed, and neither the check nor the weather.
      plain(troubleIn('failed', [message])).toBeUndefined();
    }
  });
}

test('what is looked at before Playwright does holds where Playwright says so, and fails in its words', () => {
  type Expect = (actual: unknown, message: string) => { toBe: (one: unknown) => void; toEqual: (one: unknown) => void };
  const few = fc.oneof(
    fc.constantFrom(0, -0, NaN, 1, '1', null, undefined, true),
    fc.array(fc.nat(1), { maxLength: 2 }),
  );
  const value = fc.oneof(few, fc.dictionary(fc.constantFrom('a', 'b'), few, { maxKeys: 2 }), fc.jsonValue());
  const pair = fc.oneof(
    fc.tuple(value, value),
    value.map((one) => [one, one] as const),
    value.map((one) => [one, structuredClone(one)] as const),
    value.map((one) => [[one], plain.arrayContaining([one])] as const),
  );
  fc.assert(
    fc.property(pair, fc.constantFrom('toBe' as const, 'toEqual' as const), ([actual, expected], matcher) => {
      const said = (by: unknown) =>
        messageOf(() => {
          (by as Expect)(actual, 'it')[matcher](expected);
        });
      plain(said(expect)).toBe(said(plain));
    }),
    { numRuns: 400 },
  );
});

test('a failure is shown where the check says what it expects', () => {
  const stackOf = (work: () => void) => {
    try {
      work();
    } catch (error) {
      return (error as Error).stack ?? '';
    }
    return '';
  };
  for (const work of [
    () => {
      expect(1).toBe(2);
    },
    () => {
      expect([1]).toEqual([2]);
    },
    () => {
      expect(answer(404)).toSucceed();
    },
    () => {
      expect([1]).toContain(2);
    },
  ]) {
    const [first = ''] = /^ {4}at .*$/m.exec(stackOf(work)) ?? [];
    plain(first).toContain('matchers.spec.ts');
  }
});

test('a message says what was expected and what came, in one line each', () => {
  const message = messageOf(() => {
    expect(answer(403, '{\n  "error": "no"\n}')).toBeRefusedWith(404);
  });
  plain(explain(message ?? '')).toEqual({
    reason: 'expect(getRole).toBeRefusedWith(404)',
    expected: 'a refusal with 404',
    seen: '403 { "error": "no" }',
  });
});

test('a message tells an empty body, a long one and one that is no text', () => {
  const seen = (one: Answer) =>
    explain(
      messageOf(() => {
        expect(one).toSucceed(207);
      }) ?? '',
    ).seen;
  plain(seen(answer(204))).toBe('204 with an empty body');
  plain(seen(answer(200, 'x'.repeat(5_000)))).toMatch(/^200 x{400} …$/);
  plain(seen(answer(200, 'PK..', 'application/zip'))).toBe('200 4 bytes of application/zip');
});

test.describe('what is read from the messages of Playwright', () => {
  const wrong: Readonly<Record<string, readonly [() => void, expected: RegExp, seen: RegExp]>> = {
    toBe: [
      () => {
        plain(1).toBe(2);
      },
      /^2$/,
      /^1$/,
    ],
    toHaveLength: [
      () => {
        plain(['a']).toHaveLength(2);
      },
      /^2$/,
      /^1$/,
    ],
    toContain: [
      () => {
        plain(['a'], 'the names').toContain('b');
      },
      /^"b"$/,
      /^\["a"\]$/,
    ],
    toMatchObject: [
      () => {
        plain({ name: 'a', id: 1 }).toMatchObject({ name: 'b' });
      },
      /"name": "b"/,
      /"name": "a"/,
    ],
    toEqual: [
      () => {
        plain([1, 2]).toEqual([1, 3]);
      },
      /3/,
      /2/,
    ],
  };
  for (const [matcher, [work, expected, seen]] of Object.entries(wrong)) {
    test(matcher, () => {
      const told = explain(messageOf(work) ?? '');
      plain(told.expected).toMatch(expected);
      plain(told.seen).toMatch(seen);
      plain(told.reason).toMatch(matcher === 'toContain' ? /^the names$/ : /^expect\(/);
    });
  }

  test('an error of another kind is its first line', () => {
    plain(explain('TypeError: x is undefined\n    at a.ts:1')).toEqual({ reason: 'TypeError: x is undefined' });
    plain(explain('')).toEqual({ reason: '' });
  });
});

test.describe('what ended a check', () => {
  for (const [what, status, messages, type] of [
    ['a setup that failed', 'failed', [String(setupFailed('no role'))], ANNOTATIONS.setupFailed],
    ['the weather', 'failed', [String(weather('a gateway'))], ANNOTATIONS.weather],
    ['its time', 'timedOut', ['Test timeout of 60000ms exceeded.'], ANNOTATIONS.weather],
    ['an error of its own', 'failed', ['TypeError: x is undefined'], ANNOTATIONS.defect],
    ['an assertion', 'failed', ['Error: expect(received).toBe(expected)'], undefined],
    ['an assertion with a word before it', 'failed', ['Error: the list\n\nexpect(received).toBe(1)'], undefined],
    ['an assertion in colours', 'failed', ['Error: \u001b[2mexpect(\u001b[22m1).toBe(2)'], undefined],
    ['the first of two errors', 'failed', [String(weather('a gateway')), 'expect(1).toBe(2)'], ANNOTATIONS.weather],
    ['nothing', 'passed', [], undefined],
    ['a skip', 'skipped', ['Test is skipped: set MEMBER_TOKEN'], undefined],
  ] as const) {
    test(`is ${what}`, () => {
      plain(troubleIn(status, messages)?.type).toBe(type);
    });
  }
});
