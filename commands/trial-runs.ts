import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Registry } from '../contracts/requirements/index.ts';
import type { TrialLine, TrialsPlan } from '../evidence/trials.ts';
import { Host, startControl, type DialectName, type Faulty, type Patch } from '../mock/index.ts';
import { batchesOf, faultyIn, keyOf, type Batch, type Planted, type Trial } from '../proof/trials.ts';
import { together, type Played, type PlayedTrials } from '../proof/verdicts.ts';
import { servingRows } from '../reports/verdicts.ts';
import { playLive, type KnownBy } from './live-trials.ts';
import { folderOf } from './narrowed.ts';
import { ended, startPlaywright, TRIALS_REPORTER } from './playwright.ts';

/** The files with results of trials, written by this machine or by others. */
const FILES = /^trials.*\.jsonl$/;

/** A worker waits for its tenant, and all tenants are in one process: one worker more than cores keeps these busy. */
const WORKERS = Math.min(availableParallelism(), 4) + 1;

type FaultsFor = (check: string, index: number) => Faulty | undefined;

/** A run of the suite in which `faultsFor` decides what is wrong with the tenant of each check. */
export async function runAgainst(
  faultsFor: FaultsFor,
  dialect: DialectName,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { host } = await Host.start({ dialect });
  const control = await startControl(host, { faultsFor, defaults: { dialect } });
  await ended(
    startPlaywright([`--workers=${WORKERS}`, ...args], {
      EXPECT_FAILURES: '1',
      CONTROL_URL: control.url,
      SEED: '1',
      ...env,
    }),
  );
  await Promise.all([control.close(), host.close()]);
}

interface RunOptions {
  readonly shard?: string | undefined;
  /** That of the inputs that checks draw. */
  readonly seed?: number;
  readonly knownBy?: KnownBy | undefined;
}

/** The folder of a proof run: plays trials in batches, and keeps their results. */
export class TrialRuns {
  readonly #folder: string;
  readonly #file: string;
  readonly #registry: Registry;
  readonly #dialect: DialectName;
  readonly #seed: number;
  /** Whether the tenants are live ones to the suite, and what it knows of them. */
  readonly #knownBy: KnownBy | undefined;

  constructor(
    folder: string,
    registry: Registry,
    dialect: DialectName,
    { shard = '', seed = 1, knownBy }: RunOptions = {},
  ) {
    this.#folder = folder;
    this.#registry = registry;
    this.#dialect = dialect;
    this.#knownBy = knownBy;
    this.#seed = seed;
    this.#file = path.join(folder, `trials${shard.replace(/^(?=.)|\//g, '-')}.jsonl`);
  }

  /** Creates the folder, and removes the results of an earlier proof run unless that one is resumed. */
  async open(isResumed: boolean): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    if (isResumed) return;
    for (const name of await readdir(this.#folder)) if (FILES.test(name)) await rm(path.join(this.#folder, name));
  }

  /** The results of all trials that were played, also earlier and on other machines. */
  async played(): Promise<PlayedTrials> {
    const files = (await readdir(this.#folder)).filter((name) => FILES.test(name));
    const texts = await Promise.all(files.map((name) => readFile(path.join(this.#folder, name), 'utf8')));
    const served = servingRows([...this.#registry.values()]);
    // An interrupted proof run may have left half a line.
    const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.endsWith('}'));
    return together(
      lines.map((line): Played => {
        const {
          check,
          faults,
          red,
          met,
          shapes,
          failure,
          trouble,
          untested,
          classes = [],
        } = JSON.parse(line) as TrialLine;
        const standsOn = [...met.flatMap((one) => served.get(one) ?? []), ...shapes];
        return {
          check,
          faults,
          red,
          standsOn,
          classes,
          ...(failure !== undefined && { failure }),
          ...(trouble !== undefined && { trouble }),
          ...(untested !== undefined && { untested }),
        };
      }),
    );
  }

  /** Plays trials in as few runs of the suite as there have to be. */
  async play(trials: readonly Trial<Planted>[]): Promise<void> {
    if (this.#knownBy !== undefined)
      return playLive(trials, { file: this.#file, dialect: this.#dialect, knownBy: this.#knownBy, seed: this.#seed });
    const batches = batchesOf(trials);
    for (const [index, batch] of batches.entries()) {
      const tenants = [...batch.values()].reduce((sum, own) => sum + own.length, 0);
      console.log(`run ${index + 1} of ${batches.length}: ${batch.size} checks, ${tenants} tenants`);
      await this.#play(batch);
    }
  }

  /** Plays what `next` chooses from the results so far, until it chooses nothing that was not played. */
  async playOn(next: (played: PlayedTrials) => readonly Trial[]): Promise<void> {
    const tried = new Set<string>();
    for (;;) {
      const trials = next(await this.played()).filter((trial) => !tried.has(keyOf(trial)));
      if (trials.length === 0) return;
      for (const trial of trials) tried.add(keyOf(trial));
      await this.play(trials);
    }
  }

  async write(name: string, results: unknown): Promise<void> {
    await writeFile(path.join(this.#folder, name), JSON.stringify(results, undefined, 1));
  }

  async writePage(page: string): Promise<void> {
    await writeFile(path.join(this.#folder, 'index.html'), page);
  }

  /** Runs each of these checks once, against a tenant whose patch only observes. */
  async watch(checks: Iterable<string>, patchFor: (check: string) => Patch): Promise<void> {
    const trials = Object.fromEntries([...checks].map((check) => [check, [[]]]));
    console.log(`one run to see which rules ${Object.keys(trials).length} checks meet`);
    await this.#run(trials, (check) => ({ patches: [patchFor(check)], isSoughtAfter: false }), 'dot');
  }

  async #play(batch: Batch): Promise<void> {
    const trials = Object.fromEntries(
      [...batch].map(([check, own]) => [check, own.map(({ faults }) => faults.map(({ id }) => id))]),
    );
    await this.#run(trials, (check, index) => faultyIn(batch, check, index), TRIALS_REPORTER);
  }

  async #run(trials: TrialsPlan['trials'], faultsFor: FaultsFor, reporter: string): Promise<void> {
    const planned = path.join(this.#folder, 'plan.json');
    const plan: TrialsPlan = { file: this.#file, trials };
    await writeFile(planned, JSON.stringify(plan));
    await appendFile(this.#file, '');
    await runAgainst(faultsFor, this.#dialect, [`--reporter=${reporter}`, ...this.#foldersOf(Object.keys(trials))], {
      TRIALS_PLAN: planned,
      SEED: String(this.#seed),
    });
    await rm(planned);
  }

  /** Where these checks are: to read those of all families takes longer than to play a few. */
  #foldersOf(checks: readonly string[]): readonly string[] {
    const families = checks.map((id) => this.#registry.get(id)?.family);
    return families.includes(undefined) ? [] : [...new Set(families)].map((family) => folderOf(family ?? ''));
  }
}
