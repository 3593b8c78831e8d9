import { connect } from 'node:tls';

/** Sends a request as bytes, without any HTTP library, and returns status and body. */
export async function sendBytes(
  address: URL,
  ca: string,
  { method, headers, body }: { method: string; headers: Readonly<Record<string, string>>; body: string },
): Promise<{ readonly status: number; readonly body: string }> {
  const lines = [
    `${method} ${address.pathname}${address.search} HTTP/1.1`,
    `Host: ${address.host}`,
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    const socket = connect(
      { host: address.hostname, port: Number(address.port), ca, servername: address.hostname },
      () => {
        socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
      },
    );
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', resolve).on('error', reject);
  });
  const received = Buffer.concat(chunks).toString('utf8');
  const end = received.indexOf('\r\n\r\n');
  const head = received.slice(0, end);
  const content = received.slice(end + 4);
  return {
    status: Number(head.split(' ')[1]),
    body: /^transfer-encoding: *chunked/im.test(head) ? unchunked(content) : content,
  };
}

function unchunked(content: string): string {
  const bytes = Buffer.from(content);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\r\n', at);
    const length = Number.parseInt(bytes.subarray(at, end).toString(), 16);
    if (!(length > 0)) break;
    parts.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
  return Buffer.concat(parts).toString('utf8');
}
