import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../test.ts';
import { envExample, SETTING_NAMES, settingsPage } from '../../contracts/settings.ts';

const ROOMS = [
  'contracts',
  'evidence',
  'generators',
  'harness',
  'mock',
  'tests',
  'reports',
  'proof',
  'commands',
  'selftests',
];

/** Variables that processes of the project pass to each other, or that belong to the environment. Users do not set them. */
const NO_SETTINGS = {
  EXPECT_FAILURES: 'a failing check is an expected failure of Playwright, which keeps its worker',
  TRIALS_PLAN: 'a proof run passes the trials to the run that plays them',
  FULL_SIZE: '`npm run acceptance` runs the long tests at full size',
  TENANT_SEED: 'the tests of the reference tenant run on this seeded tenant as well',
  FUZZ_RUNS: 'number of requests with which the reference tenant is fuzzed',
  INVOCATION: 'a container and a CI system name what stands before a command there',
  RUN_ID: 'the id of a run, which its processes share',
  SECRETS_FILE: 'names the file in which workers hand on the secrets that they learn',
  PROVIDED_FILE: 'names the file in which a run keeps where its things and credentials came from',
  LEAK: 'tells a reporter of a selftest what to leak',
  TOLD_STATUSES: 'names the file in which a reporter of a selftest keeps the statuses that it was told',
  LEAKED_TOKENS: 'names the file in which checks of a selftest hand on the tokens that they leak',
  PLAYWRIGHT_BLOB_OUTPUT_FILE: 'names the file in which Playwright keeps the blob of a shard',
  PLAYWRIGHT_BLOB_OUTPUT_DIR: 'names the folder of that file',
  CI: 'set by CI systems',
  GITHUB_STEP_SUMMARY: 'names the file in which GitHub takes the summary of a job',
  GITHUB_OUTPUT: 'names the file in which GitHub takes the outputs of a step',
  BROWSER: 'the program that opens a report, as other tools read it',
  PATH: 'search path for programs',
} as const;

const sources = ROOMS.flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(room, name)),
);

test('every variable that the code reads is a setting or an exception', () => {
  const read = [...sources, 'playwright.config.ts'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/process\.env(?:\['(\w+)'\]|\.(\w+))/g)].map(
      ([, quoted, dotted]) => `${file}: ${quoted ?? dotted ?? ''}`,
    ),
  );
  expect(read.length).toBeGreaterThan(10);
  const known: readonly string[] = [...SETTING_NAMES, ...Object.keys(NO_SETTINGS)];
  expect(read.filter((one) => !known.includes(one.split(': ')[1] ?? ''))).toEqual([]);
});

test('every setting is read by the code', () => {
  const texts = sources.filter((file) => file !== 'contracts/settings.ts').map((file) => readFileSync(file, 'utf8'));
  const unused = SETTING_NAMES.filter((name) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
  expect(unused).toEqual([]);
});

test('.env.example has what a person sets, and the page has all settings', () => {
  const example = [...envExample().matchAll(/^(\w+)=$/gm)].map(([, name]) => name);
  expect(example).toEqual([
    'BASE_URL',
    'ADMIN_TOKEN',
    'TLS_CA',
    'PLAYER_TOKEN',
    'OTHER_PLAYER_TOKEN',
    'READ_ONLY',
    'BORROW',
    'ALLOW_ACCOUNT_CHANGES',
    'MAX_WAIT',
    'REQUESTS_PER_SECOND',
    'REQUESTS_IN_FLIGHT',
    'BINDINGS',
  ]);
  const page = settingsPage({
    unlocks: () => 3,
    sources: (name) =>
      name === 'REPORT_ID' ? ['made: a new report', 'found: a listed one'] : name === 'BASE_URL' ? undefined : [],
  });
  for (const name of SETTING_NAMES) expect(page).toContain(`| \`${name}\` |`);
  expect(page).toContain('| Setting | Description | Source when not set | Needed by |');
  expect(page).toContain('| Setting | Description | If not set | Needed by |');
  expect(page).toContain('| made: a new report; else found: a listed one | 3 |');
});
