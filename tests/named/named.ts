import { registry } from '../support/tenant.ts';

/** The families that the specification only names, each with the operation that shows it and its promise. */
export const NAMED = [...registry.values()].flatMap(({ id, family, needs }) =>
  family === 'named' ? (needs.bindings ?? []).slice(0, 1).map((binding) => ({ id, binding })) : [],
);
