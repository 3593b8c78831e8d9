import type { Page } from '@playwright/test';
import { choice, expect, idsShown, rowOf, shown, test } from './browser.ts';
import { BROKEN, mixedResults, pageText, requirementsOf, resultsWith, SHRUNK } from './sample.ts';

const search = (page: Page) => page.getByLabel('Search requirements');

test('search finds text, ids and operations while typing', async ({ open }) => {
  const page = await open(await pageText(await resultsWith()));
  await search(page).pressSequentially('name-null');
  await expect(shown(page).first()).toBeVisible();
  // The page filters in its next frame: until then, rows of the first letters may stand there.
  await expect.poll(async () => (await idsShown(page)).filter((id) => !id.includes('name-null'))).toEqual([]);
  await search(page).fill('description CLEARS update');
  await expect(shown(page)).toHaveCount(1);
  await expect(shown(page)).toHaveAttribute('id', BROKEN);
  await expect(page.locator('#announcement')).toContainText('requirements shown');
  await search(page).fill('deleteRole');
  await expect(rowOf(page, 'roles.deleteRole.no-credential')).toBeVisible();
  await search(page).fill('no such requirement');
  await expect(page.locator('#none')).toBeVisible();
  await search(page).press('Escape');
  await expect(search(page)).toHaveValue('');
  await expect(shown(page)).toHaveCount(0);
  await expect(page.locator('details.family:visible')).toHaveCount(2);
});

test('filters by family, verdict, level, kind and operation, alone and together', async ({ open }) => {
  const results = await mixedResults();
  const page = await open(await pageText(results));
  const roles = await requirementsOf('roles');
  const count = async (expected: number) => {
    await expect(shown(page)).toHaveCount(expected);
    await expect(page.locator('#shown')).toContainText(`${expected} of ${results.counts.total}`);
  };
  await choice(page, 'family').selectOption('roles');
  await count(roles.length);
  await choice(page, 'kind').selectOption('limit');
  await count(roles.filter(({ kind }) => kind === 'limit').length);
  await choice(page, 'operation').selectOption('updateRole');
  await count(roles.filter(({ kind, operations }) => kind === 'limit' && operations.includes('updateRole')).length);
  await page.getByRole('button', { name: 'Clear' }).click();
  await choice(page, 'verdict').selectOption('violates');
  await count(3);
  await choice(page, 'verdict').selectOption('open');
  await count(3);
  await choice(page, 'verdict').selectOption('');
  await choice(page, 'level').selectOption('should');
  await count(results.requirements.filter(({ level }) => level === 'should').length);
});

test('a count filters the requirements that it counts, and the address keeps the filter', async ({ open }) => {
  const page = await open(await pageText(await mixedResults()));
  await page.locator('.tile.untested').click();
  await expect(shown(page)).toHaveCount(2);
  await expect(page).toHaveURL(/#\?verdict=untested$/);
  await page.reload();
  await expect(shown(page)).toHaveCount(2);
  await expect(choice(page, 'verdict')).toHaveValue('untested');
});

test('an address opens its requirement, also in closed groups and when filtered out', async ({ open }) => {
  const page = await open(await pageText(await resultsWith()), '#roles.update.name-null');
  await expect(rowOf(page, 'roles.update.name-null')).toHaveAttribute('open', '');
  await expect(rowOf(page, 'roles.update.name-null').locator('> summary')).toBeFocused();
  await expect(rowOf(page, 'roles.update.name-null')).toBeInViewport();
  await search(page).fill('reports');
  await expect(rowOf(page, BROKEN)).toBeHidden();
  await page.evaluate(`location.hash = '${BROKEN}'`);
  await expect(rowOf(page, BROKEN)).toBeInViewport();
  await expect(search(page)).toHaveValue('');
  await expect(page).toHaveURL(new RegExp(`#${BROKEN}$`));
});

test('an address of no element changes nothing', async ({ open }) => {
  const page = await open(await pageText(await resultsWith()), '#%E0%A4%A');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate('location.hash = "roles.no-such.requirement"');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('keyboard shortcuts', async ({ open }) => {
  const page = await open(await pageText(await mixedResults()));
  const focused = () => page.evaluate<string | undefined>('document.activeElement?.closest("details.requirement")?.id');
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('jnk');
  await expect(search(page)).toHaveValue('jnk');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Dark' }).focus();
  await page.keyboard.press('n');
  const first = await focused();
  await page.keyboard.press('n');
  const second = await focused();
  expect(new Set([undefined, first, second]).size).toBe(3);
  await page.keyboard.press('p');
  expect(await focused()).toBe(first);
  const before = await rowOf(page, first ?? '').getAttribute('open');
  await page.keyboard.press('Enter');
  expect(await rowOf(page, first ?? '').getAttribute('open')).not.toBe(before);
  await page.keyboard.press('j');
  expect(await focused()).toBe(second);
  await page.keyboard.press('k');
  expect(await focused()).toBe(first);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByLabel('Enable single-key shortcuts').uncheck();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a few violated requirements are opened at once', async ({ open }) => {
  const page = await open(await pageText(await mixedResults()));
  await expect(rowOf(page, BROKEN)).toHaveAttribute('open', '');
  await expect(rowOf(page, SHRUNK).locator('.inside')).toBeVisible();
  await expect(page.locator('details.requirement[open]')).toHaveCount(3);
});
