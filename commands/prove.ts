import { spawnSync } from 'node:child_process';
import { loadContract } from '../contracts/bundle.ts';
import { UsageProblem } from '../contracts/problem.ts';
import { loadRegistry, type Registry } from '../contracts/requirements/index.ts';
import { Blame } from '../proof/blame.ts';
import { blameBouts, nameOf, pairBouts, roundsOf, sampleOf, targetBouts, type Bout } from '../proof/campaign.ts';
import type { Fault } from '../proof/fault.ts';
import { loadFaults } from '../proof/index.ts';
import { Reach } from '../proof/reach.ts';
import { touchedBy } from '../proof/touched.ts';
import { proofsOf, tallyOf } from '../proof/verdicts.ts';
import { proofPage } from '../reports/page/proof.ts';
import { Bouts } from './bouts.ts';
import { numberOf, type Command, type Flags } from './flags.ts';
import { main, reportFolder } from './main.ts';

const COMMAND = {
  name: 'prove',
  what: 'Plays each check against tenants that break its requirement, and expects that this check fails and no other.',
  flags: {
    only: { what: 'Only faults whose ids begin so.', value: 'id' },
    sample: { what: 'So many faults of each family, one without a number.', value: 'number', isValueOptional: true },
    touched: { what: 'Only faults of the families that differ from this state of the repository.', value: 'ref' },
    dialect: {
      what: 'How the tenant uses what the specification leaves open.',
      value: 'dialect',
      choices: ['plain', 'contrary'],
    },
    blame: {
      what: 'Also other checks of the same operations: all, or so many of each fault.',
      value: 'number',
      isValueOptional: true,
    },
    pairs: { what: 'Two faults at once, so many times.', value: 'number' },
    seed: { what: 'Seed of samples and pairs, 1 by default.', value: 'number' },
    shard: { what: 'A part for one machine of several, such as 1/3.', value: 'part' },
    resume: { what: 'Go on where an earlier proof run was stopped.' },
  },
  example: 'npm run prove -- --only=roles',
} satisfies Command;
type Given = Flags<keyof typeof COMMAND.flags>;

/** The files that differ from a state of the repository. */
function changedSince(ref: string): string[] {
  const { status, stdout, stderr } = spawnSync('git', ['diff', '--name-only', ref], { encoding: 'utf8' });
  if (status === 0) return stdout.trim().split('\n');
  throw new UsageProblem([`--touched=${ref}: ${stderr.trim().split('\n')[0] ?? 'git knows no such state'}`]);
}

/** The part of a campaign that falls to one machine of several. */
function sharded(bouts: readonly Bout[], shard: string | undefined): readonly Bout[] {
  if (shard === undefined) return bouts;
  const [, current, total] = (/^(\d+)\/(\d+)$/.exec(shard) ?? []).map(Number);
  if (!current || !total || current > total) throw new UsageProblem([`--shard=${shard}: expected 1/3, 2/3 or 3/3`]);
  return bouts.filter((_, index) => index % total === current - 1);
}

/** Leaves out the bouts in which the check never has its tenant look at what the fault changes. */
async function thoseThatMeet(bouts: readonly Bout[], folder: Bouts): Promise<readonly Bout[]> {
  if (bouts.length === 0) return bouts;
  const reach = new Reach();
  await folder.watch(new Set(bouts.map(({ check }) => check)), (check) => reach.of(check));
  return bouts.filter(({ check, faults }) => faults.some(({ patch }) => reach.meets(check, patch)));
}

/** The faults that were asked for. */
function chosenFaults(flags: Given, registry: Registry): Fault[] {
  const only = flags.get('only');
  const touched = flags.get('touched');
  const isTouched = touched === undefined ? () => true : touchedBy(changedSince(touched));
  const chosen = loadFaults(registry).filter(
    (fault) => (only === undefined || fault.id.startsWith(only)) && isTouched(fault),
  );
  if (chosen.length === 0 && touched === undefined)
    throw new UsageProblem([`--only=${only ?? ''}: no fault is called so`]);
  const most = flags.get('sample') === '' ? 1 : (numberOf(flags, 'sample') ?? Infinity);
  return sampleOf(chosen, most, seedOf(flags));
}

const seedOf = (flags: Given) => numberOf(flags, 'seed') ?? 1;

/** Gives each check tenants that break its promise, and demands that the check says so, and no other. */
await main(COMMAND, async (flags) => {
  const dialect = flags.get('dialect') === 'contrary' ? 'contrary' : 'plain';
  const [seed, shard] = [seedOf(flags), flags.get('shard')];
  const [others, pairs] = [numberOf(flags, 'blame'), numberOf(flags, 'pairs')];
  const registry = loadRegistry(await loadContract());
  const faults = chosenFaults(flags, registry);
  if (faults.length === 0) {
    console.log(`nothing that faults or their checks are made of differs from ${flags.get('touched') ?? ''}`);
    return 0;
  }
  const targets = sharded(pairs === undefined ? targetBouts(faults) : pairBouts(faults, registry, pairs, seed), shard);
  const strangers = others === undefined ? [] : sharded(blameBouts(faults, registry, { most: others, seed }), shard);

  const folder = new Bouts(reportFolder('reports/proof'), registry, dialect, shard);
  await folder.open(flags.has('resume'));
  const before = await folder.played();
  await folder.play(roundsOf(targets.filter((bout) => !before.has(nameOf(bout)))));
  const meeting = await thoseThatMeet(strangers, folder);
  const blame = new Blame(meeting, seed);
  await folder.playOn((played) => blame.next(played));

  const played = await folder.played();
  const alone = blame.told(played);
  const proofs = proofsOf(faults, [...targets, ...alone], played);
  for (const { id, verdict, reason = '', collateral } of proofs) {
    if (verdict === 'caught') continue;
    console.log(`${verdict} ${id} ${reason.split('\n')[0] ?? ''}${collateral.join(', ')}`);
  }
  const tally = tallyOf(proofs);
  const bouts = targets.length + strangers.length;
  await folder.write('results.json', { dialect, bouts, faults: proofs, tally });
  const sentences = new Map(faults.map(({ id, sentence }) => [id, sentence]));
  const proven = proofs.map((one) => ({ ...one, sentence: sentences.get(one.id) ?? '' }));
  await folder.writePage(proofPage({ dialect, bouts, faults: proven }));
  if (strangers.length > 0) {
    const apart = strangers.length - meeting.length;
    console.log(
      `${strangers.length} times a check and the fault of another promise: ${apart} cannot meet, ${alone.length} met alone, ${blame.spared(played)} told as their own by a dozen others, the rest several faults at once`,
    );
  }
  const { caught, survived, void: empty, unplayed } = tally;
  console.log(
    `${bouts} bouts: ${caught} caught, ${tally['wrong-blame']} with the wrong blame, ${survived} survived, ${empty} void, ${unplayed} without a check`,
  );
  return caught === proofs.length ? 0 : 1;
});
