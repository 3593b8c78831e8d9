import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadContract } from '../contracts/bundle.ts';
import { ownFile } from '../contracts/installation.ts';
import { loadRegistry } from '../contracts/requirements/index.ts';
import { writeWhole } from '../evidence/whole-files.ts';
import { loadFaults } from '../proof/index.ts';
import { COSTS_FILE } from '../reports/costs-reporter.ts';
import { liveRun } from './bench/live-run.ts';
import type { Command } from './flags.ts';
import { main } from './main.ts';

const FILE = 'contracts/generated/costs.ts';
const HEADER = `// Written by \`npm run costs -- --write\`, from a run on a live reference tenant that lends everything. Do not edit.

/**
 * The requests that each requirement costs on a live tenant, those that undo it included, how many faults break it, and how many of
 * other requirements declare it to be violated as well.
 */
`;
const ROW = 'readonly [requests: number, faults: number, declared: number]';
/** Costs are told to a half, so that what is drawn by chance changes few of them. */
const STEP = 0.5;
/** As many roles, reports and tasks as a small tenant has. */
const FEW = 10;

const COMMAND = {
  name: 'costs',
  what: 'Measures how many requests each requirement costs on a live tenant, by which `--quick` selects.',
  flags: { write: { what: `Write them to ${FILE}.` } },
  example: '--write',
} satisfies Command;

type Costs = Readonly<Record<string, number>>;

async function tableOf(costs: Costs): Promise<string> {
  const faults = loadFaults(loadRegistry(await loadContract()));
  const broken = countsOf(faults.map(({ requirement }) => requirement));
  const declared = countsOf(faults.flatMap(({ also = [] }) => also.map(({ id }) => id)));
  const rows = Object.entries(costs)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, cost]) => {
      const requests = Math.max(STEP, Math.ceil(cost / STEP) * STEP);
      return `  '${id}': [${requests}, ${broken.get(id) ?? 0}, ${declared.get(id) ?? 0}],`;
    });
  return `${HEADER}export const COSTS: Readonly<Record<string, ${ROW}>> = {\n${rows.join('\n')}\n};\n`;
}

function countsOf(ids: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
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
    if (flags.has('write')) await writeWhole(FILE, await tableOf(costs));
    else for (const [id, cost] of Object.entries(costs)) console.log(`${cost.toFixed(1).padStart(7)}  ${id}`);
    console.log(
      `${requests} requests, ${Math.round(counted)} of them for a requirement, ${results.run.exchanges} exchanges`,
    );
    return results.counts.violates + results.counts.inconclusive > 0 ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
