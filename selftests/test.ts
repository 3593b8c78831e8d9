import fc from 'fast-check';
import '../harness/check/running.ts';

/**
 * Properties draw the same inputs in each run, so that a change is not refused for what it did not touch. Another number
 * draws others: `SELFTEST_SEED=<n> npm test -- selftests/generators`.
 */
const { SELFTEST_SEED = '20261124' } = process.env;
fc.configureGlobal({ seed: Number(SELFTEST_SEED) });

/** What every test of the project itself begins with. */
export { baseTest as test } from '../harness/check/base-test.ts';
export { expect } from './expect.ts';
