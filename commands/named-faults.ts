import { insteadOf, nearest } from '../contracts/nearest.ts';
import { UsageProblem } from '../contracts/problem.ts';

export interface NamedFault {
  readonly id: string;
  readonly sentence: string;
}

const FEW = 3;

/** The faults that a user names, each by its id or by a part of it that no other id has; all problems at once. */
export function faultsNamed<Fault extends NamedFault>(names: readonly string[], faults: readonly Fault[]): Fault[] {
  const problems: string[] = [];
  const found = names.flatMap((name) => {
    const exact = faults.filter(({ id }) => id === name);
    const matching = exact.length > 0 ? exact : faults.filter(({ id }) => id.includes(name));
    if (matching.length === 1) return matching;
    problems.push(`--fault=${name}: ${matching.length === 0 ? noneLike(name, faults) : several(name, matching)}`);
    return [];
  });
  if (problems.length > 0) throw new UsageProblem(problems);
  return found;
}

function several(name: string, matching: readonly NamedFault[]): string {
  const more = matching.length - FEW;
  const shown = matching.slice(0, FEW).map(({ id }) => id);
  const others = more > 0 ? ` and ${more} more: \`--faults=${name}\` lists them` : '';
  return `${matching.length} faults have that in their ids, ${shown.join(', ')}${others}`;
}

/** The requirement may be right and the name of the fault misspelt, or the other way round. */
function noneLike(name: string, faults: readonly NamedFault[]): string {
  const [requirement = '', own] = name.split('/');
  const ids = faults.map(({ id }) => id);
  const ofRequirement = ids.filter((id) => id.startsWith(`${requirement}/`));
  if (ofRequirement.length > 0 && own !== undefined) {
    const near = nearest(
      own,
      ofRequirement.map((id) => id.slice(requirement.length + 1)),
    );
    return `no fault is called so, ${near === undefined ? `those of ${requirement}: ${ofRequirement.join(', ')}` : `did you mean ${requirement}/${near}?`}`;
  }
  const near = nearest(name, ids);
  return `no fault is called so, ${near === undefined ? '`--faults` lists them all' : insteadOf(name, [near])}`;
}

/** The faults whose ids have the text in them, two lines each. */
export function listOfFaults(part: string, faults: readonly NamedFault[]): string {
  const matching = faults.filter(({ id }) => id.includes(part));
  if (matching.length === 0) throw new UsageProblem([`--faults=${part}: ${noneLike(part, faults)}`]);
  const lines = matching.flatMap(({ id, sentence }) => [id, `  ${sentence}`]);
  return [...lines, '', `${matching.length} of ${faults.length} faults`].join('\n');
}
