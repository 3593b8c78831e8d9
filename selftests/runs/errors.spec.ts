import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../test.ts';
import { ownFolder } from '../folders.ts';
import { startLive } from './live.ts';
import { run } from './run.ts';

test.describe.configure({ timeout: 60_000 });

const files = ownFolder('errors');
const named = (name: string, text: string) => {
  const file = path.join(files, name);
  writeFileSync(file, text);
  return file;
};
const ADMIN_TOKEN = 'some-token-of-an-administrator';
const torn = named('torn.json', '{');
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

test('a certificate of an authority that Node does not know is one line that says how to trust it', async () => {
  const live = await startLive();
  const { BASE_URL = '' } = live.env;
  const ran = await run('conformance', [], { BASE_URL, ADMIN_TOKEN: live.env['ADMIN_TOKEN'] ?? '' });
  await live.close();
  expect(ran.code, ran.output).toBe(3);
  expect(ran.output.trim().split('\n')).toEqual([
    expect.stringMatching(
      /^https:\S+ cannot be reached: .*_SIGNATURE.*\. Set TLS_CA to the PEM file of the authority that issued this certificate$/,
    ),
  ]);
});
