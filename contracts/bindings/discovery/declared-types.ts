import type { Schema } from '../../document.ts';
import type { TenantDocument } from '../tenant-document.ts';

const DEEPEST = 8;

export function mayBe(document: TenantDocument, schema: Schema | undefined, type: string, depth = 0): boolean {
  const node = document.schema(schema);
  // A choice may lead back to itself in a document that is valid otherwise.
  if (depth > DEEPEST) return false;
  if (node.type !== undefined) return [node.type].flat().includes(type);
  // Members say what a type would say.
  if (node.properties && Object.keys(node.properties).length > 0) return type === 'object';
  const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
  return branches.length === 0 || branches.some((branch) => mayBe(document, branch, type, depth + 1));
}

/** Whether a schema says this type, alone or as one of a choice. */
export function isPlainly(document: TenantDocument, schema: Schema | undefined, type: string, depth = 0): boolean {
  const node = document.schema(schema);
  if (depth > DEEPEST) return false;
  if (node.type !== undefined) return [node.type].flat().includes(type);
  const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
  return branches.some((branch) => isPlainly(document, branch, type, depth + 1));
}
