import { defineConfig } from '@playwright/test';

/** The project's tests of itself. The checks of a tenant have their own config at the top level. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/selftests',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [[process.stdout.isTTY ? 'line' : 'dot'], ['json']],
  timeout: 30_000,
});
