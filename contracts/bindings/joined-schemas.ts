import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../document.ts';

// What schemas say together: one beside a reference, several that all hold, and the branches of a choice.

/** Keywords that say something about a schema and restrict nothing. */
const NOTES = ['title', 'description', 'default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly'];

/** What a reference leads to, with the keywords that stand beside it. */
export function both(target: Schema, beside: Schema): Schema {
  const joined: Record<string, unknown> = { ...target };
  const rest: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries<unknown>(beside)) {
    if (joined[keyword] === undefined || NOTES.includes(keyword)) joined[keyword] = value;
    else if (!isDeepStrictEqual(joined[keyword], value)) rest[keyword] = value;
  }
  if (Object.keys(rest).length === 0) return joined;
  const { required = [], properties, ...others } = rest as Schema;
  return {
    ...joined,
    ...(required.length > 0 && { required: [...new Set([...(target.required ?? []), ...required])] }),
    ...(properties && { properties: allOf([target.properties ?? {}, properties]) }),
    ...(Object.keys(others).length > 0 && { allOf: [...(target.allOf ?? []), others] }),
  };
}

/** The members of shapes that all hold: one that several of them have is as in each of them. */
export function allOf(shapes: readonly Readonly<Record<string, Schema>>[]): Record<string, Schema> {
  const joined: Record<string, Schema> = {};
  for (const [name, declared] of shapes.flatMap((shape) => Object.entries<unknown>(shape))) {
    const schema: Schema = members(declared);
    const known = joined[name];
    const isSaidAgain = known === undefined || isDeepStrictEqual(known, schema) || Object.keys(schema).length === 0;
    if (known === undefined) joined[name] = schema;
    else if (!isSaidAgain) joined[name] = Object.keys(known).length === 0 ? schema : { allOf: [known, schema] };
  }
  return joined;
}

/** The members of a choice between shapes: one that several shapes have may be as in any of them. */
export function eitherOf(shapes: readonly Readonly<Record<string, Schema>>[]): Record<string, Schema> {
  const names = new Set(shapes.flatMap((shape) => Object.keys(shape)));
  return Object.fromEntries(
    [...names].map((name) => {
      const found = shapes.flatMap((shape) => (Object.hasOwn(shape, name) ? [shape[name] as Schema] : []));
      const different = found.filter((one, at) => found.findIndex((other) => isDeepStrictEqual(one, other)) === at);
      const [first = {}, ...others] = different;
      if (others.length === 0) return [name, first];
      const isDeprecated = different.every((one) => members(one)['deprecated'] === true);
      return [name, { anyOf: different, ...(isDeprecated && { deprecated: true }) }];
    }),
  );
}

function members(node: unknown): Record<string, unknown> {
  return typeof node === 'object' && node !== null ? (node as Record<string, unknown>) : {};
}
