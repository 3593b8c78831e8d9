import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';

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
