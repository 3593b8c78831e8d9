import { isOwn, type Exchange } from '../evidence/evidence.ts';
import { shortened } from '../evidence/shortened.ts';

/** The most characters of all bodies together: programs that open an archive read it as a whole. */
const MOST = 60_000_000;
/** How long a body may be, the longest first, where all together are longer. */
const LENGTHS = [32_000, 8_000, 2_000, 500, 0];

/** How long the bodies may be of which so many are so long. */
function longestOf(lengths: readonly number[], most: number): number {
  const within = (longest: number) => lengths.reduce((sum, length) => sum + Math.min(length, longest), 0) <= most;
  return within(Infinity) ? Infinity : (LENGTHS.find(within) ?? 0);
}

/**
 * The exchanges of a run as an HTTP archive for other tools. Secrets were redacted when the exchanges were recorded. On a tenant
 * with long lists the bodies are shortened, to what all of them together may have.
 */
export function harOf(exchanges: readonly Exchange[], version: string, most = MOST): object {
  const bodies = exchanges.flatMap(({ requestBody, responseBody }) => [requestBody ?? '', responseBody ?? '']);
  const longest = longestOf(
    bodies.map(({ length }) => length),
    most,
  );
  return {
    log: {
      version: '1.2',
      creator: { name: 'management-api-conformance', version },
      entries: exchanges.flatMap((exchange) =>
        exchange.status === undefined || !isOwn(exchange) ? [] : [entryOf(exchange, exchange.status, longest)],
      ),
    },
  };
}

function entryOf(exchange: Exchange, status: number, longest: number): object {
  const { requestBody, responseBody = '', responseHeaders = {} } = exchange;
  const type = responseHeaders['content-type'] ?? '';
  const sentType = exchange.requestHeaders['content-type'] ?? 'application/json';
  return {
    startedDateTime: new Date(exchange.startedAt).toISOString(),
    time: exchange.milliseconds,
    comment: `${exchange.operation ?? ''} as ${exchange.actor}`,
    request: {
      method: exchange.method,
      url: exchange.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(exchange.requestHeaders),
      queryString: [...queryOf(exchange.url)],
      headersSize: -1,
      bodySize: requestBody === undefined ? 0 : Buffer.byteLength(requestBody),
      ...(requestBody !== undefined && {
        postData: { mimeType: sentType, text: shortened(requestBody, longest) },
      }),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(responseHeaders),
      content: { size: Buffer.byteLength(responseBody), mimeType: type, text: shortened(responseBody, longest) },
      redirectURL: '',
      headersSize: -1,
      bodySize: Buffer.byteLength(responseBody),
    },
    cache: {},
    timings: { send: 0, wait: exchange.milliseconds, receive: 0 },
  };
}

function pairs(headers: Readonly<Record<string, string>>): object[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function queryOf(url: string): object[] {
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}
