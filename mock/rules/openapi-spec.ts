/** Rules of the served document, as data: a last look at it. */
export const openapiSpecRules = () => ({
  document: (document: Record<string, unknown>): Record<string, unknown> => document,
});
