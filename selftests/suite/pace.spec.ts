import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '../test.ts';
import { NO_BUDGET, Pace } from '../../harness/http/pace.ts';

/** Asks so often, all at once, and tells when each began and how many were under way together. */
async function ask(pace: Pace, times: number, takes = 5) {
  const start = performance.now();
  const begins: number[] = [];
  let underWay = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: times }, async () => {
      const done = await pace.turn();
      begins.push(performance.now() - start);
      underWay += 1;
      most = Math.max(most, underWay);
      await sleep(takes);
      underWay -= 1;
      done();
    }),
  );
  return { begins, most };
}

test('requests begin no faster than the budget allows, also those that come at once', async () => {
  const { begins } = await ask(new Pace({ ...NO_BUDGET, perSecond: 100 }), 11);
  expect(begins.at(-1)).toBeGreaterThan(95);
});

test('workers share the budget', async () => {
  const pace = new Pace({ ...NO_BUDGET, perSecond: 200 });
  pace.sharedBy(4);
  const { begins } = await ask(pace, 6);
  expect(begins.at(-1)).toBeGreaterThan(95);
});

test('no more are under way than the budget allows, and none waits for ever', async () => {
  expect((await ask(new Pace({ ...NO_BUDGET, inFlight: 3 }), 20)).most).toBe(3);
  const shared = new Pace({ ...NO_BUDGET, inFlight: 4 });
  shared.sharedBy(4);
  expect((await ask(shared, 10)).most).toBe(1);
});

test('without a budget nothing waits', async () => {
  const { begins, most } = await ask(new Pace(NO_BUDGET), 200, 20);
  expect(most).toBe(200);
  expect(begins.at(-1)).toBeLessThan(50);
});
