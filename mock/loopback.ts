import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Control {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** An address on the loopback, over plain HTTP, that no other machine can reach. */
export async function listenOnLoopback(listener: RequestListener, port = 0): Promise<Control> {
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
