import { once } from 'node:events';
import { asking, CONNECTIONS, start, stop, type Measured, type Running } from './load.ts';
import { median, type Part } from './part.ts';
import { SERVERS, type ServerName } from './servers.ts';

const ROUNDS = 5;
const ROUND_MS = 1_200;
/** Roles created and deleted: a hundred thousand requests. */
const CHURN = 50_000;

/** How long a tenant takes from the start of its process to its first answer. */
async function firstAnswer(): Promise<number> {
  const started = performance.now();
  const one = await start('tenant');
  await asking(one.target, 1);
  const elapsed = performance.now() - started;
  await stop(one);
  return elapsed;
}

async function heapOf({ process: server }: Running): Promise<number> {
  server.send('memory');
  const [{ heap }] = (await once(server, 'message')) as [{ heap?: number }];
  if (heap === undefined) throw new Error('the server was started without --expose-gc, so that its heap holds garbage');
  return heap / 1e6;
}

/** How long the requests so far took inside of the server, in the middle. */
async function ownTimeOf({ process: server }: Running): Promise<number> {
  server.send('own');
  const [{ own }] = (await once(server, 'message')) as [{ own: number }];
  return own;
}

/** The tenant's heap before and after roles were created and deleted, two requests each. */
async function churn(one: Running): Promise<{ readonly before: number; readonly after: number }> {
  const headers = { authorization: `Bearer ${one.target.token}`, 'content-type': 'application/json' };
  let next = 0;
  const client = async (until: number) => {
    while (next < until) {
      next += 1;
      const body = JSON.stringify({ name: `Role ${next}` });
      const made = await one.target.pool.request({ method: 'POST', path: '/api/v1/roles', headers, body });
      const { id } = (await made.body.json()) as { id: number };
      const gone = await one.target.pool.request({ method: 'DELETE', path: `/api/v1/roles/${id}`, headers });
      await gone.body.dump();
    }
  };
  const all = (until: number) => Promise.all(Array.from({ length: CONNECTIONS }, () => client(until)));
  // What is compiled and kept once belongs to the start, not to the growth.
  await all(CHURN / 10);
  const before = await heapOf(one);
  await all(CHURN);
  return { before, after: await heapOf(one) };
}

/** The reference tenant against the least that could answer, and against the library that it is built on, as it comes. */
export async function measureTenant(): Promise<Part> {
  const names = Object.keys(SERVERS) as ServerName[];
  const running = new Map(await Promise.all(names.map(async (name) => [name, await start(name)] as const)));
  const measured = new Map<ServerName, Measured[]>(names.map((name) => [name, []]));
  let heap = { before: 0, after: 0 };
  let ownTime = 0;
  try {
    for (const one of running.values()) await asking(one.target, ROUND_MS / 2);
    // In turns, so that a slow moment of the machine falls on all alike.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, one] of running) measured.get(name)?.push(await asking(one.target, ROUND_MS));
    }
    const tenantRunning = running.get('tenant');
    if (tenantRunning) {
      ownTime = await ownTimeOf(tenantRunning);
      heap = await churn(tenantRunning);
    }
  } finally {
    for (const one of running.values()) await stop(one);
  }
  const of = (name: ServerName) => median((measured.get(name) ?? []).map(({ perSecond }) => perSecond));
  const [bare, library, tenant] = [of('bare'), of('library'), of('tenant')];
  const medianMs = median((measured.get('tenant') ?? []).map((one) => one.medianMs));
  return {
    title: `The reference tenant over HTTPS, ${CONNECTIONS} connections`,
    figures: [
      { name: 'a bare node:https server', value: bare, unit: 'requests/s' },
      { name: 'openapi-backend as it comes', value: library, unit: 'requests/s' },
      { name: 'the tenant, with behaviour', value: tenant, unit: 'requests/s' },
      { name: 'the tenant over the library', value: tenant / library, unit: 'times', target: { least: 12 } },
      { name: 'the bare server over the tenant', value: bare / tenant, unit: 'times', target: { most: 6 } },
      { name: 'a request of the tenant, as 8 clients see it', value: medianMs, unit: 'ms' },
      { name: 'a request of the tenant, from read to answered', value: ownTime, unit: 'ms', target: { most: 0.1 } },
      {
        name: 'first answer after the process was started',
        value: await firstAnswer(),
        unit: 'ms',
        target: { most: 1_000 },
      },
      { name: 'heap before 100,000 requests that make and delete', value: heap.before, unit: 'MB' },
      { name: 'heap after them', value: heap.after, unit: 'MB' },
    ],
  };
}
