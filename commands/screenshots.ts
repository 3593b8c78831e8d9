import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser } from '@playwright/test';
import { loadContract } from '../contracts/bundle.ts';
import { UsageProblem } from '../contracts/problem.ts';
import { loadRegistry } from '../contracts/requirements/index.ts';
import type { Results } from '../evidence/results.ts';
import { Host } from '../mock/index.ts';
import { loadFaults } from '../proof/index.ts';
import { faultSentences } from '../proof/sentences.ts';
import { pageOf } from '../reports/page/index.ts';
import { proofsWith } from '../reports/proofs.ts';
import { findBrowser, HOW_TO_GET_ONE } from './browser.ts';
import type { Command } from './flags.ts';
import { main } from './main.ts';
import { ended, REPORTER, startPlaywright } from './playwright.ts';

const COMMAND = {
  name: 'screenshots',
  what: 'Makes the pictures of the README anew, from a run against a tenant with a few faults.',
  flags: {},
  example: '',
} satisfies Command;

const DOCS = 'docs';
/** Pictures are fetched by everybody who clones the project; a screen full of letters takes a good 200 kB all the same. */
const LARGEST = 260_000;

/** What is wrong with the tenant that the pictures show: a few bugs such as anybody might write. */
const FAULTS = [
  'roles.update.description-null-clears/as-text',
  'roles.update.policy-deployment-slug/looked-up',
  'roles.role.policies/null-for-none',
  'reports.list.after-continues/repeats-one',
];
/** One bug of them is known already. */
const BASELINE = `violations:
  - requirement: reports.list.after-continues
    reason: the second page begins with the last report of the first
    ticket: API-2177
    since: 2026-09-02
gaps:
  - requirement: roles.delete.built-in
    accept: untested
    reason: a built-in role cannot be made again
`;
/** Credentials that somebody has not got round to yet. */
const FORGOTTEN = ['SCOPED_TOKEN', 'EXPIRED_TOKEN'];

/** A run against a tenant that is live as far as the run knows, and not as it should be. */
async function runAgainstFaultyTenant(folder: string): Promise<void> {
  const faults = loadFaults(loadRegistry(await loadContract()));
  const patches = FAULTS.map((id) => {
    const fault = faults.find((one) => one.id === id);
    if (!fault) throw new Error(`no fault is called ${id}`);
    return fault.patch;
  });
  const { host } = await Host.start({});
  const { settings } = await host.lease({ patches, hasOwnAddresses: true });
  const [ca, baseline] = [path.join(folder, 'ca.pem'), path.join(folder, 'staging.yaml')];
  await Promise.all([writeFile(ca, host.certificates.ca), writeFile(baseline, BASELINE)]);
  const lent = Object.entries(settings).filter(([name]) => !FORGOTTEN.includes(name));
  const env = { ...Object.fromEntries(lent), TLS_CA: ca, BASELINE: baseline };
  await ended(
    startPlaywright(
      [`--reporter=${REPORTER}`],
      { ...env, REPORT_FOLDER: folder, SEED: '20261121', CONTROL_URL: undefined },
      { stdout: 'ignore' },
    ),
  );
  await host.close();
}

/** The report of that run, with the places of this machine called what a team would call them. */
async function reportIn(folder: string): Promise<string> {
  const told = (await readFile(path.join(folder, 'results.json'), 'utf8'))
    .replace(/localhost:\d+/g, 'staging.example.com')
    .replaceAll(`${folder}${path.sep}`, '');
  const document = await loadContract();
  const file = path.join(folder, 'report.html');
  await writeFile(
    file,
    pageOf(JSON.parse(told) as Results, {
      document,
      registry: loadRegistry(document),
      faults: proofsWith(await faultSentences()),
    }),
  );
  return pathToFileURL(file).href;
}

interface Picture {
  readonly name: string;
  /** What the address points to. */
  readonly at?: string;
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'dark';
}

const PICTURES: readonly Picture[] = [
  { name: 'report' },
  { name: 'violation', at: 'roles.update.description-null-clears', height: 1_100 },
  { name: 'operations', at: 'operations' },
  { name: 'lifecycles', at: 'lifecycles' },
  { name: 'dark', at: 'roles.role.policies', scheme: 'dark' },
  { name: 'phone', width: 390, height: 844 },
];

async function take(browser: Browser, address: string, picture: Picture): Promise<void> {
  const { name, at, width = 1_440, height = 900, scheme = 'light' } = picture;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    deviceScaleFactor: width < 600 ? 2 : 1,
  });
  const page = await context.newPage();
  await page.goto(at === undefined ? address : `${address}#${at}`);
  await page.locator('html[data-ready]').waitFor();
  if (at?.includes('.')) await page.locator(`[id="${at}"] .inside`).waitFor();
  const file = path.join(DOCS, `${name}.png`);
  await page.screenshot({ path: file });
  await context.close();
  const { size } = await stat(file);
  console.log(`${file}  ${Math.round(size / 1_000)} kB`);
  if (size > LARGEST) throw new Error(`${file}: expected at most ${LARGEST} bytes`);
}

await main(COMMAND, async () => {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new UsageProblem([HOW_TO_GET_ONE]);
  const folder = await mkdtemp(path.join(tmpdir(), 'screenshots-'));
  await runAgainstFaultyTenant(folder);
  const address = await reportIn(folder);
  const browser = await chromium.launch({ executablePath });
  for (const picture of PICTURES) await take(browser, address, picture);
  await browser.close();
  await rm(folder, { recursive: true });
  return 0;
});
