import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { OpenAPIBackend, type Document } from 'openapi-backend';
import { loadContract } from '../../contracts/bundle.ts';
import { makeCertificates } from '../../mock/certificates.ts';
import { Host } from '../../mock/host.ts';
import { median } from './part.ts';

/** Where a server answers the bench's one request, and what to show there. */
export interface Served {
  readonly url: string;
  readonly ca: string;
  readonly token: string;
}

const ROLE = {
  id: 101,
  name: 'Deployment readers',
  description: null,
  policies: [
    { resourceType: 'Deployment', actions: ['DeploymentRead'], resources: ['1'] },
    { resourceType: 'Global', actions: ['AIBIView'], resources: ['All'] },
  ],
};
const PATH = '/api/v1/roles/101';
const TOKEN = 'bench';

/** The least that answers the request: the same JSON over HTTPS, with no routing and no rules. */
async function bare(): Promise<Served> {
  const body = JSON.stringify(ROLE);
  const { ca, cert, key } = await makeCertificates();
  const server = createServer({ cert, key }, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
  return { url: await listening(server), ca, token: TOKEN };
}

/** The same document behind openapi-backend as it comes. */
async function library(): Promise<Served> {
  const contract = await loadContract();
  const backend = new OpenAPIBackend({ definition: structuredClone(contract) as unknown as Document, quick: true });
  await backend.init();
  backend.register({
    getRole: () => ROLE,
    notFound: () => ({ error: 'not found' }),
    validationFail: () => ({ error: 'invalid' }),
  });
  backend.registerSecurityHandler('platform', () => true);
  const { ca, cert, key } = await makeCertificates();
  const server = createServer({ cert, key }, (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    void backend
      .handleRequest({ method, path: url, headers: headers as Record<string, string> })
      .then((answer: unknown) => {
        const body = JSON.stringify(answer);
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
        response.end(body);
      });
  });
  return { url: await listening(server), ca, token: TOKEN };
}

/** From the request as it was read to the answer before it is written: what lies beyond is the platform's. */
const own: number[] = [];
subscribe('http.server.request.start', (message) => {
  const { response } = message as { readonly response: ServerResponse };
  const started = performance.now();
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  response.writeHead = (...given: unknown[]) => {
    own.push(performance.now() - started);
    return writeHead(...given);
  };
});

/** The reference tenant as it is. */
async function tenant(): Promise<Served> {
  const { host, first } = await Host.start();
  return { url: host.baseUrl + PATH, ca: host.certificates.ca, token: first.settings.ADMIN_TOKEN ?? '' };
}

function listening(server: ReturnType<typeof createServer>): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(`https://localhost:${(server.address() as AddressInfo).port}${PATH}`);
    });
  });
}

export const SERVERS = { bare, library, tenant } as const;
export type ServerName = keyof typeof SERVERS;

// Started as a process of its own, so that client and server do not share a core's time.
if (process.send) {
  const served = await SERVERS[process.argv[2] as ServerName]();
  process.send(served);
  process.on('message', (asked) => {
    if (asked === 'memory') {
      globalThis.gc?.();
      process.send?.({ heap: globalThis.gc && process.memoryUsage().heapUsed });
    }
    if (asked === 'own') process.send?.({ own: median(own.splice(0)) });
  });
  process.once('disconnect', () => process.exit());
}
