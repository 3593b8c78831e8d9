import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { loadContract } from '../contracts/bundle.ts';
import { loadRegistry, type Registry } from '../contracts/requirements/index.ts';
import type { RequirementResult, Results } from '../contracts/results.ts';
import { Host, startControl, type DialectName } from '../mock/index.ts';
import { blameRound, targetRounds, type Round } from '../proof/campaign.ts';
import type { Fault } from '../proof/fault.ts';
import { loadFaults } from '../proof/index.ts';
import { main } from './main.ts';
import { ended, REPORTER, startPlaywright } from './playwright.ts';

const FOLDER = process.env['REPORT_FOLDER'] ?? 'reports/proof';
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

interface Proof {
  readonly id: string;
  readonly requirement: string;
  readonly verdict: 'caught' | 'survived' | 'inconclusive' | 'unchecked' | 'wrong-blame';
  readonly reason?: string;
  readonly collateral?: readonly string[];
}

async function play(round: Round, dialect: DialectName, selection: readonly string[]): Promise<Results> {
  const { host } = await Host.start({ dialect });
  const control = await startControl(host, { faultsFor: round.faultsFor, defaults: { dialect } });
  const folder = `${FOLDER}/${round.name}`;
  await ended(
    startPlaywright(
      [`--reporter=${REPORTER}`, ...selection],
      { ONE_PROJECT: '1', CONTROL_URL: control.url, REPORT_FOLDER: folder, SEED: '1' },
      'ignore',
    ),
  );
  await Promise.all([control.close(), host.close()]);
  return JSON.parse(await readFile(`${folder}/results.json`, 'utf8')) as Results;
}

function verdictOf(result: RequirementResult | undefined): Proof['verdict'] {
  if (!result) return 'unchecked';
  // Each check has a tenant of its own: what another row's tenant breaks says nothing of this one.
  if (result.verdict === 'violates' || result.standsOn !== undefined) return 'caught';
  return result.verdict === 'conforms' ? 'survived' : 'inconclusive';
}

async function target(faults: readonly Fault[], dialect: DialectName): Promise<Proof[]> {
  const proofs: Proof[] = [];
  for (const round of targetRounds(faults)) {
    const names = round.faults.map(({ breaks }) => breaks.replace(SPECIAL, '\\$&')).join('|');
    const { requirements } = await play(round, dialect, [`--grep=\\b(${names}): `]);
    const results = new Map(requirements.map((one) => [one.id, one]));
    for (const { id, breaks } of round.faults) {
      const result = results.get(breaks);
      const { reason } = result ?? {};
      proofs.push({ id, requirement: breaks, verdict: verdictOf(result), ...(reason !== undefined && { reason }) });
    }
  }
  return proofs;
}

/** Runs the whole family against each fault, and looks which other lines turn red. */
async function blame(faults: readonly Fault[], dialect: DialectName, registry: Registry): Promise<Proof[]> {
  const proofs: Proof[] = [];
  for (const fault of faults) {
    const family = registry.get(fault.breaks)?.family ?? '';
    const { requirements } = await play(blameRound(fault), dialect, [`tests/${family}/`]);
    const declared = new Set<string>([fault.breaks, ...(fault.also ?? []).map(({ id }) => id)]);
    const red = requirements.filter(({ verdict }) => verdict === 'violates').map(({ id }) => id);
    const collateral = red.filter((id) => !declared.has(id));
    const isCaught = red.includes(fault.breaks);
    const verdict = collateral.length > 0 ? 'wrong-blame' : isCaught ? 'caught' : 'survived';
    proofs.push({ id: fault.id, requirement: fault.breaks, verdict, collateral });
  }
  return proofs;
}

/** So many faults, spread evenly over the list. */
function sample(faults: readonly Fault[], size: number): Fault[] {
  const step = Math.max(1, faults.length / size);
  return Array.from({ length: Math.min(size, faults.length) }, (_, index) => faults[Math.floor(index * step)] as Fault);
}

/** Gives each check a tenant that breaks its promise, and demands that the check says so. */
await main(async (flags) => {
  flags.only('only', 'dialect', 'blame');
  const only = flags.get('only');
  const dialect = flags.get('dialect') === 'contrary' ? 'contrary' : 'plain';
  const registry = loadRegistry(await loadContract());
  const faults = loadFaults(registry).filter(({ id }) => only === undefined || id.startsWith(only));
  const size = flags.get('blame');
  const proofs =
    size === undefined
      ? await target(faults, dialect)
      : await blame(sample(faults, Number(size) || faults.length), dialect, registry);
  for (const { id, verdict, reason = '', collateral = [] } of proofs) {
    if (verdict === 'caught' || verdict === 'unchecked') continue;
    console.log(`${verdict} ${id} ${reason.split('\n')[0] ?? ''}${collateral.join(', ')}`);
  }
  const count = (verdict: Proof['verdict']) => proofs.filter((one) => one.verdict === verdict).length;
  const tally = {
    caught: count('caught'),
    'wrong-blame': count('wrong-blame'),
    survived: count('survived'),
    inconclusive: count('inconclusive'),
    unchecked: count('unchecked'),
  };
  await mkdir(FOLDER, { recursive: true });
  await writeFile(`${FOLDER}/results.json`, JSON.stringify({ faults: proofs, tally }, undefined, 1));
  console.log(
    `${tally.caught} caught, ${tally['wrong-blame']} with the wrong blame, ${tally.survived} survived, ${tally.inconclusive} inconclusive, ${tally.unchecked} without a check`,
  );
  return tally.survived + tally.inconclusive + tally['wrong-blame'] === 0 ? 0 : 1;
});
