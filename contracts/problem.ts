/**
 * A mistake of the user in a file, a setting or a flag. Commands print the problems, one per line, and exit with 2. Any
 * other error is a bug of the suite and keeps its stack trace.
 */
export class UsageProblem extends Error {
  override readonly name = 'UsageProblem';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Throws all problems together, so that the user can fix them in one go. */
export function refuseIfAny(problems: readonly string[]): void {
  if (problems.length > 0) throw new UsageProblem(problems);
}
