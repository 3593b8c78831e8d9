/**
 * Secrets of a run, each with the words that stand for it wherever evidence is kept. What is learned from answers, such
 * as a token that was just created, joins the credentials of the configuration.
 */
const MEMBERS_WITH_SECRETS = /^(token|accessToken|refreshToken|jwt|sessionId|secret|signature|password)$|token$/i;
const SHORTEST = 8;
/** The same members in a text, also where an answer was cut off within one. */
const MEMBER_IN_TEXT = /"((?:\w*token|jwt|sessionId|secret|signature|password))"(\s*:\s*)"(?!<)[^"\s]{8,}("?)/gi;

/** A text without what its members' names call secret. */
export function masked(text: string): string {
  // Most texts are headers, in which no member stands.
  if (!text.includes('"')) return text;
  return text.replace(MEMBER_IN_TEXT, '"$1"$2"<$1>$3');
}

/** In an address or a body a secret may stand in another form, unless its signs are the same in each. */
function formsOf(value: string): readonly string[] {
  if (/^[\w.~-]+$/.test(value)) return [value];
  return [value, encodeURIComponent(Buffer.from(value).toString()), JSON.stringify(value).slice(1, -1)];
}

export class Secrets {
  readonly #names = new Map<string, string>();
  /** Longest first, so that none is left of which another is a part. */
  #sorted: readonly (readonly [secret: string, name: string])[] | undefined;

  add(value: string, name: string): void {
    // A value as short as a word would black out half of the evidence.
    if (value.length < SHORTEST || this.#names.has(value)) return;
    for (const form of formsOf(value)) this.#names.set(form, name);
    this.#sorted = undefined;
  }

  /** Remembers the values of members that are named like secrets, however deep they stand. */
  learn(body: unknown, operation: string): void {
    if (typeof body !== 'object' || body === null) return;
    for (const [key, value] of Object.entries(body)) {
      if (typeof value === 'string' && MEMBERS_WITH_SECRETS.test(key)) this.add(value, `${key} of ${operation}`);
      else this.learn(value, operation);
    }
  }

  /** Texts of a line each, which is one look for all of them instead of one for each. */
  redactedLines(lines: readonly string[]): readonly string[] {
    const clean = this.redacted(lines.join('\n')).split('\n');
    return clean.length === lines.length ? clean : lines.map((line) => this.redacted(line));
  }

  /** A text without any secret that is known by now. */
  redacted(text: string): string {
    if (text.length < SHORTEST) return text;
    this.#sorted ??= [...this.#names].sort(([a], [b]) => b.length - a.length);
    let clean = text;
    // Not by one pattern for all: it would be compiled for each check, which takes longer than all looks for its secrets.
    for (const [secret, name] of this.#sorted) {
      if (clean.includes(secret)) clean = clean.replaceAll(secret, () => `<${name}>`);
    }
    return masked(clean);
  }
}
