import { createServer, type AddressInfo } from 'node:net';
import { expect } from '../test.ts';
import { CheckFailure } from '../../harness/failures/failure.ts';
import { answers, breaksOff, isSilent, ok, resets, test, type Behaviour } from './hostile.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const SAFE = ['GET', 'HEAD'];
const UNSAFE = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Transient failures that occur after the request was sent, and the cause that the message names. */
const TRANSIENT: Readonly<Record<string, readonly [Behaviour, RegExp]>> = {
  'a reset connection': [resets, /no complete response: (ECONNRESET|UND_ERR_SOCKET)/],
  'no response': [isSilent, /no complete response: .*timeout/i],
  'a response that breaks off': [breaksOff, /no complete response: \w+/],
  'truncated JSON': [answers(200, JSON_TYPE, '{"items":[{"id":1},{"na'), /responded with 200 and truncated JSON/],
  '502': [answers(502, {}, '<html>'), /responded with 502, as a gateway does/],
  '503': [answers(503), /responded with 503, as a gateway does/],
  '504': [answers(504), /responded with 504, as a gateway does/],
  'a redirect to itself': [
    answers(302, { location: '/things' }),
    /redirects to \/things, expected a response without a redirect/,
  ],
};

function isTransient(error: Error | undefined): boolean {
  return error instanceof CheckFailure && error.failure.kind === 'transient';
}

function expectTransient(error: Error | undefined, cause: RegExp): void {
  expect(isTransient(error)).toBe(true);
  expect(error?.message).toMatch(cause);
}

/** A URL on whose port nothing listens. */
async function deadUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/things`;
}

for (const [what, [behaviour, cause]] of Object.entries(TRANSIENT)) {
  test(`${what}: a GET is sent three times, and the failure names the cause`, async ({ server, sender }) => {
    server.behaves(behaviour);
    const { attempts, error, milliseconds } = await sender.send('GET');
    expectTransient(error, cause);
    expect(error?.message).toMatch(/^GET \/things: /);
    expect(server.asked).toEqual(Array(3).fill('GET /things'));
    expect(attempts).toHaveLength(3);
    for (const { failure } of attempts) expect(failure).toMatch(cause);
    expect(milliseconds).toBeLessThan(3_000);
  });

  test(`${what}: a GET that fails once is repeated`, async ({ server, sender }) => {
    server.behaves(behaviour, ok);
    const { status, attempts } = await sender.send('GET');
    expect(status).toBe(200);
    expect(attempts.map(({ failure }) => failure !== undefined)).toEqual([true, false]);
  });

  test(`${what}: a POST, which may have been carried out, is not repeated`, async ({ server, sender }) => {
    server.behaves(behaviour);
    const { attempts, error } = await sender.send('POST');
    expect(isTransient(error)).toBe(true);
    expect(server.asked).toEqual(['POST /things']);
    expect(attempts).toHaveLength(1);
  });
}

test('503 with the time of the next attempt was not carried out either, and a POST is repeated', async ({
  server,
  sender,
}) => {
  server.behaves(answers(503, { 'retry-after': '0' }), ok);
  const { status } = await sender.send('POST');
  expect(status).toBe(200);
  expect(server.asked).toEqual(['POST /things', 'POST /things']);
});

test('only safe methods are repeated', async ({ server, sender }) => {
  for (const method of [...SAFE, ...UNSAFE]) {
    server.behaves(answers(503), ok);
    const { attempts } = await sender.send(method);
    expect(attempts, method).toHaveLength(SAFE.includes(method) ? 2 : 1);
    server.behaves(ok);
    await sender.send('GET');
  }
});

test.describe('429', () => {
  test('is retried after its Retry-After, also for a POST, which was not carried out', async ({ server, sender }) => {
    sender.configure({ maxRetryAfter: 5_000 });
    server.behaves(answers(429, { 'retry-after': '1' }), ok);
    const { status, milliseconds } = await sender.send('POST');
    expect(status).toBe(200);
    expect(server.asked).toHaveLength(2);
    expect(milliseconds).toBeGreaterThan(950);
  });

  for (const wait of ['3600', 'Wed, 21 Oct 2026 07:28:00 GMT', '-1', '']) {
    test(`on every attempt, with "${wait}" as its Retry-After, ends in a transient failure`, async ({
      server,
      sender,
    }) => {
      server.behaves(answers(429, { 'retry-after': wait }));
      const { error, milliseconds } = await sender.send('PUT');
      expectTransient(error, /responded with 429/);
      // A Retry-After that is longer than the limit is not waited for.
      expect(server.asked).toHaveLength(wait === '3600' ? 1 : 3);
      expect(milliseconds).toBeLessThan(1_000);
    });
  }

  test('with a Retry-After that is too long to wait for stops requests of its kind, and no others', async ({
    server,
    sender,
  }) => {
    server.behaves(answers(429, { 'retry-after': '3600' }), ok);
    for (let time = 1; time <= 5; time += 1) expectTransient((await sender.send('POST')).error, /429/);
    expect(server.asked, 'requests that were sent').toEqual(['POST /things']);
    expect((await sender.send('GET')).status, 'another kind goes on').toBe(200);
  });

  test('holds requests of the same kind, and all where several kinds are refused', async ({ server, sender }) => {
    sender.configure({ maxRetryAfter: 5_000 });
    const refused = answers(429, { 'retry-after': '1' });
    server.behaves(refused, ok);
    const first = sender.send('POST');
    await new Promise((resolve) => setTimeout(resolve, 100));
    server.behaves(ok);
    const [{ milliseconds: other }, { milliseconds: same }] = await Promise.all([
      sender.send('GET'),
      sender.send('POST'),
    ]);
    expect((await first).status).toBe(200);
    expect(other).toBeLessThan(500);
    expect(same).toBeGreaterThan(500);
    const kinds = ['POST', 'PUT', 'DELETE'];
    server.behaves(refused, refused, refused, ok);
    const held = kinds.map((kind) => sender.send(kind));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await sender.send('GET')).milliseconds).toBeGreaterThan(500);
    for (const { status } of await Promise.all(held)) expect(status).toBe(200);
  });

  test('on every attempt is no sign that the tenant is gone', async ({ server, sender }) => {
    server.behaves(answers(429));
    for (let time = 1; time <= 4; time += 1) await sender.send('POST');
    server.behaves(ok);
    expect((await sender.send('POST')).status).toBe(200);
  });
});

test('requests say where they come from', async ({ server, sender }) => {
  sender.configure({ userAgent: 'suite/1.0 (run 7)' });
  server.behaves(ok);
  await sender.send('GET');
  expect(server.agents).toEqual(['suite/1.0 (run 7)']);
});

test('a connection is used again after any method, also after a DELETE with a body', async ({ server, sender }) => {
  server.behaves(ok);
  for (const method of ['GET', 'GET', ...UNSAFE, ...UNSAFE]) await sender.send(method);
  // The library opens a second one where a request follows in the same moment.
  expect(server.connections).toBeLessThanOrEqual(2);
});

test('a POST that was never sent, because nothing listens, is repeated', async ({ sender }) => {
  const { attempts, error } = await sender.send('POST', await deadUrl());
  expect(attempts).toHaveLength(3);
  expectTransient(error, /ECONNREFUSED/);
  expect(error).toMatchObject({ isUnsent: true });
});

test('a POST whose connection broke may have arrived', async ({ server, sender }) => {
  server.behaves(resets);
  expect((await sender.send('POST')).error).toMatchObject({ isUnsent: false });
});

test('a body that never ends runs into a timeout', async ({ server, sender }) => {
  sender.configure({ attempts: 1 });
  server.behaves((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const drip = setInterval(() => response.write('data: 1\n\n'), 20);
    response.on('close', () => {
      clearInterval(drip);
    });
  });
  const { error, milliseconds } = await sender.send('GET');
  expectTransient(error, /timeout|abort/i);
  expect(milliseconds).toBeLessThan(1_500);
});

test.describe("a response that is the tenant's own", () => {
  for (const [what, behaviour, status] of [
    ['a server error', answers(500, JSON_TYPE, '{"e":1}'), 500],
    ['a refusal', answers(403), 403],
    ['an empty body that is called JSON', answers(200, JSON_TYPE), 200],
    ['text that is called JSON', answers(200, JSON_TYPE, 'Done'), 200],
    ['JSON followed by other text', answers(200, JSON_TYPE, '{"a":1} and more'), 200],
    ['JSON with an invalid literal', answers(200, JSON_TYPE, '{"a":None,"b":["]"]}'), 200],
    ['a page', answers(200, { 'content-type': 'text/html' }, '<html>'), 200],
  ] as const) {
    test(`${what} counts at once`, async ({ server, sender }) => {
      server.behaves(behaviour);
      const sent = await sender.send('GET');
      expect(sent).toMatchObject({ status });
      expect(sent.attempts).toHaveLength(1);
    });
  }

  for (const half of ['{"a":[1,2', '"abc', '{"a":"}]', '[{"a":"\\"]}'] as const) {
    test(`${half} is truncated and does not count`, async ({ server, sender }) => {
      server.behaves(answers(200, JSON_TYPE, half), ok);
      expect((await sender.send('GET')).attempts).toHaveLength(2);
    });
  }
});

test('an attempt has its time, its duration and its response, also if it does not count', async ({
  server,
  sender,
}) => {
  server.behaves(answers(503, { 'x-gateway': 'g' }, 'later'), ok);
  const before = Date.now();
  const [first, second] = (await sender.send('GET')).attempts;
  expect(first?.incoming).toMatchObject({ status: 503, bytes: Buffer.from('later') });
  expect(first?.incoming?.headers).toMatchObject({ 'x-gateway': 'g' });
  expect(first?.startedAt).toBeGreaterThanOrEqual(before);
  expect(first?.milliseconds).toBeGreaterThan(0);
  expect(second).toMatchObject({ incoming: { status: 200 } });
  expect(second).not.toHaveProperty('failure');
});

test.describe('a tenant that fails to respond three times in a row', () => {
  test.beforeEach(async ({ server, sender }) => {
    sender.configure({ attempts: 1 });
    server.behaves(resets);
    for (let index = 1; index <= 3; index += 1) await sender.send('GET');
  });

  test('gets no further request, and the message says so', async ({ server, sender }) => {
    server.behaves(ok);
    const { error, attempts, milliseconds } = await sender.send('GET');
    expectTransient(error, /was not sent/);
    expect(error).toMatchObject({ isUnsent: true });
    expect(attempts).toEqual([]);
    expect(server.asked).toHaveLength(3);
    expect(milliseconds).toBeLessThan(50);
  });

  test('gets no request from the next worker of the run either', async ({ sender }) => {
    sender.configure({});
    expect((await sender.send('GET')).attempts).toEqual([]);
  });

  test('gets requests again after some seconds, and as usual after its first response', async ({ server, sender }) => {
    server.behaves(ok);
    const { now } = Date;
    Date.now = () => now() + 6_000;
    try {
      expect(await sender.send('GET')).toMatchObject({ status: 200 });
    } finally {
      Date.now = now;
    }
    expect(await sender.send('GET')).toMatchObject({ status: 200 });
  });

  test('does not block requests to other hosts', async ({ sender }) => {
    const { attempts } = await sender.send('GET', await deadUrl());
    expect(attempts).toHaveLength(1);
  });
});

test('failures with successes between them do not add up', async ({ server, sender }) => {
  sender.configure({ attempts: 1 });
  server.behaves(resets, resets, ok, resets, resets, ok);
  const statuses = [];
  for (let index = 1; index <= 6; index += 1) statuses.push((await sender.send('GET')).status);
  expect(statuses).toEqual([undefined, undefined, 200, undefined, undefined, 200]);
});

test.describe('an HTML page in place of a success', () => {
  const page = answers(200, { 'content-type': 'text/html' }, '<!doctype html>');

  test('is a transient failure if it is rare, and a GET is repeated', async ({ server, sender }) => {
    sender.configure({ isFar: true });
    server.behaves(page, ok);
    expect((await sender.send('GET')).status).toBe(200);
    expect(server.asked).toHaveLength(2);
    server.behaves(page);
    expectTransient((await sender.send('POST')).error, /responded with 200 and an HTML page/);
  });

  test("is the tenant's own if a route returns nothing else", async ({ server, sender }) => {
    sender.configure({ isFar: true });
    server.behaves(page);
    expect((await sender.send('GET')).status).toBe(200);
    expect(server.asked).toHaveLength(3);
    const things = ['/things/1', '/things/2', '/things/3'].map((thing) => server.url + thing);
    const posts = [];
    for (const url of things) posts.push(await sender.send('POST', url));
    expect(posts.map(({ error, status }) => (error ? isTransient(error) : status))).toEqual([true, true, 200]);
  });

  test('of the reference tenant is its own at once', async ({ server, sender }) => {
    server.behaves(page);
    expect((await sender.send('POST')).status).toBe(200);
  });
});
