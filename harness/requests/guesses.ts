import { ENVELOPE, type Envelope } from '../../contracts/bindings/binding.ts';
import { TABLE } from '../../contracts/bindings/resolved.ts';
import type { DeclaredOperation } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import { isMembers } from '../../generators/members.ts';
import type { Guess } from '../http/answer.ts';
import type { WireFormat } from '../tenant/wire-format.ts';
import type { Printed } from './printed.ts';

/** A request in the tenant's names. */
interface Sent {
  readonly operation: AnyOperationId;
  readonly query: readonly (readonly [name: string, value: unknown])[];
  readonly headers: readonly string[];
  readonly body: unknown;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Finds what a request holds that neither the specification nor the tenant's document nor the user says. */
export class Guesses {
  readonly #wire: WireFormat;
  readonly #printed: Printed;

  constructor(wire: WireFormat, printed: Printed) {
    this.#wire = wire;
    this.#printed = printed;
  }

  in(sent: Sent, declared: DeclaredOperation | undefined): Guess[] {
    const found = [
      ...this.#ofAddress(sent.operation, declared),
      ...this.#ofParameters(sent, declared),
      ...this.#ofMembers(sent, declared),
      ...this.#ofValues(sent),
    ];
    return [...new Map(found.map((guess) => [guess.what, guess])).values()];
  }

  /** The place of a list in a response, if it is only supposed and no list is there, or no cursor of a page. */
  ofList(operation: AnyOperationId, status: number, wire: unknown, isPaged: boolean): Guess | undefined {
    const id = this.#wire.envelopeOf(operation, status);
    if (id === undefined) return undefined;
    // Nothing is known of a list of which the document does not tell where it is, unless it stands where the contract has it.
    if (this.#isUnresolved(id))
      return isMembers(wire) && Array.isArray(wire[ENVELOPE.items]) ? undefined : { what: id, isUnresolved: true };
    if (!this.#isDefault(id) || this.#wire.leavesListOut(operation, status, wire)) return undefined;
    const { items, endCursor, hasNextPage } = this.#wire.value(id) as Envelope;
    const at = (place: string) =>
      place === ''
        ? wire
        : place.split('.').reduce<unknown>((node, name) => (isMembers(node) ? node[name] : undefined), wire);
    const hasPages = [endCursor, hasNextPage].some((place) => at(place) !== undefined);
    // A page that others follow and that shows no cursor: how they are asked for is open, so that it is not the whole list.
    const isCutOff = at(hasNextPage) === true && at(endCursor) === undefined;
    if (!Array.isArray(at(items))) return this.#stating(id);
    return !isCutOff && (hasPages || !isPaged) ? undefined : { ...this.#stating(id), isOfPages: true };
  }

  /** The defaults of which the document leaves out a part, so that what is left may no longer say what they mean. */
  cutShort(operation: AnyOperationId, sent: unknown, body: unknown): Guess[] {
    if (!isMembers(sent) || !isMembers(body)) return [];
    return Object.entries(sent).flatMap(([name, value]): Guess[] => {
      const left = body[name];
      if (!isMembers(value) || !isMembers(left)) return [];
      if (Object.keys(value).every((member) => Object.hasOwn(left, member))) return [];
      const id = this.defaultOf(operation, name, value);
      return id === undefined ? [] : [this.#stating(id)];
    });
  }

  /** The binding whose default a member with its value, or the value alone, is taken from. */
  defaultOf(operation: AnyOperationId, name: string, value: unknown): string | undefined {
    return this.#defaults(operation).find(({ standing }) => isFrom(standing, name, value))?.id;
  }

  /** Whether a default has a text of this name, which checks replace by one that is unique. */
  isNameOfDefault(operation: AnyOperationId, name: string): boolean {
    return this.#defaults(operation).some(
      ({ standing }) => isMembers(standing) && Object.hasOwn(standing, name) && typeof standing[name] === 'string',
    );
  }

  /** Whether the document describes the place of a member and has no name for it, so that only the contract's name is left. */
  isWithoutName(operation: AnyOperationId, name: string): boolean {
    return Object.entries(TABLE).some(([id, { kind, default: standing, discover }]) => {
      const isOfMember =
        kind === 'name' && standing === name && discover?.rule === 'member' && discover.in === 'request';
      return isOfMember && discover.operation === operation && this.#isUnresolved(id);
    });
  }

  /** Whether a member with its value is taken from an example of the tenant's document. */
  isFromExample(operation: AnyOperationId, name: string, value: unknown): boolean {
    return this.#wire.valueBindings(operation).some((id) => {
      const resolution = this.#wire.resolved.get(id);
      if (!resolution || !('source' in resolution) || resolution.source !== 'discovered') return false;
      return isFrom(resolution.value, name, value);
    });
  }

  #ofAddress(operation: AnyOperationId, declared: DeclaredOperation | undefined): Guess[] {
    if (declared) return [];
    return this.#wire.guessedAddress(operation).map((id) => ({
      // The name of one for which the document has no place is not worth repeating.
      ...(this.#isUnresolved(id) ? { what: id } : this.#stating(id)),
      isAddress: true,
    }));
  }

  #ofParameters({ operation, query, headers }: Sent, declared: DeclaredOperation | undefined): Guess[] {
    const { document } = this.#wire;
    const parameters = declared && document ? document.parametersOf(declared) : [];
    const ofContract = this.#wire.parameters(operation);
    const guessesIn = (place: 'query' | 'header', names: readonly string[]) =>
      names.flatMap((name): Guess[] => {
        const isNamed = (one: { readonly name: string; readonly in: string }) =>
          one.in === place && one.name.toLowerCase() === name.toLowerCase();
        if (parameters.some(isNamed)) return [];
        const binding = ofContract.find(isNamed)?.['x-binding'];
        if (binding !== undefined) return this.#isDefault(binding) ? [this.#stating(binding)] : [];
        return [];
      });
    return [
      ...guessesIn(
        'query',
        query.map(([name]) => name),
      ),
      ...guessesIn('header', headers),
    ];
  }

  #ofMembers({ operation, body }: Sent, declared: DeclaredOperation | undefined): Guess[] {
    const { document } = this.#wire;
    const schema = declared && document?.schemaOf(declared, 'request');
    const known = schema && document ? [schema] : [];
    return this.#within(operation, body, this.#printed.body(operation), known, '');
  }

  /** Members that are neither printed nor declared, at any depth at which one of the two describes the object. */
  #within(
    operation: AnyOperationId,
    value: unknown,
    printed: readonly Schema[],
    declared: readonly Schema[],
    path: string,
  ): Guess[] {
    if (Array.isArray(value)) {
      const [ours, theirs] = [this.#printed.elements(printed), this.#declaredElements(declared)];
      return value.flatMap((element) => this.#within(operation, element, ours, theirs, `${path}[]`));
    }
    if (!isMembers(value)) return [];
    // Keys of free-form objects are data, and members inside of what is not printed belong to their parent.
    if (path !== '' && this.#printed.members(printed).size === 0) return [];
    return Object.entries(value).flatMap(([name, member]): Guess[] => {
      if (member === undefined) return [];
      const place = path === '' ? name : `${path}.${name}`;
      const ours = this.#printed.members(printed).get(name);
      const theirs = this.#declaredMember(declared, name);
      const inner = this.#within(operation, member, ours ?? [], theirs, place);
      if (theirs.length > 0 || (ours && !ours.some((node) => node['x-binding'] !== undefined))) return inner;
      const binding = ours?.find((node) => node['x-binding'] !== undefined)?.['x-binding'];
      if (binding !== undefined && this.#isUnresolved(binding))
        return [...inner, { what: binding, isUnresolved: true }];
      if (binding !== undefined) return this.#isDefault(binding) ? [...inner, this.#stating(binding)] : inner;
      if (this.#isStated(operation, name)) return inner;
      const whole = this.defaultOf(operation, name, member) ?? this.#printed.binding(operation);
      return [...inner, whole === undefined ? { what: `${operation} ${place}` } : this.#stating(whole)];
    });
  }

  /** Values of printed members that a binding gives by default. */
  #ofValues({ operation, body, query }: Sent): Guess[] {
    const pairs = [...Object.entries(isMembers(body) ? body : {}), ...query];
    return this.#defaults(operation).flatMap(({ id, standing }) =>
      pairs.some(([name, value]) => isFrom(standing, name, value)) ? [this.#stating(id)] : [],
    );
  }

  /** The defaults for bodies and values of a family that nobody stated and no document shows. */
  #defaults(operation: AnyOperationId): { readonly id: string; readonly standing: unknown }[] {
    return this.#wire.valueBindings(operation).flatMap((id) => {
      const standing = this.#wire.value(id);
      return this.#isDefault(id) && !isEmpty(standing) ? [{ id, standing }] : [];
    });
  }

  #isDefault(id: string): boolean {
    const resolution = this.#wire.resolved.get(id);
    return resolution !== undefined && 'source' in resolution && resolution.source === 'default';
  }

  #isUnresolved(id: string): boolean {
    const resolution = this.#wire.resolved.get(id);
    return resolution !== undefined && 'unresolved' in resolution;
  }

  #isStated(operation: AnyOperationId, name: string): boolean {
    return this.#wire.valueBindings(operation).some((id) => {
      const resolution = this.#wire.resolved.get(id);
      if (!resolution || !('source' in resolution) || resolution.source !== 'stated') return false;
      return isMembers(resolution.value) && Object.hasOwn(resolution.value, name);
    });
  }

  #stating(id: string): Guess {
    return { what: id, line: `"${id}": ${JSON.stringify(this.#wire.value(id))}` };
  }

  #declaredMember(nodes: readonly Schema[], name: string): Schema[] {
    const { document } = this.#wire;
    return nodes.flatMap((node) => {
      const found = Object.entries(document?.propertiesOf(node) ?? {}).find(([member]) => member === name);
      return found ? [found[1]] : [];
    });
  }

  #declaredElements(nodes: readonly Schema[]): Schema[] {
    const { document } = this.#wire;
    return nodes.map((node) => document?.elementsOf(node)).filter((found) => found !== undefined);
  }
}

/** Whether a member or its value is what a binding has by default: a member of it, one of its values, or all of it. */
function isFrom(standing: unknown, name: string, value: unknown): boolean {
  if (Array.isArray(standing)) {
    const values = Array.isArray(value) ? value : [value];
    return values.length > 0 && values.every((one) => standing.some((other) => isSame(one, other)));
  }
  const own = isMembers(standing) && Object.hasOwn(standing, name) ? standing[name] : undefined;
  if (own !== undefined && !isEmpty(own)) {
    return isSame(own, value) || (Array.isArray(own) && own.some((one) => isSame(one, value)));
  }
  return isMembers(value) && isSame(standing, value);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
