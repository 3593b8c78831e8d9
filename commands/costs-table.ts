import { loadFaults } from '../proof/index.ts';
import type { Registry } from '../contracts/requirements/index.ts';

export const COSTS_TABLE = 'contracts/generated/costs.ts';

const HEADER = `// Requests are measured by \`npm run costs -- --write\`, and faults are counted by \`npm run generate\`. Do not edit.

/**
 * The requests that each requirement costs on a live tenant, those that undo it included, how many faults break it, and how many of
 * other requirements declare it to be violated as well.
 */
`;
const ROW = 'readonly [requests: number, faults: number, declared: number]';

/** The file of what requirements cost; how many faults break each is counted anew. */
export function costsTable(requests: ReadonlyMap<string, number>, registry: Registry): string {
  const faults = loadFaults(registry);
  const broken = countsOf(faults.map(({ requirement }) => requirement));
  const declared = countsOf(faults.flatMap(({ also = [] }) => also.map(({ id }) => id)));
  const rows = [...requests]
    .filter(([id]) => registry.has(id))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, cost]) => `  '${id}': [${cost}, ${broken.get(id) ?? 0}, ${declared.get(id) ?? 0}],`);
  return `${HEADER}export const COSTS: Readonly<Record<string, ${ROW}>> = {\n${rows.join('\n')}\n};\n`;
}

function countsOf(ids: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
