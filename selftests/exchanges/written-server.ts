import { createServer, type TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { parseMessage, type Message } from './exchange.ts';
import type { Certificates } from '../../mock/certificates.ts';

const END_OF_HEAD = '\r\n\r\n';
const REASON = 'Written';

/** A server that knows nothing of the API: it keeps each request as it came and sends the bytes that it was given. */
export class WrittenServer {
  readonly requests: Message[] = [];
  #answer = '';
  readonly #sockets = new Set<TLSSocket>();
  readonly #server;

  constructor({ cert, key }: Certificates) {
    this.#server = createServer({ cert, key, ALPNProtocols: ['http/1.1'] }, (socket) => {
      this.#serve(socket);
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  answers(status: number, body: string): void {
    const bytes = Buffer.byteLength(body);
    const type = body === '' ? '' : `Content-Type: application/json\r\n`;
    this.#answer = `HTTP/1.1 ${status} ${REASON}\r\n${type}Content-Length: ${bytes}${END_OF_HEAD}${body}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: TLSSocket): void {
    this.#sockets.add(socket);
    let received = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      received += part;
      const head = received.indexOf(END_OF_HEAD);
      if (head < 0) return;
      const message = parseMessage(received);
      const length = Number(message.headers['content-length'] ?? 0);
      if (Buffer.byteLength(received.slice(head + END_OF_HEAD.length)) < length) return;
      this.requests.push(message);
      received = '';
      socket.write(this.#answer);
    });
    socket.on('error', () => socket.destroy());
  }
}
