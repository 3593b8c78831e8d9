import { readFile } from 'node:fs/promises';
import openapiTypes, { astToString } from 'openapi-typescript';
import { COSTS } from '../contracts/generated/costs.ts';
import { loadContract } from '../contracts/bundle.ts';
import { operationsOf, type ContractDocument } from '../contracts/document.ts';
import { loadRegistry } from '../contracts/requirements/index.ts';
import { perOperationRows } from '../contracts/requirements/per-operation.ts';
import { envExample, settingsPage } from '../contracts/settings.ts';
import { WANTED } from '../harness/provision/wanted.ts';
import { SOURCES } from '../harness/provision/sources.ts';
import { writeWhole } from '../evidence/whole-files.ts';
import { COSTS_TABLE, costsTable } from './costs-table.ts';
import type { Command } from './flags.ts';
import { main } from './main.ts';

const COMMAND = {
  name: 'generate',
  what: 'Writes the files that are derived from the contract.',
  flags: { check: { what: 'Write nothing, and end with 1 where a file is stale.' } },
  example: '--check',
} satisfies Command;

const HEADER = '// Written by `npm run generate` from contracts/openapi. Do not edit.\n';

async function operationTypes(contract: ContractDocument): Promise<string> {
  const nodes = await openapiTypes(JSON.stringify(contract), { alphabetize: true });
  return HEADER + astToString(nodes);
}

function requirementIds(contract: ContractDocument): string {
  const ids = perOperationRows(contract).map(({ row }) => row.id);
  return `${HEADER}export type PerOperationId =\n${ids.map((id) => `  | '${id}'`).join('\n')};\n`;
}

/** The order of an operation's path parameters, which its types do not keep. A check works in one deployment at a time. */
function pathParameters(contract: ContractDocument): string {
  const rows = operationsOf(contract).map(({ operation, path }) => {
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => `'${name ?? ''}'`);
    return `  ${operation.operationId}: [${names.filter((name) => name !== "'deploymentId'").join(', ')}],`;
  });
  return `${HEADER}export const PATH_PARAMETERS = {\n${rows.join('\n')}\n} as const;\n`;
}

/** How many requirements cannot be checked without a setting. */
function unlocksOf(contract: ContractDocument): (name: string) => number {
  const requirements = [...loadRegistry(contract).values()].filter(({ untestable }) => untestable === undefined);
  return (name) =>
    requirements.filter(({ needs }) =>
      ([...(needs.actors ?? []), ...(needs.lent ?? [])] as readonly string[]).includes(name),
    ).length;
}

/** How a live run comes by a thing or a credential that is not stated. */
function sourcesOf(name: string): readonly string[] | undefined {
  const wanted = WANTED.find((one) => one === name);
  return wanted && (SOURCES[wanted] ?? []).map(({ kind, how }) => `${kind}: ${how}`);
}

/** The files that are derived from the contract and kept in the repository, so that editors and reviews see them. */
async function derivedFiles(): Promise<ReadonlyMap<string, string>> {
  const contract = await loadContract();
  // The requests were measured; how many faults there are is counted again.
  const requests = new Map(Object.entries(COSTS).map(([id, [cost]]) => [id, cost]));
  return new Map([
    ['contracts/generated/openapi.ts', await operationTypes(contract)],
    ['contracts/generated/requirement-ids.ts', requirementIds(contract)],
    ['contracts/generated/path-parameters.ts', pathParameters(contract)],
    [COSTS_TABLE, costsTable(requests, loadRegistry(contract))],
    ['.env.example', envExample()],
    ['docs/settings.md', settingsPage({ unlocks: unlocksOf(contract), sources: sourcesOf })],
  ]);
}

await main(COMMAND, async (flags) => {
  const stale: string[] = [];
  for (const [file, text] of await derivedFiles()) {
    const current = await readFile(file, 'utf8').catch(() => undefined);
    if (current === text) continue;
    stale.push(file);
    if (!flags.has('check')) await writeWhole(file, text);
  }
  if (!flags.has('check')) console.log(stale.length > 0 ? `Wrote ${stale.join(', ')}` : 'Everything is up to date');
  else if (stale.length > 0) {
    console.error(`Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit what it writes.`);
    return 1;
  }
  return 0;
});
