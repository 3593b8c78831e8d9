import { mayBe } from '../../contracts/bindings/discovery/declared-types.ts';
import type { Resolution } from '../../contracts/bindings/resolved.ts';
import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { NAME_WORDS } from '../../contracts/bindings/words.ts';
import type { Schema } from '../../contracts/document.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import type { WireFormat } from '../tenant/wire-format.ts';

const NAME = new RegExp(`^((display|deployment)_?)?(${NAME_WORDS})$`, 'i');

/**
 * A request that creates a deployment, under a name by which it is found even if the response says nothing of it. What the document
 * requires besides is taken from a deployment that the tenant shows: a region belongs to a cloud, and not every tenant has each.
 */
export function deploymentRequest(
  wire: WireFormat,
  name: () => string,
  {
    shown = {},
    namesAreKnown = false,
  }: { readonly shown?: Members | undefined; readonly namesAreKnown?: boolean } = {},
) {
  const body = (wire.value('build.deployment') ?? {}) as Members;
  const isGuess = !namesAreKnown && isDefault(wire.resolved.get('build.deployment'));
  const named = Object.entries(isGuess ? withoutChoices(wire, body) : body).map(([member, value]) => [
    member,
    NAME.test(member) && typeof value === 'string' ? name() : value,
  ]);
  const { document, schema } = requestOf(wire);
  const alike = isGuess && document && schema ? requiredLike(document, schema, flat(shown)) : {};
  return { body: { ...(Object.fromEntries(named) as Members), ...alike } };
}

const isDefault = (resolution: Resolution | undefined) =>
  resolution !== undefined && 'source' in resolution && resolution.source === 'default';

function requestOf(wire: WireFormat) {
  const { document } = wire;
  const route = wire.route('createDeployment');
  const declared = route && document?.find(route.method, route.path);
  return { document, schema: declared && document?.schemaOf(declared, 'request') };
}

/** A guessed body without what the document does not require: a tenant may have other regions than the one that is guessed. */
function withoutChoices(wire: WireFormat, body: Members): Members {
  const { document, schema } = requestOf(wire);
  if (!document || !schema) return body;
  const required = document.requiredOf(schema);
  return Object.fromEntries(Object.entries(body).filter(([name]) => NAME.test(name) || required.includes(name)));
}

/** What tells a thing from others is no value for another one. */
const OWN = /(^|_)(id|uuid|slug|name|title|url)$|(Id|Uuid|Slug|Name|Title|Url)$/;
const DEEPEST = 3;

/** The members that a body requires, on each level of it, with the values of the members of these names. */
function requiredLike(
  document: TenantDocument,
  schema: Schema,
  shown: ReadonlyMap<string, unknown>,
  depth = 0,
): Record<string, unknown> {
  const properties = document.propertiesOf(schema);
  const found = document.requiredOf(schema).flatMap((name): (readonly [string, unknown])[] => {
    const value = OWN.test(name) ? undefined : shown.get(plain(name));
    const values = document.valuesOf(properties[name]);
    const isFit = typeof value === 'string' && mayBe(document, properties[name] ?? {}, 'string');
    if (isFit && (values.length === 0 || values.includes(value))) return [[name, value]];
    const inside = depth < DEEPEST ? requiredLike(document, properties[name] ?? {}, shown, depth + 1) : {};
    return Object.keys(inside).length > 0 ? [[name, inside]] : [];
  });
  return Object.fromEntries(found);
}

const plain = (name: string) => name.replace(/[^a-z0-9]/gi, '').toLowerCase();

/** The members of a thing by their plain names, those of its groups included. */
function flat(shown: Members): ReadonlyMap<string, unknown> {
  const groups = Object.values(shown).filter(isMembers);
  return new Map([...groups, shown].flatMap(Object.entries).map(([name, value]) => [plain(name), value]));
}
