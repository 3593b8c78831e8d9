import type { Schema } from '../contracts/document.ts';
import type { DeclaredSchemas } from './declared-schemas.ts';
import { isMembers } from './members.ts';

/**
 * Whether a value holds nothing but values that a document lists, and flags. They name nothing of the tenant and may be sent
 * any number of times, so that no tenant answers to them that something is missing or taken.
 */
export function isListed(schemas: DeclaredSchemas, nodes: readonly Schema[], value: unknown): boolean {
  const shape = schemas.shape(nodes);
  if (Array.isArray(value)) return value.every((element) => isListed(schemas, shape.items, element));
  if (isMembers(value))
    return Object.entries(value).every(([name, member]) => isListed(schemas, shape.properties.get(name) ?? [], member));
  return shape.values !== undefined || typeof value === 'boolean' || value === null;
}
