import { expect } from '../test.ts';
import { isBehind, proxyOf, proxyProblem, proxySecrets } from '../../harness/http/routes.ts';
import { readConfiguration } from '../../harness/tenant/configuration.ts';
import { statedSecrets } from '../../harness/tenant/stated-secrets.ts';
import { shownSettings } from '../../harness/tenant/run-facts.ts';
import { ok, test } from './hostile.ts';
import { startTunnelProxy } from './proxy.ts';

const PASSWORD = 'correct-horse-battery';
const hereFor = () => '127.0.0.1';

test('another host is reached through the proxy, with its password, and this machine never is', async ({
  server,
  sender,
}) => {
  const basic = `Basic ${Buffer.from(`someone:${PASSWORD}`).toString('base64')}`;
  const proxy = await startTunnelProxy((headers) => headers['proxy-authorization'] === basic, hereFor);
  sender.configure({ proxy: proxyOf({ HTTPS_PROXY: `http://someone:${PASSWORD}@127.0.0.1:${proxy.port}` }) });
  server.behaves(ok);
  const far = server.url.replace('127.0.0.1', 'acme.invalid');
  expect(await sender.send('GET', `${far}/things`)).toMatchObject({ status: 200 });
  expect(proxy.asked).toEqual([new URL(far).host]);
  expect(await sender.send('GET')).toMatchObject({ status: 200 });
  expect(proxy.asked).toHaveLength(1);
  await proxy.close();
});

test('what fails behind a proxy says so, without the password', async ({ server, sender }) => {
  const proxy = await startTunnelProxy(() => false, hereFor);
  sender.configure({ proxy: proxyOf({ HTTPS_PROXY: `someone:${PASSWORD}@127.0.0.1:${proxy.port}` }), attempts: 1 });
  const { error } = await sender.send('GET', `${server.url.replace('127.0.0.1', 'acme.invalid')}/things`);
  expect(error?.message).toMatch(
    new RegExp(`^GET /things: no complete response: .*407.*\\(the proxy 127\\.0\\.0\\.1:${proxy.port} of HTTPS_PROXY`),
  );
  expect(error?.message).not.toContain(PASSWORD);
  await proxy.close();
});

test('NO_PROXY names hosts, what is below them, ports, or all', () => {
  const behind = (NO_PROXY: string, address: string) =>
    isBehind(proxyOf({ HTTPS_PROXY: 'proxy.example.com:3128', NO_PROXY }), address);
  const cases: readonly (readonly [except: string, address: string, isBehind: boolean])[] = [
    ['', 'https://acme.example.com', true],
    ['', 'https://localhost:8443', false],
    ['', 'https://127.0.0.2', false],
    ['', 'https://[::1]:8443', false],
    ['acme.example.com', 'https://acme.example.com:8443', false],
    ['other.org, example.com', 'https://acme.example.com', false],
    ['.example.com', 'https://acme.example.com', false],
    ['*.example.com', 'https://acme.example.com', false],
    ['ACME.example.com', 'https://acme.example.com', false],
    ['ample.com', 'https://acme.example.com', true],
    ['acme.example.com:443', 'https://acme.example.com', false],
    ['acme.example.com:8443', 'https://acme.example.com', true],
    ['*', 'https://acme.example.com', false],
  ];
  for (const [except, address, expected] of cases)
    expect(behind(except, address), `${except} ${address}`).toBe(expected);
  expect(isBehind(proxyOf({ NO_PROXY: 'example.com' }), 'https://acme.example.com')).toBe(false);
});

test('the settings of a proxy come from the environment in small letters as well, and are not shown', () => {
  const url = `http://someone:${PASSWORD}@proxy.example.com:3128`;
  const { settings } = readConfiguration({ https_proxy: url, no_proxy: 'example.org' }, '/');
  expect(proxyOf(settings)).toEqual({ url, except: 'example.org' });
  expect(shownSettings(settings)).toEqual({ HTTPS_PROXY: 'given', NO_PROXY: 'example.org' });
  expect(statedSecrets(settings).map(({ value }) => value)).toEqual([
    PASSWORD,
    Buffer.from(`someone:${PASSWORD}`).toString('base64'),
  ]);
  expect(proxySecrets('http://proxy.example.com:3128')).toEqual([]);
});

test('an address of a proxy that is none is refused without showing it', () => {
  for (const wrong of ['http://', 'socks5://proxy.example.com', 'http://proxy.example.com/path', `a b:${PASSWORD}@`]) {
    expect(proxyProblem(wrong), wrong).toBe('HTTPS_PROXY: expected an address such as http://proxy.example.com:3128');
  }
  for (const right of ['http://proxy.example.com:3128', 'https://u:p@proxy.example.com', 'proxy.example.com:3128'])
    expect(proxyProblem(right), right).toBeUndefined();
});
