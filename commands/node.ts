import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isInstalled, ownFile, ROOT } from '../contracts/installation.ts';

/** What a command line starts with: Node itself, or a program of the project's own packages. */
export function programOf(name: string): string {
  return name === 'node' ? process.execPath : path.join(ROOT, 'node_modules', '.bin', name);
}

/** With these Node reads the project's TypeScript. The installed package has none. */
export const READS_TYPESCRIPT = isInstalled ? [] : ['--import', pathToFileURL(ownFile('commands/typescript.js')).href];

/** Node's arguments for one of the project's commands. */
export function commandArgs(name: string, ...args: readonly string[]): string[] {
  return [...READS_TYPESCRIPT, ownFile(`commands/${name}.ts`), ...args];
}

const require = createRequire(import.meta.url);
const MANIFEST = '@playwright/test/package.json';
/** The program that the package names for npm, wherever it is installed. */
const PLAYWRIGHT = path.join(
  path.dirname(require.resolve(MANIFEST)),
  (require(MANIFEST) as { readonly bin: { readonly playwright: string } }).bin.playwright,
);

/** Node's arguments for Playwright, which reads TypeScript by itself. */
export function playwrightArgs(...args: readonly string[]): string[] {
  return [PLAYWRIGHT, ...args];
}
