import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestResult as Played,
} from '@playwright/test/reporter';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { loadContract } from '../contracts/bundle.ts';
import { ANNOTATIONS } from '../evidence/evidence.ts';
import { makeFolder } from '../evidence/folders.ts';
import { EXIT_CODES, exitCodeOf, type ExitCode } from '../evidence/exit-codes.ts';
import { createSecretsFile, SECRETS_FILE, withoutKnownSecrets, type SecretsFile } from '../evidence/known-secrets.ts';
import { providedFileIn, readProvidedOfShards } from '../evidence/provided.ts';
import { loadRegistry } from '../contracts/requirements/index.ts';
import type { Results, RunFacts } from '../evidence/results.ts';
import { StorageProblem, writeWhole } from '../evidence/whole-files.ts';
import { checkedLater, checkedOf, requirementOf } from './checked.ts';
import { tellBegun, tellEnding } from './ending.ts';
import { appendRun, lastRuns, type PastRun } from './history.ts';
import { issueOf } from './issue.ts';
import { pageOf, type History } from './page/index.ts';
import { blobFolderOf, providedWithoutSecrets } from './provided.ts';
import { Progress } from './progress.ts';
import { loadProofs } from './proofs.ts';
import { writeReport } from './report-files.ts';
import { resultsOf } from './results.ts';
import { Stopping } from './stopping.ts';
import { terminalText } from './terminal.ts';
import { isBroken, type Checked } from './verdicts.ts';
import { outputsOf, searchRun, untilWritten } from './written.ts';

/** So many earlier runs stand beside each requirement; a comparison shows more. */
const NIGHTS = 30;

/** The command that starts the run sets it where no other reporter listens. */
const IS_ALONE = process.env['EXPECT_FAILURES'] === '1';

const LONGEST_OVERHEARD = 10_000;

const SCHEMA = new URL('../evidence/results.schema.json', import.meta.url);

/** What the configuration hands to reporters, also through a merge of blobs. */
interface Metadata {
  readonly facts: Omit<RunFacts, 'isSelection'>;
  /** Playwright starts the embedded tenant. */
  readonly startsTenant: boolean;
}

/** Collects the evidence of each check, and writes the verdicts when the run ends. */
export default class ConformanceReporter implements Reporter {
  readonly #checks = new Map<string, Map<string, () => Checked>>();
  readonly #selected = new Set<string>();
  /** The requirements of tests that have not ended. */
  readonly #waiting = new Map<string, string>();
  readonly #stopping = new Stopping(() => void this.#stop());
  #begunAt = new Date();
  #concluded: Promise<ExitCode> | undefined;
  #config: FullConfig | undefined;
  #root = process.cwd();
  #problems: string[] = [];
  /** The last that was said on stderr outside of tests, as the embedded tenant does where it cannot start. */
  #overheard = '';
  #progress: Progress | undefined;
  #ended = 0;
  /** Where Playwright was started by itself: a command that starts it keeps the secrets, and searches for them. */
  #secrets: SecretsFile | undefined;

  onBegin(config: FullConfig, suite: Suite): void {
    this.#config = config;
    if (!process.env[SECRETS_FILE]) {
      this.#secrets = createSecretsFile();
      process.env[SECRETS_FILE] = this.#secrets.file;
    }
    this.#root = config.rootDir;
    const tests = suite.allTests();
    for (const test of tests) {
      const id = requirementOf(test);
      if (id === undefined) continue;
      this.#selected.add(id);
      this.#waiting.set(test.id, id);
    }
    this.#begunAt = new Date();
    if (tests.length > 0) tellBegun();
    this.#stopping.begin();
    if (IS_ALONE) this.#progress = new Progress(tests.length, process.stdout);
  }

  onTestEnd(test: TestCase, played: Played): void {
    this.#ended += 1;
    this.#waiting.delete(test.id);
    const id = blamedBy(played) ?? requirementOf(test);
    this.#progress?.ended(id !== undefined && this.#isViolated(test, played) ? id : undefined);
    if (id === undefined) return;
    this.#selected.add(id);
    // A further attempt takes the place of the one before.
    this.#checks.set(
      id,
      (this.#checks.get(id) ?? new Map<string, () => Checked>()).set(test.id, checkedLater(test, played, this.#root)),
    );
  }

  onError(error: { readonly message?: string }): void {
    this.#problems.push(error.message ?? 'an error without a message');
  }

  onStdErr(chunk: string | Buffer, test?: TestCase): void {
    if (!test) this.#overheard = (this.#overheard + chunk.toString()).slice(-LONGEST_OVERHEARD);
    // Before the tests are known it is only shown where the tenant does not start.
    if (IS_ALONE && this.#selected.size > 0) process.stderr.write(withoutKnownSecrets(chunk.toString()));
  }

  onStdOut(chunk: string | Buffer): void {
    if (IS_ALONE) process.stdout.write(withoutKnownSecrets(chunk.toString()));
  }

  async onEnd(result: FullResult): Promise<{ readonly status: 'failed' } | undefined> {
    this.#stopping.end();
    const exitCode = await (this.#concluded ??= this.#conclude(result));
    await tellEnding({ exitCode });
    // Playwright itself knows nothing of a report that could not be written.
    return result.status === 'passed' && exitCode !== EXIT_CODES.passed ? { status: 'failed' } : undefined;
  }

  printsToStdio(): boolean {
    return IS_ALONE;
  }

  /** Concludes a stopped run whose checks do not end. */
  async #stop(): Promise<void> {
    const duration = Date.now() - this.#begunAt.getTime();
    this.#concluded ??= this.#conclude({ status: 'interrupted', startTime: this.#begunAt, duration });
    await tellEnding({ exitCode: await this.#concluded });
  }

  async #conclude(result: FullResult): Promise<ExitCode> {
    this.#progress?.close();
    const { facts, startsTenant } = (this.#config?.metadata ?? {}) as Partial<Metadata>;
    // Playwright sets the variable when the tenant has said its address.
    if (startsTenant && this.#selected.size === 0 && !process.env['CONTROL_URL']) {
      const reason = reasonIn(this.#overheard);
      console.error(reason === undefined ? this.#problems.join('\n') : `The embedded tenant did not start: ${reason}`);
      return EXIT_CODES.incomplete;
    }
    if (!this.#config || !facts || this.#selected.size === 0) {
      for (const problem of this.#problems) console.error(problem);
      return EXIT_CODES.usage;
    }
    // A list of tests: none ended, and nothing kept them from it.
    if (this.#ended === 0 && result.status === 'passed') return EXIT_CODES.passed;
    return this.#report(this.#config, facts, result);
  }

  async #report(config: FullConfig, known: Metadata['facts'], result: FullResult): Promise<ExitCode> {
    const document = await loadContract();
    const registry = loadRegistry(document);
    const all = [...registry.values()];
    const testable = all.filter(({ untestable }) => untestable === undefined);
    const isSelection = config.shard === null && testable.some(({ id }) => !this.#selected.has(id));
    const isPartial = isSelection || config.shard !== null;
    const facts = { ...known, isSelection };
    const checks = new Map(
      [...this.#checks].map(([id, tests]) => [id, [...tests.values()].map((unpack) => unpack())] as const),
    );
    const provided = providedWithoutSecrets();
    const kept = process.env['HISTORY'] || facts.historyFolder;
    let past: readonly PastRun[] = [];
    const unread = await problemsOf([
      () => {
        past = kept === undefined ? [] : lastRuns(kept, facts.tenant, NIGHTS);
      },
    ]);
    const results = resultsOf({
      facts,
      startedAt: result.startTime,
      milliseconds: result.duration,
      requirements: isPartial ? testable.filter(({ id }) => this.#selected.has(id)) : testable,
      untestable: all.length - testable.length,
      isKnownId: (id) => all.some((one) => one.id === id),
      isPartial,
      ...(config.shard && { shard: config.shard }),
      checks,
      ...(isCutShort(result, config) && { notReached: new Set(this.#waiting.values()) }),
      ...(provided && { provided }),
      ended: readProvidedOfShards(),
      past,
    });
    const blobs = blobFolderOf(config);
    refuseMalformed(results);
    const isWhole = !isPartial && result.status !== 'interrupted';
    const exchanges = [...checks.values()].flat().flatMap(({ evidence }) => evidence?.exchanges ?? []);
    // Blobs carry the folder of the machine that they come from.
    const folder = process.env['REPORT_FOLDER'] || facts.reportFolder;
    const unwritten = await problemsOf([
      async () => {
        const faults = loadProofs();
        const page = () => pageOf(results, { document, registry, ...(faults && { faults }) }, historyOf(past));
        await writeReport(folder, results, exchanges, page, isWhole ? issueOf(results, past.at(-1)) : undefined);
      },
      async () => {
        if (blobs === undefined || !provided) return;
        makeFolder(blobs);
        await writeWhole(providedFileIn(blobs, provided), JSON.stringify(provided));
      },
      // Half a run establishes nothing of the requirements that it did not come to.
      () => {
        if (kept !== undefined && isWhole) appendRun(kept, results);
      },
    ]);
    console.log(terminalText(results, path.join(folder, 'index.html')));
    for (const problem of this.#problems) console.log(withoutKnownSecrets(problem));
    const unstored = [...unread, ...unwritten];
    for (const problem of unstored) console.error(problem.message);
    return exitCodeOf([results.run.exitCode, ...(unstored.length > 0 ? [EXIT_CODES.incomplete] : [])]);
  }

  /** All reporters have written what they write. */
  async onExit(): Promise<void> {
    const config = this.#config;
    if (!this.#secrets || !config) return;
    const { facts } = config.metadata as { readonly facts: RunFacts };
    const run = {
      secretsFile: this.#secrets.file,
      reportFolder: process.env['REPORT_FOLDER'] || facts.reportFolder,
      historyFolder: process.env['HISTORY'] || facts.historyFolder,
      outputs: outputsOf(config),
    };
    await untilWritten(run);
    const hasLeak = await searchRun(run);
    this.#secrets.remove();
    if (hasLeak) {
      process.once('exit', () => {
        process.exitCode = EXIT_CODES.usage;
      });
    }
  }

  #isViolated(test: TestCase, played: Played): boolean {
    return played.status === 'failed' && isBroken(checkedOf(test, played, this.#root));
  }
}

/** Whether a run ended before all of its checks had begun, because somebody or a limit of Playwright stopped it. */
function isCutShort({ status }: FullResult, { maxFailures }: FullConfig): boolean {
  return status === 'interrupted' || status === 'timedout' || maxFailures > 0;
}

/** Does one thing after the other, whether or not the one before could be stored. */
async function problemsOf(steps: readonly (() => Promise<void> | void)[]): Promise<StorageProblem[]> {
  const problems: StorageProblem[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof StorageProblem)) throw error;
      problems.push(error);
    }
  }
  return problems;
}

/** The line of a stack that names the error, behind the name that Playwright puts before each line. */
function reasonIn(text: string): string | undefined {
  return /^(?:\[\w+\] )?(\w*Error: .+)$/m.exec(stripVTControlCharacters(text))?.[1];
}

function historyOf(past: readonly PastRun[]): History | undefined {
  if (past.length === 0) return undefined;
  return (id) =>
    past.flatMap(({ at, verdicts }) => {
      const verdict = verdicts.get(id);
      return verdict === undefined ? [] : [{ at, verdict }];
    });
}

/** Programs that read the file rely on its published schema. */
function refuseMalformed(results: Results): void {
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as object;
  const ajv = new Ajv2020({ allErrors: true });
  formats.default(ajv);
  if (!ajv.validate(schema, results)) throw new Error(`results.json breaks its schema: ${ajv.errorsText()}`);
}

/** The requirement that a failure is about, where a check goes through those of several. */
function blamedBy({ annotations }: Played): string | undefined {
  return annotations.find(({ type }) => type === ANNOTATIONS.blame)?.description;
}
