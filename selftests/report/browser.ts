import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test as base, type Page } from '@playwright/test';
import { findBrowser, HOW_TO_GET_ONE } from '../../commands/browser.ts';
import { ownFolder } from '../folders.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Skips the test where there is no browser, with instructions to install one. */
  readonly found: undefined;
  /** Opens a page from disk, as readers do, and waits until its script is ready. */
  readonly open: (text: string, hash?: string) => Promise<Page>;
}

const executablePath = findBrowser();

/** A page in a real browser. Any network request, console message, error or dialog fails the test. */
export const test = base.extend<Fixtures>({
  launchOptions: [executablePath === undefined ? {} : { executablePath }, { scope: 'worker' }],
  found: [
    async ({}, use, info) => {
      info.skip(executablePath === undefined, HOW_TO_GET_ONE);
      await use(undefined);
    },
    { auto: true },
  ],
  open: async ({ page }, use) => {
    const folder = ownFolder('report-page');
    const problems: string[] = [];
    let opened = '';
    page.on('request', (request) => {
      if (request.url().split('#')[0] !== opened) problems.push(`requests ${request.url()}`);
    });
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('dialog', (dialog) => {
      problems.push(`opens a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    let opens = 0;
    await use(async (text, hash = '') => {
      // A name of its own: at the address of the page that is open, a hash would only lead to another place of that page.
      const file = path.join(folder, `${(opens += 1)}.html`);
      await writeFile(file, text);
      opened = pathToFileURL(file).href;
      await page.goto(opened + hash);
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      return page;
    });
    expect(problems).toEqual([]);
    await rm(folder, { recursive: true });
  },
});

/** The row of a requirement with its details. */
export function rowOf(page: Page, id: string) {
  return page.locator(`[id="${id}"]`);
}

/** The select element of a filter. */
export function choice(page: Page, name: string) {
  return page.locator(`select[name="${name}"]`);
}

/** The ids of all visible requirements. */
export async function idsShown(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(
    '[...document.querySelectorAll("details.requirement")].filter((row) => row.checkVisibility()).map(({ id }) => id)',
  );
}

export function shown(page: Page) {
  return page.locator('details.requirement:visible');
}
