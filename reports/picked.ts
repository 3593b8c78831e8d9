import type { Exchange } from '../evidence/evidence.ts';

/** A place in a text that stands for something that an earlier answer brought forth. */
export interface Use {
  readonly start: number;
  readonly end: number;
  /** The variable that holds it. */
  readonly name: string;
}

/** Something that is taken from an answer. */
export interface Taken {
  readonly name: string;
  /** A filter of jq. */
  readonly filter: string;
}

interface Origin {
  readonly index: number;
  readonly path: readonly string[];
}

/** Members that name a thing, or that hold a credential or a place in a list. */
const NAMING = /(^|[a-z_])(id|uuid|token|key|secret|cursor|after|code)$/i;
/** The texts that stand in the evidence for secrets of answers. */
const SECRET = /^<[^<>\n]{3,60}>$/;
/** Shorter ids occur by chance: an id of a role may be that of a deployment, too. */
const TELLING = 4;

/** What the requests of a sequence take from the answers before them: ids, tokens, cursors. */
export class Picked {
  readonly #exchanges: readonly Exchange[];
  readonly #names = new Map<string, string>();
  readonly #taken = new Map<number, Taken[]>();
  /** For each request what was known when it was sent. */
  readonly #known: readonly ReadonlyMap<string, Origin>[];

  /** `always` are members of answers that are taken in any case. */
  constructor(exchanges: readonly Exchange[], always: ReadonlyMap<number, readonly string[]>) {
    this.#exchanges = exchanges;
    const sent = new Set<string>();
    let known: ReadonlyMap<string, Origin> = new Map();
    this.#known = exchanges.map((exchange, index) => {
      const before = known;
      for (const value of valuesSent(exchange)) sent.add(value);
      const own = new Map(known);
      for (const { path, value } of leavesOf(parsed(exchange.responseBody))) {
        const isSecret = SECRET.test(value);
        if (!isSecret && (sent.has(value) || known.has(value) || !NAMING.test(path.at(-1) ?? ''))) continue;
        own.set(value, { index, path });
      }
      known = own;
      return before;
    });
    for (const [index, members] of always) for (const member of members) this.#take({ index, path: [member] });
  }

  takenFrom(index: number): readonly Taken[] {
    return this.#taken.get(index) ?? [];
  }

  nameOf(index: number, member: string): string | undefined {
    return this.#names.get(JSON.stringify([index, [member]]));
  }

  /** In an address: whole segments and whole values of its query. */
  inAddress(index: number, path: string): Use[] {
    return [...path.matchAll(/[^/?&=]+/g)].flatMap(({ 0: text, index: start }) => {
      const origin = this.#originOf(index, decoded(text));
      if (!origin) return [];
      const before = path.slice(0, start).split('/').at(-2) ?? '';
      const made = this.#exchanges[origin.index]?.url.split('?')[0] ?? '';
      if (text.length < TELLING && !made.split('/').includes(before)) return [];
      return [{ start, end: start + text.length, name: this.#take(origin, decoded(text) !== text) }];
    });
  }

  /** In a header: what stands for a secret. */
  inHeader(index: number, text: string): Use[] {
    return [...text.matchAll(/<[^<>\n]{3,60}>/g)].flatMap(({ 0: secret, index: start }) => {
      const origin = this.#originOf(index, secret);
      return origin ? [{ start, end: start + secret.length, name: this.#take(origin) }] : [];
    });
  }

  /** In a body: whole values. */
  inBody(index: number, body: string): Use[] {
    if (parsed(body) === undefined) return [];
    return [...body.matchAll(/"((?:[^"\\]|\\.)*)"|-?\d+(?:\.\d+)?/g)].flatMap(({ 0: text, 1: inner, index: start }) => {
      const isMember = /^\s*:/.test(body.slice(start + text.length));
      const origin = isMember ? undefined : this.#originOf(index, inner ?? text);
      if (!origin || (text.length < TELLING && !/id"\s*:\s*\[?\s*$/i.test(body.slice(0, start)))) return [];
      const quote = inner === undefined ? 0 : 1;
      return [{ start: start + quote, end: start + text.length - quote, name: this.#take(origin) }];
    });
  }

  #originOf(index: number, value: string): Origin | undefined {
    return this.#known[index]?.get(value);
  }

  #take({ index, path }: Origin, isEncoded = false): string {
    const key = JSON.stringify([index, path, ...(isEncoded ? ['encoded'] : [])]);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = `${(path.at(-1) ?? 'value').replace(/\W+/g, '_').toUpperCase()}_${this.#names.size + 1}`;
    this.#names.set(key, name);
    const filter = path.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `["${step}"]`)).join('');
    this.#taken.set(index, [
      ...(this.#taken.get(index) ?? []),
      { name, filter: `.${filter}${isEncoded ? ' | tostring | @uri' : ''}` },
    ]);
    return name;
  }
}

interface Leaf {
  readonly path: readonly string[];
  readonly value: string;
}

function leavesOf(value: unknown, path: readonly string[] = []): Leaf[] {
  if (typeof value === 'string') return value === '' ? [] : [{ path, value }];
  if (typeof value === 'number') return [{ path, value: String(value) }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

/** What a request states by itself is not taken from any answer. */
function valuesSent({ url, requestBody }: Exchange): string[] {
  const address = url.replace(/^[a-z]+:\/\/[^/]+/i, '').split(/[/?&=]/);
  return [...address.map(decoded), ...leavesOf(parsed(requestBody)).map(({ value }) => value)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
