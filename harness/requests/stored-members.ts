import type { Schema } from '../../contracts/document.ts';
import type { DeclaredSchemas } from '../../generators/declared-schemas.ts';
import { isMembers, type Members } from '../../generators/members.ts';

/**
 * Members of a thing as a body takes them that has to repeat them. What the thing shows in another form than the body has is left
 * out.
 */
export function storedMembers(
  schemas: DeclaredSchemas,
  body: Schema,
  names: readonly string[],
  thing: unknown,
): Members {
  if (!isMembers(thing)) return {};
  const { properties } = schemas.shape([body]);
  const stored = names.flatMap((name) => {
    const nodes = properties.get(name) ?? [];
    const value = taken(schemas, nodes, thing[name]);
    return value === undefined || !schemas.accepts(nodes, value) ? [] : [[name, value] as const];
  });
  return Object.fromEntries(stored);
}

/** A value as it was read, without what only an answer has. */
function taken(schemas: DeclaredSchemas, nodes: readonly Schema[], value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items } = schemas.shape(nodes);
    return value.map((one) => taken(schemas, items, one));
  }
  if (!isMembers(value)) return value;
  const branches = schemas.shape(nodes).choices.flat();
  const { properties } = schemas.shape([...nodes, ...branches]);
  // An object of which nothing is declared is sent as it is.
  if (properties.size === 0) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const own = properties.get(name);
    if (!own || own.some((node) => node['readOnly'] === true)) return [];
    // Serializers write null for the members of the branches of a choice that a thing does not have.
    const isOfOther = member === null && (branches.length > 0 || !schemas.accepts(own, null));
    return isOfOther ? [] : [[name, taken(schemas, own, member)] as const];
  });
  return Object.fromEntries(members);
}
