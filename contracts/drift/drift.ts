import type { RequirementId } from '../requirements/index.ts';

/** A place in which a tenant's own document departs from what the specification prints. */
export interface Drift {
  /** `looser` lets through what is not printed, `stricter` refuses what is, `other` says something else. */
  readonly what: 'missing' | 'added' | 'looser' | 'stricter' | 'other';
  /** The operation by its id, or what the document declares, as method and path. */
  readonly operation: string;
  /** Where in the operation: `query first`, `request policies[].actions`, `status 204`; empty for all of it. */
  readonly place: string;
  readonly expected?: string;
  readonly seen?: string;
  /** The promise that is touched. What a tenant declares beyond the specification touches none. */
  readonly requirement?: RequirementId;
}

export function inWords({ what, operation, place, expected, seen }: Drift): string {
  const where = [operation, place].filter((part) => part !== '').join(' ');
  const said = [expected !== undefined && `expected ${expected}`, seen !== undefined && `seen ${seen}`];
  return [`${where}: ${what}`, ...said.filter((part) => part !== false)].join(', ');
}
