import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../test.ts';
import { exitCodeFor } from '../../commands/fail-on.ts';
import { ownFolder } from '../folders.ts';
import { startBroken } from './broken.ts';
import { idsWith, run } from './run.ts';

test.describe.configure({ timeout: 180_000 });

const FEW = '--grep=roles.get.same-id';

test('a pipeline says what it fails on, and wrong usage always fails', () => {
  const codes = (failOn?: string) => [0, 1, 2, 3].map((code) => exitCodeFor(code, failOn));
  expect(codes()).toEqual([0, 1, 2, 3]);
  expect(codes('incomplete')).toEqual([0, 1, 2, 3]);
  expect(codes('violation')).toEqual([0, 1, 2, 0]);
  expect(codes('nothing')).toEqual([0, 0, 2, 0]);
});

test('a violation is shown when it happens, and GitHub is told of it in an annotation, the summary of the job and the outputs of the step', async () => {
  const folder = ownFolder('github');
  const [summary, output] = ['summary', 'output'].map((name) => path.join(folder, name)) as [string, string];
  for (const file of [summary, output]) writeFileSync(file, 'of an earlier step\n');
  const tenants = await startBroken(['roles.get.same-id']);
  const env = { CONTROL_URL: tenants.url, GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output };
  const told = await run('conformance', [FEW, '--seed=3', '--annotate', '--fail-on=nothing'], env);
  await tenants.close();
  expect(told.code, told.output).toBe(0);
  expect(idsWith(told.results, 'violates')).toEqual(['roles.get.same-id']);
  expect(told.output.trim().split('\n')[0]).toBe('violates roles.get.same-id');
  expect(told.output).toMatch(/^1 of 1 checks, 1 violated$/m);
  // Playwright's own reporters are silent: of a run whose failures are expected they would say that all passed.
  expect(told.output).not.toMatch(/^ *\d+ (passed|failed)/m);
  expect(told.output).toMatch(/^::error file=tests\/roles\/.+title=roles\.get\.same-id::/m);
  const report = path.join(told.folder, 'index.html');
  expect(readFileSync(output, 'utf8')).toBe(
    `of an earlier step\noutcome=non-conformant\ngate=failed\nreport=${report}\n`,
  );
  const page = readFileSync(summary, 'utf8');
  expect(page).toBe(`of an earlier step\n${readFileSync(path.join(told.folder, 'summary.md'), 'utf8')}`);
  expect(page).toContain('roles.get.same-id');
});

test('what a pipeline fails on is one of three', async () => {
  const { code, output } = await run('conformance', [FEW, '--fail-on=violations']);
  expect([code, output.trim()]).toEqual([2, '--fail-on=violations: did you mean violation?']);
});
