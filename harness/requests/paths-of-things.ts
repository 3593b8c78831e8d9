import { idNameOf, resourceNameOf } from '../../contracts/bindings/resource-names.ts';
import type { Schema } from '../../contracts/document.ts';
import type { DeclaredSchemas } from '../../generators/declared-schemas.ts';
import { isMembers } from '../../generators/members.ts';
import { pathIn } from '../../generators/references.ts';
import type { Settings } from '../tenant/configuration.ts';
import { thingOf } from './things.ts';

type Known = (thing: string) => string | number | undefined;

/** An id as the path of its thing, where a document has such names: `users/1` for 1. */
export function asPath(schemas: DeclaredSchemas, nodes: readonly Schema[], value: string | number, known: Known) {
  if (value === '' || String(value).includes('/')) return value;
  const shape = schemas.shape(nodes);
  const branches = [shape, ...shape.choices.flat().map((branch) => schemas.shape([branch]))];
  const kinds = branches.map(pathIn).find((found) => found !== undefined);
  return (kinds && resourceNameOf(kinds, value, known)) ?? value;
}

/** A body with such a path in each place that the document has one for. */
export function inPaths(
  schemas: DeclaredSchemas,
  schema: Schema,
  body: unknown,
  path: string,
  settings: Settings,
): unknown {
  const parts = (path.split('?')[0] ?? '').split('/');
  const inPath = (thing: string) => parts[parts.findIndex((part) => idNameOf(part) === thing) + 1];
  const known = (thing: string) =>
    (parts.some((part) => idNameOf(part) === thing) ? inPath(thing) : undefined) ?? thingOf(thing, {}, settings);
  const written = (nodes: readonly Schema[], value: unknown): unknown => {
    if (typeof value === 'string' || typeof value === 'number') return asPath(schemas, nodes, value, known);
    const shape = schemas.shape(nodes);
    const all = [shape, ...shape.choices.flat().map((branch) => schemas.shape([branch]))];
    if (Array.isArray(value)) {
      const items = all.flatMap((one) => one.items);
      return value.map((one: unknown) => written(items, one));
    }
    if (!isMembers(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        written(
          all.flatMap((one) => one.properties.get(name) ?? []),
          member,
        ),
      ]),
    );
  };
  return written([schema], body);
}
