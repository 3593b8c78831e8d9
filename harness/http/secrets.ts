import { inspect } from 'node:util';
import { appendKnownSecret } from '../../evidence/known-secrets.ts';

/** Members whose values are secrets, by their names; a token that leads to the next page is none. */
const SECRET_MEMBER = /token$|^(jwt|sessionId|secret|signature|password)$/i;
const PAGING = /page|next|cursor|continuation/i;
const SHORTEST = 8;
/** The same members in a text, also where the text was cut off within one. */
const MEMBER_IN_TEXT = /"((?:\w*token|jwt|sessionId|secret|signature|password))"(\s*:\s*)"(?!<)[^"\s]{8,}("?)/gi;

const SHOWN = '[redacted]';

/**
 * A credential on its way through a check. It prints as `[redacted]` wherever it is printed. Its value goes into requests,
 * and `reveal` is for what has to look inside of it; what that returns belongs neither into an expectation nor into an error.
 */
export class Secret {
  readonly #value: string;
  /** The same for the same value, so that two secrets can be compared and neither is shown. */
  readonly number: number;

  constructor(value: string, number: number) {
    this.#value = value;
    this.number = number;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [inspect.custom](): string {
    return SHOWN;
  }
}

/** JSON of a body in which secrets stand for their values. */
export function revealedJson(body: unknown): string {
  return JSON.stringify(body, function (this: Record<string, unknown>, key: string, value: unknown) {
    // By now `toJSON` has been asked.
    const original = this[key];
    return original instanceof Secret ? original.reveal() : value;
  });
}

/** How long a text is, where it is one, as it is or as a secret. */
export function lengthOf(value: unknown): number | undefined {
  const text = value instanceof Secret ? value.reveal() : value;
  return typeof text === 'string' ? text.length : undefined;
}

export function revealed(value: unknown): string {
  return value instanceof Secret ? value.reveal() : String(value);
}

/** A text without what its members' names call secret. */
export function masked(text: string): string {
  // Most texts are headers, in which no member stands.
  if (!text.includes('"')) return text;
  return text.replace(MEMBER_IN_TEXT, (all, name: string, colon: string, end: string) =>
    PAGING.test(name) ? all : `"${name}"${colon}"<${name}>${end}`,
  );
}

/** Text that may be base64, long enough to hold a secret. */
const BASE64 = /[A-Za-z0-9+/_-]{16,}/g;

/** In an address or a body a secret may be escaped, unless no character of it has to be. */
function formsOf(value: string): readonly string[] {
  if (/^[\w.~-]+$/.test(value)) return [value];
  return [value, encodeURIComponent(Buffer.from(value).toString()), JSON.stringify(value).slice(1, -1)];
}

/**
 * The secrets of a run, each with the words that stand for it wherever evidence is kept. What is learned from responses, such
 * as a token that was just created, joins the credentials of the configuration.
 */
export class Secrets {
  readonly #names = new Map<string, string>();
  readonly #known = new Map<string, Secret>();
  /** Longest first, so that none is left of which another is a part. */
  #sorted: readonly (readonly [form: string, name: string])[] | undefined;

  /** Makes a value known as a secret. One as short as a word would black out half of the evidence. */
  add(value: string, name: string): Secret {
    const known = this.#known.get(value);
    if (known) return known;
    const secret = new Secret(value, this.#known.size + 1);
    this.#known.set(value, secret);
    appendKnownSecret({ name, value });
    if (value.length >= SHORTEST) {
      for (const form of formsOf(value)) if (!this.#names.has(form)) this.#names.set(form, name);
      this.#sorted = undefined;
    }
    return secret;
  }

  /** Remembers the values of members that are named like secrets, however deep they are. */
  learn(body: unknown, operation: string): void {
    if (typeof body !== 'object' || body === null) return;
    for (const [key, value] of Object.entries(body)) {
      if (typeof value !== 'string') this.learn(value, operation);
      else if (value.length >= SHORTEST && SECRET_MEMBER.test(key) && !PAGING.test(key)) {
        this.add(value, `${key} of ${operation}`);
      }
    }
  }

  /** A value as checks get it: secrets are objects that do not print, and in longer texts they are redacted. */
  guarded(value: unknown): unknown {
    if (typeof value === 'string') return this.#guardedText(value);
    if (Array.isArray(value)) return value.map((element) => this.guarded(element));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.guarded(member)]));
  }

  #guardedText(text: string): unknown {
    if (text.length < SHORTEST) return text;
    return this.#known.get(text) ?? this.redacted(text);
  }

  /** Texts of a line each, which is one search for all of them instead of one for each. */
  redactedLines(lines: readonly string[]): readonly string[] {
    const clean = this.redacted(lines.join('\n')).split('\n');
    return clean.length === lines.length ? clean : lines.map((line) => this.redacted(line));
  }

  /** The body of a response, in which a tenant may also have encoded a secret, alone or with something around it. */
  redactedBody(text: string): string {
    return this.redacted(text).replace(BASE64, (run) => {
      const decoded = Buffer.from(run, 'base64').toString('utf8');
      return this.redacted(decoded) === decoded ? run : '<a secret in base64>';
    });
  }

  /** A text without any secret that is known by now. */
  redacted(text: string): string {
    if (text.length < SHORTEST) return text;
    this.#sorted ??= [...this.#names].sort(([a], [b]) => b.length - a.length);
    let clean = text;
    // Not by one pattern for all: it would be compiled for each check, which takes longer than all searches for its secrets.
    for (const [form, name] of this.#sorted) {
      if (clean.includes(form)) clean = clean.replaceAll(form, () => `<${name}>`);
    }
    return masked(clean);
  }
}
