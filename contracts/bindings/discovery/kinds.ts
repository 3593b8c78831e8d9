import type { Schema } from '../../document.ts';
import { idNameOf, resourceNameIn } from '../resource-names.ts';
import type { DeclaredOperation, TenantDocument } from '../tenant-document.ts';
import { byName, type Discovered } from './found.ts';

/** The members that a request may say, or an answer shows: a document may have one schema for both. */
export function saidIn(
  document: TenantDocument,
  schema: Schema | undefined,
  side: 'request' | 'answer',
): Readonly<Record<string, Schema>> {
  const keyword = side === 'request' ? 'readOnly' : 'writeOnly';
  const all = Object.entries(document.propertiesOf(schema));
  return Object.fromEntries(all.filter(([, node]) => document.schema(node)[keyword] !== true));
}

/** Whether a member holds no paths, or those of such a kind. */
export function leadsTo(document: TenantDocument, node: Schema, pathTo: string | undefined): boolean {
  const kind = pathTo === undefined ? undefined : resourceNameIn(document.schema(node))?.at(-1);
  return kind === undefined || new RegExp(pathTo ?? '', 'i').test(kind);
}

/** Ids by the names of vendors that have no `id`. */
const UNIQUE_ID = /^_?(id|uid|uuid|guid)$/i;

/** By name, or else by what the names that a member holds are of: `user` with `users/1` is a `userId`. */
export function byNameOrKind(
  document: TenantDocument,
  properties: Readonly<Record<string, Schema>>,
  names: readonly string[],
  like: readonly string[],
  fallback: unknown,
  what: string,
): Discovered {
  const found = byName(names, like, fallback, what);
  if ('found' in found) return found;
  const meant = names.flatMap((name) => {
    if (UNIQUE_ID.test(name)) return [{ name, means: 'id' }];
    const kind = resourceNameIn(document.schema(properties[name]))?.at(-1);
    return kind === undefined ? [] : [{ name, means: /^name$/i.test(name) ? 'id' : idNameOf(kind) }];
  });
  const called = byName(
    meant.map(({ means }) => means),
    like,
    undefined,
    what,
  );
  const fitting = 'found' in called ? meant.filter(({ means }) => means === called.found) : [];
  return fitting.length === 1 ? { found: fitting[0]?.name } : found;
}

/** The id in an object, or in a branch of a choice, whose only type is such a kind or a reference to one: `user_reference`. */
export function idOfReference(document: TenantDocument, schema: Schema | undefined, like: string): string | undefined {
  const kind = new RegExp(`^(${like})([_-]?(reference|ref|link))?$`, 'i');
  for (const branch of [schema, ...(schema?.anyOf ?? []), ...(schema?.oneOf ?? [])]) {
    const properties = document.propertiesOf(branch);
    const { enum: listed, const: constant } = document.schema(properties['type'] ?? properties['kind']);
    const [only, ...others] = listed ?? [constant];
    const id = Object.keys(properties).find((name) => /^(id|uuid|guid)$/i.test(name));
    if (typeof only === 'string' && others.length === 0 && kind.test(only)) return id;
  }
  return undefined;
}

/** The members that have the same listed values as a query parameter, by which a list may be filtered. */
export function withValuesOf(
  document: TenantDocument,
  declared: DeclaredOperation,
  like: string,
  properties: Readonly<Record<string, Schema>>,
): string[] {
  const listed = (node: Schema | undefined) =>
    JSON.stringify([...document.valuesOf(node)].filter((value) => value !== null).sort());
  const parameters = document.parametersOf(declared).filter((one) => one.in === 'query');
  const wanted = parameters.filter(
    ({ name, schema }) => new RegExp(like, 'i').test(name) && document.valuesOf(schema).length > 0,
  );
  const values = wanted.map(({ schema }) => listed(schema));
  return Object.keys(properties).filter((name) => values.includes(listed(properties[name])));
}
