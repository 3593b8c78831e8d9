import type { FamilyBehaviour } from './family.ts';

/** Rules of the served document, as data: a last look at it. */
export const openapiSpecRules = () => ({
  document: (document: Record<string, unknown>): Record<string, unknown> => document,
});

export const openapiSpec: FamilyBehaviour = {
  handlers: {
    // The document is an answer as a whole: nothing is added to it and nothing in it is renamed.
    getSpec: ({ tenant }) => ({
      kind: 'bytes',
      bytes: Buffer.from(JSON.stringify(tenant.rules.openapiSpec.document(tenant.document()))),
      type: 'application/json',
    }),
  },
};
