import { randomBytes } from 'node:crypto';
import { suitePackage } from '../../contracts/installation.ts';

/** The id of this run: its first process draws it, and those that it starts inherit it. */
export function runId(): string {
  return (process.env['RUN_ID'] ??= randomBytes(4).toString('hex'));
}

const { name, version } = suitePackage();

/** What requests to a live tenant say of where they come from. */
export function userAgent(): string {
  return `${name}/${version} (run ${runId()})`;
}
