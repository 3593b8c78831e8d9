import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { meantValues, wordsOf } from '../../contracts/bindings/words.ts';
import type { Schema } from '../../contracts/document.ts';
import { holdsWhole, placesIn, schemasOf, typesOf } from './request-places.ts';

type Members = Readonly<Record<string, unknown>>;

/** With whom a thing is to be shared. */
export interface SharedWith {
  readonly like: RegExp;
  /** Whether one of the listed values of a member may say so, as `ALL_USERS` does. */
  readonly isOneValue?: boolean;
  /** The kind of one of them, as a grant states it. */
  readonly kind: RegExp;
}

/** Grants in a request: the names that lead to their list, none where the request is one grant, and a grant to somebody. */
export interface Grants {
  readonly at: readonly string[];
  readonly to: (name: string) => Members;
}

/** A list of grants stands in the request, or in a member that holds all that is said of sharing. */
const DEEPEST_LIST = 2;
/** A grant, or an object in it that says whom it is for. */
const DEEPEST_GRANTEE = 2;

/** Where a request lists grants, or is one, such as `{ grantee: { kind: 'EmbedTenant', name: 'acme' }, access: 'Read' }`. */
export function grantsIn(document: TenantDocument, request: Schema | undefined, whom: SharedWith): Grants | undefined {
  const isNear = (path: readonly string[]) => path.filter((name) => !holdsWhole(name)).length <= DEEPEST_LIST;
  const lists = placesIn(document, request).filter(({ path }) => isNear(path));
  for (const { path, schema } of lists) {
    const to = grantOf(document, document.elementsOf(schema), whom);
    if (to) return { at: path, to };
  }
  const to = grantOf(document, request, whom);
  return to && { at: [], to };
}

function grantOf(document: TenantDocument, node: Schema | undefined, whom: SharedWith): Grants['to'] | undefined {
  if (node === undefined) return undefined;
  for (const form of formsOf(document, node)) {
    const grantee = granteeIn(document, form, whom);
    const levels = grantee && levelsIn(document, form);
    if (levels) return (name) => ({ ...levels, ...grantee(name) });
  }
  return undefined;
}

/** The objects that a schema may be. */
const formsOf = (document: TenantDocument, node: Schema) =>
  schemasOf(document, node).filter((one) => Object.keys(document.propertiesOf(one)).length > 0);

/**
 * Says in an object whom a grant is for: by a kind alone, by a kind with a name beside it, in a member that is called after the kind,
 * such as `embedTenant`, or in one that is such an object.
 */
function granteeIn(document: TenantDocument, form: Schema, whom: SharedWith, depth = 1): Grants['to'] | undefined {
  const members = Object.entries(document.propertiesOf(form));
  for (const [member, schema] of members) {
    const kind = textsIn(document, schema).find((text) => whom.kind.test(wordsOf(text).join(' ')));
    if (kind === undefined) continue;
    if (whom.isOneValue === true) return () => ({ [member]: kind });
    const named = nameBeside(document, members, member);
    if (named !== undefined) return (name) => ({ [member]: kind, [named]: name });
  }
  const [own] = members.find(([member]) => whom.kind.test(wordsOf(member).join(' '))) ?? [];
  const types = own === undefined ? [] : typesOf(document, document.propertiesOf(form)[own] ?? {});
  if (own !== undefined && whom.isOneValue === true && types.includes('boolean')) return () => ({ [own]: true });
  if (own !== undefined && whom.isOneValue !== true && types.includes('string')) return (name) => ({ [own]: name });
  if (depth >= DEEPEST_GRANTEE) return undefined;
  for (const [member, schema] of members) {
    for (const one of formsOf(document, schema)) {
      const inner = granteeIn(document, one, whom, depth + 1);
      if (inner) return (name) => ({ [member]: inner(name) });
    }
  }
  return undefined;
}

const NAMES = [/^name$/i, /name$/i, /^(id|key|slug|value|subject|principal|identifier)$/i, /(id|key|slug)$/i];

/** The member beside a kind that names one of it. */
function nameBeside(
  document: TenantDocument,
  members: readonly (readonly [string, Schema])[],
  kind: string,
): string | undefined {
  const texts = members
    .filter(([name, schema]) => name !== kind && typesOf(document, schema).includes('string'))
    .filter(([, schema]) => textsIn(document, schema).length === 0)
    .map(([name]) => name);
  return NAMES.flatMap((like) => texts.filter((name) => like.test(name)))[0];
}

/** The texts that a member may have, where the document lists them. */
const textsIn = (document: TenantDocument, node: Schema): string[] =>
  meantValues(document.valuesOf(node)).filter((one): one is string => typeof one === 'string');

const LEVEL = /^(access|role|level|permission|right|capability|privilege)s?$/;
const READING = /^(can )?(read|reader|view|viewer|use|user|consume|consumer)\b/;

/** How much a grant lets somebody do: read. Undefined where the document says that it has to be told, and lists nothing like it. */
function levelsIn(document: TenantDocument, form: Schema): Members | undefined {
  const required = document.requiredOf(form);
  const levels: Record<string, string> = {};
  for (const [member, schema] of Object.entries(document.propertiesOf(form))) {
    if (!LEVEL.test(wordsOf(member).at(-1) ?? '')) continue;
    const texts = textsIn(document, schema);
    const reading = texts.find((one) => READING.test(wordsOf(one).join(' ')));
    if (reading !== undefined) levels[member] = reading;
    else if (texts.length > 1 && required.includes(member)) return undefined;
  }
  return levels;
}
