import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { acceptances, type Acceptance } from './acceptance/list.ts';
import { UsageProblem } from '../contracts/problem.ts';
import { writeWhole } from '../evidence/whole-files.ts';
import type { Command } from './flags.ts';
import { main, reportFolder } from './main.ts';
import { programOf } from './node.ts';

const COMMAND = {
  name: 'acceptance',
  what: 'Runs, at full size, everything that shows what the project guarantees of itself, with a line for each.',
  flags: {
    only: { what: 'Only those whose names begin so.', value: 'name' },
    list: { what: 'List them, and run none.' },
  },
  example: '--only=proof',
} satisfies Command;

interface Shown {
  readonly what: string;
  readonly isKept: boolean;
  readonly seconds: number;
  /** The line in which the command says what it came to. */
  readonly said: string;
}

/** Runs one command, with everything that it says in a file of its own. */
function run(
  { command, env = {} }: Acceptance,
  log: string,
): Promise<{ readonly code: number; readonly output: string }> {
  const [program, ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(programOf(program), args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    const file = createWriteStream(log);
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        file.write(chunk);
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      file.end();
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

async function show(one: Acceptance, folder: string): Promise<Shown> {
  const started = performance.now();
  const { code, output } = await run(one, path.join(folder, `${one.name}.log`));
  const seconds = Math.round((performance.now() - started) / 1_000);
  const said =
    output
      .split('\n')
      .findLast((line) => one.says.test(line))
      ?.trim() ?? 'said nothing of it';
  return { what: one.what, isKept: code === 0 && one.says.test(output), seconds, said };
}

/** Checks every property that the project claims, at full size, with a line for each. */
await main(COMMAND, async (flags) => {
  const all = acceptances();
  const only = flags.get('only');
  const chosen = all.filter(({ name }) => only === undefined || name.startsWith(only));
  if (chosen.length === 0)
    throw new UsageProblem([
      `--only=${only ?? ''}: no name begins so, expected ${all.map(({ name }) => name).join(', ')}`,
    ]);
  if (flags.has('list')) {
    for (const { name, what } of chosen) console.log(`${name.padEnd(22)} ${what}`);
    return 0;
  }
  const folder = reportFolder('reports/acceptance');
  await mkdir(folder, { recursive: true });
  const shown: Shown[] = [];
  for (const one of chosen) {
    const result = await show(one, folder);
    shown.push(result);
    const { isKept, what, seconds, said } = result;
    console.log(`${isKept ? 'ok    ' : 'FAILED'} ${what} (${seconds} s): ${said}`);
  }
  await writeWhole(path.join(folder, 'results.json'), JSON.stringify(shown, undefined, 1));
  const failed = shown.filter(({ isKept }) => !isKept).length;
  console.log(`${shown.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
