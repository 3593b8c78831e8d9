import { expect as plain, test } from '../test.ts';
import { expect, recording } from '../../harness/check/expect.ts';
import { CheckFailure } from '../../harness/failures/failure.ts';
import { openLog } from '../../harness/failures/log.ts';
import { Secrets } from '../../harness/http/secrets.ts';
import { failureOf } from './failure-of.ts';

/** Assertions of Playwright, each with the expected and the received value of its failure. */
const FAILING: Readonly<
  Record<string, readonly [(on: typeof expect) => void, expected: string, seen: string, summary?: string]>
> = {
  toBe: [
    (on) => {
      on(1).toBe(2);
    },
    '2',
    '1',
  ],
  'not toBe': [
    (on) => {
      on('a').not.toBe('a');
    },
    'anything but "a"',
    '"a"',
  ],
  toEqual: [
    (on) => {
      on([1, 2]).toEqual([1, 3]);
    },
    '[1,3]',
    '[1,2]',
  ],
  'toEqual of something long': [
    (on) => {
      const role = { id: 1, name: 'a role with quite a long name', description: 'and a description of some length' };
      on({ role, more: 1 }).toEqual({ role: { ...role, name: 'b' }, more: 2 });
    },
    'role.name: "b", more: 2',
    'role.name: "a role with quite a long name", more: 1',
  ],
  toMatchObject: [
    (on) => {
      on({ name: 'a', id: 1 }).toMatchObject({ name: 'b' });
    },
    '{"name":"b"}',
    '{"name":"a","id":1}',
  ],
  toHaveLength: [
    (on) => {
      on(['a']).toHaveLength(2);
    },
    '2',
    '1',
  ],
  toContain: [
    (on) => {
      on(['a'], 'the names').toContain('b');
    },
    'a list with "b" in it',
    '["a"]',
    'the names',
  ],
  toBeNull: [
    (on) => {
      on('x').toBeNull();
    },
    'null',
    '"x"',
  ],
  'not toBeUndefined': [
    (on) => {
      on(undefined).not.toBeUndefined();
    },
    'anything but undefined',
    'undefined',
  ],
  'not toContain': [
    (on) => {
      on(['12', '13']).not.toContain('13');
    },
    'a list without "13" in it',
    '["12","13"]',
  ],
  'not toMatch': [
    (on) => {
      on('abc').not.toMatch(/b/);
    },
    'a text that does not match /b/',
    '"abc"',
  ],
  'not toHaveProperty': [
    (on) => {
      on({ token: 'x' }).not.toHaveProperty('token');
    },
    'no member "token"',
    '{"token":"x"}',
  ],
  toBeGreaterThan: [
    (on) => {
      on(1, 'elements').toBeGreaterThan(1);
    },
    'more than 1',
    '1',
    'elements',
  ],
  toMatch: [
    (on) => {
      on('a').toMatch(/b/);
    },
    'a text that matches /b/',
    '"a"',
  ],
};

for (const [name, [assert, expected, seen, summary]] of Object.entries(FAILING)) {
  test(`${name} fails with both sides as data`, () => {
    const { places: _, ...sides } =
      failureOf(() => {
        assert(expect);
      }) ?? {};
    plain(sides).toEqual({
      kind: 'violation',
      expected,
      seen,
      ...(summary !== undefined && { summary }),
    });
  });
}

test('structures and members that differ are recorded place by place', () => {
  const both = failureOf(() => {
    expect({ id: 101, role: { name: 'a', tier: 1 } }).toMatchObject({ id: 909, role: { name: 'b' } });
  });
  plain(both?.places).toEqual([
    { at: 'id', expected: '909', seen: '101' },
    { at: 'role.name', expected: '"b"', seen: '"a"' },
  ]);
  const member = failureOf(() => {
    expect({ role: { name: 'a' } }).toHaveProperty('role.name', 'b');
  });
  plain(member?.places).toEqual([{ at: 'role.name', expected: '"b"', seen: '"a"' }]);
  const negated = failureOf(() => {
    expect({ id: 1 }).not.toEqual({ id: 1 });
  });
  plain(negated?.places).toBeUndefined();
});

/** Matchers of Playwright, whose messages have different forms. */
function garbled(): typeof plain {
  const garbling = (assertion: object): object =>
    new Proxy(assertion, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member === 'object' && member !== null) return garbling(member);
        if (typeof member !== 'function') return member;
        return (...given: unknown[]): unknown => {
          try {
            return (member as (...all: unknown[]) => unknown).apply(target, given);
          } catch {
            throw new Error('SetupFailed: Blames: roles.get.same-id\n\nExpected: a pony\nReceived: none');
          }
        };
      },
    });
  return new Proxy(plain, {
    apply: (target, self, given: unknown[]) => garbling(Reflect.apply(target, self, given) as object),
  });
}

for (const [name, [assert]] of Object.entries(FAILING)) {
  test(`${name} fails with the same data whatever Playwright's message is`, () => {
    const on = recording(garbled()) as unknown as typeof expect;
    plain(
      failureOf(() => {
        assert(on);
      }),
    ).toEqual(
      failureOf(() => {
        assert(expect);
      }),
    );
  });
}

test('the stack of a failure begins at the assertion in the check', () => {
  for (const [assert] of Object.values(FAILING)) {
    try {
      assert(expect);
    } catch (error) {
      const [first = ''] = /^ {4}at .*$/m.exec((error as Error).stack ?? '') ?? [];
      plain(first).toContain('matchers.spec.ts');
    }
  }
});

test('a rejected promise also fails with data', async () => {
  const error: unknown = await expect(Promise.resolve(1), 'one')
    .resolves.toBe(2)
    .catch((reason: unknown) => reason);
  plain(error).toBeInstanceOf(CheckFailure);
  plain((error as CheckFailure).failure).toMatchObject({ kind: 'violation', summary: 'one', expected: '2' });
});

test('no matcher prints a secret, and different secrets are unequal', () => {
  const secrets = new Secrets();
  const [one, other] = [
    secrets.add('a-token-of-some-length', 'one'),
    secrets.add('another-token-of-some-length', 'other'),
  ];
  plain(
    failureOf(() => {
      expect(one).toEqual(other);
    }),
  ).toMatchObject({ expected: '"[redacted]"', seen: '"[redacted]"' });
  plain(
    failureOf(() => {
      expect(one).toEqual(secrets.add('a-token-of-some-length', 'again'));
    }),
  ).toBeUndefined();
  plain(
    failureOf(() => {
      expect({ token: one }).toEqual({ token: 'x' });
    })?.seen,
  ).toBe('{"token":"[redacted]"}');
});

test('a known secret is redacted when the failure is created', ({}, testInfo) => {
  const secrets = new Secrets();
  secrets.add('a-token-of-some-length', 'ADMIN_TOKEN');
  openLog(testInfo, { redacted: (text) => secrets.redacted(text), exchanges: () => 3 });
  plain(
    failureOf(() => {
      expect('Bearer a-token-of-some-length', 'a-token-of-some-length').toBe('');
    }),
  ).toEqual({
    kind: 'violation',
    summary: '<ADMIN_TOKEN>',
    expected: '""',
    seen: '"Bearer <ADMIN_TOKEN>"',
    exchange: 2,
  });
});

test('long texts are shown from where they differ, with their lengths', () => {
  const failed = failureOf(() => {
    expect({ name: 'n'.repeat(254) }).toEqual({ name: 'n'.repeat(255) });
  });
  const shown = '"nnnnnnnnnnnnnnnnnnnn';
  plain(failed).toMatchObject({
    expected: `name: … ${shown}n" (255 characters)`,
    seen: `name: … ${shown}" (254 characters)`,
  });
  const inside = failureOf(() => {
    expect(`${'a'.repeat(90)}x${'b'.repeat(90)}`).toBe(`${'a'.repeat(90)}y${'b'.repeat(90)}`);
  });
  plain(inside?.expected).toMatch(/^… "a{20}yb{39}" … \(181 characters\)$/);
});
