import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificates } from '../../mock/certificates.ts';

/** An exchange of a run, as far as it can be had again. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly status: number;
  readonly type: string;
  readonly answer: string;
}

export interface Replaying {
  readonly url: string;
  readonly ca: string;
}

async function serve(exchanges: readonly Recorded[]): Promise<Replaying> {
  const { ca, cert, key } = await makeCertificates();
  const server = createServer({ cert, key }, (request, response) => {
    const { status = 200, type = '', answer = '' } = exchanges[Number(request.headers['x-index'])] ?? {};
    request.resume();
    request.on('end', () => {
      response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(answer) });
      response.end(answer);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { url: `https://localhost:${(server.address() as AddressInfo).port}`, ca };
}

// Started as a process of its own, as a tenant is.
process.once('message', (exchanges) => {
  void serve(exchanges as readonly Recorded[]).then((served) => process.send?.(served));
});
process.once('disconnect', () => process.exit());
