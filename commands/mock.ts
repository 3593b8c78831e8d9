import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BINDINGS } from '../contracts/bindings/index.ts';
import { DIALECT_CHOICES } from '../contracts/dialects.ts';
import { commandLine } from '../contracts/installation.ts';
import { UsageProblem } from '../contracts/problem.ts';
import { loadContract } from '../contracts/bundle.ts';
import { loadRegistry } from '../contracts/requirements/index.ts';
import { Host, startControl, type DialectName, type Patch } from '../mock/index.ts';
import type { Command, Flags } from './flags.ts';
import { main } from './main.ts';
import { faultsNamed, listOfFaults } from './named-faults.ts';

const NAME = 'reference';
/** By this a file of settings is known to be this command's own. */
const MARK = '# Written by the command `mock`, and removed when it stops.\n';

const COMMAND = {
  name: 'mock',
  what: `Starts a reference tenant, and writes its address, credentials and ids to .env.${NAME} until it stops.`,
  flags: {
    port: { what: 'Port of the API, any free one by default.', value: 'port' },
    seed: { what: 'Seed of its data, 1 by default.', value: 'number' },
    dialect: {
      what: 'How the tenant uses what the specification leaves open.',
      value: 'dialect',
      choices: DIALECT_CHOICES,
    },
    control: { what: 'Port of the control address, any free one by default.', value: 'port' },
    name: { what: 'Write .env.<name>, so that --tenant=<name> finds it.', value: 'name' },
    fault: { what: 'Faults that it has: ids, or parts that only one id has, with commas between them.', value: 'ids' },
    faults: {
      what: 'List the faults, or those with a text in their ids, and stop.',
      value: 'part',
      isValueOptional: true,
    },
    embedded: { what: 'Print the control address alone, for a run of the suite.' },
  },
  example: '--dialect=contrary --name=contrary',
} satisfies Command;

interface Options {
  readonly port: number;
  readonly seed: number;
  readonly dialect: DialectName;
  readonly control: number;
  /** Its settings are written to `.env.<name>`, so that TENANT=<name> finds them. */
  readonly name: string;
  /** Ids of faults that it has. */
  readonly faults: readonly string[];
  /** For a run of the suite: it leases its tenants, so that nothing else is told. */
  readonly isEmbedded: boolean;
}

function optionsIn(flags: Flags<keyof typeof COMMAND.flags>): Options {
  const problems: string[] = [];
  const whole = (name: 'port' | 'seed' | 'control', otherwise: number, most: number) => {
    const text = flags.get(name);
    if (text === undefined) return otherwise;
    if (!/^\d+$/.test(text) || Number(text) > most)
      problems.push(`--${name}=${text}: expected a whole number up to ${most}`);
    return Number(text);
  };
  const name = flags.get('name') ?? NAME;
  if (!/^[\w.-]+$/.test(name) || name === 'example')
    problems.push(`--name=${name}: expected letters, digits, dots and dashes`);
  const options = {
    name,
    faults: (flags.get('fault') ?? '').split(',').filter(Boolean),
    port: whole('port', 0, 65_000),
    seed: whole('seed', 1, 2 ** 31),
    control: whole('control', 0, 65_535),
    dialect: (flags.get('dialect') ?? 'plain') as DialectName,
    isEmbedded: flags.has('embedded'),
  };
  if (problems.length > 0) throw new UsageProblem(problems);
  return options;
}

/** The faults are the proof's own, and loaded only where somebody asks for one. */
async function allFaults() {
  const { loadFaults } = await import('../proof/index.ts');
  return loadFaults(loadRegistry(await loadContract()));
}

async function patchesOf(names: readonly string[]): Promise<readonly Patch[]> {
  return names.length === 0 ? [] : faultsNamed(names, await allFaults()).flatMap(({ patch }) => patch);
}

function ownNames(): string {
  return [
    `${Object.keys(BINDINGS).length} names are this tenant's own choice, since the specification prints none. Its document`,
    `(GET /api/v1/spec) has them all, and \`${commandLine('catalogue', '--bindings')}\` says what each is.`,
  ].join('\n');
}

/** What a user wrote is not ours to replace, nor to remove when the tenant stops. */
async function refuseForeign(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined || text.startsWith(MARK) || file === `.env.${NAME}`) return;
  throw new UsageProblem([`${file} was not written by this command: choose another --name`]);
}

/** As a shell and dotenv both read it: JSON among the values would lose its quotes in a shell. */
function quoted(value: string): string {
  return /^[\w./:@+-]*$/.test(value) ? value : `'${value}'`;
}

/** What listens, unless its port is taken. The three APIs have ports in a row. */
async function free<Listening>(listening: Promise<Listening>, close?: () => Promise<void>): Promise<Listening> {
  try {
    return await listening;
  } catch (error) {
    const { code, port = 0 } = error as NodeJS.ErrnoException & { readonly port?: number };
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    await close?.();
    const why = code === 'EACCES' ? 'may not be used' : 'is in use';
    throw new UsageProblem([
      `port ${port} ${why}: choose other ones with --port, which takes the two after it as well, and --control`,
    ]);
  }
}

function stopped(): Promise<void> {
  return new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}

await main(COMMAND, async (flags) => {
  const part = flags.get('faults');
  if (part !== undefined) {
    console.log(listOfFaults(part, await allFaults()));
    return 0;
  }
  const { control: controlPort, isEmbedded, name, faults, ...options } = optionsIn(flags);
  const envFile = `.env.${name}`;
  if (!isEmbedded) await refuseForeign(envFile);
  const patches = await patchesOf(faults);
  const { host, first } = await free(Host.start({ ...options, patches }));
  const { seed, dialect } = options;
  const control = await free(startControl(host, { port: controlPort, defaults: { seed, dialect } }), () =>
    host.close(),
  );
  if (isEmbedded) {
    console.log(`CONTROL_URL=${control.url}`);
    await stopped();
    await Promise.all([control.close(), host.close()]);
    return 0;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'reference-tenant-'));
  const ca = path.join(folder, 'ca.pem');
  await writeFile(ca, host.certificates.ca);

  const settings = { ...first.settings, TLS_CA: ca, CONTROL_URL: control.url };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quoted(value)}`);
  // Written when everything answers, so that whoever waits for the file may start at once.
  await writeFile(envFile, `${MARK}${lines.join('\n')}\n`, { mode: 0o600 });

  console.log(ownNames());
  console.log(`\nPlatform API, build paths and SCIM  ${first.settings.BASE_URL ?? ''}`);
  console.log(`Core Data API                       ${first.settings.DATA_API_URL ?? ''}`);
  console.log(`AI API                              ${first.settings.AI_URL ?? ''}`);
  console.log(`Control                             ${control.url}`);
  console.log(`Certificate of its authority        ${ca}`);
  for (const one of faults) console.log(`Fault                               ${one}`);
  console.log(`\nAddresses, credentials and ids are in ${envFile}. Stop with Ctrl-C. In another terminal:`);
  console.log(commandLine('conformance', `--tenant=${name}`));
  const { BASE_URL = '', ADMIN_TOKEN = '' } = settings;
  console.log('\nOr with its address and an administrator’s token alone, from which a run finds and makes the rest:');
  console.log(`BASE_URL=${BASE_URL} ADMIN_TOKEN=${ADMIN_TOKEN} TLS_CA=${ca} ${commandLine('conformance')}`);

  await stopped();
  await Promise.all([control.close(), host.close()]);
  await Promise.all([rm(envFile, { force: true }), rm(folder, { recursive: true, force: true })]);
  return 0;
});
