import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '../test.ts';
import { Random } from '../../mock/random.ts';
import { FULL, sized } from '../size.ts';
import { remains, startLive } from './live.ts';
import { startProxy, type Disturbance } from './proxy.ts';
import { idsWith, run, start } from './run.ts';

test.describe.configure({ timeout: 600_000 });

/** One request in so many meets with something. */
const ODDS = 40;
const PAGE = '<!doctype html><title>Just a moment</title><p>Checking your browser';

/** Whatever stands between a run and its tenant, by a seed: it drops, delays, cuts off, and answers in the tenant's place. */
function stormy(seed: number): Disturbance {
  const random = new Random(seed);
  return (request, response, count) => {
    // The first request asks whether anybody is there.
    if (count === 1 || random.integer(1, ODDS) > 1) return undefined;
    const say = (status: number, headers: Record<string, string>, body = '') => {
      response.writeHead(status, headers).end(body);
      return 'taken' as const;
    };
    switch (random.integer(0, 6)) {
      case 0:
        request.socket.destroy();
        return 'taken';
      case 1:
        return say(429, { 'retry-after': '0' });
      case 2:
        return say(502, { 'content-type': 'text/html' }, PAGE);
      case 3:
        return say(503, { 'retry-after': '1' });
      case 4:
        return say(200, { 'content-type': 'text/html; charset=utf-8' }, PAGE);
      case 5:
        return 'cut';
      default:
        return random.integer(20, 1_500);
    }
  };
}

const SELECTION = sized([String.raw`--grep=\b(roles|embed)\.`], []);

for (let seed = 1; seed <= sized(1, 20); seed += 1) {
  test(`disturbances are no violation and leave nothing behind, seed ${seed}`, FULL, async () => {
    const live = await startLive();
    const before = remains(live.tenant);
    const disturbance = stormy(seed);
    let isOver = false;
    const proxy = await startProxy(live, (...passing) => (isOver ? undefined : disturbance(...passing)));
    const { results, output } = await run('conformance', [...SELECTION, `--seed=${seed}`], proxy.env);
    expect(idsWith(results, 'violates'), output).toEqual([]);
    expect(results?.run.defects, output).toEqual([]);
    // It was a storm, and all the same most could be told.
    expect(idsWith(results, 'inconclusive').length).toBeGreaterThan(0);
    expect(idsWith(results, 'conforms').length).toBeGreaterThan(5 * idsWith(results, 'inconclusive').length);
    isOver = true;
    await run('sweep', [], proxy.env);
    expect(remains(live.tenant)).toEqual(before);
    await Promise.all([proxy.close(), live.close()]);
  });
}

for (let seed = 1; seed <= sized(1, 20); seed += 1) {
  test(`a run that is killed at any moment leaves nothing that a sweep does not find, moment ${seed}`, async () => {
    const live = await startLive();
    const before = remains(live.tenant);
    const running = start('conformance', [`--seed=${seed}`], live.env);
    await expect.poll(() => JSON.stringify(remains(live.tenant)), { timeout: 60_000 }).not.toBe(JSON.stringify(before));
    await sleep(new Random(seed).integer(0, 12_000));
    process.kill(-running.pid, 'SIGKILL');
    await running.ended;
    const { code, output } = await run('sweep', [], live.env);
    expect(output).toMatch(/Undid \d+ things?|Nothing is left/);
    expect(code, output).toBe(0);
    expect(remains(live.tenant)).toEqual(before);
    expect((await run('sweep', [], live.env)).output).toContain('Nothing is left');
    await live.close();
  });
}
