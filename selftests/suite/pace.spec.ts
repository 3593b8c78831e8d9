import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '../test.ts';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NO_BUDGET, Pace, type PaceOfRun } from '../../harness/http/pace.ts';
import { RemotePace, servePace } from '../../harness/http/pace-server.ts';

/** Starts requests at once; returns when each began and the greatest number in flight. */
async function run(pace: PaceOfRun, times: number, duration = 5) {
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

/** The mean time between two requests. */
async function gapOf(pace: Pace, times: number): Promise<number> {
  const { begins } = await run(pace, times);
  return ((begins.at(-1) ?? 0) - (begins[0] ?? 0)) / (times - 1);
}

/** Those that were under way when the rate was lowered say nothing of the lower one. */
const SETTLED = 2_100;

test('a tenant that asks again at the lower rate gets half as many again', async () => {
  const pace = new Pace({ ...NO_BUDGET, perSecond: 100 });
  await run(pace, 10);
  pace.slowDown();
  await sleep(SETTLED);
  await run(pace, 5);
  pace.slowDown();
  expect(await gapOf(pace, 6)).toBeGreaterThan(35);
});

test('a tenant that asks again before the time that it named says nothing of the lower rate', async () => {
  const pace = new Pace({ ...NO_BUDGET, perSecond: 100 });
  await run(pace, 10);
  pace.slowDown(2 * SETTLED);
  await sleep(SETTLED);
  pace.slowDown(SETTLED);
  const gap = await gapOf(pace, 6);
  expect(gap).toBeGreaterThan(15);
  expect(gap).toBeLessThan(35);
});

test('a tenant that seldom asks for fewer gets a few less, and never less than a quarter of the first rate', async () => {
  const pace = new Pace({ ...NO_BUDGET, perSecond: 100 });
  await run(pace, 10);
  pace.slowDown();
  await sleep(SETTLED);
  const lower = await gapOf(pace, 40);
  pace.slowDown();
  await sleep(SETTLED);
  const further = await gapOf(pace, 40);
  expect(further / lower).toBeGreaterThan(1.05);
  expect(further / lower).toBeLessThan(1.3);
});

test('a rate that was lowered is raised again while the tenant asks for nothing', async () => {
  const pace = new Pace({ ...NO_BUDGET, perSecond: 100 });
  await run(pace, 10);
  pace.slowDown();
  await sleep(SETTLED);
  await run(pace, 5);
  pace.slowDown();
  const lowered = await gapOf(pace, 10);
  await sleep(SETTLED + 5_000);
  expect(await gapOf(pace, 10)).toBeLessThan(0.95 * lowered);
});

test.describe('workers of one run', () => {
  let folder = '';
  test.beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'conformance-pace-'));
  });
  test.afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('one worker may use the whole budget while another one waits for something else', async () => {
    const server = await servePace(new Pace({ ...NO_BUDGET, inFlight: 4 }), folder);
    const [one, other] = [1, 2].map(() => new RemotePace(server.address, new Pace({ ...NO_BUDGET, inFlight: 1 })));
    expect((await run(one as RemotePace, 20)).most).toBe(4);
    const both = await Promise.all([run(one as RemotePace, 20, 10), run(other as RemotePace, 20, 10)]);
    expect(both[0].most + both[1].most).toBeGreaterThan(3);
    server.close();
  });

  test('what a tenant told one worker reaches the pace of the run', async () => {
    const heard: (number | undefined)[] = [];
    const pace = { slowDown: (retryAfter?: number) => heard.push(retryAfter) } as unknown as Pace;
    const server = await servePace(pace, folder);
    const worker = new RemotePace(server.address, new Pace(NO_BUDGET));
    worker.slowDown();
    worker.slowDown(9_500);
    worker.slowDown(3_600_000);
    await expect.poll(() => heard).toEqual([0, 10_000, 127_000]);
    server.close();
  });

  test('all workers together stay within the budget, and a rate is that of all of them', async () => {
    const server = await servePace(new Pace({ perSecond: 200, inFlight: 3 }), folder);
    const workers = [1, 2, 3].map(() => new RemotePace(server.address, new Pace(NO_BUDGET)));
    let [inFlight, most] = [0, 0];
    const start = performance.now();
    await Promise.all(
      workers.flatMap((worker) =>
        Array.from({ length: 10 }, async () => {
          const done = await worker.acquire();
          inFlight += 1;
          most = Math.max(most, inFlight);
          await sleep(5);
          inFlight -= 1;
          done();
        }),
      ),
    );
    expect(most).toBeLessThanOrEqual(3);
    expect(performance.now() - start).toBeGreaterThan(140);
    server.close();
  });

  test('what a worker had under way when it died is free again', async () => {
    const pace = new Pace({ ...NO_BUDGET, inFlight: 1 });
    const server = await servePace(pace, folder);
    const dying = connect(server.address).setEncoding('latin1');
    dying.write('w');
    await once(dying, 'data');
    dying.destroy();
    expect((await run(new RemotePace(server.address, new Pace(NO_BUDGET)), 3)).most).toBe(1);
    server.close();
  });

  test('a worker goes by its own share once the others cannot be reached', async () => {
    const server = await servePace(new Pace({ ...NO_BUDGET, inFlight: 4 }), folder);
    const worker = new RemotePace(server.address, new Pace({ ...NO_BUDGET, inFlight: 2 }));
    expect((await run(worker, 10)).most).toBe(4);
    server.close();
    expect((await run(worker, 10)).most).toBe(2);
  });
});
