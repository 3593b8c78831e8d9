import type { Call } from '../../mock/call.ts';
import type { Dialect } from '../../mock/dialects/dialect.ts';
import type { Patch } from '../../mock/index.ts';
import { during } from './patches.ts';

/** What follows where a printed member is missing from an answer and from the document alike. */
export const UNDECLARED = [
  { id: 'openapi-spec.document.answer-members', because: 'the document does not list the member either' },
] as const;

export type Tree = Record<string, unknown>;

/** Serves another document than the build's own. */
export function declaring(change: (document: Tree, dialect: Dialect) => void): Patch {
  return ({ openapiSpec }) => {
    const { document: original } = openapiSpec;
    openapiSpec.document = (document, dialect) => {
      const before = original(document, dialect);
      const copy = structuredClone(before);
      try {
        change(copy, dialect);
      } catch {
        // A fault that shares its tenant with others may find that one of them took away what it changes.
        return before;
      }
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

/** Some callers are served a document without some of its paths, in whichever form this dialect has it. */
export function servingLess(left: RegExp, isMeant: (call: Call) => boolean): Patch {
  return during(
    'getSpec',
    'openapiSpec',
    ({ document: whole }) => ({
      document: (given, dialect) => {
        const document = whole(given, dialect);
        const kept = Object.entries(partOf(document, 'paths')).filter(([path]) => !left.test(path));
        return { ...document, paths: Object.fromEntries(kept) };
      },
    }),
    isMeant,
  );
}
