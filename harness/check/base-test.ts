/**
 * `test` as Playwright has it before browsers. The usual one sets up some thirty options of browser contexts for each test and takes
 * them down again, each with a stack trace of its own: more work than most of the project's tests are.
 */
export { _baseTest as baseTest } from '@playwright/test';
