import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A proxy as companies have it: it connects to the host that it is asked for, and may want a password. */
export interface TunnelProxy {
  readonly port: number;
  /** The hosts that it was asked for. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}

export async function startTunnelProxy(
  allows: (headers: IncomingHttpHeaders) => boolean = () => true,
  /** Where a name leads that no resolver knows. */
  leadsTo: (host: string, port: number) => string = (host) => host,
): Promise<TunnelProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.on('connect', ({ url = '', headers }, socket: Socket, head: Buffer) => {
    asked.push(url);
    if (!allows(headers)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const [host = '', port = ''] = url.split(':');
    const onward = connect(Number(port), leadsTo(host, Number(port)), () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    sockets.add(onward);
    for (const one of [onward, socket]) one.on('error', () => one.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
