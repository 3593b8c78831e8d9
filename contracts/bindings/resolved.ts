import type { Bindings } from './binding.ts';
import { BINDINGS } from './index.ts';
import type { ResourceName } from './resource-names.ts';

export type Source = 'stated' | 'discovered' | 'default';

/** A name as this run uses it and where it came from, or why it could not be found. */
export type Resolution =
  /** `path` says that what the member holds is a name such as `users/1`. */
  { readonly value: unknown; readonly source: Source; readonly path?: ResourceName } | { readonly unresolved: string };

export type Resolved = ReadonlyMap<string, Resolution>;

export const TABLE: Bindings = BINDINGS;

/** Whether what the tenant has under a name are names such as `users/1`. */
export function holdsPaths(resolved: Resolved, id: string | undefined): boolean {
  return pathUnder(resolved, id) !== undefined;
}

/** The form of the names such as `users/1` that the tenant has under a name. */
export function pathUnder(resolved: Resolved, id: string | undefined): ResourceName | undefined {
  const resolution = id === undefined ? undefined : resolved.get(id);
  return resolution && 'path' in resolution ? resolution.path : undefined;
}

export function valueOf(resolved: Resolved, id: string | undefined): unknown {
  const resolution = id === undefined ? undefined : resolved.get(id);
  return resolution && 'value' in resolution ? resolution.value : undefined;
}
