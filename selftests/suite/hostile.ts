import { readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base } from '../test.ts';
import { Transport, type Attempt, type Patience } from '../../harness/http/transport.ts';

export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that behaves as each test tells it, request by request; the last behaviour stays. */
export class Hostile {
  readonly asked: string[] = [];
  #behaviours: Behaviour[] = [];
  readonly #server = createServer((request, response) => {
    this.asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const behaviour = this.#behaviours.length > 1 ? this.#behaviours.shift() : this.#behaviours[0];
    request.resume().on('end', () => behaviour?.(response, request));
  });

  async open(): Promise<void> {
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

/** Promises more than it sends, and hangs up. */
export const breaksOff: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"id":');
  setTimeout(() => response.destroy(), 10);
};

interface Told {
  readonly attempts: Attempt[];
  readonly status?: number;
  readonly error?: Error;
  readonly milliseconds: number;
}

/** Sends through a transport of little patience and tells all that came of it. */
export interface Asking {
  readonly send: (method: string, url?: string) => Promise<Told>;
  readonly patience: (patience: Partial<Patience> & { readonly isFar?: boolean }) => void;
}

const HURRIED: Patience = { silence: 200, attempts: 3, retryAfter: 60, pause: 10 };
let runs = 0;

export const test = base.extend<{ readonly server: Hostile; readonly asking: Asking }>({
  server: async ({}, use) => {
    const server = new Hostile();
    await server.open();
    await use(server);
    await server.close();
  },
  asking: async ({ server }, use) => {
    runs += 1;
    const run = `selftest-${process.pid}-${runs}`;
    let transport = new Transport(undefined, run, HURRIED);
    await use({
      patience: (patience) => {
        transport = new Transport(undefined, run, { ...HURRIED, ...patience });
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
    // What a silent server still owes would hold an orderly end up.
    void transport.close();
    for (const name of readdirSync(tmpdir()).filter((one) => one.includes(`-${run}-`)))
      rmSync(path.join(tmpdir(), name));
  },
});
