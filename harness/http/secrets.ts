import { inspect } from 'node:util';
import { appendKnownSecret, KnownSecretsReader } from '../../evidence/known-secrets.ts';
import { Occurrences } from './occurrences.ts';
import { stringifyJson } from '../../contracts/lossless-json.ts';

/** Names of members whose values are secrets; pagination tokens are excluded below. */
const SECRET_MEMBER = /token$|^(jwt|sessionId|secret|signature|password|bearer|credentials?)$/i;
/** A signed JWT is a secret under whatever name: the header of each begins with the same letters. */
const JWT = /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*$/;
/** Members that may hold a position in a list, which a tenant may sign as well. */
const POSITION = /page|next|cursor|contin|after|before|start|end/i;
const PAGING = /page|next|cursor|continuation/i;
const SHORTEST = 8;
/** The same members in a text, also if the text was truncated within a value. */
const MEMBER_IN_TEXT =
  /"((?:\w*token|jwt|sessionId|secret|signature|password|bearer|credentials?))"(\s*:\s*)"(?!<)[^"\s]{8,}("?)/gi;

const SHOWN = '[redacted]';

/**
 * A credential that a check handles. It prints as `[redacted]`. `reveal` returns the value for requests and for code that
 * must inspect it; the result must not be put into an expectation or an error message.
 */
export class Secret {
  readonly #value: string;
  /** Equal for equal values, so that two secrets can be compared without showing them. */
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

/** JSON of a body in which each `Secret` is replaced by its value. */
export function revealedJson(body: unknown): string {
  return stringifyJson(body, (value) => (value instanceof Secret ? value.reveal() : value));
}

/** The length of a text or of a secret; undefined for anything else. */
export function lengthOf(value: unknown): number | undefined {
  const text = value instanceof Secret ? value.reveal() : value;
  return typeof text === 'string' ? text.length : undefined;
}

export function revealed(value: unknown): string {
  return value instanceof Secret ? value.reveal() : String(value);
}

/** A text in which the values of members with secret names are replaced. */
export function masked(text: string): string {
  // Most texts are headers, which contain no JSON members.
  if (!text.includes('"')) return text;
  return text.replace(MEMBER_IN_TEXT, (all, name: string, colon: string, end: string) =>
    PAGING.test(name) ? all : `"${name}"${colon}"<${name}>${end}`,
  );
}

/** Text that may be base64, long enough to hold a secret. */
const BASE64 = /[A-Za-z0-9+/_-]{16,}/g;

/** The encoded forms in which a secret may appear in a URL or a JSON body. */
function formsOf(value: string): readonly string[] {
  if (/^[\w.~-]+$/.test(value)) return [value];
  return [value, encodeURIComponent(Buffer.from(value).toString()), JSON.stringify(value).slice(1, -1)];
}

/**
 * The secrets of a run, each with the name that replaces it in evidence: the credentials of the configuration, and secrets
 * found in responses, such as a token that was just created.
 */
export class Secrets {
  readonly #names = new Map<string, string>();
  readonly #known = new Map<string, Secret>();
  readonly #others = new KnownSecretsReader();
  readonly #forms = new Occurrences();

  /** Registers a value as a secret. Short values are not redacted: they would match ordinary words in the evidence. */
  add(value: string, name: string): Secret {
    const known = this.#known.get(value);
    if (known) return known;
    const secret = new Secret(value, this.#known.size + 1);
    this.#known.set(value, secret);
    appendKnownSecret({ name, value });
    if (value.length >= SHORTEST) {
      for (const form of formsOf(value)) {
        if (this.#names.has(form)) continue;
        this.#names.set(form, name);
        this.#forms.add(form);
      }
    }
    return secret;
  }

  /** The number of secrets known so far: what was redacted with fewer may have to be redacted again. */
  get size(): number {
    return this.#known.size;
  }

  /** Registers what other processes of this run have learned by now: a tenant may show the token of one check to another. */
  addOthers(): void {
    for (const { value, name } of this.#others.next()) this.add(value, name);
  }

  /** Registers the values of members with secret names, at any depth. */
  learn(body: unknown, operation: string): void {
    if (typeof body !== 'object' || body === null) return;
    for (const [key, value] of Object.entries(body)) {
      if (typeof value !== 'string') this.learn(value, operation);
      else if (
        (JWT.test(value) && !POSITION.test(key)) ||
        (value.length >= SHORTEST && SECRET_MEMBER.test(key) && !PAGING.test(key))
      ) {
        this.add(value, `${key} of ${operation}`);
      }
    }
  }

  /** A value as checks get it: secrets are `Secret` objects, and secrets within longer texts are redacted. */
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

  /** Redacts single-line texts together. */
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

  /** A text in which every secret registered so far is redacted. */
  redacted(text: string): string {
    if (text.length < SHORTEST) return text;
    let clean = text;
    // Longest first, so that a secret which contains another one is replaced as a whole.
    for (const form of this.#forms.in(text)) clean = clean.replaceAll(form, () => `<${this.#names.get(form) ?? ''}>`);
    return masked(clean);
  }
}
