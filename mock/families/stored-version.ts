import { refuse } from '../answer.ts';
import type { Call } from '../call.ts';
import type { Dialect } from '../dialects/dialect.ts';

interface Versioned {
  /** How often it was changed. */
  readonly version: number;
}

/** The version of a thing, where this dialect shows it. */
export function versionOf({ storedVersion }: Dialect, { version }: Versioned): Record<string, unknown> {
  return storedVersion === undefined ? {} : { [storedVersion]: version };
}

/** Refuses an update that was made for another version than the stored one. */
export function refuseOvertaken(
  { tenant: { dialect } }: Call,
  { version }: Versioned,
  body: Readonly<Record<string, unknown>>,
): void {
  const { storedVersion } = dialect;
  if (storedVersion !== undefined && body[storedVersion] !== version)
    refuse('conflict', `the stored version is ${version}`);
}
