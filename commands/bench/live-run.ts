import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { SETTING_NAMES, type SettingName } from '../../contracts/settings.ts';
import type { Results } from '../../evidence/results.ts';
import { Secret } from '../../harness/http/secrets.ts';
import { LedgerFiles } from '../../harness/undo/ledger-file.ts';
import { Host, type Lease, type Patch } from '../../mock/index.ts';
import { readResults } from '../judged.ts';
import { commandArgs } from '../node.ts';
import { ended } from '../playwright.ts';
import { countOf, fill, GROWING } from './fill.ts';
import { startRelay, type Relay } from './relay.ts';

/** A run that takes longer is stopped. */
const LONGEST = 600_000;
/** How long a run that is told to stop may take to undo what it did. */
const GRACE = 20_000;
const ADDRESSES = ['BASE_URL', 'DATA_API_URL', 'AI_URL'] as const;

export interface LiveOptions {
  /** Milliseconds to the tenant and back; without them nothing stands between it and the run. */
  readonly roundTrip?: number;
  /** Settings of the run beside those of the tenant. */
  readonly settings?: Readonly<Partial<Record<SettingName, string>>>;
  /** How many roles, reports and tasks the tenant has at least. */
  readonly things: number;
  readonly patches?: readonly Patch[];
  readonly flags?: readonly string[];
}

export interface LiveRun {
  readonly seconds: number;
  /** How many requests the tenant was asked: those of the run's report, and what precedes and follows them. */
  readonly requests: number;
  /** Nothing where the run judged nothing, or did not end in time. */
  readonly results?: Results;
  readonly output: string;
}

/** Runs the suite on a tenant of this process that it takes for a live one, of which it knows every setting. */
export async function liveRun(options: LiveOptions): Promise<LiveRun> {
  const { host, first } = await Host.start({ patches: options.patches ?? [] });
  for (const what of GROWING) fill(first.tenant, what, Math.max(0, options.things - countOf(first.tenant, what)));
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-live-'));
  const relays: Relay[] = [];
  let interrupted: NodeJS.Signals | undefined;
  try {
    const ca = path.join(folder, 'ca.pem');
    await writeFile(ca, host.certificates.ca);
    const settings = { ...first.settings, ...(await behind(relays, first.settings, options.roundTrip)) };
    const report = path.join(folder, 'report');
    const started = performance.now();
    const child = spawn(process.execPath, commandArgs('conformance', '--seed=1', ...(options.flags ?? [])), {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...Object.fromEntries(SETTING_NAMES.map((name) => [name, undefined])),
        ...settings,
        TLS_CA: ca,
        BORROW: '1',
        ALLOW_ACCOUNT_CHANGES: '1',
        REPORT_FOLDER: report,
        ...options.settings,
      },
      // A group of its own, which can be ended as a whole.
      detached: true,
    });
    const { output, isInTime, signal } = await watched(child);
    const seconds = (performance.now() - started) / 1_000;
    interrupted = signal;
    await forget(settings);
    const results = isInTime ? await readResults(report) : undefined;
    return { seconds, requests: host.answered, ...(results && { results }), output };
  } finally {
    await Promise.all([...relays.map((relay) => relay.close()), host.close()]);
    await rm(folder, { recursive: true, force: true });
    // What a signal asked for is done once nothing is left behind.
    if (interrupted) process.exit(128 + constants.signals[interrupted]);
  }
}

/** The same addresses, each behind a relay of its own, which are added to those that have to be closed. */
async function behind(
  relays: Relay[],
  settings: Lease['settings'],
  roundTrip: number | undefined,
): Promise<Readonly<Record<string, string>>> {
  const moved: Record<string, string> = {};
  for (const name of ADDRESSES) {
    const address = settings[name];
    if (address === undefined) throw new Error(`the tenant has no ${name}`);
    const url = new URL(address);
    if (roundTrip !== undefined) {
      const relay = await startRelay(Number(url.port), roundTrip / 2);
      relays.push(relay);
      url.port = String(relay.port);
    }
    moved[name] = url.href.replace(/\/$/, '');
  }
  return moved;
}

interface Watched {
  /** The last of what it printed. */
  readonly output: string;
  readonly isInTime: boolean;
  /** What stopped the bench meanwhile. */
  readonly signal?: NodeJS.Signals;
}

/** Waits for the end of a run, and brings it about where it does not come in time or the bench itself is stopped. */
async function watched(child: ChildProcess): Promise<Watched> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString('utf8')).slice(-2_000)));
  let signal: NodeJS.Signals | undefined;
  let killing: NodeJS.Timeout | undefined;
  const stop = () => {
    child.kill('SIGTERM');
    killing ??= setTimeout(() => {
      endGroup(child);
    }, GRACE);
  };
  const interrupt = (received: NodeJS.Signals) => {
    signal = received;
    stop();
  };
  const timer = setTimeout(stop, LONGEST);
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    await ended(child);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    clearTimeout(timer);
    clearTimeout(killing);
    if (killing) endGroup(child);
  }
  return { output, isInTime: killing === undefined, ...(signal && { signal }) };
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

/** The tenant ends with its run: what the run did not undo there is nobody's concern, least of all the next tenant's at that port. */
async function forget({ BASE_URL = '', ADMIN_TOKEN = '' }: Readonly<Record<string, string>>): Promise<void> {
  const ledger = new LedgerFiles(BASE_URL, ADMIN_TOKEN, { add: (value) => new Secret(value, 1) });
  await Promise.all(ledger.pending().map(({ file }) => rm(file, { force: true })));
}
