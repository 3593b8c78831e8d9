import fc from 'fast-check';
import '../harness/check/running.ts';

/**
 * Properties draw the same inputs in each run, so that a change is not refused for what it did not touch. Another number
 * draws others: `SELFTEST_SEED=<n> npm test -- selftests/generators`.
 */
const { SELFTEST_SEED = '20261124' } = process.env;
fc.configureGlobal({ seed: Number(SELFTEST_SEED) });

/**
 * What every test of the project itself begins with. Playwright's usual `test` sets up some thirty options of browser
 * contexts and takes them down again, each with a stack trace of its own: more work than most of these tests are.
 */
export { _baseTest as test } from '@playwright/test';
export { expect } from './expect.ts';
