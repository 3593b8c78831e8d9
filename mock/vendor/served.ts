import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Route } from '../../contracts/bindings/binding.ts';
import type { Access, Operation, Schema } from '../../contracts/document.ts';
import { created, done, ok, refuse, type Answer } from '../answer.ts';
import { bodyOf, type Body, type Call, type Handler } from '../call.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { appears, isEarly } from '../late.ts';
import { pageOf } from '../pages.ts';
import { schemaOf } from '../wire-marks.ts';
import { requireOwnAccount } from './organizations.ts';
import type { Thing, VendorOperation } from './operation.ts';
import { neededIn, referenceSchema, referredIn, refersIn, withoutId } from './references.ts';

type Names = (member: string) => string;

const SAME: Names = (member) => member;

function namesOf({ vendor }: Dialect, { kind, isStandard }: VendorOperation): Names {
  return isStandard ? SAME : (member) => vendor.called(kind, member);
}

/** What an operation does, with bodies and answers in the names of the caller's dialect. */
export function handlerOf(operation: VendorOperation): Handler {
  return (call): Answer => {
    const names = namesOf(call.tenant.dialect, operation);
    requireOwnAccount(call);
    holdHeader(call, operation);
    if (operation.does === 'list') return ok(listAnswer(call, operation, names));
    const body = operation.body ? bodyIn(call, operation) : {};
    if (!('shows' in operation)) {
      operation.run(call, body);
      return done();
    }
    const thing = operation.run(call, body);
    if (operation.listedBy !== undefined)
      appears(call.tenant, operation.listedBy, String(thing['id'] ?? thing['name']));
    const { wrap } = call.tenant.dialect.vendor;
    const shown = shownAs(call.tenant.dialect, operation, renamed(thing, names));
    const whole = wrap === '' || operation.isStandard ? shown : { [wrap]: shown };
    return operation.does === 'create' ? created(whole) : ok(whole);
  };
}

/** The header that a creation needs in this dialect. */
function headerOf({ vendor }: Dialect, { does, isStandard }: VendorOperation): string | undefined {
  return does === 'create' && !isStandard ? vendor.creationHeader : undefined;
}

function holdHeader({ tenant, headers }: Call, operation: VendorOperation): void {
  const header = headerOf(tenant.dialect, operation);
  if (header !== undefined && headers[header.toLowerCase()] === undefined)
    refuse('invalid', `the header ${header} is missing`);
}

/** What a member of a body is called, which may name a thing by an object. */
function bodyNames(dialect: Dialect, operation: VendorOperation): Names {
  const names = namesOf(dialect, operation);
  return (member) => (refersIn(dialect, operation, member) ? withoutId(names(member)) : names(member));
}

function listAnswer(call: Call, operation: VendorOperation & { readonly does: 'list' }, names: Names): unknown {
  const { dialect } = call.tenant;
  const { items, cursor, more } = dialect.vendor.list;
  const isDescending = dialect.order === 'descending';
  const keyOf = (thing: Thing) => [thing[operation.by] as string | number];
  const all = operation.run(call).filter((thing) => !isEarly(call, String(thing[operation.by])));
  const sorted = all.sort((a, b) => ((keyOf(a)[0] ?? 0) < (keyOf(b)[0] ?? 0) ? -1 : 1));
  const page = pageOf(call, isDescending ? sorted.reverse() : sorted, keyOf, { descending: isDescending });
  const shown = page.items.map((thing) => shownAs(dialect, operation, renamed(thing, names)));
  if (items === '') return shown;
  if (cursor === 'pageInfo.endCursor') return { [items]: shown, pageInfo: page.pageInfo };
  return [
    [items, shown] as const,
    [cursor, page.pageInfo.endCursor] as const,
    [more, page.pageInfo.hasNextPage] as const,
  ].reduce<Record<string, unknown>>((whole, [place, value]) => placed(whole, place.split('.'), value), {});
}

function placed(
  whole: Readonly<Record<string, unknown>>,
  [first = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  if (rest.length === 0) return { ...whole, [first]: value };
  return { ...whole, [first]: placed((whole[first] ?? {}) as Record<string, unknown>, rest, value) };
}

/** A thing as it is, or as a resource object. */
function shownAs({ vendor }: Dialect, { kind, isStandard }: VendorOperation, thing: Thing): Thing {
  if (!vendor.isResource || isStandard) return thing;
  const { id, ...attributes } = thing;
  return { type: kind, ...(id !== undefined && { id }), attributes };
}

/** The schema of a thing as it is, or of its resource object. */
function shownSchema({ vendor }: Dialect, { kind, isStandard }: VendorOperation, thing: Schema): Schema {
  if (!vendor.isResource || isStandard) return thing;
  const { id, ...attributes } = thing.properties ?? {};
  const required = (thing.required ?? []).filter((name) => name !== 'id');
  return {
    type: 'object',
    required: ['type', ...(id ? ['id'] : []), 'attributes'],
    properties: {
      type: { const: kind },
      ...(id && { id }),
      attributes: { type: 'object', required, properties: attributes },
    },
  };
}

function renamed(thing: Thing, names: Names): Thing {
  return Object.fromEntries(Object.entries(thing).map(([member, value]) => [names(member), value]));
}

/** Where a body holds what it says of the thing. */
function placeIn({ vendor }: Dialect, { kind, does, isStandard }: VendorOperation): readonly string[] {
  return (does === 'create' || kind === 'embed-sharing') && !isStandard ? vendor.bodyIn(kind) : [];
}

const saysType = (dialect: Dialect, operation: VendorOperation): boolean =>
  dialect.vendor.saysType && placeIn(dialect, operation).length > 0;

/** The schema of a body, which may have to say the type of the thing. */
function withType(dialect: Dialect, operation: VendorOperation, body: Schema): Schema {
  const { data } = body.properties ?? {};
  if (!data || !saysType(dialect, operation)) return body;
  const properties = { type: { const: operation.kind }, ...data.properties };
  return { ...body, properties: { data: { ...data, required: ['type', ...(data.required ?? [])], properties } } };
}

function heldBy(body: Body, [first, ...rest]: readonly string[]): Body {
  if (first === undefined) return body;
  const held = body[first];
  if (typeof held !== 'object' || held === null || Array.isArray(held)) refuse('invalid', `${first} must be an object`);
  return heldBy(held as Body, rest);
}

/** The members of a body that are known, under this build's own names. */
function bodyIn(call: Call, operation: VendorOperation): Body {
  const { dialect } = call.tenant;
  const names = bodyNames(dialect, operation);
  const whole = bodyOf(call, { optional: (operation.needed ?? []).length === 0 });
  if (call.body !== undefined && saysType(dialect, operation)) {
    if (heldBy(whole, ['data'])['type'] !== operation.kind) refuse('invalid', `data.type must be ${operation.kind}`);
  }
  const given = call.body === undefined ? {} : heldBy(whole, placeIn(dialect, operation));
  const known = Object.keys(operation.body ?? {}).filter((member) => given[names(member)] !== undefined);
  const read = (member: string) => {
    const refers = refersIn(dialect, operation, member);
    return refers ? referredIn(dialect, given[names(member)], refers) : given[names(member)];
  };
  const body = Object.fromEntries(known.map((member) => [member, read(member)]));
  const missing = neededIn(dialect, operation).filter((member) => body[member] === undefined);
  if (missing.length > 0) refuse('invalid', ...missing.map((member) => `${names(member)} is missing`));
  const validate = validatorOf(operation);
  if (!validate(body)) {
    const problems = (validate.errors ?? []).map(({ instancePath, message = 'is invalid' }) =>
      `${instancePath.slice(1) || 'the body'} ${message}`.trim(),
    );
    refuse('invalid', ...new Set(problems));
  }
  return body;
}

const validators = new WeakMap<VendorOperation, ValidateFunction>();
let ajv: Ajv2020 | undefined;

function validatorOf(operation: VendorOperation): ValidateFunction {
  const known = validators.get(operation);
  if (known) return known;
  if (!ajv) {
    ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });
    formats.default(ajv);
  }
  const validate = ajv.compile({ type: 'object', properties: operation.body ?? {}, required: operation.needed ?? [] });
  validators.set(operation, validate);
  return validate;
}

/** Statuses of successes that a standard gives. */
const STANDARD = { create: '201', read: '200', list: '200', set: '204', remove: '204' } as const;

/** An operation as the document of a dialect declares it. */
export function declarationOf(
  operationId: string,
  operation: VendorOperation,
  dialect: Dialect,
  route: Route,
): Operation {
  const { summary, family, body, credential = 'platform', does, isStandard } = operation;
  const names = namesOf(dialect, operation);
  const place = placeIn(dialect, operation);
  const needed = neededIn(dialect, operation);
  const header = headerOf(dialect, operation);
  const success: Schema | undefined = 'shows' in operation ? answerSchema(operation, dialect, names) : undefined;
  return {
    operationId,
    summary,
    tags: [family],
    security: [{ [credential]: [] }],
    ...(does === 'list' && {
      parameters: ['first', 'after'].map((name) => ({ $ref: `#/components/parameters/${name}` })),
    }),
    ...(header !== undefined && {
      parameters: [{ name: header, in: 'header', required: true, schema: { type: 'string', format: 'email' } }],
    }),
    ...(body && {
      requestBody: {
        required: needed.length > 0,
        content: {
          'application/json': { schema: withType(dialect, operation, nested(place, bodySchema(operation, dialect))) },
        },
      },
    }),
    responses: {
      [isStandard ? STANDARD[does] : '2XX']: {
        description: `${summary}.`,
        ...(success && { content: { 'application/json': { schema: success } } }),
      },
      '401': { $ref: '#/components/responses/Unauthorized' },
      '403': { $ref: '#/components/responses/Forbidden' },
      '4XX': { $ref: '#/components/responses/Refused' },
    },
    // No line of the specification is about these operations, so that none can be named.
    'x-lines': '',
    'x-access': accessOf(credential, route.path.includes('{deploymentId}')),
  };
}

function bodySchema(operation: VendorOperation, dialect: Dialect): Schema {
  const members = Object.entries(operation.body ?? {}).map(([member, schema]) => {
    const refers = refersIn(dialect, operation, member);
    return [member, refers ? referenceSchema(dialect, schema, refers) : schema] as const;
  });
  const needed = neededIn(dialect, operation);
  return objectOf(Object.fromEntries(members), needed, dialect, bodyNames(dialect, operation));
}

function accessOf(credential: VendorOperation['credential'] & string, isOfDeployment: boolean): Access {
  if (credential === 'scim') return { credential, administrator: '' };
  return {
    credential,
    administrator: '',
    ...(isOfDeployment ? { scopedKeyElsewhereRefused: '' } : { scopedKeyRefused: '' }),
    embedSessionRefused: { lines: '', status: 403 },
  };
}

function objectOf(
  members: Readonly<Record<string, Schema>>,
  required: readonly string[],
  dialect: Dialect,
  names: Names,
): Schema {
  return {
    type: 'object',
    required: required.map(names),
    properties: Object.fromEntries(
      Object.entries(members).map(([member, schema]) => [names(member), written(schema, dialect)]),
    ),
  };
}

/** A member as this dialect writes its values: ids of some kinds are something else on the wire. */
function written(schema: Schema, dialect: Dialect): Schema {
  const kind = schema['x-wire'] as Parameters<typeof schemaOf>[1] | undefined;
  const shown = kind && schemaOf(dialect, kind);
  return shown ? { ...shown, 'x-wire': kind } : schema;
}

function answerSchema(
  operation: Extract<VendorOperation, { readonly shows: unknown }>,
  dialect: Dialect,
  names: Names,
): Schema {
  const { shows, does, isStandard } = operation;
  // Some dialects leave a member out where others say null.
  const always = Object.keys(shows).filter((member) => !Array.isArray(shows[member]?.type));
  const thing = shownSchema(dialect, operation, objectOf(shows, always, dialect, names));
  const { wrap, list } = dialect.vendor;
  if (does !== 'list') return wrap === '' || isStandard ? thing : nested([wrap], thing);
  const items: Schema = { type: 'array', items: thing };
  if (list.items === '') return items;
  if (list.cursor === 'pageInfo.endCursor') {
    return {
      type: 'object',
      required: [list.items, 'pageInfo'],
      properties: { [list.items]: items, pageInfo: { $ref: '#/components/schemas/PageInfo' } },
    };
  }
  return [
    nested([list.items], items),
    nested(list.cursor.split('.'), { type: ['string', 'null'] }),
    nested(list.more.split('.'), { type: 'boolean' }),
  ].reduce(joined);
}

function nested([first, ...rest]: readonly string[], schema: Schema): Schema {
  if (first === undefined) return schema;
  return { type: 'object', required: [first], properties: { [first]: nested(rest, schema) } };
}

/** Two object schemas as one, members of the same name joined in turn. */
function joined(one: Schema, other: Schema): Schema {
  const properties = { ...one.properties };
  for (const [name, member] of Object.entries(other.properties ?? {})) {
    properties[name] = properties[name] ? joined(properties[name], member) : member;
  }
  return { ...one, required: [...new Set([...(one.required ?? []), ...(other.required ?? [])])], properties };
}
