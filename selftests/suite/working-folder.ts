import { rmSync } from 'node:fs';
import { test } from '../test.ts';
import { ownFolder } from '../folders.ts';

/** Runs each test of a file in a folder of its own, without the ledger files of other tests. */
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
