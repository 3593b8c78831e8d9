import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { loadContract } from '../contracts/bundle.ts';
import { loadRegistry } from '../contracts/requirements/index.ts';
import type { Results } from '../contracts/results.ts';
import { Host, startControl, type DialectName } from '../mock/index.ts';
import { roundsOf, type Round } from '../proof/campaign.ts';
import { loadFaults } from '../proof/index.ts';
import { main } from './main.ts';
import { ended, startPlaywright } from './playwright.ts';

const FOLDER = 'reports/proof';
const QUOTED = /[.*+?^${}()|[\]\\]/g;

interface Proof {
  readonly id: string;
  readonly requirement: string;
  readonly verdict: 'caught' | 'survived' | 'inconclusive' | 'unchecked';
  readonly reason?: string;
}

async function played(round: Round, dialect: DialectName): Promise<Proof[]> {
  const { host } = await Host.start({ dialect });
  const control = await startControl(host, { patchesFor: round.patchesFor, defaults: { dialect } });
  const folder = `${FOLDER}/round-${round.index + 1}`;
  const names = [...round.faults.keys()].map((id) => id.replace(QUOTED, '\\$&')).join('|');
  await ended(
    startPlaywright(
      ['--reporter=./reports/reporter.ts', `--grep=\\b(${names}): `],
      {
        ONE_PROJECT: '1',
        CONTROL_URL: control.url,
        REPORT_FOLDER: folder,
        SEED: '1',
      },
      'ignore',
    ),
  );
  await Promise.all([control.close(), host.close()]);
  const results = JSON.parse(await readFile(`${folder}/results.json`, 'utf8')) as Results;
  const verdicts = new Map(results.requirements.map((one) => [one.id, one]));
  return [...round.faults.values()].map(({ id, breaks }) => {
    const result = verdicts.get(breaks);
    const verdict = !result
      ? 'unchecked'
      : // Each check has a tenant of its own here: what another row's tenant breaks says nothing of this one.
        result.verdict === 'violates' || result.standsOn !== undefined
        ? 'caught'
        : result.verdict === 'conforms'
          ? 'survived'
          : 'inconclusive';
    return { id, requirement: breaks, verdict, ...(result?.reason !== undefined && { reason: result.reason }) };
  });
}

/** Gives each check a tenant that breaks its promise, and demands that the check says so. */
await main(async (flags) => {
  flags.only('only', 'dialect');
  const only = flags.get('only');
  const dialect = flags.get('dialect') === 'contrary' ? 'contrary' : 'plain';
  const registry = loadRegistry(await loadContract());
  const faults = loadFaults(registry).filter(({ id }) => only === undefined || id.startsWith(only));
  const proofs: Proof[] = [];
  for (const round of roundsOf(faults)) proofs.push(...(await played(round, dialect)));
  const checked = proofs.filter(({ verdict }) => verdict !== 'unchecked');
  for (const { id, verdict, reason = '' } of checked) {
    if (verdict !== 'caught') console.log(`${verdict} ${id} ${reason.split('\n')[0] ?? ''}`);
  }
  const count = (verdict: Proof['verdict']) => proofs.filter((one) => one.verdict === verdict).length;
  const tally = {
    caught: count('caught'),
    survived: count('survived'),
    inconclusive: count('inconclusive'),
    unchecked: count('unchecked'),
  };
  await mkdir(FOLDER, { recursive: true });
  await writeFile(`${FOLDER}/results.json`, JSON.stringify({ faults: proofs, tally }, undefined, 1));
  console.log(
    `${tally.caught} caught, ${tally.survived} survived, ${tally.inconclusive} inconclusive, ${tally.unchecked} without a check`,
  );
  return tally.survived + tally.inconclusive === 0 ? 0 : 1;
});
