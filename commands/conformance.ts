import { DIALECT_CHOICES } from '../contracts/dialects.ts';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FAMILIES } from '../contracts/families.ts';
import { refuseIfAny, UsageProblem } from '../contracts/problem.ts';
import { EXIT_CODES, exitCodeOf } from '../evidence/exit-codes.ts';
import { SELECTED, VERIFIED } from '../evidence/provided.ts';
import { sweepCommand } from '../reports/again.ts';
import { isBegun, isEnding } from '../reports/ending.ts';
import { removeReport } from '../reports/report-files.ts';
import { counted } from '../reports/terminal-lines.ts';
import type { Configuration } from '../harness/tenant/configuration.ts';
import type { Claim } from '../harness/schedule/claim.ts';
import { ADMIN_LIMIT, meaningOf } from '../harness/tenant/admin-limit.ts';
import { drawSeed, readConfiguration } from '../harness/tenant/configuration.ts';
import { misspeltSettings } from '../harness/tenant/misspelt.ts';
import { WITHHELD } from '../harness/tenant/without-secrets.ts';
import { notify, openReport } from './after-run.ts';
import { refuseUnknownRows } from './baseline-rows.ts';
import { removeEmptyOutputs } from './empty-outputs.ts';
import { emptySelections, EXPLAINED } from './empty-selection.ts';
import { exitCodeFor, FAIL_ON } from './fail-on.ts';
import type { Command, Flags } from './flags.ts';
import { ANNOTATE, tellGitHub } from './github.ts';
import { selectedIds } from './listed.ts';
import { main, reportFolder, writableFolder } from './main.ts';
import { insteadOf } from '../contracts/nearest.ts';
import { haveAlone } from './one-run.ts';
import { needsFailures, PLAYWRIGHT_FLAGS } from './playwright-flags.ts';
import { endingOf, REPORTER, startPlaywright, type Ended } from './playwright.ts';
import { leaked } from './searched.ts';
import { configOf, filesOf, isShard, passedOn, selecting } from './selection.ts';
import { runEach, tenantsNamed } from './tenants.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** How long a run that is stopped before its checks are known may take to end. */
const GRACE_PERIOD = 800;
/** How long one may take that has checks, at the very most: its reporter writes after a second, and tells when it has written. */
const REPORTED_WITHIN = 10_000;
/** How long Playwright may take to end when the report is written. */
const CLOSED_WITHIN = 200;
/** How long a worker may take to notice that its runner is gone: on a busy machine more than a second. What it has not undone is swept then. */
const WORKER_TIMEOUT = 3_000;
const POLL_INTERVAL = 20;

/** Flags that stand for settings of one run. */
const SETTING_OF = { seed: 'SEED', dialect: 'DIALECT', tenant: 'TENANT', baseline: 'BASELINE' } as const;

const { project, reporter } = PLAYWRIGHT_FLAGS;
const COMMAND = {
  name: 'conformance',
  what: 'Tests a tenant, the embedded one where no other is configured, and reports a verdict for each requirement.',
  flags: {
    seed: { what: 'Seed of the generated inputs, a new one each time by default.', value: 'number' },
    dialect: {
      what: 'How the embedded tenant uses what the specification leaves open.',
      value: 'dialect',
      choices: DIALECT_CHOICES,
    },
    tenant: { what: 'Read .env.<name>; several names with commas are run one after the other.', value: 'name' },
    baseline: { what: 'File with the known violations and the accepted gaps.', value: 'file' },
    quick: { what: 'Only the requirements that cost few requests, as for a pull request.' },
    strict: { what: 'Accepted gaps count like any other.' },
    open: { what: 'Open the report in a browser when the run has ended.' },
    annotate: ANNOTATE,
    'fail-on': FAIL_ON,
    project: { ...project, what: 'Only the requirements of a family, such as roles.' },
    reporter: { ...reporter, what: "Playwright's reporters beside ours." },
  },
  words: { name: 'file', what: 'Only tests in files whose paths match.', most: Infinity },
  example: '--grep roles.update --seed 7',
  passedOn: { to: '`playwright test`', flags: PLAYWRIGHT_FLAGS, explained: EXPLAINED },
} satisfies Command;
type Given = Flags<keyof typeof COMMAND.flags>;

function environmentFrom(flags: Given): Record<string, string> {
  return Object.fromEntries(
    Object.entries(SETTING_OF).flatMap(([flag, setting]) => {
      const value = flags.get(flag as keyof typeof SETTING_OF);
      return value === undefined ? [] : [[setting, value] as const];
    }),
  );
}

/** Where Playwright was told to write. */
function outputsIn(flags: Given): readonly string[] {
  return (flags as Flags).all('output');
}

/** The arguments for Playwright. */
function playwrightArguments(flags: Given): string[] {
  const chosen = flags.get('reporter');
  const hasOurs = chosen?.split(',').some((one) => path.resolve(one) === REPORTER);
  const reporters = chosen === undefined || hasOurs ? (chosen ?? REPORTER) : `${chosen},${REPORTER}`;
  return [...flags.argumentsOf(['project']), ...passedOn(flags), `--reporter=${reporters}`, ...filesOf(flags)];
}

function refuseUnknownFamilies(flags: Given): void {
  const families = Object.keys(FAMILIES);
  const unknown = flags.all('project').filter((name) => !name.includes('*') && !families.includes(name));
  refuseIfAny(unknown.map((name) => `--project=${name}: no family has this name, ${insteadOf(name, families)}`));
}

/**
 * Has the run read its certificate authority from a copy: each worker reads it, and so does the sweep at the end, when the
 * file of a job that was torn down may be gone.
 */
function keepAuthority({ isLive, settings: { TLS_CA } }: Configuration): void {
  if (!isLive || TLS_CA === undefined) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'conformance-ca-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const copy = path.join(folder, path.basename(TLS_CA));
  try {
    copyFileSync(TLS_CA, copy);
  } catch (error) {
    throw new UsageProblem([`TLS_CA=${TLS_CA}: ${(error as Error).message}`]);
  }
  process.env['TLS_CA'] = copy;
}

/** Undoes what checks could not undo, because they were stopped or their worker died. */
async function sweepAfter(configuration: Configuration): Promise<number> {
  const { TENANT, BASE_URL = '' } = configuration.settings;
  const again = `Run \`${sweepCommand(TENANT)}\``;
  const [{ ledgerOf }, { sweepUp }] = await Promise.all([
    import('../harness/undo/administrator.ts'),
    import('../harness/provision/sweep-up.ts'),
  ]);
  const ledger = ledgerOf(configuration);
  // A worker that still runs undoes what it did itself; one whose runner was killed is about to end.
  for (let waited = 0; ledger.hasWriters && waited < WORKER_TIMEOUT; waited += POLL_INTERVAL) {
    await sleep(POLL_INTERVAL);
  }
  const pending = ledger.pending();
  if (pending.length === 0) return EXIT_CODES.passed;
  try {
    const { undone, left } = await sweepUp(configuration);
    if (undone > 0) console.log(`Swept ${counted(undone, 'thing')} that stopped checks left behind`);
    for (const what of left) console.log(`Still there: ${what}. ${again}`);
    return left.length === 0 ? EXIT_CODES.passed : EXIT_CODES.incomplete;
  } catch (error) {
    // The tenant is gone, or does not answer any more: what is left stays in the ledger.
    const changes = pending.flatMap(({ entries }) => entries);
    if (changes.length === 0) return EXIT_CODES.passed;
    console.error(`Left on ${BASE_URL}: ${counted(changes.length, 'change')}: ${(error as Error).message}. ${again}`);
    return EXIT_CODES.incomplete;
  }
}

/** The exit code of the runner and our reporter in it. */
function codeOf({ ending, code }: Ended, isList: boolean): number {
  // For a list no tenant is started: one that is not there keeps nothing from it.
  if (ending) return isList && ending.exitCode === EXIT_CODES.incomplete ? EXIT_CODES.usage : ending.exitCode;
  // A runner that was killed established nothing; one that ended by itself before any reporter was asked refused its arguments.
  // With 3 our own setup of the run ended it; Playwright has no such code.
  if (code === null || code === EXIT_CODES.incomplete) return EXIT_CODES.incomplete;
  return code === 0 ? EXIT_CODES.passed : EXIT_CODES.usage;
}

await main(COMMAND, async (flags) => {
  refuseUnknownFamilies(flags);
  Object.assign(process.env, environmentFrom(flags), flags.has('strict') && { STRICT: '1' });
  const tenants = tenantsNamed(process.env['TENANT']);
  if (tenants.length > 1) {
    const own = Object.keys(COMMAND.flags) as (keyof typeof COMMAND.flags)[];
    const others = flags.argumentsOf(own.filter((name) => name !== 'tenant'));
    return runEach(tenants, [...others, ...flags.passedOn, ...flags.words]);
  }
  drawSeed();
  keepAuthority(readConfiguration());
  const configuration = readConfiguration();
  const folder = reportFolder(configuration.settings.REPORT_FOLDER ?? 'reports/latest');
  if (configuration.settings.HISTORY !== undefined) writableFolder('HISTORY', configuration.settings.HISTORY);
  const isList = flags.passedOn.includes('--list');
  // The report of an earlier run would be taken for that of this one, which may not come to write any.
  if (!isList) {
    if (configuration.baseline) await refuseUnknownRows(configuration.baseline);
    haveAlone(
      folder,
      `the run of ${configuration.settings.TENANT ?? configuration.settings.BASE_URL ?? 'the embedded tenant'}`,
    );
    removeReport(folder);
  }
  if (configuration.isWithheld) console.error(WITHHELD);
  if (!isList) for (const line of misspeltSettings(process.env)) console.error(line);
  let claim: Claim | undefined;
  /** A run that is stopped before it begins has only its claim to give up. */
  const abandon = () => {
    void Promise.resolve(claim?.release()).finally(() => process.exit(EXIT_CODES.incomplete));
  };
  if (configuration.isLive) {
    for (const signal of SIGNALS) process.on(signal, abandon);
    const [{ administratorOf, admissionOf }, { verifyStated }, { CLAIMED, claimFor }] = await Promise.all([
      import('../harness/undo/administrator.ts'),
      import('../harness/provision/verify.ts'),
      import('../harness/schedule/claim-of-run.ts'),
    ]);
    const chosen = selecting(flags);
    // Beside the first requests: it takes longer than these.
    const selected = chosen.length === 0 ? undefined : selectedIds(chosen, configOf(flags));
    const { obstacle, limit } = await admissionOf(configuration);
    if (obstacle) {
      console.error(obstacle.message);
      return obstacle.kind === 'configuration' ? EXIT_CODES.usage : EXIT_CODES.incomplete;
    }
    if (limit) {
      console.error(meaningOf(limit));
      process.env[ADMIN_LIMIT] = limit;
    }
    process.env[VERIFIED] = JSON.stringify(await verifyStated(configuration));
    const ids = await selected;
    if (ids) process.env[SELECTED] = JSON.stringify(ids);
    if (!limit && !isList) {
      const isSharded = isShard(flags);
      claim = await claimFor(configuration, { selected: ids, isSharded }, () => administratorOf(configuration));
      if (!claim) return EXIT_CODES.incomplete;
      process.env[CLAIMED] = '1';
    }
  }

  const stopped = new AbortController();
  const codes: number[] = [];
  const hasLeak = await leaked(
    { settings: configuration.settings, reportFolder: folder, outputs: outputsIn(flags) },
    async () => {
      const child = startPlaywright(
        playwrightArguments(flags),
        { EXPECT_FAILURES: needsFailures(flags) ? undefined : '1' },
        { config: configOf(flags) },
      );
      const stop = () => {
        if (stopped.signal.aborted) return;
        stopped.abort();
        child.kill('SIGINT');
        const kill = () => child.kill('SIGKILL');
        setTimeout(kill, hasBegun ? REPORTED_WITHIN : GRACE_PERIOD).unref();
        child.on('message', (message) => {
          if (isEnding(message)) setTimeout(kill, CLOSED_WITHIN).unref();
        });
      };
      let hasBegun = false;
      child.on('message', (message) => {
        hasBegun ||= isBegun(message);
      });
      for (const signal of SIGNALS) process.off(signal, abandon).on(signal, stop);
      const ended = await endingOf(child);
      // A run that is stopped before its first check concludes nothing.
      if (ended.ending || !stopped.signal.aborted) codes.push(codeOf(ended, isList));
      if (ended.ending?.exitCode === EXIT_CODES.usage)
        for (const hint of await emptySelections(flags.passedOn)) console.error(hint);
      // The claim is in the ledger, too, of which the sweep undoes what is left.
      await claim?.release();
      if (configuration.isLive) codes.push(await sweepAfter(configuration));
    },
  );
  if (stopped.signal.aborted) codes.push(EXIT_CODES.incomplete);

  if (flags.has('annotate')) await tellGitHub(folder);
  if (!isList && !hasLeak) await notify(configuration.settings, folder);
  removeEmptyOutputs(outputsIn(flags));
  if (!isList && flags.has('open')) openReport(folder);
  // A leak is to be seen whatever the run found of the tenant.
  return hasLeak ? EXIT_CODES.usage : exitCodeFor(exitCodeOf(codes), flags.get('fail-on'));
});
