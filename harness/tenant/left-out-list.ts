import { isPlainly } from '../../contracts/bindings/discovery/declared-types.ts';
import type { Envelope } from '../../contracts/bindings/binding.ts';
import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import { isMembers } from '../../generators/members.ts';

/**
 * Whether an answer lacks a list that its document declares and does not say to be always there: such a list is empty. A list inside of
 * a member may be left out with that member. An answer that shows another list, or what an element has, is another thing.
 */
export function isListLeftOut(document: TenantDocument, schema: Schema, { items }: Envelope, shown: unknown): boolean {
  return items !== '' && isLeftOut(document, schema, items.split('.'), shown);
}

function isLeftOut(document: TenantDocument, schema: Schema, path: readonly string[], shown: unknown): boolean {
  const [name, ...rest] = path;
  if (name === undefined || !isMembers(shown)) return false;
  const declared = document.propertiesOf(schema);
  const [member, others] = [declared[name], Object.keys(shown)];
  if (member === undefined) return false;
  if (Object.hasOwn(shown, name)) return isLeftOut(document, document.schema(member), rest, shown[name]);
  const list = listAt(document, member, rest);
  if (!list || document.requiredOf(schema).includes(name)) return false;
  // Further members may stand beside a list, whether the document declares them or not.
  const elements = document.propertiesOf(document.elementsOf(list));
  const isOther = (one: string) => Array.isArray(shown[one]) || Object.hasOwn(elements, one);
  return others.some((one) => Object.hasOwn(declared, one)) || !others.some(isOther);
}

/** The declared list at a path within a declared member. */
function listAt(document: TenantDocument, member: Schema, [name, ...rest]: readonly string[]): Schema | undefined {
  if (name === undefined) return isPlainly(document, member, 'array') ? document.schema(member) : undefined;
  const inner = document.propertiesOf(member)[name];
  return inner && listAt(document, inner, rest);
}
