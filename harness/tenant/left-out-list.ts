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
 * a member may be left out with that member. An answer with members of an element is another thing, and so is one that has nothing
 * of what the document declares, unless it only says something of the answer.
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
  const list = document.requiredOf(schema).includes(name) ? undefined : listAt(document, member, rest);
  if (list === undefined) return false;
  const [known, unknown] = partition(others, (one) => Object.hasOwn(declared, one));
  const ofElements = document.propertiesOf(document.elementsOf(list) ?? {});
  if (unknown.some((one) => one === 'id' || Object.hasOwn(ofElements, one))) return false;
  return known.length > 0 || unknown.every((one) => BESIDE.test(one));
}

function partition(names: readonly string[], isMeant: (name: string) => boolean): readonly [string[], string[]] {
  return [names.filter(isMeant), names.filter((one) => !isMeant(one))];
}

/** A list that a declared member is, or holds at a path. */
function listAt(document: TenantDocument, member: Schema, [name, ...rest]: readonly string[]): Schema | undefined {
  if (name === undefined) return isPlainly(document, member, 'array') ? document.schema(member) : undefined;
  const inner = document.propertiesOf(member)[name];
  return inner && listAt(document, inner, rest);
}
