import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { UsageProblem } from '../contracts/problem.ts';
import { writeWhole } from '../evidence/whole-files.ts';
import { benchPage } from '../reports/page/bench.ts';
import { measureExchange } from './bench/exchange.ts';
import { measureGrowth } from './bench/growth.ts';
import { LIVE_ROWS, measureLive } from './bench/live.ts';
import { watchMemory } from './bench/memory.ts';
import { isMet, shown, targetOf, type Part } from './bench/part.ts';
import { measurePeer } from './bench/peer.ts';
import { measureProperties } from './bench/properties.ts';
import { measureRed } from './bench/red.ts';
import { measureRun } from './bench/run.ts';
import { measureTenant } from './bench/tenant.ts';
import { measureTold, TOLD_ROWS } from './bench/told.ts';
import { judgedRun, readResults } from './judged.ts';
import type { Command } from './flags.ts';
import { main, reportFolder } from './main.ts';

const PEAK = 'peak memory of the bench and all that it started';

/** In this order: what comes later may use what the run before left. */
const PARTS: Readonly<Record<string, (folder: string, row: string | undefined) => Promise<Part>>> = {
  run: measureRun,
  exchange: measureExchange,
  tenant: measureTenant,
  peer: measurePeer,
  growth: async (folder) => measureGrowth((await readResults(folder)) ?? (await judgedRun(['--seed=1']))),
  properties: measureProperties,
  red: measureRed,
  live: (_folder, row) => measureLive(row),
  told: (_folder, row) => measureTold(row),
};

/** The parts that are measured by rows. */
const ROWS: Readonly<Record<string, readonly string[]>> = { live: LIVE_ROWS, told: TOLD_ROWS };

const COMMAND = {
  name: 'bench',
  what: 'Measures the project against its targets. The machine should do nothing else meanwhile.',
  flags: {
    only: { what: 'Measure this part alone.', value: 'part', choices: Object.keys(PARTS) },
    row: { what: 'Measure this row of its part alone.', value: 'row', choices: Object.values(ROWS).flat() },
  },
  example: '--only=run',
} satisfies Command;

function tell({ title, figures }: Part): void {
  console.log(`\n${title}`);
  for (const figure of figures) {
    const met = isMet(figure);
    const target = met === undefined ? '' : `  ${met ? 'ok    ' : 'MISSED'} ${targetOf(figure)}`;
    console.log(`  ${figure.name.padEnd(50)} ${shown(figure.value).padStart(8)} ${figure.unit.padEnd(10)}${target}`);
  }
}

function partOf(row: string | undefined): string | undefined {
  return Object.keys(ROWS).find((part) => row !== undefined && ROWS[part]?.includes(row));
}

/** Measures the project against its targets. */
await main(COMMAND, async (flags) => {
  const row = flags.get('row');
  const only = flags.get('only') ?? partOf(row);
  if (row !== undefined && only !== partOf(row))
    throw new UsageProblem([`--row=${row}: it is a row of ${partOf(row)}`]);
  const written = reportFolder('reports/bench');
  const folder = path.join(written, 'run');
  const parts: Part[] = [];
  for (const [name, measure] of Object.entries(PARTS)) {
    if (only !== undefined && name !== only) continue;
    const memory = watchMemory(process.pid);
    const { title, figures } = await measure(folder, row);
    const part = { title, figures: [...figures, { name: PEAK, value: memory(), unit: 'MB' }] };
    tell(part);
    parts.push(part);
  }
  await mkdir(written, { recursive: true });
  await writeWhole(path.join(written, 'results.json'), JSON.stringify({ parts }, undefined, 1));
  const rows = (part: Part) =>
    part.figures.map((one) => ({ ...one, shown: shown(one.value), isMet: isMet(one), bound: targetOf(one) }));
  await writeWhole(
    path.join(written, 'index.html'),
    benchPage(parts.map((part) => ({ title: part.title, figures: rows(part) }))),
  );
  const missed = parts.flatMap(({ figures }) => figures).filter((figure) => isMet(figure) === false);
  const bound = parts.flatMap(({ figures }) => figures).filter(({ target }) => target !== undefined);
  console.log(`\n${bound.length - missed.length} of ${bound.length} targets met`);
  return missed.length === 0 ? 0 : 1;
});
