import {
  METHODS,
  operationsOf,
  type ContractDocument,
  type Operation,
  type Parameter,
  type PathItem,
  type Schema,
} from '../document.ts';
import type { OperationId } from '../operation-id.ts';
import { ENVELOPE, type Binding, type Envelope, type Route } from './binding.ts';
import type { Routes } from './discovery/found.ts';
import { stepsUnder, TABLE, valueOf, type Resolved } from './resolved.ts';

/** Where each operation of the contract is served by the tenant whose names are given. */
export function bindRoutes(contract: ContractDocument, resolved: Resolved): Routes {
  return new Map(
    operationsOf(contract).map(({ operation, method, path }) => {
      const pathBinding = contract.paths[path]?.['x-binding'];
      const bound: Route = { method, path: inPath(path, pathBinding, valueOf(resolved, pathBinding)) };
      const own = valueOf(resolved, operation['x-binding']) as Route | undefined;
      return [operation.operationId as OperationId, own ?? bound];
    }),
  );
}

/**
 * The contract in the names of one tenant: paths, parameters and members are called what they are called there. A
 * member whose name could not be resolved is left out, so that nothing is held against a guess.
 *
 * `holders` says what a member that is not printed is where another one is inside of it. Of a tenant nothing is known of it: beside
 * an object it may be something else as well, such as a text. Who serves the document says that it is an object.
 */
export function bind(
  contract: ContractDocument,
  resolved: Resolved,
  holders: 'open' | 'typed' = 'open',
): ContractDocument {
  const routes = bindRoutes(contract, resolved);
  const paths: Record<string, PathItem> = {};
  for (const item of Object.values(contract.paths)) {
    const { parameters = [], ...rest } = item;
    const shared = Object.fromEntries(
      Object.entries(rest).filter(([key]) => !(METHODS as readonly string[]).includes(key)),
    );
    for (const method of METHODS) {
      const operation = item[method];
      const route = operation && routes.get(operation.operationId as OperationId);
      if (!operation || !route) continue;
      const path = placeFor(paths, route, operation.operationId);
      paths[path] = {
        ...shared,
        ...paths[path],
        parameters: parameters.filter((one) => isOnPath(contract, one, path)),
        [route.method]: withNames<Operation>(operation, { resolved, holders }),
      };
    }
  }
  return { ...contract, paths, components: withNames(contract.components, { resolved, holders }) };
}

/**
 * Where an operation stands in a document. One that shares its address with another, as an update by which a thing is also
 * paused, stands beside it under its own name.
 */
export function placeFor(
  paths: Readonly<Record<string, PathItem>>,
  { method, path }: Route,
  operationId: string,
): string {
  return paths[path]?.[method] ? `${path}#${operationId}` : path;
}

/** The address of an operation that stands at a place of a document. */
export function addressAt(place: string): string {
  return place.replace(/#.*$/, '');
}

function isOnPath(contract: ContractDocument, parameter: Parameter | { $ref: string }, path: string): boolean {
  const named =
    '$ref' in parameter ? contract.components.parameters[parameter.$ref.split('/').at(-1) ?? ''] : parameter;
  return named?.in !== 'path' || path.includes(`{${named.name}}`);
}

/** A path in which the segment that a binding names stands as the tenant has it. */
function inPath(path: string, id: string | undefined, value: unknown): string {
  const standing = id === undefined ? undefined : TABLE[id]?.default;
  if (typeof standing !== 'string' || typeof value !== 'string') return path;
  return path
    .split('/')
    .map((part) => (part === standing || part.startsWith(`${standing}-`) ? value + part.slice(standing.length) : part))
    .join('/');
}

interface Naming {
  readonly resolved: Resolved;
  readonly holders: 'open' | 'typed';
}

function withNames<Node>(node: Node, naming: Naming): Node {
  if (Array.isArray(node)) return node.map((element: unknown) => withNames(element, naming)) as Node;
  if (typeof node !== 'object' || node === null) return node;
  const renamed = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withNames(value, naming)]),
  ) as Schema;
  return named(renamed, naming) as Node;
}

function named(node: Schema, naming: Naming): Schema {
  const { resolved } = naming;
  const binding = bindingOf(node);
  if (binding?.kind === 'envelope')
    return inEnvelope(node, valueOf(resolved, node['x-binding']) as Envelope | undefined);
  // A parameter is a node with a name of its own, a member is named by the node around it.
  if (binding?.kind === 'name' && typeof node['name'] === 'string' && 'in' in node) {
    return { ...node, name: valueOf(resolved, node['x-binding']) ?? node['name'] };
  }
  return node.properties && Object.values(node.properties).some((member) => bindingOf(member)?.kind === 'name')
    ? withMembersNamed(node, naming)
    : node;
}

function withMembersNamed(node: Schema, { resolved, holders }: Naming): Schema {
  const places = new Map<string, readonly string[] | undefined>();
  for (const [name, member] of Object.entries(node.properties ?? {})) {
    const isBound = bindingOf(member)?.kind === 'name';
    places.set(name, isBound ? stepsUnder(resolved, member['x-binding']) : [name]);
  }
  const properties = Object.entries(node.properties ?? {}).flatMap(([name, member]) => {
    const steps = places.get(name);
    return steps === undefined ? [] : [[steps, member] as const];
  });
  const outer = properties.flatMap(([[name = '', ...rest], member]) =>
    rest.length > 0 ? [] : [[name, member] as const],
  );
  const required = node.required?.flatMap((name) => (places.has(name) ? nameAlone(places.get(name)) : name));
  const whole = { ...node, properties: Object.fromEntries(outer), ...(required && { required }) };
  return properties
    .filter(([steps]) => steps.length > 1)
    .reduce<Schema>((schema, [steps, member]) => withInside(schema, steps, member, holders), whole);
}

/** The name of a member that is inside of no other one. */
function nameAlone(steps: readonly string[] = []): readonly string[] {
  return steps.length === 1 ? steps : [];
}

/** A schema with a member in a place such as `edits[].search`. */
function withInside(
  schema: Schema,
  [step = '', ...rest]: readonly string[],
  member: Schema,
  holders: Naming['holders'],
): Schema {
  const name = step.replace(/\[\]$/, '');
  if (rest.length === 0) return { ...schema, properties: { ...schema.properties, [name]: member } };
  const standing = schema.properties?.[name];
  // Where there is such a member it is judged. What it is inside of may be null as well.
  const holder = (type: string): Schema => (holders === 'typed' ? { type: [type, 'null'] } : {});
  const filled = withInside(
    (step.endsWith('[]') ? standing?.items : standing) ?? holder('object'),
    rest,
    member,
    holders,
  );
  const inside: Schema = step.endsWith('[]') ? { ...holder('array'), items: filled } : filled;
  // What an open name leads through is as open, wherever else the thing is shown.
  const binding = standing ? undefined : member['x-binding'];
  const inner: Schema = binding === undefined ? inside : { ...inside, 'x-binding': binding };
  return { ...schema, properties: { ...schema.properties, [name]: inner } };
}

function inEnvelope(node: Schema, envelope: Envelope | undefined): Schema {
  const { [ENVELOPE.items]: elements, pageInfo, ...others } = node.properties ?? {};
  if (!envelope || !elements) return { ...node, properties: others };
  if (envelope.items === '') return elements;
  if (JSON.stringify(envelope) === JSON.stringify(ENVELOPE)) return node;
  // Which members a page has beside its elements is open.
  const open = (schema: Schema): Schema => ({ ...schema, 'x-binding': node['x-binding'] as string });
  const info = pageInfo?.properties ?? {};
  const places: readonly (readonly [path: string, member: Schema])[] = [
    [envelope.items, elements],
    [envelope.endCursor, open(info['endCursor'] ?? {})],
    [envelope.hasNextPage, open(info['hasNextPage'] ?? { type: ['boolean', 'null'] })],
  ];
  return places.reduce<Schema>((schema, [path, member]) => withMember(schema, path.split('.'), member), {
    ...node,
    properties: others,
  });
}

function withMember(schema: Schema, [name, ...rest]: readonly string[], member: Schema): Schema {
  if (name === undefined) return member;
  const binding = rest.length > 0 ? member['x-binding'] : undefined;
  const inner = schema.properties?.[name] ?? {
    type: ['object', 'null'],
    ...(binding !== undefined && { 'x-binding': binding }),
  };
  return {
    ...schema,
    properties: { ...schema.properties, [name]: rest.length > 0 ? withMember(inner, rest, member) : member },
  };
}

function bindingOf(node: Schema): Binding | undefined {
  const id = node['x-binding'];
  return id === undefined ? undefined : TABLE[id];
}
