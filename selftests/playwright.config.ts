import { defineConfig } from '@playwright/test';
import { FULL, isFull } from './size.ts';

/** The project's tests of itself. The checks of a tenant have their own config at the top level. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/selftests',
  globalSetup: './folders.ts',
  fullyParallel: true,
  // Playwright takes half of the cores. With more than two workers on two cores, bounds on time are missed.
  workers: 2,
  ...(!isFull && { grepInvert: new RegExp(FULL.tag) }),
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [[process.stdout.isTTY ? 'line' : 'dot'], ['json']],
  timeout: 30_000,
});
