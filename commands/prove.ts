import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { loadContract } from '../contracts/bundle.ts';
import { DIALECT_CHOICES, type DialectName } from '../contracts/dialects.ts';
import { refuseIfAny, UsageProblem } from '../contracts/problem.ts';
import { loadRegistry, type Registry } from '../contracts/requirements/index.ts';
import { CollateralPlan } from '../proof/collateral.ts';
import { loadFaults, type Fault } from '../proof/index.ts';
import { Reach } from '../proof/reach.ts';
import { touchedBy } from '../proof/touched.ts';
import {
  collateralTrials,
  declaredTrials,
  keyOf,
  pairTrials,
  sampleOf,
  targetTrials,
  type Trial,
} from '../proof/trials.ts';
import { declaredOf, proofsOf, tallyOf, type Declared } from '../proof/verdicts.ts';
import { proofPage } from '../reports/page/proof.ts';
import { numberOf, type Command, type Flags } from './flags.ts';
import { main, reportFolder } from './main.ts';
import { loadSources } from './sources.ts';
import { KNOWN_BY, type KnownBy } from './live-trials.ts';
import { TrialRuns } from './trial-runs.ts';

const COMMAND = {
  name: 'prove',
  what: 'Plays each check against tenants that break its requirement, and expects that this check fails and no other.',
  flags: {
    only: { what: 'Only faults whose ids begin so; several with commas.', value: 'id' },
    sample: { what: 'So many faults of each family, one without a number.', value: 'number', isValueOptional: true },
    touched: {
      what: 'Only faults that what differs from this state of the repository can have an effect on.',
      value: 'ref',
    },
    dialect: {
      what: 'How the tenant uses what the specification leaves open.',
      value: 'dialect',
      choices: DIALECT_CHOICES,
    },
    blame: {
      what: 'Also other checks of the same operations: all, or so many of each fault.',
      value: 'number',
      isValueOptional: true,
    },
    declared: {
      what: 'Also the checks of the requirements that faults declare in `also`; those that stay green are listed.',
    },
    pairs: { what: 'Two faults at once, so many times.', value: 'number' },
    live: {
      what: 'Tenants that the suite takes for live ones, each known by its address and token or by all settings.',
      value: 'known',
      choices: KNOWN_BY,
    },
    seed: { what: 'Seed of samples, of pairs and of the inputs that checks draw, 1 by default.', value: 'number' },
    shard: { what: 'A part for one machine of several, such as 1/3.', value: 'part' },
    resume: { what: 'Go on where an earlier proof run was stopped.' },
  },
  example: '--only=roles',
} satisfies Command;
type Given = Flags<keyof typeof COMMAND.flags>;

/** Lines of what git prints, or a usage problem where it fails. */
function git(flag: string, ...args: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' });
  if (status === 0) return stdout.split('\n').filter((line) => line !== '');
  throw new UsageProblem([`${flag}: ${stderr.trim().split('\n')[0] ?? 'git knows no such state'}`]);
}

/** The files that differ from a state of the repository, new ones that are not added yet among them. */
function changedSince(ref: string): string[] {
  const flag = `--touched=${ref}`;
  // Without renames, the old place of a moved file is listed as well.
  const differing = git(flag, 'diff', '--name-only', '--no-renames', ref, '--');
  return [...differing, ...git(flag, 'ls-files', '--others', '--exclude-standard')];
}

/** The faults that files which differ from a state of the repository can have an effect on. */
async function isTouchedSince(ref: string, registry: Registry): Promise<(fault: Fault) => boolean> {
  const changed = changedSince(ref);
  return changed.length === 0 ? () => false : touchedBy(changed, await loadSources(registry));
}

/** The share of the trials that one machine of several plays. */
function sharded(trials: readonly Trial[], shard: string | undefined): readonly Trial[] {
  if (shard === undefined) return trials;
  const [, current, total] = (/^(\d+)\/(\d+)$/.exec(shard) ?? []).map(Number);
  if (!current || !total || current > total) throw new UsageProblem([`--shard=${shard}: expected 1/3, 2/3 or 3/3`]);
  return trials.filter((_, index) => index % total === current - 1);
}

/** Leaves out the trials in which the check never makes its tenant use a rule that the fault changes. */
async function thoseThatMeet(trials: readonly Trial[], runs: TrialRuns): Promise<readonly Trial[]> {
  if (trials.length === 0) return trials;
  const reach = new Reach();
  await runs.watch(new Set(trials.map(({ check }) => check)), (check) => reach.of(check));
  return trials.filter(({ check, faults }) => faults.some(({ patch }) => reach.meets(check, patch)));
}

/** The faults that the flags select. */
async function selectedFaults(flags: Given, registry: Registry): Promise<Fault[]> {
  const only = flags.get('only')?.split(',');
  const touched = flags.get('touched');
  const isTouched = touched === undefined ? () => true : await isTouchedSince(touched, registry);
  const selected = loadFaults(registry).filter(
    (fault) => (only?.some((id) => fault.id.startsWith(id)) ?? true) && isTouched(fault),
  );
  if (selected.length === 0 && touched === undefined)
    throw new UsageProblem([`--only=${only?.join() ?? ''}: no fault has such an id`]);
  const most = flags.get('sample') === '' ? 1 : (numberOf(flags, 'sample') ?? Infinity);
  return sampleOf(selected, most, seedOf(flags));
}

/** Refuses what cannot be had with live tenants. */
function refuseBeside(flags: Given): void {
  const problems = (['blame', 'pairs'] as const)
    .filter((name) => flags.has(name))
    .map((name) => `--live: each tenant is played in a run of its own, which takes seconds; leave out --${name}`);
  if (existsSync('.env')) problems.push('--live: .env would add its settings to those of the tenants; move it away');
  refuseIfAny(problems);
}

const seedOf = (flags: Given) => numberOf(flags, 'seed') ?? 1;

/** Says which declared lines stayed green. Another dialect or seed may turn some of them red. */
function tellDeclared(all: readonly Declared[]): void {
  for (const { id, unseen } of all) if (unseen.length > 0) console.log(`green beside ${id}: ${unseen.join(', ')}`);
  const [seen, unseen] = [all.flatMap((one) => one.seen).length, all.flatMap((one) => one.unseen).length];
  console.log(`${seen + unseen} requirements are declared beside faults: ${seen} turned red, ${unseen} stayed green`);
}

/** Plays each check against tenants that break its requirement: it has to report that requirement, and no other. */
await main(COMMAND, async (flags) => {
  const dialect = (flags.get('dialect') ?? 'plain') as DialectName;
  const [seed, shard] = [seedOf(flags), flags.get('shard')];
  const [others, pairs] = [numberOf(flags, 'blame'), numberOf(flags, 'pairs')];
  const registry = loadRegistry(await loadContract());
  const faults = await selectedFaults(flags, registry);
  if (faults.length === 0) {
    console.log(`nothing that faults or their checks depend on differs from ${flags.get('touched') ?? ''}`);
    return 0;
  }
  const targets = sharded(
    pairs === undefined ? targetTrials(faults) : pairTrials(faults, registry, pairs, seed),
    shard,
  );
  const collateral =
    others === undefined ? [] : sharded(collateralTrials(faults, registry, { most: others, seed }), shard);

  const knownBy = flags.get('live') as KnownBy | undefined;
  if (knownBy !== undefined) refuseBeside(flags);
  // What a live run cannot tell of any tenant it cannot tell of a faulty one, and a tenant that may do otherwise meets some classes never.
  const isUntestedByRight = knownBy !== undefined || dialect !== 'plain';
  const runs = new TrialRuns(reportFolder('reports/proof'), registry, dialect, { shard, seed, knownBy });
  await runs.open(flags.has('resume'));
  const before = await runs.played();
  const declared = flags.has('declared') ? sharded(declaredTrials(faults), shard) : [];
  await runs.play([...targets, ...declared].filter((trial) => !before.has(keyOf(trial))));
  const meeting = await thoseThatMeet(collateral, runs);
  const plan = new CollateralPlan(meeting, seed);
  await runs.playOn((played) => plan.next(played));

  const played = await runs.played();
  const alone = plan.playedAlone(played);
  const proofs = proofsOf(faults, [...targets, ...alone], played);
  for (const { id, verdict, reason = '', collateral: reported } of proofs) {
    if (verdict === 'caught' || (verdict === 'untested' && knownBy !== undefined)) continue;
    const told = [reported.join(', '), reason.split('\n')[0]].filter(Boolean);
    console.log(`${verdict} ${id} ${told.join('; ')}`);
  }
  const tally = tallyOf(proofs);
  const trials = targets.length + declared.length + collateral.length;
  await runs.write('results.json', { dialect, trials, faults: proofs, tally });
  const sentences = new Map(faults.map(({ id, sentence }) => [id, sentence]));
  const proven = proofs.map((one) => ({ ...one, sentence: sentences.get(one.id) ?? '' }));
  await runs.writePage(proofPage({ dialect, trials, faults: proven }));
  if (flags.has('declared')) tellDeclared(declaredOf(faults, played));
  if (collateral.length > 0) {
    const apart = collateral.length - meeting.length;
    console.log(
      `${collateral.length} collateral trials: ${apart} cannot differ, ${alone.length} played alone, ${plan.spared(played)} skipped because a dozen others showed that they depend on the requirement of the fault, the rest played with several faults at once`,
    );
  }
  const { caught, survived, void: empty, untested, unplayed } = tally;
  console.log(
    `${proofs.length} faults in ${trials} trials: ${caught} caught, ${tally['wrong-blame']} with the wrong blame, ${survived} survived, ${empty} void, ${untested > 0 ? `${untested} untested, ` : ''}${unplayed} without a check`,
  );
  return caught + (isUntestedByRight ? untested : 0) === proofs.length ? 0 : 1;
});
