/**
 * A value as JSON text with the members of objects in the order of their names, so that two reads of one thing are the same
 * text: a tenant may write the members of an object in another order each time.
 */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** The same for values whose lists may be in another order each time: sets, which the specification gives no order. */
export function canonicalSet(value: unknown): string {
  const sorted = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(sorted).map(canonical).sort();
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([name, member]) => [name, sorted(member)]));
  };
  return canonical(sorted(value));
}
