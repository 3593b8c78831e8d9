import { resolveBindings } from '../contracts/bindings/resolve.ts';
import { loadContract } from '../contracts/bundle.ts';
import { operationsOf, type ContractDocument } from '../contracts/document.ts';
import { commandLine } from '../contracts/installation.ts';
import { nearest } from '../contracts/nearest.ts';
import { BOUND_OPERATIONS } from '../contracts/operations.ts';
import { UsageProblem } from '../contracts/problem.ts';
import { loadRegistry, type RequirementId } from '../contracts/requirements/index.ts';
import { servedDocument } from '../mock/document.ts';
import { shuffled } from '../proof/trials.ts';
import { mutantsOf } from '../proof/mutants/mutants.ts';
import { conditionalMutants } from '../proof/mutants/conditional.ts';
import { Observation } from '../proof/mutants/observation.ts';
import { Watch } from '../proof/mutants/watching.ts';
import { mutantsPage } from '../reports/page/mutants.ts';
import { fatesOf, sharesOf, type Fate } from '../proof/mutants/fates.ts';
import { WAVES, waveOf } from '../proof/mutants/waves.ts';
import { numberOf, type Command } from './flags.ts';
import { main, reportFolder } from './main.ts';
import { runAgainst, TrialRuns } from './trial-runs.ts';

const COMMAND = {
  name: 'mutants',
  what: 'Changes every kind of response that a run meets by general operators, and expects that some check notices.',
  flags: {
    only: { what: 'Only mutants whose ids begin so, such as those of an operation.', value: 'id' },
    checks: { what: 'Only the checks whose titles match this regular expression.', value: 'pattern' },
    most: { what: 'At most so many mutants.', value: 'number' },
    conditional: { what: 'Mutants that go wrong for some actors, after some history, or for some inputs alone.' },
    seed: { what: 'Seed of the order that they are taken in, 1 by default.', value: 'number' },
    resume: { what: 'Go on where an earlier proof run was stopped.' },
  },
  example: '--most=300 --only=updateRole',
} satisfies Command;
/** The least share of requirement-breaking mutants that has to be caught. */
const LEAST_TOLD = 0.95;

function linesOf(fates: readonly Fate[]): string[] {
  const open = new Map<string, number>();
  for (const { verdict, freedom } of fates) {
    if (verdict !== 'open' && verdict !== 'unseen') continue;
    const key = `${verdict === 'open' ? 'left open' : 'cannot be seen'}, ${freedom?.point ?? ''}: ${freedom?.because ?? ''}`;
    open.set(key, (open.get(key) ?? 0) + 1);
  }
  return [
    ...[...open].sort(([, a], [, b]) => b - a).map(([why, count]) => `${String(count).padStart(5)} ${why}`),
    ...fates
      .filter(({ verdict }) => verdict === 'survived')
      .map(({ id, sentence, kind }) => `${kind.checks.size > 0 ? 'survived' : 'never met'} ${id}: ${sentence}`),
  ];
}

/** Ids begin with an operation, so that what begins none of them is known before the run that observes the answers. */
function refuseOther(only: string, contract: ContractDocument): void {
  const documented = operationsOf(contract).map(({ operation }) => operation.operationId);
  const operations = [...documented, ...Object.keys(BOUND_OPERATIONS)];
  if (operations.some((one) => one.startsWith(only) || only.startsWith(`${one}/`))) return;
  const near = nearest(only, operations);
  const instead = near === undefined ? `\`${commandLine('catalogue')}\` lists them` : `did you mean ${near}?`;
  throw new UsageProblem([`--only=${only}: the name of no operation begins so, ${instead}`]);
}

/** Changes every kind of response that a run meets by general operators, and reports which mutants no check notices. */
await main(COMMAND, async (flags) => {
  const contract = await loadContract();
  const only = flags.get('only') ?? '';
  refuseOther(only, contract);
  const registry = loadRegistry(contract);
  const served = servedDocument(contract, resolveBindings(contract, {}, undefined));
  const observation = new Observation(served);
  const watch = new Watch(served);
  const observing = (check: RequirementId) => [observation.of(check), watch.of(check)];
  await runAgainst((check) => ({ patches: observing(check as RequirementId), isSoughtAfter: false }), 'plain', [
    '--reporter=dot',
    ...(flags.has('checks') ? [`--grep=${flags.get('checks') ?? ''}`] : []),
  ]);
  const ofAnswers = mutantsOf(observation.kinds);
  const every = flags.has('conditional') ? conditionalMutants(watch, ofAnswers, served) : ofAnswers;
  const all = every.filter(({ id }) => id.startsWith(only));
  if (all.length === 0) throw new UsageProblem([`--only=${only}: the id of no mutant begins so`]);
  const mutants = shuffled(all, numberOf(flags, 'seed') ?? 1).slice(0, numberOf(flags, 'most'));
  console.log(
    `${observation.kinds.length} kinds of answers, ${all.length} changes of them, ${mutants.length} looked at`,
  );

  const runs = new TrialRuns(reportFolder('reports/mutants'), registry, 'plain');
  await runs.open(flags.has('resume'));
  let fates = fatesOf(mutants, await runs.played());
  for (const count of WAVES) {
    const waiting = fates.filter(({ verdict }) => verdict === 'survived');
    if (waiting.length === 0) break;
    console.log(`${waiting.length} that no check has caught yet meet up to ${count} more checks`);
    await runs.play(waveOf(waiting, registry, count));
    fates = fatesOf(mutants, await runs.played());
  }

  for (const line of linesOf(fates)) console.log(line);
  const shares = sharesOf(fates);
  const judged = fates.map(({ id, mutation, sentence, verdict, red, freedom }) => ({
    id,
    operator: mutation.operator,
    sentence,
    verdict,
    ...(red.length > 0 && { red }),
    ...(freedom && { point: freedom.point, because: freedom.because }),
  }));
  await runs.write('results.json', { shares, mutants: judged });
  await runs.writePage(mutantsPage(judged, shares.ratio));
  const { told, survived, unseen, open, ratio } = shares;
  console.log(
    `${mutants.length} mutants: ${told} told (${(100 * ratio).toFixed(1)} % of those that break a requirement), ${unseen} that cannot be seen from outside, ${survived} survived, ${open} left open`,
  );
  return survived === 0 && ratio >= LEAST_TOLD ? 0 : 1;
});
