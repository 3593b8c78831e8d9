import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadContract } from '../contracts/bundle.ts';
import { ownFile } from '../contracts/installation.ts';
import { loadRegistry } from '../contracts/requirements/index.ts';
import { writeWhole } from '../evidence/whole-files.ts';
import { COSTS_FILE } from '../reports/costs-reporter.ts';
import { liveRun } from './bench/live-run.ts';
import { COSTS_TABLE, costsTable } from './costs-table.ts';
import type { Command } from './flags.ts';
import { main } from './main.ts';

/** Costs are told to a half, so that what is drawn by chance changes few of them. */
const STEP = 0.5;
/** As many roles, reports and tasks as a small tenant has. */
const FEW = 10;

const COMMAND = {
  name: 'costs',
  what: 'Measures how many requests each requirement costs on a live tenant, by which `--quick` selects.',
  flags: { write: { what: `Write them to ${COSTS_TABLE}.` } },
  example: '--write',
} satisfies Command;

type Costs = Readonly<Record<string, number>>;

/** What each requirement costs, rounded up. */
function rounded(costs: Costs): ReadonlyMap<string, number> {
  return new Map(Object.entries(costs).map(([id, cost]) => [id, Math.max(STEP, Math.ceil(cost / STEP) * STEP)]));
}

await main(COMMAND, async (flags) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'conformance-costs-'));
  process.env[COSTS_FILE] = path.join(folder, 'costs.json');
  try {
    const flagsOfRun = [`--reporter=${ownFile('reports/costs-reporter.ts')}`];
    const { results, requests, output } = await liveRun({ things: FEW, flags: flagsOfRun });
    if (!results) {
      console.error(output);
      return 3;
    }
    const costs = JSON.parse(await readFile(process.env[COSTS_FILE], 'utf8')) as Costs;
    const counted = Object.values(costs).reduce((sum, cost) => sum + cost, 0);
    if (flags.has('write'))
      await writeWhole(COSTS_TABLE, costsTable(rounded(costs), loadRegistry(await loadContract())));
    else for (const [id, cost] of Object.entries(costs)) console.log(`${cost.toFixed(1).padStart(7)}  ${id}`);
    console.log(
      `${requests} requests, ${Math.round(counted)} of them for a requirement, ${results.run.exchanges} exchanges`,
    );
    return results.counts.violates + results.counts.inconclusive > 0 ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
