import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP relay before a server of this machine, which delays what passes through it as a distant network would. */
export interface Relay {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Starts a relay to a port of this machine; each byte takes so many milliseconds on each way. */
export function startRelay(to: number, delayEachWay: number): Promise<Relay> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const socket of [near, far]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => open.delete(socket));
    }
    pass(near, far, delayEachWay);
    pass(far, near, delayEachWay);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((closed) => {
            server.close(() => {
              closed();
            });
            for (const socket of open) socket.destroy();
          }),
      });
    });
  });
}

/** Timers of one length fire in the order in which they were set, so that the bytes keep theirs. */
function pass(from: Socket, to: Socket, delay: number): void {
  const later = (what: () => void) => {
    if (delay === 0) what();
    else setTimeout(what, delay);
  };
  from.on('data', (chunk) => {
    later(() => to.write(chunk));
  });
  from.on('end', () => {
    later(() => to.end());
  });
  from.on('close', () => {
    later(() => to.destroy());
  });
}
