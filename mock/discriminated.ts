type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const SCHEMAS = '#/components/schemas/';

interface Branch {
  readonly value: string;
  readonly rest: Node;
}

/**
 * A document in which choices that a constant member tells apart are written as generators for languages with classes write them: a base
 * with a discriminator, from which the others are derived, and of which the constants are no longer said.
 */
export function withBases(document: Node): Node {
  const { components } = document as { components: Node };
  const schemas = components['schemas'] as Node;
  const added: Node = {};

  const branchOf = (listed: unknown, property: string): Branch[] => {
    const schema = isNode(listed) && typeof listed['$ref'] === 'string' ? schemas[nameIn(listed['$ref'])] : listed;
    const members = isNode(schema) && isNode(schema['properties']) ? schema['properties'] : {};
    const { [property]: constant, ...properties } = members;
    if (!isNode(schema) || !isNode(constant) || typeof constant['const'] !== 'string') return [];
    const required = (Array.isArray(schema['required']) ? schema['required'] : []).filter((name) => name !== property);
    return [{ value: constant['const'], rest: { ...schema, properties, required } }];
  };

  const asBase = (name: string, property: string, branches: readonly Branch[]): Node => {
    const base = `${name}Base`;
    const derived = branches.map(({ value, rest }) => [value, `${name}${upper(value)}`, rest] as const);
    added[base] = {
      type: 'object',
      required: [property],
      properties: { [property]: { type: 'string' } },
      discriminator: {
        propertyName: property,
        mapping: Object.fromEntries(derived.map(([value, called]) => [value, SCHEMAS + called])),
      },
    };
    for (const [, called, rest] of derived) added[called] = { allOf: [{ $ref: SCHEMAS + base }, rest] };
    return { $ref: SCHEMAS + base };
  };

  const visit = (node: unknown, name: string): unknown => {
    if (Array.isArray(node)) return node.map((one) => visit(one, name));
    if (!isNode(node)) return node;
    const { oneOf, ...beside } = node;
    for (const property of Array.isArray(oneOf) && Object.keys(beside).length === 0 ? ['kind', 'type', 'driver'] : []) {
      const listed = oneOf as unknown[];
      const branches = listed.flatMap((one) => branchOf(one, property));
      if (branches.length === listed.length) return asBase(freeName(added, upper(name)), property, branches);
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value, key)]));
  };

  const { components: own, ...others } = visit(document, '') as { components: Node };
  return { ...others, components: { ...own, schemas: { ...(own['schemas'] as Node), ...added } } };
}

const nameIn = (ref: string) => ref.slice(SCHEMAS.length);
const upper = (word: string) => word.replace(/\W/g, '').replace(/^./, (letter) => letter.toUpperCase());

/** A name that no base has yet. */
function freeName(added: Node, word: string): string {
  for (let count = 0; ; count += 1) {
    const name = count === 0 ? word : `${word}${count}`;
    if (!Object.hasOwn(added, `${name}Base`)) return name;
  }
}
