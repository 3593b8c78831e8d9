import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** The browsers that show a report as its readers see it, by the names that they are installed under. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export const HOW_TO_GET_ONE =
  'no Chromium was found: install one with `apt-get install chromium` or `npx playwright install chromium`';

/** Where a Chromium is: the system's own, or the one that Playwright has fetched. */
export function findBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const places = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return places.find(canRun) ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined);
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
