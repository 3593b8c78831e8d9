import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, rowOf, test } from './browser.ts';
import { accessibilityProblems } from './accessibility.ts';
import {
  BROKEN,
  FLAKY,
  KNOWN,
  FIXED,
  MISSHAPEN,
  mixedResults,
  pageText,
  requirementsOf,
  resultsWith,
  SHRUNK,
  UNSENT,
} from './sample.ts';
import { fullUnless } from '../size.ts';

/** Opens one requirement of each verdict, with everything in it. */
async function openAll(page: Page): Promise<void> {
  const [conforming] = await requirementsOf('folders');
  for (const id of [BROKEN, SHRUNK, MISSHAPEN, FLAKY, UNSENT, KNOWN, FIXED, conforming?.id ?? '']) {
    await page.evaluate(`location.hash = '${id}'`);
    await expect(rowOf(page, id).locator('.inside')).toBeVisible();
  }
  await page.evaluate(
    `for (const one of document.querySelectorAll('.inside details, .open details, .fold')) one.open = true`,
  );
}

for (const [scheme, width] of [
  ['light', 1_440],
  ['dark', 1_440],
  ['light', 390],
  ['dark', 390],
] as const) {
  // One of each scheme and of each width stands for all in a quick look.
  test(
    `the report is accessible: ${scheme}, ${width} pixels wide`,
    fullUnless((scheme === 'light') === (width === 1_440)),
    async ({ open, page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      const past = (['conforms', 'known', 'untested'] as const).map((verdict, index) => ({
        at: `2026-11-1${index}T02:00:00Z`,
        verdict,
      }));
      await open(await pageText(await mixedResults(['folders']), () => past));
      await openAll(page);
      expect(await accessibilityProblems(page)).toEqual([]);
      // Tables may scroll horizontally, the page must not.
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    },
  );
}

const backgroundOf = (page: Page) => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');

test('the colour scheme follows the system until the user chooses one', async ({ open, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(await pageText(await resultsWith()));
  const dark = await backgroundOf(page);
  const button = page.getByRole('button', { name: 'Dark' });
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await backgroundOf(page);
  expect(light).not.toBe(dark);
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await button.click();
  expect(await backgroundOf(page)).toBe(dark);
  // A browser under load may load the page again before it has written what the page stored.
  await expect(async () => {
    await page.reload();
    await expect(button).toHaveAttribute('aria-pressed', 'true', { timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  expect(await backgroundOf(page)).toBe(dark);
});

test('a printout shows what is open, in dark text, without buttons', async ({ open, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(await pageText(await mixedResults()));
  await expect(rowOf(page, BROKEN).locator('.inside')).toBeVisible();
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  expect(pages).toBeGreaterThan(2);
  expect(pages).toBeLessThan(60);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Copy bug ticket' }).first()).toBeHidden();
  await expect(page.locator('nav')).toBeHidden();
  await expect(rowOf(page, BROKEN).locator('.sides').first()).toBeVisible();
  expect(await backgroundOf(page)).toBe('rgb(255, 255, 255)');
});

test('the page is readable without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const file = test.info().outputPath('index.html');
  await writeFile(file, await pageText(await mixedResults()));
  await page.goto(pathToFileURL(file).href);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Non-conformant');
  await expect(page.locator('noscript .problem')).toBeVisible();
  await expect(rowOf(page, BROKEN)).toContainText(
    'A role update whose description is null clears the description, whatever else the update changes.',
  );
  await context.close();
});
