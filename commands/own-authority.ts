import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UsageProblem } from '../contracts/problem.ts';
import type { Configuration } from '../harness/tenant/configuration.ts';

/**
 * Has the run read its certificate authority from a copy: each worker reads it, and so does the sweep at the end, when the
 * file of a job that was torn down may be gone.
 */
export function keepAuthority({ isLive, settings: { TLS_CA } }: Configuration): void {
  if (!isLive || TLS_CA === undefined) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'conformance-ca-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const copy = path.join(folder, path.basename(TLS_CA));
  try {
    copyFileSync(TLS_CA, copy);
  } catch (error) {
    throw new UsageProblem([`TLS_CA=${TLS_CA}: ${(error as Error).message}`]);
  }
  process.env['TLS_CA'] = copy;
}
