import type { ResourceName } from '../resource-names.ts';
import type { OperationId } from '../../operation-id.ts';
import type { Discovery, Route } from '../binding.ts';

/** What a look into a tenant's document gave. `silent`: it does not describe the place at all, so it denies nothing. */
export type Discovered =
  /** `path` says that the values are names such as `users/1`, of which the last part is the id. */
  | { readonly found: unknown; readonly path?: ResourceName }
  /** The default as far as the document allows it, so that a part of it is still a guess. */
  | { readonly adapted: unknown }
  | { readonly missing: string }
  | { readonly silent: true };

export const SILENT: Discovered = { silent: true };

/** The route of each operation of the contract, with the path segments that were resolved already. */
export type Routes = ReadonlyMap<OperationId, Route>;

export type Rule<Name extends Discovery['rule']> = Extract<Discovery, { rule: Name }>;

/** The first pattern that exactly one name fits decides; the reference tenant's own name breaks ties. */
export function byName(names: readonly string[], like: readonly string[], fallback: unknown, what: string): Discovered {
  const seen = new Set<string>();
  for (const pattern of like) {
    const fitting = names.filter((name) => new RegExp(pattern, 'i').test(name));
    if (fitting.length === 1) return { found: fitting[0] };
    for (const name of fitting) seen.add(name);
  }
  if (typeof fallback === 'string' && names.includes(fallback)) return { found: fallback };
  return only([...seen], what);
}

export function only(found: readonly string[], what: string): Discovered {
  if (found.length === 1) return { found: found[0] };
  if (found.length > 1) return { missing: `more than one ${what} fits: ${found.join(', ')}` };
  return { missing: `the tenant's document has no ${what} that fits` };
}
