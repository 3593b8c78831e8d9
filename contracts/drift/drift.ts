import type { RequirementId } from '../requirements/index.ts';

/** A difference between a tenant's own document and the specification. */
export interface Drift {
  /** `looser` allows more than the specification, `stricter` allows less, `other` states something different. */
  readonly what: 'missing' | 'added' | 'looser' | 'stricter' | 'other';
  /** The operationId or, for an operation that only the tenant declares, its method and path. */
  readonly operation: string;
  /** The place in the operation, such as `query first` or `status 204`; empty for the operation itself. */
  readonly place: string;
  readonly expected?: string;
  readonly seen?: string;
  /** The requirement that the difference violates. Additions of a tenant violate none. */
  readonly requirement?: RequirementId;
}

export function driftAsText({ what, operation, place, expected, seen }: Drift): string {
  const where = [operation, place].filter((part) => part !== '').join(' ');
  const values = [expected !== undefined && `expected ${expected}`, seen !== undefined && `seen ${seen}`];
  return [`${where}: ${what}`, ...values.filter((part) => part !== false)].join(', ');
}
