import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { SETTING_NAMES, type ActorSetting } from '../contracts/settings.ts';
import { SOURCES } from '../harness/provision/sources.ts';
import { SELECTED } from '../evidence/provided.ts';
import type { TrialLine, TrialsPlan } from '../evidence/trials.ts';
import { Host, type DialectName, type Lease } from '../mock/index.ts';
import type { Planted, Trial } from '../proof/trials.ts';
import { ended, startPlaywright, TRIALS_REPORTER } from './playwright.ts';

/** What a live tenant is known by: its address and an administrator's token, or all settings that the reference tenant has. */
export const KNOWN_BY = ['two-settings', 'all-settings'] as const;
export type KnownBy = (typeof KNOWN_BY)[number];

/** A run waits for its tenant now and then: one more than cores keeps these busy. */
const AT_ONCE = Math.min(availableParallelism(), 4) + 1;
/** A trial that takes longer than any check may is ended, and says nothing. */
const LONGEST = 300_000;

/** Where the runs of live trials keep their results, and what they are played in. */
interface LiveOptions {
  readonly file: string;
  readonly dialect: DialectName;
  readonly knownBy: KnownBy;
  readonly seed: number;
}

/** Plays each trial in a run of its own, on a faulty tenant that the suite takes for a live one: without leases and clock. */
export async function playLive(
  trials: readonly Trial<Planted>[],
  { file, dialect, knownBy, seed }: LiveOptions,
): Promise<void> {
  const { host } = await Host.start({ dialect });
  const folder = await mkdtemp(path.join(tmpdir(), 'conformance-live-trials-'));
  const ca = path.join(folder, 'ca.pem');
  await Promise.all([writeFile(ca, host.certificates.ca), appendFile(file, '')]);
  const left = [...trials];
  let done = 0;
  const one = async (): Promise<void> => {
    for (let trial = left.shift(); trial; trial = left.shift()) {
      const missing = knownBy === 'two-settings' ? lacking(trial) : undefined;
      if (missing !== undefined) await appendFile(file, without(trial, { untested: `it shows with ${missing} alone` }));
      else {
        const patches = trial.faults.map(({ patch }) => patch);
        const lease = await host.lease({ dialect, patches, hasOwnAddresses: true });
        await playIn(lease, trial, { file, folder, knownBy, ca, seed });
        host.release(lease.id);
      }
      done += 1;
      if (done % Math.ceil(trials.length / 10) === 0) console.log(`${done} of ${trials.length}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  await Promise.all([host.close(), rm(folder, { recursive: true })]);
}

interface Played {
  readonly file: string;
  readonly folder: string;
  readonly ca: string;
  readonly knownBy: KnownBy;
  readonly seed: number;
}

async function playIn({ id, settings }: Lease, trial: Trial<Planted>, { file, folder, ca, knownBy, seed }: Played) {
  const faults = trial.faults.map((fault) => fault.id);
  const plan: TrialsPlan = { file: path.join(folder, `${id}.jsonl`), trials: { [trial.check]: [faults] } };
  const planned = path.join(folder, `${id}.json`);
  await Promise.all([writeFile(planned, JSON.stringify(plan)), appendFile(plan.file, '')]);
  const { BASE_URL = '', ADMIN_TOKEN = '' } = settings;
  const environment = {
    ...Object.fromEntries(SETTING_NAMES.map((name) => [name, undefined])),
    ...(knownBy === 'two-settings' ? { BASE_URL, ADMIN_TOKEN } : settings),
    TLS_CA: ca,
    SEED: String(seed),
    EXPECT_FAILURES: '1',
    TRIALS_PLAN: planned,
    [SELECTED]: JSON.stringify([trial.check]),
  };
  const child = startPlaywright(['--workers=1', `--reporter=${TRIALS_REPORTER}`], environment, {
    stdout: 'ignore',
    stderr: 'ignore',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST);
  const code = await ended(child);
  clearTimeout(timer);
  const lines = await readFile(plan.file, 'utf8');
  const why = `the run ended with ${code} before its checks`;
  const untold = without(trial, code === 2 || code === 3 ? { untested: why } : { trouble: why });
  await appendFile(file, lines === '' ? untold : lines);
}

/** The line of a trial whose check did not run. */
function without({ check, faults }: Trial<Planted>, why: Pick<TrialLine, 'untested' | 'trouble'>): string {
  const line: TrialLine = { check, faults: faults.map(({ id }) => id), red: [], met: [], shapes: [], ...why };
  return `${JSON.stringify(line)}\n`;
}

/** A credential that a tenant with two settings never has, and without which a fault does not show. */
function lacking({ faults }: Trial<Planted>): ActorSetting | undefined {
  return faults.flatMap(({ seenWith }) => seenWith ?? []).find((setting) => SOURCES[setting] === undefined);
}
