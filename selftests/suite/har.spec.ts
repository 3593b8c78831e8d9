import { expect, test } from '../test.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Exchange } from '../../evidence/evidence.ts';
import { harOf } from '../../reports/har.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const whole = { type: 'integer' };
const all = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const list = (items: object) => ({ type: 'array', items });
const pairs = list(all({ name: text, value: text }));

/** The members that HAR 1.2 requires. */
const HAR = all({
  log: all({
    version: { const: '1.2' },
    creator: all({ name: text, version: text }),
    entries: list(
      all({
        startedDateTime: { type: 'string', format: 'date-time' },
        time: { type: 'number', minimum: 0 },
        request: {
          ...all({
            method: text,
            url: { type: 'string', format: 'uri' },
            httpVersion: text,
            cookies: { type: 'array' },
            headers: pairs,
            queryString: pairs,
            headersSize: whole,
            bodySize: whole,
          }),
        },
        response: all({
          status: whole,
          statusText: text,
          httpVersion: text,
          cookies: { type: 'array' },
          headers: pairs,
          content: all({ size: whole, mimeType: text }),
          redirectURL: text,
          headersSize: whole,
          bodySize: whole,
        }),
        cache: { type: 'object' },
        timings: all({ send: number, wait: number, receive: number }),
      }),
    ),
  }),
});

const BASE: Exchange = {
  actor: 'admin',
  operation: 'listRoles',
  method: 'GET',
  url: 'https://acme.example.com/api/v1/roles?first=2&after=a%20b',
  requestHeaders: { authorization: 'Bearer <ADMIN_TOKEN>' },
  status: 200,
  responseHeaders: { 'content-type': 'application/json' },
  responseBody: '{"name":"Zoë"}',
  startedAt: 1_700_000_000_000,
  milliseconds: 3.5,
  findings: [],
};

interface Archive {
  readonly log: { readonly entries: readonly Record<string, unknown>[] };
}

function archiveOf(exchanges: readonly Exchange[]): Archive {
  return JSON.parse(JSON.stringify(harOf(exchanges, '1.0.0'))) as Archive;
}

test('an archive is valid HAR 1.2', () => {
  const ajv = new Ajv2020({ allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(HAR);
  const { responseBody, responseHeaders, ...empty } = BASE;
  const posted = { ...BASE, method: 'POST', requestBody: '{"a":"ä"}', status: 201 };
  for (const exchanges of [[], [BASE, posted, { ...empty, status: 204 }]]) {
    validate(archiveOf(exchanges));
    expect(validate.errors ?? []).toEqual([]);
  }
});

test('an archive has the bodies, sizes and parsed queries of the exchanges', () => {
  const [entry] = archiveOf([{ ...BASE, requestBody: '{"a":"ä"}' }]).log.entries;
  expect(entry).toMatchObject({
    startedDateTime: '2023-11-14T22:13:20.000Z',
    time: 3.5,
    comment: 'listRoles as admin',
    request: {
      queryString: [
        { name: 'first', value: '2' },
        { name: 'after', value: 'a b' },
      ],
      headers: [{ name: 'authorization', value: 'Bearer <ADMIN_TOKEN>' }],
      bodySize: 10,
      postData: { text: '{"a":"ä"}' },
    },
    response: { status: 200, content: { size: 15, mimeType: 'application/json', text: '{"name":"Zoë"}' } },
  });
});

test('an archive omits requests without a response', () => {
  const { status, responseBody, responseHeaders, ...unanswered } = BASE;
  expect(archiveOf([{ ...unanswered, failure: 'silence' }, BASE]).log.entries).toHaveLength(1);
});

test('an archive of long lists is no larger than a program can read, and short bodies stay whole', () => {
  const long = { ...BASE, responseBody: 'x'.repeat(50_000) };
  const most = 100_000;
  const { entries } = (harOf([BASE, ...Array.from({ length: 30 }, () => long)], '1.0.0', most) as Archive).log;
  expect(entries[0]).toMatchObject({ response: { content: { text: BASE.responseBody } } });
  const [, entry] = entries;
  expect(entry).toMatchObject({ response: { bodySize: 50_000 } });
  expect(JSON.stringify(entry)).toContain('x … 48000 more characters');
  expect(JSON.stringify(entries).length).toBeLessThan(2 * most);
});
