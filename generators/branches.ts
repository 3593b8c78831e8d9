import type { Schema } from '../contracts/document.ts';
import type { DeclaredSchemas } from './declared-schemas.ts';

const ON_DEMAND = /^(manual(ly)?|on[-_ ]?demand|ad[-_ ]?hoc|never|none|off)$/i;

/** Whether a branch of a choice says that a thing runs when it is asked to alone, so that it has no schedule that could be paused. */
export function isOnDemand(schemas: DeclaredSchemas, branch: Schema): boolean {
  const { properties, values } = schemas.shape([branch]);
  const [only = '', ...others] = properties.keys();
  if (isSaidBy(values) || (others.length === 0 && ON_DEMAND.test(only))) return true;
  return [...properties.values()].some((nodes) => isSaidBy(schemas.shape(nodes).values));
}

function isSaidBy(values: readonly unknown[] = []): boolean {
  return values.length > 0 && values.every((value) => ON_DEMAND.test(String(value)));
}

/** In which order the branches of a choice are tried: null comes last. */
export function branchRank(schemas: DeclaredSchemas, branch: Schema): number {
  return schemas.shape([branch]).types?.join() === 'null' ? 2 : Number(isOnDemand(schemas, branch));
}
