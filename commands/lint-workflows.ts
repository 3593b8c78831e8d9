import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { register } from 'node:module';
import path from 'node:path';
import { refuseIfAny } from '../contracts/problem.ts';
import type { Command } from './flags.ts';
import { main } from './main.ts';

register('./json-hooks.js', import.meta.url);
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
const { parseAction } = await import('@actions/workflow-parser/actions/action-parser');
const { convertActionTemplate } = await import('@actions/workflow-parser/actions/action-template');

const USUAL = ['.github/workflows', 'action.yml'];
const COMMAND = {
  name: 'lint:workflows',
  what: "Asks GitHub's own parser what it finds wrong with workflows and actions.",
  flags: {},
  words: {
    name: 'place',
    what: `Folders with workflows and files of actions, ${USUAL.join(' and ')} where none is named.`,
    most: Infinity,
  },
  example: '',
} satisfies Command;

/** What GitHub itself would have against a workflow or an action: its own parser says so, with the expressions in it. */
async function problemsOf(file: string): Promise<string[]> {
  const source = { name: file, content: readFileSync(file, 'utf8') };
  if (isAction(file)) {
    const { context, value } = parseAction(source, new NoOperationTraceWriter());
    if (value) convertActionTemplate(context, value);
    return [...new Set(context.errors.getErrors().map(({ message }) => message))];
  }
  const { context, value } = parseWorkflow(source, new NoOperationTraceWriter());
  const template = value && (await convertWorkflowTemplate(context, value));
  const errors = [
    ...context.errors.getErrors().map(({ message }) => message),
    ...(template?.errors ?? []).map(({ Message }) => Message),
  ];
  return [...new Set(errors)];
}

/** By this name GitHub finds an action. */
function isAction(file: string): boolean {
  return path.basename(file) === 'action.yml';
}

/** The files of a place; one that is not there is no file. */
function filesOf(place: string): string[] {
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place)
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => path.join(place, name));
}

await main(COMMAND, async ({ words }) => {
  const places = words.length > 0 ? words : USUAL;
  const empty = places.filter((place) => filesOf(place).length === 0);
  refuseIfAny(empty.map((place) => `${place}: expected a workflow or an action there`));
  const files = places.flatMap(filesOf);
  let count = 0;
  for (const file of files) {
    const problems = await problemsOf(file);
    for (const problem of problems) console.log(`${path.basename(file)}: ${problem}`);
    count += problems.length;
  }
  console.log(`${files.length} files, ${count} problems`);
  return count === 0 ? 0 : 1;
});
