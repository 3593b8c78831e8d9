import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Asked } from '../../harness/requests/requests.ts';

/**
 * One request and its answer, written by hand from the specification alone: neither the contract's document nor the suite's
 * types had a part in it.
 *
 * `<ADMIN_TOKEN>` in a text is a setting and `<role>` what an earlier answer of the same story called `role`. In an answer
 * `<integer>`, `<integer or null>` and the like stand for any value of the type, `<integer role>` keeps it under a name, and
 * members that are not written may be there.
 */
export interface WrittenExchange {
  readonly what: string;
  /** The setting of the credential in the suite's terms; without one none is sent. */
  readonly as?: string;
  /** The same request in the suite's terms. */
  readonly asks: readonly [operation: AnyOperationId, asked?: Asked];
  /** Method and address, header lines, an empty line, and the body. */
  readonly request: string;
  /** Status, or its first digit and `xx` where none is printed; an empty line, and the body. */
  readonly answer: string;
  /** Members of the answer, each with a value that the specification does not allow there. */
  readonly wrong?: Readonly<Record<string, unknown>>;
}

/** Exchanges with one tenant, in their order. */
export interface Story {
  readonly about: string;
  readonly exchanges: readonly WrittenExchange[];
}

/** Header lines that most of the requests have. */
export const AS_ADMIN = 'Authorization: Bearer <ADMIN_TOKEN>';
export const JSON_BODY = 'Content-Type: application/json';

export interface Message {
  readonly start: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the names in angle brackets stand for. */
export type Known = Map<string, unknown>;

export function parseMessage(text: string): Message {
  const [head = '', ...rest] = text.trim().replaceAll('\r\n', '\n').split('\n\n');
  const [start = '', ...lines] = head.split('\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { start, headers: Object.fromEntries(headers) as Record<string, string>, body: rest.join('\n\n') };
}

const NAME = /<([^<>]+)>/g;

/** A value with all names replaced; a text that is nothing but one name becomes the value itself, whatever its type. */
export function filled<Value>(value: Value, known: Known): Value {
  const of = (name: string): unknown => {
    if (!known.has(name)) throw new Error(`nothing is known as <${name}>`);
    return known.get(name);
  };
  const fill = (one: unknown): unknown => {
    if (typeof one === 'string') {
      const alone = /^<([^<>]+)>$/.exec(one)?.[1];
      return alone === undefined ? one.replace(NAME, (_, name: string) => String(of(name))) : of(alone);
    }
    if (Array.isArray(one)) return one.map(fill);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [name, fill(member)]));
  };
  return fill(value) as Value;
}

/** A JSON text with all names replaced. */
export function filledJson(text: string, known: Known): unknown {
  return text === '' ? undefined : filled(JSON.parse(text) as unknown, known);
}

const TYPES: Readonly<Record<string, { readonly is: (value: unknown) => boolean; readonly sample: unknown }>> = {
  integer: { is: Number.isInteger, sample: 909 },
  string: { is: (value) => typeof value === 'string', sample: 'text' },
  boolean: { is: (value) => typeof value === 'boolean', sample: true },
  object: { is: (value) => typeof value === 'object' && value !== null && !Array.isArray(value), sample: {} },
  array: { is: Array.isArray, sample: [] },
  date: { is: (value) => !Number.isNaN(Date.parse(String(value))), sample: '2026-03-01T10:00:00Z' },
  null: { is: (value) => value === null, sample: null },
  anything: { is: () => true, sample: 'anything' },
};

interface Slot {
  readonly types: readonly string[];
  readonly name?: string;
}

/** `<integer or null role>`: the types that a place takes and the name under which its value is kept. */
function slotIn(text: unknown): Slot | undefined {
  const inside = typeof text === 'string' ? /^<([^<>]+)>$/.exec(text)?.[1] : undefined;
  if (inside === undefined) return undefined;
  const words = inside.split(' ').filter((word) => word !== 'or');
  const types = words.filter((word) => word in TYPES);
  const name = words.find((word) => !(word in TYPES));
  return types.length > 0 ? { types, ...(name !== undefined && { name }) } : undefined;
}

/** Where an answer is not what is written, in one line each; keeps what it calls by a name. */
export function differences(written: unknown, seen: unknown, known: Known, at = ''): string[] {
  const slot = slotIn(written);
  const shown = seen === undefined ? 'nothing' : JSON.stringify(seen);
  if (slot) {
    if (!slot.types.some((type) => TYPES[type]?.is(seen)))
      return [`${at}: expected ${slot.types.join(' or ')}, seen ${shown}`];
    if (slot.name !== undefined) known.set(slot.name, seen);
    return [];
  }
  if (Array.isArray(written)) {
    if (!Array.isArray(seen) || seen.length < written.length)
      return [`${at}: expected ${written.length} elements, seen ${shown}`];
    return written.flatMap((one, index) => differences(one, seen[index], known, `${at}/${index}`));
  }
  if (typeof written === 'object' && written !== null) {
    if (typeof seen !== 'object' || seen === null || Array.isArray(seen))
      return [`${at}: expected an object, seen ${shown}`];
    const members = seen as Readonly<Record<string, unknown>>;
    return Object.entries(written).flatMap(([name, one]) => differences(one, members[name], known, `${at}/${name}`));
  }
  const expected = filled(written, known);
  return JSON.stringify(expected) === shown ? [] : [`${at}: expected ${JSON.stringify(expected)}, seen ${shown}`];
}

/** An answer as a tenant would give it: each place has a value of its first type. */
export function sampled(written: unknown, known: Known): unknown {
  const slot = slotIn(written);
  if (slot) {
    const value = TYPES[slot.types[0] ?? '']?.sample;
    if (slot.name !== undefined) known.set(slot.name, value);
    return value;
  }
  if (Array.isArray(written)) return written.map((one) => sampled(one, known));
  if (typeof written !== 'object' || written === null) return filled(written, known);
  return Object.fromEntries(Object.entries(written).map(([name, one]) => [name, sampled(one, known)]));
}

/** A body with another value at one place: `items/0/id`. */
export function changedAt(body: unknown, place: string, value: unknown): unknown {
  const changed = structuredClone(body) as Record<string, unknown>;
  const names = place.split('/');
  const last = names.pop() ?? '';
  const holder = names.reduce<Record<string, unknown>>((one, name) => one[name] as Record<string, unknown>, changed);
  if (!(last in holder)) throw new Error(`the written answer has no ${place}`);
  holder[last] = value;
  return changed;
}
