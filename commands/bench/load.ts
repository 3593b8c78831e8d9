import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Pool } from 'undici';
import { median } from './part.ts';
import type { Served, ServerName } from './servers.ts';

export const CONNECTIONS = 8;

/** What is asked for, again and again. */
export interface Target {
  readonly pool: Pool;
  readonly path: string;
  readonly token: string;
}

export interface Running {
  readonly process: ChildProcess;
  readonly target: Target;
}

export interface Measured {
  readonly perSecond: number;
  readonly medianMs: number;
}

/** A server in a process of its own. */
export async function start(name: ServerName): Promise<Running> {
  // What a heap holds is known after a collection alone: without one the same tenant has 22 to 70 MB.
  const server = fork(new URL('./servers.ts', import.meta.url), [name], {
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  const [{ url, ca, token }] = (await once(server, 'message')) as [Served];
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1, connect: { ca } });
  return { process: server, target: { pool, path: pathname, token } };
}

export async function stop({ process: server, target }: Running): Promise<void> {
  await target.pool.close();
  server.disconnect();
}

/** Asks for a while, as many at once as there are connections; every answer has to be a success. */
export async function asking({ pool, path, token }: Target, milliseconds: number): Promise<Measured> {
  const headers = { authorization: `Bearer ${token}` };
  const times: number[] = [];
  const until = performance.now() + milliseconds;
  const client = async () => {
    while (performance.now() < until) {
      const started = performance.now();
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
      await body.text();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  return { perSecond: (times.length / milliseconds) * 1000, medianMs: median(times) };
}
