import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { BoutsPlan } from '../evidence/trials.ts';
import type { Registry } from '../contracts/requirements/index.ts';
import { Host, startControl, type DialectName, type Faulty, type Patch } from '../mock/index.ts';
import { faultyIn, nameOf, roundsOf, type Bout, type Round } from '../proof/campaign.ts';
import { together, type Played } from '../proof/verdicts.ts';
import type { BoutLine } from '../reports/bouts.ts';
import { servingRows } from '../reports/verdicts.ts';
import { ended, startPlaywright } from './playwright.ts';

/** Where bouts are written, by this machine or by others. */
const FILES = /^bouts.*\.jsonl$/;

/** A worker waits while its tenant answers, and the tenants of a campaign are all in one process: a core has time for more. */
const WORKERS = Math.min(availableParallelism(), 4) + 1;

type FaultsFor = (check: string, turn: number) => Faulty | undefined;

/** A run of the suite in which somebody says what is wrong with the tenant of each check. */
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
      CONTROL_URL: control.url,
      SEED: '1',
      ...env,
    }),
  );
  await Promise.all([control.close(), host.close()]);
}

/** A campaign's folder: what was played, and what there is to play. */
export class Bouts {
  readonly #folder: string;
  readonly #file: string;
  readonly #registry: Registry;
  readonly #dialect: DialectName;

  constructor(folder: string, registry: Registry, dialect: DialectName, shard = '') {
    this.#folder = folder;
    this.#registry = registry;
    this.#dialect = dialect;
    this.#file = path.join(folder, `bouts${shard.replace(/^(?=.)|\//g, '-')}.jsonl`);
  }

  /** Makes the folder, and unless it is gone on with an earlier campaign forgets what was played there. */
  async open(isResumed: boolean): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    if (isResumed) return;
    for (const name of await readdir(this.#folder)) if (FILES.test(name)) await rm(path.join(this.#folder, name));
  }

  /** What became of the bouts that were played, also earlier and on other machines. */
  async played(): Promise<ReadonlyMap<string, Played>> {
    const files = (await readdir(this.#folder)).filter((name) => FILES.test(name));
    const texts = await Promise.all(files.map((name) => readFile(path.join(this.#folder, name), 'utf8')));
    const served = servingRows([...this.#registry.values()]);
    // A campaign that was stopped may have left half a line.
    const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.endsWith('}'));
    return together(
      lines.map((line): Played => {
        const { bout, red, met, shapes, trouble } = JSON.parse(line) as BoutLine;
        const standsOn = [...met.flatMap((one) => served.get(one) ?? []), ...shapes];
        return { bout, red, standsOn, ...(trouble !== undefined && { trouble }) };
      }),
    );
  }

  /** Plays rounds, each in one run of the suite. */
  async play(rounds: readonly Round[]): Promise<void> {
    for (const [index, round] of rounds.entries()) {
      const bouts = [...round.values()].reduce((sum, own) => sum + own.length, 0);
      console.log(`run ${index + 1} of ${rounds.length}: ${round.size} checks, ${bouts} tenants`);
      await this.#play(round);
    }
  }

  /** Plays what is next by what was played, for as long as there is something that was not tried. */
  async playOn(next: (played: ReadonlyMap<string, Played>) => readonly Bout[]): Promise<void> {
    const tried = new Set<string>();
    for (;;) {
      const bouts = next(await this.played()).filter((bout) => !tried.has(nameOf(bout)));
      if (bouts.length === 0) return;
      for (const bout of bouts) tried.add(nameOf(bout));
      await this.play(roundsOf(bouts));
    }
  }

  async write(name: string, results: unknown): Promise<void> {
    await writeFile(path.join(this.#folder, name), JSON.stringify(results, undefined, 1));
  }

  async writePage(page: string): Promise<void> {
    await writeFile(path.join(this.#folder, 'index.html'), page);
  }

  /** Has each of these checks meet a tenant that looks on, and that is sound but for that. */
  async watch(checks: Iterable<string>, patchFor: (check: string) => Patch): Promise<void> {
    const turns = Object.fromEntries([...checks].map((check) => [check, [check]]));
    console.log(`one run to see which rules ${Object.keys(turns).length} checks meet`);
    await this.#run(turns, (check) => ({ patches: [patchFor(check)], isSoughtAfter: false }), 'dot');
  }

  async #play(round: Round): Promise<void> {
    const turns = Object.fromEntries([...round].map(([check, bouts]) => [check, bouts.map(nameOf)]));
    await this.#run(turns, (check, turn) => faultyIn(round, check, turn), './reports/bouts.ts');
  }

  async #run(bouts: BoutsPlan['bouts'], faultsFor: FaultsFor, reporter: string): Promise<void> {
    const planned = path.join(this.#folder, 'plan.json');
    const plan: BoutsPlan = { file: this.#file, bouts };
    await writeFile(planned, JSON.stringify(plan));
    await appendFile(this.#file, '');
    await runAgainst(faultsFor, this.#dialect, [`--reporter=${reporter}`], { BOUTS_PLAN: planned });
    await rm(planned);
  }
}
