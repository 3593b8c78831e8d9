import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isSeq, parseDocument, YAMLSeq, type Document } from 'yaml';
import { UsageProblem } from '../contracts/problem.ts';
import type { Results } from '../evidence/results.ts';
import { writeWholeSync } from '../evidence/whole-files.ts';
import type { Command } from './flags.ts';
import { main } from './main.ts';

const USUAL = 'reports/latest';
const COMMAND = {
  name: 'baseline',
  what: 'Adds a row to the baseline for each violation that the last run found and that is not known yet.',
  flags: { prune: { what: 'Also take out the rows that the run found stale.' } },
  words: { name: 'results', what: `Folder with the results of a run, ${USUAL} where none is named.`, most: 1 },
  example: 'npm run baseline -- --prune',
} satisfies Command;
const FITTING = /^[\w.-]+$/;

function readResults(word: string): Results {
  const file = word.endsWith('.json') ? word : path.join(word, 'results.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Results;
  } catch {
    throw new UsageProblem([`${file}: expected the results of a run; \`npm run conformance\` writes them`]);
  }
}

/** Where the baseline of the run's tenant is: where the run found it, or where the next one will. */
function fileFor({ run }: Results): string {
  if (run.baseline) return run.baseline.file;
  if (FITTING.test(run.tenant)) return `baselines/${run.tenant}.yaml`;
  throw new UsageProblem([`the run was of ${run.tenant}: a baseline is kept for a tenant with a name, set TENANT`]);
}

const HEAD = ` What is known of this tenant and accepted. A row without a reason is refused.\n`;

function listOf(document: Document, name: string): YAMLSeq {
  const known = document.get(name);
  if (isSeq(known)) return known;
  const list = new YAMLSeq();
  document.set(name, list);
  return list;
}

function requirementAt(list: YAMLSeq, index: number): string {
  const id: unknown = list.getIn([index, 'requirement']);
  return typeof id === 'string' ? id : '';
}

/** Removes the rows that a run found stale. Answers their ids. */
function prune(document: Document, { run }: Results): string[] {
  const stale = new Set(run.staleRows.map(({ requirement }) => requirement));
  const gone: string[] = [];
  for (const name of ['violations', 'gaps'] as const) {
    const list = document.get(name);
    if (!isSeq(list)) continue;
    for (let index = list.items.length - 1; index >= 0; index -= 1) {
      const id = requirementAt(list, index);
      if (!stale.has(id)) continue;
      list.delete(index);
      gone.push(id);
    }
  }
  return gone.reverse();
}

/** Adds a row for each violation that is not known yet. Answers their ids. */
function addViolations(document: Document, { run, requirements }: Results): string[] {
  const list = listOf(document, 'violations');
  const known = new Set(list.items.map((_, index) => requirementAt(list, index)));
  const added = requirements.filter(({ id, verdict }) => verdict === 'violates' && !known.has(id)).map(({ id }) => id);
  for (const id of added) {
    const row = document.createNode({ requirement: id, reason: '', since: run.startedAt.slice(0, 10) });
    list.add(row);
  }
  return added;
}

/** Writes down what a run found broken, for somebody to say why it is accepted; with --prune takes out what is stale. */
await main(COMMAND, (flags) => {
  const [word = USUAL] = flags.words;
  const results = readResults(word);
  const file = fileFor(results);
  const document = existsSync(file) ? parseDocument(readFileSync(file, 'utf8')) : parseDocument('{}\n');
  if (document.contents && 'flow' in document.contents) document.contents.flow = false;
  if (!existsSync(file)) document.commentBefore = HEAD.trimEnd();
  const gone = flags.has('prune') ? prune(document, results) : [];
  const added = addViolations(document, results);
  if (added.length + gone.length === 0) {
    console.log(`${file}: nothing to write, the run found no violation that is not known`);
    return 0;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  writeWholeSync(file, document.toString({ lineWidth: 120 }));
  for (const id of gone) console.log(`${file}: took out ${id}`);
  for (const id of added) console.log(`${file}: added ${id}; say why under \`reason\``);
  return 0;
});
