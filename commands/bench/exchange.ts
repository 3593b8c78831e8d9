import { readConfiguration } from '../../harness/tenant/configuration.ts';
import { administratorOf } from '../../harness/undo/administrator.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { request } from '@playwright/test';
import { Agent } from 'undici';
import { median, type Part } from './part.ts';
import type { Served } from './servers.ts';

const ROUNDS = 7;
const REQUESTS = 300;

type Ask = () => Promise<unknown>;

/** Milliseconds of each request, one after another. */
async function perRequest(ask: Ask): Promise<number> {
  const started = performance.now();
  for (let count = 0; count < REQUESTS; count += 1) await ask();
  return (performance.now() - started) / REQUESTS;
}

/** The suite's own client, as a check has it: it records, redacts, and holds each answer against the contract. */
async function ofSuite(): Promise<Ask> {
  const { admin } = await administratorOf(readConfiguration());
  return () => admin.getRole('101');
}

/** What the suite adds to a request: the same reading of one role, bare, through Playwright's client, and through ours. */
export async function measureExchange(): Promise<Part> {
  const server = fork(new URL('./servers.ts', import.meta.url), ['tenant']);
  const [{ url, ca, token }] = (await once(server, 'message')) as [Served];
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
  const file = path.join(folder, 'ca.pem');
  await writeFile(file, ca);
  const settings = { BASE_URL: new URL(url).origin, ADMIN_TOKEN: token, TLS_CA: file };
  Object.assign(process.env, settings);

  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  const agent = new Agent({ connect: { ca }, connections: 1 });
  const { origin, pathname } = new URL(url);
  // Only here, on this machine: Playwright takes no certificate authority of its own.
  const context = await request.newContext({ ignoreHTTPSErrors: true, extraHTTPHeaders: headers });
  const ways: Readonly<Record<'bare' | 'playwright' | 'suite', Ask>> = {
    bare: async () => {
      const { body } = await agent.request({ origin, path: pathname, method: 'GET', headers });
      return body.json();
    },
    playwright: async () => (await context.get(url)).body(),
    suite: await ofSuite(),
  };
  const measured = { bare: [] as number[], playwright: [] as number[], suite: [] as number[] };
  for (const ask of Object.values(ways)) await perRequest(ask);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ['bare', 'playwright', 'suite'] as const) measured[name].push(await perRequest(ways[name]));
  }
  await Promise.all([agent.close(), context.dispose(), rm(folder, { recursive: true })]);
  server.disconnect();
  // What is measured next starts processes that would take this tenant for theirs.
  for (const name of Object.keys(settings)) Reflect.deleteProperty(process.env, name);

  const [bare, playwright, suite] = [median(measured.bare), median(measured.playwright), median(measured.suite)];
  return {
    title: `An exchange: ${ROUNDS} rounds of ${REQUESTS} readings of a role, one after another`,
    figures: [
      { name: 'bare undici', value: bare, unit: 'ms' },
      { name: "Playwright's APIRequestContext", value: playwright, unit: 'ms' },
      { name: "the suite's client, with evidence and contract", value: suite, unit: 'ms' },
      { name: 'what the suite adds to the bare request', value: suite - bare, unit: 'ms', target: { most: 0.4 } },
    ],
  };
}
