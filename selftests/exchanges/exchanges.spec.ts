import { Client } from '../../harness/client/client.ts';
import { makeActor } from '../../harness/client/actor.ts';
import { Recorder } from '../../harness/http/recorder.ts';
import { Secrets } from '../../harness/http/secrets.ts';
import { Transport } from '../../harness/http/transport.ts';
import { contract } from '../../harness/tenant/contract.ts';
import { WireFormat } from '../../harness/tenant/wire-format.ts';
import { unrecorded } from '../../harness/undo/administrator.ts';
import { makeCertificates } from '../../mock/certificates.ts';
import { Host } from '../../mock/index.ts';
import { expect, test } from '../test.ts';
import {
  changedAt,
  differences,
  filled,
  filledJson,
  parseMessage,
  sampled,
  type Known,
  type Story,
  type WrittenExchange,
} from './exchange.ts';
import { CONTENT } from './content.ts';
import { DEPLOYMENTS } from './deployments.ts';
import { EMBEDDING } from './embedding.ts';
import { ROLES } from './roles.ts';
import { sendBytes } from './sent-bytes.ts';
import { WrittenServer } from './written-server.ts';

/*
 * The reference tenant and the suite read the same contract document, so they can be wrong together. Here each of them talks to
 * somebody who has read the specification alone: bytes that were written by hand.
 */

const STORIES: readonly Story[] = [...ROLES, ...DEPLOYMENTS, ...CONTENT, ...EMBEDDING];
const FEWEST = 60;

test(`at least ${FEWEST} exchanges are written by hand`, () => {
  expect(STORIES.flatMap(({ exchanges }) => exchanges).length).toBeGreaterThanOrEqual(FEWEST);
});

/** Method and address as they are sent, in one order of the parameters. */
function placeOf(start: string, base: string) {
  const [method = '', target = ''] = start.split(' ');
  const url = new URL(target.startsWith('/') ? `${base}${target}` : target);
  url.searchParams.sort();
  return { method, url };
}

const isStatus = (written: string, seen: number) => new RegExp(`^${written.replaceAll('x', '\\d')}$`).test(`${seen}`);

for (const { about, exchanges } of STORIES) {
  test(`the reference tenant answers as is written: ${about}`, async () => {
    const { host, first } = await Host.start({});
    const known: Known = new Map(Object.entries(first.settings));
    for (const { what, request, answer } of exchanges) {
      const { start, headers, body } = parseMessage(filled(request, known));
      const { method, url } = placeOf(start, first.settings.BASE_URL ?? '');
      const sent = body === '' ? '' : JSON.stringify(filledJson(parseMessage(request).body, known));
      const seen = await sendBytes(url, host.certificates.ca, { method, headers, body: sent });
      const written = parseMessage(answer);
      expect(isStatus(written.start, seen.status), `${what}: ${seen.status} ${seen.body.slice(0, 300)}`).toBe(true);
      if (written.body === '') continue;
      expect(differences(JSON.parse(written.body), JSON.parse(seen.body), known), what).toEqual([]);
    }
    await host.close();
  });

  test(`the suite asks as is written and takes what is written: ${about}`, async () => {
    const certificates = await makeCertificates();
    const server = new WrittenServer(certificates);
    const suite = suiteAt(await server.open(), certificates.ca);
    const known: Known = new Map(Object.entries(suite.settings));
    for (const exchange of exchanges) {
      const { start, body } = parseMessage(exchange.answer);
      const status = Number(start.replaceAll('x', '0'));
      const asked = filled(exchange.asks, known);
      const request = parseMessage(filled(exchange.request, known));
      const sentBody = filledJson(parseMessage(exchange.request).body, known);
      const answer = body === '' ? undefined : sampled(JSON.parse(body), known);
      server.answers(status, body === '' ? '' : JSON.stringify(answer));
      const findings = await suite.ask(exchange, asked);
      const seen = server.requests.at(-1);
      expect(placeOf(seen?.start ?? '', suite.base), exchange.what).toEqual(placeOf(request.start, suite.base));
      expect(seen?.headers['authorization'], exchange.what).toBe(request.headers['authorization']);
      expect(seen?.headers['content-type']?.split(';')[0], exchange.what).toBe(request.headers['content-type']);
      expect(seen?.body ? JSON.parse(seen.body) : undefined, exchange.what).toEqual(sentBody);
      expect(findings, `${exchange.what}: what is written is no violation`).toEqual([]);
      for (const [place, value] of Object.entries(exchange.wrong ?? {})) {
        server.answers(status, JSON.stringify(changedAt(answer, place, value)));
        const found = await suite.ask(exchange, asked);
        expect(found.length, `${exchange.what}: ${place} is ${JSON.stringify(value)}`).toBeGreaterThan(0);
      }
    }
    await suite.close();
    await server.close();
  });
}

/** The settings that are named in the stories: `<ADMIN_TOKEN>`. */
const NAMED = [...new Set([...JSON.stringify(STORIES).matchAll(/<([A-Z_]+)>/g)].map(([, name = '']) => name))];

/** The suite's client against a server, with settings that are made up. */
function suiteAt(base: string, ca: string) {
  const madeUp = NAMED.map((name, index) => [name, name.endsWith('_ID') ? `${100 + index}` : `made-up-${name}`]);
  const settings: Readonly<Record<string, string>> = {
    ...(Object.fromEntries(madeUp) as Record<string, string>),
    BASE_URL: base,
    DATA_API_URL: `${base}/data`,
    AI_URL: `${base}/ai`,
  };
  const secrets = new Secrets();
  const wire = new WireFormat(contract, {}, undefined);
  const transport = new Transport(ca, 'exchanges', { attempts: 1 });
  const options = { settings, wire, transport, secrets, namesAreKnown: true, isPrompt: true };
  return {
    base,
    settings,
    ask: async ({ as }: WrittenExchange, [operation, asked]: WrittenExchange['asks']) => {
      const recorder = new Recorder(secrets);
      const client = new Client({ ...unrecorded(options), recorder, isCleanup: false });
      const token = as === undefined ? undefined : secrets.add(settings[as] ?? '', 'ADMIN_TOKEN');
      await makeActor(client, { name: as ?? 'nobody', ...(token && { token }) }).raw(operation, asked);
      return recorder.findings;
    },
    close: () => transport.close(),
  };
}
