import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PROVIDED, PROVIDED_FILE, type ProvidedThings } from '../../evidence/provided.ts';
import { readConfiguration } from '../tenant/configuration.ts';
import { describeRemaining } from '../undo/ledger.ts';
import { Provision } from './provision.ts';

/** Playwright's global setup of a live run: comes by what its checks need, and removes afterwards what was made for them. */
export default async function provide(): Promise<(() => Promise<void>) | undefined> {
  const configuration = readConfiguration();
  if (!configuration.isLive) return undefined;
  const start = Date.now();
  const provision = await Provision.begin(configuration);
  const things = await provision.obtain();
  const milliseconds = Date.now() - start;
  const sources = Object.fromEntries(things.flatMap(({ setting, source }) => (source ? [[setting, source]] : [])));
  Object.assign(process.env, provision.values, { [PROVIDED]: JSON.stringify(sources) });

  const file = path.join(mkdtempSync(path.join(tmpdir(), 'conformance-provided-')), 'provided.json');
  process.env[PROVIDED_FILE] = file;
  process.once('exit', () => {
    rmSync(path.dirname(file), { recursive: true, force: true });
  });
  const write = (ends: Pick<ProvidedThings, 'removed' | 'left'> = {}) => {
    const provided: ProvidedThings = { things, requests: provision.requests, milliseconds, ...ends };
    writeFileSync(file, JSON.stringify(provided));
  };
  write();
  return async () => {
    const entries = await provision.end();
    const left = entries.flatMap((entry) => describeRemaining(entry) ?? []);
    write({ removed: entries.filter(({ became }) => became === 'undone').map(({ what }) => what), left });
  };
}
