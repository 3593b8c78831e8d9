import type { Schema } from '../../document.ts';
import type { TenantDocument } from '../tenant-document.ts';
import { isPlainly } from './declared-types.ts';
import { listAmong } from './lists.ts';

/** Places in a schema, as dotted paths in which `[]` steps into the elements of a list. */

export type Placed = readonly [place: string, node: Schema];

/** Whether a place is in no list. */
export const isPlainPlace = ([place]: Placed) => !place.includes('[]');

/** Of what an answer shows in several places, that which it shows once, and not for each element of a list. */
export function answeredOnce(side: 'request' | 'answer', places: readonly Placed[]): readonly Placed[] {
  const single = places.filter(([place]) => !place.includes('[]'));
  return side === 'answer' && single.length === 1 ? single : places;
}

/** The name of a member that holds what the member around it is called after, beside what is said of it. */
const ITSELF = /^([^.[\]]+)\.(text|content|value|body)$/i;

/** Of `prompt: { text, language }` the text, which is the prompt itself. */
export function itselfIn(inside: readonly Placed[], like: readonly string[]): readonly Placed[] {
  return inside.filter(([place]) => {
    const holder = ITSELF.exec(place)?.[1];
    return holder !== undefined && like.some((one) => new RegExp(one, 'i').test(holder));
  });
}

/** The members inside of the members of an object and of the elements of its lists, by their places. */
export function insideOf(document: TenantDocument, properties: Readonly<Record<string, Schema>>): [string, Schema][] {
  return Object.entries(properties).flatMap(([name, node]) => {
    const elements = document.elementsOf(node);
    const [place, inner] = elements ? [`${name}[]`, elements] : [name, node];
    return Object.entries(document.propertiesOf(inner)).map(([member, schema]): [string, Schema] => [
      `${place}.${member}`,
      schema,
    ]);
  });
}

/** A name as the suite makes them, of the usual length. */
const NAME = 'conformance-user-mijd2k4f-0a1b2c3d-12';

/** Whether a member is a text that nothing but its name says something about, and that can hold a name. */
export function isFreeText(document: TenantDocument, node: Schema | undefined): boolean {
  const { enum: listed, const: constant, format, pattern, maxLength } = document.schema(node);
  const isOpen = listed === undefined && constant === undefined && (format === undefined || format === 'email');
  return isOpen && mayMatch(pattern) && !(typeof maxLength === 'number' && maxLength < NAME.length);
}

/** Whether a name may match a pattern. One that cannot be read says nothing, and addresses are of a form of their own. */
function mayMatch(pattern: unknown): boolean {
  if (typeof pattern !== 'string') return true;
  try {
    const like = new RegExp(pattern, 'u');
    return [NAME, `${NAME}@example.com`].some((one) => like.test(one));
  } catch {
    return true;
  }
}

const DEEPEST_TEXT = 4;

/** The places of texts with a name like this inside of members; one that is inside of itself has several. */
export function textsWithin(
  document: TenantDocument,
  properties: Readonly<Record<string, Schema>>,
  like: string,
  depth = 1,
): string[] {
  return Object.entries(properties).flatMap(([name, node]) => {
    const isText = isPlainly(document, node, 'string') && isFreeText(document, node);
    if (isText) return depth > 1 && new RegExp(like, 'i').test(name) ? [name] : [];
    if (depth === DEEPEST_TEXT) return [];
    const elements = document.elementsOf(node);
    const inner = document.propertiesOf(elements ?? node);
    return textsWithin(document, inner, like, depth + 1).map((place) => `${name}${elements ? '[]' : ''}.${place}`);
  });
}

/**
 * Of places in different branches of a choice between single members, that in the branch which needs the least else: of
 * `{ thread: { text } }` and `{ reply: { threadId, text } }` the first. All of them where that is no such choice.
 */
export function plainestBranch(
  document: TenantDocument,
  schema: Schema | undefined,
  places: readonly string[],
): readonly string[] {
  const { oneOf = [], anyOf = [] } = document.schema(schema);
  const branches = [...oneOf, ...anyOf].map((branch) => Object.entries(document.propertiesOf(branch)));
  const single = new Map(branches.flatMap((members) => (members.length === 1 ? members : [])));
  const heads = places.map((place) => place.split('.')[0] ?? place);
  if (new Set(heads).size < places.length || !heads.every((head) => single.has(head))) return places;
  const needed = heads.map((head) => document.requiredOf(single.get(head)).length);
  return places.filter((_, at) => needed[at] === Math.min(...needed));
}

/** `a.b[]` from the root of a schema: into member a, its member b, and the elements of that. `*` is the answer's list. */
export function stepInto(
  document: TenantDocument,
  root: Schema | undefined,
  path: string | undefined,
): Schema | undefined {
  let schema = root;
  for (const step of path?.split('.') ?? []) {
    const properties = document.propertiesOf(schema);
    const name = step.replace(/\[\]$/, '');
    schema = name === '*' ? listAmong(document, schema) : properties[name];
    if (step.endsWith('[]')) schema = document.elementsOf(schema);
  }
  return document.schema(schema);
}
