import path from 'node:path';

/** What a command line starts with: Node itself, or a program of the project's own packages. */
export function programOf(name: string): string {
  return name === 'node' ? process.execPath : path.join('node_modules', '.bin', name);
}

/** With these Node reads the project's TypeScript. */
export const READS_TYPESCRIPT = ['--import', './commands/typescript.js'] as const;

/** Node's arguments for one of the project's commands. */
export function commandArgs(name: string, ...args: readonly string[]): string[] {
  return [...READS_TYPESCRIPT, `commands/${name}.ts`, ...args];
}

/** Node's arguments for Playwright, which reads TypeScript by itself. */
export function playwrightArgs(...args: readonly string[]): string[] {
  return [path.join('node_modules', '@playwright', 'test', 'cli.js'), ...args];
}
