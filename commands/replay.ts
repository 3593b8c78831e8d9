import { readFile, rm } from 'node:fs/promises';
import { loadContract } from '../contracts/bundle.ts';
import type { Exchange } from '../evidence/evidence.ts';
import { UsageProblem } from '../contracts/problem.ts';
import { loadRegistry } from '../contracts/requirements/index.ts';
import type { Results } from '../evidence/results.ts';
import { curlScript } from '../reports/curl.ts';
import { LEAKED } from '../reports/written.ts';
import { main } from './main.ts';
import { ended, REPORTER, startPlaywright } from './playwright.ts';
import { leaked, settingsIfAny } from './searched.ts';

const FOLDER = 'reports/replay';

function exchangeText(exchange: Exchange, index: number): string {
  const { actor, operation = '', method, url, requestBody, status, responseBody, failure, milliseconds } = exchange;
  return [
    `${index + 1}. ${operation} as ${actor} (${milliseconds.toFixed(0)} ms)`,
    `   > ${method} ${url}${requestBody === undefined ? '' : `\n   > ${requestBody}`}`,
    `   < ${status ?? 'no answer'} ${responseBody ?? ''}${failure === undefined ? '' : ` (${failure})`}`,
    ...exchange.findings.map((finding) => `   ! ${finding.requirement}: ${finding.at} ${finding.message}`),
  ].join('\n');
}

/** Repeats the checks of one promise, and shows everything that was said. */
await main(async (flags) => {
  flags.only('seed', 'path', 'dialect', 'tenant');
  const [id, ...others] = flags.words;
  const registry = loadRegistry(await loadContract());
  const requirement = id === undefined ? undefined : registry.get(id);
  if (!requirement || others.length > 0) {
    const near = [...registry.keys()].filter((one) => id !== undefined && one.includes(id)).slice(0, 8);
    const hint = near.length > 0 ? `, perhaps ${near.join(', ')}` : ', as `npm run catalogue -- --json` lists them';
    throw new UsageProblem([`expected the id of one promise${hint}`]);
  }
  await rm(FOLDER, { recursive: true, force: true });
  const name = requirement.id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const hasLeak = await leaked({ settings: settingsIfAny(), reportFolder: FOLDER }, async () => {
    await ended(
      startPlaywright(['--workers=1', `--grep=${name}: `, `--reporter=${REPORTER}`], {
        ONE_PROJECT: '1',
        REPORT_FOLDER: FOLDER,
        SEED: flags.get('seed') ?? process.env['SEED'],
        PROPERTY_PATH: flags.get('path'),
        DIALECT: flags.get('dialect') ?? process.env['DIALECT'],
        TENANT: flags.get('tenant') ?? process.env['TENANT'],
      }),
    );
  });
  // What was said would be printed with the secret that was found in it.
  if (hasLeak) return LEAKED;
  const results = JSON.parse(await readFile(`${FOLDER}/results.json`, 'utf8')) as Results;
  const result = results.requirements.find((one) => one.id === requirement.id);
  if (!result) throw new UsageProblem([`no check names ${requirement.id}`]);
  console.log(`\n${result.evidence.map(exchangeText).join('\n')}`);
  console.log(`\n# The same by hand\n\n${curlScript(result.evidence)}`);
  return results.run.exitCode;
});
