import type { IncomingMessage } from 'node:http';
import { expect, test } from '../test.ts';
import { startLive, type LiveTenant } from './live.ts';
import { startProxy, type Disturbance } from './proxy.ts';
import { idsWith, run } from './run.ts';
import { FULL } from '../size.ts';

test.describe.configure({ timeout: 240_000 });

function answer(response: Parameters<Disturbance>[1], status: number, headers: Record<string, string> = {}): 'taken' {
  response.writeHead(status, headers).end();
  return 'taken';
}

const STORMS = {
  'a gateway that answers 502': (_request, response) => answer(response, 502),
  'redirects in a circle': (request, response) => answer(response, 302, { location: request.url ?? '/' }),
  'connections that are reset': (request) => {
    request.socket.destroy();
    return 'taken';
  },
} satisfies Record<string, Disturbance>;

/** Lets requests pass up to the first one that matches, from which on the storm takes them all; counts those. */
async function startStorm(
  live: LiveTenant,
  storm: Disturbance,
  begins: (request: IncomingMessage, count: number) => boolean,
) {
  let taken = 0;
  let began = 0;
  const proxy = await startProxy(live, (request, response, count) => {
    if (taken === 0 && !begins(request, count)) return undefined;
    if (taken === 0) began = performance.now();
    taken += 1;
    return storm(request, response, count);
  });
  return { ...proxy, taken: () => taken, secondsOfStorm: () => (performance.now() - began) / 1_000 };
}

for (const [name, storm] of Object.entries(STORMS)) {
  test(`${name} ends the run soon, with nothing established`, FULL, async () => {
    const live = await startLive();
    // Checks of roles.update are the only ones that send this; what they need is there by then.
    const proxy = await startStorm(live, storm, ({ method, url = '' }) => method === 'PUT' && url.includes('/roles/'));
    const { code, results, seconds } = await run('conformance', ['--grep=roles.update'], proxy.env);
    expect(idsWith(results, 'violates', 'conforms')).toEqual([]);
    expect(idsWith(results, 'inconclusive').length).toBeGreaterThan(30);
    expect(code).toBe(3);
    expect(seconds).toBeLessThan(90);
    expect(proxy.taken()).toBeLessThan(100);
    await Promise.all([proxy.close(), live.close()]);
  });

  test(`${name} after the first request is one sentence`, async () => {
    const live = await startLive();
    const proxy = await startStorm(live, storm, (_request, count) => count === 2);
    const { code, output, results } = await run('conformance', ['--grep=roles.update'], proxy.env);
    expect(output.trim().split('\n')).toEqual([expect.stringMatching(/^The tenant could not be checked: GET .+/)]);
    expect(results).toBeUndefined();
    expect(code).toBe(3);
    await Promise.all([proxy.close(), live.close()]);
  });
}

test('a tenant that falls silent is waited for within bounds', FULL, async () => {
  const live = await startLive();
  const proxy = await startStorm(
    live,
    () => 'taken',
    ({ method, url = '' }) => method === 'PUT' && url.includes('/roles/'),
  );
  const { code, results } = await run('conformance', ['--grep=roles.update.name-omitted'], proxy.env);
  const seconds = proxy.secondsOfStorm();
  expect(idsWith(results, 'violates', 'conforms')).toEqual([]);
  expect(code).toBe(3);
  // Thrice thirty seconds for the check, for its cleanup and for the end of the run, with the pauses between their attempts.
  expect(seconds).toBeLessThan(150);
  await Promise.all([proxy.close(), live.close()]);
});
