import { expect, test } from '../test.ts';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { loadContract } from '../../contracts/bundle.ts';
import type { Exchange } from '../../evidence/evidence.ts';
import { harOf } from '../../reports/har.ts';
import { ActorBase } from '../../harness/client/actor.ts';
import { inOneLine } from '../../harness/http/answer.ts';
import { Client } from '../../harness/client/client.ts';
import type { Identity } from '../../harness/client/identity.ts';
import { Recorder } from '../../harness/http/recorder.ts';
import { Secret, Secrets } from '../../harness/http/secrets.ts';
import type { Incoming, Outgoing } from '../../harness/http/message.ts';
import { parsed, type Attempt, type Transport } from '../../harness/http/transport.ts';
import { WireFormat } from '../../harness/tenant/wire-format.ts';

const wire = new WireFormat(await loadContract(), {}, undefined);

const CREDENTIAL = 'credential+of/an=administrator';
const LEARNED = 'learned-from-an-answer.0123456789';

function exchange(changes: Partial<Exchange> = {}): Exchange {
  return {
    actor: 'admin',
    operation: 'listRoles',
    method: 'GET',
    url: 'https://acme.example.com/api/v1/roles?first=1',
    requestHeaders: { accept: '*/*' },
    status: 200,
    responseHeaders: { 'content-type': 'application/json' },
    responseBody: '{}',
    startedAt: 1_700_000_000_000,
    milliseconds: 3,
    findings: [],
    ...changes,
  };
}

/** All parts of an exchange that may contain a secret. */
function exchangeWith(secret: string): Exchange {
  return exchange({
    url: `https://acme.example.com/api/v1/sessions/${encodeURIComponent(secret)}?token=${encodeURIComponent(secret)}`,
    requestHeaders: { authorization: `Bearer ${secret}`, 'x-again': secret },
    requestBody: JSON.stringify({ deep: [{ note: `it is ${secret}` }] }),
    responseHeaders: { 'x-echo': `${secret}, ${secret}` },
    responseBody: JSON.stringify({ message: `no such token: ${secret}` }),
    failure: `answered with ${secret}`,
    findings: [{ requirement: 'roles.list.a', at: '', kind: 'schema', message: `expected no ${secret}` }],
  });
}

function recorderFor(secrets: Secrets): { recorder: Recorder; text: () => string } {
  const recorder = new Recorder(secrets);
  const evidence = () => recorder.evidence('roles.list.a');
  return { recorder, text: () => JSON.stringify(evidence()) + JSON.stringify(harOf(evidence().exchanges, '1')) };
}

/** A client whose tenant always sends the same response, and the evidence of it. */
function clientOf(answer: Partial<Incoming> & { readonly text: string }, failure?: string) {
  const secrets = new Secrets();
  secrets.add(CREDENTIAL, 'ADMIN_TOKEN');
  const { recorder, text } = recorderFor(secrets);
  const sent: Outgoing[] = [];
  const send = (outgoing: Outgoing, onAttempt: (attempt: Attempt) => void) => {
    sent.push(outgoing);
    const headers = { 'content-type': 'application/json' };
    const incoming = { status: 200, headers, bytes: Buffer.from(answer.text), json: parsed(answer.text), ...answer };
    onAttempt({ startedAt: 0, milliseconds: 1, incoming, ...(failure !== undefined && { failure }) });
    return Promise.resolve(incoming);
  };
  const client = new Client({
    settings: { BASE_URL: 'https://acme.example.com' },
    wire,
    transport: { send } as unknown as Transport,
    recorder,
    secrets,
    ledger: { around: (_operation, _asked, _identity, send) => send(() => {}) },
    isReadOnly: false,
    namesAreKnown: true,
    isPrompt: true,
    subject: undefined,
  });
  return { as: (identity: Identity) => new ActorBase(client, identity), secrets, recorder, text, sent };
}

test.describe('evidence contains no secret', () => {
  test('of the configuration, in any part of an exchange', () => {
    const secrets = new Secrets();
    secrets.add(CREDENTIAL, 'ADMIN_TOKEN');
    const { recorder, text } = recorderFor(secrets);
    recorder.add(exchangeWith(CREDENTIAL));
    expect(text()).not.toContain(CREDENTIAL);
    expect(text()).not.toContain(encodeURIComponent(CREDENTIAL));
    expect(text()).toContain('Bearer <ADMIN_TOKEN>');
  });

  test('with any characters', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, unit: 'grapheme' }), (secret) => {
        fc.pre(!JSON.stringify(exchangeWith('')).includes(secret) && secret.length < 100);
        const secrets = new Secrets();
        secrets.add(secret, 'T');
        const recorder = new Recorder(secrets);
        recorder.add(exchangeWith(secret));
        const [kept] = recorder.evidence('roles.list.a').exchanges;
        expect(JSON.stringify(kept)).not.toContain(JSON.stringify(secret).slice(1, -1));
        expect(kept?.requestHeaders).toEqual({ authorization: 'Bearer <T>', 'x-again': '<T>' });
        expect(kept?.url).toBe('https://acme.example.com/api/v1/sessions/<T>?token=<T>');
        expect(JSON.parse(kept?.requestBody ?? '')).toEqual({ deep: [{ note: 'it is <T>' }] });
      }),
      { numRuns: 200 },
    );
  });

  test('if one secret is a prefix of another', () => {
    const secrets = new Secrets();
    secrets.add('abcdefgh', 'SHORT');
    secrets.add('abcdefgh-and-more', 'LONG');
    expect(secrets.redacted('abcdefgh-and-more abcdefgh')).toBe('<LONG> <SHORT>');
  });

  test('from a response, in that response and all later ones', async () => {
    const { as, text } = clientOf({
      text: JSON.stringify({ id: 1, more: [{ token: LEARNED, sessionId: 'session-1' }] }),
    });
    const admin = as({ name: 'admin', token: new Secret(CREDENTIAL, 1) });
    await admin.raw('createApiKey', { body: { name: 'n' } });
    await admin.raw('listRoles', { query: { after: LEARNED }, headers: { 'x-session': 'session-1' } });
    expect(text()).not.toMatch(new RegExp(`${LEARNED}|session-1`));
    expect(text()).toContain('<token of createApiKey>');
  });

  test('from a truncated response', async () => {
    const { as, text } = clientOf({ text: `{"id":1,"token":"${LEARNED.slice(0, 20)}` }, 'truncated JSON');
    await as({ name: 'admin', token: new Secret(CREDENTIAL, 1) }).raw('createApiKey', { body: {} });
    expect(text()).not.toContain(LEARNED.slice(0, 12));
  });

  for (const [what, header] of [
    ['another prefix', `Basic ${CREDENTIAL}x`],
    ['no prefix', `${CREDENTIAL}x`],
    ['two spaces', `Bearer  ${CREDENTIAL.toUpperCase()}`],
    ['half a token', `Bearer ${CREDENTIAL.slice(0, 12)}`],
  ] as const) {
    test(`in an authorization header with ${what}`, async () => {
      const { as, secrets, text, sent } = clientOf({
        status: 401,
        text: JSON.stringify({ error: `"${header}" is wrong` }),
      });
      await as({ name: 'tampered', header: secrets.add(header, 'header') }).raw('listRoles');
      expect(sent[0]?.headers['authorization']).toBe(header);
      const token = header.split(/ +/).at(-1) ?? '';
      expect(text()).not.toContain(token);
    });
  }

  test('from a response, in the values that the check gets', async () => {
    const body = { token: LEARNED, again: `Bearer ${LEARNED}`, nextToken: 'the-cursor-of-the-next-page' };
    const { as } = clientOf({ text: JSON.stringify(body) });
    const answer = await as({ name: 'admin', token: new Secret(CREDENTIAL, 1) }).raw('createApiKey', { body: {} });
    const { token, ...rest } = answer.body as { readonly token: Secret };
    expect(token).toBeInstanceOf(Secret);
    expect(rest).toEqual({ again: 'Bearer <token of createApiKey>', nextToken: body.nextToken });
    for (const shown of [JSON.stringify(answer), inspect(answer, { depth: 9 }), String(token), answer.text]) {
      expect(shown).not.toContain(LEARNED);
    }
    expect(token.reveal()).toBe(LEARNED);
  });

  test('from a response, if a later request sends it', async () => {
    const { as, secrets, sent, text } = clientOf({ text: '{}' });
    const sessionId = secrets.add(LEARNED, 'session');
    await as({ name: 'admin' }).raw('exchangeEmbedSession', { body: { sessionId } });
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ sessionId: LEARNED });
    expect(text()).not.toContain(LEARNED);
  });

  test('in the message of a failed assertion', () => {
    const answer = { status: 201, headers: { 'content-type': 'application/json' }, text: `{"token": "${LEARNED}"}` };
    expect(inOneLine(answer)).toBe('201 {"token": "<token>"}');
  });

  test('and no part of one where a body is shortened', () => {
    const secrets = new Secrets();
    secrets.add(LEARNED, 'T');
    const { recorder, text } = recorderFor(secrets);
    for (let before = 63_960; before < 64_005; before += 1) {
      recorder.add(exchange({ responseBody: 'x'.repeat(before) + LEARNED }));
      recorder.forgetSince(1);
    }
    recorder.add(exchange({ responseBody: 'x'.repeat(63_990) + LEARNED }));
    expect(text()).not.toContain(LEARNED.slice(0, 8));
  });

  test('but values as short as ordinary words are not redacted', () => {
    const secrets = new Secrets();
    secrets.add('roles', 'ADMIN_TOKEN');
    secrets.add('', 'MEMBER_TOKEN');
    expect(secrets.redacted('/api/v1/roles')).toBe('/api/v1/roles');
  });
});

test.describe('a recorder', () => {
  test('keeps the beginning of a long body and the number of omitted characters', () => {
    const { recorder } = recorderFor(new Secrets());
    recorder.add(exchange({ requestBody: 'q'.repeat(64_000), responseBody: 'r'.repeat(64_007) }));
    const [kept] = recorder.evidence('a').exchanges;
    expect(kept?.requestBody).toBe('q'.repeat(64_000));
    expect(kept?.responseBody).toMatch(/^r{64000} … 7 more characters$/);
  });

  test('counts discarded exchanges, and keeps their statuses and findings', () => {
    const { recorder } = recorderFor(new Secrets());
    const finding = { requirement: 'roles.list.a', at: '/id', kind: 'schema', message: 'must be present' } as const;
    recorder.add(exchange());
    const mark = recorder.length;
    recorder.add(exchange({ status: 404, findings: [finding] }));
    recorder.add(exchange({ operation: 'getRole', findings: [finding] }));
    recorder.forgetSince(mark);
    recorder.add(exchange({ method: 'POST' }));
    recorder.forgetSince(recorder.length);

    const { exchanges, notKept, met, findings } = recorder.evidence('a');
    expect(exchanges.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(notKept).toBe(2);
    expect(met).toEqual({ listRoles: [200, 404], getRole: [200] });
    expect(findings).toEqual([finding]);
  });

  test('redacts findings', () => {
    const secrets = new Secrets();
    secrets.add(CREDENTIAL, 'ADMIN_TOKEN');
    const { recorder } = recorderFor(secrets);
    recorder.add(exchangeWith(CREDENTIAL));
    expect(recorder.findings.map(({ message }) => message)).toEqual(['expected no <ADMIN_TOKEN>']);
  });

  test('redacts again what was recorded before its secret was known, base64 included', () => {
    const secrets = new Secrets();
    const { recorder, text } = recorderFor(secrets);
    recorder.add(exchangeWith(LEARNED));
    const encoded = Buffer.from(`${'-'.repeat(30)}${LEARNED}`).toString('base64');
    recorder.add(exchange({ responseBody: JSON.stringify({ items: [{ note: encoded }] }) }));
    expect(text()).toContain(LEARNED);
    secrets.add(LEARNED, 'token of another check');
    recorder.redactAgain();
    expect(text()).not.toContain(LEARNED);
    expect(text()).not.toContain(encoded);
    expect(text()).toContain('<token of another check>');
  });

  test('does not count an attempt without a response as a status', () => {
    const { recorder } = recorderFor(new Secrets());
    const { status, responseBody, responseHeaders, ...request } = exchange({ failure: 'silence' });
    recorder.add(request);
    expect(recorder.evidence('a')).toMatchObject({ met: {}, exchanges: [{ failure: 'silence' }] });
  });
});

test('a JWT and a bearer are secrets under any name, and a signed position in a list is not', () => {
  const secrets = new Secrets();
  const jwt = (claims: string) =>
    `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(`{"sub":"${claims}"}`).toString('base64url')}.c2ln`;
  secrets.learn(
    { grant: { analytics: jwt('a') }, bearer: 'opaque-bearer-text', page: { continueWith: jwt('b') } },
    'x',
  );
  expect(secrets.size).toBe(2);
  expect(secrets.redacted(`${jwt('a')} opaque-bearer-text`)).toBe('<analytics of x> <bearer of x>');
  expect(secrets.redacted(jwt('b'))).toBe(jwt('b'));
});
