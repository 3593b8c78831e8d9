import { expect, test } from '../test.ts';
import fc from 'fast-check';
import type { Check } from '../../harness/check/check.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { expect as expected } from '../../harness/check/expect.ts';
import { judging } from '../../harness/check/judging.ts';
import { property } from '../../harness/check/property.ts';
import type { CheckFailure } from '../../harness/failures/failure.ts';
import { again, asSetup, attempt, setupFailed, tentatively, transient } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { openLog, type CheckLog } from '../../harness/failures/log.ts';

let log: CheckLog;

test.beforeEach(({}, testInfo) => {
  log = openLog(testInfo, { redacted: (text) => text, exchanges: () => 0 });
});

const violated = () => {
  expected(1, 'one').toBe(2);
};

async function thrown(step: () => unknown): Promise<unknown> {
  try {
    await step();
    return undefined;
  } catch (error) {
    return error;
  }
}

test('a failure is in the log when it is thrown', async () => {
  await thrown(violated);
  expect(log.ending).toEqual({ kind: 'violation', summary: 'one', expected: '2', seen: '1' });
});

test('the first failure is the one that ended the check', async () => {
  await thrown(() => Promise.all([Promise.reject(transient('a gateway')), Promise.resolve().then(violated)]));
  expect(log.ending).toMatchObject({ kind: 'transient', summary: 'a gateway' });
});

test('an attempted failure is removed from the log, and restored if it ends the check', async () => {
  const { failure } = await attempt(violated);
  expect(log.ending).toBeUndefined();
  expect(failure?.isViolation).toBe(true);
  if (failure) await thrown(() => Promise.reject(again(failure)));
  expect(log.ending).toMatchObject({ kind: 'violation' });
});

test('an attempt returns the value of its step, and rethrows other errors', async () => {
  expect(await attempt(() => Promise.resolve(7))).toEqual({ value: 7 });
  const error = await thrown(() => attempt(() => Promise.reject(new TypeError('x'))));
  expect(error).toBeInstanceOf(TypeError);
  expect(log.ending).toBeUndefined();
});

test('a violation names the innermost requirement of its assertion', async () => {
  await thrown(() => judging('roles.get.same-id', () => judging('roles.list.drops-deleted', violated)));
  expect(log.ending).toMatchObject({ kind: 'violation', requirement: 'roles.list.drops-deleted', expected: '2' });
});

test('a setup failure names no requirement', async () => {
  const error = await thrown(() => judging('roles.get.same-id', () => Promise.reject(setupFailed('no role'))));
  expect((error as CheckFailure).failure).toEqual({ kind: 'setup', summary: 'no role' });
});

test('a violation in a step that other requirements are about is a setup failure', async () => {
  await thrown(() => asSetup(() => Promise.resolve().then(violated), 'the list shows nothing'));
  expect(log.ending).toEqual({ kind: 'setup', summary: 'the list shows nothing' });
});

function checkOf(isLive = false): Check {
  return {
    tenant: { isLive, isPrompt: !isLive },
    configuration: { seed: 7, propertyRuns: 50, settings: {} },
    recorder: { length: 0, forgetSince: () => undefined, since: () => [], adopt: () => undefined },
  } as unknown as Check;
}

test('an assertion that holds after a while on a live tenant leaves no failure in the log', async () => {
  let tries = 0;
  await eventually(checkOf(true), () => {
    tries += 1;
    if (tries === 1) violated();
    return Promise.resolve();
  });
  expect(tries).toBe(2);
  expect(log.ending).toBeUndefined();
});

test('an assertion on a leased tenant that delays nothing is repeated a few times only', async () => {
  let tries = 0;
  await thrown(() =>
    eventually(checkOf(), () => {
      tries += 1;
      violated();
      return Promise.resolve();
    }),
  );
  expect(tries).toBeGreaterThan(1);
  expect(tries).toBeLessThan(10);
  expect(log.ending).toMatchObject({ kind: 'violation' });
});

test('a property fails with its smallest input as data', async () => {
  const holds = (number: number) => {
    expected(number, 'a number').toBeLessThan(10);
    return Promise.resolve();
  };
  await thrown(() => property(checkOf(), fc.nat(1_000), holds));
  expect(log.ending).toMatchObject({
    kind: 'violation',
    summary: 'a number',
    expected: 'less than 10',
    seen: '10',
    counterexample: { input: '10', seed: 7 },
  });
});

for (const isLive of [true, false]) {
  test(`a property tries its examples and one input of each class, ${isLive ? 'live' : 'leased'}`, async () => {
    const tried: number[] = [];
    const examples = [3, 4, 5];
    const note = (input: number) => Promise.resolve(void tried.push(input));
    await property(checkOf(isLive), fc.integer({ min: 3, max: 20 }), note, { examples });
    expect(tried.slice(0, examples.length)).toEqual(examples);
    expect(tried.slice(examples.length)).toEqual([expect.any(Number)]);
    expect(tried.at(-1)).toBeGreaterThanOrEqual(10);
  });
}

test('a stated number of inputs is tried, whatever their classes', async () => {
  const { configuration, ...others } = checkOf();
  const stated = { ...others, configuration: { ...configuration, settings: { PROPERTY_RUNS: '50' } } } as Check;
  let tried = 0;
  await property(stated, fc.integer({ min: 3, max: 9 }), () => Promise.resolve(void (tried += 1)));
  expect(tried).toBe(50);
});

test('a violation that two inputs met stays one, whatever the smaller inputs meet', async () => {
  let above = 0;
  await thrown(() =>
    property(checkOf(), fc.nat(1_000_000), (input) => {
      above += input > 10 ? 1 : 0;
      if (input > 10 && above <= 2) violated();
      if (above > 2) throw transient('a gateway');
      return Promise.resolve();
    }),
  );
  expect(above).toBeGreaterThan(2);
  expect(log.ending).toMatchObject({ kind: 'violation', counterexample: { shrinks: 1 } });
});

test('smaller inputs are looked for within bounds of time, and the violation is noted before', async () => {
  const { now } = Date;
  let [elapsed, runs] = [0, 0];
  Date.now = () => now() + elapsed;
  try {
    await thrown(() =>
      property(checkOf(), fc.integer({ min: 500, max: 1_000_000 }), () => {
        expect(log.notedViolation === undefined).toBe(runs === 0);
        [elapsed, runs] = [elapsed + 4_000, runs + 1];
        violated();
        return Promise.resolve();
      }),
    );
  } finally {
    Date.now = now;
  }
  expect(runs).toBeLessThan(6);
  expect(log.ending).toMatchObject({ kind: 'violation' });
});

test('a setup failure in a property is not shrunk', async () => {
  let runs = 0;
  await thrown(() =>
    property(checkOf(), fc.nat(), () => {
      runs += 1;
      return Promise.reject(setupFailed('no role'));
    }),
  );
  expect(runs).toBe(1);
  expect(log.ending).toEqual({ kind: 'setup', summary: 'no role' });
});

test('a property that fails once and passes when repeated is a transient failure', async () => {
  let runs = 0;
  await thrown(() =>
    property(checkOf(), fc.constant(0), () => {
      runs += 1;
      if (runs === 1) violated();
      return Promise.resolve();
    }),
  );
  expect(log.ending).toMatchObject({ kind: 'transient' });
});

test('a property rethrows an error that is no failure', async () => {
  const error = await thrown(() => property(checkOf(), fc.nat(), () => Promise.reject(new TypeError('x'))));
  expect(error).toBeInstanceOf(TypeError);
});

test('a step that lacks something does not end the check, also after another such step within it', async () => {
  const lacking = (): Promise<unknown> => untested('something is lacking');
  const within = async () => {
    expect(await tentatively(lacking)).toBeUndefined();
    return lacking();
  };
  expect(await tentatively(within)).toBeUndefined();
  expect([log.causes, log.ending]).toEqual([[], undefined]);
});
