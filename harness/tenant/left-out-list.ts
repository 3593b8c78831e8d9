import type { Envelope } from '../../contracts/bindings/binding.ts';
import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import { isMembers } from '../../generators/members.ts';

/**
 * Whether an answer lacks a list that its document declares and does not say to be always there: such a list is empty. An answer with
 * members that the document does not declare is another thing, such as one element in place of the list.
 */
export function isListLeftOut(document: TenantDocument, schema: Schema, { items }: Envelope, shown: unknown): boolean {
  if (items === '' || items.includes('.') || !isMembers(shown) || Object.hasOwn(shown, items)) return false;
  const declared = document.propertiesOf(schema);
  const isWhole = Object.keys(shown).every((name) => Object.hasOwn(declared, name));
  return isWhole && document.schema(declared[items]).type === 'array' && !document.requiredOf(schema).includes(items);
}
