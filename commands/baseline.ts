import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isSeq, parseDocument, YAMLSeq, type Document } from 'yaml';
import { commandLine } from '../contracts/installation.ts';
import { UsageProblem } from '../contracts/problem.ts';
import { currentId } from '../contracts/requirements/renamed.ts';
import { labelOf } from '../evidence/baseline.ts';
import type { Results } from '../evidence/results.ts';
import { writeWholeSync } from '../evidence/whole-files.ts';
import { proposedGaps } from '../reports/gaps.ts';
import type { Command } from './flags.ts';
import { main } from './main.ts';

const USUAL = 'reports/latest';
const COMMAND = {
  name: 'baseline',
  what: 'Adds rows to the baseline for the violations and the gaps of the last run that it does not list yet.',
  flags: { prune: { what: 'Also take out the rows that the run found stale.' } },
  words: { name: 'results', what: `Folder with the results of a run, ${USUAL} where none is named.`, most: 1 },
  example: '--prune',
} satisfies Command;
const FITTING = /^[\w.-]+$/;

function readResults(word: string): Results {
  const file = word.endsWith('.json') ? word : path.join(word, 'results.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Results;
  } catch {
    throw new UsageProblem([`${file}: expected the results of a run; \`${commandLine('conformance')}\` writes them`]);
  }
}

/** Where the baseline of the run's tenant is: where the run found it, or where the next one will. */
function fileFor({ run }: Results): string {
  if (run.baseline) return run.baseline.file;
  if (FITTING.test(run.tenant)) return `baselines/${run.tenant}.yaml`;
  throw new UsageProblem([
    `the run was of ${run.tenant}: a baseline is kept for a tenant with a name; repeat the run with --tenant=<name>`,
  ]);
}

const HEAD = ` What is known of this tenant and accepted. A row without a reason is refused.\n`;

function listOf(document: Document, name: string): YAMLSeq {
  const known = document.get(name);
  if (isSeq(known)) return known;
  const list = new YAMLSeq();
  document.set(name, list);
  return list;
}

/** What the row of a list is called: its requirement, or what it accepts. */
function labelAt(list: YAMLSeq, index: number): string {
  const text = (name: string): string | undefined => {
    const value: unknown = list.getIn([index, name]);
    return typeof value === 'string' ? value : undefined;
  };
  const id = text('requirement');
  return labelOf({ ...(id !== undefined && { requirement: currentId(id) }), reason: text('reason') ?? '' });
}

/** Removes the rows that a run found stale. Answers what they are called. */
function prune(document: Document, { run }: Results): string[] {
  const stale = new Set(run.staleRows.map(({ requirement }) => requirement));
  const gone: string[] = [];
  for (const name of ['violations', 'gaps'] as const) {
    const list = document.get(name);
    if (!isSeq(list)) continue;
    for (let index = list.items.length - 1; index >= 0; index -= 1) {
      const label = labelAt(list, index);
      if (!stale.has(label)) continue;
      list.delete(index);
      gone.push(label);
    }
  }
  return gone.reverse();
}

/** Adds the rows that are not in a list yet. Answers what they are called. */
function add(document: Document, name: 'violations' | 'gaps', rows: readonly Parameters<typeof labelOf>[0][]) {
  const list = rows.length === 0 ? document.get(name) : listOf(document, name);
  if (!isSeq(list)) return new Set<string>();
  const known = new Set(list.items.map((_, index) => labelAt(list, index)));
  const added = rows.filter((row) => !known.has(labelOf(row)));
  for (const row of added) list.add(document.createNode(row));
  return new Set(added.map(labelOf));
}

/** What the next runs are held to: the share of the requirements that this one told. Only a run of all of them shows it. */
function acceptShare(document: Document, { run }: Results): string | undefined {
  const percent = run.told?.percent;
  if (percent === undefined || document.getIn(['told', 'percent']) === percent) return undefined;
  document.set('told', document.createNode({ percent, at: run.startedAt }));
  return `${percent.toFixed(1)} % of the requirements were tested; a run that tests one percent less is incomplete`;
}

/** Writes down what a run found, for somebody to say why it is accepted; with --prune takes out what is stale. */
await main(COMMAND, (flags) => {
  const [word = USUAL] = flags.words;
  const results = readResults(word);
  const file = fileFor(results);
  const document = existsSync(file) ? parseDocument(readFileSync(file, 'utf8')) : parseDocument('{}\n');
  if (document.contents && 'flow' in document.contents) document.contents.flow = false;
  if (!existsSync(file)) document.commentBefore = HEAD.trimEnd();
  const { run, requirements } = results;
  const gone = flags.has('prune') ? prune(document, results) : [];
  const broken = requirements.filter(({ verdict }) => verdict === 'violates');
  const since = run.startedAt.slice(0, 10);
  const violations = add(
    document,
    'violations',
    broken.map(({ id }) => ({ requirement: id, reason: '', since })),
  );
  const proposed = proposedGaps(results);
  const gaps = add(
    document,
    'gaps',
    proposed.map(({ row }) => row),
  );
  const share = acceptShare(document, results);
  if (violations.size + gaps.size + gone.length === 0 && share === undefined) {
    console.log(`${file}: nothing to write, the run found no violation and no gap that is not known`);
    return 0;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  writeWholeSync(file, document.toString({ lineWidth: 120 }));
  for (const label of gone) console.log(`${file}: took out ${label}`);
  for (const label of violations) console.log(`${file}: added ${label}; say why under \`reason\``);
  for (const { row, covers } of proposed.filter(({ row }) => gaps.has(labelOf(row)))) {
    const more = row.reason === '' ? '; say why under `reason`' : '';
    console.log(`${file}: added ${labelOf(row)}, ${covers} untested${more}`);
  }
  if (share !== undefined) console.log(`${file}: ${share}`);
  return 0;
});
