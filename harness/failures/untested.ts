import { test } from '@playwright/test';
import { ANNOTATIONS } from '../../evidence/evidence.ts';

/** Ends the check that runs as untested; the message says what it would take to look. */
export function untested(message: string): never {
  test.info().annotations.push({ type: ANNOTATIONS.untested, description: message });
  test.skip(true, message);
  throw new Error('a skipped test goes on');
}
