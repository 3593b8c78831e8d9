import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { replace } from './patches.ts';

/** What follows where a printed member is missing from an answer and from the document alike. */
export const UNDECLARED = [
  { id: 'openapi-spec.document.answer-members', because: 'the document does not list the member either' },
] as const;

export type Tree = Record<string, unknown>;

/** Serves another document than the build's own. */
export function declaring(change: (document: Tree) => void): Patch {
  return ({ openapiSpec }) => {
    const { document: original } = openapiSpec;
    openapiSpec.document = (document) => {
      const before = original(document);
      const copy = structuredClone(before);
      try {
        change(copy);
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

/** Some callers are served a document without some of its paths. */
export function servingLess(left: RegExp, isMeant: (call: Call) => boolean): Patch {
  return replace('getSpec', async (call, original) => {
    const answer = await original(call);
    if (answer.kind !== 'bytes' || answer.type !== 'application/json' || !isMeant(call)) return answer;
    const document = JSON.parse(Buffer.from(answer.bytes).toString('utf8')) as { readonly paths: object };
    const kept = Object.entries(document.paths).filter(([path]) => !left.test(path));
    return { ...answer, bytes: Buffer.from(JSON.stringify({ ...document, paths: Object.fromEntries(kept) })) };
  });
}
