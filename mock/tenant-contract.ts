import type { Binding, Bindings } from '../contracts/bindings/binding.ts';
import { BINDINGS } from '../contracts/bindings/index.ts';
import { METHODS, type ContractDocument, type Operation, type PathItem, type Schema } from '../contracts/document.ts';
import { resolvePointer } from '../contracts/pointer.ts';
import type { AnyOperationId } from '../contracts/operations.ts';
import type { Dialect } from './dialects/dialect.ts';
import { SHARED_SCHEMAS } from './dialects/freedoms/bodies.ts';
import { OWN_MEMBERS, type OwnMembers } from './own-members.ts';
import { changesBy } from './state-updates.ts';
import { keyMembers } from './vendor/api-keys.ts';
import { threadSchemas, withThreadPages } from './threads.ts';
import { BODY_PLACES, markedParameter, markedSchemas, schemaOf } from './wire-marks.ts';

const NOTHING: OwnMembers = { required: [], properties: {} };

/** What a build takes and needs beyond the printed members of a body. */
export function ownMembersOf(operationId: string): OwnMembers {
  return OWN_MEMBERS[operationId as AnyOperationId] ?? NOTHING;
}

/**
 * The contract with what a build of this dialect adds to it, in the contract's names: members of requests that are not
 * printed. A dialect that adds nothing leaves it as it is.
 */
export function tenantContract(contract: ContractDocument, dialect: Dialect): ContractDocument {
  const { components } = contract;
  const schemasOfKinds = markedSchemas(contract, dialect);
  const all = { ...schemasOfKinds, ...threadSchemas(schemasOfKinds, dialect) };
  const marked = { ...contract, components: { ...components, schemas: all } };
  const paths = Object.entries(contract.paths).map(([path, item]) => [path, withBodies(marked, dialect, item)]);
  const parameters = Object.entries(components.parameters).map(([name, one]) => [
    name,
    markedParameter(name, one, dialect),
  ]);
  const used = new Set(JSON.stringify(dialect.further).match(/(?<=#\/components\/schemas\/)\w+/g));
  const schemas = Object.fromEntries(Object.entries(SHARED_SCHEMAS).filter(([name]) => used.has(name)));
  return {
    ...contract,
    paths: Object.fromEntries(paths) as ContractDocument['paths'],
    components: {
      ...components,
      parameters: Object.fromEntries(parameters) as ContractDocument['components']['parameters'],
      schemas: { ...marked.components.schemas, ...schemas },
    },
  };
}

function withBodies(contract: ContractDocument, dialect: Dialect, item: PathItem): PathItem {
  const changed: Record<string, unknown> = { ...item };
  for (const method of METHODS) {
    const operation = item[method];
    if (operation) changed[method] = withThreadPages(withBody(contract, dialect, operation), dialect);
  }
  return changed;
}

/** An operation with the body that this dialect takes. */
export function withBody(contract: ContractDocument, dialect: Dialect, operation: Operation): Operation {
  const { requestBody, operationId } = operation;
  const schema = requestBody?.content['application/json']?.schema;
  if (!schema) return operation;
  const taken = bodySchema(contract, dialect, operationId, schema);
  if (taken === schema) return operation;
  return { ...operation, requestBody: { ...requestBody, content: { 'application/json': { schema: taken } } } };
}

function bodySchema(contract: ContractDocument, dialect: Dialect, operationId: string, schema: Schema): Schema {
  const isShown = dialect.told === 'by example' && hasExample(operationId);
  const { required: known, properties: own } = isShown ? NOTHING : ownMembersOf(operationId);
  const untaken = untakenMembers(dialect, operationId);
  const printed = untaken.length > 0 ? without(resolved(contract, schema), untaken) : schema;
  const usual = known.filter((name) => !untaken.includes(name));
  const changes = changesBy(dialect, operationId);
  const internal = operationId === 'generateEmbedSession' ? internalUserMember(dialect) : undefined;
  const required = internal ? usual.filter((name) => name !== 'externalId') : usual;
  // An example of a usual key has none of these, so that they are declared in any case.
  const properties = { ...own, ...changes, ...internal, ...(operationId === 'createApiKey' && keyMembers(dialect)) };
  const further = dialect.further[operationId]?.schema;
  const values = valuesIn(dialect, operationId);
  if (required.length === 0 && Object.keys(properties).length === 0 && !further && Object.keys(values).length === 0)
    return printed;
  const whole = resolved(contract, printed);
  const added = [
    { type: 'object', required, properties: { ...properties, ...values } },
    ...(further ? [further] : []),
  ].filter(isTelling);
  // Names that are open are renamed where the contract declares them, so they are required there and nowhere else.
  const isOpen = required.some((name) => whole.properties?.[name]?.['x-binding'] !== undefined);
  const fits = dialect.bodyForm === 'allOf' && !isOpen;
  return fits
    ? { allOf: [printed, ...added] }
    : added.reduce<Schema>((one, more) => merged(contract, one, more), whole);
}

/** Members of a body whose place is open, and which this dialect does without. */
function untakenMembers({ outcomes }: Dialect, operationId: string): readonly string[] {
  return operationId === 'startMetricViewPreview' && outcomes.previewSource !== 'named' ? ['dataSourceName'] : [];
}

function without(schema: Schema, names: readonly string[]): Schema {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name));
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The member of a request for an embed session that names a user of the account in place of an outsider. */
function internalUserMember({ internalUsers }: Dialect): Readonly<Record<string, Schema>> | undefined {
  if (!internalUsers) return undefined;
  const { member, by } = internalUsers;
  const type = by === 'id' ? 'integer' : 'string';
  const what = by === 'id' ? 'The id' : 'The email address';
  return { [member]: { type, description: `${what} of a user of the account, in place of an external one.` } };
}

/** Whether a binding has an example of the body, by which the document can tell of it; a body without one is declared. */
function hasExample(operationId: string): boolean {
  const table: Bindings = BINDINGS;
  const isOf = ({ discover }: Binding) => discover?.rule === 'example' && discover.operation === operationId;
  return Object.values(table).some(isOf);
}

function isTelling({ required = [], properties = {} }: Schema): boolean {
  return required.length > 0 || Object.keys(properties).length > 0;
}

function resolved(contract: ContractDocument, schema: Schema): Schema {
  return schema.$ref === undefined ? schema : (resolvePointer(contract, schema.$ref) as Schema);
}

/** An object schema with the members of another one among its own. */
function merged(contract: ContractDocument, one: Schema, more: Schema): Schema {
  const properties: Record<string, Schema> = { ...one.properties };
  for (const [name, member] of Object.entries(more.properties ?? {})) {
    const known = properties[name];
    properties[name] =
      known?.$ref !== undefined && member.properties
        ? merged(contract, resolved(contract, known), member)
        : { ...known, ...member };
  }
  return {
    ...one,
    type: 'object',
    properties,
    ...((one.required || more.required) && {
      required: [...new Set([...(one.required ?? []), ...(more.required ?? [])])],
    }),
  };
}

/** Members whose values this dialect has a list of. */
function valuesIn(dialect: Dialect, operationId: string): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    Object.entries(BODY_PLACES[operationId] ?? {}).flatMap(([name, kind]) => {
      const shown = schemaOf(dialect, kind);
      return shown ? [[name, { ...shown, 'x-wire': kind }] as const] : [];
    }),
  );
}
