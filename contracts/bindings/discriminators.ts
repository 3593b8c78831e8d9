import { resolvePointer } from '../pointer.ts';

// Some generators write a choice as a base with a discriminator, from which other schemas are derived by `allOf`. The base alone
// says nothing of these, so that it is read as the choice that it stands for.

type Node = Record<string, unknown>;

interface Discriminator {
  readonly property: string;
  /** The references to the schemas that it tells apart, by its values. */
  readonly mapping: ReadonlyMap<string, string>;
}

const SCHEMAS = '#/components/schemas/';
/** What is added to the name of a base for what all schemas have that are derived from it. */
const COMMON = '.common';

/** The document with each discriminated base as a choice, and with each value of a discriminator in the schema that it stands for. */
export function withChoices(document: object): object {
  if (!JSON.stringify(document).includes('"discriminator"')) return document;
  const root = structuredClone(document);
  const schemas = schemasOf(root);
  const bases = new Map<string, Discriminator>();
  for (const [name, schema] of Object.entries(schemas)) {
    const derived = Object.entries(schemas).filter(([, other]) => extendsBase(other, name));
    const discriminator = isNode(schema)
      ? discriminatorOf(
          schema,
          derived.map(([other]) => other),
        )
      : undefined;
    if (discriminator && !isChoice(schema as Node) && discriminator.mapping.size > 0) bases.set(name, discriminator);
  }
  for (const node of nodesIn(root)) {
    const refs = [node['oneOf'], node['anyOf']].flatMap((one) => (Array.isArray(one) ? one.flatMap(refOf) : []));
    const names = refs.flatMap((ref) => nameIn(ref) ?? []);
    const discriminator = isChoice(node) ? discriminatorOf(node, names) : undefined;
    if (discriminator) setValues(root, discriminator, new Set(names), bases);
  }
  for (const discriminator of bases.values()) setValues(root, discriminator, undefined, bases);
  for (const [name, discriminator] of bases) split(root, schemas, name, discriminator, bases);
  return root;
}

/** Puts what derived schemas share aside, so that they go on from there, and has the base be one of them. */
function split(
  root: object,
  schemas: Node,
  name: string,
  { property, mapping }: Discriminator,
  bases: ReadonlyMap<string, Discriminator>,
): void {
  const { discriminator: _, title, description, ...common } = schemas[name] as Node;
  const own = common['properties'];
  const { [property]: declared, ...others } = isNode(own) ? own : {};
  schemas[name + COMMON] = { ...common, ...(isNode(own) && { properties: others }) };
  for (const schema of Object.values(schemas)) {
    if (!isNode(schema) || !Array.isArray(schema['allOf'])) continue;
    const parts = (schema['allOf'] as unknown[]).filter(isNode);
    for (const part of parts) if (nameIn(part['$ref']) === name) part['$ref'] = SCHEMAS + name + COMMON;
  }
  const branches = [...mapping].flatMap(([value, ref]) => {
    const derived = nameIn(ref);
    if (!isNode(resolvePointer(root, ref))) return [];
    // A schema that is a base itself stands for all that are derived from it, and with its own value for what these share.
    if (derived !== name && !(derived !== undefined && bases.has(derived))) return [{ $ref: ref }];
    const whole = { properties: { [property]: { ...(isNode(declared) && declared), const: value } } };
    const alone = { allOf: [{ $ref: SCHEMAS + derived + COMMON }, whole] };
    return derived === name ? [alone] : [alone, { $ref: ref }];
  });
  schemas[name] = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    oneOf: branches,
  };
}

/** Has each schema that a discriminator tells apart say with which values. */
function setValues(
  root: object,
  { property, mapping }: Discriminator,
  meant: ReadonlySet<string> | undefined,
  bases: ReadonlyMap<string, Discriminator>,
): void {
  const values = new Map<string, string[]>();
  for (const [value, ref] of mapping) values.set(ref, [...(values.get(ref) ?? []), value]);
  for (const [ref, own] of values) {
    const schema = resolvePointer(root, ref);
    const name = nameIn(ref);
    if (!isNode(schema) || name === undefined || bases.has(name) || (meant && !meant.has(name))) continue;
    const parts = Array.isArray(schema['allOf']) ? (schema['allOf'] as unknown[]).filter(isNode) : [];
    const declared = [schema, ...parts].map((part) => membersOf(part)[property]).find(isNode);
    if (declared && ('const' in declared || 'enum' in declared || '$ref' in declared)) continue;
    const said = { type: 'string', ...declared, ...(own.length === 1 ? { const: own[0] } : { enum: own }) };
    schema['properties'] = { ...membersOf(schema), [property]: said };
  }
}

/** What a schema tells apart by which member; without a mapping by the names of the schemas. */
function discriminatorOf(schema: Node, names: readonly string[]): Discriminator | undefined {
  const { discriminator } = schema;
  const property = isNode(discriminator) ? discriminator['propertyName'] : undefined;
  if (typeof property !== 'string' || !isNode(discriminator)) return undefined;
  const { mapping } = discriminator;
  const stated = Object.entries(isNode(mapping) ? mapping : {}).flatMap(([value, ref]) =>
    typeof ref === 'string' ? [[value, ref.includes('/') ? ref : SCHEMAS + ref] as const] : [],
  );
  return { property, mapping: new Map(stated.length > 0 ? stated : names.map((name) => [name, SCHEMAS + name])) };
}

function extendsBase(schema: unknown, name: string): boolean {
  const parts = isNode(schema) ? schema['allOf'] : undefined;
  return Array.isArray(parts) && parts.flatMap(refOf).some((ref) => nameIn(ref) === name);
}

const isChoice = (schema: Node) => Array.isArray(schema['oneOf']) || Array.isArray(schema['anyOf']);
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const membersOf = (schema: Node): Node => (isNode(schema['properties']) ? schema['properties'] : {});
const refOf = (part: unknown): string[] => (isNode(part) && typeof part['$ref'] === 'string' ? [part['$ref']] : []);

/** The name of the component that a reference leads to. */
function nameIn(ref: unknown): string | undefined {
  return typeof ref === 'string' && ref.startsWith(SCHEMAS)
    ? ref.slice(SCHEMAS.length).replaceAll('~1', '/').replaceAll('~0', '~')
    : undefined;
}

function schemasOf(root: object): Node {
  const { components } = root as { readonly components?: unknown };
  const schemas = isNode(components) ? components['schemas'] : undefined;
  return isNode(schemas) ? schemas : {};
}

function nodesIn(root: object): Node[] {
  const inside = Object.values(root).filter((one) => typeof one === 'object' && one !== null) as object[];
  return [...(isNode(root) ? [root] : []), ...inside.flatMap(nodesIn)];
}
