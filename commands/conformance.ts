import { DIALECT_CHOICES } from '../contracts/dialects.ts';
import path from 'node:path';
import { FAMILIES } from '../contracts/families.ts';
import { refuseIfAny } from '../contracts/problem.ts';
import { EXIT_CODES, exitCodeOf } from '../evidence/exit-codes.ts';
import { removeReport } from '../reports/report-files.ts';
import type { Configuration } from '../harness/tenant/configuration.ts';
import type { Claim } from '../harness/schedule/claim.ts';
import { drawSeed, readConfiguration } from '../harness/tenant/configuration.ts';
import { misspeltSettings } from '../harness/tenant/misspelt.ts';
import { WITHHELD } from '../harness/tenant/without-secrets.ts';
import { admitted } from './admitted.ts';
import { notify, openReport } from './after-run.ts';
import { refuseUnknownRows } from './baseline-rows.ts';
import { removeEmptyOutputs } from './empty-outputs.ts';
import { emptySelections, EXPLAINED } from './empty-selection.ts';
import { exitCodeFor, FAIL_ON } from './fail-on.ts';
import type { Command, Flags } from './flags.ts';
import { ANNOTATE, tellGitHub } from './github.ts';
import { main, reportFolder, writableFolder } from './main.ts';
import { insteadOf } from '../contracts/nearest.ts';
import { haveAlone } from './one-run.ts';
import { keepAuthority } from './own-authority.ts';
import { needsFailures, PLAYWRIGHT_FLAGS } from './playwright-flags.ts';
import { endingOf, REPORTER, startPlaywright, type Ended } from './playwright.ts';
import { leaked } from './searched.ts';
import { configOf, filesOf, isShard, passedOn, selecting } from './selection.ts';
import { stoppedBySignal } from './stopping.ts';
import { sweepAfter } from './sweep-after.ts';
import { runEach, tenantsNamed } from './tenants.ts';

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

/** Whether checks are only listed. */
function isListing(flags: Given): boolean {
  return flags.passedOn.includes('--list');
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

/** The exit code of the runner and our reporter in it. */
function codeOf({ ending, code }: Ended, isList: boolean): number {
  // For a list no tenant is started: one that is not there keeps nothing from it.
  if (ending) return isList && ending.exitCode === EXIT_CODES.incomplete ? EXIT_CODES.usage : ending.exitCode;
  // A runner that was killed established nothing; one that ended by itself before any reporter was asked refused its arguments.
  // With 3 our own setup of the run ended it; Playwright has no such code.
  if (code === null || code === EXIT_CODES.incomplete) return EXIT_CODES.incomplete;
  return code === 0 ? EXIT_CODES.passed : EXIT_CODES.usage;
}

/** Runs the suite on one tenant after the other, with the same flags. */
function runOnEach(tenants: readonly string[], flags: Given): Promise<number> {
  const own = Object.keys(COMMAND.flags) as (keyof typeof COMMAND.flags)[];
  const others = flags.argumentsOf(own.filter((name) => name !== 'tenant'));
  return runEach(tenants, [...others, ...flags.passedOn, ...flags.words]);
}

/** The folder of the report, without that of an earlier run: it would be taken for that of this one, which may not come to write any. */
async function emptyFolder(
  { settings: { REPORT_FOLDER, TENANT, BASE_URL }, baseline }: Configuration,
  isList: boolean,
): Promise<string> {
  const folder = reportFolder(REPORT_FOLDER ?? 'reports/latest');
  if (isList) return folder;
  if (baseline) await refuseUnknownRows(baseline);
  haveAlone(folder, `the run of ${TENANT ?? BASE_URL ?? 'the embedded tenant'}`);
  removeReport(folder);
  return folder;
}

/** Says what of the settings may not be what the user meant. */
function tellOddities({ isWithheld }: Configuration, isList: boolean): void {
  if (isWithheld) console.error(WITHHELD);
  if (!isList) for (const line of misspeltSettings(process.env)) console.error(line);
}

interface Played {
  readonly codes: readonly number[];
  /** Whether an output of the run has a secret. */
  readonly hasLeak: boolean;
}

/** Runs the checks, and takes back what they could not. */
async function playedBy(
  flags: Given,
  { configuration, folder, claim }: { configuration: Configuration; folder: string; claim: Claim | undefined },
): Promise<Played> {
  const isList = isListing(flags);
  const codes: number[] = [];
  const searched = { settings: configuration.settings, reportFolder: folder, outputs: outputsIn(flags) };
  const hasLeak = await leaked(searched, async () => {
    const child = startPlaywright(
      playwrightArguments(flags),
      { EXPECT_FAILURES: needsFailures(flags) ? undefined : '1' },
      { config: configOf(flags) },
    );
    const stopping = stoppedBySignal(child);
    const ended = await endingOf(child);
    // A run that is stopped before its first check concludes nothing.
    if (ended.ending || !stopping.aborted) codes.push(codeOf(ended, isList));
    if (ended.ending?.exitCode === EXIT_CODES.usage)
      for (const hint of await emptySelections(flags.passedOn)) console.error(hint);
    // The claim is in the ledger, too, of which the sweep undoes what is left.
    await claim?.release();
    if (configuration.isLive) codes.push(await sweepAfter(configuration));
    if (stopping.aborted) codes.push(EXIT_CODES.incomplete);
  });
  return { codes, hasLeak };
}

await main(COMMAND, async (flags) => {
  refuseUnknownFamilies(flags);
  Object.assign(process.env, environmentFrom(flags), flags.has('strict') && { STRICT: '1' });
  const tenants = tenantsNamed(process.env['TENANT']);
  if (tenants.length > 1) return runOnEach(tenants, flags);
  drawSeed();
  keepAuthority(readConfiguration());
  const configuration = readConfiguration();
  const isList = isListing(flags);
  const folder = await emptyFolder(configuration, isList);
  if (configuration.settings.HISTORY !== undefined) writableFolder('HISTORY', configuration.settings.HISTORY);
  tellOddities(configuration, isList);
  const chosen = { selecting: selecting(flags), config: configOf(flags), isSharded: isShard(flags), isList };
  const { claim, refused } = configuration.isLive ? await admitted(configuration, chosen) : {};
  if (refused !== undefined) return refused;
  const { codes, hasLeak } = await playedBy(flags, { configuration, folder, claim });
  if (flags.has('annotate')) await tellGitHub(folder);
  if (!isList && !hasLeak) await notify(configuration.settings, folder);
  removeEmptyOutputs(outputsIn(flags));
  if (!isList && flags.has('open')) openReport(folder);
  // A leak is to be seen whatever the run found of the tenant.
  return hasLeak ? EXIT_CODES.usage : exitCodeFor(exitCodeOf(codes), flags.get('fail-on'));
});
