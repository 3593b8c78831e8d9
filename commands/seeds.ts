import { numberOf, type Command } from './flags.ts';
import { judgedRun } from './judged.ts';
import { main } from './main.ts';
import type { Results } from '../evidence/results.ts';

const COMMAND = {
  name: 'seeds',
  what: 'Runs the suite with one seed after the other against the embedded tenant, which meets every requirement.',
  flags: {
    seeds: { what: 'How many seeds, 50 by default.', value: 'number' },
    from: { what: 'The first seed, 1 by default.', value: 'number' },
    dialect: {
      what: 'How the tenant uses what the specification leaves open; `any` is another tenant for each seed.',
      value: 'dialect',
      choices: ['plain', 'contrary', 'any'],
    },
    reasons: { what: 'Why requirements are untested, those with the same reason in one line.' },
  },
  example: '--seeds=5 --dialect=any',
} satisfies Command;

/** A seeded tenant may use names that no document declares, so that a few requirements need a binding there. */
const LEAST_TOLD = 0.97;

/** Whether a run came to what a conforming tenant deserves. */
function isAsExpected({ run, counts }: Results, dialect: string): boolean {
  if (dialect !== 'any') return run.outcome === 'conformant';
  return counts.violates + counts.inconclusive === 0 && counts.conforms >= LEAST_TOLD * counts.total;
}

function printUntested({ requirements }: Results): void {
  const byReason = new Map<string, string[]>();
  for (const { id, verdict, reason = 'without a reason' } of requirements) {
    if (verdict === 'untested') byReason.set(reason, [...(byReason.get(reason) ?? []), id]);
  }
  for (const [reason, ids] of byReason)
    console.log(`  untested ${ids.length}: ${reason} (${ids.slice(0, 3).join(', ')})`);
}

await main(COMMAND, async (flags) => {
  const [count, from] = [numberOf(flags, 'seeds') ?? 50, numberOf(flags, 'from') ?? 1];
  const dialect = flags.get('dialect') ?? 'plain';
  let expected = 0;
  for (let seed = from; seed < from + count; seed += 1) {
    const speaking = dialect === 'any' ? `any:${seed}` : dialect;
    const results = await judgedRun([`--seed=${seed}`, `--dialect=${speaking}`]);
    const { run, counts, requirements } = results;
    if (isAsExpected(results, dialect)) expected += 1;
    console.log(`seed ${seed}: ${run.outcome}, ${counts.conforms} of ${counts.total}`);
    for (const { id, verdict, reason } of requirements) {
      if (verdict === 'conforms' || (verdict === 'untested' && dialect === 'any')) continue;
      console.log(`  ${verdict} ${id}${reason === undefined ? '' : `: ${reason}`}`);
    }
    if (flags.has('reasons')) printUntested(results);
  }
  console.log(`${expected} of ${count} seeds ${dialect === 'any' ? 'without a false alarm' : 'conformant'}`);
  return expected === count ? 0 : 1;
});
