import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadContract } from '../contracts/bundle.ts';
import { formatLines } from '../contracts/lines.ts';
import { UsageProblem } from '../contracts/problem.ts';
import { loadRegistry } from '../contracts/requirements/index.ts';
import { comparePins, pinsOf, type Citation, type Pins } from '../contracts/requirements/pins.ts';
import { writeWhole } from '../evidence/whole-files.ts';
import type { Command } from './flags.ts';
import { main } from './main.ts';

const PINS = fileURLToPath(new URL('../contracts/requirements/pins.json', import.meta.url));

const COMMAND = {
  name: 'pins',
  what: 'Compares the lines that requirements cite with a specification, by their hashes.',
  flags: { write: { what: 'Write the hashes anew.' } },
  words: { name: 'specification.md', what: 'The specification as Markdown.', least: 1, most: 1 },
  example: 'management-api.md --write',
} satisfies Command;

function told({ range, citedBy }: Citation, what: string): string {
  return `lines ${formatLines([range])} ${what}\n${citedBy.map((id) => `    ${id}`).join('\n')}`;
}

await main(COMMAND, async (flags) => {
  const [file = ''] = flags.words;
  const specification = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageProblem([`${file}: cannot be read (${String(error)}), expected the specification`]);
  });
  const registry = loadRegistry(await loadContract());

  if (flags.has('write')) {
    const pins = pinsOf(specification, registry);
    await writeWhole(PINS, `${JSON.stringify(pins, null, 2)}\n`);
    console.log(`Pinned ${Object.keys(pins).length} ranges.`);
    return 0;
  }

  const pins = JSON.parse(await readFile(PINS, 'utf8')) as Pins;
  const { changed, moved, unpinned, uncited } = comparePins(specification, registry, pins);
  for (const citation of changed) console.log(told(citation, 'changed: read them again, then mend or confirm'));
  for (const citation of moved) console.log(told(citation, `moved to ${formatLines([citation.to])}`));
  for (const citation of unpinned) console.log(told(citation, 'have no pin: run with --write'));
  for (const { line, text } of uncited) console.log(`line ${line} is cited by no row: ${text.slice(0, 100)}`);
  console.log(
    `${changed.length} changed, ${moved.length} moved, ${unpinned.length} without a pin, ${uncited.length} uncited`,
  );
  return changed.length + moved.length + unpinned.length + uncited.length === 0 ? 0 : 1;
});
