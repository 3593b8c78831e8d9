import { createHash } from 'node:crypto';
import type { ContractDocument, Schema } from '../contracts/document.ts';
import { resolvePointer } from '../contracts/pointer.ts';
import { refuse } from './answer.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { IdKind, ValueKind } from './dialects/kinds.ts';
import { withState } from './state-updates.ts';
import { withReplies } from './threads.ts';
import { ANSWER_PLACES, type IdPlaces, parameterKind, SETTING_KINDS } from './wire-marks.ts';

type Change = (value: unknown) => unknown;
type Direction = 'toWire' | 'fromWire';

const SAME: Change = (value) => value;

/**
 * Carries ids and values between behaviour, which has its own, and the wire, where this dialect writes them in another way.
 * An id is written by its hash. What was shown is remembered, which is how it is known when it comes back.
 */
export class WireValues {
  readonly #contract: ContractDocument;
  readonly #dialect: Dialect;
  readonly #shown = new Map<string, unknown>();
  readonly #changes: Readonly<Record<Direction, Map<object, Change>>> = { toWire: new Map(), fromWire: new Map() };

  constructor(contract: ContractDocument, dialect: Dialect) {
    this.#contract = contract;
    this.#dialect = dialect;
  }

  toWire(schema: Schema | undefined, value: unknown): unknown {
    return schema ? this.#change(schema, 'toWire')(value) : value;
  }

  fromWire(schema: Schema | undefined, value: unknown): unknown {
    return schema ? this.#change(schema, 'fromWire')(value) : value;
  }

  /** What an answer has where this dialect has it, with the ids whose places the contract does not know. */
  answer(operationId: string, body: unknown): unknown {
    const places = ANSWER_PLACES[operationId];
    const stated = withReplies(this.#dialect, operationId, withState(this.#dialect, operationId, body));
    return places ? this.#identified(stated, places) : stated;
  }

  #identified(value: unknown, places: IdPlaces): unknown {
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const place = places[name];
        if (place === undefined) return [name, member];
        return [name, typeof place === 'string' ? this.#idOf(place, member) : this.#identified(member, place)];
      }),
    );
  }

  /** The parameters of a path with the ids of behaviour. */
  path(operationId: string, path: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(path).map(([name, text]) => {
        const kind = parameterKind(operationId, name);
        return [name, kind && this.#dialect.ids[kind] ? String(this.#idBehind(kind, text)) : text];
      }),
    );
  }

  /** A parameter of a path as a client has to send it: what was shown as it is, an id of behaviour as it would be shown. */
  parameter(operationId: string, name: string, value: string): string {
    const kind = parameterKind(operationId, name);
    if (!kind || !this.#dialect.ids[kind] || this.#shown.has(`${kind} ${value}`)) return value;
    return String(this.#idOf(kind, /^\d{1,15}$/.test(value) ? Number(value) : value));
  }

  /** What is provided to a run, as the wire has it. */
  settings<Settings extends Readonly<Record<string, string | undefined>>>(settings: Settings): Settings {
    const changed = Object.entries(settings).map(([name, text]) => {
      const kind = SETTING_KINDS[name];
      const isId = kind !== undefined && text !== undefined && this.#dialect.ids[kind] !== undefined;
      return [name, isId ? String(this.#idOf(kind, Number(text))) : text];
    });
    return Object.fromEntries(changed) as Settings;
  }

  #idOf(kind: IdKind, id: unknown): unknown {
    if (typeof id !== 'string' && typeof id !== 'number') return id;
    const form = this.#dialect.ids[kind];
    if (!form) return id;
    const written = FORMS[form](kind, id);
    this.#shown.set(`${kind} ${written}`, id);
    return written;
  }

  /** The id behind what was shown; what was never shown is the id of nothing. */
  #idBehind(kind: IdKind, written: unknown): unknown {
    if (!['string', 'number', 'bigint'].includes(typeof written)) return written;
    const known = this.#shown.get(`${kind} ${String(written)}`);
    return known ?? `nothing has the id ${String(written)}`;
  }

  #valueBehind(kind: ValueKind, value: unknown): unknown {
    const vocabulary = Object.entries(this.#dialect.vocabularies[kind] ?? {});
    if (typeof value !== 'string') return value;
    const [own] = vocabulary.find(([, written]) => written === value) ?? [];
    // Behaviour has the list of hosts, and refuses what is none of them.
    if (kind === 'host' && !vocabulary.some(([hidden]) => hidden === value)) return own ?? value;
    return own ?? refuse('invalid', `${value} is none of ${vocabulary.map(([, written]) => written).join(', ')}`);
  }

  #change(schema: Schema, direction: Direction): Change {
    const known = this.#changes[direction];
    const found = known.get(schema);
    if (found) return found;
    // A schema may contain itself: until its own change is made, whoever asks gets one that looks it up later.
    known.set(schema, (value) => (known.get(schema) as Change)(value));
    const made = this.#make(schema, direction);
    known.set(schema, made);
    return made;
  }

  #make(schema: Schema, direction: Direction): Change {
    const kind = schema['x-wire'];
    if (typeof kind === 'string') return this.#changeOf(kind, direction);
    const steps: Change[] = [];
    if (schema.$ref !== undefined) {
      steps.push(this.#change(resolvePointer(this.#contract, schema.$ref) as Schema, direction));
    }
    for (const branch of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
      steps.push(this.#change(branch, direction));
    }
    const items = schema.items ? this.#change(schema.items, direction) : SAME;
    if (items !== SAME) steps.push((value) => (Array.isArray(value) ? value.map(items) : value));
    const members = Object.entries(schema.properties ?? {})
      .map(([name, member]) => [name, this.#change(member, direction)] as const)
      .filter(([, change]) => change !== SAME);
    if (members.length > 0) {
      const changes = new Map(members);
      steps.push((value) => {
        if (!isRecord(value)) return value;
        return Object.fromEntries(
          Object.entries(value).map(([name, member]) => [name, (changes.get(name) ?? SAME)(member)]),
        );
      });
    }
    const needed = steps.filter((step) => step !== SAME);
    return needed.length === 0 ? SAME : (value) => needed.reduce((current, step) => step(current), value);
  }

  #changeOf(kind: string, direction: Direction): Change {
    if (kind in this.#dialect.ids) {
      return direction === 'toWire'
        ? (id) => this.#idOf(kind as IdKind, id)
        : (written) => this.#idBehind(kind as IdKind, written);
    }
    const vocabulary = this.#dialect.vocabularies[kind as ValueKind] ?? {};
    return direction === 'toWire'
      ? (value) => (typeof value === 'string' ? (vocabulary[value] ?? value) : value)
      : (value) => this.#valueBehind(kind as ValueKind, value);
  }
}

const FORMS = {
  // Below 2^53, which any client can read as a number of its own.
  number: (kind: string, id: string | number) => parseInt(digestOf(kind, id).slice(0, 12), 16),
  // From 2^62 on: rounded by a client, it is the id of nothing.
  long: (kind: string, id: string | number) =>
    (BigInt(`0x${digestOf(kind, id).slice(0, 15)}`) << 1n) | (1n << 62n) | 1n,
  text: (kind: string, id: string | number) => `${kind.slice(0, 3)}_${digestOf(kind, id).slice(0, 16)}`,
  uuid: (kind: string, id: string | number) =>
    digestOf(kind, id).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5'),
} as const;

function digestOf(kind: string, id: string | number): string {
  return createHash('sha256').update(`${kind} ${id}`).digest('hex');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.getPrototypeOf(value) === Object.prototype
  );
}
