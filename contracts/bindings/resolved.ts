import type { Bindings } from './binding.ts';
import { BINDINGS } from './index.ts';
import type { ResourceName } from './resource-names.ts';

export type Source = 'stated' | 'discovered' | 'default';

/** A name as this run uses it and where it came from, or why it could not be found. */
export type Resolution =
  /**
   * `path` says that what the member holds is a name such as `users/1`, and `steps` which members lead to it, where a name among
   * them has a dot of its own.
   */
  | {
      readonly value: unknown;
      readonly source: Source;
      readonly path?: ResourceName;
      readonly steps?: readonly string[];
    }
  | { readonly unresolved: string };

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

/** The members that lead to what the tenant has under a name: `edits[].search` is two. */
export function stepsUnder(resolved: Resolved, id: string | undefined): readonly string[] | undefined {
  const resolution = id === undefined ? undefined : resolved.get(id);
  if (!resolution || !('value' in resolution) || typeof resolution.value !== 'string') return undefined;
  return resolution.steps ?? resolution.value.split('.');
}

/** The steps of a place among members of which these have a dot in their names, such as `report@odata.bind`. */
export function stepsAmong(place: string, withDots: ReadonlySet<string>): readonly string[] {
  const parts = place.split('.');
  const steps: string[] = [];
  for (let at = 0; at < parts.length;) {
    const ends = parts.map((_, index) => parts.length - index).filter((end) => end > at + 1);
    const end = ends.find((one) => withDots.has(parts.slice(at, one).join('.').replace(/\[\]$/, ''))) ?? at + 1;
    steps.push(parts.slice(at, end).join('.'));
    at = end;
  }
  return steps;
}

/** The names of members that have a dot, such as `report@odata.bind`. */
export function namesWithDotsIn(root: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (typeof node === 'object' && node !== null) {
      const { properties = {} } = node as { readonly properties?: object };
      for (const name of Object.keys(properties)) if (name.includes('.')) found.add(name);
      Object.values(node).forEach(visit);
    }
  };
  visit(root);
  return found;
}
