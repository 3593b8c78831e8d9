import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FullConfig } from '@playwright/test/reporter';
import { readKnownSecrets } from '../evidence/known-secrets.ts';
import { leakLine, searchWritten } from './secret-search.ts';

/** What is known of a run when it ends. */
export interface EndedRun {
  /** The file that workers have appended secrets to. */
  readonly secretsFile: string;
  readonly reportFolder: string;
  readonly historyFolder?: string | undefined;
  /** What the configuration names beside: folders of tests, and files of further reporters. */
  readonly outputs?: readonly string[];
  /** In milliseconds since 1970; otherwise this process began with the run. */
  readonly since?: number;
}

/** Where Playwright and the suite write without being told to. */
const USUAL = [
  'test-results/checks',
  'blob-report',
  'playwright-report',
  'allure-results',
  '.ledger',
  'reports/history',
];
/** Playwright's reporters are told by these where to write: a folder, a name in it, or a file. */
const OUTPUT = /^PLAYWRIGHT_(\w+?)_(?:OUTPUT_(?:DIR|NAME|FILE)|REPORT)$/;

/**
 * Searches everything that a run has written for the secrets that it knew, and prints a line for each file that had one.
 * Answers whether there was any: the run ends with exit code 2 then.
 */
export async function searchRun(run: EndedRun): Promise<boolean> {
  let secrets;
  try {
    secrets = readKnownSecrets(run.secretsFile);
  } catch {
    console.error('The secrets of this run are not known any more, so that what it wrote was not searched for them.');
    return true;
  }
  const leaks = await searchWritten({
    roots: writtenBy(run),
    since: run.since ?? performance.timeOrigin,
    secrets,
  });
  for (const leak of leaks) console.error(leakLine(leak));
  return leaks.length > 0;
}

const SETTLING_INTERVAL = 200;
const SETTLING_TIMEOUT = 10_000;

/**
 * Waits until nothing is written any more: in the process of the run, another reporter may not have finished its file when all
 * reporters were asked to.
 */
export async function untilWritten(run: EndedRun): Promise<void> {
  const places = writtenBy(run);
  const end = Date.now() + SETTLING_TIMEOUT;
  for (let before = ''; Date.now() < end;) {
    const now = sizesOf(places);
    if (now === before) return;
    before = now;
    await sleep(SETTLING_INTERVAL);
  }
}

function sizesOf(places: readonly string[]): string {
  return places
    .filter((place) => existsSync(place))
    .map(sizeOf)
    .join();
}

function sizeOf(place: string): string {
  if (!statSync(place).isDirectory()) return `${place} ${statSync(place).size}`;
  return readdirSync(place)
    .map((name) => sizeOf(path.join(place, name)))
    .join();
}

/** All files and folders that a run may have written to. */
export function writtenBy(
  { reportFolder, historyFolder, outputs = [] }: EndedRun,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string[] {
  return [
    reportFolder,
    ...(historyFolder === undefined ? [] : [historyFolder]),
    ...USUAL,
    ...outputs,
    ...namedBy(environment),
    ...logs(),
  ];
}

function namedBy(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    const [, reporter] = OUTPUT.exec(name) ?? [];
    if (reporter === undefined || !value) return [];
    // A name is one in the folder that another variable names.
    const folder = name.endsWith('_NAME') ? environment[`PLAYWRIGHT_${reporter}_OUTPUT_DIR`] : undefined;
    return folder ? [value, path.join(folder, value)] : [value];
  });
}

/** Files that an engine or a package manager writes where it runs. */
function logs(): string[] {
  return readdirSync('.').filter((name) => name.endsWith('.log'));
}

/** What a configuration of Playwright's names: where tests write, and where its reporters do. */
export function outputsOf({ projects, reporter }: Pick<FullConfig, 'projects' | 'reporter'>): string[] {
  const options = reporter.flatMap(([, given]) => Object.entries((given ?? {}) as Record<string, unknown>));
  return [
    ...projects.map(({ outputDir }) => outputDir),
    ...options.flatMap(([name, value]) =>
      /^output|folder$|dir$|file$/i.test(name) && typeof value === 'string' ? [value] : [],
    ),
  ];
}
