import { rmSync } from 'node:fs';
import { test } from '../test.ts';
import { ownFolder } from '../folders.ts';

/** Each test of a file works in a folder of its own, where no ledger of another lies. */
export function inFoldersOfTheirOwn(name: string): void {
  const home = process.cwd();
  let folder = '';
  test.beforeEach(() => {
    folder = ownFolder(name);
    process.chdir(folder);
  });
  test.afterEach(() => {
    process.chdir(home);
    rmSync(folder, { recursive: true });
  });
}
