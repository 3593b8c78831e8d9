import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** The browsers that show a report as its readers see it, by the names that they are installed under. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Systems like Debian have a package of that name, but for Ubuntu and those like it, where it only installs a snap. */
export function howToGetOne(release: string): string {
  const ids = [...release.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap(([, all = '']) => all.split(' '));
  const isDebian = ids.includes('debian') && !ids.includes('ubuntu');
  const command = isDebian ? 'apt-get install chromium' : 'npx playwright install chromium';
  return `no Chromium was found: install one with \`${command}\``;
}

export const HOW_TO_GET_ONE = howToGetOne(release());

/** What the system says of itself, where it is one that does. */
function release(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}

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
