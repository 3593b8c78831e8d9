import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { loadContract } from '../contracts/bundle.ts';
import { UsageProblem } from '../contracts/problem.ts';
import { loadRegistry, type Registry } from '../contracts/requirements/index.ts';
import { Host, startControl, type DialectName } from '../mock/index.ts';
import {
  blameBouts,
  faultyIn,
  nameOf,
  pairBouts,
  roundsOf,
  targetBouts,
  type Bout,
  type Round,
} from '../proof/campaign.ts';
import type { Fault } from '../proof/fault.ts';
import { loadFaults } from '../proof/index.ts';
import { proofsOf, tallyOf, together, type Played } from '../proof/verdicts.ts';
import type { BoutLine, BoutsPlan } from '../reports/bouts.ts';
import { servingRows } from '../reports/verdicts.ts';
import { main, type Flags } from './main.ts';
import { ended, startPlaywright } from './playwright.ts';

const FOLDER = process.env['REPORT_FOLDER'] ?? 'reports/proof';
/** Where bouts are written, by this machine or by others. */
const FILES = /^bouts.*\.jsonl$/;
const SPECIAL = /[.*+?^${}()|[\]\\]/g;
const FLAGS = ['only', 'touched', 'dialect', 'blame', 'pairs', 'seed', 'shard', 'resume'] as const;

/** A whole number that a flag may name; without a value it means all. */
function numberOf(flags: Flags, name: (typeof FLAGS)[number]): number | undefined {
  const text = flags.get(name);
  if (text === undefined) return undefined;
  if (!/^\d*$/.test(text)) throw new UsageProblem([`--${name}=${text}: expected a number`]);
  return text === '' ? Infinity : Number(text);
}

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

/** What became of the bouts that were played, also earlier and on other machines. */
async function readPlayed(registry: Registry): Promise<ReadonlyMap<string, Played>> {
  const files = (await readdir(FOLDER)).filter((name) => FILES.test(name));
  const texts = await Promise.all(files.map((name) => readFile(path.join(FOLDER, name), 'utf8')));
  const served = servingRows([...registry.values()]);
  // A campaign that was stopped may have left half a line.
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.endsWith('}'));
  return together(
    lines.map((line): Played => {
      const { bout, red, met, shapes, trouble } = JSON.parse(line) as BoutLine;
      const standsOn = [...met.flatMap((one) => served.get(one) ?? []), ...shapes];
      return { bout, red, standsOn, ...(trouble !== undefined && { trouble }) };
    }),
  );
}

/** Plays one run of the suite. */
async function play(round: Round, dialect: DialectName, file: string): Promise<void> {
  const { host } = await Host.start({ dialect });
  const control = await startControl(host, {
    faultsFor: (check, repeat) => faultyIn(round, check, repeat),
    defaults: { dialect },
  });
  const plan: BoutsPlan = {
    file,
    bouts: Object.fromEntries([...round.bouts].map(([check, bouts]) => [check, bouts.map(nameOf)])),
  };
  const planned = path.join(FOLDER, 'plan.json');
  await writeFile(planned, JSON.stringify(plan));
  const names = round.checks.map((id) => id.replace(SPECIAL, '\\$&')).join('|');
  await ended(
    startPlaywright(['--reporter=./reports/bouts.ts', `--grep=\\b(${names}): `, `--repeat-each=${round.repeats}`], {
      ONE_PROJECT: '1',
      CONTROL_URL: control.url,
      BOUTS_PLAN: planned,
      SEED: '1',
    }),
  );
  await Promise.all([control.close(), host.close(), rm(planned)]);
}

/** Gives each check tenants that break its promise, and demands that the check says so, and no other. */
await main(async (flags) => {
  flags.only(...FLAGS);
  const only = flags.get('only');
  const touched = flags.get('touched');
  const dialect = flags.get('dialect') === 'contrary' ? 'contrary' : 'plain';
  const registry = loadRegistry(await loadContract());
  const isTouched = touched === undefined ? () => true : touchedSince(touched);
  const faults = loadFaults(registry).filter(
    (fault) => (only === undefined || fault.id.startsWith(only)) && isTouched(fault),
  );
  if (faults.length === 0) {
    if (touched === undefined) throw new UsageProblem([`--only=${only ?? ''}: no fault is called so`]);
    console.log(`no family with faults differs from ${touched}`);
    return 0;
  }
  const bouts = sharded(boutsFor(flags, faults, registry), flags.get('shard'));

  await mkdir(FOLDER, { recursive: true });
  const file = path.join(FOLDER, `bouts${(flags.get('shard') ?? '').replace(/^(?=.)|\//g, '-')}.jsonl`);
  if (!flags.has('resume')) {
    for (const name of await readdir(FOLDER)) if (FILES.test(name)) await rm(path.join(FOLDER, name));
  }
  const before = await readPlayed(registry);
  const waiting = bouts.filter((bout) => !before.has(nameOf(bout)));
  const rounds = roundsOf(waiting);
  for (const [index, round] of rounds.entries()) {
    console.log(
      `round ${index + 1} of ${rounds.length}: ${round.checks.length} checks, up to ${round.repeats} tenants each`,
    );
    await play(round, dialect, file);
  }

  const proofs = proofsOf(faults, bouts, await readPlayed(registry));
  for (const { id, verdict, reason = '', collateral } of proofs) {
    if (verdict === 'caught') continue;
    console.log(`${verdict} ${id} ${reason.split('\n')[0] ?? ''}${collateral.join(', ')}`);
  }
  const tally = tallyOf(proofs);
  await writeFile(
    path.join(FOLDER, 'results.json'),
    JSON.stringify({ dialect, bouts: bouts.length, faults: proofs, tally }, undefined, 1),
  );
  const { caught, survived, void: empty, unplayed } = tally;
  console.log(
    `${bouts.length} bouts: ${caught} caught, ${tally['wrong-blame']} with the wrong blame, ${survived} survived, ${empty} void, ${unplayed} without a check`,
  );
  return caught === proofs.length ? 0 : 1;
});
