import type { Patch } from '../../mock/index.ts';

export type Tree = Record<string, unknown>;

/** Serves another document than the build's own. */
export function declaring(change: (document: Tree) => void): Patch {
  return ({ openapiSpec }) => {
    const { document: original } = openapiSpec;
    openapiSpec.document = (document) => {
      const copy = structuredClone(original(document));
      change(copy);
      return copy;
    };
  };
}

/** A part of the document, by the members that lead to it. */
export function partOf(document: Tree, ...names: readonly string[]): Tree {
  return names.reduce((part, name) => part[name] as Tree, document);
}

/** The members that a schema of the document declares. */
export function membersOf(document: Tree, schema: string): Tree {
  return partOf(document, 'components', 'schemas', schema, 'properties');
}

/** A schema of the document without one of its members. */
export function undeclare(document: Tree, schema: string, member: string): void {
  const declared = partOf(document, 'components', 'schemas', schema);
  declared['properties'] = Object.fromEntries(
    Object.entries(membersOf(document, schema)).filter(([name]) => name !== member),
  );
}
