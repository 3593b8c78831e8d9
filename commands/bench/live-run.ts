import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import type { DialectName } from '../../contracts/dialects.ts';
import { SETTING_NAMES, type SettingName } from '../../contracts/settings.ts';
import type { Results } from '../../evidence/results.ts';
import { Secret } from '../../harness/http/secrets.ts';
import { LedgerFiles } from '../../harness/undo/ledger-file.ts';
import { Host, type Lease, type Patch } from '../../mock/index.ts';
import type { Tenant } from '../../mock/tenant.ts';
import { readResults } from '../judged.ts';
import { commandArgs } from '../node.ts';
import { ended } from '../playwright.ts';
import { Colleague } from './colleague.ts';
import { countOf, fill, GROWING } from './fill.ts';
import { startRelay, type Relay } from './relay.ts';

/** A run that takes longer is stopped. */
const LONGEST = 600_000;
/** How long a run that is told to stop may take to undo what it did. */
const GRACE = 20_000;
const ADDRESSES = ['BASE_URL', 'DATA_API_URL', 'AI_URL'] as const;

export interface LiveOptions {
  readonly dialect?: DialectName;
  /** Milliseconds to the tenant and back; without them nothing stands between it and the run. */
  readonly roundTrip?: number;
  /** Settings of the run beside those of the tenant. */
  readonly settings?: Readonly<Partial<Record<SettingName, string>>>;
  /** What of the settings of the tenant the run gets, and what else; without it all of them and both consents. */
  readonly given?: (tenant: Tenant, all: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  /** How many roles, reports and tasks the tenant has at least. */
  readonly things: number;
  readonly patches?: readonly Patch[];
  readonly flags?: readonly string[];
  /** How many runs there are on the tenant at once; one without it. */
  readonly runs?: number;
  /** How many requests somebody else sends a second meanwhile, which change things of their own; none without it. */
  readonly changesPerSecond?: number;
}

/** What one run said. */
interface Ended {
  /** Nothing where the run judged nothing, or did not end in time. */
  readonly results?: Results;
  /** The last of what it printed. */
  readonly output: string;
}

export interface LiveRun extends Ended {
  readonly seconds: number;
  /** How many requests of the runs the tenant was asked: those of the reports, and what precedes and follows them. */
  readonly requests: number;
  /** How many changes the ledger of the runs still held when they had ended. */
  readonly pending: number;
  /** The other runs on the same tenant. */
  readonly others: readonly Ended[];
}

/** Everything that a run can be given. */
const EVERYTHING: NonNullable<LiveOptions['given']> = (_tenant, all) => ({
  ...all,
  BORROW: '1',
  ALLOW_ACCOUNT_CHANGES: '1',
});

/** Runs the suite on a tenant of this process that it takes for a live one. */
export async function liveRun(options: LiveOptions): Promise<LiveRun> {
  const { patches = [], dialect = 'plain', given = EVERYTHING } = options;
  const { host, first } = await Host.start({ patches, dialect });
  for (const what of GROWING) fill(first.tenant, what, Math.max(0, options.things - countOf(first.tenant, what)));
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-live-'));
  const relays: Relay[] = [];
  let interrupted: NodeJS.Signals | undefined;
  try {
    const ca = path.join(folder, 'ca.pem');
    await writeFile(ca, host.certificates.ca);
    const settings = { ...first.settings, ...(await behind(relays, first.settings, options.roundTrip)) };
    const environment = { ...given(first.tenant, settings), TLS_CA: ca, ...options.settings };
    const { changesPerSecond } = options;
    const colleague =
      changesPerSecond === undefined ? undefined : new Colleague(first, host.certificates.ca, changesPerSecond);
    const started = performance.now();
    const reports = Array.from({ length: options.runs ?? 1 }, (_, index) => path.join(folder, `report-${index}`));
    const [watchedFirst, ...watchedOthers] = await Promise.all(
      reports.map((report) => watched(start({ ...environment, REPORT_FOLDER: report }, options.flags))),
    );
    const seconds = (performance.now() - started) / 1_000;
    await colleague?.end();
    const pending = await forget(settings);
    interrupted = watchedFirst?.signal;
    const [own, ...others] = await Promise.all(
      [watchedFirst, ...watchedOthers].map((run, index) => endedOf(run, reports[index] ?? '')),
    );
    return { output: '', ...own, seconds, requests: host.answered - (colleague?.sent ?? 0), pending, others };
  } finally {
    await Promise.all([...relays.map((relay) => relay.close()), host.close()]);
    await rm(folder, { recursive: true, force: true });
    // What a signal asked for is done once nothing is left behind.
    if (interrupted) process.exit(128 + constants.signals[interrupted]);
  }
}

function start(settings: Readonly<Record<string, string>>, flags: readonly string[] = []): ChildProcess {
  return spawn(process.execPath, commandArgs('conformance', '--seed=1', ...flags), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...Object.fromEntries(SETTING_NAMES.map((name) => [name, undefined])), ...settings },
    // A group of its own, which can be ended as a whole.
    detached: true,
  });
}

async function endedOf(run: Watched | undefined, report: string): Promise<Ended> {
  const results = run?.isInTime ? await readResults(report) : undefined;
  return { ...(results && { results }), output: run?.output ?? '' };
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

/**
 * Forgets what the runs did not undo, and tells how much that was. The tenant ends with them: it is nobody's concern any more, least
 * of all of the next tenant at that port.
 */
async function forget({ BASE_URL = '', ADMIN_TOKEN = '' }: Readonly<Record<string, string>>): Promise<number> {
  const ledger = new LedgerFiles(BASE_URL, ADMIN_TOKEN, { add: (value) => new Secret(value, 1) });
  const pending = ledger.pending();
  await Promise.all(pending.map(({ file }) => rm(file, { force: true })));
  return pending.flatMap(({ entries }) => entries).length;
}
