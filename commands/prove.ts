import { spawnSync } from 'node:child_process';
import { loadContract } from '../contracts/bundle.ts';
import { UsageProblem } from '../contracts/problem.ts';
import { loadRegistry, type Registry } from '../contracts/requirements/index.ts';
import { blameBouts, nameOf, pairBouts, roundsOf, sampleOf, targetBouts, type Bout } from '../proof/campaign.ts';
import type { Fault } from '../proof/fault.ts';
import { loadFaults } from '../proof/index.ts';
import { proofsOf, tallyOf } from '../proof/verdicts.ts';
import { proofPage } from '../reports/page/proof.ts';
import { Bouts } from './bouts.ts';
import { main, numberOf, type Flags } from './main.ts';

const FOLDER = process.env['REPORT_FOLDER'] ?? 'reports/proof';
const FLAGS = ['only', 'sample', 'touched', 'dialect', 'blame', 'pairs', 'seed', 'shard', 'resume'] as const;

/** The families whose requirements, checks or faults differ from a state of the repository. */
function touchedSince(ref: string): (fault: Fault) => boolean {
  const { status, stdout, stderr } = spawnSync('git', ['diff', '--name-only', ref], { encoding: 'utf8' });
  if (status !== 0)
    throw new UsageProblem([`--touched=${ref}: ${stderr.trim().split('\n')[0] ?? 'git knows no such state'}`]);
  const names = stdout.split('\n').flatMap((file) => {
    const [, test, rest] =
      /^(?:tests\/([a-z-]+)\/|(?:contracts\/requirements|contracts\/openapi|proof\/faults|mock\/families)\/([a-z-]+))/.exec(
        file,
      ) ?? [];
    return test ?? rest ?? [];
  });
  // Files of a large family bear its name and a word: `reports-list` is of `reports`.
  return ({ breaks }) => names.some((name) => name === familyOf(breaks) || name.startsWith(`${familyOf(breaks)}-`));
}

const familyOf = (id: string) => id.split('.')[0] ?? '';

function boutsFor(flags: Flags, faults: readonly Fault[], registry: Registry): Bout[] {
  const seed = Number(flags.get('seed') || 1);
  const [blame, pairs] = [numberOf(flags, 'blame'), numberOf(flags, 'pairs')];
  return [
    ...(pairs === undefined ? targetBouts(faults) : pairBouts(faults, registry, pairs, seed)),
    ...(blame === undefined ? [] : blameBouts(faults, registry, { most: blame, seed })),
  ];
}

/** The part of a campaign that falls to one machine of several. */
function sharded(bouts: readonly Bout[], shard: string | undefined): readonly Bout[] {
  if (shard === undefined) return bouts;
  const [, current, total] = (/^(\d+)\/(\d+)$/.exec(shard) ?? []).map(Number);
  if (!current || !total || current > total) throw new UsageProblem([`--shard=${shard}: expected 1/3, 2/3 or 3/3`]);
  return bouts.filter((_, index) => index % total === current - 1);
}

/** Gives each check tenants that break its promise, and demands that the check says so, and no other. */
await main(async (flags) => {
  flags.only(...FLAGS);
  const only = flags.get('only');
  const touched = flags.get('touched');
  const dialect = flags.get('dialect') === 'contrary' ? 'contrary' : 'plain';
  const registry = loadRegistry(await loadContract());
  const isTouched = touched === undefined ? () => true : touchedSince(touched);
  const chosen = loadFaults(registry).filter(
    (fault) => (only === undefined || fault.id.startsWith(only)) && isTouched(fault),
  );
  const most = flags.get('sample') === '' ? 1 : (numberOf(flags, 'sample') ?? Infinity);
  const faults = sampleOf(chosen, most, numberOf(flags, 'seed') ?? 1);
  if (faults.length === 0) {
    if (touched === undefined) throw new UsageProblem([`--only=${only ?? ''}: no fault is called so`]);
    console.log(`no family with faults differs from ${touched}`);
    return 0;
  }
  const bouts = sharded(boutsFor(flags, faults, registry), flags.get('shard'));

  const folder = new Bouts(FOLDER, registry, dialect, flags.get('shard'));
  await folder.open(flags.has('resume'));
  const before = await folder.played();
  await folder.play(roundsOf(bouts.filter((bout) => !before.has(nameOf(bout)))));

  const proofs = proofsOf(faults, bouts, await folder.played());
  for (const { id, verdict, reason = '', collateral } of proofs) {
    if (verdict === 'caught') continue;
    console.log(`${verdict} ${id} ${reason.split('\n')[0] ?? ''}${collateral.join(', ')}`);
  }
  const tally = tallyOf(proofs);
  await folder.write('results.json', { dialect, bouts: bouts.length, faults: proofs, tally });
  const sentences = new Map(faults.map(({ id, sentence }) => [id, sentence]));
  const proven = proofs.map((one) => ({ ...one, sentence: sentences.get(one.id) ?? '' }));
  await folder.writePage(proofPage({ dialect, bouts: bouts.length, faults: proven }));
  const { caught, survived, void: empty, unplayed } = tally;
  console.log(
    `${bouts.length} bouts: ${caught} caught, ${tally['wrong-blame']} with the wrong blame, ${survived} survived, ${empty} void, ${unplayed} without a check`,
  );
  return caught === proofs.length ? 0 : 1;
});
