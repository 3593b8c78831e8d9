import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../contracts/installation.ts';
import { ANNOTATIONS } from '../evidence/evidence.ts';
import { playwrightArgs } from './node.ts';
import { WHOLE } from './playwright.ts';

/** Where a check is written. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** A file of checks, and what is in it, as Playwright's JSON tells it. */
interface Suite {
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly Spec[];
}

interface Spec {
  readonly file: string;
  readonly line: number;
  readonly tests: readonly {
    readonly annotations: readonly { readonly type: string; readonly description?: string }[];
  }[];
}

function requirementOf({ tests }: Spec): string | undefined {
  const annotations = tests.flatMap((one) => one.annotations);
  return annotations.find(({ type }) => type === ANNOTATIONS.requirement)?.description;
}

/** The requirements that checks name, each with its checks; those that some arguments for Playwright select. */
export async function checksById(
  selecting: readonly string[] = [],
  config: string = WHOLE,
): Promise<ReadonlyMap<string, readonly Place[]>> {
  const { suites } = JSON.parse(await listing(selecting, config)) as { readonly suites: readonly Suite[] };
  const checks = new Map<string, Place[]>();
  const add = (file: string, { specs, suites: inner = [] }: Suite) => {
    for (const spec of specs) {
      const id = requirementOf(spec);
      if (id === undefined) continue;
      const place = { file: path.posix.join('tests', file), line: spec.file === file ? spec.line : lineOf(file, id) };
      checks.set(id, [...(checks.get(id) ?? []), place]);
    }
    for (const suite of inner) add(file, suite);
  };
  for (const suite of suites) add(suite.file, suite);
  return checks;
}

export async function checkedIds(): Promise<ReadonlySet<string>> {
  return new Set((await checksById()).keys());
}

/**
 * The requirements whose checks some arguments select; undefined where they select nothing, or are wrong. The config is that of
 * the run: another one has other shards.
 */
export async function selectedIds(
  selecting: readonly string[],
  config: string,
): Promise<readonly string[] | undefined> {
  const ids = await checksById(selecting, config).then(
    (checks) => [...checks.keys()],
    // Playwright says of its own arguments what is wrong with them.
    () => [],
  );
  return ids.length === 0 ? undefined : ids;
}

const texts = new Map<string, readonly string[]>();

/** The line of a file that names a requirement, where a table of rules elsewhere makes its check. */
function lineOf(file: string, id: string): number {
  const lines = texts.get(file) ?? readFileSync(path.join(ROOT, 'tests', file), 'utf8').split('\n');
  texts.set(file, lines);
  return lines.findIndex((line) => line.includes(`'${id}'`)) + 1 || 1;
}

function listing(selecting: readonly string[], config: string): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const args = ['test', `--config=${config}`, '--list', '--reporter=json'];
    const child = spawn(process.execPath, playwrightArgs(...args, ...selecting), {
      stdio: ['ignore', 'pipe', selecting.length === 0 ? 'inherit' : 'ignore'],
      env: {
        ...process.env,
        PLAYWRIGHT_JSON_OUTPUT_FILE: undefined,
        PLAYWRIGHT_JSON_OUTPUT_NAME: undefined,
      },
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', () => {
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
  });
}
