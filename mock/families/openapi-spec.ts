import { stringify } from 'yaml';
import { refuse } from '../answer.ts';
import type { FamilyBehaviour } from './family.ts';

/** The same document is written down once, however many ask for it. */
const written = new WeakMap<object, Uint8Array>();

function bytesOf(document: Record<string, unknown>, syntax: 'json' | 'yaml'): Uint8Array {
  const known = written.get(document);
  if (known) return known;
  const bytes = Buffer.from(
    syntax === 'yaml' ? stringify(document, { aliasDuplicateObjects: false }) : JSON.stringify(document),
  );
  written.set(document, bytes);
  return bytes;
}

export const openapiSpec: FamilyBehaviour = {
  handlers: {
    // The document is an answer as a whole: nothing is added to it and nothing in it is renamed.
    getSpec: ({ tenant }) => {
      const { syntax } = tenant.dialect.document;
      if (syntax === 'none') refuse('unknown', 'this tenant shows no document');
      const bytes = bytesOf(tenant.document(), syntax);
      return { kind: 'bytes', bytes, type: syntax === 'yaml' ? 'application/yaml' : 'application/json' };
    },
  },
};
