import { canonical } from '../../contracts/canonical.ts';
import { untested } from '../failures/untested.ts';

/** Members of a run that change while it is under way. */
const CHANGING =
  /stat(us|e)|phase|progress|result|error|message|attempt|finish|complet|end|updat|modif|duration|until/i;

/**
 * A key that identifies a run: its id or another member that is its own, whose names are open, or else all its members that stay as
 * they are.
 */
export function keyOfRun(run: object, own?: unknown): string {
  const { id, runId } = run as { readonly id?: unknown; readonly runId?: unknown };
  const known = id ?? runId ?? own;
  if (known !== undefined && known !== null) return canonical(known);
  return canonical(Object.fromEntries(Object.entries(run).filter(([name]) => !CHANGING.test(name))));
}

/** Ends the check as untested if runs of one list show no ids, and nothing else that tells them apart. */
export function requireToldApart(keys: readonly string[]): void {
  const hasNoIds = keys.some((key) => key.startsWith('{'));
  if (hasNoIds && new Set(keys).size < keys.length) untested('the runs show nothing that tells them from each other');
}
