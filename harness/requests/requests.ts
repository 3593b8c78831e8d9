import type { DeclaredOperation } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import { plainRequest } from '../../contracts/bindings/resource-objects.ts';
import { BodySampler } from '../../generators/bodies.ts';
import type { Wishes } from '../../generators/wishes.ts';
import { at, isMembers, type Members } from '../../generators/members.ts';
import { DeclaredSchemas } from '../../generators/declared-schemas.ts';
import type { Answer, FromDocument, Guess } from '../http/answer.ts';
import type { Settings } from '../tenant/configuration.ts';
import type { WireFormat } from '../tenant/wire-format.ts';
import { FittedValues } from './fitted-values.ts';
import { leavesOf } from './fitting.ts';
import { Guesses } from './guesses.ts';
import { Printed } from './printed.ts';
import { inPaths } from './paths-of-things.ts';
import { requiredHeaders, servedAt } from './required-headers.ts';
import { keptToOneBranch } from './one-branch.ts';
import { kindsBeside } from './kinds-beside.ts';
import { standingBody } from './standing.ts';
import { storedMembers } from './stored-members.ts';
import { isLendable, isThing, settingOf, thingOf } from './things.ts';
import { asWholeText, hashAside } from './whole-text.ts';

type Text = string | number;

/** The parameters of a request, in the contract's names. */
export interface Asked {
  readonly path?: Readonly<Record<string, Text>>;
  readonly query?: Readonly<Record<string, Text | boolean | undefined>>;
  readonly body?: unknown;
  /** Sent unchanged in place of `body`. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Members that the check leaves out on purpose, although the tenant's document may require them. A member of the body whose
   * value is undefined is left out as well.
   */
  readonly omits?: readonly string[];
  /** Members of the body, in the tenant's names, that only its document asks for, with the values that the thing has. */
  readonly stored?: readonly string[];
}

/** The run that sends the request. */
export interface Sender {
  readonly settings: Settings;
  /** Whether the names that the tenant uses are known, so that nothing in a request is a guess. */
  readonly namesAreKnown: boolean;
  readonly fresh: (what: string) => string;
}

/** A body without the values of all members but some. */
function formOf(value: unknown, kept: readonly string[], path: string): unknown {
  if (kept.includes(path)) return value;
  if (!isMembers(value)) return null;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, formOf(value[name], kept, at(path, name))]));
}

const NOTHING: FromDocument = { places: [], areListed: true };

/** What a request is sent with, in the tenant's names. */
export interface Written {
  readonly body?: unknown;
  /** In place of a body, where the document takes a text, with the headers that go with it. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly guesses: readonly Guess[];
  readonly fromDocument: FromDocument;
  /** Members that the document requires and nobody can fill in, because they name things that nobody lent. */
  readonly unknown: readonly string[];
}

/**
 * Writes the bodies of requests for one tenant: what the check sends, with all else that the tenant's own document requires.
 * What the specification prints is sent as the check has it, whatever the document says.
 */
export class Requests {
  readonly #wire: WireFormat;
  readonly #printed: Printed;
  readonly #guesses: Guesses;
  readonly #schemas: DeclaredSchemas | undefined;
  readonly #fitting: FittedValues | undefined;

  constructor(wire: WireFormat) {
    this.#wire = wire;
    this.#printed = new Printed(wire);
    this.#guesses = new Guesses(wire, this.#printed);
    this.#schemas = wire.document && new DeclaredSchemas(wire.document);
    this.#fitting = this.#schemas && new FittedValues(this.#schemas, this.#printed, this.#guesses);
  }

  write(operation: AnyOperationId, asked: Asked, sender: Sender): Written {
    const declared = this.#declared(operation);
    const document = this.#schemas?.document;
    const whole = declared && document && asWholeText(document, declared, operation, asked.body);
    if (whole && asked.text === undefined) return { ...whole, fromDocument: NOTHING, unknown: [] };
    const { body: given, headers: ofHash } =
      declared && document
        ? hashAside(document, declared, operation, asked.body, (id) => this.#wire.value(id))
        : { body: asked.body, headers: {} };
    const stated = plainRequest(given ?? standingBody(this.#wire, operation, asked));
    const sent = this.#wire.toTenant(operation, stated);
    const schema = declared && this.#schemas?.document.schemaOf(declared, 'request');
    const { body, fromDocument, unknown } =
      asked.text === undefined && schema
        ? this.#completed(operation, declared, schema, sent, asked, sender)
        : { body: sent, fromDocument: NOTHING, unknown: [] };
    const guesses = sender.namesAreKnown
      ? []
      : this.#guesses
          .in(
            {
              operation,
              query: Object.entries(asked.query ?? {}).flatMap(([name, value]) => {
                const called = this.#wire.queryName(operation, name);
                return value === undefined || called === undefined ? [] : [[called, value] as const];
              }),
              headers: Object.keys(asked.headers ?? {}),
              // What the document alone asks for is declared.
              body: isMembers(sent) && isMembers(body) ? body : sent,
            },
            declared,
          )
          .concat(this.#guesses.cutShort(operation, asked.text === undefined ? sent : undefined, body));
    // A check of promotions decides itself whether a key is sent.
    const headers =
      declared && this.#schemas && operation !== 'applyPromotion'
        ? requiredHeaders(this.#schemas, declared, sender.fresh)
        : {};
    return { ...(body !== undefined && { body }), headers: { ...headers, ...ofHash }, guesses, fromDocument, unknown };
  }

  /** The headers that the tenant's document requires of a request that only it declares. */
  headersAt(method: string, path: string, fresh: Sender['fresh']): Readonly<Record<string, string>> {
    const declared = this.#schemas && servedAt(this.#schemas.document, method, path);
    return declared ? requiredHeaders(this.#schemas, declared, fresh) : {};
  }

  /** The media type of a body in JSON of a request that only the tenant's document declares. */
  jsonTypeAt(method: string, path: string): string {
    const declared = this.#schemas && servedAt(this.#schemas.document, method, path);
    return this.#wire.jsonTypeAt(declared ?? { method: 'get', path });
  }

  /** A body of a request that only the tenant's document declares, with the things named by paths where the document has such names. */
  bodyAt(method: string, path: string, body: unknown, settings: Settings): unknown {
    const schemas = this.#schemas;
    const declared = schemas && servedAt(schemas.document, method, path);
    const schema = declared && schemas.document.schemaOf(declared, 'request');
    if (!schema) return body;
    return this.#wire.onWire(declared, inPaths(schemas, schema, body, path, settings));
  }

  /** The supposed place of a list that a response does not have. */
  misplacedList(
    { operation, status, wire }: Pick<Answer, 'operation' | 'status' | 'wire'>,
    { query }: Asked,
  ): Guess | undefined {
    return this.#guesses.ofList(operation, status, wire, query?.['first'] !== undefined);
  }

  /** Whether the tenant's document requires a member of a body. */
  requires(operation: AnyOperationId, member: string): boolean {
    const document = this.#schemas?.document;
    const declared = this.#declared(operation);
    const isRequired = (schema: Schema | undefined, named: unknown): boolean => {
      const [name, inner] = Object.entries(members(named))[0] ?? [];
      if (!document || !schema || name === undefined) return false;
      if (isMembers(inner)) return isRequired(document.propertiesOf(schema)[name], inner);
      const property = document.propertiesOf(schema)[name];
      return document.requiredOf(schema).includes(name) && property !== undefined && property['readOnly'] !== true;
    };
    const schema = declared && document?.schemaOf(declared, 'request');
    return isRequired(schema, this.#wire.toTenant(operation, { [member]: '' }));
  }

  /** What the tenant's document requires at the top of a body, in its own names, and a request does not say. */
  lacks(operation: AnyOperationId, { body, omits = [] }: Asked): readonly string[] {
    const declared = this.#declared(operation);
    const schema = declared && this.#schemas?.document.schemaOf(declared, 'request');
    if (!schema || !this.#schemas || this.#printed.isPartial(operation)) return [];
    const sent = members(this.#wire.toTenant(operation, plainRequest(body)));
    const left = members(this.#wire.toTenant(operation, Object.fromEntries(omits.map((name) => [name, true]))));
    const { properties, required } = this.#schemas.shape([schema]);
    return [...required].filter((name) => {
      const nodes = properties.get(name);
      const isKnown = Object.hasOwn(sent, name) || Object.hasOwn(left, name);
      return !isKnown && nodes?.every((node) => node['readOnly'] !== true) === true;
    });
  }

  /** Members that a body lacks, in the tenant's names, as the thing shows them that the request is about. */
  stored(operation: AnyOperationId, names: readonly string[], thing: unknown): Members {
    const declared = this.#declared(operation);
    const schema = declared && this.#schemas?.document.schemaOf(declared, 'request');
    return schema && this.#schemas ? storedMembers(this.#schemas, schema, names, thing) : {};
  }

  #declared(operation: AnyOperationId): DeclaredOperation | undefined {
    const route = this.#wire.route(operation);
    const document = this.#schemas?.document;
    const isPlatform = ['platform', 'tenant-embed-session'].includes(this.#wire.credential(operation));
    if (!route || !document || !isPlatform) return undefined;
    const other = route.path.endsWith('/') ? route.path.slice(0, -1) : `${route.path}/`;
    return document.find(route.method, route.path) ?? document.find(route.method, other);
  }

  #completed(
    operation: AnyOperationId,
    declared: DeclaredOperation,
    schema: Schema,
    sent: unknown,
    asked: Asked,
    sender: Sender,
  ): Pick<Written, 'body' | 'fromDocument' | 'unknown'> {
    const { document } = this.#schemas as DeclaredSchemas;
    const needsBody = members(document.follow(declared.operation.requestBody))['required'] === true;
    if (sent === undefined && (!needsBody || this.#printed.isPartial(operation)))
      return { body: sent, fromDocument: NOTHING, unknown: [] };
    const example = this.#exampleOf(declared);
    const { DEPLOYMENT_ID: deploymentId } = sender.settings;
    const path = { ...(deploymentId !== undefined && { deploymentId }), ...asked.path };
    const { namesAreKnown, settings } = sender;
    const lacking: string[] = [];
    const around = { operation, namesAreKnown, settings, path, unknown: lacking };
    const said = keptToOneBranch(this.#schemas as DeclaredSchemas, [schema], sent ?? {});
    const fitted = this.#fitting?.fitted(around, said, {
      printed: this.#printed.body(operation),
      declared: [schema],
      ...(example && { example }),
    });
    const sampler = new BodySampler(
      this.#schemas as DeclaredSchemas,
      this.#wishesFor(operation, declared, asked, fitted, sender),
    );
    const { value, added, areListed, unknown, impossible } = sampler.complete(schema, fitted);
    const { stored = [] } = asked;
    // What a thing was last seen to have, such as its version, may be out of date by now.
    const isAllListed = areListed && impossible.length === 0 && stored.length === 0;
    const form = `${operation} ${JSON.stringify(formOf(value, added, ''))}`;
    const fromDocument = {
      places: [...added, ...impossible, ...stored],
      areListed: isAllListed,
      ...(isAllListed && { form }),
    };
    return { body: value, fromDocument, unknown: [...new Set([...lacking, ...unknown])] };
  }

  #wishesFor(
    operation: AnyOperationId,
    declared: DeclaredOperation,
    { path = {}, omits = [] }: Asked,
    sent: unknown,
    { settings, fresh }: Sender,
  ): Wishes {
    const named = this.#wire.toTenant(operation, Object.fromEntries(omits.map((name) => [name, true])));
    const left = new Set([...leavesOf(members(named)), ...omits, ...this.#printed.otherShapes(operation, sent)]);
    const ids = { deploymentId: settings.DEPLOYMENT_ID, ...path };
    const known = Object.entries(ids).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
    const example = this.#exampleOf(declared);
    return {
      fresh,
      isThing,
      isLendable,
      thing: (name) =>
        operation === 'createApiKey' && settingOf(name) === 'MEMBER_USER_ID'
          ? // Whose key it is, a check that wants another one says itself.
            settings.ADMIN_USER_ID
          : thingOf(name, Object.fromEntries(known), settings, PROMOTES.includes(operation)),
      kindAt: kindsBeside(this.#wire, operation, sent),
      isThin: (value) => this.#fitting?.isThin(value) === true,
      omits: (place) => left.has(place) || this.#printed.isOptional(operation, place),
      ...(example && { example }),
      seed: Number(settings.SEED ?? 1) || 1,
    };
  }

  #exampleOf({ operation }: DeclaredOperation): Members | undefined {
    const content = members(members(this.#schemas?.document.follow(operation.requestBody))['content']);
    const json = members(Object.entries(content).find(([type]) => /json/i.test(type))?.[1]);
    const [named] = Object.values(members(json['examples']));
    const schema = members(this.#schemas?.document.follow(json['schema']));
    const [first] = Array.isArray(schema['examples']) ? (schema['examples'] as readonly unknown[]) : [];
    const example = json['example'] ?? members(named)['value'] ?? schema['example'] ?? first;
    const plain = plainRequest(example);
    return isMembers(plain) ? plain : undefined;
  }
}

const PROMOTES: readonly AnyOperationId[] = ['previewPromotion', 'applyPromotion'];

const written = new WeakMap<WireFormat, Requests>();

/** The requests for the tenant with a wire format, made once. */
export function requestsFor(wire: WireFormat): Requests {
  const requests = written.get(wire) ?? new Requests(wire);
  written.set(wire, requests);
  return requests;
}

function members(node: unknown): Members {
  return typeof node === 'object' && node !== null ? (node as Members) : {};
}
