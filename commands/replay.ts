import { rm } from 'node:fs/promises';
import path from 'node:path';
import { loadContract } from '../contracts/bundle.ts';
import type { Exchange } from '../evidence/evidence.ts';
import { SELECTED } from '../evidence/provided.ts';
import type { RequirementResult, Results } from '../evidence/results.ts';
import { EXIT_CODES } from '../evidence/exit-codes.ts';
import { DIALECT_CHOICES } from '../contracts/dialects.ts';
import { commandLine } from '../contracts/installation.ts';
import { UsageProblem } from '../contracts/problem.ts';
import { loadRegistry } from '../contracts/requirements/index.ts';
import { readConfiguration } from '../harness/tenant/configuration.ts';
import { counterexamplePath } from '../reports/again.ts';
import { curlScript } from '../reports/curl.ts';
import { differencesSince } from '../reports/then-and-now.ts';
import type { Command } from './flags.ts';
import { readResults, readResultsFile } from './judged.ts';
import { foldersFor } from './narrowed.ts';
import { main, reportFolder } from './main.ts';
import { nearest } from '../contracts/nearest.ts';
import { haveAlone } from './one-run.ts';
import { endingOf, REPORTER, startPlaywright, type Ended } from './playwright.ts';
import { leaked } from './searched.ts';

const COMMAND = {
  name: 'replay',
  what: 'Repeats the checks of one requirement, and shows every request and response of them.',
  flags: {
    seed: { what: 'Seed of the generated inputs.', value: 'number' },
    path: { what: 'Path of the counterexample of a property.', value: 'path' },
    dialect: {
      what: 'How the embedded tenant uses what the specification leaves open.',
      value: 'dialect',
      choices: DIALECT_CHOICES,
    },
    tenant: { what: 'Read .env.<name>.', value: 'name' },
    from: { what: 'A results.json: seed, path, tenant and dialect are those of its run.', value: 'file' },
  },
  words: { name: 'id', what: 'Id of the requirement.', least: 1, most: 1 },
  example: 'roles.update.name-null --seed=7',
} satisfies Command;

function exchangeText(exchange: Exchange, index: number): string {
  const { actor, operation = '', method, url, requestBody, status, responseBody, failure, milliseconds } = exchange;
  return [
    `${index + 1}. ${operation} as ${actor} (${milliseconds.toFixed(0)} ms)`,
    `   > ${method} ${url}${requestBody === undefined ? '' : `\n   > ${requestBody}`}`,
    `   < ${status ?? 'no response'} ${responseBody ?? ''}${failure === undefined ? '' : ` (${failure})`}`,
    ...exchange.findings.map((finding) => `   ! ${finding.requirement}: ${finding.at} ${finding.message}`),
  ].join('\n');
}

/** Where an id is none: those that it is a part of, or the one that it is most like. */
function hintFor(id: string, ids: readonly string[]): string {
  const within = ids.filter((one) => one.includes(id)).slice(0, 8);
  const near = nearest(id, ids);
  if (within.length > 0) return `perhaps ${within.join(', ')}`;
  return near === undefined ? `\`${commandLine('catalogue')}\` lists them` : `did you mean ${near}?`;
}

const PATH = /^\d+(:\d+)*$/;

function refuseMalformed(path: string): void {
  if (PATH.test(path)) return;
  throw new UsageProblem([
    `--path=${path}: expected the path of a counterexample, as a report shows it, such as 3:0:1`,
  ]);
}

/** Whether all of its checks ran, and none of them draws inputs, so that no path leads anywhere in them. */
function drawsNone({ tests }: RequirementResult): boolean {
  return tests.every(({ status, drawsInputs }) => !drawsInputs && (status === 'passed' || status === 'failed'));
}

async function readEarlier(file: string): Promise<Results> {
  const results = await readResultsFile(file);
  if (!results?.requirements) throw new UsageProblem([`--from=${file}: no results of a run can be read there`]);
  return results;
}

/** What a replay is about: the requirement itself, or another one that its check found to be violated. */
function shownOf({ requirements }: Results, id: string): RequirementResult | undefined {
  const own = requirements.find((one) => one.id === id);
  const violated = requirements.find((one) => one.verdict === 'violates' && one.foundBy === id);
  return own?.verdict === 'violates' ? own : (violated ?? own);
}

await main(COMMAND, async (flags) => {
  const [id = ''] = flags.words;
  const document = await loadContract();
  const registry = loadRegistry(document);
  const asked = registry.get(id);
  if (!asked) throw new UsageProblem([`${id}: no requirement has this id, ${hintFor(id, [...registry.keys()])}`]);
  const pathAsked = flags.get('path');
  if (pathAsked !== undefined) refuseMalformed(pathAsked);
  const folder = reportFolder('reports/replay');
  const from = flags.get('from');
  const then = from === undefined ? undefined : await readEarlier(from);
  const before = then?.requirements.find((one) => one.id === asked.id);
  // Where another check found the violation, that is the one to repeat.
  const requirement = registry.get(before?.foundBy ?? asked.id) ?? asked;
  const env = {
    REPORT_FOLDER: folder,
    SEED: flags.get('seed') ?? then?.run.seed.toString() ?? process.env['SEED'],
    PROPERTY_PATH: pathAsked ?? (before && counterexamplePath(before)),
    DIALECT: flags.get('dialect') ?? then?.run.settings['DIALECT'] ?? process.env['DIALECT'],
    TENANT: flags.get('tenant') ?? then?.run.settings['TENANT'] ?? process.env['TENANT'],
    // A run comes by what its selection needs, and by no more.
    [SELECTED]: JSON.stringify([requirement.id]),
  };
  // What is wrong with it is told before Playwright starts.
  const { settings } = readConfiguration({ ...process.env, ...env });
  haveAlone(folder, `the replay of ${requirement.id}`);
  await rm(path.join(folder, 'results.json'), { force: true });
  const name = requirement.id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  let played: Ended | undefined;
  const hasLeak = await leaked({ settings, reportFolder: folder, outputs: [] }, async () => {
    played = await endingOf(
      startPlaywright(['--workers=1', `--grep=${name}: `, `--reporter=${REPORTER}`, ...foldersFor(name)], env),
    );
  });
  const ending = played?.ending;
  // The exchanges would be printed with the secret that was found in them.
  if (hasLeak) return EXIT_CODES.usage;
  const results = await readResults(folder);
  const result = results && shownOf(results, requirement.id);
  if (!result) return ending?.exitCode ?? EXIT_CODES.incomplete;
  if (pathAsked !== undefined && drawsNone(result)) {
    throw new UsageProblem([
      `--path=${pathAsked}: the check of ${requirement.id} is no property, repeat it without a path`,
    ]);
  }
  console.log(`\n${result.evidence.map(exchangeText).join('\n')}`);
  if (then) {
    const lines = differencesSince(then, results, asked.id);
    const head = `What differs from the run of ${then.run.startedAt}`;
    console.log(`\n${lines.length > 0 ? [head, ...lines.map((line) => `  ${line}`)].join('\n') : `${head}: nothing`}`);
  }
  console.log(`\n# The same by hand\n\n${curlScript(result.evidence, document)}`);
  return ending?.exitCode ?? EXIT_CODES.incomplete;
});
