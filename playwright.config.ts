import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { FAMILIES } from './contracts/families.ts';
import { ownFile, ROOT } from './contracts/installation.ts';
import { UsageProblem } from './contracts/problem.ts';
import { facts } from './harness/tenant/run-facts.ts';
import { runId } from './harness/tenant/run-id.ts';
import { drawSeed, readConfiguration, type Configuration } from './harness/tenant/configuration.ts';

drawSeed();
runId();

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
const startsTenant = !isLive && settings.CONTROL_URL === undefined;

/** The program of a server is one text for a shell. */
const quoted = (word: string) => `"${word}"`;

/** On a live tenant a worker waits for the tenant most of the time, and computes or waits for a job to end in the rest of it. */
const WORKERS_PER_REQUEST = 1.25;
const MOST_WORKERS = 10;
/**
 * A worker sends few of its requests at once, so that a distant tenant has it send about so many a second. Where the rate is limited
 * each worker has its share of it: more of them would make every check slower, and the longest sequence of checks with it.
 */
const OF_A_WORKER = 8;

function workersFor({ inFlight, perSecond }: Configuration['budget']): number {
  const most = Math.min(MOST_WORKERS, Math.max(1, Math.floor(perSecond / OF_A_WORKER)));
  return Math.min(most, Math.round(inFlight * WORKERS_PER_REQUEST));
}

export default defineConfig({
  // Absolute, because a config in another folder takes this one over.
  testDir: ownFile('tests'),
  outputDir: path.resolve('test-results/checks'),
  // Playwright sets up the whole file again for each test that may run beside its neighbours, which takes a fifth of a run. On
  // a live tenant that is little beside the waits of a file whose tests run one after the other.
  fullyParallel: isLive,
  // Playwright takes half of the cores by default; checks wait for the tenant more than they compute.
  workers: isLive ? workersFor(configuration.budget) : 2,
  projects: Object.keys(FAMILIES).map((family) => ({ name: family, testDir: ownFile(`tests/${family}`) })),
  // Trials are not reported by requirement, and start many runs.
  globalSetup: [
    ...(process.env['TRIALS_PLAN'] === undefined ? [ownFile('proof/sentences.ts')] : []),
    ...(isLive ? [ownFile('harness/provision/setup.ts')] : []),
  ],
  reporter: [[process.stdout.isTTY ? 'line' : 'dot'], [ownFile('reports/reporter.ts')]],
  // On a live tenant responses take longer, and some checks wait for a job to end.
  timeout: configuration.maxWait + (isLive ? 150_000 : 60_000),
  // Playwright adds facts of its own beside ours.
  metadata: { facts: facts(configuration), startsTenant },
  ...(startsTenant && {
    webServer: {
      command: [
        ...[process.execPath, ownFile('commands/bin.js')].map(quoted),
        `mock --embedded --seed=${seed} --dialect=${settings.DIALECT ?? 'plain'}`,
      ].join(' '),
      cwd: ROOT,
      wait: { stdout: /CONTROL_URL=(?<CONTROL_URL>\S+)/ },
      gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 1_000 },
    },
  }),
});
