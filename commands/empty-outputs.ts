import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Removes the folders in which nothing was written: Playwright makes one for each check, and fills it only with a trace or a
 * picture.
 */
export function removeEmptyOutputs(told: readonly string[]): void {
  for (const folder of told.length > 0 ? told : ['test-results/checks']) {
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder)) removeIfEmpty(path.join(folder, name));
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It is a file, or holds one.
  }
}
