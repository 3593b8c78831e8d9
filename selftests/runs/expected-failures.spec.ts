import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ownFolder } from '../folders.ts';
import { expect, test } from '../test.ts';
import { runPlaywright } from './run.ts';

test.describe.configure({ timeout: 120_000 });

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly tests: readonly { readonly status: string; readonly results: readonly Result[] }[];
  }[];
}

interface Result {
  readonly workerIndex: number;
  readonly status: string;
  readonly error?: { readonly message?: string };
}

function testsIn({
  suites = [],
  specs = [],
}: Suite): { readonly status: string; readonly results: readonly Result[] }[] {
  return [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(testsIn)];
}

/** Two checks that fail, in one worker, as Playwright reports them. */
async function failing(env: Readonly<Record<string, string>>) {
  const folder = ownFolder('conformance-expected');
  const file = path.join(folder, 'report.json');
  const args = [
    '--config=selftests/runs/leaking/playwright.config.ts',
    '--workers=1',
    '--grep=authenticates|get.readable',
    '--reporter=json',
  ];
  await runPlaywright('', args, {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    LEAKED_TOKENS: path.join(folder, 'tokens'),
  });
  return testsIn(JSON.parse(readFileSync(file, 'utf8')) as Suite);
}

test('where our reporter is alone a check that fails keeps its worker, and is still told as failed', async () => {
  const tests = await failing({ EXPECT_FAILURES: '1' });
  expect(tests.map(({ status }) => status)).toEqual(['expected', 'expected']);
  const results = tests.flatMap((one) => one.results);
  expect(results.map(({ status, workerIndex }) => [status, workerIndex])).toEqual([
    ['failed', 0],
    ['failed', 0],
  ]);
  for (const { error } of results) expect(error?.message).toContain('Expected: ');
});

test('for other reporters it is a failed test', async () => {
  const tests = await failing({});
  expect(tests.map(({ status }) => status)).toEqual(['unexpected', 'unexpected']);
  expect(tests.flatMap(({ results }) => results.map(({ workerIndex }) => workerIndex))).toEqual([0, 1]);
});
