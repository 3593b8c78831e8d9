import { createHash } from 'node:crypto';
import { thingOfOne } from '../../contracts/bindings/resource-names.ts';
import { saidIn } from '../../contracts/bindings/discovery/kinds.ts';
import { wordsOf } from '../../contracts/bindings/words.ts';
import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import { BodySampler } from '../../generators/bodies.ts';
import { DeclaredSchemas } from '../../generators/declared-schemas.ts';
import { formsOf } from '../../generators/forms-of-name.ts';
import type { Members } from '../../generators/members.ts';
import { pathIn, referenceIn } from '../../generators/references.ts';
import { setupFailed } from '../failures/failure.ts';
import { isLendable, isThing, thingOf } from '../requests/things.ts';
import type { Settings } from '../tenant/configuration.ts';
import { withWidget } from './widgets.ts';
import { isNameOf, namesInQuery, namesOneOf, OF_DEPLOYMENT, type Sharing, type ThingKind } from './kinds.ts';
import { switchedOn, typesOf, withValues } from './request-places.ts';
import { isNumeric, numberOf } from '../../contracts/lossless-json.ts';

/** A member that a new thing should have, if the document has one of such a name. */
export interface Wish {
  readonly like: RegExp;
  readonly value: unknown;
}

/** What a new thing is to be. */
export interface NewThing {
  readonly name: string;
  readonly deploymentId: string | undefined;
  readonly wanted: readonly Wish[];
  /** A thing of the same kind that is there already, and the members that name one. */
  readonly standing?: { readonly members: readonly string[]; readonly value: string };
}

/** The members of a part of a body, and which of them holds the next part. */
interface Level {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly holder?: string;
}

/** Holders within one another that are looked into. */
const DEEPEST = 3;
const HOLDERS = /^(data|attributes|payload|body|input|item|resource|object|fields|params|details)$/i;

function isHolder(member: string, { words, alike = [] }: ThingKind): boolean {
  return HOLDERS.test(member) || [...words, ...alike].includes(wordsOf(member).join(' '));
}

interface Filled {
  readonly body: Members;
  /** The places of required members that name things which nobody knows. */
  readonly unknown: readonly string[];
  /** The members that name another thing of the kind, of which none was known. */
  readonly alike?: readonly string[];
}

/** Words alone, and none of them in the name: checks of a definition replace a text that occurs in it once. */
const DESCRIPTION = 'Made for checks and removed after them';

/** Where a document lists several names: that by which a thing is known comes before one that is displayed, whatever their order. */
const NAMES = [/^name$/i, /^(?!display).*name$/i, /name$/i];
const DISPLAYED = /^display/i;

const LENGTH_OF_END = 8;

/** Writes the bodies of requests that only the tenant's own document declares. */
export class DeclaredBodies {
  readonly #document: TenantDocument;
  readonly #schemas: DeclaredSchemas;
  readonly #settings: () => Settings;
  readonly #fresh: (what: string) => string;

  constructor(document: TenantDocument, settings: () => Settings, fresh: (what: string) => string) {
    this.#document = document;
    this.#schemas = new DeclaredSchemas(document);
    this.#settings = settings;
    this.#fresh = fresh;
  }

  schemaAt(method: string, path: string): Schema | undefined {
    const declared = this.#document.find(method.toLowerCase(), path);
    return declared && this.#document.schemaOf(declared, 'request');
  }

  /** What a body of a creation may say of the new thing. */
  propertiesFor(kind: ThingKind, creation: DeclaredOperation): Readonly<Record<string, Schema>> {
    const levels = this.#levelsOf(kind, this.#document.schemaOf(creation, 'request') ?? {});
    return Object.assign({}, ...levels.map(({ properties }) => properties)) as Record<string, Schema>;
  }

  /** A name in a form that the document lets a new thing have: short enough, and of the characters that it allows. */
  nameFor(kind: ThingKind, creation: DeclaredOperation, name: string): string {
    const properties = this.propertiesFor(kind, creation);
    const inBody = Object.entries(properties).flatMap(([member, node]) => (isNameOf(member, kind) ? [node] : []));
    const inQuery = namesInQuery(this.#document, kind, creation).map(({ written }) => written);
    const nodes = [...inBody, ...this.#nameInPath(creation), ...inQuery];
    const all = nodes.flatMap((node) => this.#schemas.shape([node]).nodes);
    // Of what is left of a name that is too long, the end tells it from others.
    const end = createHash('sha256').update(name).digest('hex').slice(0, LENGTH_OF_END);
    const forms = [name, ...formsOf(`${name}-${end}`, all)];
    return forms.find((form) => this.#schemas.accepts(nodes, form)) ?? name;
  }

  /** What a document says of the name with which a thing is put at its path. */
  #nameInPath(creation: DeclaredOperation): readonly Schema[] {
    if (creation.method !== 'put') return [];
    const [, last] = /\{([^}]*)\}\/?$/.exec(creation.path) ?? [];
    const parameters = this.#document.parametersOf(creation);
    return parameters.flatMap((one) => (one.in === 'path' && one.name === last ? [one.written] : []));
  }

  /** The wanted members where the document has such, and all else that it requires. */
  forCreation(kind: ThingKind, creation: DeclaredOperation, about: NewThing): Filled {
    const { deploymentId, standing } = about;
    const schema = this.#document.schemaOf(creation, 'request') ?? {};
    const body = this.#levelsOf(kind, schema).reduceRight<Members>(
      (inner, { properties, holder }) => ({
        ...this.#said(kind, properties, about),
        ...(holder !== undefined && { [holder]: inner }),
      }),
      {},
    );
    const known = { ...(deploymentId !== undefined && { deploymentId }) };
    const alike = new Set<string>();
    // What is lent of the usual deployment stands in no other one.
    const isElsewhere = deploymentId !== undefined && deploymentId !== this.#settings().DEPLOYMENT_ID;
    const namesAnother = (member: string) => namesOneOf(kind, member) || kind.beginsAt?.test(member) === true;
    const thing = (member: string) => {
      if (standing?.members.includes(member) === true) return standing.value;
      const isOfKind = namesAnother(member);
      const lent = isOfKind && isElsewhere ? undefined : thingOf(member, known, this.#settings());
      if (lent === undefined && isOfKind) alike.add(member);
      return lent;
    };
    const isAlike = (member: string) => namesAnother(member) && !isNameOf(member, kind);
    const whole = kind.hasWidgets === true ? withWidget(this.#document, schema, body, this.#fresh) : body;
    return { ...this.#completed(schema, whole, thing, isAlike), alike: [...alike] };
  }

  #said(
    kind: ThingKind,
    properties: Readonly<Record<string, Schema>>,
    { name, deploymentId, wanted }: NewThing,
  ): Members {
    const document = this.#document;
    const body: Record<string, unknown> = {};
    const isPlainName = ([member, node]: readonly [string, Schema]) =>
      isNameOf(member, kind) && !isStructured(document.schema(node)) && !this.#hasMembers(node);
    const names = Object.entries(properties).filter(isPlainName);
    const [first = names[0]?.[0]] = NAMES.flatMap((like) =>
      names.flatMap(([member]) => (like.test(member) ? [member] : [])),
    );
    for (const [member, node] of Object.entries(properties)) {
      const reference = referenceIn(this.#schemas, [node]);
      const kind = reference?.kind ?? this.#kindOf(node);
      const wish = wanted.find(({ like }) => like.test(member) || like.test(kind));
      if (wish && reference) body[member] = this.#referring(reference.member, node, wish.value);
      else if (wish) body[member] = typed(wish.value, document.schema(node));
      else if (deploymentId !== undefined && OF_DEPLOYMENT.test(member))
        body[member] = typed(deploymentId, document.schema(node));
      // A text that stands in two members of a thing could not be replaced in its definition, where it has to occur once.
      else if (isPlainName([member, node])) Object.assign(body, member === first && { [member]: name });
      else if (/^description$/i.test(member)) body[member] = DESCRIPTION;
      else if (isAddress(member, document.schema(node))) body[member] = `${name}@example.com`;
      else if (/send|notif|invit/i.test(member) && typesOf(document, node).includes('boolean')) body[member] = false;
    }
    return body;
  }

  /**
   * The members of a body, and, where a body says nothing of the thing itself, those of the member that holds it: under the name of
   * its kind, or under a usual one such as `data`, with `attributes` in it.
   */
  #levelsOf(kind: ThingKind, schema: Schema): readonly Level[] {
    const levels: Level[] = [];
    for (let node: Schema | undefined = schema; node && levels.length < DEEPEST;) {
      const properties = saidIn(this.#document, node, 'request');
      const shapes = Object.entries(properties).map(([member, one]) => [member, this.#document.schema(one)] as const);
      const isSaid = ([member, one]: (typeof shapes)[number]) =>
        isAddress(member, one) ||
        (isNameOf(member, kind) && !isStructured(one) && !this.#hasMembers(one) && !DISPLAYED.test(member));
      const held = shapes.some(isSaid)
        ? undefined
        : shapes.find(([member, one]) => isHolder(member, kind) && this.#hasMembers(one));
      levels.push({ properties, ...(held && { holder: held[0] }) });
      node = held?.[1];
    }
    return levels;
  }

  /** A thing may have all its members from those that its schema is put together from. */
  #hasMembers(schema: Schema): boolean {
    return Object.keys(saidIn(this.#document, schema, 'request')).length > 0;
  }

  /** What says with whom a thing is shared. Beside that it is shared with nobody. */
  forSharing({ path, method, at, says, grant }: Sharing, value: unknown): Members {
    const schema = this.schemaAt(method, path) ?? {};
    if (grant)
      return this.#granting(
        schema,
        at,
        [value].flat().map((one) => grant(String(one))),
      );
    const holders = at.slice(0, -1);
    const level = holders.reduce<Schema>((node, name) => this.#document.propertiesOf(node)[name] ?? {}, schema);
    const properties = this.#document.propertiesOf(level);
    const place = { path: at, schema: properties[at.at(-1) ?? ''] ?? {} };
    const whole = withValues(this.#document, schema, [
      { place, value: says ?? this.#elementsFor(place.schema, value) },
    ]);
    const said = holders.reduce<Members>((inner, name) => inner[name] as Members, whole);
    const others = this.#document.requiredOf(level).filter((name) => said[name] === undefined);
    const undecided = others.find((name) => (this.#document.schema(properties[name] ?? {}).enum?.length ?? 0) > 1);
    // Whom a value of it lets in would be a guess.
    if (undecided !== undefined)
      throw setupFailed(`nothing tells which ${undecided} shares with the wanted ones alone`);
    const nobody = others.flatMap((name): (readonly [string, unknown])[] => {
      const types = typesOf(this.#document, properties[name] ?? {});
      if (types.includes('array')) return [[name, []]];
      return types.includes('boolean') ? [[name, false]] : [];
    });
    const inner: Members = { ...Object.fromEntries(nobody), ...switchedOn(this.#document, properties), ...said };
    const body = holders.reduceRight<Members>(
      (held, name) => ({ ...(holders[0] === name && whole), [name]: held }),
      inner,
    );
    return this.#completed(schema, body, (name) => thingOf(name, {}, this.#settings())).body;
  }

  /** A request with these grants; one that is a grant itself can hold the first alone. */
  #granting(schema: Schema, at: readonly string[], grants: readonly Members[]): Members {
    const body = at.reduceRight<unknown>((held, name) => ({ [name]: held }), at.length === 0 ? grants[0] : grants);
    return this.#completed(schema, body as Members, (name) => thingOf(name, {}, this.#settings())).body;
  }

  /** Of which kind the thing is that a member names by its path: of `deployments/1/folders/2` a folder. */
  #kindOf(node: Schema): string {
    const kinds = pathIn(this.#schemas.shape([node]));
    return thingOfOne(kinds?.at(-1) ?? '');
  }

  #referring(member: string, node: Schema, value: unknown): Members {
    return { [member]: typed(value, this.#document.schema(this.#document.propertiesOf(node)[member] ?? {})) };
  }

  /** Whether a body has a member like this, or one that refers to a thing of such a kind. */
  hasPlace(kind: ThingKind, creation: DeclaredOperation, like: RegExp): boolean {
    return Object.entries(this.propertiesFor(kind, creation)).some(
      ([member, node]) =>
        like.test(member) || like.test(referenceIn(this.#schemas, [node])?.kind ?? this.#kindOf(node)),
    );
  }

  /** Those with whom a thing is shared, as objects where the document lists such. */
  #elementsFor(schema: Schema, value: unknown): unknown {
    const elements = this.#document.elementsOf(schema);
    const names = Object.keys(this.#document.propertiesOf(elements));
    const member = NAMES_ONE.flatMap((like) => names.filter((name) => like.test(name)))[0];
    return Array.isArray(value) && member !== undefined ? value.map((one: unknown) => ({ [member]: one })) : value;
  }

  /** `isAlike` says of which members the value is another thing of the same kind: `parentBranch` of a branch. */
  #completed(
    schema: Schema,
    body: Members,
    thing: (member: string) => string | number | undefined,
    isAlike: (member: string) => boolean = () => false,
  ): Filled {
    const sampler = new BodySampler(this.#schemas, {
      fresh: this.#fresh,
      isThing: (member, isNumber) => isThing(member, isNumber) || isAlike(member),
      isLendable: (member) => isLendable(member) || isAlike(member),
      thing,
      omits: () => false,
      seed: 1,
    });
    const { value, unknown } = sampler.complete(schema, body);
    return { body: value as Members, unknown };
  }
}

/** The member of an object that names somebody with whom a thing is shared. */
const NAMES_ONE = [/^name$/i, /name$/i, /^(id|key|slug)$/i];

/** Whether a member is the address by which a new user is known. */
function isAddress(member: string, schema: Schema): boolean {
  return (
    schema['format'] === 'email' ||
    (/^(e_?)?mail(_?address)?$|^(user|member|invitee)_?e?_?mail$|^user_?name$|^login$/i.test(member) &&
      !isStructured(schema))
  );
}

const isStructured = ({ type, properties }: Schema) =>
  properties !== undefined || [type].flat().some((one) => one === 'object' || one === 'array' || one === 'boolean');

/** A value in the type that a schema declares. */
function typed(value: unknown, { type, items, anyOf }: Schema): unknown {
  if (Array.isArray(value)) return value.map((one) => typed(one, items ?? {}));
  const types = [type, ...(anyOf ?? []).map((one) => one.type)].flat();
  const isNumber = types.includes('integer') || types.includes('number');
  if (typeof value === 'string' && isNumber && !types.includes('string') && /^\d+$/.test(value)) return numberOf(value);
  return isNumeric(value) && types.includes('string') && !isNumber ? String(value) : value;
}
