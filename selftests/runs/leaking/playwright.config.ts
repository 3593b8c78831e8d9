import { defineConfig } from '@playwright/test';
import base from '../../../playwright.config.ts';

/** Checks that do with a secret what none should, to see that it is written nowhere. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'checks.ts',
  projects: [{ name: 'leaking' }],
});
