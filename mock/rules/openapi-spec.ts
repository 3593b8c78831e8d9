import type { Dialect } from '../dialects/dialect.ts';

/** Rules of the served document, as data: what it says, before it is written in the form of the dialect. */
export const openapiSpecRules = () => ({
  document: (document: Record<string, unknown>, _dialect: Dialect): Record<string, unknown> => document,
});
