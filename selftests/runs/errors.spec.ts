import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../test.ts';
import { ownFolder } from '../folders.ts';
import { howToGetOne } from '../../commands/browser.ts';
import { soundTenants } from './broken.ts';
import { bare, startLive } from './live.ts';
import { runIn } from './installed.ts';
import { run } from './run.ts';
import { startTunnelProxy } from '../suite/proxy.ts';
import { UsageProblem } from '../../contracts/problem.ts';
import { readConfiguration } from '../../harness/tenant/configuration.ts';
import { misspeltSettings } from '../../harness/tenant/misspelt.ts';
import { admissionOf } from '../../harness/undo/administrator.ts';

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

/** What a person may have got wrong in settings, and the line that says so. Tokens, flags and folders are in other files. */
const WRONG = [
  [
    'an address without TLS',
    { BASE_URL: 'http://acme.example.com', ADMIN_TOKEN },
    'BASE_URL=http://acme.example.com: expected https, plain HTTP is not supported',
  ],
  [
    'an address with a path',
    { BASE_URL: 'https://acme.example.com/api/v1', ADMIN_TOKEN },
    'BASE_URL=https://acme.example.com/api/v1: expected the host root, without /api/v1',
  ],
  [
    'an address that is none',
    { BASE_URL: 'acme', ADMIN_TOKEN },
    'BASE_URL=acme: expected an address such as https://acme.example.com',
  ],
  [
    'a tenant without settings',
    { TENANT: 'no-such-tenant' },
    '.env.no-such-tenant does not exist, but --tenant or TENANT names it',
  ],
  [
    'a file of bindings that is not there',
    { BINDINGS: 'no-such-file.json' },
    `${path.resolve('no-such-file.json')}: cannot be read (ENOENT), expected the JSON file that BINDINGS names`,
  ],
  ['a file of bindings that is no JSON', { BINDINGS: torn }, /^\S+torn\.json: .*JSON/],
  [
    'a binding that there is not',
    { BINDINGS: unknown },
    `${unknown}: no.such.name: no binding has this name, \`npm run catalogue -- --bindings\` lists them`,
  ],
  ['a baseline that is none', { BASELINE: words }, `${words}: expected a list of violations, of gaps, or both`],
  [
    'a proxy whose address is none',
    { HTTPS_PROXY: 'socks5://proxy.example.com' },
    'HTTPS_PROXY: expected an address such as http://proxy.example.com:3128',
  ],
  [
    'a baseline that is not there',
    { BASELINE: 'no-such-file.yaml' },
    'no-such-file.yaml: there is no such file, expected a baseline',
  ],
] as const;

const asTold = (line: string | RegExp): unknown => (typeof line === 'string' ? line : expect.stringMatching(line));

for (const [what, settings, line] of WRONG) {
  test(`${what} is one line`, () => {
    expect(problemsOf(() => readConfiguration(settings))).toEqual([asTold(line)]);
  });
}

test('what is wrong with settings is printed line by line, and nothing else', async () => {
  const some = ['an address that is none', 'a binding that there is not', 'a baseline that is none'];
  const rows = WRONG.filter(([what]) => some.includes(what));
  const settings = Object.fromEntries(rows.flatMap(([, given]) => Object.entries<string>(given)));
  const { code, output } = await run('conformance', [], settings);
  expect([code, output.trim().split('\n').sort()]).toEqual([2, rows.map(([, , line]) => line).sort()]);
});

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof UsageProblem) return error.problems;
    throw error;
  }
}

test('a host that nobody knows is one line', async () => {
  const { code, output } = await run('conformance', [], { BASE_URL: 'https://no-such-host.invalid', ADMIN_TOKEN });
  expect([code, output.trim().split('\n')]).toEqual([
    3,
    [
      expect.stringMatching(
        /^https:\/\/no-such-host\.invalid cannot be reached: .*(ENOTFOUND|EAI_AGAIN) getaddrinfo \S+ no-such-host\.invalid$/,
      ),
    ],
  ]);
});

test('what is wrong with the address or the token of a live tenant is one line', async () => {
  const live = await startLive();
  const { AI_URL = '' } = live.env;
  const { BASE_URL = '', ADMIN_TOKEN: token = '', TLS_CA = '' } = bare(live);
  const plain = await startTunnelProxy();
  const NO_TLS = `https://localhost:${plain.port}`;
  const refused = { BASE_URL, ADMIN_TOKEN, TLS_CA };
  const line = `${BASE_URL} does not accept ADMIN_TOKEN (401)`;
  const cases = [
    [refused, 'configuration', line],
    [
      { BASE_URL: AI_URL, ADMIN_TOKEN: token, TLS_CA },
      'configuration',
      `${AI_URL} serves nothing of the API: /api/v1/roles, /api/v1/deployments, /api/v1/spec, /api/v1/api-keys are answered with 404`,
    ],
    [
      { BASE_URL: NO_TLS, ADMIN_TOKEN: token, TLS_CA },
      'unreachable',
      `${NO_TLS} cannot be reached: GET /api/v1/roles: no complete response: the port does not speak TLS, expected the one that serves HTTPS`,
    ],
    [
      { BASE_URL, ADMIN_TOKEN: token },
      'unreachable',
      /^https:\S+ cannot be reached: .*_SIGNATURE.*\. Set TLS_CA to the PEM file of the authority that issued this certificate$/,
    ],
  ] as const;
  for (const [env, kind, said] of cases) {
    const { obstacle } = await admissionOf(readConfiguration(env, ownFolder('no-settings')));
    expect(obstacle).toEqual({ kind, message: asTold(said) });
  }
  const ran = await run('conformance', [], refused);
  expect([ran.code, ran.output.trim().split('\n')]).toEqual([2, [line]]);
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

for (const [command, args, env, line] of [
  ['merge', [words], {}, /^\S+words\.yaml: expected a folder with blobs, as /],
  [
    'catalogue',
    ['--html'],
    { REPORT_FOLDER: words },
    /^REPORT_FOLDER=\S+words\.yaml: \S+ is a file, expected a folder$/,
  ],
  ['catalogue', [`--html=${words}/page.html`], {}, /^--html=\S+words\.yaml: \S+ is a file, expected a folder$/],
  ['acceptance', ['--only=zzz'], {}, /^--only=zzz: no name begins so, expected .*\bsecrets, .*\bbench$/],
  ['mutants', ['--only=nosuch'], {}, /^--only=nosuch: the name of no operation begins so, /],
  ['mutants', ['--only=updateRoel'], {}, /^--only=updateRoel: .*, did you mean updateRole\?$/],
  ['replay', ['roles.get.same-id', '--path=zz'], {}, /^--path=zz: expected the path of a counterexample, /],
] as const) {
  test(`what cannot be meant is one line: ${command} ${args.join(' ').replace(words, '<file>')}`, async () => {
    const { code, output } = await run(command, args, env);
    expect([code, output.trim()]).toEqual([2, expect.stringMatching(line)]);
  });
}

test('a path is refused where the check is no property', async () => {
  const { code, output } = await run('replay', ['roles.get.same-id', '--path=3:0:1'], await soundTenants());
  expect(code).toBe(2);
  const line = '--path=3:0:1: the check of roles.get.same-id is no property, repeat it without a path';
  expect(output.trim().split('\n').at(-1)).toBe(line);
});

test('one command is named by which a browser is installed on this kind of system', () => {
  const onDebian = 'no Chromium was found: install one with `apt-get install chromium`';
  const elsewhere = 'no Chromium was found: install one with `npx playwright install chromium`';
  expect(howToGetOne('ID=debian\nVERSION_ID="12"\n')).toBe(onDebian);
  expect(howToGetOne('ID=raspbian\nID_LIKE=debian\n')).toBe(onDebian);
  expect(howToGetOne('ID=ubuntu\nID_LIKE=debian\n')).toBe(elsewhere);
  expect(howToGetOne('ID=linuxmint\nID_LIKE="ubuntu debian"\n')).toBe(elsewhere);
  expect(howToGetOne('ID=fedora\n')).toBe(elsewhere);
  expect(howToGetOne('')).toBe(elsewhere);
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
