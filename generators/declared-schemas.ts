import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { withNumbers } from '../contracts/lossless-json.ts';
import formats from 'ajv-formats';
import type { TenantDocument } from '../contracts/bindings/tenant-document.ts';
import type { Schema } from '../contracts/document.ts';
import { escapedToken } from '../contracts/pointer.ts';

/** What several schemas of a document say together of one value. */
export interface Shape {
  /** The schemas themselves, with those that they refer to and are composed of. */
  readonly nodes: readonly Schema[];
  /** The types that all of them allow; undefined if none of them names one. */
  readonly types: readonly string[] | undefined;
  /** The values that all of them allow; undefined if none of them lists any. */
  readonly values: readonly unknown[] | undefined;
  readonly properties: ReadonlyMap<string, readonly Schema[]>;
  readonly required: ReadonlySet<string>;
  readonly items: readonly Schema[];
  /** Each choice between schemas that is still open. */
  readonly choices: readonly (readonly Schema[])[];
}

const DOCUMENT = 'tenant';

/** A tenant may write patterns that are only valid without the `u` flag. */
const lenientRegExp = Object.assign(
  (pattern: string, flags: string) => {
    try {
      return new RegExp(pattern, flags);
    } catch {
      return new RegExp(pattern);
    }
  },
  { code: 'new RegExp' },
);

/** The schemas of a tenant's own document, merged and compiled. Nothing is known of their quality. */
export class DeclaredSchemas {
  readonly document: TenantDocument;
  #ajv: Ajv2020 | undefined;
  #pointers: Map<object, string> | undefined;
  readonly #compiled = new Map<string, ValidateFunction | undefined>();
  /** Of single schemas, since most places of a document have one: each request asks for the same ones. */
  readonly #shapes = new WeakMap<Schema, Shape>();
  readonly #withoutReference = new WeakMap<Schema, Schema>();

  constructor(document: TenantDocument) {
    this.document = document;
  }

  /** Where a value is not valid by all of the schemas; undefined if one of them cannot be compiled. */
  problems(nodes: readonly Schema[], value: unknown): readonly ErrorObject[] | undefined {
    const validate = this.#validatorOf(nodes);
    if (!validate) return undefined;
    try {
      return validate(withNumbers(value)) ? [] : (validate.errors ?? []);
    } catch {
      // A choice that leads back to itself without end.
      return undefined;
    }
  }

  /** Whether a value is valid by all of the schemas. A schema that cannot be compiled rejects nothing. */
  accepts(nodes: readonly Schema[], value: unknown): boolean {
    return (this.problems(nodes, value) ?? []).length === 0;
  }

  /** Merges schemas. The choices in `decided` are left out, because one of their branches is among the schemas. */
  shape(schemas: readonly Schema[], decided: ReadonlySet<object> = new Set()): Shape {
    const [only, ...others] = schemas;
    if (!isObject(only) || others.length > 0 || decided.size > 0) return this.#merged(schemas, decided);
    const shape = this.#shapes.get(only) ?? this.#merged(schemas, decided);
    this.#shapes.set(only, shape);
    return shape;
  }

  #merged(schemas: readonly Schema[], decided: ReadonlySet<object>): Shape {
    const nodes = this.#composed(schemas);
    const sound = nodes.map((node) => this.#sound(node));
    const properties = new Map<string, Schema[]>();
    for (const { properties: own } of sound) {
      for (const [name, schema] of Object.entries(own ?? {})) {
        if (!isObject(schema)) continue;
        properties.set(name, [...(properties.get(name) ?? []), schema]);
      }
    }
    return {
      nodes,
      types: common(sound.map(typesOf)),
      values: common(sound.map((node) => node.enum ?? ('const' in node ? [node['const']] : undefined))),
      properties,
      required: new Set(sound.flatMap((node) => node.required ?? [])),
      items: sound.flatMap((node) => (node.items && isObject(node.items) ? [node.items] : [])),
      choices: sound
        .flatMap((node) => [node.anyOf, node.oneOf])
        .filter((choice) => choice !== undefined && choice.length > 0 && !decided.has(choice)) as (readonly Schema[])[],
    };
  }

  /** The schemas with all that they refer to and are composed of; each once, so that a cycle ends. */
  #composed(schemas: readonly Schema[]): Schema[] {
    const found = new Set<Schema>();
    const open = [...schemas];
    while (open.length > 0) {
      const node = open.shift();
      if (!isObject(node) || found.has(node)) continue;
      found.add(node);
      if (typeof node.$ref === 'string') open.push(this.document.target(node) as Schema);
      open.push(...(this.#sound(node).allOf ?? []));
    }
    return [...found];
  }

  /** A schema without the keywords whose values are not what such a keyword takes, its own reference not followed. */
  #sound(node: Schema): Schema {
    const { $ref: _, ...own } = node;
    const sound = this.#withoutReference.get(node) ?? this.document.schema(own);
    this.#withoutReference.set(node, sound);
    return sound;
  }

  #validatorOf(nodes: readonly Schema[]): ValidateFunction | undefined {
    const references = nodes.map((node) => this.#pointerOf(node));
    const key = references.join(' ');
    if (!this.#compiled.has(key)) this.#compiled.set(key, this.#compile(references));
    return this.#compiled.get(key);
  }

  #compile(references: readonly (string | undefined)[]): ValidateFunction | undefined {
    if (references.includes(undefined)) return undefined;
    try {
      return this.#ajvOf().compile({ allOf: references.map((pointer) => ({ $ref: `${DOCUMENT}#${pointer}` })) });
    } catch {
      // The document is wrong in this place: a missing reference, or a keyword with a value that it cannot have.
      return undefined;
    }
  }

  #ajvOf(): Ajv2020 {
    if (!this.#ajv) {
      this.#ajv = new Ajv2020({
        allErrors: true,
        verbose: true,
        strict: false,
        validateSchema: false,
        logger: false,
        code: { regExp: lenientRegExp },
      });
      formats.default(this.#ajv);
      // The tags of an OpenAPI document or its `$id` mean nothing to a validator.
      this.#ajv.addSchema(this.#asSent(withoutId(this.document.root)) as object, DOCUMENT);
    }
    return this.#ajv;
  }

  /** The document as it counts for requests: what only answers show is required in answers alone, whatever `required` lists. */
  #asSent(node: unknown): unknown {
    if (Array.isArray(node)) return node.map((element) => this.#asSent(element));
    if (!isObject(node)) return node;
    const copy = Object.fromEntries(Object.entries(node).map(([name, member]) => [name, this.#asSent(member)]));
    if (!Array.isArray(node.required)) return copy;
    const properties = this.document.propertiesOf(node);
    const isSent = (name: string) => this.document.schema(properties[name])['readOnly'] !== true;
    return { ...copy, required: node.required.filter(isSent) };
  }

  /** The pointer of each object of the document, found in one walk. */
  #pointerOf(node: object): string | undefined {
    if (!this.#pointers) {
      const pointers = new Map<object, string>();
      const open: (readonly [object, string])[] = [[this.document.root, '']];
      for (let next = open.pop(); next; next = open.pop()) {
        const [current, pointer] = next;
        if (pointers.has(current)) continue;
        pointers.set(current, pointer);
        for (const [name, member] of Object.entries(current)) {
          if (isObject(member) || Array.isArray(member))
            open.push([member as object, `${pointer}/${encodeURIComponent(escapedToken(name))}`]);
        }
      }
      this.#pointers = pointers;
    }
    return this.#pointers.get(node);
  }
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typesOf({ type, ...node }: Schema): readonly string[] | undefined {
  if (type === undefined) return undefined;
  return [...[type].flat(), ...(node['nullable'] === true ? ['null'] : [])];
}

/** The values that are in all lists; undefined if there is no list. `number` includes `integer`. */
function common<Value>(lists: readonly (readonly Value[] | undefined)[]): readonly Value[] | undefined {
  const stated = lists.filter((list) => list !== undefined);
  if (stated.length === 0) return undefined;
  return stated.reduce((left, right) => {
    const isIn = (one: Value, list: readonly Value[]) =>
      list.some((other) => JSON.stringify(other) === JSON.stringify(one)) ||
      (one === 'integer' && (list as readonly unknown[]).includes('number'));
    return [...new Set([...left.filter((one) => isIn(one, right)), ...right.filter((one) => isIn(one, left))])];
  });
}

export function examplesOf({ nodes }: Shape): unknown[] {
  return nodes
    .flatMap((node) => [node['example'], ...(Array.isArray(node['examples']) ? (node['examples'] as unknown[]) : [])])
    .filter((example) => example !== undefined && example !== null);
}

export function isStructured({ types, properties, items }: Shape): boolean {
  if (types) return types.includes('object') || types.includes('array');
  return properties.size > 0 || items.length > 0;
}

export function likelyTypes({ properties, items, required }: Shape): string[] {
  if (properties.size > 0 || required.size > 0) return ['object'];
  return items.length > 0 ? ['array'] : ['string', 'number', 'boolean', 'object', 'array'];
}

function withoutId({ $id: _, ...root }: Readonly<Record<string, unknown>>): object {
  return root;
}
