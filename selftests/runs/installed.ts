import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Results } from '../../evidence/results.ts';
import { ownFolder } from '../folders.ts';
import { withoutOurs } from './run.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Programs of npm are scripts, which Windows starts in a shell alone. */
const NEEDS_SHELL = process.platform === 'win32';

/** Runs a program as somebody in a folder would, without what npm and Playwright tell the processes that they start. */
export function runIn(
  folder: string,
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const inherited = Object.entries(withoutOurs(process.env)).filter(([name]) => !/^npm_/i.test(name));
  const child = spawn(program, args, {
    cwd: folder,
    shell: NEEDS_SHELL && program !== process.execPath,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...Object.fromEntries(inherited), ...env },
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code: code ?? -1, ...said });
    });
  });
}

/** The package, packed and installed into a folder where nothing else is. */
export class InstalledPackage {
  /** What npm said of the installation. */
  readonly log: string;
  readonly #folder: string;

  private constructor(folder: string, log: string) {
    this.#folder = folder;
    this.log = log;
  }

  static async install(): Promise<InstalledPackage> {
    const folder = ownFolder('installed');
    const packed = await runIn(process.cwd(), ['npm', 'pack', '--loglevel=error', `--pack-destination=${folder}`]);
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
    if (tarball === undefined) throw new Error(`npm packed nothing: ${packed.stdout}${packed.stderr}`);
    const own = path.join(folder, 'own');
    mkdirSync(own);
    const line = ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', path.join('..', tarball)];
    const { code, stdout, stderr } = await runIn(own, line);
    if (code !== 0) throw new Error(`npm installed nothing: ${stdout}${stderr}`);
    return new InstalledPackage(own, stdout + stderr);
  }

  /** The folder of who installed it. */
  get folder(): string {
    return this.#folder;
  }

  /** Runs a command of the package, by the file that npx would find: npx itself takes longer than a small command. */
  run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
    return runIn(this.#folder, [process.execPath, path.join(this.#root, 'dist', 'commands', 'bin.js'), ...args], env);
  }

  get #root(): string {
    return path.join(this.#folder, 'node_modules', 'management-api-conformance');
  }

  /** What the last run there judged. */
  results(): Results | undefined {
    const file = path.join(this.#folder, 'reports', 'latest', 'results.json');
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : undefined;
  }

  /** The files of the package with the times of their last change, by which it is seen whether anything was written there. */
  files(): Readonly<Record<string, number>> {
    const names = readdirSync(this.#root, { recursive: true, encoding: 'utf8' });
    return Object.fromEntries(names.map((name) => [name, statSync(path.join(this.#root, name)).mtimeMs]));
  }

  /** What everything that was installed takes on a disk with blocks of 4 KB, in MB as `du -m` counts them. */
  megabytes(): number {
    const root = path.join(this.#folder, 'node_modules');
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
    const sizes = names.map((name) => Math.ceil(statSync(path.join(root, name)).size / 4096) * 4096);
    return sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20;
  }
}
