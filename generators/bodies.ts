import { meantValues, NAME_WORDS, wordsOf } from '../contracts/bindings/words.ts';
import type { Schema } from '../contracts/document.ts';
import { resourceNameOf } from '../contracts/bindings/resource-names.ts';
import { examplesOf, isStructured, likelyTypes, type DeclaredSchemas, type Shape } from './declared-schemas.ts';
import { branchRank } from './branches.ts';
import { Choices } from './choices.ts';
import { isListed } from './listed-values.ts';
import { at, isMembers, type Members } from './members.ts';
import { formsOf } from './forms-of-name.ts';
import { numbersFor, textsFor, usualSampleOf } from './leaves.ts';
import { meantBy, meantByPath, pathIn } from './references.ts';
import type { Completed, Wishes } from './wishes.ts';

/** Members inside members: deeper than any body that a user would write; a schema that requires itself has no end. */
const DEEPEST = 10;
/** Steps for one body. A document with many nested choices has more combinations than there is time. */
const MOST_STEPS = 3_000;
/** Texts of which a tenant may allow each only once. */
const UNIQUE = new RegExp(
  `^(display_?)?(${NAME_WORDS}|slug)$|^external_?id$|^(client_?)?(request|correlation|idempotency)_?(id|key|token)$|nonce`,
  'i',
);

/** Fills bodies in by the schemas of a tenant's document: with as little as it requires. */
export class BodySampler {
  readonly #schemas: DeclaredSchemas;
  readonly #wishes: Wishes;
  readonly #choices: Choices;
  #steps = 0;
  #added: string[] = [];
  #unknown: string[] = [];
  #impossible: string[] = [];
  #areListed = true;

  constructor(schemas: DeclaredSchemas, wishes: Wishes) {
    this.#schemas = schemas;
    this.#wishes = wishes;
    this.#choices = new Choices(schemas, wishes);
  }

  /** A value that is valid by a schema; undefined if there is none. */
  sample(schema: Schema): unknown {
    this.#begin();
    return this.#sample([schema], '', '', 0);
  }

  /** A value with the members that it has and all else that the schema requires. */
  complete(schema: Schema, value: unknown): Completed {
    this.#begin();
    const completed = this.#complete([schema], value, '', 0);
    return {
      value: completed,
      added: this.#added,
      areListed: this.#areListed,
      unknown: this.#unknown,
      impossible: this.#impossible,
    };
  }

  #begin(): void {
    this.#steps = 0;
    this.#added = [];
    this.#unknown = [];
    this.#impossible = [];
    this.#areListed = true;
  }

  #complete(nodes: readonly Schema[], value: unknown, path: string, depth: number): unknown {
    if (depth > DEEPEST) return value;
    if (Array.isArray(value)) {
      const { items } = this.#choices.chosen(nodes, value, path);
      if (items.length === 0) return value;
      return value.map((element) => this.#complete(items, element, `${path}[]`, depth + 1));
    }
    if (!isMembers(value)) return value;
    const shape = this.#choices.chosen(nodes, value, path);
    let completed: Members = Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const declared = shape.properties.get(name);
        return [name, declared ? this.#complete(declared, member, at(path, name), depth + 1) : member];
      }),
    );
    completed = this.#fill(shape, shape.required, completed, path, depth);
    if (this.#wishes.isThin?.(value)) completed = this.#fill(shape, shape.properties.keys(), completed, path, depth);
    // Conditions and dependencies show only in the finished object what they require.
    const tried = new Set(shape.required);
    for (let round = 0; round < 3; round += 1) {
      const missing = this.#choices.alsoRequired(shape.nodes, completed).filter((name) => !tried.has(name));
      if (missing.length === 0) break;
      for (const name of missing) tried.add(name);
      completed = this.#fill(shape, missing, completed, path, depth);
    }
    return completed;
  }

  #fill(shape: Shape, required: Iterable<string>, value: Members, path: string, depth: number): Members {
    let filled = value;
    for (const name of required) {
      const place = at(path, name);
      if (Object.hasOwn(filled, name) || this.#wishes.omits(place)) continue;
      const nodes = shape.properties.get(name) ?? [];
      // What an answer shows is not sent, though a document may require it for both.
      if (nodes.some((node) => node['readOnly'] === true)) continue;
      const unknown = this.#unknown.length;
      const sampled = this.#sample(nodes, this.#meant(shape, name, path), place, depth + 1);
      if (sampled !== undefined) {
        filled = { ...filled, [name]: sampled };
        this.#added.push(place);
        this.#areListed &&= isListed(this.#schemas, nodes, sampled);
      } else if (this.#unknown.length === unknown) this.#impossible.push(place);
    }
    return filled;
  }

  /** What the name of a member means where its object refers to a thing. */
  #meant(shape: Shape, name: string, path: string): string {
    return meantBy(this.#schemas, shape, name, path, this.#wishes.isLendable);
  }

  #sample(nodes: readonly Schema[], name: string, path: string, depth: number): unknown {
    this.#steps += 1;
    if (depth > DEEPEST || this.#steps > MOST_STEPS) return undefined;
    const shape = this.#schemas.shape(nodes);
    if (shape.values) {
      const said = this.#wishes.kindAt?.(path) ?? [];
      const isSaid = (one: unknown) => wordsOf(String(one)).some((word) => said.includes(word));
      const usable = meantValues(shape.values).filter((one) => one !== null && this.#schemas.accepts(nodes, one));
      return usable.find(isSaid) ?? usable[0];
    }
    const kinds = pathIn(shape);
    if (kinds) name = meantByPath(kinds, name, this.#wishes.isLendable);
    if (this.#wishes.isThing(name, isNumber(shape)) && !isStructured(shape) && !this.#isChoiceOfObjects(shape)) {
      const known = this.#thing(shape, name);
      // A text may name something outside of the tenant, such as a warehouse. A number would name a thing of others.
      const mayBeElsewhere = shape.types?.includes('string') === true && !this.#wishes.isLendable(name);
      // Where nothing can be named, the document may allow to name nothing.
      if (known === undefined && !mayBeElsewhere && this.#allowsNull(nodes, shape)) return null;
      if (known === undefined && !mayBeElsewhere) this.#unknown.push(path);
      if (known !== undefined || !mayBeElsewhere) return known;
    }
    for (const candidate of this.#candidates(nodes, shape, name, path, depth)) {
      if (candidate !== undefined && this.#schemas.accepts(nodes, candidate)) return candidate;
    }
    return undefined;
  }

  /** Whether a value is one of several kinds of objects, as `{ kind: 'branch', name }` or `{ kind: 'empty' }`. */
  #isChoiceOfObjects({ choices }: Shape): boolean {
    const shapes = choices.flatMap((choice) => choice.map((branch) => this.#schemas.shape([branch])));
    const others = shapes.filter(({ types }) => types?.join() !== 'null');
    return others.length > 0 && others.every((one) => isStructured(one));
  }

  #allowsNull(nodes: readonly Schema[], { types, choices }: Shape): boolean {
    const all = [types, ...choices.flat().map((branch) => this.#schemas.shape([branch]).types)];
    return all.some((one) => one?.includes('null')) && this.#schemas.accepts(nodes, null);
  }

  #thing(shape: Shape, name: string): unknown {
    const { types, nodes } = shape;
    const known = this.#wishes.thing(name);
    const kinds = pathIn(shape);
    const path = kinds && known !== undefined ? resourceNameOf(kinds, known, this.#wishes.thing) : undefined;
    const plain = known === undefined ? [] : [known, Number(known), String(known)];
    const forms = kinds ? [path ?? Number.NaN] : plain;
    const isNoText = types?.includes('string') === false;
    const fitting = forms.find(
      (form) => !Number.isNaN(form) && this.#schemas.accepts(nodes, form) && !(isNoText && typeof form === 'string'),
    );
    return fitting;
  }

  /** Values that may be valid: what the document gives first, then what can be made. */
  *#candidates(nodes: readonly Schema[], shape: Shape, name: string, path: string, depth: number): Generator {
    const standing = shape.nodes
      .map((node) => node['default'])
      .filter((value) => value !== undefined && value !== null);
    yield* standing;
    const { example } = this.#wishes;
    const given = example && Object.hasOwn(example, path) ? example[path] : undefined;
    const isText = (shape.types ?? ['string']).includes('string') && !isStructured(shape);
    if (UNIQUE.test(name) && isText && shape.choices.length === 0)
      yield* formsOf(this.#wishes.fresh(name), shape.nodes);
    for (const one of [given, ...examplesOf(shape)]) yield this.#withThings(shape, one, path, depth);
    // Without a format it only says "string"; a number of it is 0 and a flag is on, which is refused more often than 1 and off.
    if (isText && shape.choices.length === 0 && shape.nodes.some((node) => 'format' in node))
      yield usualSampleOf(nodes, this.#schemas.document.root);
    yield* this.#made(nodes, name, path, depth);
  }

  *#made(
    nodes: readonly Schema[],
    name: string,
    path: string,
    depth: number,
    decided: ReadonlySet<object> = new Set(),
  ): Generator {
    const shape = this.#schemas.shape(nodes, decided);
    const [choice] = shape.choices;
    if (!choice) yield* this.#ofTypes(nodes, shape, name, path, depth);
    if (!choice || decided.size > DEEPEST) return;
    const rank = (branch: Schema) => branchRank(this.#schemas, branch);
    for (const branch of [...choice].sort((a, b) => rank(a) - rank(b))) {
      const [unknown, added] = [this.#unknown.length, this.#added.length];
      // A choice leads no deeper into the value.
      yield* this.#made([...nodes, branch], name, path, depth, new Set([...decided, choice]));
      // Another branch is tried: what this one lacked does not count.
      this.#unknown.length = unknown;
      this.#added.length = added;
    }
  }

  *#ofTypes(nodes: readonly Schema[], shape: Shape, name: string, path: string, depth: number): Generator {
    if (shape.values) yield* meantValues(shape.values);
    for (const example of examplesOf(shape)) yield this.#withThings(shape, example, path, depth);
    for (const type of shape.types ?? likelyTypes(shape)) {
      if (type === 'object') yield this.#complete(nodes, {}, path, depth);
      else if (type === 'array') yield* this.#lists(shape, name, path, depth);
      else if (type === 'string') yield* textsFor(shape.nodes, name, this.#wishes.seed);
      else if (type === 'integer' || type === 'number') yield* numbersFor(shape.nodes, type === 'integer');
      else if (type === 'boolean') yield* CONFIRMS.test(path) ? [true, false] : [false, true];
    }
    if (shape.types?.includes('null') === true) yield null;
  }

  *#lists(shape: Shape, name: string, path: string, depth: number): Generator {
    const bounds = shape.nodes.map((node) => node['minItems']).filter((one) => typeof one === 'number');
    const least = Math.max(1, ...bounds);
    const one = name.replace(/s$/, '');
    const element = () => this.#sample(shape.items, one, `${path}[]`, depth + 1);
    const unknown = this.#unknown.length;
    const first = element();
    // A list that may be empty names nothing.
    if (first === undefined && bounds.every((bound) => bound === 0)) this.#unknown.length = unknown;
    if (first !== undefined) {
      yield Array.from({ length: least }, (_, index) => (index === 0 ? first : element()));
      const values = meantValues(this.#schemas.shape(shape.items).values ?? []);
      yield values.slice(0, least);
      if (typeof first === 'string') yield Array.from({ length: least }, (_, index) => `${first}${index || ''}`);
      if (typeof first === 'number') yield Array.from({ length: least }, (_, index) => first + index);
    }
    yield [];
  }

  /** An example in which whatever names a thing is one that is known, and unique texts are fresh. */
  #withThings(shape: Shape, example: unknown, path: string, depth: number): unknown {
    if (!isMembers(example) || depth > DEEPEST) return example;
    const replaced = Object.fromEntries(
      Object.entries(example).map(([name, member]) => {
        const inner = this.#schemas.shape(shape.properties.get(name) ?? []);
        if (isMembers(member)) return [name, this.#withThings(inner, member, at(path, name), depth + 1)];
        if (inner.values || (typeof member !== 'string' && typeof member !== 'number')) return [name, member];
        const meant = this.#meant(shape, name, path);
        if (this.#wishes.isThing(meant, isNumber(inner)))
          return [name, this.#sample(inner.nodes, meant, at(path, name), depth + 1)];
        return [name, UNIQUE.test(name) && typeof member === 'string' ? this.#freshLike(inner, name, member) : member];
      }),
    );
    return Object.fromEntries(Object.entries(replaced).filter(([, member]) => member !== undefined));
  }

  #freshLike(shape: Shape, name: string, otherwise: string): string {
    for (const text of formsOf(this.#wishes.fresh(name), shape.nodes))
      if (this.#schemas.accepts(shape.nodes, text)) return text;
    return otherwise;
  }
}

/** Flags without which a request is refused on purpose. */
const CONFIRMS = /accept|acknowledge|agree|confirm|consent|overwrite/i;

/** Whether a value is a number and never a text. */
function isNumber({ types }: Shape): boolean {
  const allowed = types?.filter((type) => type !== 'null') ?? [];
  return allowed.length > 0 && allowed.every((type) => type === 'integer' || type === 'number');
}
