import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOM = 'SELFTESTS_FOLDER';

/** A folder that no other test has, until the run of all of them ends. */
export function ownFolder(name: string): string {
  return mkdtempSync(path.join(process.env[ROOM] ?? tmpdir(), `${name}-`));
}

/** Several hundred runs leave a report each: they lie in one folder that goes with them. */
export default function setUp(): () => void {
  const folder = ownFolder('conformance-selftests');
  process.env[ROOM] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
