import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and those above it, one after the other: where a file system takes no folder and says that one above it is
 * missing, as /proc does, Node's own recursive making tries for ever.
 */
export function makeFolder(folder: string): void {
  const place = path.resolve(folder);
  if (existsSync(place)) return;
  const above = path.dirname(place);
  if (above !== place) makeFolder(above);
  try {
    mkdirSync(place);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(place)) throw error;
  }
}

/** Why nothing could be written to a folder, which need not exist yet. Nothing is created to find that out. */
export function folderProblem(name: string, folder: string): string | undefined {
  let place = path.resolve(folder);
  while (!existsSync(place) && path.dirname(place) !== place) place = path.dirname(place);
  if (!statSync(place).isDirectory()) return `${name}=${folder}: ${place} is a file, expected a folder`;
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return `${name}=${folder}: ${place} cannot be written to`;
  }
}
