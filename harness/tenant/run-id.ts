import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';

/** The id of this run: its first process draws it, and those that it starts inherit it. */
export function runId(): string {
  return (process.env['RUN_ID'] ??= randomBytes(4).toString('hex'));
}

const { name, version } = createRequire(import.meta.url)('../../package.json') as { name: string; version: string };

/** What requests to a live tenant say of where they come from. */
export function userAgent(): string {
  return `${name}/${version} (run ${runId()})`;
}
