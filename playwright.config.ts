import { defineConfig } from '@playwright/test';
import { FAMILIES } from './contracts/families.ts';
import { UsageProblem } from './contracts/problem.ts';
import { facts } from './harness/tenant/run-facts.ts';
import { drawSeed, readConfiguration, type Configuration } from './harness/tenant/configuration.ts';

drawSeed();

function configured(): Configuration {
  try {
    return readConfiguration();
  } catch (error) {
    if (!(error instanceof UsageProblem)) throw error;
    for (const problem of error.problems) console.error(problem);
    process.exit(2);
  }
}

const configuration = configured();
const { settings, isLive, seed } = configuration;
const isEmbedded = !isLive && settings.CONTROL_URL === undefined;

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results/checks',
  // For each test that may run beside its neighbours Playwright takes up its whole file again, which is a fifth of a run. On a
  // live tenant that is nothing beside the waits of a file, one after the other.
  fullyParallel: isLive,
  // Playwright takes half of the cores; checks wait for the tenant more than they compute.
  workers: isLive ? Math.min(4, configuration.budget.inFlight) : 2,
  // A worker serves one project, and its start costs half a second: what runs everything runs it as one.
  projects:
    settings.ONE_PROJECT === '1'
      ? [{ name: 'conformance' }]
      : Object.keys(FAMILIES).map((family) => ({ name: family, testDir: `tests/${family}` })),
  // Trials are not reported by requirement, and start many runs.
  ...(process.env['TRIALS_PLAN'] === undefined && { globalSetup: './proof/sentences.ts' }),
  reporter: [[process.stdout.isTTY ? 'line' : 'dot'], ['./reports/reporter.ts']],
  timeout: Math.max(60_000, configuration.maxWait + 60_000),
  // Playwright adds facts of its own beside ours.
  metadata: { facts: facts(configuration) },
  ...(isEmbedded && {
    webServer: {
      command: `node --import ./commands/typescript.js commands/mock.ts --embedded --seed=${seed} --dialect=${settings.DIALECT ?? 'plain'}`,
      wait: { stdout: /CONTROL_URL=(?<CONTROL_URL>\S+)/ },
      gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 1_000 },
    },
  }),
});
