/** Rules of the served document, as data: what it says, before it is written in the form of the dialect. */
export const openapiSpecRules = () => ({
  document: (document: Record<string, unknown>): Record<string, unknown> => document,
});
