import { isPrintedWhole, thingIn } from '../bindings/wrapping.ts';
import { addressAt, bind } from '../bindings/bind.ts';
import type { Resolved } from '../bindings/resolved.ts';
import { TenantDocument, type DeclaredOperation } from '../bindings/tenant-document.ts';
import { operationsOf, type ContractDocument, type Parameter, type PlacedOperation } from '../document.ts';
import type { OperationId } from '../operation-id.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { Drift } from './drift.ts';
import {
  DEFAULTS,
  GATED,
  NOT_PRINTED,
  OPTIONAL_BODIES,
  OPTIONAL_MEMBERS,
  OPTIONAL_QUERY,
  PATH_TYPES,
} from './specified.ts';
import { compareSchemas, type Difference, type Options } from './schemas.ts';

/** The requirements on the tenant's document, by subject of the difference. */
const OWNERS: Readonly<Record<Difference['about'], RequirementId | undefined>> = {
  member: undefined,
  type: 'openapi-spec.document.member-types',
  bound: 'openapi-spec.document.bounds',
  values: 'openapi-spec.document.closed-enums',
  default: 'openapi-spec.document.defaults',
  optional: 'openapi-spec.document.optional-members',
  deprecated: undefined,
};

/** Members that a requirement wants marked as deprecated, by operation and place. */
const MARKED: Readonly<Record<string, RequirementId>> = {
  'listReports data': 'versioning.legacy.reports-data-deprecated',
  'listReports count': 'versioning.legacy.reports-count-deprecated',
  'listFolders data': 'versioning.legacy.folders-data-deprecated',
  'listFolders count': 'versioning.legacy.folders-count-deprecated',
};

const LATER_ACTIONS = ['ScheduledTasksRead', 'ScheduledTasksManage'];

/** The differences between a tenant's own document and what the specification states. */
export function compareDocuments(
  contract: ContractDocument,
  resolved: Resolved,
  theirs: TenantDocument,
): readonly Drift[] {
  const bound = bind(contract, resolved);
  const ours = new TenantDocument(bound as unknown as Readonly<Record<string, unknown>>);
  const specified = operationsOf(bound).filter(({ operation, path }) => isSpecified(operation, bound.paths[path]));
  const found = specified.flatMap((placed) => {
    const path = addressAt(placed.path);
    const declared = theirs.find(placed.method, path) ?? theirs.find(placed.method, otherEnd(path));
    return declared ? compareOperation(ours, placed, theirs, declared, contract) : undeclared(placed);
  });
  return [...found, ...addedOperations(specified, theirs)];
}

/** Whether the specification states the path of an operation, and the platform API serves it. */
function isSpecified(operation: PlacedOperation['operation'], item: ContractDocument['paths'][string] | undefined) {
  const { credential } = operation['x-access'];
  return (
    operation['x-binding'] === undefined &&
    item !== undefined &&
    credential !== 'core-data' &&
    credential !== 'ai' &&
    credential !== 'scim'
  );
}

/** The path with or without its trailing slash: whether the two differ is left open. */
function otherEnd(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
}

function undeclared({ operation, method, path }: PlacedOperation): Drift[] {
  const id = operation.operationId as OperationId;
  // Nothing prints that a document lists the address at which it is served, and generators of documents leave it out.
  if (id === 'getSpec' || GATED.includes(id)) return [];
  const requirement = path.startsWith('/build/')
    ? 'openapi-spec.document.build-operations'
    : 'openapi-spec.document.platform-operations';
  return [{ what: 'missing', operation: id, place: '', expected: `${method.toUpperCase()} ${path}`, requirement }];
}

function addedOperations(specified: readonly PlacedOperation[], theirs: TenantDocument): Drift[] {
  const bare = (method: string, path: string) => `${method} ${path.replace(/\{[^}]*\}/g, '{}').replace(/\/$/, '')}`;
  const known = new Set(specified.map(({ method, path }) => bare(method, path)));
  return theirs.operations
    .filter(({ method, path }) => !known.has(bare(method, path)))
    .map(({ method, path }) => ({ what: 'added', operation: `${method.toUpperCase()} ${path}`, place: '' }));
}

function compareOperation(
  ours: TenantDocument,
  { operation }: PlacedOperation,
  theirs: TenantDocument,
  declared: DeclaredOperation,
  contract: ContractDocument,
): Drift[] {
  const id = operation.operationId as OperationId;
  const placed: DeclaredOperation = { method: declared.method, path: declared.path, operation };
  const drift = (place: string, rest: Omit<Drift, 'operation' | 'place'>): Drift => ({ operation: id, place, ...rest });
  const whole = theirs.schemaOf(declared, 'answer');
  const answer = isPrintedWhole(id)
    ? whole
    : thingIn(theirs, whole, ours.propertiesOf(ours.schemaOf(placed, 'answer')));
  const side = (name: 'request' | 'answer') =>
    compareSchemas(
      { document: ours, schema: ours.schemaOf(placed, name) },
      { document: theirs, schema: name === 'request' ? theirs.schemaOf(declared, name) : answer },
      optionsFor(id, name, contract),
    ).map(({ path, about, ...rest }) => {
      const owner = ownerOf(id, name, path, about, rest);
      return drift(`${name} ${path}`.trim(), { ...rest, ...(owner !== undefined && { requirement: owner }) });
    });
  return [
    ...compareQuery(id, ours, placed, theirs, declared).map(({ place, ...rest }) => drift(place, rest)),
    ...comparePath(id, theirs, declared).map(({ place, ...rest }) => drift(place, rest)),
    ...compareBody(id, theirs, declared).map((rest) => drift('request', rest)),
    ...side('request'),
    ...side('answer'),
    ...compareStatuses(operation, theirs, declared).map(({ place, ...rest }) => drift(place, rest)),
    ...compareName(id, declared).map((rest) => drift('', rest)),
  ];
}

function ownerOf(
  id: OperationId,
  side: 'request' | 'answer',
  path: string,
  about: Difference['about'],
  { what, expected }: Pick<Drift, 'what' | 'expected'>,
): RequirementId | undefined {
  if (about === 'deprecated') return MARKED[`${id} ${path}`];
  if (about === 'member') return what === 'added' ? undefined : `openapi-spec.document.${side}-members`;
  if (about !== 'values') return OWNERS[about];
  if (what === 'added') return undefined;
  if (path.endsWith('resourceType')) return 'openapi-spec.document.resource-types';
  if (!path.endsWith('actions[]')) return OWNERS.values;
  const isLater = expected !== undefined && LATER_ACTIONS.some((action) => expected === JSON.stringify(action));
  return isLater ? 'openapi-spec.document.later-actions' : 'openapi-spec.document.actions';
}

const POLICY = /(^|\.|\])policies\[\]\.(resourceType|actions\[\])$/;

function optionsFor(id: OperationId, side: 'request' | 'answer', contract: ContractDocument): Options {
  const optional = side === 'request' ? (OPTIONAL_MEMBERS[id] ?? []) : [];
  const vocabulary = (name: 'ResourceType' | 'Action') => contract.components.schemas[name]?.enum;
  return {
    grows: (path) => POLICY.test(path),
    listed: (path) => {
      const [, , member] = POLICY.exec(path) ?? [];
      return member === undefined ? undefined : vocabulary(member === 'resourceType' ? 'ResourceType' : 'Action');
    },
    isOptional: (path) => optional.includes(path) || (optional.includes('*') && !path.includes('.')),
    mayLack: (path) => NOT_PRINTED[`${id} ${side}`]?.includes(path.split('.').at(-1) ?? '') === true,
    defaultOf: (path) => DEFAULTS[id]?.[path.split('.').at(-1) ?? ''],
  };
}

type Part = Omit<Drift, 'operation' | 'place'>;

function compareQuery(
  id: OperationId,
  ours: TenantDocument,
  specified: DeclaredOperation,
  theirs: TenantDocument,
  declared: DeclaredOperation,
): (Part & { place: string })[] {
  const there = new Map(theirs.parametersOf(declared).flatMap((one) => (one.in === 'query' ? [[one.name, one]] : [])));
  const open = new Set(
    (specified.operation.parameters ?? []).flatMap((one) => {
      const parameter = ours.follow(one) as Parameter;
      return parameter['x-binding'] === undefined ? [] : [parameter.name];
    }),
  );
  const expected = ours.parametersOf(specified).filter((one) => one.in === 'query');
  const known = expected.flatMap(({ name, schema }): (Part & { place: string })[] => {
    const place = `query ${name}`;
    const found = there.get(name);
    const isAssumed = open.has(name);
    if (!found) {
      return isAssumed ? [] : [{ what: 'missing', place, requirement: 'openapi-spec.document.query-parameters' }];
    }
    const isOptional = OPTIONAL_QUERY[id]?.includes(name) === true;
    const options: Options = {
      grows: () => false,
      listed: () => undefined,
      isOptional: () => false,
      mayLack: () => false,
      defaultOf: () => undefined,
    };
    return [
      ...(isOptional && found.isRequired
        ? [
            {
              what: 'stricter' as const,
              place,
              seen: 'required',
              requirement: 'openapi-spec.document.optional-members' as const,
            },
          ]
        : []),
      ...compareSchemas({ document: ours, schema }, { document: theirs, schema: found.schema }, options).map(
        ({ path: _, about, ...rest }) => {
          const requirement = OWNERS[about];
          return { ...rest, place, ...(requirement !== undefined && { requirement }) };
        },
      ),
    ];
  });
  const names = new Set(expected.map(({ name }) => name));
  const added = [...there.keys()].filter((name) => !names.has(name));
  return [...known, ...added.map((name) => ({ what: 'added' as const, place: `query ${name}` }))];
}

function comparePath(
  id: OperationId,
  theirs: TenantDocument,
  declared: DeclaredOperation,
): (Part & { place: string })[] {
  const specified = PATH_TYPES[id];
  if (!specified) return [];
  const schema = { type: specified.type };
  const options: Options = {
    grows: () => false,
    listed: () => undefined,
    isOptional: () => false,
    mayLack: () => false,
    defaultOf: () => undefined,
  };
  return theirs
    .parametersOf(declared)
    .filter((one) => one.in === 'path')
    .flatMap((one) => compareSchemas({ document: theirs, schema }, { document: theirs, schema: one.schema }, options))
    .map(({ path: _, about: __, ...rest }) => ({
      ...rest,
      place: `path ${specified.name}`,
      requirement: 'openapi-spec.document.member-types',
    }));
}

function compareBody(id: OperationId, theirs: TenantDocument, declared: DeclaredOperation): Part[] {
  const body = theirs.follow(declared.operation.requestBody) as { readonly required?: unknown } | undefined;
  if (!OPTIONAL_BODIES.includes(id) || body?.required !== true) return [];
  return [{ what: 'stricter', seen: 'required', requirement: 'openapi-spec.document.optional-bodies' }];
}

function compareStatuses(
  operation: PlacedOperation['operation'],
  theirs: TenantDocument,
  declared: DeclaredOperation,
): (Part & { place: string })[] {
  const stated = theirs.statusesOf(declared);
  return Object.keys(operation.responses)
    .filter((status) => /^2\d\d$/.test(status))
    .filter((status) => ![status, '2XX', 'default'].some((one) => stated.includes(one)))
    .map((status) => ({
      what: 'missing',
      place: `status ${status}`,
      seen: stated.join(', '),
      requirement: 'openapi-spec.document.statuses',
    }));
}

/** `updateRole` is the only operationId that the specification states. */
function compareName(id: OperationId, { operation }: DeclaredOperation): Part[] {
  if (id !== 'updateRole' || operation.operationId === 'updateRole') return [];
  return [
    {
      what: 'other',
      expected: 'operationId updateRole',
      seen: operation.operationId,
      requirement: 'openapi-spec.document.update-role-id',
    },
  ];
}
