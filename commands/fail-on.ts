import { EXIT_CODES } from '../evidence/exit-codes.ts';
import type { Flag } from './flags.ts';

/** What a pipeline may take for a failure. Wrong usage is one always: then nothing was tested. */
const PASSES = {
  incomplete: [],
  violation: [EXIT_CODES.incomplete],
  nothing: [EXIT_CODES.incomplete, EXIT_CODES.violated],
} as const satisfies Record<string, readonly number[]>;

export const FAIL_ON: Flag = {
  what: 'What fails the command: anything not established as well as a violation, which is the default; only a violation; or nothing.',
  value: 'least',
  choices: Object.keys(PASSES),
};

/** The exit code of a run for a pipeline that fails on this and what is worse. Says so where the gate alone would have another. */
export function exitCodeFor(code: number, failOn: string | undefined): number {
  const passes: readonly number[] = PASSES[(failOn ?? 'incomplete') as keyof typeof PASSES];
  if (!passes.includes(code)) return code;
  console.log(`--fail-on=${failOn ?? ''}: the exit code is ${EXIT_CODES.passed} in place of ${code}`);
  return EXIT_CODES.passed;
}
