import { test } from '@playwright/test';
import { ANNOTATIONS } from '../../evidence/evidence.ts';

/** Ends the running check as untested; the message says what to provide. */
export function untested(message: string): never {
  test.info().annotations.push({ type: ANNOTATIONS.untested, description: message });
  test.skip(true, message);
  throw new Error('test.skip did not end the test');
}
