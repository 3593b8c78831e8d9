import type { Operation } from '../contracts/document.ts';
import type { Dialect } from './dialects/dialect.ts';

/**
 * A body without the objects in which this dialect has what stands in the body itself in the contract's names: that was taken out of
 * them, and whoever counts what a body names would count them as well.
 */
export function withoutHolders(body: unknown, { tags: [family] }: Operation, { names }: Dialect): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const holders = new Set(
    Object.entries(names).flatMap(([id, name]) =>
      id.startsWith(`${family}.`) && typeof name === 'string' && name.includes('.') ? name.split('.').slice(0, 1) : [],
    ),
  );
  // What is called like its holder stands in the place of that by now.
  const isHolder = ([name, value]: [string, unknown]) =>
    holders.has(name) && (value === null || typeof value === 'object');
  return Object.fromEntries(Object.entries(body).filter((member) => !isHolder(member)));
}
