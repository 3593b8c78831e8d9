import { readdirSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import path from 'node:path';
import type { Command } from './flags.ts';
import { main } from './main.ts';

register('./json-hooks.js', import.meta.url);
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');

const USUAL = '.github/workflows';
const COMMAND = {
  name: 'lint:workflows',
  what: "Asks GitHub's own parser what it finds wrong with workflows.",
  flags: {},
  words: { name: 'folder', what: `Folder with workflows, ${USUAL} where none is named.`, most: 1 },
  example: 'npm run lint:workflows',
} satisfies Command;

/** What GitHub itself would have against a workflow: its own parser says so, with the expressions in it. */
async function problemsOf(file: string): Promise<string[]> {
  const { context, value } = parseWorkflow(
    { name: file, content: readFileSync(file, 'utf8') },
    new NoOperationTraceWriter(),
  );
  const template = value && (await convertWorkflowTemplate(context, value));
  const errors = [
    ...context.errors.getErrors().map(({ message }) => message),
    ...(template?.errors ?? []).map(({ Message }) => Message),
  ];
  return [...new Set(errors)];
}

await main(COMMAND, async (flags) => {
  const [folder = USUAL] = flags.words;
  const files = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
  let count = 0;
  for (const name of files) {
    const problems = await problemsOf(path.join(folder, name));
    for (const problem of problems) console.log(`${name}: ${problem}`);
    count += problems.length;
  }
  console.log(`${files.length} workflows, ${count} problems`);
  return count === 0 && files.length > 0 ? 0 : 1;
});
