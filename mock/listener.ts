import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Address, Incoming } from './api.ts';
import type { Certificates } from './certificates.ts';
import { SILENCE, type Outgoing } from './door.ts';

const MOST_BYTES = 1_000_000;
const LONGEST_PATH = 4_000;
const PATIENCE = 30_000;

export type Answering = (incoming: Incoming) => Promise<Outgoing>;

/** Why a request is refused before anybody looks at what it asks for. */
export type Unreadable = 'too-large' | 'too-long' | 'bad-url';

export interface Listener {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Listens with TLS on the loopback. Plain HTTP on the same port gets no answer, unless the tenant's rules give one. */
export async function listen(
  address: Address,
  certificates: Certificates,
  port: number,
  answer: Answering,
  refuseUnreadable: (why: Unreadable, headers: IncomingMessage['headers']) => Outgoing,
): Promise<Listener> {
  const serving = (isSecure: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    void serve({ address, isSecure }, request, response, answer, (why, headers) =>
      isSecure ? refuseUnreadable(why, headers) : SILENCE,
    );
  };
  const server = createServer({ key: certificates.key, cert: certificates.cert }, serving(true));
  const plainSockets = takePlainAsWell(server, serving(false));
  server.requestTimeout = PATIENCE;
  server.headersTimeout = PATIENCE;
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return { url: `https://localhost:${bound}`, close: () => close(server, plainSockets) };
}

/**
 * Tells plain HTTP from TLS by the first byte of a connection: a method begins with a capital letter, and no handshake
 * does. Answers the sockets that are not, or not yet, the TLS server's to look after.
 */
function takePlainAsWell(
  server: Server,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
): ReadonlySet<Socket> {
  const plain = createPlainServer(onRequest);
  plain.on('clientError', (_error, socket) => {
    socket.destroy();
  });
  const [takeTls] = server.listeners('connection') as ((socket: Socket) => void)[];
  const sockets = new Set<Socket>();
  const forget = (socket: Socket) => () => {
    sockets.delete(socket);
  };
  const drop = (socket: Socket) => () => {
    socket.destroy();
  };
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const [onClose, onTrouble] = [forget(socket), drop(socket)];
    sockets.add(socket);
    socket.once('close', onClose);
    socket.once('error', onTrouble);
    socket.once('end', onTrouble);
    socket.setTimeout(PATIENCE, onTrouble);
    socket.once('data', (chunk: Buffer) => {
      socket.pause();
      socket.removeListener('end', onTrouble);
      socket.unshift(chunk);
      if (/^[A-Z]/.test(String.fromCharCode(chunk[0] ?? 0))) {
        plain.emit('connection', socket);
        socket.resume();
        return;
      }
      socket.setTimeout(0);
      socket.removeListener('timeout', onTrouble);
      socket.removeListener('error', onTrouble);
      sockets.delete(socket);
      takeTls?.call(server, socket);
    });
  });
  return sockets;
}

function close(server: Server, plainSockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
    for (const socket of plainSockets) socket.destroy();
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
  if (outgoing === SILENCE) {
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
