import type { Flags, FlagTable } from './flags.ts';

/**
 * The flags of `playwright test`, as its own `--help` names them: a selftest compares the two. They are passed on as they
 * are, so that what each does is documented there.
 */
export const PLAYWRIGHT_FLAGS = {
  'add-reporter': { what: 'Reporter beside the configured ones.', value: 'reporter' },
  browser: { what: 'Browser to use.', value: 'browser' },
  config: { what: 'Configuration file.', value: 'file', short: 'c' },
  debug: { what: 'Run in the inspector.', value: 'mode', isValueOptional: true },
  'fail-on-flaky-tests': { what: 'Fail where a test is flaky.' },
  'forbid-only': { what: 'Fail where test.only is called.' },
  'fully-parallel': { what: 'Run all tests in parallel.' },
  grep: { what: 'Only tests whose titles match.', value: 'pattern', short: 'g' },
  'grep-invert': { what: 'Only tests whose titles do not match.', value: 'pattern', short: 'G' },
  'global-timeout': { what: 'Longest time of the run.', value: 'milliseconds' },
  headed: { what: 'Run with visible browsers.' },
  'ignore-snapshots': { what: 'Ignore snapshots.' },
  workers: { what: 'Number of workers.', value: 'workers', short: 'j' },
  'last-failed': { what: 'Only tests that failed in the last run.' },
  'last-failed-file': { what: 'Where the last run is kept.', value: 'file' },
  list: { what: 'List the tests, and run none.' },
  'max-failures': { what: 'Stop after so many failures.', value: 'number' },
  'no-deps': { what: 'Run no project dependencies.' },
  'only-changed': { what: 'Only changed test files.', value: 'ref', isValueOptional: true },
  output: { what: 'Folder for artifacts.', value: 'folder' },
  'pass-with-no-tests': { what: 'Succeed where no test is found.' },
  project: { what: 'Only these projects.', value: 'project' },
  quiet: { what: 'Suppress stdio.' },
  'repeat-each': { what: 'Run each test so many times.', value: 'number' },
  reporter: { what: 'Reporters.', value: 'reporter' },
  retries: { what: 'Retries of failed tests.', value: 'number' },
  'run-agents': { what: 'Run agents.', value: 'mode' },
  shard: { what: 'A part of the tests, such as 1/3.', value: 'part' },
  shuffle: { what: 'Shuffle the order of tests.', value: 'seed', isValueOptional: true },
  'test-list': { what: 'File with a list of tests to run.', value: 'file' },
  'test-list-invert': { what: 'File with a list of tests to skip.', value: 'file' },
  timeout: { what: 'Timeout of a test.', value: 'milliseconds' },
  trace: { what: 'Tracing mode.', value: 'mode' },
  tsconfig: { what: 'One tsconfig for all files.', value: 'file' },
  'update-snapshots': { what: 'Update snapshots.', value: 'mode', isValueOptional: true, short: 'u' },
  ui: { what: 'Run in UI mode.' },
  'ui-host': { what: 'Host of the UI.', value: 'host' },
  'ui-port': { what: 'Port of the UI.', value: 'port' },
  'update-source-method': { what: 'How sources are updated.', value: 'method' },
  x: { what: 'Stop after the first failure.' },
} as const satisfies FlagTable;

type PlaywrightFlag = keyof typeof PLAYWRIGHT_FLAGS;

const NEED_FAILURES: readonly PlaywrightFlag[] = [
  // Each of the three opens the UI.
  ...(['ui', 'ui-host', 'ui-port'] as const),
  ...(['debug', 'list', 'retries', 'max-failures', 'x', 'last-failed'] as const),
  ...(['reporter', 'add-reporter'] as const),
];

/**
 * Whether Playwright has to hear of a check that fails: with these flags it decides by failed tests what it does next, or shows
 * them itself.
 */
export function needsFailures(flags: Flags): boolean {
  return NEED_FAILURES.some((name) => flags.has(name));
}

/** The pattern for `--grep` of checks that have a tag and match another pattern, as Playwright takes both. */
export function taggedAnd(tag: string, pattern: string | undefined): string {
  const [, source, flags] = /^\/(.*)\/([gi]*)$/.exec(pattern ?? '') ?? [];
  const joined = `^(?=.*${tag}\\b).*?(?:${source ?? pattern ?? ''})`;
  return flags === undefined ? joined : `/${joined}/${flags}`;
}
