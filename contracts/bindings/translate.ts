import type { ContractDocument, Schema } from '../document.ts';
import { resolvePointer } from '../pointer.ts';
import { ENVELOPE, type Envelope } from './binding.ts';
import { holdsPaths, stepsUnder, TABLE, valueOf, type Resolved } from './resolved.ts';
import { idInName } from './resource-names.ts';

type Rename = (value: unknown) => unknown;
type Direction = 'toTenant' | 'fromTenant';

/** A member, and where to put it if that is inside of another one. */
type Named = readonly [name: string, member: unknown, isRenamed: boolean, steps?: readonly string[] | undefined];

interface Renamed {
  readonly name: string;
  readonly inner: Rename;
  /** The place that it is put into or taken from, if that is inside of another member. */
  readonly to?: readonly string[] | undefined;
  readonly from?: readonly string[] | undefined;
}

const SAME: Rename = (value) => value;

/**
 * Carries values between the contract's names and those of one tenant. Checks and behaviour are written in the
 * contract's names; what a tenant calls its members matters on the wire alone.
 */
export class Translator {
  readonly #document: ContractDocument;
  readonly #resolved: Resolved;
  readonly #renames: Readonly<Record<Direction, Map<object, Rename>>> = { toTenant: new Map(), fromTenant: new Map() };

  constructor(document: ContractDocument, resolved: Resolved) {
    this.#document = document;
    this.#resolved = resolved;
  }

  /** A value in the contract's names, in the tenant's. */
  toTenant(schema: Schema | undefined, value: unknown): unknown {
    return schema ? this.#rename(schema, 'toTenant')(value) : value;
  }

  /** A value in the tenant's names, in the contract's. */
  fromTenant(schema: Schema | undefined, value: unknown): unknown {
    return schema ? this.#rename(schema, 'fromTenant')(value) : value;
  }

  #rename(schema: Schema, direction: Direction): Rename {
    const known = this.#renames[direction];
    const found = known.get(schema);
    if (found) return found;
    // A schema may contain itself: until its own rename is made, whoever asks gets one that looks it up later.
    known.set(schema, (value) => (known.get(schema) as Rename)(value));
    const made = this.#make(schema, direction);
    known.set(schema, made);
    return made;
  }

  #make(schema: Schema, direction: Direction): Rename {
    const steps: Rename[] = [];
    if (schema.$ref !== undefined) {
      steps.push(this.#rename(resolvePointer(this.#document, schema.$ref) as Schema, direction));
    }
    for (const branch of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
      steps.push(this.#rename(branch, direction));
    }
    const items = schema.items ? this.#rename(schema.items, direction) : SAME;
    if (items !== SAME) steps.push((value) => (Array.isArray(value) ? value.map(items) : value));
    const members = this.#members(schema, direction);
    const envelope = this.#envelope(schema);
    if (envelope && direction === 'fromTenant') steps.push((value) => outOf(envelope, value));
    if (members !== SAME) steps.push(members);
    if (envelope && direction === 'toTenant') steps.push((value) => into(envelope, value));
    const needed = steps.filter((step) => step !== SAME);
    if (needed.length === 0) return SAME;
    return (value) => needed.reduce((current, step) => step(current), value);
  }

  #members(schema: Schema, direction: Direction): Rename {
    const renames = new Map<string, Renamed>();
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      const id = member['x-binding'];
      const bound = id !== undefined && TABLE[id]?.kind === 'name' ? valueOf(this.#resolved, id) : name;
      const called = typeof bound === 'string' ? bound : name;
      const own = this.#rename(member, direction);
      const inner =
        direction === 'fromTenant' && holdsPaths(this.#resolved, id) ? (value: unknown) => own(idInName(value)) : own;
      if (called === name && inner === SAME) continue;
      const steps = called === name ? undefined : (stepsUnder(this.#resolved, id) ?? [called]);
      const place = steps && isInside(steps) ? steps : undefined;
      if (direction === 'toTenant') renames.set(name, { name: called, inner, to: place });
      else renames.set(called, { name, inner, from: place });
    }
    if (renames.size === 0) return SAME;
    const places = [...renames.values()].flatMap(({ from, ...rename }) => (from ? [{ from, ...rename }] : []));
    return (value) => {
      if (!isRecord(value)) return value;
      // A name that is the place of something inside is read before what it is inside of.
      const inside = places.flatMap(({ name, inner, from }): Named[] => {
        const member = takeInside(value, from);
        return member === undefined ? [] : [[name, inner(member), true]];
      });
      const renamed = Object.entries(value).map(([name, member]): Named => {
        const rename = renames.get(name);
        return rename ? [rename.name, rename.inner(member), true, rename.to] : [name, member, false];
      });
      // What the tenant calls otherwise counts, also where it has the contract's name for something else.
      const [own, bound] = [renamed.filter(([, , is]) => !is), renamed.filter(([, , is]) => is)];
      return [...own, ...bound, ...inside].reduce<Record<string, unknown>>(
        (all, [name, member, , steps]) => (steps ? putInside(all, steps, member) : { ...all, [name]: member }),
        {},
      );
    };
  }

  #envelope(schema: Schema): Envelope | undefined {
    const id = schema['x-binding'];
    if (id === undefined || TABLE[id]?.kind !== 'envelope') return undefined;
    const envelope = valueOf(this.#resolved, id) as Envelope | undefined;
    return envelope && JSON.stringify(envelope) !== JSON.stringify(ENVELOPE) ? envelope : undefined;
  }
}

/** From the contract's envelope into the tenant's. */
function into(envelope: Envelope, value: unknown): unknown {
  if (!isRecord(value)) return value;
  if (envelope.items === '') return value[ENVELOPE.items];
  const { [ENVELOPE.items]: items, pageInfo, ...others } = value;
  const info = isRecord(pageInfo) ? pageInfo : {};
  return [
    [envelope.items, items] as const,
    [envelope.endCursor, info['endCursor']] as const,
    [envelope.hasNextPage, info['hasNextPage']] as const,
  ].reduce<Record<string, unknown>>((answer, [path, member]) => put(answer, path.split('.'), member), others);
}

/** Out of the tenant's envelope into the contract's. The rest of the answer stays, for whoever looks at it. */
function outOf(envelope: Envelope, value: unknown): unknown {
  if (envelope.items === '') return { items: value, pageInfo: {} };
  if (!isRecord(value)) return value;
  return {
    ...value,
    [ENVELOPE.items]: take(value, envelope.items),
    pageInfo: { endCursor: take(value, envelope.endCursor), hasNextPage: take(value, envelope.hasNextPage) },
  };
}

function put(
  target: Record<string, unknown>,
  [name = '', ...rest]: string[],
  member: unknown,
): Record<string, unknown> {
  if (rest.length === 0) return { ...target, [name]: member };
  const inner = target[name];
  return { ...target, [name]: put(isRecord(inner) ? inner : {}, rest, member) };
}

function take(source: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((node, name) => (isRecord(node) ? node[name] : undefined), source);
}

/** Whether steps lead to a place inside another member, such as `edits[].search`. */
function isInside(steps: readonly string[]): boolean {
  return steps.length > 1;
}

/** Puts a member into its place; a list on the way has one element. */
function putInside(
  target: Record<string, unknown>,
  [step = '', ...rest]: readonly string[],
  member: unknown,
): Record<string, unknown> {
  if (rest.length === 0) return { ...target, [step]: member };
  const name = step.replace(/\[\]$/, '');
  const standing = target[name];
  const [inner] = Array.isArray(standing) ? (standing as unknown[]) : [standing];
  const filled = putInside(isRecord(inner) ? inner : {}, rest, member);
  return { ...target, [name]: step.endsWith('[]') ? [filled] : filled };
}

/** What stands in a place, in the first element of each list on the way. */
function takeInside(source: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((node, step) => {
    const inner = isRecord(node) ? node[step.replace(/\[\]$/, '')] : undefined;
    return step.endsWith('[]') && Array.isArray(inner) ? (inner as unknown[])[0] : inner;
  }, source);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.getPrototypeOf(value) === Object.prototype
  );
}
