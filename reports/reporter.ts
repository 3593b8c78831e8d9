import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
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
import { createSecretsFile, SECRETS_FILE, type SecretsFile } from '../evidence/known-secrets.ts';
import { ANNOTATIONS, ATTACHMENT } from '../evidence/evidence.ts';
import { loadRegistry } from '../contracts/requirements/index.ts';
import type { Results, RunFacts } from '../evidence/results.ts';
import { checkedLater, requirementOf } from './checked.ts';
import { harOf } from './har.ts';
import { appendRun, lastRuns, type PastRun } from './history.ts';
import { issueOf } from './issue.ts';
import { junitOf } from './junit.ts';
import { pageOf, type History } from './page/index.ts';
import { loadProofs } from './proofs.ts';
import { resultsOf } from './results.ts';
import { summaryOf } from './summary.ts';
import { terminalText } from './terminal.ts';
import type { Checked } from './verdicts.ts';
import { LEAKED, outputsOf, searchRun } from './written.ts';

/** So many nights stand beside each promise; a comparison shows more. */
const NIGHTS = 30;

const SCHEMA = new URL('../evidence/results.schema.json', import.meta.url);

/** Collects what each check left behind, and writes the verdicts when the run ends. */
export default class ConformanceReporter implements Reporter {
  readonly #checks = new Map<string, Map<string, () => Checked>>();
  readonly #selected = new Set<string>();
  #config: FullConfig | undefined;
  #root = process.cwd();
  #problems: string[] = [];
  /** Where Playwright was started by itself: a command that starts it keeps the secrets, and searches for them. */
  #secrets: SecretsFile | undefined;

  onBegin(config: FullConfig, suite: Suite): void {
    this.#config = config;
    if (!process.env[SECRETS_FILE]) {
      this.#secrets = createSecretsFile();
      process.env[SECRETS_FILE] = this.#secrets.file;
    }
    this.#root = config.rootDir;
    for (const test of suite.allTests()) {
      const id = requirementOf(test);
      if (id !== undefined) this.#selected.add(id);
    }
  }

  onTestEnd(test: TestCase, played: Played): void {
    const id = blamedBy(played) ?? requirementOf(test);
    if (id === undefined) return;
    this.#selected.add(id);
    // A further attempt takes the place of the one before.
    this.#checks.set(
      id,
      (this.#checks.get(id) ?? new Map<string, () => Checked>()).set(test.id, checkedLater(test, played, this.#root)),
    );
    // Nobody else reads it, and the runner would keep it until the end, with the test and with the step that attached it.
    for (const attachment of played.attachments) if (attachment.name === ATTACHMENT) delete attachment.body;
    played.attachments = played.attachments.filter(({ name }) => name !== ATTACHMENT);
  }

  onError(error: { readonly message?: string }): void {
    this.#problems.push(error.message ?? 'an error without words');
  }

  async onEnd({ startTime, duration, status }: FullResult): Promise<void> {
    const config = this.#config;
    // A list of checks is no run of them.
    if (!config || this.#selected.size === 0 || process.argv.includes('--list')) return;
    const document = await loadContract();
    const known = loadRegistry(document);
    const registry = [...known.values()];
    const testable = registry.filter(({ untestable }) => untestable === undefined);
    const { facts } = config.metadata as { readonly facts: RunFacts };
    const isPartial = facts.isSelection || config.shard !== null;
    const requirements = isPartial ? testable.filter(({ id }) => this.#selected.has(id)) : testable;
    const checks = new Map(
      [...this.#checks].map(([id, tests]) => [id, [...tests.values()].map((unpack) => unpack())] as const),
    );
    const results = resultsOf({
      facts,
      startedAt: startTime,
      milliseconds: duration,
      requirements,
      untestable: registry.length - testable.length,
      isKnownId: (id) => registry.some((one) => one.id === id),
      isPartial,
      ...(config.shard && { shard: config.shard }),
      checks,
    });
    refuseMalformed(results);
    const exchanges = [...checks.values()].flat().flatMap(({ evidence }) => evidence?.exchanges ?? []);
    // Blobs carry the folder of the machine that they come from.
    const folder = process.env['REPORT_FOLDER'] || facts.reportFolder;
    mkdirSync(folder, { recursive: true });
    const written = [
      writeFile(path.join(folder, 'run.har'), JSON.stringify(harOf(exchanges, facts.versions['suite'] ?? ''))),
      writeFile(path.join(folder, 'results.json'), JSON.stringify(results, undefined, 1)),
    ];
    writeFileSync(path.join(folder, 'junit.xml'), junitOf(results));
    writeFileSync(path.join(folder, 'summary.md'), summaryOf(results));
    const kept = process.env['HISTORY'] || facts.historyFolder;
    const past = kept === undefined ? [] : lastRuns(kept, facts.tenant, NIGHTS);
    writeFileSync(
      path.join(folder, 'index.html'),
      pageOf(results, { document, registry: known, faults: loadProofs() }, historyOf(past)),
    );
    const isWhole = !isPartial && status !== 'interrupted';
    writeIssue(path.join(folder, 'issue.md'), isWhole ? issueOf(results, past.at(-1)) : undefined);
    // Half a run says nothing of the promises that it did not come to.
    if (kept !== undefined && isWhole) appendRun(kept, results);
    // The large ones are written while the page is made.
    await Promise.all(written);
    console.log(terminalText(results));
    for (const problem of this.#problems) console.log(problem);
  }

  /** All reporters have written what they write. */
  async onExit(): Promise<void> {
    const config = this.#config;
    if (!this.#secrets || !config) return;
    const { facts } = config.metadata as { readonly facts: RunFacts };
    const hasLeak = await searchRun({
      secretsFile: this.#secrets.file,
      reportFolder: process.env['REPORT_FOLDER'] || facts.reportFolder,
      historyFolder: process.env['HISTORY'] || facts.historyFolder,
      argv: process.argv.slice(2),
      outputs: outputsOf(config),
    });
    this.#secrets.remove();
    if (hasLeak) {
      process.once('exit', () => {
        process.exitCode = LEAKED;
      });
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** There is a file where there is something to file. */
function writeIssue(file: string, issue: string | undefined): void {
  if (issue === undefined) rmSync(file, { force: true });
  else writeFileSync(file, issue);
}

function historyOf(past: readonly PastRun[]): History | undefined {
  if (past.length === 0) return undefined;
  return (id) =>
    past.flatMap(({ at, verdicts }) => {
      const verdict = verdicts.get(id);
      return verdict === undefined ? [] : [{ at, verdict }];
    });
}

/** Whoever reads the file relies on its published schema. */
function refuseMalformed(results: Results): void {
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as object;
  const ajv = new Ajv2020({ allErrors: true });
  formats.default(ajv);
  if (!ajv.validate(schema, results)) throw new Error(`results.json breaks its schema: ${ajv.errorsText()}`);
}

/** The promise that a failure is about, where a check goes through those of several. */
function blamedBy({ annotations }: Played): string | undefined {
  return annotations.find(({ type }) => type === ANNOTATIONS.blame)?.description;
}
