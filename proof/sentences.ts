import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isInstalled, ROOT } from '../contracts/installation.ts';
import {
  FAULT_SENTENCES,
  faultsIn,
  packed,
  readFaultSentences,
  type FaultSentences,
  type FaultSentencesFile,
} from '../evidence/fault-sentences.ts';

/** Where the ids and sentences of faults come from, those that are derived for each operation among them. */
const SOURCES = ['contracts', 'proof'];

/**
 * The faults of each requirement with their sentences, in the file that reports read. Importing all faults takes about a
 * second, so that they are imported only where the file does not match its sources.
 */
export async function faultSentences(): Promise<FaultSentences> {
  const cached = readCached();
  if (isInstalled && cached) return faultsIn(cached);
  const current = fingerprint();
  if (cached?.fingerprint === current) return faultsIn(cached);

  const [{ loadContract }, { loadRegistry }, { loadFaults }] = await Promise.all([
    import('../contracts/bundle.ts'),
    import('../contracts/requirements/index.ts'),
    import('./index.ts'),
  ]);
  const faults: Record<string, Record<string, string>> = {};
  for (const { id, requirement, sentence } of loadFaults(loadRegistry(await loadContract()))) {
    (faults[requirement] ??= {})[id.slice(requirement.length + 1)] = sentence;
  }
  const file = { fingerprint: current, faults };
  write(file);
  return faultsIn(file);
}

/**
 * Playwright calls this before the checks of a run (`globalSetup`). It cannot be left to the end of the run, where an
 * interrupted run has no second to spare before its report is written.
 */
export default async function setUp(): Promise<void> {
  await faultSentences();
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const folder of SOURCES) {
    const files = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /\.(?:ts|yaml)$/.test(name)).sort()) {
      hash.update(`${file}\0`).update(readFileSync(path.join(ROOT, folder, file)));
    }
  }
  return hash.digest('hex');
}

function readCached(): FaultSentencesFile | undefined {
  try {
    return readFaultSentences();
  } catch {
    return undefined;
  }
}

function write(file: FaultSentencesFile): void {
  mkdirSync(path.dirname(FAULT_SENTENCES), { recursive: true });
  // Runs may start together: each writes a file of its own and moves it into place, so that none reads half a file.
  const draft = `${FAULT_SENTENCES}.${process.pid}`;
  writeFileSync(draft, packed(file));
  renameSync(draft, FAULT_SENTENCES);
}
