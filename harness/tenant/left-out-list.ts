import { isPlainly } from '../../contracts/bindings/discovery/declared-types.ts';
import type { Envelope } from '../../contracts/bindings/binding.ts';
import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import { isMembers } from '../../generators/members.ts';

/** What an answer may show beside a list, whether the document declares it or not: links, counts, what the request is called. */
const BESIDE =
  /^[_@$]|^(links?|meta(data)?|page|paging|pagination|totals?|(total_?)?count|(request|trace|correlation)_?id)$/i;

/**
 * Whether an answer lacks a list that its document declares and does not say to be always there: such a list is empty. A list inside of
 * a member may be left out with that member. An answer with other members that the document does not declare is another thing,
 * such as one element in place of the list, unless they only say something of the answer.
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
  if (document.requiredOf(schema).includes(name) || !isListAt(document, member, rest)) return false;
  return others.some((one) => Object.hasOwn(declared, one)) || others.every((one) => BESIDE.test(one));
}

/** Whether a declared member is a list, or holds one at a path. */
function isListAt(document: TenantDocument, member: Schema, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return isPlainly(document, member, 'array');
  const inner = document.propertiesOf(member)[name];
  return inner !== undefined && isListAt(document, inner, rest);
}
