import { readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base } from '../test.ts';
import type { Proxy } from '../../harness/http/routes.ts';
import { Transport, type Attempt, type RetryPolicy } from '../../harness/http/transport.ts';

export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that uses one of the given behaviours per request, and the last one for all further requests. */
export class HostileServer {
  readonly asked: string[] = [];
  readonly agents: (string | undefined)[] = [];
  connections = 0;
  #behaviours: Behaviour[] = [];
  readonly #server = createServer((request, response) => {
    this.agents.push(request.headers['user-agent']);
    this.asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const behaviour = this.#behaviours.length > 1 ? this.#behaviours.shift() : this.#behaviours[0];
    request.resume().on('end', () => behaviour?.(response, request));
  });

  async open(): Promise<void> {
    this.#server.on('connection', () => (this.connections += 1));
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  behaves(...behaviours: Behaviour[]): void {
    this.#behaviours = behaviours;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export const ok: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1}');
};

export function answers(status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Behaviour {
  return (response) => {
    response.writeHead(status, headers).end(body);
  };
}

export const resets: Behaviour = (_, request) => {
  request.socket.resetAndDestroy();
};

export const isSilent: Behaviour = () => undefined;

/** Announces more bytes than it sends, and closes the connection. */
export const breaksOff: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"id":');
  setTimeout(() => response.destroy(), 10);
};

interface Sent {
  readonly attempts: Attempt[];
  readonly status?: number;
  readonly error?: Error;
  readonly milliseconds: number;
}

/** Sends through a transport with short timeouts and returns everything that it reported. */
export interface Sender {
  readonly send: (method: string, url?: string) => Promise<Sent>;
  readonly configure: (
    policy: Partial<RetryPolicy> & {
      readonly isFar?: boolean;
      readonly userAgent?: string;
      readonly proxy?: Proxy | undefined;
    },
  ) => void;
}

const SHORT: RetryPolicy = { idleTimeout: 200, attempts: 3, maxRetryAfter: 60, delay: 10 };
let runs = 0;

export const test = base.extend<{ readonly server: HostileServer; readonly sender: Sender }>({
  server: async ({}, use) => {
    const server = new HostileServer();
    await server.open();
    await use(server);
    await server.close();
  },
  sender: async ({ server }, use) => {
    runs += 1;
    const run = `selftest-${process.pid}-${runs}`;
    let transport = new Transport(undefined, run, SHORT);
    await use({
      configure: (policy) => {
        transport = new Transport(undefined, run, { ...SHORT, ...policy });
      },
      async send(method, url = `${server.url}/things`) {
        const attempts: Attempt[] = [];
        const start = performance.now();
        const since = () => performance.now() - start;
        const body = method === 'GET' ? {} : { body: '{"a":1}' };
        try {
          const { status } = await transport.send({ method, url, headers: {}, ...body }, (one) => attempts.push(one));
          return { attempts, status, milliseconds: since() };
        } catch (error) {
          return { attempts, error: error as Error, milliseconds: since() };
        }
      },
    });
    // Not awaited: a request to the silent server never ends.
    void transport.close();
    for (const name of readdirSync(tmpdir()).filter((one) => one.includes(`-${run}-`)))
      rmSync(path.join(tmpdir(), name));
  },
});
