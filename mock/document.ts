import { addressAt, bind, placeFor } from '../contracts/bindings/bind.ts';
import type { Bindings, Route } from '../contracts/bindings/binding.ts';
import { BINDINGS } from '../contracts/bindings/index.ts';
import { valueOf, type Resolved } from '../contracts/bindings/resolved.ts';
import {
  operationsOf,
  type ContractDocument,
  type Method,
  type Operation,
  type Parameter,
  type PathItem,
  type Schema,
} from '../contracts/document.ts';
import { BOUND_OPERATIONS } from '../contracts/operations.ts';
import type { Dialect } from './dialects/dialect.ts';
import { plain } from './dialects/plain.ts';
import { DECLARED } from './families/index.ts';
import { pagesRules } from './rules/pages.ts';
import { sampleOf } from './sample.ts';
import { withBodyType } from './patch-types.ts';
import { withBody } from './tenant-contract.ts';
import { vendorOperations } from './vendor/index.ts';
import { withWrap, wrapOf } from './wrapped.ts';
import { parameterKind, schemaOf } from './wire-marks.ts';

/**
 * Everything that this build serves: the contract in the names of its dialect, the operations whose paths the
 * specification does not print, and those of families that it only names.
 */
export function servedDocument(
  contract: ContractDocument,
  resolved: Resolved,
  dialect: Dialect = plain,
  toWire: ToWire = (_schema, value) => value,
): ContractDocument {
  const bound = bind(contract, resolved, 'typed');
  const paths: Record<string, PathItem> = { ...bound.paths };
  const add = (route: Route, operation: Operation) => {
    const place = placeFor(paths, route, operation.operationId);
    paths[place] = {
      ...paths[place],
      parameters: paths[place]?.parameters ?? pathParameters(route.path, dialect),
      [route.method]: operation,
    };
  };
  for (const [operationId, { summary, family, lines, access, binding, ...rest }] of Object.entries(BOUND_OPERATIONS)) {
    const route = valueOf(resolved, binding) as Route;
    const answer = 'answer' in rest ? rest.answer : undefined;
    const operation: Operation = {
      operationId,
      summary,
      tags: [family],
      security: [{ [access.credential]: [] }],
      ...(hasPages(contract, answer) && { parameters: PAGE_PARAMETERS }),
      ...(route.method !== 'get' && {
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      }),
      responses: {
        '2XX': { description: 'Done.', ...(answer !== undefined && { content: jsonOf({ $ref: answer }) }) },
        '401': { $ref: '#/components/responses/Unauthorized' },
        '403': { $ref: '#/components/responses/Forbidden' },
        '4XX': { $ref: '#/components/responses/Refused' },
      },
      'x-lines': lines,
      'x-access': access,
    };
    add(route, withBody(contract, dialect, operation));
  }
  for (const { binding, operation } of DECLARED) {
    const route = valueOf(resolved, binding) as Route;
    add(route, route.path.includes('{deploymentId}') ? operation : ofTheAccount(operation));
  }
  for (const { route, operation } of vendorOperations(dialect)) add(route, withBody(contract, dialect, operation));
  return { ...bound, paths: withExamples({ ...bound, paths }, resolved, dialect, toWire) };
}

/** At an address that names no deployment, no key is scoped to another one. */
function ofTheAccount(operation: Operation): Operation {
  const { scopedKeyElsewhereRefused: _, ...access } = operation['x-access'];
  return { ...operation, 'x-access': access };
}

/** Values as this dialect writes them. */
type ToWire = (schema: Schema | undefined, value: unknown) => unknown;

const PAGE_PARAMETERS = ['first', 'after'].map((name) => ({ $ref: `#/components/parameters/${name}` }));

/** Whether an answer tells of further pages: then there has to be a way to ask for them. */
function hasPages({ components }: ContractDocument, answer: string | undefined): boolean {
  const schema = components.schemas[answer?.split('/').at(-1) ?? ''];
  return schema?.properties?.['pageInfo'] !== undefined;
}

/** What a page size may be in this build; the specification prints it for one list alone. */
function withPageSizes(parameters: Readonly<Record<string, Parameter>>): Record<string, Parameter> {
  const { first } = parameters;
  const { least } = pagesRules().first;
  return { ...parameters, ...(first && { first: { ...first, schema: { ...first.schema, minimum: least } } }) };
}

const SCIM_RESOURCE = BINDINGS['scim.resource'].default;

function jsonOf(schema: Schema): Record<string, { schema: Schema }> {
  return { 'application/json': { schema } };
}

function pathParameters(path: string, dialect: Dialect): PathItem['parameters'] & object {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: idSchema(name, dialect),
  }));
}

function idSchema(name: string, dialect: Dialect): Schema {
  const kind = parameterKind('', name);
  return (kind && schemaOf(dialect, kind)) ?? { type: ['string', 'integer'] };
}

/** What a body needs beyond the printed members is shown by example, which is where a client looks for it. */
function withExamples(
  document: ContractDocument,
  resolved: Resolved,
  dialect: Dialect,
  toWire: ToWire,
): Record<string, PathItem> {
  const { paths } = document;
  if (dialect.told === 'declared') return paths;
  const table: Bindings = BINDINGS;
  const examples = new Map<string, unknown>();
  for (const [id, binding] of Object.entries(table)) {
    if (binding.discover?.rule === 'example') examples.set(binding.discover.operation, valueOf(resolved, id));
  }
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => {
      const changed: Record<string, unknown> = { ...item };
      for (const [method, operation] of Object.entries(item) as [string, Operation][]) {
        const example = withFurther(document, dialect, operation.operationId, examples.get(operation.operationId));
        const content = operation.requestBody?.content['application/json'];
        if (example === undefined || !content) continue;
        const shown = toWire(content.schema, example);
        changed[method] = {
          ...operation,
          requestBody: { ...operation.requestBody, content: { 'application/json': { ...content, example: shown } } },
        };
      }
      return [path, changed];
    }),
  );
}

/** An example that also has what the dialect needs beyond it. */
function withFurther(document: ContractDocument, dialect: Dialect, operationId: string, example: unknown): unknown {
  const further = dialect.further[operationId];
  if (!further || typeof example !== 'object') return example;
  const whole: Record<string, unknown> = { ...example };
  for (const [name, schema] of Object.entries(further.schema.properties ?? {})) {
    const sample = sampleOf(document, schema);
    const standing = whole[name];
    whole[name] = typeof standing === 'object' ? { ...standing, ...(sample as object) } : sample;
  }
  return whole;
}

/**
 * What the document of every tenant of a dialect says, at whichever address: with the concrete statuses of this build
 * (outside tools know no ranges of successes) and without the marks that mean something to us alone.
 */
export function publicDocument(served: ContractDocument, dialect: Dialect): Record<string, unknown> {
  const platform = operationsOf(served).filter(({ path, operation }) => {
    // What an update does beside its own is a member of its body.
    if (addressAt(path) !== path) return false;
    const { credential } = operation['x-access'];
    return credential !== 'core-data' && credential !== 'ai';
  });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { path, method, operation } of platform) {
    const { parameters } = served.paths[path] as PathItem;
    // What SCIM lets its token read is told by name; the contract knows no name for it.
    const isScim = operation['x-access'].credential === 'scim';
    const shown = isScim ? path.replace('{resource}', SCIM_RESOURCE) : path;
    paths[shown] = {
      ...paths[shown],
      ...(parameters && (!isScim || shown.includes('{')) && { parameters }),
      [method]: shownIn(served, dialect, method, operation),
    };
  }
  const { title, version } = served.info;
  const document = {
    ...served,
    info: { title, version, description: `The management API as the reference tenant serves it, ${dialect.name}.` },
    servers: [{ url: '/' }],
    paths,
    components: { ...served.components, parameters: withPageSizes(served.components.parameters) },
  };
  return withoutMarks(document) as Record<string, unknown>;
}

function shownIn(served: ContractDocument, dialect: Dialect, method: Method, operation: Operation): Operation {
  const typed = withBodyType(operation, method, dialect);
  return withStatuses(withWrap(typed, wrapOf(served, dialect, operation)), dialect);
}

/** The status of this build's success: the printed one, else what the dialect makes of the kind of answer. */
export function successStatus(
  operation: Operation,
  dialect: Dialect,
  kind: 'ok' | 'created' | 'done' | 'bytes',
): number {
  const printed = Object.keys(operation.responses).find((status) => /^2\d\d$/.test(status));
  if (printed !== undefined) return Number(printed);
  const answer =
    kind === 'bytes' ? { kind, bytes: new Uint8Array(), type: '' } : kind === 'done' ? { kind } : { kind, body: null };
  return dialect.success(answer, operation);
}

/** An operation with the statuses of successes that this build answers with. */
export function withStatuses(operation: Operation, dialect: Dialect): Operation {
  const { '2XX': open, ...printed } = operation.responses;
  if (!open) return operation;
  // What an operation answers may depend on what it did, so each status that may come is declared.
  const kinds = 'content' in open ? (['ok', 'created'] as const) : (['done', 'ok', 'created'] as const);
  const statuses = new Set(kinds.map((kind) => successStatus(operation, dialect, kind)));
  return {
    ...operation,
    responses: { ...Object.fromEntries([...statuses].map((status) => [status, open])), ...printed },
  };
}

/** A part of the document without the marks that mean something to us alone. */
export function withoutMarks(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutMarks);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => !/^x-(requirement|binding|lines|access|partial|wire)$/.test(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutMarks(value)]));
}
