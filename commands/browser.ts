import { spawnSync } from 'node:child_process';
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

/** Finds a browser, or installs Debian's where nobody has to be asked; says what is missing where that fails. */
export function makeSureOfBrowser(): { readonly missing?: string } {
  if (findBrowser() !== undefined) return {};
  if (process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args: readonly string[]) => spawnSync('apt-get', args, { stdio: 'ignore', env }).status === 0;
    const install = () => apt('install', '-y', '--no-install-recommends', 'chromium');
    // The list of packages may be missing, or older than what it names.
    if (install() || (apt('update') && install())) return {};
  }
  return { missing: HOW_TO_GET_ONE };
}
