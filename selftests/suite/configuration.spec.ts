import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test as base } from '../test.ts';
import { UsageProblem } from '../../contracts/problem.ts';
import { duration, readConfiguration, type Configuration } from '../../harness/tenant/configuration.ts';
import { ownFolder } from '../folders.ts';

type Values = Readonly<Record<string, string>>;

/** A temporary folder with settings files, and the configuration that is read there. */
class Desk {
  readonly folder = ownFolder('desk');

  constructor() {
    writeFileSync(path.join(this.folder, 'package.json'), '{}');
  }

  lay(name: string, values: Values): void {
    const lines = Object.entries(values).map(([key, value]) => `${key}=${value}\n`);
    writeFileSync(path.join(this.folder, name), lines.join(''));
  }

  read(environment: Values = {}): Configuration {
    return readConfiguration(environment, this.folder);
  }

  problems(environment: Values = {}): readonly string[] {
    try {
      this.read(environment);
      return [];
    } catch (error) {
      if (error instanceof UsageProblem) return error.problems;
      throw error;
    }
  }
}

const test = base.extend<{ readonly desk: Desk }>({
  desk: async ({}, use) => {
    const desk = new Desk();
    await use(desk);
    rmSync(desk.folder, { recursive: true });
  },
});

const LIVE = { BASE_URL: 'https://acme.example.com', ADMIN_TOKEN: 'an-administrator' };

test('no setting is required', ({ desk }) => {
  expect(desk.read()).toEqual({
    settings: {},
    isLive: false,
    seed: 1,
    propertyRuns: 100,
    maxWait: 0,
    isReadOnly: false,
    borrows: false,
    allowsAccountChanges: false,
    allowsPlainHttp: false,
    isStrict: false,
    budget: { perSecond: Infinity, inFlight: Infinity },
  });
});

test.describe('the source of a value', () => {
  test('the environment takes precedence over the file of the tenant, and that over .env', ({ desk }) => {
    desk.lay('.env', { SEED: '1', MAX_WAIT: '1s', PROPERTY_RUNS: '10', TENANT: 'acme' });
    desk.lay('.env.acme', { SEED: '2', MAX_WAIT: '2s' });
    expect(desk.read({ SEED: '3' })).toMatchObject({ seed: 3, maxWait: 2_000, propertyRuns: 10 });
  });

  test('TENANT in the environment takes precedence over .env', ({ desk }) => {
    desk.lay('.env', { TENANT: 'acme' });
    desk.lay('.env.acme', { SEED: '2' });
    desk.lay('.env.other', { SEED: '5' });
    expect(desk.read({ TENANT: 'other' }).seed).toBe(5);
  });

  test('without TENANT only .env is read', ({ desk }) => {
    desk.lay('.env.acme', { SEED: '2' });
    expect(desk.read().seed).toBe(1);
  });

  test('an empty value counts as not set, in each of the three places', ({ desk }) => {
    desk.lay('.env', { SEED: '1', PROPERTY_RUNS: '7', BASE_URL: '', TENANT: '' });
    desk.lay('.env.acme', { SEED: '2', PROPERTY_RUNS: '', MEMBER_TOKEN: '   ' });
    const { settings, seed, propertyRuns } = desk.read({ TENANT: 'acme', SEED: '', ADMIN_TOKEN: ' ' });
    expect({ seed, propertyRuns }).toEqual({ seed: 2, propertyRuns: 7 });
    expect(settings).toEqual({ TENANT: 'acme', SEED: '2', PROPERTY_RUNS: '7' });
  });

  test('spaces around a value are removed', ({ desk }) => {
    expect(desk.read({ ...LIVE, ADMIN_TOKEN: '  an-administrator\n' }).settings.ADMIN_TOKEN).toBe('an-administrator');
  });

  test('environment variables that are not settings are ignored', ({ desk }) => {
    expect(desk.read({ HOME: '/root', ADMIN_TOKENS: 'x' }).settings).toEqual({});
  });
});

test.describe('an invalid setting', () => {
  for (const [what, environment, problem] of [
    ['an address without a credential', { BASE_URL: LIVE.BASE_URL }, /ADMIN_TOKEN is not/],
    ['a credential without an address', { ADMIN_TOKEN: 'x' }, /BASE_URL is not/],
    ['plain HTTP', { ...LIVE, BASE_URL: 'http://acme.example.com' }, /BASE_URL.*expected https/],
    [
      'an address without https',
      { ...LIVE, BASE_URL: 'acme.example.com:443' },
      /expected an address that begins with https/,
    ],
    ['a path in the address', { ...LIVE, BASE_URL: 'https://a.example.com/api/v1' }, /host root, without \/api\/v1/],
    ['an invalid address', { ...LIVE, BASE_URL: 'acme' }, /BASE_URL=acme: expected an address/],
    ['a query in the address', { ...LIVE, BASE_URL: 'https://a.example.com/?a=1' }, /without credentials, query/],
    ['plain HTTP of the AI API', { AI_URL: 'http://ai.example.com' }, /AI_URL.*expected https/],
    ['the prefix before a token', { ...LIVE, ADMIN_TOKEN: 'Bearer abc' }, /ADMIN_TOKEN.*without its prefix/],
    ['the other prefix', { ...LIVE, AI_API_KEY: 'api-key abc' }, /AI_API_KEY.*without its prefix/],
    ['a space in a token', { ...LIVE, MEMBER_TOKEN: 'ab cd' }, /MEMBER_TOKEN.*must not contain spaces/],
    ['a token that is too short', { ...LIVE, SCIM_TOKEN: '1234567' }, /^SCIM_TOKEN: .* 8 characters/],
    ['one token for two', { ...LIVE, MEMBER_TOKEN: LIVE.ADMIN_TOKEN }, /ADMIN_TOKEN and MEMBER_TOKEN are the same/],
    ['one deployment twice', { ...LIVE, DEPLOYMENT_ID: '1', OTHER_DEPLOYMENT_ID: '1' }, /OTHER_DEPLOYMENT_ID are the/],
    [
      'a tenant without its file',
      { TENANT: 'nobody' },
      /\.env\.nobody does not exist, but --tenant or TENANT names it/,
    ],
    ['a seed that is no number', { SEED: 'lucky' }, /SEED=lucky: expected a whole number/],
    ['a negative seed', { SEED: '-1' }, /SEED=-1: expected/],
    ['a fractional seed', { SEED: '1.5' }, /SEED=1.5: expected/],
    ['zero property runs', { PROPERTY_RUNS: '0' }, /PROPERTY_RUNS=0: expected a whole number of at least 1/],
    ['a wait without a unit', { MAX_WAIT: '90' }, /MAX_WAIT=90: expected a time such as 90s/],
    ['a flag that is not 0 or 1', { READ_ONLY: 'true' }, /READ_ONLY=true: expected 0 or 1/],
    ['another flag that is not 0 or 1', { ALLOW_ACCOUNT_CHANGES: 'yes' }, /ALLOW_ACCOUNT_CHANGES=yes: expected 0 or 1/],
    [
      'an unknown dialect',
      { DIALECT: 'klingon' },
      /DIALECT=klingon: expected plain, contrary, late, later, undocumented, incomplete, hollow, any:<seed>/,
    ],
    ['a missing authority', { ...LIVE, TLS_CA: 'ca.pem' }, /TLS_CA=ca.pem: there is no such file/],
    [
      'a report under a file',
      { REPORT_FOLDER: 'package.json/below' },
      /^REPORT_FOLDER=.*below: .*package\.json is a file/,
    ],
    ['a history that is a file', { HISTORY: 'package.json' }, /^HISTORY=.*package\.json is a file/],
    ['missing bindings', { BINDINGS: 'names.json' }, /names.json: cannot be read/],
  ] as const) {
    test(what, ({ desk }) => {
      const problems = desk.problems(environment);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(problem);
    });
  }

  test('an authority that is no PEM file', ({ desk }) => {
    desk.lay('ca.pem', { SEED: '1' });
    expect(desk.problems({ ...LIVE, TLS_CA: 'ca.pem' })).toEqual([
      'TLS_CA=ca.pem: expected a PEM file, with "-----BEGIN CERTIFICATE-----" in it',
    ]);
  });

  test('a tenant whose name is misspelt, with the nearest', ({ desk }) => {
    desk.lay('.env.staging', {});
    desk.lay('.env.example', {});
    expect(desk.problems({ TENANT: 'stagng' })).toEqual([
      '.env.stagng does not exist, but --tenant or TENANT names it, did you mean staging?',
    ]);
    expect(desk.problems({ TENANT: 'exampl' })).toEqual([
      '.env.exampl does not exist, but --tenant or TENANT names it',
    ]);
  });

  test('an unknown setting in a file, with the name of the file', ({ desk }) => {
    desk.lay('.env', { ADMIN_TOKENS: 'x' });
    desk.lay('.env.acme', { base_url: 'x' });
    const [first, second, ...others] = desk.problems({ TENANT: 'acme' });
    expect(first).toBe('.env: ADMIN_TOKENS is not a setting, did you mean ADMIN_TOKEN?');
    expect(second).toBe('.env.acme: base_url is not a setting, did you mean BASE_URL?');
    expect(others).toEqual([]);
  });

  test('an unknown binding, with the name of the file', ({ desk }) => {
    writeFileSync(path.join(desk.folder, 'names.json'), '{"roles.invented": "x"}');
    expect(desk.problems({ BINDINGS: 'names.json' })[0]).toMatch(/names\.json: roles\.invented: no binding/);
  });

  test('all problems are in one message, one per line', ({ desk }) => {
    desk.lay('.env', { COLOUR: 'red' });
    const problems = desk.problems({
      BASE_URL: 'http://acme.example.com/api',
      MEMBER_TOKEN: 'Bearer abc',
      SEED: 'lucky',
      MAX_WAIT: 'long',
      READ_ONLY: 'maybe',
      DIALECT: 'klingon',
    });
    expect(problems).toHaveLength(9);
    expect(new UsageProblem(problems).message.split('\n')).toEqual(problems);
  });

  test('no message contains a token', ({ desk }) => {
    const token = 'hush-hush-token';
    const environment = { ...LIVE, ADMIN_TOKEN: `Bearer ${token}`, MEMBER_TOKEN: token, NO_ACCESS_TOKEN: token };
    const problems = desk.problems({ ...environment, BASE_URL: `http://user:${token}@acme.example.com/api` });
    expect(problems).toHaveLength(5);
    expect(problems.join('\n')).not.toContain(token);
  });
});

test('durations are parsed with their unit', () => {
  expect(['90s', '6m', '24h', '7d', '0s'].map(duration)).toEqual([90_000, 360_000, 86_400_000, 604_800_000, 0]);
  expect(['', '90', 's', '1w', '-1s', '1.5h', '1 s'].map(duration)).toEqual(Array(7).fill(undefined));
});

test.describe('the addresses and the request rate of a tenant', () => {
  test('the request rate is limited for a remote tenant, unlimited for a local one, and can be set for both', ({
    desk,
  }) => {
    expect(desk.read(LIVE).budget).toEqual({ perSecond: 50, inFlight: 8 });
    expect(desk.read({ ...LIVE, BASE_URL: 'https://localhost:8443' }).budget.perSecond).toBe(Infinity);
    const said = { REQUESTS_PER_SECOND: '5', REQUESTS_IN_FLIGHT: '2' };
    expect(desk.read({ ...LIVE, ...said }).budget).toEqual({ perSecond: 5, inFlight: 2 });
    expect(desk.problems({ ...LIVE, REQUESTS_IN_FLIGHT: '0' })).toHaveLength(1);
  });

  for (const [what, settings, problem] of [
    ['a host that is denied', { DENIED_HOSTS: 'acme.example.com' }, /DENIED_HOSTS names acme\.example\.com/],
    ['a host below one that is denied', { DENIED_HOSTS: 'a.b, *.example.com' }, /DENIED_HOSTS names/],
    ['a host that is not allowed', { ALLOWED_HOSTS: '*.staging.example.com' }, /ALLOWED_HOSTS does not name/],
    [
      'a host that is allowed and denied',
      { ALLOWED_HOSTS: '*.example.com', DENIED_HOSTS: 'acme.example.com' },
      /DENIED/,
    ],
  ] as const) {
    test(`${what} is refused before any request`, ({ desk }) => {
      expect(desk.problems({ ...LIVE, ...settings })).toEqual([expect.stringMatching(problem)]);
    });
  }

  test('every address is checked, and a host name does not match hosts below it', ({ desk }) => {
    expect(desk.problems({ ...LIVE, ALLOWED_HOSTS: 'acme.example.com' })).toEqual([]);
    expect(desk.problems({ ...LIVE, ALLOWED_HOSTS: 'example.com' })).toHaveLength(1);
    const elsewhere = { ...LIVE, AI_URL: 'https://ai.example.org', ALLOWED_HOSTS: 'acme.example.com' };
    expect(desk.problems(elsewhere)).toEqual([expect.stringContaining('AI_URL')]);
  });
});

test('a pipeline that is not given the settings of its tenant tests the embedded one', ({ desk }) => {
  const embedded = (environment: Values) => {
    const { settings, isLive, isWithheld } = desk.read({ CI: 'true', ...environment });
    return { settings, isLive, isWithheld };
  };
  const withheld = { settings: { SEED: '3' }, isLive: false, isWithheld: true };
  // Variables of secrets that are not set are empty.
  expect(embedded({ SEED: '3', BASE_URL: '', ADMIN_TOKEN: '' })).toEqual(withheld);
  expect(embedded({ SEED: '3', BASE_URL: LIVE.BASE_URL, ADMIN_TOKEN: '', REPORT_ID: '7' })).toEqual(withheld);
  expect(embedded({ SEED: '3', TENANT: 'staging', BASELINE: 'baselines/staging.yaml' })).toEqual(withheld);
  desk.lay('.env.staging', {});
  expect(embedded({ SEED: '3', TENANT: 'staging' })).toEqual(withheld);
  desk.lay('.env.staging', { BASE_URL: '', ADMIN_TOKEN: '' });
  expect(embedded({ SEED: '3', TENANT: 'staging' })).toEqual(withheld);

  expect(desk.read({ CI: 'true' }).isWithheld).toBeUndefined();
  expect(desk.read({ CI: 'true', ...LIVE })).toMatchObject({ isLive: true });
  desk.lay('.env.staging', LIVE);
  expect(desk.read({ CI: 'true', TENANT: 'staging', BASE_URL: '' })).toMatchObject({ isLive: true });
});

test('outside of a pipeline a tenant without settings is a mistake', ({ desk }) => {
  expect(desk.problems({ TENANT: 'staging' })).toEqual([
    '.env.staging does not exist, but --tenant or TENANT names it',
  ]);
  expect(desk.problems({ CI: 'false', BASE_URL: LIVE.BASE_URL, ADMIN_TOKEN: '' })).toEqual([
    'BASE_URL is set and ADMIN_TOKEN is not: a live run needs both',
  ]);
});
