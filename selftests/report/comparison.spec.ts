import type { Page } from '@playwright/test';
import type { Verdict } from '../../evidence/results.ts';
import type { PastRun } from '../../reports/history.ts';
import { comparisonPage } from '../../reports/page/comparison.ts';
import { expect, test } from './browser.ts';
import { accessibilityProblems } from './accessibility.ts';
import { contract } from './sample.ts';
import { FULL } from '../size.ts';

type Verdicts = Readonly<Record<string, Verdict | undefined>>;

let allConform: ReadonlyMap<string, Verdict> | undefined;

/** A run in which every requirement conforms except those named; those set to undefined have no verdict. */
async function runOf(tenant: string, at: string, otherwise: Verdicts = {}): Promise<PastRun> {
  const { registry } = await contract();
  allConform ??= new Map(
    [...registry.values()].flatMap(({ id, untestable }) => (untestable === undefined ? [[id, 'conforms']] : [])),
  );
  const verdicts = new Map(allConform);
  for (const [id, verdict] of Object.entries(otherwise)) {
    if (verdict === undefined) verdicts.delete(id);
    else if (verdicts.has(id)) verdicts.set(id, verdict);
  }
  const isBroken = [...verdicts.values()].includes('violates');
  const outcome = isBroken ? 'non-conformant' : 'conformant';
  return { tenant, at, seed: 7, outcome, milliseconds: 20_000, exchanges: 12_000, verdicts };
}

async function pageOf(...runs: readonly PastRun[]): Promise<string> {
  return comparisonPage(runs, (await contract()).registry);
}

const [BROKEN, LOST, FIXED] = ['roles.update.name-null', 'roles.get.same-id', 'roles.list.no-built-in'] as const;

async function twoTenants(): Promise<string> {
  return pageOf(
    await runOf('staging-eu', '2026-11-19T02:00:00.000Z', { [FIXED]: 'violates' }),
    await runOf('staging-eu', '2026-11-20T02:00:00.000Z', { [BROKEN]: 'violates', [LOST]: undefined }),
    await runOf('staging-us', '2026-11-20T02:00:00.000Z'),
  );
}

const rowIds = (page: Page) =>
  page.evaluate<string[]>('[...document.querySelectorAll("#rows tr")].map(({ id }) => id)');

async function cellsOf(page: Page, id: string): Promise<string[]> {
  const texts = await page.locator(`[id="${id}"] td`).allTextContents();
  return texts.map((text) => text.replace('–', ''));
}

test('each tenant lists what changed since its previous run', async ({ open }) => {
  const page = await open(await twoTenants());
  const eu = page.getByRole('region', { name: 'staging-eu' });
  await expect(eu.locator('.changes > li')).toHaveText([
    /1\s*newly violated\s*roles\.update\.name-null/,
    /1\s*no longer tested\s*roles\.get\.same-id/,
    /1\s*fixed\s*roles\.list\.no-built-in/,
  ]);
  await expect(page.getByRole('region', { name: 'staging-us' })).toContainText('No earlier run');
});

test('tenants side by side, at first only rows with differences', async ({ open }) => {
  const page = await open(await twoTenants());
  expect((await rowIds(page)).sort()).toEqual([LOST, BROKEN].sort());
  expect(await cellsOf(page, BROKEN)).toEqual(['staging-eu: violates', 'staging-us: conforms']);
  expect(await cellsOf(page, LOST)).toEqual(['staging-eu: no verdict', 'staging-us: conforms']);

  await page.getByLabel('Include rows without differences').check();
  await expect(page.locator('#rows tr')).toHaveCount(150);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.locator('#rows tr')).toHaveCount(300);
  await page.getByLabel('Search requirements').fill('built-in roles.list');
  await expect(page.locator('#rows tr')).toHaveCount(1);
});

test('the runs of one tenant show how each requirement changed', async ({ open }) => {
  const page = await open(await twoTenants());
  await page.getByLabel('Which runs').selectOption({ label: 'Runs of staging-eu' });
  await expect(page.locator('#rows tr')).toHaveCount(3);
  expect(await cellsOf(page, BROKEN)).toEqual(['2026-11-19: conforms', '2026-11-20: violates, newly violated']);
  expect(await cellsOf(page, LOST)).toEqual(['2026-11-19: conforms', '2026-11-20: no verdict, no longer tested']);
  expect(await cellsOf(page, FIXED)).toEqual(['2026-11-19: violates', '2026-11-20: conforms, fixed']);
});

test('an address shows its requirement, also one without differences', async ({ open }) => {
  const page = await open(await twoTenants(), '#roles.listRoles.is-served');
  await expect(page.locator('[id="roles.listRoles.is-served"]')).toBeInViewport();
  await page.evaluate('location.hash = "#%E0%A4%A"');
  await page.getByRole('region', { name: 'staging-eu' }).getByRole('link', { name: BROKEN }).click();
  await expect(page.locator(`[id="${BROKEN}"]`)).toBeInViewport();
});

test('a year of nightly runs of five tenants opens fast and can be paged', FULL, async ({ open }) => {
  const names = ['eu', 'us', 'apac', 'canary', 'acceptance'];
  const { registry } = await contract();
  const ids = [...registry.keys()];
  const runs = await Promise.all(
    names.flatMap((tenant, place) =>
      Array.from({ length: 365 }, (_, night) =>
        runOf(tenant, new Date(Date.UTC(2025, 10, 21) + night * 86_400_000).toISOString(), {
          [ids[(night * 7 + place) % ids.length] ?? '']: 'violates',
        }),
      ),
    ),
  );
  const text = await pageOf(...runs);
  expect(text.length).toBeLessThan(1_000_000);
  const started = performance.now();
  const page = await open(text);
  // Takes a second on an idle machine; a shared one may take several times as long.
  expect(performance.now() - started).toBeLessThan(3_000);

  await page.getByLabel('Which runs').selectOption({ label: 'Runs of us' });
  await page.getByLabel('How many runs').selectOption('90');
  await expect(page.locator('#columns th')).toHaveCount(91);
  await page.getByRole('button', { name: 'Earlier runs' }).click();
  await expect(page.locator('#span')).toContainText('90 of 365 runs');
  for (let step = 0; step < 3; step += 1) await page.getByRole('button', { name: 'Earlier runs' }).click();
  await expect(page.locator('#span')).toContainText('2025-11-21');
  await expect(page.getByRole('button', { name: 'Earlier runs' })).toBeHidden();
});

test('names of tenants are shown as text', async ({ open }) => {
  const name = `</script><img src=x onerror=alert(1)>\u202e"'`;
  const page = await open(await pageOf(await runOf(name, '2026-11-19'), await runOf(name, '2026-11-20')));
  await expect(page.locator('img')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('</script><img');
});

for (const [scheme, width] of [
  ['light', 1_440],
  ['dark', 390],
] as const) {
  test(`a comparison is accessible: ${scheme}, ${width} pixels wide`, async ({ open, page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await open(await twoTenants());
    await page.getByLabel('Which runs').selectOption({ label: 'Runs of staging-eu' });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });
}

test('the same runs give the same bytes', async () => {
  expect(await twoTenants()).toBe(await twoTenants());
});
