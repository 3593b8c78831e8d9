import { UsageProblem } from '../contracts/problem.ts';
import { judgedRun } from './judged.ts';
import { main, numberOf } from './main.ts';

/** Runs the suite with one seed after the other against the embedded tenant, which keeps every promise. */
await main(async (flags) => {
  flags.only('seeds', 'from', 'dialect');
  const [count, from] = [numberOf(flags, 'seeds') ?? 50, numberOf(flags, 'from') ?? 1];
  if (!Number.isFinite(count) || !Number.isFinite(from)) throw new UsageProblem(['--seeds, --from: expected a number']);
  let conformant = 0;
  for (let seed = from; seed < from + count; seed += 1) {
    const { run, counts, requirements } = await judgedRun([
      `--seed=${seed}`,
      `--dialect=${flags.get('dialect') ?? 'plain'}`,
    ]);
    const others = requirements.filter(({ verdict }) => verdict !== 'conforms');
    if (run.outcome === 'conformant') conformant += 1;
    console.log(`seed ${seed}: ${run.outcome}, ${counts.conforms} of ${counts.total}`);
    for (const { id, verdict } of others) console.log(`  ${verdict} ${id}`);
  }
  console.log(`${conformant} of ${count} seeds conformant`);
  return conformant === count ? 0 : 1;
});
