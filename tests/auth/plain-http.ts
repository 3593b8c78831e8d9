import { request } from 'node:http';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../../harness/client/actor.ts';
import type { Asked } from '../../harness/requests/requests.ts';
import { isPage } from '../../harness/http/answer.ts';
import { isBehind, isHere, proxyOf } from '../../harness/http/routes.ts';
import type { Check } from '../../harness/test.ts';
import { notAllowed, untested } from '../../harness/failures/untested.ts';
import { APIS, type Api } from './calls.ts';

const TIMEOUT = 5_000;
const BASES = {
  'core-data': 'DATA_API_URL',
  ai: 'AI_URL',
  platform: 'BASE_URL',
  build: 'BASE_URL',
  scim: 'BASE_URL',
} as const;

/**
 * The status of a call over plain HTTP, the one of its API if no other is stated; undefined where the connection is refused, reset
 * or gets no response.
 */
export async function statusOverPlainHttp(
  check: Check,
  admin: Actor,
  api: Api,
  stated?: { readonly operation: AnyOperationId; readonly asked: Asked },
): Promise<number | undefined> {
  const { setting, prefix, requestOf } = APIS[api];
  const { operation, asked } = stated ?? { operation: APIS[api].operation, asked: await requestOf(check) };
  const base = new URL(check.provided(BASES[api]));
  if (!isHere(base.href) && !check.configuration.allowsPlainHttp) {
    untested(notAllowed('ALLOW_PLAIN_HTTP=1', 'it sends a credential without encryption'));
  }
  if (isBehind(proxyOf(check.configuration.settings), base.href)) {
    untested('plain HTTP would end at the proxy of HTTPS_PROXY: run it where the tenant is reached directly');
  }
  const identity = {
    name: `${setting} over plain HTTP`,
    header: check.secret(prefix + check.secretOf(setting).reveal(), setting),
  };
  const { method, url, headers, body } = admin.written(operation, asked, identity);
  const plain = url.replace(/^https:/, 'http:');
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const settle = (status: number | undefined, text: string, failure?: string) => {
      check.recorder.add({
        actor: identity.name,
        operation,
        method,
        url: plain,
        requestHeaders: headers,
        ...(status !== undefined && { status, responseHeaders: {}, responseBody: text }),
        ...(failure !== undefined && { failure }),
        startedAt,
        milliseconds: Date.now() - startedAt,
        findings: [],
      });
      resolve(status);
    };
    const outgoing = request(plain, { method, headers, timeout: TIMEOUT }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', () => {
        settle(incoming.statusCode, '');
      });
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const { 'content-type': type = '' } = incoming.headers;
        // An HTML page, such as one that redirects to HTTPS, is not a response of the API.
        if (isPage({ headers: { 'content-type': type }, text }))
          settle(undefined, text, 'the response is an HTML page');
        else settle(incoming.statusCode, text);
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no response')));
    outgoing.on('error', ({ message }) => {
      settle(undefined, '', message);
    });
    outgoing.end(body);
  });
}
