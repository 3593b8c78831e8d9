import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Certificates } from './certificates.ts';
import { NO_RESPONSE, type Address, type Incoming, type Outgoing } from './wire.ts';

const MOST_BYTES = 1_000_000;
const LONGEST_PATH = 4_000;
/** How long a connection may stay without a byte before its first request, or within one. */
const INACTIVITY_TIMEOUT = 30_000;
/** How long a connection is kept for a next request: longer than clients keep theirs, so that none is lost to the race. */
const KEEP_ALIVE_TIMEOUT = 60_000;

export type Answering = (incoming: Incoming) => Promise<Outgoing>;

/** Why a request is refused before anybody looks at what it asks for. */
export type Unreadable = 'too-large' | 'too-long' | 'bad-url';

export interface Listener {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Listens with TLS on the loopback. Plain HTTP on the same port gets no response, unless the tenant's rules give one: a TCP
 * server looks at the first byte of a connection and hands it to the HTTPS or the HTTP server as their `connection` event.
 */
export async function listen(
  address: Address,
  certificates: Certificates,
  port: number,
  answer: Answering,
  refuseUnreadable: (why: Unreadable, headers: IncomingMessage['headers']) => Outgoing,
): Promise<Listener> {
  const serving = (isSecure: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    void serve({ address, isSecure }, request, response, answer, (why, headers) =>
      isSecure ? refuseUnreadable(why, headers) : NO_RESPONSE,
    );
  };
  const https = createHttpsServer(
    { key: certificates.key, cert: certificates.cert, handshakeTimeout: INACTIVITY_TIMEOUT },
    serving(true),
  );
  const http = createHttpServer(serving(false));
  http.on('clientError', (_error, socket) => {
    socket.destroy();
  });
  for (const server of [https, http]) {
    server.setTimeout(INACTIVITY_TIMEOUT);
    server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT;
  }
  const sockets = new Set<Socket>();
  const tcp = createTcpServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    peek(socket, (first) => {
      if (isPlain(first)) {
        http.emit('connection', socket);
        // The HTTP server reads from the socket, where the TLS server takes over what is below it.
        socket.resume();
      } else https.emit('connection', socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    tcp.once('error', reject);
    tcp.listen(port, '127.0.0.1', resolve);
  });
  const { port: bound } = tcp.address() as AddressInfo;
  return { url: `https://localhost:${bound}`, close: () => close(tcp, sockets) };
}

/** A method begins with a capital letter, and no TLS handshake does. */
function isPlain(byte: number): boolean {
  return /^[A-Z]$/.test(String.fromCharCode(byte));
}

/** Waits for the first byte of a connection and puts it back, so that the next reader gets all of it. */
function peek(socket: Socket, next: (first: number) => void): void {
  const drop = () => {
    socket.destroy();
  };
  socket.once('end', drop);
  socket.setTimeout(INACTIVITY_TIMEOUT, drop);
  socket.once('data', (chunk: Buffer) => {
    socket.off('end', drop);
    socket.setTimeout(0);
    socket.off('timeout', drop);
    socket.pause();
    socket.unshift(chunk);
    next(chunk[0] ?? 0);
  });
}

function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    for (const socket of sockets) socket.destroy();
  });
}

async function serve(
  { address, isSecure }: Pick<Incoming, 'address' | 'isSecure'>,
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answering,
  refuseUnreadable: (why: Unreadable, headers: IncomingMessage['headers']) => Outgoing,
): Promise<void> {
  try {
    const target = request.url ?? '/';
    if (target.length > LONGEST_PATH) {
      request.resume();
      await send(response, refuseUnreadable('too-long', request.headers));
      return;
    }
    const text = await read(request);
    if (text === 'too-large') {
      response.setHeader('connection', 'close');
      await send(response, refuseUnreadable('too-large', request.headers));
      return;
    }
    const question = target.indexOf('?');
    const path = question === -1 ? target : target.slice(0, question);
    await send(
      response,
      isDecodable(path)
        ? await answer({
            address,
            isSecure,
            method: request.method ?? 'GET',
            path,
            search: new URLSearchParams(question === -1 ? '' : target.slice(question + 1)),
            headers: request.headers,
            text: text.text,
          })
        : refuseUnreadable('bad-url', request.headers),
    );
  } catch (error) {
    // A bug of this tenant. It is told, and the process goes on.
    console.error(error);
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
    response.end('{"error":"the reference tenant failed"}');
  }
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    // A NUL or a slash that hides in an id belongs to no id of ours, but it has to arrive there in one piece.
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function read(request: IncomingMessage): Promise<{ readonly text: string | undefined } | 'too-large'> {
  if (request.method === 'GET' || request.method === 'HEAD') {
    request.resume();
    return Promise.resolve({ text: undefined });
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MOST_BYTES) {
        // The rest is let go by unread, so that the client sees the refusal and no broken pipe.
        chunks.length = 0;
        resolve('too-large');
      } else chunks.push(chunk);
    });
    request.on('end', () => {
      resolve({ text: size === 0 ? undefined : Buffer.concat(chunks).toString('utf8') });
    });
    request.on('error', reject);
    request.on('aborted', () => {
      reject(new Error('the client went away'));
    });
  });
}

async function send(response: ServerResponse, outgoing: Outgoing): Promise<void> {
  if (outgoing === NO_RESPONSE) {
    response.destroy();
    return;
  }
  const { status, headers, body } = outgoing;
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    response.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': length });
    response.end(body);
    return;
  }
  response.writeHead(status, headers);
  for await (const chunk of body) {
    if (response.destroyed) return;
    response.write(chunk);
  }
  response.end();
}
