import { DIALECT_CHOICES } from '../contracts/dialects.ts';
import { judgedRun } from './judged.ts';
import { numberOf, type Command } from './flags.ts';
import { main } from './main.ts';

const COMMAND = {
  name: 'seeds',
  what: 'Runs the suite with one seed after the other against the embedded tenant, which meets every requirement.',
  flags: {
    seeds: { what: 'How many seeds, 50 by default.', value: 'number' },
    from: { what: 'The first seed, 1 by default.', value: 'number' },
    dialect: {
      what: 'How the tenant uses what the specification leaves open.',
      value: 'dialect',
      choices: DIALECT_CHOICES,
    },
  },
  example: 'npm run seeds -- --seeds=5 --dialect=contrary',
} satisfies Command;

await main(COMMAND, async (flags) => {
  const [count, from] = [numberOf(flags, 'seeds') ?? 50, numberOf(flags, 'from') ?? 1];
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
