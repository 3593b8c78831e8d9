import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../test.ts';
import { ownFolder } from '../folders.ts';
import { startLive } from './live.ts';
import { runIn } from './installed.ts';
import { run } from './run.ts';
import { startTunnelProxy } from '../suite/proxy.ts';
import { misspeltSettings } from '../../harness/tenant/misspelt.ts';

test.describe.configure({ timeout: 60_000 });

const files = ownFolder('errors');
const named = (name: string, text: string) => {
  const file = path.join(files, name);
  writeFileSync(file, text);
  return file;
};
const ADMIN_TOKEN = 'some-token-of-an-administrator';
const torn = named('torn.json', '{');
const words = named('words.yaml', 'some words');
const unknown = named('unknown.json', '{ "no.such.name": 1 }');

/** What a person may have got wrong, the line that says so, and the exit code. Tokens, flags and folders are in other files. */
for (const [what, env, code, line] of [
  [
    'an address without TLS',
    { BASE_URL: 'http://acme.example.com', ADMIN_TOKEN },
    2,
    'BASE_URL=http://acme.example.com: expected https, plain HTTP is not supported',
  ],
  [
    'an address with a path',
    { BASE_URL: 'https://acme.example.com/api/v1', ADMIN_TOKEN },
    2,
    'BASE_URL=https://acme.example.com/api/v1: expected the host root, without /api/v1',
  ],
  [
    'an address that is none',
    { BASE_URL: 'acme', ADMIN_TOKEN },
    2,
    'BASE_URL=acme: expected an address such as https://acme.example.com',
  ],
  [
    'a host that nobody knows',
    { BASE_URL: 'https://no-such-host.invalid', ADMIN_TOKEN },
    3,
    /^https:\/\/no-such-host\.invalid cannot be reached: .*(ENOTFOUND|EAI_AGAIN) getaddrinfo \S+ no-such-host\.invalid$/,
  ],
  [
    'a tenant without settings',
    { TENANT: 'no-such-tenant' },
    2,
    '.env.no-such-tenant does not exist, but --tenant or TENANT names it',
  ],
  [
    'a file of bindings that is not there',
    { BINDINGS: 'no-such-file.json' },
    2,
    `${path.resolve('no-such-file.json')}: cannot be read (ENOENT), expected the JSON file that BINDINGS names`,
  ],
  ['a file of bindings that is no JSON', { BINDINGS: torn }, 2, /^\S+torn\.json: .*JSON/],
  [
    'a binding that there is not',
    { BINDINGS: unknown },
    2,
    `${unknown}: no.such.name: no binding has this name, \`npm run catalogue -- --bindings\` lists them`,
  ],
  ['a baseline that is none', { BASELINE: words }, 2, `${words}: expected a list of violations, of gaps, or both`],
  [
    'a proxy whose address is none',
    { HTTPS_PROXY: 'socks5://proxy.example.com' },
    2,
    'HTTPS_PROXY: expected an address such as http://proxy.example.com:3128',
  ],
  [
    'a baseline that is not there',
    { BASELINE: 'no-such-file.yaml' },
    2,
    'no-such-file.yaml: there is no such file, expected a baseline',
  ],
] as const) {
  test(`${what} is one line`, async () => {
    const ran = await run('conformance', [], env);
    expect(ran.code, ran.output).toBe(code);
    expect(ran.output.trim().split('\n')).toEqual([typeof line === 'string' ? line : expect.stringMatching(line)]);
  });
}

test('what is wrong with the address or the token of a live tenant is one line', async () => {
  test.setTimeout(180_000);
  const live = await startLive();
  const { BASE_URL = '', AI_URL = '', ADMIN_TOKEN: token = '', TLS_CA = '' } = live.env;
  const plain = await startTunnelProxy();
  const NO_TLS = `https://localhost:${plain.port}`;
  const cases: readonly (readonly [env: Readonly<Record<string, string>>, code: number, line: RegExp | string])[] = [
    [{ BASE_URL, ADMIN_TOKEN, TLS_CA }, 2, `${BASE_URL} does not accept ADMIN_TOKEN (401)`],
    [
      { BASE_URL: AI_URL, ADMIN_TOKEN: token, TLS_CA },
      2,
      `${AI_URL} serves nothing of the API: /api/v1/roles, /api/v1/deployments, /api/v1/spec, /api/v1/api-keys are answered with 404`,
    ],
    [
      { BASE_URL: NO_TLS, ADMIN_TOKEN: token, TLS_CA },
      3,
      `${NO_TLS} cannot be reached: GET /api/v1/roles: no complete response: the port does not speak TLS, expected the one that serves HTTPS`,
    ],
    [
      { BASE_URL, ADMIN_TOKEN: token },
      3,
      /^https:\S+ cannot be reached: .*_SIGNATURE.*\. Set TLS_CA to the PEM file of the authority that issued this certificate$/,
    ],
  ];
  for (const [env, code, line] of cases) {
    const ran = await run('conformance', [], env);
    expect(ran.code, ran.output).toBe(code);
    expect(ran.output.trim().split('\n')).toEqual([typeof line === 'string' ? line : expect.stringMatching(line)]);
  }
  await Promise.all([live.close(), plain.close()]);
});

test('a port that is taken is one line, of the tenant as of its control', async () => {
  const plain = await startTunnelProxy();
  const folder = ownFolder('errors-mock');
  for (const flag of ['--port', '--control']) {
    const line = [process.execPath, path.resolve('commands/bin.js'), 'mock', '--name=taken', `${flag}=${plain.port}`];
    const { code, stdout, stderr } = await runIn(folder, line);
    expect([code, stdout, stderr.trim()]).toEqual([
      2,
      '',
      expect.stringMatching(
        /^port \d+ is in use: choose other ones with --port, which takes the two after it as well, and --control$/,
      ),
    ]);
  }
  await plain.close();
});

test('a variable of the environment that is nearly a setting is told', () => {
  const environment = {
    MAX_WIAT: '6m',
    ADMIN_TOKENS: '',
    BASEURL: '',
    DMIN_TOKEN: '',
    SCOPED_TOKEM: '',
    REQUESTS_PER_SECOND: '',
  };
  expect(misspeltSettings({ ...environment, HTTP_PROXY: '', AGENT_OS: '', BUILD_URL: '', PATH: '' })).toEqual([
    'MAX_WIAT of the environment is not a setting, did you mean MAX_WAIT?',
    'ADMIN_TOKENS of the environment is not a setting, did you mean ADMIN_TOKEN?',
    'DMIN_TOKEN of the environment is not a setting, did you mean ADMIN_TOKEN?',
    'SCOPED_TOKEM of the environment is not a setting, did you mean SCOPED_TOKEN?',
  ]);
});
