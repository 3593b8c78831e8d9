import { expect, test } from '../test.ts';
import { startLive } from './live.ts';
import { startProxy, type Weather } from './proxy.ts';
import { idsWith, run } from './run.ts';

test.describe.configure({ timeout: 180_000 });

function answer(response: Parameters<Weather>[1], status: number, headers: Record<string, string> = {}): 'taken' {
  response.writeHead(status, headers).end();
  return 'taken';
}

for (const [name, storm] of Object.entries({
  'a gateway that answers 502': (_request, response) => answer(response, 502),
  'redirects in a circle': (request, response) => answer(response, 302, { location: request.url ?? '/' }),
  'connections that are reset': (request) => {
    request.socket.destroy();
    return 'taken';
  },
} satisfies Record<string, Weather>)) {
  test(`${name} ends the run soon, with nothing established`, async () => {
    const live = await startLive();
    // The first request asks whether anybody is there.
    const proxy = await startProxy(live, (request, response, count) =>
      count === 1 ? undefined : (storm as Weather)(request, response, count),
    );
    const { code, results, seconds } = await run('conformance', ['--grep=roles.update'], proxy.env);
    expect(idsWith(results, 'violates', 'conforms')).toEqual([]);
    expect(idsWith(results, 'inconclusive').length).toBeGreaterThan(30);
    expect(code).toBe(3);
    expect(seconds).toBeLessThan(90);
    expect(proxy.count()).toBeLessThan(100);
    await Promise.all([proxy.close(), live.close()]);
  });
}

test('a tenant that falls silent is waited for within bounds', async () => {
  const live = await startLive();
  const proxy = await startProxy(live, (_request, _response, count) => (count === 1 ? undefined : 'taken'));
  const { code, results, seconds } = await run('conformance', ['--grep=roles.get.'], proxy.env);
  expect(idsWith(results, 'violates', 'conforms')).toEqual([]);
  expect(code).toBe(3);
  expect(seconds).toBeLessThan(100);
  await Promise.all([proxy.close(), live.close()]);
});
