import { rmSync } from 'node:fs';
import path from 'node:path';
import { EXIT_CODES } from '../evidence/exit-codes.ts';
import { folderProblem, makeFolder } from '../evidence/folders.ts';
import { StorageProblem, writeWholeSync } from '../evidence/whole-files.ts';
import { refuseIfAny, UsageProblem } from '../contracts/problem.ts';
import { CheckFailure } from '../harness/failures/failure.ts';
import { helpOf, parsed, type Command, type Flags } from './flags.ts';

/**
 * Runs a command: what the user got wrong is one message a line and exit 2, a file that cannot be written or a tenant that
 * stops answering is one sentence and exit 3, and a bug of ours keeps its stack.
 */
export async function main<Name extends string>(
  command: Command<Name>,
  run: (flags: Flags<Name>) => Promise<number> | number,
): Promise<void> {
  try {
    const flags = parsed(command, process.argv.slice(2));
    if (flags) process.exitCode = await run(flags);
    else console.log(helpOf(command));
  } catch (error) {
    process.exitCode = exitCodeFor(error);
  }
}

function exitCodeFor(error: unknown): number {
  if (error instanceof UsageProblem) {
    for (const problem of error.problems) console.error(problem);
    return EXIT_CODES.usage;
  }
  if (error instanceof StorageProblem) {
    console.error(error.message);
    return EXIT_CODES.incomplete;
  }
  if (error instanceof CheckFailure) {
    console.error(`The tenant could not be checked: ${error.failure.summary}`);
    return EXIT_CODES.incomplete;
  }
  throw error;
}

/** Where a command writes: the folder of the setting, or the command's own. One that cannot be written to is refused. */
export function reportFolder(usual: string): string {
  return writableFolder('REPORT_FOLDER', process.env['REPORT_FOLDER'] || usual);
}

/** Makes a folder and tries it out, so that a place that takes no file is known before the work rather than after it. */
export function writableFolder(name: string, folder: string): string {
  const problem = folderProblem(name, folder);
  refuseIfAny(problem === undefined ? [] : [problem]);
  const probe = path.join(folder, `.${process.pid}.probe`);
  try {
    makeFolder(folder);
    writeWholeSync(probe, 'probe');
    rmSync(probe);
  } catch (error) {
    throw new UsageProblem([`${name}=${folder}: ${(error as Error).message}`]);
  }
  return folder;
}
