import { readFileSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import type { Registry } from '../contracts/requirements/index.ts';
import { loadFaultTables } from '../proof/index.ts';
import type { ImportGraph, Sources } from '../proof/touched.ts';
import { checksById } from './listed.ts';

const ROOTS = [
  'contracts',
  'evidence',
  'generators',
  'harness',
  'mock',
  'proof',
  'reports',
  'tests',
  'commands',
  'playwright.config.ts',
];

/**
 * The imports of the project's files. Imports of types alone are left out: nothing is executed through them, so that a
 * change behind them cannot change a verdict.
 */
async function importGraph(): Promise<ImportGraph> {
  const { output } = await cruise(ROOTS, { doNotFollow: { path: 'node_modules' }, tsPreCompilationDeps: true });
  if (typeof output === 'string') throw new Error(`dependency-cruiser found no modules: ${output}`);
  return new Map(
    output.modules.map(({ source, dependencies }) => [
      source,
      dependencies
        .filter(({ dependencyTypes }) => !dependencyTypes.includes('type-only'))
        .map(({ resolved }) => resolved),
    ]),
  );
}

/** What the files of the project say about each other, read anew. */
export async function loadSources(registry: Registry): Promise<Sources> {
  const [imports, checks] = await Promise.all([importGraph(), checksById()]);
  return {
    imports,
    textOf: (file) => readFileSync(file, 'utf8'),
    registry,
    tables: loadFaultTables(registry),
    specs: new Map([...checks].map(([id, places]) => [id, places.map(({ file }) => file)])),
  };
}
