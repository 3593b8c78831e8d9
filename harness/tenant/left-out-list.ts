import type { Envelope } from '../../contracts/bindings/binding.ts';
import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import { isMembers } from '../../generators/members.ts';

/** Whether an answer lacks a list that its document declares and does not say to be always there: such a list is empty. */
export function isListLeftOut(document: TenantDocument, schema: Schema, { items }: Envelope, shown: unknown): boolean {
  if (items === '' || items.includes('.') || !isMembers(shown) || Object.hasOwn(shown, items)) return false;
  const { type } = document.schema(document.propertiesOf(schema)[items]);
  return type === 'array' && !document.requiredOf(schema).includes(items);
}
