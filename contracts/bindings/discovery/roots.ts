import type { Schema } from '../../document.ts';
import type { DeclaredOperation, TenantDocument } from '../tenant-document.ts';
import { unwrappedSchema, wrappingOf } from '../wrapping.ts';

/** What a rule starts from: the thing within an answer that wraps it, unless the rule itself names the wrapping. */
export function rootOf(
  document: TenantDocument,
  declared: DeclaredOperation,
  side: 'request' | 'answer',
  path: string | undefined,
): Schema | undefined {
  const schema = document.schemaOf(declared, side);
  const wrapping = side === 'answer' ? wrappingOf(document, schema) : undefined;
  if (!wrapping || path?.split('.')[0] === wrapping.member) return schema;
  return unwrappedSchema(document, schema, wrapping);
}
