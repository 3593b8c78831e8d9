import { createServer, type AddressInfo } from 'node:net';
import { expect } from '../test.ts';
import { CheckFailure } from '../../harness/failures/failure.ts';
import { answers, breaksOff, isSilent, ok, resets, test, type Behaviour } from './hostile.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const SAFE = ['GET', 'HEAD'];
const UNSAFE = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Transient failures that come after the request was sent, and what its message names. */
const TRANSIENT: Readonly<Record<string, readonly [Behaviour, RegExp]>> = {
  'a reset connection': [resets, /no whole answer: (ECONNRESET|UND_ERR_SOCKET)/],
  silence: [isSilent, /no whole answer: .*timeout/i],
  'an answer that breaks off': [breaksOff, /no whole answer: \w+/],
  'half a JSON text': [answers(200, JSON_TYPE, '{"items":[{"id":1},{"na'), /answered 200 with half a JSON text/],
  '502': [answers(502, {}, '<html>'), /answered 502, as a gateway does/],
  '503': [answers(503), /answered 503, as a gateway does/],
  '504': [answers(504), /answered 504, as a gateway does/],
  'a redirect to itself': [answers(302, { location: '/things' }), /redirects to \/things, expected an answer here/],
};

function isTransient(error: Error | undefined): boolean {
  return error instanceof CheckFailure && error.failure.kind === 'transient';
}

function expectTransient(error: Error | undefined, cause: RegExp): void {
  expect(isTransient(error)).toBe(true);
  expect(error?.message).toMatch(cause);
}

/** A port on which nobody listens. */
async function deadUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/things`;
}

for (const [what, [behaviour, cause]] of Object.entries(TRANSIENT)) {
  test(`${what}: a GET is asked three times, and the failure names the cause`, async ({ server, asking }) => {
    server.behaves(behaviour);
    const { attempts, error, milliseconds } = await asking.send('GET');
    expectTransient(error, cause);
    expect(error?.message).toMatch(/^GET \/things: /);
    expect(server.asked).toEqual(Array(3).fill('GET /things'));
    expect(attempts).toHaveLength(3);
    for (const { failure } of attempts) expect(failure).toMatch(cause);
    expect(milliseconds).toBeLessThan(3_000);
  });

  test(`${what}: once is no harm to a GET`, async ({ server, asking }) => {
    server.behaves(behaviour, ok);
    const { status, attempts } = await asking.send('GET');
    expect(status).toBe(200);
    expect(attempts.map(({ failure }) => failure !== undefined)).toEqual([true, false]);
  });

  test(`${what}: what may have happened is not asked again`, async ({ server, asking }) => {
    server.behaves(behaviour);
    const { attempts, error } = await asking.send('POST');
    expect(isTransient(error)).toBe(true);
    expect(server.asked).toEqual(['POST /things']);
    expect(attempts).toHaveLength(1);
  });
}

test('of all methods the safe ones alone are repeated', async ({ server, asking }) => {
  for (const method of [...SAFE, ...UNSAFE]) {
    server.behaves(answers(503), ok);
    const { attempts } = await asking.send(method);
    expect(attempts, method).toHaveLength(SAFE.includes(method) ? 2 : 1);
    server.behaves(ok);
    await asking.send('GET');
  }
});

test.describe('429', () => {
  test('is waited for as long as it asks, also by a POST, which was not carried out', async ({ server, asking }) => {
    asking.patience({ retryAfter: 5_000 });
    server.behaves(answers(429, { 'retry-after': '1' }), ok);
    const { status, milliseconds } = await asking.send('POST');
    expect(status).toBe(200);
    expect(server.asked).toHaveLength(2);
    expect(milliseconds).toBeGreaterThan(950);
  });

  for (const wait of ['3600', 'Wed, 21 Oct 2026 07:28:00 GMT', '-1', '']) {
    test(`for ever, with "${wait}" as its Retry-After, ends all the same`, async ({ server, asking }) => {
      server.behaves(answers(429, { 'retry-after': wait }));
      const { error, milliseconds } = await asking.send('PUT');
      expectTransient(error, /answered 429/);
      // More quiet than a check can give is given at once.
      expect(server.asked).toHaveLength(wait === '3600' ? 1 : 3);
      expect(milliseconds).toBeLessThan(1_000);
    });
  }
});

test('where nothing listens nothing was sent, and even a POST is tried again', async ({ asking }) => {
  const { attempts, error } = await asking.send('POST', await deadUrl());
  expect(attempts).toHaveLength(3);
  expectTransient(error, /ECONNREFUSED/);
});

test('a body that never ends is given up', async ({ server, asking }) => {
  asking.patience({ attempts: 1 });
  server.behaves((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const drip = setInterval(() => response.write('data: 1\n\n'), 20);
    response.on('close', () => {
      clearInterval(drip);
    });
  });
  const { error, milliseconds } = await asking.send('GET');
  expectTransient(error, /timeout|abort/i);
  expect(milliseconds).toBeLessThan(1_500);
});

test.describe('the tenant speaks for itself', () => {
  for (const [what, behaviour, status] of [
    ['a server error', answers(500, JSON_TYPE, '{"e":1}'), 500],
    ['a refusal', answers(403), 403],
    ['an empty body that is called JSON', answers(200, JSON_TYPE), 200],
    ['words that are called JSON', answers(200, JSON_TYPE, 'Done'), 200],
    ['JSON with a rest behind it', answers(200, JSON_TYPE, '{"a":1} and more'), 200],
    ['JSON with a word that is none', answers(200, JSON_TYPE, '{"a":None,"b":["]"]}'), 200],
    ['a page', answers(200, { 'content-type': 'text/html' }, '<html>'), 200],
  ] as const) {
    test(`with ${what}, which is an answer at once`, async ({ server, asking }) => {
      server.behaves(behaviour);
      const told = await asking.send('GET');
      expect(told).toMatchObject({ status });
      expect(told.attempts).toHaveLength(1);
    });
  }

  for (const half of ['{"a":[1,2', '"abc', '{"a":"}]', '[{"a":"\\"]}'] as const) {
    test(`not with ${half}, which somebody cut off`, async ({ server, asking }) => {
      server.behaves(answers(200, JSON_TYPE, half), ok);
      expect((await asking.send('GET')).attempts).toHaveLength(2);
    });
  }
});

test('an attempt tells when it was made, how long it took and what came, also where it does not count', async ({
  server,
  asking,
}) => {
  server.behaves(answers(503, { 'x-gateway': 'g' }, 'later'), ok);
  const before = Date.now();
  const [first, second] = (await asking.send('GET')).attempts;
  expect(first?.incoming).toMatchObject({ status: 503, bytes: Buffer.from('later') });
  expect(first?.incoming?.headers).toMatchObject({ 'x-gateway': 'g' });
  expect(first?.startedAt).toBeGreaterThanOrEqual(before);
  expect(first?.milliseconds).toBeGreaterThan(0);
  expect(second).toMatchObject({ incoming: { status: 200 } });
  expect(second).not.toHaveProperty('failure');
});

test.describe('a tenant that does not answer three times in a row', () => {
  test.beforeEach(async ({ server, asking }) => {
    asking.patience({ attempts: 1 });
    server.behaves(resets);
    for (let round = 1; round <= 3; round += 1) await asking.send('GET');
  });

  test('is not asked any more, and the message says so', async ({ server, asking }) => {
    server.behaves(ok);
    const { error, attempts, milliseconds } = await asking.send('GET');
    expectTransient(error, /was not sent/);
    expect(attempts).toEqual([]);
    expect(server.asked).toHaveLength(3);
    expect(milliseconds).toBeLessThan(50);
  });

  test('is not asked by the next worker of the run either', async ({ asking }) => {
    asking.patience({});
    expect((await asking.send('GET')).attempts).toEqual([]);
  });

  test('is asked again after a while, and from its answer on as usual', async ({ server, asking }) => {
    server.behaves(ok);
    const { now } = Date;
    Date.now = () => now() + 6_000;
    try {
      expect(await asking.send('GET')).toMatchObject({ status: 200 });
    } finally {
      Date.now = now;
    }
    expect(await asking.send('GET')).toMatchObject({ status: 200 });
  });

  test('does not keep others from being asked', async ({ asking }) => {
    const { attempts } = await asking.send('GET', await deadUrl());
    expect(attempts).toHaveLength(1);
  });
});

test('failures that are not in a row do not add up', async ({ server, asking }) => {
  asking.patience({ attempts: 1 });
  server.behaves(resets, resets, ok, resets, resets, ok);
  const statuses = [];
  for (let round = 1; round <= 6; round += 1) statuses.push((await asking.send('GET')).status);
  expect(statuses).toEqual([undefined, undefined, 200, undefined, undefined, 200]);
});

test.describe('a page in the place of a success', () => {
  const page = answers(200, { 'content-type': 'text/html' }, '<!doctype html>');

  test('is weather now and then, and a GET is asked again', async ({ server, asking }) => {
    asking.patience({ isFar: true });
    server.behaves(page, ok);
    expect((await asking.send('GET')).status).toBe(200);
    expect(server.asked).toHaveLength(2);
    server.behaves(page);
    expectTransient((await asking.send('POST')).error, /answered 200 with a page/);
  });

  test("is the tenant's own where a route has nothing else", async ({ server, asking }) => {
    asking.patience({ isFar: true });
    server.behaves(page);
    expect((await asking.send('GET')).status).toBe(200);
    expect(server.asked).toHaveLength(3);
    const things = ['/things/1', '/things/2', '/things/3'].map((thing) => server.url + thing);
    const posts = [];
    for (const url of things) posts.push(await asking.send('POST', url));
    expect(posts.map(({ error, status }) => (error ? isTransient(error) : status))).toEqual([true, true, 200]);
  });

  test('of a tenant in this process is its own at once', async ({ server, asking }) => {
    server.behaves(page);
    expect((await asking.send('POST')).status).toBe(200);
  });
});
