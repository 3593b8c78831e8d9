/**
 * Something that the person at the keyboard got wrong: a file, a setting, a flag. Commands print the problems, one a
 * line, and exit 2; anything else that is thrown is a bug of ours and keeps its stack.
 */
export class UsageProblem extends Error {
  override readonly name = 'UsageProblem';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Throws all the problems found at once, so that nobody mends them one run at a time. */
export function refuseIfAny(problems: readonly string[]): void {
  if (problems.length > 0) throw new UsageProblem(problems);
}
