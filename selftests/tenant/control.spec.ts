import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { expect, test } from '../test.ts';
import { commandArgs } from '../../commands/node.ts';
import { Host, startControl } from '../../mock/index.ts';
import type { ProvidedSettings } from '../../mock/index.ts';

interface LeaseAnswer {
  readonly id: string;
  readonly settings: Required<Pick<ProvidedSettings, 'BASE_URL' | 'ADMIN_TOKEN'>>;
}

function statusOf(url: string, ca: string, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    httpsRequest(url, { ca, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

test.describe('the control listener', () => {
  test('leases a tenant on the same addresses, moves its clock, shows its state and releases it', async () => {
    const { host, first } = await Host.start();
    const control = await startControl(host);
    const ask = (method: string, path: string, body?: unknown) =>
      fetch(control.url + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
    try {
      const { id, settings } = (await (await ask('POST', '/tenants', { seed: 7 })).json()) as LeaseAnswer;
      expect(settings.BASE_URL).toBe(first.settings.BASE_URL);
      expect(settings.ADMIN_TOKEN).not.toBe(first.settings.ADMIN_TOKEN);
      const roles = `${settings.BASE_URL}/api/v1/roles`;
      expect(await statusOf(roles, host.certificates.ca, settings.ADMIN_TOKEN)).toBe(200);

      expect(await (await ask('POST', `/tenants/${id}/clock`, { advance: '24h' })).json()).toEqual({
        aheadBy: 86_400_000,
      });
      expect((await ask('POST', `/tenants/${id}/clock`, { advance: 'soon' })).status).toBe(400);
      const features = await (await ask('PATCH', `/tenants/${id}/features`, { embedding: false })).json();
      expect(features).toMatchObject({ embedding: false, rbac: true });
      const state = (await (await ask('GET', `/tenants/${id}`)).json()) as {
        aheadBy: number;
        account: { roles: unknown[] };
      };
      expect(state.aheadBy).toBe(86_400_000);
      expect(state.account.roles.length).toBeGreaterThan(3);

      expect((await ask('DELETE', `/tenants/${id}`)).status).toBe(204);
      expect(await statusOf(roles, host.certificates.ca, settings.ADMIN_TOKEN)).toBe(401);
      expect((await ask('GET', `/tenants/${id}`)).status).toBe(404);
    } finally {
      await Promise.all([control.close(), host.close()]);
    }
  });

  test('leases several in advance and releases others with one request', async () => {
    const { host } = await Host.start();
    const control = await startControl(host);
    const lease = async (body: object) => {
      const answer = await fetch(`${control.url}/tenants`, { method: 'POST', body: JSON.stringify(body) });
      return (await answer.json()) as LeaseAnswer & { readonly spares: readonly LeaseAnswer[] };
    };
    try {
      const { spares, ...one } = await lease({ spares: 2 });
      const all = [one, ...spares];
      expect(new Set(all.map(({ id }) => id)).size).toBe(3);
      for (const { settings } of all) {
        const roles = `${settings.BASE_URL}/api/v1/roles`;
        expect(await statusOf(roles, host.certificates.ca, settings.ADMIN_TOKEN)).toBe(200);
      }
      expect((await lease({ returned: [one.id, spares[0]?.id] })).spares).toEqual([]);
      expect(all.map(({ id }) => host.tenant(id) !== undefined)).toEqual([false, false, true]);
    } finally {
      await Promise.all([control.close(), host.close()]);
    }
  });

  test('leases none in advance if the purpose of a lease matters', async () => {
    const { host } = await Host.start();
    const faultsFor = (purpose: string) => ({
      patches:
        purpose === 'short' ? [(rules: { roles: { name: { max: number } } }) => void (rules.roles.name.max = 10)] : [],
      isSoughtAfter: true,
    });
    const control = await startControl(host, { faultsFor });
    try {
      const body = JSON.stringify({ for: 'short', trial: 0, spares: 7 });
      const answer = (await (await fetch(`${control.url}/tenants`, { method: 'POST', body })).json()) as {
        readonly id: string;
        readonly spares: readonly unknown[];
      };
      expect(answer.spares).toEqual([]);
      expect(host.tenant(answer.id)?.rules.roles.name.max).toBe(10);
    } finally {
      await Promise.all([control.close(), host.close()]);
    }
  });

  test('refuses unknown input, and requests from web pages', async () => {
    const { host } = await Host.start();
    const control = await startControl(host);
    try {
      const lease = (body: unknown, headers = {}) =>
        fetch(`${control.url}/tenants`, { method: 'POST', body: JSON.stringify(body), headers });
      for (const body of [
        { seeds: 1 },
        { seed: 'x' },
        { dialect: 'rude' },
        { patch: 'unknown' },
        { features: { x: true } },
        { spares: -1 },
        { spares: 'all' },
        [],
      ]) {
        expect((await lease(body)).status, JSON.stringify(body)).toBe(400);
      }
      expect((await lease({}, { origin: 'https://example.com' })).status).toBe(403);
    } finally {
      await Promise.all([control.close(), host.close()]);
    }
  });

  test('a patch that a lease asks for changes that tenant and no other', async () => {
    const { host } = await Host.start();
    const patches = new Map([
      [
        'short-names',
        (rules: { roles: { name: { max: number } } }) => void Object.assign(rules.roles.name, { max: 10 }),
      ],
    ]);
    const control = await startControl(host, { patches });
    try {
      const lease = async (body: unknown) => {
        const answer = await fetch(`${control.url}/tenants`, { method: 'POST', body: JSON.stringify(body) });
        return host.tenant(((await answer.json()) as LeaseAnswer).id);
      };
      expect((await lease({ patch: 'short-names' }))?.rules.roles.name.max).toBe(10);
      expect((await lease({}))?.rules.roles.name.max).toBe(255);
    } finally {
      await Promise.all([control.close(), host.close()]);
    }
  });

  test('a lease takes less than five milliseconds', async () => {
    const { host } = await Host.start();
    try {
      const times: number[] = [];
      for (let index = 0; index < 30; index += 1) {
        const started = performance.now();
        await host.lease({ seed: index });
        times.push(performance.now() - started);
      }
      expect(times.sort((a, b) => a - b)[15]).toBeLessThan(5);
    } finally {
      await host.close();
    }
  });
});

test('npm run mock writes its settings when it is ready, and removes them when it stops', async () => {
  test.setTimeout(60_000);
  test.skip(existsSync('.env.reference'), 'a reference tenant is running in this folder');
  const child = spawn(process.execPath, commandArgs('mock', '--seed=3'), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said, { timeout: 30_000 }).toContain('Stop with Ctrl-C');
  const settings = Object.fromEntries(
    readFileSync('.env.reference', 'utf8')
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  ) as Record<string, string>;
  expect(settings['CONTROL_URL']).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const ca = readFileSync(settings['TLS_CA'] ?? '', 'utf8');
  expect(await statusOf(`${settings['BASE_URL'] ?? ''}/api/v1/roles`, ca, settings['ADMIN_TOKEN'] ?? '')).toBe(200);
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
  expect(existsSync('.env.reference')).toBe(false);
});
