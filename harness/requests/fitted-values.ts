import { stateFor } from '../../contracts/bindings/discovery/states.ts';
import type { Schema } from '../../contracts/document.ts';
import { isTextOrNumber } from '../../contracts/lossless-json.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { DeclaredSchemas } from '../../generators/declared-schemas.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import type { Settings } from '../tenant/configuration.ts';
import { DeclaredShapes } from './declared-shapes.ts';
import { alike, inType, mayBe, nearest, otherEmpty } from './fitting.ts';
import type { Guesses } from './guesses.ts';
import { asPath } from './paths-of-things.ts';
import type { Printed } from './printed.ts';
import { asElement, regrouped } from './regrouped.ts';
import { idOfPublic, isLendable, isThing, thingOf } from './things.ts';

/** In place of a guess of a kind that the document does not allow. */
const NOTHING = Symbol('no fitting value');
/** In place of a public id where the document takes only an id, which nobody knows. */
const UNKNOWN = Symbol('an unknown id');

/** The request that a value is for. */
interface Around {
  readonly operation: AnyOperationId;
  readonly namesAreKnown: boolean;
  readonly settings: Settings;
  readonly path: Readonly<Record<string, string | number>>;
  /** The members that were left out because the document has them name a thing by an id that nobody knows. */
  readonly unknown: string[];
}

/** Where a value stands in a body: what the specification prints there, and what the document declares. */
interface Place {
  readonly printed: readonly Schema[];
  readonly declared: readonly Schema[];
  /** The members that the document's example has there. */
  readonly example?: Members;
  readonly name?: string;
  readonly isGuess?: boolean;
}

/**
 * What a check sends, in the types that the document gives where the specification prints none. Values and members of a default are only
 * guesses: the document's own values come first, and members that neither its schema nor its example has are left out. So are values of a
 * kind that the document does not allow there, such as a text for an object.
 */
export class FittedValues {
  readonly #schemas: DeclaredSchemas;
  readonly #shapes: DeclaredShapes;
  readonly #printed: Printed;
  readonly #guesses: Guesses;
  /** Guessed objects without members that the document does not have: what is meant may be any of those that it has there. */
  readonly #thin = new WeakSet<object>();

  constructor(schemas: DeclaredSchemas, printed: Printed, guesses: Guesses) {
    this.#schemas = schemas;
    this.#shapes = new DeclaredShapes(schemas);
    this.#printed = printed;
    this.#guesses = guesses;
  }

  /** Whether an object is a guess that has lost some of its members. */
  isThin(value: object): boolean {
    return this.#thin.has(value);
  }

  fitted(around: Around, value: unknown, place: Place): unknown {
    const { printed, declared } = place;
    const other = this.#printed.hasType(printed) ? undefined : otherEmpty(value, () => this.#shapes.typesOf(declared));
    if (other !== undefined) return other;
    if (Array.isArray(value)) return this.#list(around, value, place);
    if (isMembers(value)) return this.#object(around, value, place);
    if (typeof value === 'boolean') {
      const listed = this.#shapes.of(declared).flatMap((shape) => shape.values ?? []);
      return mayBe(value, this.#shapes.typesOf(declared)) ? value : (stateFor(listed, value) ?? value);
    }
    return isTextOrNumber(value) ? this.#scalar(around, value, place) : value;
  }

  #list(around: Around, value: readonly unknown[], { printed, declared, name = '', isGuess = false }: Place): unknown {
    const [ours, theirs] = [this.#printed.elements(printed), this.#shapes.elementsOf(declared)];
    if (theirs.length === 0) return isGuess && !mayBe(value, this.#shapes.typesOf(declared)) ? NOTHING : value;
    const holder = isGuess ? this.#shapes.onlyTextOf(theirs) : undefined;
    const place = { printed: ours, declared: theirs, name, isGuess };
    const fitted = value.map((one) => this.fitted(around, asElement(one, holder), place));
    const kept = fitted.filter((one) => one !== NOTHING);
    return fitted.length > 0 && kept.length === 0 ? NOTHING : kept;
  }

  #object(around: Around, value: Members, { printed, declared, example = {}, isGuess = false }: Place): unknown {
    if (isGuess && !mayBe(value, this.#shapes.typesOf(declared))) return NOTHING;
    const [ours, theirs] = [this.#printed.members(printed), this.#shapes.membersOf(declared)];
    const lost: string[] = [];
    const isDefault = (member: string, inner: unknown) => isGuess || this.#isDefault(around, member, inner);
    const isOurs = ([member, inner]: readonly [string, unknown]) => !around.namesAreKnown && isDefault(member, inner);
    const grouped = regrouped(value, theirs, (nodes) => this.#shapes.membersOf(nodes), isOurs);
    const fitted = Object.fromEntries(
      Object.entries(grouped).flatMap(([member, inner]): [string, unknown][] => {
        const [own, other] = [ours.get(member), theirs.get(member)];
        const isOpen = isOurs([member, inner]);
        // A default, an example of another operation of the family, or a thing that the document names in another way.
        const isNowhere = !own && !other && !Object.hasOwn(example, member) && theirs.size > 0;
        if (isNowhere && (isOpen || this.#isOfGuess(around, member, inner))) {
          if (isGuess) lost.push(member);
          return [];
        }
        const thing = own ? undefined : this.#thingFor(around, member, inner);
        if (other && thing !== undefined)
          return [[member, this.fitted(around, thing, { printed: [], declared: other, name: member })]];
        const place = { printed: own ?? [], name: member, isGuess: isOpen || (!around.namesAreKnown && !own) };
        const one = other ? this.fitted(around, inner, { ...place, declared: other }) : inner;
        if (one === NOTHING) return isOpen ? [] : [[member, inner]];
        if (one === UNKNOWN) {
          around.unknown.push(member);
          return [];
        }
        return [[member, one]];
      }),
    );
    if (lost.some((member) => !/^(type|kind)$/i.test(member))) this.#thin.add(fitted);
    return fitted;
  }

  #isDefault({ operation }: Around, member: string, inner: unknown): boolean {
    return this.#guesses.defaultOf(operation, member, inner) !== undefined;
  }

  #isOfGuess({ operation, namesAreKnown }: Around, member: string, inner: unknown): boolean {
    return (
      this.#guesses.isFromExample(operation, member, inner) ||
      (isLendable(member) && this.#guesses.isWithoutName(operation, member)) ||
      (!namesAreKnown && this.#guesses.isNameOfDefault(operation, member))
    );
  }

  /** The thing that is there in place of one in an example, which shows an id of some thing. */
  #thingFor({ operation, path, settings }: Around, member: string, inner: unknown): string | number | undefined {
    if (!isThing(member) || isMembers(inner) || !this.#guesses.isFromExample(operation, member, inner))
      return undefined;
    return thingOf(member, path, settings);
  }

  #scalar({ path, settings }: Around, value: string | number, { printed, declared, isGuess = false }: Place): unknown {
    const shapes = this.#shapes.of(declared);
    const values = shapes.every((shape) => shape.values) ? shapes.flatMap((shape) => shape.values ?? []) : undefined;
    // No value is in the lists of all branches of a choice: which branch is meant, other members say, unless a value is alike.
    const listed = values?.length === 0 ? this.#shapes.listedIn(declared) : [];
    if (isGuess && listed.length > 0 && !listed.includes(value)) return alike(listed, value) ?? NOTHING;
    if (values && values.length > 0 && isGuess && !values.includes(value)) return nearest(values, value);
    if (this.#printed.hasType(printed)) return value;
    const types = this.#shapes.typesOf(declared);
    const id = mayBe(inType(value, types), types) ? undefined : idOfPublic(value, settings);
    if (id === null) return UNKNOWN;
    const typed = inType(id ?? value, types);
    if (isGuess && !mayBe(typed, types)) return NOTHING;
    // The comments of a dashboard are named by its address, which has its public id.
    const known = (thing: string) =>
      (thing === 'dashboardId' ? path['publicId'] : undefined) ?? thingOf(thing, path, settings);
    return asPath(this.#schemas, declared, typed, known);
  }
}
