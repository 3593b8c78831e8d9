import '../harness/check/running.ts';
/**
 * What every test of the project itself begins with. Playwright's usual `test` sets up some thirty options of browser
 * contexts and takes them down again, each with a stack trace of its own: more work than most of these tests are.
 */
export { expect, _baseTest as test } from '@playwright/test';
