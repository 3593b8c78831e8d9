import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether this is the compiled copy in an installed package, rather than the TypeScript of the repository. */
export const isInstalled = import.meta.url.endsWith('.js');

/** The folder of the suite itself. What a run reads of its user, and what it writes, is in the folder that it was called in. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A file of the suite by its place in the repository; in a package TypeScript is compiled. */
export function ownFile(place: string): string {
  return path.join(ROOT, isInstalled ? place.replace(/\.ts$/, '.js') : place);
}

/** Data that the repository derives from its sources when they change, and a package brings along. */
export function derivedFile(name: string): string {
  return path.join(ROOT, isInstalled ? 'derived' : '.cache', name);
}

/** The name and the version of the suite. */
export function suitePackage(): { readonly name: string; readonly version: string } {
  // Compiled, it lies in a folder of the package.
  const place = isInstalled ? '../../package.json' : '../package.json';
  return createRequire(import.meta.url)(place) as { readonly name: string; readonly version: string };
}

/** The script of npm that has another name than the command of the package. */
const RUN = { script: 'conformance', command: 'run' } as const;

/**
 * What a command line begins with where the user is: an npm script in the repository, the package's own command elsewhere.
 * A container and a CI system, where neither is at hand, say in INVOCATION what stands before the command.
 */
export function invocation(script: string): string {
  const before = process.env['INVOCATION'] || (isInstalled ? `npx ${suitePackage().name}` : undefined);
  if (before === undefined) return `npm run ${script} --`;
  return `${before} ${script === RUN.script ? RUN.command : script}`;
}

/** A command line that works where the user is. */
export function commandLine(script: string, args = ''): string {
  const before = invocation(script);
  return args === '' ? before.replace(/ --$/, '') : `${before} ${args}`;
}
