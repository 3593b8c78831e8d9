import { isDeepStrictEqual } from 'node:util';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A document in which the listed values of a member are a schema of their own. As generators have it that know no keyword beside a
 * reference, the member is composed of that one schema where it says more, and a choice with null where it may be null.
 */
export function withNamedEnums(document: Node): Node {
  const named = new Map<string, Node>();

  /** The name of a schema with these values: of the member, and a number where others have the name. */
  const nameOf = (member: string, schema: Node): string => {
    const word = `${member.charAt(0).toUpperCase()}${member.slice(1).replace(/\W/g, '')}Enum`;
    for (let count = 0; ; count += 1) {
      const name = count === 0 ? word : `${word}${count}`;
      const known = named.get(name);
      if (known && !isDeepStrictEqual(known, schema)) continue;
      named.set(name, schema);
      return name;
    }
  };
  const referring = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  const written = (member: string, node: unknown): unknown => {
    if (!isNode(node) || !Array.isArray(node['enum']) || 'anyOf' in node || 'oneOf' in node || 'allOf' in node)
      return visit(node);
    const { type, enum: listed, ...beside } = node;
    const values = (listed as unknown[]).filter((value) => value !== null);
    const types = [type].flat().filter((one) => one !== 'null');
    if (values.length < 2 || types.length !== 1) return node;
    const own = referring(nameOf(member, { enum: values, type: types[0] }));
    if (Array.isArray(type) && type.includes('null')) {
      named.set('NullEnum', { enum: [null] });
      return { ...beside, oneOf: [own, referring('NullEnum')] };
    }
    return Object.keys(beside).length === 0 ? own : { ...beside, allOf: [own] };
  };

  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (!isNode(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        if (key !== 'properties' || !isNode(value)) return [key, visit(value)];
        return [key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, written(name, one)]))];
      }),
    );
  };

  const { components, ...others } = visit(document) as { components: Node };
  const schemas = { ...(components['schemas'] as Node), ...Object.fromEntries(named) };
  return { ...others, components: { ...components, schemas } };
}
