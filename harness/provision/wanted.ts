import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Requirement } from '../../contracts/requirements/index.ts';
import type { Schema } from '../../contracts/document.ts';
import { SETTING_GROUPS } from '../../contracts/settings.ts';
import { mayBe } from '../../contracts/bindings/discovery/declared-types.ts';
import { meantByPath } from '../../generators/references.ts';
import { resourceNameIn } from '../../contracts/bindings/resource-names.ts';
import { elsewhereOf, settingOf } from '../requests/things.ts';
import type { WireFormat } from '../tenant/wire-format.ts';
import type { ApiAddress, Wanted } from './source.ts';

const ADDRESSES: readonly ApiAddress[] = ['DATA_API_URL', 'AI_URL'];

/** Every setting that names a thing or holds a credential, and the addresses of other APIs than that of the platform. */
export const WANTED: readonly Wanted[] = [
  ...ADDRESSES,
  ...SETTING_GROUPS.flatMap(({ title, settings }) =>
    ['Credentials', 'Resources provided to the run'].includes(title) ? (Object.keys(settings) as Wanted[]) : [],
  ),
];

const DEEPEST = 3;

/** The members that a body cannot do without, on each level of it. */
function requiredIn(document: TenantDocument, schema: Schema | undefined, depth = 0): string[] {
  if (depth > DEEPEST || !schema) return [];
  const node = document.schema(schema);
  const parts = [...(node.allOf ?? []), ...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  const properties = document.propertiesOf(schema);
  // The `id` in an `agent` is that of an agent.
  const below = Object.entries(properties).flatMap(([name, one]) =>
    requiredIn(document, one, depth + 1).map((inner) => (/^(id|uuid)$/i.test(inner) ? `${name}_id` : inner)),
  );
  const required = (node.required ?? []).map((name) => meantIn(document, document.schema(properties[name]), name));
  return [...required, ...parts.flatMap((part) => requiredIn(document, part, depth + 1)), ...below];
}

/**
 * What a member is meant to be that holds the path of a thing: `agentId` for an `agent`. A dashboard that a text names is named by
 * its public id.
 */
function meantIn(document: TenantDocument, schema: Schema, name: string): string {
  if (settingOf(name) === 'DASHBOARD_ID' && mayBe(document, schema, 'string')) return 'dashboardPublicId';
  const kinds = resourceNameIn(schema.items ?? schema);
  return kinds ? meantByPath(kinds, name, (one) => settingOf(one) !== undefined) : name;
}

/** The things that bodies of these operations have to name by the tenant's own document, in each of the two deployments. */
function namedInBodies(
  { document, route }: { readonly document: WireFormat['document']; readonly route: WireFormat['route'] },
  operations: Iterable<AnyOperationId>,
): string[] {
  return [...operations].flatMap((id) => {
    const place = route(id);
    const declared = place && document?.find(place.method, place.path);
    if (!document || !declared) return [];
    const settings = requiredIn(document, document.schemaOf(declared, 'request')).map((name) => settingOf(name));
    // A new key is the administrator's, unless a check wants another one.
    if (id === 'createApiKey' && settings.includes('MEMBER_USER_ID')) return ['ADMIN_USER_ID'];
    return settings.flatMap((one) => (one ? [one, elsewhereOf(one) ?? []].flat() : []));
  });
}

/** The dashboard whose id is a number in the path of a read that only the tenant's document declares. */
function namedInPaths(document: WireFormat['document']): readonly Wanted[] {
  const isNamed = document?.operations.some((one) => {
    const [, name] = /\/dashboards?\/\{([^}]*)\}/.exec(one.path) ?? [];
    const parameter = document.parametersOf(one).find((other) => other.in === 'path' && other.name === name);
    return one.method === 'get' && parameter !== undefined && !mayBe(document, parameter.schema, 'string');
  });
  return isNamed === true ? ['DASHBOARD_ID'] : [];
}

/** The families whose checks read what only the tenant's document declares. */
const READ_AS_DECLARED = ['named', 'openapi-spec'] as const;

/** What no requirement needs, and only the documents of some tenants have requests name. */
const ONLY_IN_REQUESTS: readonly Wanted[] = ['ADMIN_USER_ID', 'OTHER_AGENT_ID', 'DASHBOARD_ID', 'OTHER_DASHBOARD_ID'];

/** The settings that a whole run needs. */
export function wantedForAll(all: Iterable<Requirement>, wire: WireFormat): readonly Wanted[] {
  const rows = [...all];
  const needed = new Set(wantedFor(rows, rows, wire));
  return WANTED.filter((one) => needed.has(one) || !ONLY_IN_REQUESTS.includes(one));
}

/** The settings that checks of some requirements need, where all others of their families help to prepare. */
export function wantedFor(
  selected: readonly Requirement[],
  all: Iterable<Requirement>,
  wire: WireFormat,
): readonly Wanted[] {
  const families = new Set(selected.map(({ family }) => family));
  const operations = new Set([...all].flatMap((one) => (families.has(one.family) ? one.operations : [])));
  const names = new Set<string>([
    'ADMIN_TOKEN',
    'DEPLOYMENT_ID',
    ...selected.flatMap(({ needs: { actors = [], lent = [], mayUse = [] } }) => [...actors, ...lent, ...mayUse]),
    ...namedInBodies({ document: wire.document, route: (id) => wire.route(id) }, operations),
    ...(READ_AS_DECLARED.some((family) => families.has(family)) ? namedInPaths(wire.document) : []),
  ]);
  return WANTED.filter((setting) => names.has(setting));
}
