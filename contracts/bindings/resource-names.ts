import type { Schema } from '../document.ts';

/**
 * The name of a thing that is a path: of `deployments/{id}/agents/{id}` the collections `deployments` and `agents`. Of an address
 * the first one has what stands before it: `/api/v1/deployments`.
 */
export type ResourceName = readonly string[];

/** The keyword under which the collections stand that were told from elsewhere in the document. */
export const RESOURCE_NAME = 'x-resource-name';

const COLLECTION = /^[a-z][a-z_-]*$/i;
/** What stands for one id in a pattern once its classes and groups are one sign: `*`, `*+`, `*{1,9}`. */
const ANY_ID = /^(\*|\\d|\\w|\.)+([+*]|\{\d+(,\d*)?\})?$/;
/** `users/{id}` in a text. */
const IN_WORDS = /[a-z][a-z_-]*\/\{[^{}/]+\}(\/[a-z][a-z_-]*\/\{[^{}/]+\})*/i;

/** What a schema says of texts that are such names, by its pattern or else by its description; undefined where it says nothing. */
export function resourceNameIn({
  pattern,
  description,
  format,
  [RESOURCE_NAME]: told,
}: Schema): ResourceName | undefined {
  if (Array.isArray(told)) return told as ResourceName;
  if (typeof pattern === 'string') return collectionsOfPattern(pattern);
  if (typeof description !== 'string' || format !== undefined) return undefined;
  const [name] = IN_WORDS.exec(description) ?? [];
  // `/api/v1/users/{id}` is an address.
  return name === undefined || description.includes(`/${name}`)
    ? undefined
    : collectionsIn(name.split('/'), /^\{.*\}$/);
}

/** Of `^users/\d+$` or of `^/api/v1/users/\d+$`. */
function collectionsOfPattern(pattern: string): ResourceName | undefined {
  const path = segmentsOf(pattern).join('/');
  const [before = ''] = BEFORE.exec(path) ?? [];
  const [first, ...others] = collectionsIn(path.slice(before.length).split('/'), ANY_ID) ?? [];
  return first === undefined ? undefined : [before + first, ...others];
}

/** The name of a thing of such a kind; undefined if one of the things that it belongs to is unknown. */
export function resourceNameOf(
  name: ResourceName,
  id: string | number,
  known: (thing: string) => string | number | undefined,
): string | undefined {
  const holders = name.slice(0, -1).map((collection) => known(idNameOf(collection)));
  if (holders.includes(undefined)) return undefined;
  return name.map((collection, at) => `${collection}/${String(holders[at] ?? id)}`).join('/');
}

/** The id at the end of the name of a thing: 1 of `users/1`, and a plain id as it is. */
export function idInName<Value>(value: Value): Value | string {
  return typeof value === 'string' ? value.slice(value.lastIndexOf('/') + 1) : value;
}

/** What the member with the plain id would be called: `agentId` for `agents`. */
export function idNameOf(collection: string): string {
  return `${thingOfOne(collection)}Id`;
}

/** What one thing of a collection is called: `branch` for `branches`. */
export function thingOfOne(collection: string): string {
  return collection
    .replace(/^.*\//, '')
    .replace(/ies$/i, 'y')
    .replace(/(?<=ch|sh|x)es$/i, '')
    .replace(/(?<=[^s])s$/i, '');
}

/** What stands before the first collection of an address. */
const BEFORE = /^(\/[a-z][a-z-]*)*\/v\d+\//i;

function collectionsIn(segments: readonly string[], id: RegExp): ResourceName | undefined {
  const isName = segments.every((segment, at) => (at % 2 === 0 ? COLLECTION : id).test(segment));
  return isName && segments.length > 0 && segments.length % 2 === 0
    ? segments.filter((_, at) => at % 2 === 0)
    : undefined;
}

function segmentsOf(pattern: string): string[] {
  return pattern
    .replace(/^\^|\$$/g, '')
    .replaceAll('\\/', '/')
    .replace(/\[(\\.|[^\]\\])*\]/g, '*')
    .replace(/\([^()]*\)/g, '*')
    .split('/');
}
