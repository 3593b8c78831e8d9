import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Pool } from 'undici';
import { median, type Part } from './part.ts';
import { SERVERS, type Served, type ServerName } from './servers.ts';

const ROUNDS = 5;
const ROUND_MS = 1_200;
const CONNECTIONS = 8;
/** Roles created and deleted: a hundred thousand requests. */
const CHURN = 50_000;

interface Measured {
  readonly perSecond: number;
  readonly medianMs: number;
}

interface Running {
  readonly process: ChildProcess;
  readonly pool: Pool;
  readonly served: Served;
}

async function start(name: ServerName): Promise<Running> {
  const server = fork(new URL('./servers.ts', import.meta.url), [name], {
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  const [served] = (await once(server, 'message')) as [Served];
  const pool = new Pool(new URL(served.url).origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    connect: { ca: served.ca },
  });
  return { process: server, pool, served };
}

/** Asks for a while, as many at once as there are connections; every answer has to be a success. */
async function ask({ pool, served }: Running, milliseconds: number): Promise<Measured> {
  const path = new URL(served.url).pathname;
  const headers = { authorization: `Bearer ${served.token}` };
  const times: number[] = [];
  const until = performance.now() + milliseconds;
  const client = async () => {
    while (performance.now() < until) {
      const started = performance.now();
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
      await body.text();
      if (statusCode !== 200) throw new Error(`${served.url} answered ${statusCode}`);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  return { perSecond: (times.length / milliseconds) * 1000, medianMs: median(times) };
}

/** How long a tenant takes from the start of its process to its first answer. */
async function firstAnswer(): Promise<number> {
  const started = performance.now();
  const one = await start('tenant');
  await ask(one, 1);
  const elapsed = performance.now() - started;
  await stop(one);
  return elapsed;
}

async function heapOf({ process: server }: Running): Promise<number> {
  server.send('memory');
  const [{ heap }] = (await once(server, 'message')) as [{ heap: number }];
  return heap / 1e6;
}

/** The tenant's heap before and after roles were created and deleted, two requests each. */
async function churn(one: Running): Promise<{ readonly before: number; readonly after: number }> {
  const headers = { authorization: `Bearer ${one.served.token}`, 'content-type': 'application/json' };
  let next = 0;
  const client = async (until: number) => {
    while (next < until) {
      next += 1;
      const body = JSON.stringify({ name: `Role ${next}` });
      const made = await one.pool.request({ method: 'POST', path: '/api/v1/roles', headers, body });
      const { id } = (await made.body.json()) as { id: number };
      const gone = await one.pool.request({ method: 'DELETE', path: `/api/v1/roles/${id}`, headers });
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

async function stop({ process: server, pool }: Running): Promise<void> {
  await pool.close();
  server.disconnect();
}

/** The reference tenant against the least that could answer, and against the library that it is built on, as it comes. */
export async function measureTenant(): Promise<Part> {
  const names = Object.keys(SERVERS) as ServerName[];
  const running = new Map(await Promise.all(names.map(async (name) => [name, await start(name)] as const)));
  const measured = new Map<ServerName, Measured[]>(names.map((name) => [name, []]));
  let heap = { before: 0, after: 0 };
  try {
    for (const one of running.values()) await ask(one, ROUND_MS / 2);
    // In turns, so that a slow moment of the machine falls on all alike.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, one] of running) measured.get(name)?.push(await ask(one, ROUND_MS));
    }
    const tenantRunning = running.get('tenant');
    if (tenantRunning) heap = await churn(tenantRunning);
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
      { name: 'a request of the tenant, of its own time', value: 1_000 / tenant, unit: 'ms', target: { most: 0.1 } },
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
