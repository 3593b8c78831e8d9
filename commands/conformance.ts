import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { annotationsOf } from '../reports/annotations.ts';
import type { Configuration } from '../harness/tenant/configuration.ts';
import { drawSeed, readConfiguration } from '../harness/tenant/configuration.ts';
import { startEmbedded, type Embedded } from './embedded.ts';
import { readResults } from './judged.ts';
import { LEAKED } from '../reports/written.ts';
import { main, type Flags } from './main.ts';
import { ended, REPORTER, startPlaywright } from './playwright.ts';
import { leaked } from './searched.ts';
import { runEach, tenantsNamed } from './tenants.ts';

/** How long checks may take to come to an end after Ctrl-C. */
const GRACE = 800;
/** How long a worker may take to notice that its runner is gone. */
const LAST_BREATH = 1_000;
const GLANCE = 20;

/** Ours, which are settings for one run; every other flag is Playwright's. */
const OWN_FLAGS = { seed: 'SEED', dialect: 'DIALECT', tenant: 'TENANT', baseline: 'BASELINE' } as const;
/** Flags without a value. */
const OWN_SWITCHES = ['--strict', '--annotate'];

function environmentFrom(flags: Flags): Record<string, string> {
  return Object.fromEntries(
    Object.entries(OWN_FLAGS).flatMap(([flag, setting]) => {
      const value = flags.get(flag);
      return value === undefined ? [] : [[setting, value] as const];
    }),
  );
}

/** Playwright's own flags. A reporter that is chosen there would take the place of ours. */
function playwrightFlags(argv: readonly string[]): string[] {
  return argv
    .filter(
      (argument) =>
        !OWN_SWITCHES.includes(argument) && !Object.keys(OWN_FLAGS).some((flag) => argument.startsWith(`--${flag}=`)),
    )
    .map((argument) =>
      argument.startsWith('--reporter=') && !argument.includes(REPORTER) ? `${argument},${REPORTER}` : argument,
    );
}

/** Each tenant is named to its own run alone. */
function withoutTenant(argv: readonly string[]): string[] {
  return argv.filter((argument) => !argument.startsWith('--tenant='));
}

/** Undoes what checks could not undo, because they were stopped or their worker died. */
async function sweepUp({ settings }: Configuration): Promise<void> {
  const [{ keeperOf }, { hasWriters, pendingEntries, sweep }] = await Promise.all([
    import('../harness/undo/administrator.ts'),
    import('../harness/undo/ledger.ts'),
  ]);
  const baseUrl = settings.BASE_URL ?? '';
  // A worker that still runs undoes what it did itself; one whose runner was killed is about to end.
  for (let waited = 0; hasWriters(baseUrl) && waited < LAST_BREATH; waited += GLANCE) await sleep(GLANCE);
  if (pendingEntries(baseUrl).length === 0) return;
  const { keeper, close } = await keeperOf();
  const { undone, left } = await sweep(baseUrl, keeper);
  await close();
  if (undone > 0) console.log(`Swept ${undone} things that stopped checks left behind`);
  for (const what of left) console.log(`Still there: ${what}. Run \`npm run sweep\``);
}

/** Where nothing else is configured, a tenant of our own. */
function embeddedFor({ isLive, seed, settings }: Configuration): Promise<Embedded> | undefined {
  if (isLive || settings.CONTROL_URL !== undefined) return undefined;
  return startEmbedded({ seed, dialect: settings.DIALECT === 'contrary' ? 'contrary' : 'plain' });
}

await main(async (flags) => {
  Object.assign(process.env, environmentFrom(flags), flags.has('strict') && { STRICT: '1' });
  const tenants = tenantsNamed(process.env['TENANT']);
  if (tenants.length > 1) return runEach(tenants, withoutTenant(process.argv.slice(2)));
  drawSeed();
  const configuration = readConfiguration();
  if (configuration.isLive) {
    const { obstacleOf } = await import('../harness/undo/administrator.ts');
    const obstacle = await obstacleOf(configuration);
    if (obstacle) {
      console.error(obstacle.message);
      return obstacle.kind === 'configuration' ? 2 : 3;
    }
  }

  const folder = configuration.settings.REPORT_FOLDER ?? 'reports/latest';
  await rm(path.join(folder, 'results.json'), { force: true });
  const isOneFamily = flags.has('project') || process.argv.includes('--project');
  const stopped = new AbortController();
  let code = 1;
  let obstacle: unknown;
  const hasLeak = await leaked({ settings: configuration.settings, reportFolder: folder }, async () => {
    const embedded = await embeddedFor(configuration);
    const child = startPlaywright(playwrightFlags(process.argv.slice(2)), {
      ONE_PROJECT: isOneFamily ? '0' : '1',
      ...(embedded && { CONTROL_URL: embedded.url }),
    });
    const stop = () => {
      if (stopped.signal.aborted) return;
      stopped.abort();
      child.kill('SIGINT');
      setTimeout(() => child.kill('SIGKILL'), GRACE).unref();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    // Without its tenant the runner would ask in vain, check by check.
    void embedded?.obstacle.then((one) => {
      if (one !== undefined) stop();
    });
    code = await ended(child);
    await embedded?.close();
    obstacle = await embedded?.obstacle;
    if (configuration.isLive) await sweepUp(configuration);
  });
  if (obstacle !== undefined) {
    console.error('The embedded tenant did not start:', obstacle);
    return hasLeak ? LEAKED : 3;
  }

  const results = await readResults(folder);
  if (stopped.signal.aborted) return hasLeak ? LEAKED : 3;
  if (flags.has('annotate') && results) for (const line of annotationsOf(results)) console.log(line);
  if (hasLeak) return LEAKED;
  // Without results nothing was judged: a list, a help text, or a selection that is empty.
  return results?.run.exitCode ?? (code === 0 ? 0 : 2);
});
