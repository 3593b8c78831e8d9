import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '../test.ts';
import { NO_BUDGET, Pace } from '../../harness/http/pace.ts';

/** Starts requests at once; returns when each began and the greatest number in flight. */
async function run(pace: Pace, times: number, duration = 5) {
  const start = performance.now();
  const begins: number[] = [];
  let inFlight = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: times }, async () => {
      const done = await pace.acquire();
      begins.push(performance.now() - start);
      inFlight += 1;
      most = Math.max(most, inFlight);
      await sleep(duration);
      inFlight -= 1;
      done();
    }),
  );
  return { begins, most };
}

test('requests begin no faster than the budget allows, also if they are made at once', async () => {
  const { begins } = await run(new Pace({ ...NO_BUDGET, perSecond: 100 }), 11);
  expect(begins.at(-1)).toBeGreaterThan(95);
});

test('workers share the budget', async () => {
  const pace = new Pace({ ...NO_BUDGET, perSecond: 200 });
  pace.sharedBy(4);
  const { begins } = await run(pace, 6);
  expect(begins.at(-1)).toBeGreaterThan(95);
});

test('no more requests are in flight than the budget allows, and all of them end', async () => {
  expect((await run(new Pace({ ...NO_BUDGET, inFlight: 3 }), 20)).most).toBe(3);
  const shared = new Pace({ ...NO_BUDGET, inFlight: 4 });
  shared.sharedBy(4);
  expect((await run(shared, 10)).most).toBe(1);
});

test('without a budget no request waits', async () => {
  const { begins, most } = await run(new Pace(NO_BUDGET), 200, 20);
  expect(most).toBe(200);
  expect(begins.at(-1)).toBeLessThan(50);
});

test('a tenant that asks for fewer requests gets half as many, and is not asked to repeat itself', async () => {
  const pace = new Pace({ ...NO_BUDGET, perSecond: 100 });
  await run(pace, 10);
  pace.slowDown();
  // Of those under way, others may be told the same.
  pace.slowDown();
  const { begins } = await run(pace, 6);
  const gap = ((begins.at(-1) ?? 0) - (begins[0] ?? 0)) / 5;
  expect(gap).toBeGreaterThan(15);
  expect(gap).toBeLessThan(60);
});
