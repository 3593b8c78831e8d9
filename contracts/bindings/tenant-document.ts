import { withChoices } from './discriminators.ts';
import { withResourceNames } from './iri-references.ts';
import { parseDocument } from 'yaml';
import { METHODS, type Method, type Operation, type Schema } from '../document.ts';
import { resolvePointer } from '../pointer.ts';
import { addressesAt, hostIn, members, serverPath, wholePath, type AddressTemplate } from './declared-addresses.ts';
import { allOf, both, eitherOf } from './joined-schemas.ts';
import { jsonTypeIn, sentTypeIn } from './media-types.ts';
import { withPlainThings } from './resource-objects.ts';

const MOST_BYTES = 20_000_000;
const MOST_ALIASES = 1_000;
const MOST_LEVELS = 500;

/** An operation as a tenant's own document declares it, with its whole path from the host root. */
export interface DeclaredOperation {
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
  /** The addresses of the operation at servers of its own, each with its path; absent where it has none. */
  readonly addresses?: readonly AddressTemplate[];
}

export interface DeclaredParameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
  /** The same as it stands in the document, by which values are validated. */
  readonly written: Schema;
  readonly isRequired: boolean;
  readonly description?: string;
}

/** A tenant's own OpenAPI document. Nothing is known of its quality: every look into it may find nothing. */
export class TenantDocument {
  readonly root: Readonly<Record<string, unknown>>;
  readonly operations: readonly DeclaredOperation[];
  /** Operations of other APIs than that of the platform, which the document says are served by other hosts. */
  readonly elsewhere: readonly DeclaredOperation[];

  /** Parameters that all operations of a path have, by the operation. */
  readonly #shared = new Map<Operation, readonly unknown[]>();
  /** The operations by method and path without names: each request looks for its own. */
  readonly #byRoute = new Map<string, DeclaredOperation>();
  /** What was found for a node; a document does not change, and each request looks at the same nodes of it. */
  readonly #schemas = new WeakMap<object, Schema>();
  readonly #plain = { request: new WeakMap<object, Schema>(), answer: new WeakMap<object, Schema>() };

  constructor(root: Readonly<Record<string, unknown>>) {
    this.root = root;
    const all = Object.entries(members(root['paths'])).flatMap(([path, entry]) => {
      // A path item may stand among the components; what stands beside the reference is said as well.
      const item = { ...members(this.follow(entry)), ...members(entry) };
      const { parameters } = item;
      return METHODS.flatMap((method) => {
        const operation = item[method] as Operation | undefined;
        if (!operation) return [];
        if (Array.isArray(parameters)) this.#shared.set(operation, parameters);
        const own = members(operation)['servers'] ?? item['servers'];
        const addresses = addressesAt(own, path);
        const declared = { method, path: wholePath(serverPath(own ?? root['servers']), path), operation };
        return [addresses.length > 0 ? { ...declared, addresses } : declared];
      });
    });
    const home = homeOf(all, addressesAt(root['servers'], ''));
    const isElsewhere = ({ path, addresses = [] }: DeclaredOperation) =>
      !/^\/(api|build)\//.test(path) && addresses.length > 0 && addresses.every((one) => !home.has(hostIn(one)));
    this.operations = all.filter((one) => !isElsewhere(one));
    this.elsewhere = all.filter(isElsewhere);
    for (const declared of [...this.operations].reverse())
      this.#byRoute.set(routeKey(declared.method, declared.path), declared);
  }

  /** The operation that is served at a route, whatever the document calls the parameters in its path. */
  find(method: string, path: string): DeclaredOperation | undefined {
    return this.#byRoute.get(routeKey(method, path));
  }

  /** The schema of an operation's JSON request, or of its first JSON success, with plain things in place of resource objects. */
  schemaOf(declared: DeclaredOperation, side: 'request' | 'answer'): Schema | undefined {
    const schema = this.writtenSchemaOf(declared, side);
    const known = schema && this.#plain[side].get(schema);
    if (known || !schema) return known;
    const plain = withPlainThings(this, schema, side);
    if (plain) this.#plain[side].set(schema, plain);
    return plain;
  }

  /** The same as it is on the wire. */
  writtenSchemaOf(declared: DeclaredOperation, side: 'request' | 'answer'): Schema | undefined {
    if (side === 'request') return this.#json(this.follow(declared.operation.requestBody));
    const responses = members(declared.operation.responses);
    const success = Object.keys(responses).find((status) => /^2/.test(status));
    return success === undefined ? undefined : this.#json(this.follow(responses[success]));
  }

  /** The media type of an operation whose request is a text and no JSON, such as `text/plain`. */
  textTypeOf({ operation }: DeclaredOperation): string | undefined {
    const request = members(this.follow(operation.requestBody));
    const types = Object.keys(members(request['content']));
    return this.#json(request) === undefined ? types.find((type) => /^text\/(?!\*)/i.test(type)) : undefined;
  }

  /** The media type of a request's body in JSON. */
  jsonTypeOf({ operation }: DeclaredOperation): string {
    return sentTypeIn(Object.keys(members(members(this.follow(operation.requestBody))['content'])));
  }

  /** The statuses and ranges of statuses that an operation declares. */
  statusesOf({ operation }: DeclaredOperation): string[] {
    return Object.keys(members(operation.responses));
  }

  /** The headers that an operation declares for its first success. */
  headersOf({ operation }: DeclaredOperation): string[] {
    const responses = members(operation.responses);
    const success = Object.keys(responses).find((status) => /^2/.test(status));
    return success === undefined ? [] : Object.keys(members(members(this.follow(responses[success]))['headers']));
  }

  parametersOf(declared: DeclaredOperation): DeclaredParameter[] {
    const listed: unknown = declared.operation.parameters;
    const own: readonly unknown[] = Array.isArray(listed) ? listed : [];
    const shared = this.#shared.get(declared.operation) ?? [];
    return [...own, ...shared].flatMap((listed) => {
      const parameter = members(this.follow(listed));
      const { name, in: place, schema, required } = parameter;
      if (typeof name !== 'string' || typeof place !== 'string') return [];
      const { description } = parameter;
      const whole = {
        name,
        in: place,
        schema: this.schema(schema),
        written: schema as Schema,
        isRequired: required === true,
        ...(typeof description === 'string' && { description }),
      };
      return isSpread(parameter) ? this.#spread(whole) : [whole];
    });
  }

  /** The parameters that the members of one are, where each is sent for itself. */
  #spread(whole: DeclaredParameter): DeclaredParameter[] {
    const properties = Object.entries(this.propertiesOf(whole.schema));
    const required = whole.schema.required ?? [];
    if (properties.length === 0) return [whole];
    return properties.map(([name, schema]) => ({
      name,
      in: whole.in,
      schema: this.schema(schema),
      written: schema,
      isRequired: whole.isRequired && required.includes(name),
    }));
  }

  /** A schema, its reference followed, without keywords whose values are not what such a keyword takes. */
  schema(node: unknown): Schema {
    const known = isObject(node) ? this.#schemas.get(node) : undefined;
    if (known) return known;
    const { $ref: reference, ...own } = members(node);
    const sound = Object.entries(own).filter(([keyword, value]) => TAKES[keyword]?.(value) ?? true);
    const beside: Schema = Object.fromEntries(sound);
    // A schema that is composed of itself is what stands beside that.
    if (isObject(node)) this.#schemas.set(node, beside);
    // Since OpenAPI 3.1 the keywords beside a reference hold as well, those on the way to what it refers to included.
    const referred = typeof reference === 'string' ? both(this.schema(this.target(node)), beside) : beside;
    const schema = this.#withOnlyPart(referred);
    if (isObject(node)) this.#schemas.set(node, schema);
    return schema;
  }

  /** A schema that is composed of one other: some generators write a reference like this where keywords stand beside it. */
  #withOnlyPart(node: Schema): Schema {
    const { allOf: parts = [], ...beside } = node;
    const [part] = parts;
    return parts.length === 1 && isObject(part) ? both(this.schema(part), beside) : node;
  }

  /** The values that a member may have, in a list or as the constants of a choice: one that may be null often is a choice. */
  valuesOf(node: Schema | undefined, depth = 0): readonly unknown[] {
    const schema = this.schema(node);
    if (depth > 8) return [];
    const inside = (parts: readonly Schema[] = []) => parts.map((part) => this.valuesOf(part, depth + 1));
    const own = [...(schema.enum ?? []), ...('const' in schema ? [schema['const']] : [])];
    const either = [...own, ...inside(schema.anyOf).flat(), ...inside(schema.oneOf).flat()];
    // A branch of a choice may narrow the list that all of them have.
    const [first = [], ...others] = [either, ...inside(schema.allOf)].filter(({ length }) => length > 0);
    return first.filter((value) => others.every((list) => list.includes(value)));
  }

  /** What the reference of a node names, which may be a reference itself; undefined without one, or if it leads to nothing. */
  target(node: unknown): unknown {
    const reference = members(node)['$ref'];
    return typeof reference === 'string' ? resolvePointer(this.root, reference) : undefined;
  }

  /** The members that a schema declares, those of the schemas it is composed of included. */
  propertiesOf(schema: Schema | undefined, depth = 0): Record<string, Schema> {
    const node = this.schema(schema);
    // Composition may be recursive in a document that is valid otherwise.
    if (depth > 8) return {};
    const inherited = (parts: readonly Schema[] = []) => parts.map((part) => this.propertiesOf(part, depth + 1));
    const chosen = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
    return allOf([...inherited(node.allOf), eitherOf(inherited(chosen)), node.properties ?? {}]);
  }

  /** The members that a schema requires, those that the schemas require of which it is composed included. */
  requiredOf(schema: Schema | undefined, depth = 0): string[] {
    const node = this.schema(schema);
    if (depth > 8) return [];
    return [...(node.required ?? []), ...(node.allOf ?? []).flatMap((part) => this.requiredOf(part, depth + 1))];
  }

  /** The schema of the elements of a list, also where the list is one of a choice or composed of several schemas. */
  elementsOf(schema: Schema | undefined, depth = 0): Schema | undefined {
    const node = this.schema(schema);
    if (depth > 8) return undefined;
    const inside = (parts: readonly Schema[] = []) =>
      parts.map((part) => this.elementsOf(part, depth + 1)).filter((found) => found !== undefined);
    const either = inside([...(node.anyOf ?? []), ...(node.oneOf ?? [])]);
    const choice = either.length > 1 ? [{ anyOf: either }] : either;
    const all = [...(node.items ? [node.items] : []), ...inside(node.allOf), ...choice];
    return all.length > 1 ? { allOf: all } : all[0];
  }

  /** Follows `$ref` to what it refers to within the document; a reference to elsewhere leads to nothing. */
  follow(node: unknown): unknown {
    let current = node;
    while (typeof members(current)['$ref'] === 'string') current = this.target(current);
    return current;
  }

  #json(node: unknown): Schema | undefined {
    const content = members(members(node)['content']);
    const type = jsonTypeIn(Object.keys(content));
    return type === undefined ? undefined : (members(content[type])['schema'] as Schema | undefined);
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** What the keywords take that anybody looks into. */
const TAKES: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => typeof value === 'string' || isTexts(value),
  enum: Array.isArray,
  anyOf: Array.isArray,
  oneOf: Array.isArray,
  allOf: Array.isArray,
  items: isObject,
  properties: isObject,
  required: isTexts,
};

/** Reads what a tenant serves as its document, or says in one line why it cannot be one. */
export function readTenantDocument(text: string): TenantDocument | { readonly refused: string } {
  const refused = (why: string) => ({ refused: `the tenant's document ${why}` });
  if (text.trim() === '') return refused('is empty');
  if (text.length > MOST_BYTES) return refused(`has ${text.length} characters, expected at most ${MOST_BYTES}`);
  if (/^\s*</.test(text)) return refused('is HTML or XML, expected OpenAPI in JSON or YAML');
  // Said before the text is parsed, since a YAML parser takes its time over megabytes of noise.
  if (!/["']?openapi["']?\s*:/.test(text)) return refused('has no `openapi` member, expected OpenAPI in JSON or YAML');

  const root = parse(text);
  if (root instanceof Error) return refused(`cannot be read: ${root.message.split('\n')[0] ?? ''}`);
  if (typeof root !== 'object' || root === null || !('openapi' in root)) return refused('has no `openapi` member');
  const knot = findKnot(root);
  if (knot !== undefined) return refused(knot);
  return new TenantDocument(withResourceNames(withChoices(root) as Readonly<Record<string, unknown>>));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (jsonError) {
    if (/^\s*[{[]/.test(text)) return jsonError;
  }
  try {
    const yaml = parseDocument(text, { prettyErrors: false });
    return yaml.errors[0] ?? (yaml.toJS({ maxAliasCount: MOST_ALIASES }) as unknown);
  } catch (error) {
    return error;
  }
}

/** What would keep a walk through the document from ending: a cycle, or a nesting without sense. */
function findKnot(root: object): string | undefined {
  const open = new Set<object>();
  const done = new Set<object>();
  const visit = (node: unknown, pointer: string): string | undefined => {
    if (typeof node !== 'object' || node === null || done.has(node)) return undefined;
    if (open.has(node)) return `is cyclic at ${pointer}`;
    if (open.size > MOST_LEVELS) return `is nested more than ${MOST_LEVELS} levels deep`;
    const loop = referenceLoop(root, node);
    if (loop !== undefined) return `is cyclic at ${loop}`;
    open.add(node);
    for (const [key, value] of Object.entries(node)) {
      const found = visit(value, `${pointer}/${key}`);
      if (found !== undefined) return found;
    }
    open.delete(node);
    done.add(node);
    return undefined;
  };
  return visit(root, '');
}

function referenceLoop(root: object, node: object): string | undefined {
  const seen = new Set<string>();
  for (let reference = members(node)['$ref']; typeof reference === 'string';) {
    if (seen.has(reference)) return reference;
    seen.add(reference);
    reference = members(resolvePointer(root, reference))['$ref'];
  }
  return undefined;
}

function routeKey(method: string, path: string): string {
  return `${method} ${withoutNames(path)}`;
}

/** Whether a parameter is an object whose members are sent as parameters of their own, as they are where nothing is said. */
function isSpread({ in: place, style, explode }: Readonly<Record<string, unknown>>): boolean {
  return place === 'query' && (style ?? 'form') === 'form' && (explode ?? true) === true;
}

/** The hosts of the platform: those that the document names for all its paths, and that of most of its operations. */
function homeOf(operations: readonly DeclaredOperation[], shared: readonly AddressTemplate[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { addresses } of operations) {
    for (const host of new Set((addresses ?? shared).map(hostIn))) counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return new Set(['', ...shared.map(hostIn), ...(most ? [most[0]] : [])]);
}

function withoutNames(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}
