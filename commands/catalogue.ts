import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { BINDINGS } from '../contracts/bindings/index.ts';
import { UsageProblem } from '../contracts/problem.ts';
import { loadContract } from '../contracts/bundle.ts';
import { loadRegistry, type Registry } from '../contracts/requirements/index.ts';
import type { Pins } from '../contracts/requirements/pins.ts';
import { readConfiguration } from '../harness/tenant/configuration.ts';
import { faultSentences } from '../proof/sentences.ts';
import { writeWhole } from '../evidence/whole-files.ts';
import { catalogueOf, catalogueText, quickText, sentencesText } from '../reports/catalogue.ts';
import { cataloguePage } from '../reports/page/index.ts';
import { rowChanges, type Row } from '../reports/row-changes.ts';
import { proofsWith } from '../reports/proofs.ts';
import { matcher } from './empty-selection.ts';
import { checksById } from './listed.ts';
import type { Command } from './flags.ts';
import { main, writableFolder } from './main.ts';

const PINS = new URL('../contracts/requirements/pins.json', import.meta.url);

const USUAL_PAGE = 'reports/latest/catalogue.html';
const COMMAND = {
  name: 'catalogue',
  what: 'Shows the requirements and the operations of the contract.',
  flags: {
    json: { what: 'Write JSON instead of text.' },
    bindings: { what: 'Show the names that the specification leaves open instead.' },
    quick: { what: 'Show what `--quick` of a run selects, with the requests that each requirement costs.' },
    grep: { what: 'Show the sentences of the requirements whose id or sentence matches.', value: 'pattern' },
    since: {
      what: 'Show which requirements are new, changed, renamed and gone since an earlier `--json`, or the results of a whole run.',
      value: 'file',
    },
    html: {
      what: `Write a page with checks and faults beside them, to ${USUAL_PAGE} or the file named.`,
      value: 'file',
      isValueOptional: true,
    },
  },
  example: '--json',
} satisfies Command;

function bindingsText(): string {
  const lines = Object.entries(BINDINGS).map(
    ([id, { what, default: standing, point }]) => `${id}\n  ${what} (${point})\n  default ${JSON.stringify(standing)}`,
  );
  return `${lines.join('\n')}\n\n${lines.length} bindings`;
}

/** The requirements with their checks, and the faults that prove these, as the report shows them. */
async function pageText(registry: Registry): Promise<string> {
  return cataloguePage(registry, { checks: await checksById(), faults: proofsWith(await faultSentences()) });
}

/** The requirements of an earlier release: its catalogue, or the results of a run of all of them. */
async function earlierRows(file: string): Promise<readonly Row[]> {
  const wrong = new UsageProblem([
    `--since=${file}: expected what \`catalogue --json\` prints, or the results.json of a whole run`,
  ]);
  try {
    const { requirements, run } = JSON.parse(await readFile(file, 'utf8')) as {
      readonly requirements?: readonly Row[];
      readonly run?: { readonly isPartial?: boolean };
    };
    if (!Array.isArray(requirements) || run?.isPartial) throw wrong;
    return requirements as readonly Row[];
  } catch {
    throw wrong;
  }
}

await main(COMMAND, async (flags) => {
  if (flags.has('bindings')) {
    console.log(flags.has('json') ? JSON.stringify(BINDINGS, null, 2) : bindingsText());
    return 0;
  }
  const contract = await loadContract();
  const registry = loadRegistry(contract);
  if (flags.has('html')) {
    const file = flags.get('html') || USUAL_PAGE;
    writableFolder('--html', path.dirname(file));
    // The checks are listed by Playwright, which reads the settings as a run does.
    readConfiguration();
    await writeWhole(file, await pageText(registry));
    console.log(file);
    return 0;
  }
  const pins = JSON.parse(await readFile(PINS, 'utf8')) as Pins;
  const catalogue = catalogueOf(contract, registry, pins);
  const since = flags.get('since');
  if (since !== undefined) {
    // The results of a run have no requirement that cannot be tested.
    const earlier = await earlierRows(since);
    const isCatalogue = earlier.some((row) => 'untestable' in row);
    console.log(
      rowChanges(
        earlier,
        catalogue.requirements.filter(({ untestable }) => isCatalogue || untestable === undefined),
      ),
    );
    return 0;
  }
  const pattern = flags.get('grep');
  if (pattern !== undefined) {
    const matches = matcher(pattern);
    if (!matches) throw new UsageProblem([`--grep=${pattern}: expected a regular expression`]);
    console.log(sentencesText(catalogue, matches));
    return 0;
  }
  if (flags.has('quick') && !flags.has('json')) {
    console.log(quickText(catalogue));
    return 0;
  }
  const shown = flags.has('quick')
    ? { ...catalogue, requirements: catalogue.requirements.filter(({ isQuick }) => isQuick) }
    : catalogue;
  console.log(flags.has('json') ? JSON.stringify(shown, null, 2) : catalogueText(shown));
  return 0;
});
