import type { FamilyBehaviour } from './family.ts';

/** The same document is written down once, however many ask for it. */
const written = new WeakMap<object, Uint8Array>();

function bytesOf(document: Record<string, unknown>): Uint8Array {
  const known = written.get(document);
  if (known) return known;
  const bytes = Buffer.from(JSON.stringify(document));
  written.set(document, bytes);
  return bytes;
}

export const openapiSpec: FamilyBehaviour = {
  handlers: {
    // The document is an answer as a whole: nothing is added to it and nothing in it is renamed.
    getSpec: ({ tenant }) => ({
      kind: 'bytes',
      bytes: bytesOf(tenant.rules.openapiSpec.document(tenant.document())),
      type: 'application/json',
    }),
  },
};
