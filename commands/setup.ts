import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { EXIT_CODES } from '../evidence/exit-codes.ts';
import { writeWholeSync } from '../evidence/whole-files.ts';
import { commandLine } from '../contracts/installation.ts';
import { UsageProblem } from '../contracts/problem.ts';
import { readConfiguration } from '../harness/tenant/configuration.ts';
import { ask } from './ask.ts';
import type { Command } from './flags.ts';
import { main } from './main.ts';
import { isTold, outlookOf, tableOf, toAskFor, Unreachable } from './outlook.ts';

const COMMAND = {
  name: 'setup',
  what: 'Asks for the address and the token of a tenant, looks at it, and shows what a run would find, make or miss.',
  flags: {
    tenant: { what: 'The name of the tenant, whose settings are in .env.<name>.', value: 'name' },
    write: { what: 'Keep what was found in lists in that file.' },
  },
  example: '--tenant=staging-eu',
} satisfies Command;

/** What has to be known before anything can be looked at. */
const ASKED = [
  { name: 'BASE_URL', question: 'Address of the tenant, such as https://acme.example.com: ', isSecret: false },
  { name: 'ADMIN_TOKEN', question: 'API key of an administrator (it is not shown): ', isSecret: true },
] as const;

const settingsIn = (file: string): Record<string, string> => (existsSync(file) ? parse(readFileSync(file)) : {});

/** Adds settings to a file that only its owner may read; lines that are there stay as they are. */
function keep(file: string, more: Readonly<Record<string, string>>): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : '';
  const known = settingsIn(file);
  const lines = Object.entries(more).flatMap(([name, value]) =>
    known[name] === undefined || known[name] === '' ? [`${name}=${value}`] : [],
  );
  if (lines.length === 0) return;
  writeWholeSync(file, `${[before, ...lines].filter((line) => line !== '').join('\n')}\n`, { mode: 0o600 });
}

/** Asks for what is mandatory and neither in the environment nor in the files; without a terminal it says what is missing. */
async function askForMissing(file: string): Promise<void> {
  const known = { ...settingsIn('.env'), ...settingsIn(file), ...process.env };
  const missing = ASKED.filter(({ name }) => (known[name] ?? '') === '');
  if (missing.length === 0) return;
  if (!process.stdin.isTTY)
    throw new UsageProblem(missing.map(({ name }) => `set ${name} in ${file}, or run this on a terminal to be asked`));
  for (const { name, question, isSecret } of missing) {
    const given = await ask(question, isSecret);
    if (given === '') throw new UsageProblem([`${name} is needed`]);
    keep(file, { [name]: given });
  }
}

await main(COMMAND, async (flags) => {
  const tenant = flags.get('tenant') ?? process.env['TENANT'];
  if (tenant === undefined) throw new UsageProblem(['--tenant is needed: the name of the tenant, such as staging-eu']);
  const file = `.env.${tenant}`;
  await askForMissing(file);
  if (existsSync(file)) process.env['TENANT'] = tenant;
  const configuration = readConfiguration();
  // What was typed is kept, so that only what is wrong has to be put right.
  const hint = existsSync(file)
    ? [`Put it right in ${file}, which has the address and the token, and call this again`]
    : [];
  try {
    const outlook = await outlookOf(configuration);
    const told = outlook.expected.filter(isTold).length;
    console.log(`Things and credentials, with the requirements that need each\n${tableOf(outlook).join('\n')}`);
    const asked = toAskFor(outlook);
    if (asked.length > 0)
      console.log(
        `\nAsk an administrator of the tenant for these: no list shows them, and a run cannot make them\n${asked.join('\n')}`,
      );
    console.log(`\nA run would test ${told} of ${outlook.expected.length} requirements.`);
    if (flags.has('write')) {
      keep(file, outlook.found);
      console.log(
        `What was found is in ${file}. The things that it names count as stated: a run may change and restore them.`,
      );
    }
    console.log(`Next: ${commandLine('conformance', `--tenant=${tenant}`)}`);
    return EXIT_CODES.passed;
  } catch (error) {
    if (error instanceof UsageProblem) throw new UsageProblem([...error.problems, ...hint]);
    if (!(error instanceof Unreachable)) throw error;
    console.error([error.message, ...hint].join('\n'));
    return EXIT_CODES.incomplete;
  }
});
