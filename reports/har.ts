import { isOwn, type Exchange } from '../evidence/evidence.ts';

/** The exchanges of a run as an HTTP archive for other tools. Secrets were redacted when the exchanges were recorded. */
export function harOf(exchanges: readonly Exchange[], version: string): object {
  return {
    log: {
      version: '1.2',
      creator: { name: 'management-api-conformance', version },
      entries: exchanges.flatMap((exchange) =>
        exchange.status === undefined || !isOwn(exchange) ? [] : [entryOf(exchange, exchange.status)],
      ),
    },
  };
}

function entryOf(exchange: Exchange, status: number): object {
  const { requestBody, responseBody = '', responseHeaders = {} } = exchange;
  const type = responseHeaders['content-type'] ?? '';
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
      ...(requestBody !== undefined && { postData: { mimeType: 'application/json', text: requestBody } }),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(responseHeaders),
      content: { size: Buffer.byteLength(responseBody), mimeType: type, text: responseBody },
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
