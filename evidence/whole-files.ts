import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';

/** A file could not be written or read: a full disk, a missing permission. No fault of the tenant, and no bug of ours. */
export class StorageProblem extends Error {
  override readonly name = 'StorageProblem';

  constructor(file: string, cause: unknown) {
    super(`${file} cannot be stored: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

const besideOf = (file: string) => `${file}.${process.pid}.part`;

/** Writes a file beside its place and renames it, so that the file is complete or not there. */
export async function writeWhole(file: string, text: string | Uint8Array): Promise<void> {
  const beside = besideOf(file);
  try {
    await writeFile(beside, text);
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw new StorageProblem(file, error);
  }
}

/** The same for callers that cannot wait. */
export function writeWholeSync(
  file: string,
  text: string | Uint8Array,
  options: { readonly mode?: number } = {},
): void {
  const beside = besideOf(file);
  try {
    writeFileSync(beside, text, options);
    renameSync(beside, file);
  } catch (error) {
    try {
      rmSync(beside, { force: true });
    } catch {
      // The first error says what is wrong with the place.
    }
    throw new StorageProblem(file, error);
  }
}
