import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UsageProblem } from '../contracts/problem.ts';
import type { Results } from '../contracts/results.ts';
import { main } from './main.ts';
import { ended } from './playwright.ts';

async function runOf(seed: number, dialect: string): Promise<Results> {
  const folder = await mkdtemp(path.join(tmpdir(), 'conformance-seed-'));
  const flags = [`--seed=${seed}`, `--dialect=${dialect}`, '--reporter=./reports/reporter.ts'];
  await ended(
    spawn(process.execPath, ['--import', 'tsx', 'commands/conformance.ts', ...flags], {
      stdio: 'ignore',
      env: { ...process.env, REPORT_FOLDER: folder },
    }),
  );
  const results = JSON.parse(await readFile(path.join(folder, 'results.json'), 'utf8')) as Results;
  await rm(folder, { recursive: true });
  return results;
}

/** Runs the suite with one seed after the other against the embedded tenant, which keeps every promise. */
await main(async (flags) => {
  flags.only('seeds', 'from', 'dialect');
  const [count, from] = [Number(flags.get('seeds') ?? 50), Number(flags.get('from') ?? 1)];
  if (!Number.isSafeInteger(count) || count < 1) throw new UsageProblem(['--seeds: expected a whole number']);
  let conformant = 0;
  for (let seed = from; seed < from + count; seed += 1) {
    const { run, counts, requirements } = await runOf(seed, flags.get('dialect') ?? 'plain');
    const others = requirements
      .filter(({ verdict }) => verdict !== 'conforms')
      .map(({ id, verdict }) => `${verdict} ${id}`);
    if (run.outcome === 'conformant') conformant += 1;
    console.log(
      `seed ${seed}: ${run.outcome}, ${counts.conforms} of ${counts.total}${others.map((one) => `\n  ${one}`).join('')}`,
    );
  }
  console.log(`${conformant} of ${count} seeds conformant`);
  return conformant === count ? 0 : 1;
});
