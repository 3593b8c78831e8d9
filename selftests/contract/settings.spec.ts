import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../test.ts';
import { SETTING_NAMES } from '../../contracts/settings.ts';

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

/** What is handed from one of our processes to another, or belongs to the machine: nobody sets it in a file. */
const NO_SETTINGS = {
  BOUTS_PLAN: 'a campaign tells the run that plays it what is played',
  FULL_SIZE: '`npm run acceptance` tells the long tests to be long',
  FUZZ_RUNS: 'how long the reference tenant is fuzzed',
  EXPECT_FAILURES: 'the command tells a run that our reporter alone listens',
  CI: 'the machine says that it is one that nobody watches',
  PATH: 'where programs are',
} as const;

const sources = ROOMS.flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(room, name)),
);

test('every variable that the code reads is in the table of settings, or is none', () => {
  const read = [...sources, 'playwright.config.ts'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/process\.env(?:\['(\w+)'\]|\.(\w+))/g)].map(
      ([, quoted, dotted]) => `${file}: ${quoted ?? dotted ?? ''}`,
    ),
  );
  expect(read.length).toBeGreaterThan(10);
  const known: readonly string[] = [...SETTING_NAMES, ...Object.keys(NO_SETTINGS)];
  expect(read.filter((one) => !known.includes(one.split(': ')[1] ?? ''))).toEqual([]);
});

test('no setting is a word that nothing looks at', () => {
  const texts = sources.filter((file) => file !== 'contracts/settings.ts').map((file) => readFileSync(file, 'utf8'));
  const unused = SETTING_NAMES.filter((name) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
  expect(unused).toEqual([]);
});
