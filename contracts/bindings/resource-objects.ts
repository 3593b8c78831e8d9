import type { Schema } from '../document.ts';

/*
 * Resource objects of JSON:API: a thing has its members in `attributes`, and the ids of other things in `relationships`, beside its
 * type and its id. Everybody but the wire sees a plain thing: `{ id, type, title, owner: '7' }`.
 */

type Members = Readonly<Record<string, unknown>>;

/** What a tenant's document knows of its schemas. */
interface Schemas {
  schema(node: unknown): Schema;
  propertiesOf(schema: Schema | undefined): Record<string, Schema>;
  requiredOf(schema: Schema | undefined): string[];
  elementsOf(schema: Schema | undefined): Schema | undefined;
  valuesOf(node: Schema | undefined): readonly unknown[];
}

/** What a resource object may have, members of extensions included. */
const OWN = /^(id|lid|type|attributes|relationships|links|meta|[_@$].*|\w+:\w+)$/;

/** How a resource object of a request is written. */
interface Resource {
  readonly type: unknown;
  /** The types of the things that relationships lead to, by their names. */
  readonly relationships: Readonly<Record<string, { readonly type: unknown; readonly isMany: boolean }>>;
}

function isResource(document: Schemas, schema: Schema | undefined): boolean {
  const properties = document.propertiesOf(schema);
  const holds = (name: string) => document.schema(properties[name]).type === 'object';
  return (
    'type' in properties &&
    Object.keys(properties).every((name) => OWN.test(name)) &&
    ['attributes', 'relationships'].some((name) => name in properties && holds(name))
  );
}

/** What a relationship leads to: the linkage of one thing, or of each of several. */
function linkageOf(document: Schemas, relationship: Schema | undefined) {
  const { data } = document.propertiesOf(relationship);
  const many = document.elementsOf(data);
  const { id = {}, type } = document.propertiesOf(many ?? data);
  const [named] = document.valuesOf(type);
  return { isMany: many !== undefined, id: document.schema(id), type: named, isThere: data !== undefined };
}

/** A resource object as the plain thing that it is of. A request has neither a type nor an id of its own to choose. */
function plainThing(document: Schemas, schema: Schema | undefined, side: 'request' | 'answer'): Schema {
  const { attributes, relationships, type, id } = document.propertiesOf(schema);
  const own = side === 'answer' ? { ...(id && { id }), ...(type && { type }) } : {};
  const links = Object.entries(document.propertiesOf(relationships)).flatMap(([name, relationship]) => {
    const { isMany, id: linked, isThere } = linkageOf(document, relationship);
    const { description } = document.schema(relationship);
    const one: Schema = { ...linked, ...(description !== undefined && { description }) };
    return isThere ? [[name, isMany ? { type: 'array', items: one } : one] as const] : [];
  });
  const needed = [...document.requiredOf(relationships), ...document.requiredOf(attributes)];
  const required = side === 'answer' ? [...needed, ...document.requiredOf(schema)] : needed;
  return {
    type: 'object',
    properties: { ...own, ...Object.fromEntries(links), ...document.propertiesOf(attributes) },
    required: required.filter((name) => !/^(attributes|relationships)$/.test(name)),
  };
}

/** What a document declares for a body, with plain things in the place of resource objects; the same schema without any. */
export function withPlainThings(
  document: Schemas,
  schema: Schema | undefined,
  side: 'request' | 'answer',
): Schema | undefined {
  const properties = document.propertiesOf(schema);
  if (side === 'request') {
    const { data, ...beside } = properties;
    if (!isResource(document, data)) return schema;
    const thing = plainThing(document, data, side);
    const required = document.requiredOf(schema).filter((name) => name !== 'data');
    return {
      ...thing,
      properties: { ...beside, ...thing.properties },
      required: [...required, ...(thing.required ?? [])],
    };
  }
  const listed = document.elementsOf(schema);
  if (isResource(document, listed)) return { type: 'array', items: plainThing(document, listed, side) };
  const plain = Object.entries(properties).flatMap(([name, node]): [string, Schema][] => {
    if (name === 'data' && isResource(document, node)) return [[name, plainThing(document, node, side)]];
    const elements = document.elementsOf(node);
    if (!elements || !isResource(document, elements)) return [];
    return [[name, { type: 'array', items: plainThing(document, elements, side) }]];
  });
  if (plain.length === 0) return schema;
  const required = document.requiredOf(schema);
  return { type: 'object', properties: { ...properties, ...Object.fromEntries(plain) }, required };
}

/** A value in which plain things stand in the place of resource objects, wherever these are. */
export function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (!isPlainObject(value)) return value;
  if (isResourceObject(value)) return plainResource(value);
  const plain = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const isList = Array.isArray(member) && (member as readonly unknown[]).some(isResourceObject);
    return isList || (name === 'data' && isResourceObject(member)) ? [[name, plainValue(member)]] : [];
  });
  return plain.length > 0 ? { ...value, ...Object.fromEntries(plain) } : value;
}

function isResourceObject(value: unknown): boolean {
  if (!isPlainObject(value) || typeof value['type'] !== 'string') return false;
  const holds = isPlainObject(value['attributes']) || isPlainObject(value['relationships']);
  return holds && Object.keys(value).every((name) => OWN.test(name));
}

function plainResource({ id, type, attributes, relationships }: Members): Members {
  const links = Object.entries(isPlainObject(relationships) ? relationships : {}).flatMap(([name, one]) => {
    const linkage = isPlainObject(one) ? one['data'] : undefined;
    if (linkage === undefined) return [];
    return [[name, Array.isArray(linkage) ? linkage.map(idOf) : idOf(linkage)] as const];
  });
  const own = { ...(id !== undefined && { id }), type };
  return { ...own, ...Object.fromEntries(links), ...(isPlainObject(attributes) ? attributes : {}) };
}

const idOf = (linkage: unknown) => (isPlainObject(linkage) ? linkage['id'] : linkage);

/** The body of a request whose document is an example or is stated, as a plain thing; any other body as it is. */
export function plainRequest(body: unknown): unknown {
  if (!isPlainObject(body) || !isResourceObject(body['data'])) return body;
  const { data, ...others } = body;
  const { type: _, id: __, ...thing } = plainResource(data as Members);
  return { ...thing, ...others };
}

/** A plain body as the resource object that a document declares for the request; the same body where it declares none. */
export function asResource(document: Schemas, schema: Schema | undefined, body: unknown): unknown {
  const { data, ...declared } = document.propertiesOf(schema);
  if (!isResource(document, data) || !isPlainObject(body)) return body;
  const resource = resourceOf(document, data);
  const { properties: own = {} } = plainThing(document, data, 'request');
  const whole = Object.entries(plainRequest(body) as Members).filter(([, value]) => value !== undefined);
  const isBeside = ([name]: readonly [string, unknown]) => name in declared && !(name in own);
  const thing = whole.filter((member) => !isBeside(member));
  const isLink = ([name]: readonly [string, unknown]) => name in resource.relationships;
  const links = thing.filter(isLink).map(([name, value]) => [name, { data: linked(resource, name, value) }] as const);
  const attributes = thing.filter((member) => !isLink(member));
  return {
    ...Object.fromEntries(whole.filter(isBeside)),
    data: {
      ...(resource.type !== undefined && { type: resource.type }),
      ...((attributes.length > 0 || links.length === 0) && { attributes: Object.fromEntries(attributes) }),
      ...(links.length > 0 && { relationships: Object.fromEntries(links) }),
    },
  };
}

function linked({ relationships }: Resource, name: string, value: unknown): unknown {
  const { type } = relationships[name] ?? {};
  const one = (id: unknown) =>
    typeof id === 'string' || typeof id === 'number' ? { ...(type !== undefined && { type }), id: String(id) } : id;
  return Array.isArray(value) ? value.map(one) : one(value);
}

function resourceOf(document: Schemas, schema: Schema | undefined): Resource {
  const { type, relationships } = document.propertiesOf(schema);
  const entries = Object.entries(document.propertiesOf(relationships));
  const linkages = entries.map(([name, one]) => [name, linkageOf(document, one)] as const);
  return { type: document.valuesOf(type)[0], relationships: Object.fromEntries(linkages) };
}

function isPlainObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
