import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '../test.ts';
import { UsageProblem } from '../../contracts/problem.ts';
import { helpOf, numberOf, parsed, type Command, type Flags } from '../../commands/flags.ts';
import { insteadOf, nearest } from '../../contracts/nearest.ts';
import { playwrightArgs, READS_TYPESCRIPT } from '../../commands/node.ts';
import { needsFailures, PLAYWRIGHT_FLAGS } from '../../commands/playwright-flags.ts';

const run = promisify(execFile);

const COMMAND: Command = {
  name: 'sample',
  what: 'Does nothing.',
  flags: {
    only: { what: 'Only these.', value: 'id' },
    seed: { what: 'Seed.', value: 'number', short: 's' },
    dialect: { what: 'Dialect.', value: 'dialect', choices: ['plain', 'contrary'] },
    blame: { what: 'All, or so many.', value: 'number', isValueOptional: true },
    resume: { what: 'Go on.' },
  },
  words: { name: 'file', what: 'A file.', most: 1 },
  example: 'npm run sample',
};
const PASSING: Command = { ...COMMAND, passedOn: { to: '`playwright test`', flags: PLAYWRIGHT_FLAGS } };

function problems(command: Command, ...argv: readonly string[]): readonly string[] {
  try {
    parsed(command, argv);
    return [];
  } catch (error) {
    if (error instanceof UsageProblem) return error.problems;
    throw error;
  }
}

test('a value stands behind a blank or an equals sign', () => {
  for (const argv of [
    ['--only', 'roles', '--seed=7', '--resume', 'file'],
    ['file', '--only=roles', '-s', '7', '--resume'],
    ['--resume', '-s7', 'file', '--only=x', '--only', 'roles'],
  ]) {
    const flags = parsed(COMMAND, argv);
    expect([flags?.get('only'), flags?.get('seed'), flags?.has('resume'), flags?.words]).toEqual([
      'roles',
      '7',
      true,
      ['file'],
    ]);
  }
});

test('a value that is optional may be left out', () => {
  const blame = (...argv: readonly string[]) => {
    const flags = parsed(COMMAND, argv);
    return flags && numberOf(flags, 'blame');
  };
  expect([blame(), blame('--blame'), blame('--blame=8'), blame('--blame', '8')]).toEqual([undefined, Infinity, 8, 8]);
  expect(blame('--blame', '--resume')).toBe(Infinity);
});

for (const [argv, expected] of [
  [['--onyl=roles'], ['--onyl is unknown, did you mean --only?']],
  [
    ['--onyl', 'x', '--resum'],
    [/^--onyl is unknown/, '--resum is unknown, did you mean --resume?'],
  ],
  [['--only'], ['--only needs a value: --only=<id>']],
  [['--only='], ['--only needs a value: --only=<id>']],
  [['--only', '--resume'], ['--only needs a value: --only=<id>']],
  [['--resume=yes'], ['--resume takes no value, not yes']],
  [['--dialect=plani'], ['--dialect=plani: did you mean plain?']],
  [['--dialect', 'klingon'], ['--dialect=klingon: expected plain, contrary']],
  [['one', 'two'], [/^two is one word too many/]],
  [['--constructor'], [/^--constructor is unknown/]],
] as const) {
  test(`${argv.join(' ')} is refused`, () => {
    expect(problems(COMMAND, ...argv)).toEqual(
      expected.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))),
    );
  });
}

test('flags of another program are passed on in one form, however they were written', () => {
  const forms = [['--grep', 'roles'], ['--grep=roles'], ['-g', 'roles'], ['-groles']];
  for (const argv of forms) expect(parsed(PASSING, [...argv, '--seed=1'])?.passedOn).toEqual(['--grep=roles']);
  expect(parsed(PASSING, ['-x', '--only-changed', 'main', '--list'])?.passedOn.toSorted()).toEqual([
    '--list',
    '--only-changed=main',
    '-x',
  ]);
  expect(problems(PASSING, '--gerp=roles')).toEqual(['--gerp is unknown, did you mean --grep?']);
});

test("the table of Playwright's flags is that of the installed version", async () => {
  const { stdout } = await run(process.execPath, playwrightArgs('test', '--help'));
  const rows = stdout.matchAll(/^ {2}(?:-(\w), )?--?([\w-]+)(?: ([<[])[^>\]]+[>\]])?/gm);
  const printed = [...rows].map(([, short, name = '', bracket]) => [
    name,
    { short, takes: bracket === '<' ? 'a value' : bracket === '[' ? 'perhaps a value' : 'none' },
  ]);
  const ours = Object.entries<Command['flags'][string]>({ ...PLAYWRIGHT_FLAGS, help: { what: '', short: 'h' } }).map(
    ([name, { short, value, isValueOptional }]) => [
      name,
      { short, takes: value === undefined ? 'none' : isValueOptional ? 'perhaps a value' : 'a value' },
    ],
  );
  expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(printed));
});

test('help names each flag with a word on it, and an example', () => {
  const help = helpOf(PASSING);
  expect(help.split('\n')[0]).toBe('Does nothing.');
  for (const line of ['  --only=<id> ', '  -s, --seed=<number> ', '  --blame[=<number>] ', '  [file] ']) {
    expect(help).toContain(line);
  }
  expect(help).toMatch(/Passed on to `playwright test`:\n.*--browser=<browser>/);
  expect(help).toContain('Example: npm run sample');
});

test('the nearest word is offered, and none where none is near', () => {
  expect(nearest('role', ['roles', 'reports'])).toBe('roles');
  expect(nearest('rolse', ['roles', 'reports'])).toBe('roles');
  expect(nearest('banana', ['roles', 'reports'])).toBeUndefined();
  expect(insteadOf('banana', ['roles', 'reports'])).toBe('expected roles, reports');
});

/** The scripts that are commands of the project, with their arguments for Node. npm itself calls the other one. */
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const COMMANDS = Object.entries(scripts).flatMap(([script, line]) => {
  const [program, ...args] = line.split(' ');
  return program === 'node' && script !== 'prepare' ? [[script, args] as const] : [];
});
const BIN = 'commands/bin.js';

/** What a command has said of `--help`, and what of a flag that there is not, with its exit code. */
type Said = Readonly<Record<'help' | 'refusal', { readonly out: string; readonly err: string; readonly code: number }>>;

/**
 * Asks all commands in one process, which loads what they share once: one for each question would take half a minute. Each file is
 * loaded as its script has it loaded, and for the second question once more.
 */
async function askEach(): Promise<Readonly<Record<string, Said>>> {
  const fileOf = (word = '') => `commands/${word === 'run' ? 'conformance' : word}.ts`;
  const plan = COMMANDS.map(([script, args]) => {
    const [word] = args.slice(-1);
    const isOfUsers = args[0] === BIN;
    const file = isOfUsers ? fileOf(word) : (word ?? '');
    return { script, words: isOfUsers ? [word] : [], first: isOfUsers ? 'commands/cli.ts' : file, file };
  });
  const source = `
    const said = {};
    const { log, error } = console;
    const ask = async (module, words) => {
      const heard = { out: [], err: [] };
      console.log = (...texts) => heard.out.push(...texts);
      console.error = (...texts) => heard.err.push(...texts);
      process.argv = [process.execPath, module, ...words];
      process.exitCode = 0;
      await import(module);
      Object.assign(console, { log, error });
      return { out: heard.out.join('\\n'), err: heard.err.join('\\n'), code: process.exitCode };
    };
    for (const { script, words, first, file } of ${JSON.stringify(plan)}) {
      const at = (name) => new URL(name, '${pathToFileURL(path.resolve('x')).href}').href + '?' + script;
      const help = await ask(at(first), [...words, '--help']);
      said[script] = { help, refusal: await ask(at(file) + '-again', ['--no-such-flag']) };
    }
    process.exitCode = 0;
    log(JSON.stringify(said));`;
  const { stdout } = await run(process.execPath, [...READS_TYPESCRIPT, '--input-type=module', '--eval', source]);
  return JSON.parse(stdout) as Record<string, Said>;
}

test('each command says with --help what it does and takes, and refuses a flag that there is not', async () => {
  test.setTimeout(120_000);
  const said = await askEach();
  expect(COMMANDS.length).toBeGreaterThan(15);
  for (const [script] of COMMANDS) {
    const { help, refusal } = said[script] as Said;
    expect([help.code, help.err], script).toEqual([0, '']);
    expect(help.out, script).toContain(`Usage: npm run ${script} -- [flags]`);
    expect(help.out, script).toMatch(/^Example: npm (run )?[\w:]+/m);
    expect([refusal.code, refusal.out], script).toEqual([2, '']);
    expect(refusal.err, script).toMatch(/^--no-such-flag is unknown/);
  }
});

for (const script of ['catalogue', 'pins']) {
  test(`npm run ${script} ends as it says`, async () => {
    const [, args = []] = COMMANDS.find(([name]) => name === script) ?? [];
    const { stdout } = await run(process.execPath, [...args, '--help']);
    expect(stdout).toContain(`Usage: npm run ${script} -- [flags]`);
    await expect(run(process.execPath, [...args, '--no-such-flag'])).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--no-such-flag is unknown/),
    });
  });
}

test('the catalogue refuses a pattern that is none', async () => {
  const [, args = []] = COMMANDS.find(([name]) => name === 'catalogue') ?? [];
  await expect(run(process.execPath, [...args, '--grep=*roles'])).rejects.toMatchObject({
    code: 2,
    stderr: '--grep=*roles: expected a regular expression\n',
  });
});

test('Playwright hears of a check that fails wherever it shows failures itself', () => {
  const needing = (...argv: readonly string[]) => needsFailures(parsed(PASSING, argv) as Flags);
  const shows = Object.keys(PLAYWRIGHT_FLAGS).filter((name) => /^ui|^debug$|reporter$|fail(ed|ures)$/.test(name));
  expect(shows).toEqual(expect.arrayContaining(['ui', 'ui-host', 'ui-port', 'debug', 'reporter']));
  for (const name of shows) {
    const isValued = 'value' in PLAYWRIGHT_FLAGS[name as keyof typeof PLAYWRIGHT_FLAGS];
    expect(needing(isValued ? `--${name}=1` : `--${name}`), name).toBe(true);
  }
  expect(needing()).toBe(false);
  expect(needing('--grep=roles', '--workers=3')).toBe(false);
});
