import { randomUUID } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { Pace, PaceOfRun } from './pace.ts';

/** The environment variable by which workers find the server. */
export const PACE_ADDRESS = 'CONFORMANCE_PACE';

/** What a worker says, a byte each: that it wants to send a request, or that one has ended. */
const [WANTS, ENDED] = ['w', 'e'];
/** Any other byte says that the tenant asked for fewer requests: beyond this one, for so many seconds. */
const SLOWER = 0x80;
const MOST_SECONDS = 0xff - SLOWER;
/** What the server says: that one more request may be sent. */
const GRANTED = 'g';

/** A socket in a folder of this user; Windows has named pipes in place of such files. */
function addressIn(folder: string): string {
  return process.platform === 'win32' ? `\\\\.\\pipe\\conformance-${randomUUID()}` : path.join(folder, 'pace');
}

/**
 * Lets the workers of a run share one pace. With a fixed share for each of them a worker that waits for a job would leave its
 * part of the budget unused.
 */
export async function servePace(
  pace: Pace,
  folder: string,
): Promise<{ readonly address: string; readonly close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const underWay: (() => void)[] = [];
    const grant = async () => {
      const done = await pace.acquire();
      if (socket.destroyed) {
        done();
        return;
      }
      underWay.push(done);
      socket.write(GRANTED);
    };
    const heard: Readonly<Record<string, () => void>> = {
      [WANTS]: () => void grant(),
      [ENDED]: () => underWay.shift()?.(),
    };
    const hear = (one: string) => {
      const say = heard[one];
      if (say) say();
      else pace.slowDown(1_000 * (one.charCodeAt(0) - SLOWER));
    };
    socket.setEncoding('latin1');
    socket.on('data', (said: string) => {
      for (const one of said) hear(one);
    });
    // A worker may end without a word, and then has no requests under way.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      for (const done of underWay.splice(0)) done();
    });
  });
  const address = addressIn(folder);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  server.unref();
  return {
    address,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The pace of a run, kept by the process that started it. A worker that cannot reach it goes by its own share. */
export class RemotePace implements PaceOfRun {
  readonly #address: string;
  readonly #own: Pace;
  #socket: Socket | undefined;
  #isLost = false;
  readonly #waiting: ((isGranted: boolean) => void)[] = [];

  constructor(address: string, own: Pace) {
    this.#address = address;
    this.#own = own;
  }

  sharedBy(workers: number): void {
    this.#own.sharedBy(workers);
  }

  slowDown(retryAfter = 0): void {
    this.#own.slowDown(retryAfter);
    this.#say(String.fromCharCode(SLOWER + Math.min(MOST_SECONDS, Math.ceil(retryAfter / 1_000))));
  }

  async acquire(): Promise<() => void> {
    const granted = new Promise<boolean>((resolve) => this.#waiting.push(resolve));
    this.#say(WANTS);
    if (!(await granted)) return this.#own.acquire();
    return () => {
      this.#say(ENDED);
    };
  }

  #say(what: string): void {
    if (this.#isLost) this.#refuseAll();
    else (this.#socket ??= this.#connected()).write(what, 'latin1');
  }

  #connected(): Socket {
    const socket = connect(this.#address);
    socket.setEncoding('latin1');
    socket.on('data', (said: string) => {
      for (const one of said) if (one === GRANTED) this.#waiting.shift()?.(true);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.#isLost = true;
      this.#refuseAll();
    });
    // A request is under way while a grant is awaited, or something else keeps the process alive.
    socket.unref();
    return socket;
  }

  #refuseAll(): void {
    for (const resolve of this.#waiting.splice(0)) resolve(false);
  }
}
