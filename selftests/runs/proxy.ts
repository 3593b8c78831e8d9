import { Agent, createServer, request } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LiveTenant } from './live.ts';

/** What happens to a request on its way; undefined lets it pass, a number after so many milliseconds. */
export type Disturbance = (
  request: IncomingMessage,
  response: ServerResponse,
  count: number,
) => 'taken' | 'cut' | number | undefined;

export interface Proxy {
  readonly env: Readonly<Record<string, string>>;
  readonly count: () => number;
  readonly close: () => Promise<void>;
}

/** Stands before a live tenant and disturbs what passes. */
export async function startProxy(live: LiveTenant, disturbance: Disturbance): Promise<Proxy> {
  const { key, cert, ca } = live.host.certificates;
  const agent = new Agent({ ca, keepAlive: true });
  let count = 0;
  const server = createServer({ key, cert }, (incoming, response) => {
    count += 1;
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const effect = disturbance(incoming, response, count);
      if (effect === 'taken') return;
      const target = new URL(incoming.url ?? '/', live.env['BASE_URL']);
      const { host: _, ...headers } = incoming.headers;
      const outgoing = request(target, { agent, method: incoming.method, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const body = Buffer.concat(parts);
          response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': body.length });
          if (effect !== 'cut') response.end(body);
          else response.write(body.subarray(0, body.length / 2), () => response.destroy());
        });
      });
      outgoing.on('error', () => response.destroy());
      setTimeout(() => outgoing.end(Buffer.concat(chunks)), typeof effect === 'number' ? effect : 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: { ...live.env, BASE_URL: `https://localhost:${port}` },
    count: () => count,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          agent.destroy();
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
