import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import { BodySampler } from '../../generators/bodies.ts';
import type { Wishes } from '../../generators/wishes.ts';
import { DeclaredSchemas } from '../../generators/declared-schemas.ts';

/** A document with one schema, and what a body of it is completed to. */
export function declared(schema: object, others: Readonly<Record<string, object>> = {}) {
  const root = { openapi: '3.1.0', components: { schemas: { ...others, Body: schema } } };
  const schemas = new DeclaredSchemas(new TenantDocument(root));
  const nodes = [root.components.schemas.Body as Schema];
  const wishes = (more: Partial<Wishes> = {}): Wishes => ({
    fresh: (name) => `conformance-${name}-7`,
    isThing: () => false,
    isLendable: () => true,
    thing: () => undefined,
    omits: () => false,
    seed: 7,
    ...more,
  });
  const node = nodes[0] as Schema;
  return {
    sample: (more?: Partial<Wishes>) => new BodySampler(schemas, wishes(more)).sample(node),
    complete: (value: unknown, more?: Partial<Wishes>) => new BodySampler(schemas, wishes(more)).complete(node, value),
    problems: (value: unknown) => schemas.problems(nodes, value)?.map(({ message }) => message),
  };
}
