import { commandLine, isInstalled, ownFile, suitePackage } from '../contracts/installation.ts';
import { EXIT_CODES } from '../evidence/exit-codes.ts';
import { insteadOf } from '../contracts/nearest.ts';

/** The commands for who tests a tenant, in the order in which they are needed. The other ones are tools of the repository. */
const COMMANDS: Readonly<Record<string, { readonly what: string; readonly load: () => Promise<unknown> }>> = {
  run: {
    what: 'Test a tenant, the embedded one where no other is configured.',
    load: () => import('./conformance.ts'),
  },
  setup: {
    what: 'Ask for address and token of a tenant, and show what a run would find.',
    load: () => import('./setup.ts'),
  },
  preflight: { what: 'Show what a run would test on a live tenant.', load: () => import('./preflight.ts') },
  sweep: { what: 'Undo what interrupted runs left on a live tenant.', load: () => import('./sweep.ts') },
  replay: { what: 'Repeat the checks of one requirement, with every exchange.', load: () => import('./replay.ts') },
  merge: { what: 'Make one report of the blobs of shards.', load: () => import('./merge.ts') },
  baseline: { what: 'Write what the last run found into the baseline.', load: () => import('./baseline.ts') },
  compare: { what: 'Compare runs of one or several tenants.', load: () => import('./compare.ts') },
  catalogue: { what: 'Show the requirements and the operations.', load: () => import('./catalogue.ts') },
  mock: { what: 'Start a reference tenant on this machine.', load: () => import('./mock.ts') },
};

function helpText(): string {
  const { name } = suitePackage();
  const rows = Object.entries(COMMANDS).map(([command, { what }]) => `  ${command.padEnd(12)}${what}`);
  const own = isInstalled ? `npx ${name}` : 'node commands/bin.js';
  return [
    'Tests a tenant of the management API against its specification.',
    '',
    `Usage: ${own} <command> [flags]`,
    '',
    ...rows,
    '',
    '`<command> --help` lists the flags of a command. `--version` prints the version.',
    '',
    `Example: ${commandLine('conformance', '--grep roles.update')}`,
  ].join('\n');
}

/** Starts the command that the first word names; it reads the words after that, as if it had been called by itself. */
async function start(word: string | undefined): Promise<void> {
  if (word === undefined || word === '--help' || word === '-h' || word === 'help') {
    console.log(helpText());
    process.exitCode = word === undefined ? EXIT_CODES.usage : EXIT_CODES.passed;
    return;
  }
  if (word === '--version') {
    console.log(suitePackage().version);
    return;
  }
  const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  if (!command) {
    console.error(`${word}: there is no such command, ${insteadOf(word, Object.keys(COMMANDS))}`);
    process.exitCode = EXIT_CODES.usage;
    return;
  }
  process.argv.splice(1, 2, ownFile(`commands/${word}.ts`));
  await command.load();
}

await start(process.argv[2]);
