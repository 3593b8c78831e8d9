import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Host, type Patch } from '../../mock/index.ts';
import { ownFolder } from '../folders.ts';
import { run, type Ran } from './run.ts';

let started: Promise<{ readonly host: Host; readonly ca: string }> | undefined;

async function start() {
  const { host } = await Host.start();
  const ca = path.join(ownFolder('conformance-freedoms'), 'ca.pem');
  await writeFile(ca, host.certificates.ca);
  return { host, ca };
}

/** Runs a selection of the checks against a tenant with the given deviations, which the run knows as a live one. */
export async function runAgainst(
  grep: string,
  patches: readonly Patch[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  started ??= start();
  const { host, ca } = await started;
  const { id, settings } = await host.lease({ patches, hasOwnAddresses: true });
  const ran = await run('conformance', [`--grep=${grep}`, '--seed=3'], {
    ...(settings as Record<string, string>),
    TLS_CA: ca,
    BORROW: '1',
    ...env,
  });
  host.release(id);
  return ran;
}

/** Writes the names of a tenant into a file for the setting BINDINGS. */
export async function statedIn(names: Readonly<Record<string, unknown>>): Promise<string> {
  const file = path.join(ownFolder('conformance-names'), 'bindings.json');
  await writeFile(file, JSON.stringify(names));
  return file;
}

export async function close(): Promise<void> {
  await (await started)?.host.close();
  started = undefined;
}
