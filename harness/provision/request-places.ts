import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import { wordsOf } from '../../contracts/bindings/words.ts';

/** A place in a request body: the names that lead there, and what the tenant's document says of the value. */
export interface Place {
  readonly path: readonly string[];
  readonly schema: Schema;
}

/** A member of a member of a member; deeper, a document describes something else. */
const DEEPEST = 3;
/** What a request may be wrapped in does not count, if it is no more than this. */
const MOST_HOLDERS = 3;

/** Whether a member holds all that a request says, as `data`, `attributes` and `apiKey` do. */
export const holdsWhole = (name: string): boolean =>
  /^(data|attribute|relationship|input|payload|request|(api )?(key|token))$/.test(wordsOf(name).join(' '));

/** All places in a request body that are members, those of nested objects included. */
export function placesIn(document: TenantDocument, schema: Schema | undefined, above: readonly string[] = []): Place[] {
  const holders = above.filter(holdsWhole).length;
  if (above.length - holders >= DEEPEST || holders > MOST_HOLDERS) return [];
  return Object.entries(document.propertiesOf(schema)).flatMap(([name, node]) => {
    if (document.schema(node)['readOnly'] === true) return [];
    const path = [...above, name];
    return [{ path, schema: node }, ...placesIn(document, node, path)];
  });
}

/** A schema with all that it may be: the schemas that it is a choice of, or is composed of. */
export function schemasOf(document: TenantDocument, node: Schema, depth = 0): Schema[] {
  const own = document.schema(node);
  if (depth > 4) return [own];
  const parts = [...(own.anyOf ?? []), ...(own.oneOf ?? []), ...(own.allOf ?? [])];
  return [own, ...parts.flatMap((part) => schemasOf(document, part, depth + 1))];
}

export function typesOf(document: TenantDocument, node: Schema): string[] {
  return [...new Set(schemasOf(document, node).flatMap(({ type }) => type ?? []))];
}

/** What says whether the sharing of a thing holds at all, beside with whom it is shared. */
const SWITCH = /^(is|has|allow)?_?(enabled?|active|shared|published|embeddable|embed(ding)?(_?(enabled|allowed))?)$/i;

/** Such members, switched on. */
export function switchedOn(
  document: TenantDocument,
  properties: Readonly<Record<string, Schema>>,
): Readonly<Record<string, true>> {
  const on = Object.entries(properties).filter(
    ([name, node]) => SWITCH.test(name) && typesOf(document, node).join() === 'boolean',
  );
  return Object.fromEntries(on.map(([name]) => [name, true]));
}

interface Filled {
  readonly place: Place;
  readonly value: unknown;
  /** What the value names, in words: a kind beside it says the same. */
  readonly about?: readonly string[];
}

/**
 * A body with these values. What stands beside one and says whether it counts is set to say so: `scope: 'deployments'` or
 * `allDeployments: false` beside a list of deployments.
 */
export function withValues(
  document: TenantDocument,
  schema: Schema | undefined,
  values: readonly Filled[],
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { place, value } of values) {
    let inner = body;
    for (const name of place.path.slice(0, -1)) inner = (inner[name] ??= {}) as Record<string, unknown>;
    inner[place.path.at(-1) ?? ''] = value;
  }
  for (const filled of values) switchBeside(document, schema, body, filled);
  return body;
}

const ALL = /\b(all|every|any|unscoped|unrestricted|unlimited|global|full|never|none|no|forever|infinite|permanent)\b/;
const SOME = /\b(selected|specific|scoped|restricted|limited|custom|some|certain|listed)\b/;

/** Sets the members beside a place that decide whether it counts, on each level of it. */
function switchBeside(
  document: TenantDocument,
  schema: Schema | undefined,
  body: Record<string, unknown>,
  { place: { path }, about: named = [] }: Filled,
): void {
  let [inner, node] = [body, schema];
  const telling = path.filter((name, level) => level === path.length - 1 || !holdsWhole(name));
  const about = [...telling.flatMap((name) => wordsOf(name)).map((word) => word.replace(/s$/, '')), ...named];
  const isAbout = (words: readonly string[]) =>
    words.some((word) => about.includes(word.replace(/s$/, '')) || about.some((one) => stemOf(one) === stemOf(word)));
  path.forEach((name, level) => {
    for (const [beside, member] of Object.entries(document.propertiesOf(node))) {
      if (beside === name || inner[beside] !== undefined) continue;
      const words = wordsOf(beside);
      const isKind =
        /^(type|kind|mode|access|audience|level|reach|scope|sharing|visibility|restriction|expiration|expiry|unit)$/.test(
          words.at(-1) ?? '',
        );
      const concerns = isAbout(words) || (isKind && (level > 0 || listsAny(document, member, about)));
      if (!concerns) continue;
      const value = switchValue(document, member, words, about);
      if (value !== undefined) inner[beside] = value;
    }
    inner = (inner[name] ?? {}) as Record<string, unknown>;
    node = document.propertiesOf(node)[name];
  });
}

/** Whether one of the listed values is about what is meant. */
function listsAny(document: TenantDocument, member: Schema, about: readonly string[]): boolean {
  const values = schemasOf(document, member).flatMap((one) => one.enum ?? []);
  return values.some((one) => wordsOf(String(one)).some((word) => about.includes(word)));
}

const stemOf = (word: string) => word.slice(0, 5);

/** What a switch says where some are meant, and not all or none. */
function switchValue(
  document: TenantDocument,
  member: Schema,
  words: readonly string[],
  about: readonly string[],
): unknown {
  const schemas = schemasOf(document, member);
  const name = words.join(' ');
  if (schemas.some(({ type }) => [type].flat().includes('boolean'))) {
    if (ALL.test(name)) return false;
    return SOME.test(name) || /enabled$|^expire$/.test(name) ? true : undefined;
  }
  const values = schemas.flatMap((one) => one.enum ?? ('const' in one ? [one['const']] : []));
  const texts = values.filter((one): one is string => typeof one === 'string');
  const partial = texts.filter((one) => !ALL.test(wordsOf(one).join(' ')));
  const says = (one: string) => wordsOf(one).some((word) => about.includes(word.replace(/s$/, '')));
  return (
    partial.find((one) => /^(s|secs?|seconds?)$/i.test(one)) ??
    partial.find((one) => SOME.test(wordsOf(one).join(' '))) ??
    partial.find(says) ??
    (partial.length === 1 && texts.length > 1 ? partial[0] : undefined)
  );
}
