import { request } from 'node:http';
import type { Actor } from '../../harness/client/actor.ts';
import { isPage } from '../../harness/http/answer.ts';
import { isHere } from '../../harness/tenant/configuration.ts';
import type { Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { APIS, type Api } from './calls.ts';

const TIMEOUT = 5_000;
const BASES = {
  'core-data': 'DATA_API_URL',
  ai: 'AI_URL',
  platform: 'BASE_URL',
  build: 'BASE_URL',
  scim: 'BASE_URL',
} as const;

/** The status that a call gets over plain HTTP, or none: the connection may be refused, reset or left without an answer. */
export async function statusOverPlainHttp(check: Check, admin: Actor, api: Api): Promise<number | undefined> {
  const { operation, asked, setting, prefix } = APIS[api];
  const base = new URL(check.provided(BASES[api]));
  if (!isHere(base.href) && !check.configuration.allowsPlainHttp) {
    untested('it sends a credential that anybody on the way can read: set ALLOW_PLAIN_HTTP=1');
  }
  const identity = {
    name: `${setting} over plain HTTP`,
    header: check.secret(prefix + check.secretOf(setting).reveal(), setting),
  };
  const { method, url, headers, body } = admin.written(operation, asked(check), identity);
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
        // A page that says where to go is no answer of the API.
        if (isPage({ headers: { 'content-type': type }, text })) settle(undefined, text, 'answered with a page');
        else settle(incoming.statusCode, text);
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')));
    outgoing.on('error', ({ message }) => {
      settle(undefined, '', message);
    });
    outgoing.end(body);
  });
}
