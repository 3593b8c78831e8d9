import { ok, refuse, type Answer } from '../answer.ts';
import { bodyOf, type Body, type Call } from '../call.ts';
import { instantOf } from '../clock.ts';
import type { Filter, Value } from '../rules/core-data.ts';
import { cubeNamed, cubesOf, run, type Cube, type Query } from './data-model.ts';
import { parseSql } from './data-sql.ts';
import type { FamilyBehaviour } from './family.ts';

type Titled = Readonly<Record<string, { readonly title: string; readonly type: string }>>;

/** The cubes of the deployment that the token is for. */
function cubesFor({ tenant, principal }: Call): readonly Cube[] {
  const [deploymentId] = principal.scope === 'all' ? [] : principal.scope;
  if (deploymentId === undefined || !tenant.deployments.deployments.get(deploymentId)) {
    refuse('unknown', 'the deployment of this token is not there');
  }
  return cubesOf(tenant, deploymentId);
}

function coreDataMeta(call: Call): Answer {
  const cubes = cubesFor(call).map(({ name, title, measures, dimensions }) => {
    const members = (of: Titled) =>
      Object.entries(of).map(([member, one]) => ({ name: `${name}.${member}`, title: one.title, type: one.type }));
    return { name, title, measures: members(measures), dimensions: members(dimensions) };
  });
  return ok({ cubes });
}

function coreDataLoad(call: Call): Answer {
  const body = bodyOf(call);
  const query = queryIn(call, 'query' in body ? body['query'] : body);
  const { cube, measures, dimensions } = query;
  const titled = (names: readonly string[], of: Titled) =>
    Object.fromEntries(names.map((name) => [`${cube.name}.${name}`, { title: of[name]?.title, type: of[name]?.type }]));
  return ok({
    data: run(call.tenant, query).map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [`${cube.name}.${name}`, value])),
    ),
    annotation: { measures: titled(measures, cube.measures), dimensions: titled(dimensions, cube.dimensions) },
    lastRefreshTime: instantOf(call.tenant.clock.now()),
  });
}

function coreDataSql(call: Call): Answer {
  const { query: text } = bodyOf(call);
  if (typeof text !== 'string') refuse('invalid', 'query is no text');
  const { rowsOtherwise } = call.tenant.rules.coreData.model;
  const { query, columns } = parseSql(cubesFor(call), text, rowsOtherwise);
  const limit = limitIn(call, query.limit);
  const rows = run(call.tenant, { ...query, limit });
  return ok({
    schema: columns.map(({ name, type }) => ({ name, type })),
    data: rows.map((row) => columns.map(({ member }) => row[member] ?? null)),
  });
}

function limitIn({ tenant }: Call, limit: unknown): number {
  const { rowsOtherwise, mostRows } = tenant.rules.coreData.model;
  if (limit === undefined) return rowsOtherwise;
  if (!isCount(limit) || limit > mostRows) refuse('invalid', `limit is no whole number up to ${mostRows}`);
  return limit;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** A query with every name looked up, or everything that is wrong with it. */
function queryIn(call: Call, given: unknown): Query {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) refuse('invalid', 'the query is no object');
  const { measures = [], dimensions = [], filters = [], order = {}, limit, offset = 0 } = given as Body;
  if (!isTexts(measures)) refuse('invalid', 'measures is no list of names');
  if (!isTexts(dimensions)) refuse('invalid', 'dimensions is no list of names');
  if (!Array.isArray(filters)) refuse('invalid', 'filters is no list');
  if (typeof order !== 'object' || order === null || Array.isArray(order)) refuse('invalid', 'order is no object');
  if (!isCount(offset)) refuse('invalid', 'offset is no whole number');
  const [first = ''] = [...measures, ...dimensions];
  if (first === '') refuse('invalid', 'the query asks for no measure and no dimension');

  const cube = cubeNamed(cubesFor(call), first.split('.')[0] ?? '');
  const member = (name: unknown, of: object, what: string): string => {
    const [prefix, short = '', ...rest] = typeof name === 'string' ? name.split('.') : [];
    const isKnown = prefix === cube.name && rest.length === 0 && Object.hasOwn(of, short);
    return isKnown ? short : refuse('invalid', `${String(name)} is no ${what} of ${cube.name}`);
  };
  const asked = {
    measures: [...new Set(measures.map((name) => member(name, cube.measures, 'measure')))],
    dimensions: [...new Set(dimensions.map((name) => member(name, cube.dimensions, 'dimension')))],
  };
  const answered = Object.fromEntries([...asked.measures, ...asked.dimensions].map((name) => [name, true]));
  return {
    cube,
    ...asked,
    filters: filters.map((filter: unknown) =>
      filterIn(call, filter, (name) => member(name, cube.dimensions, 'dimension')),
    ),
    order: Object.entries(order).map(([name, direction]: [string, unknown]) => {
      if (direction !== 'asc' && direction !== 'desc') refuse('invalid', `order by ${name} is neither asc nor desc`);
      return [member(name, answered, 'member of the answer'), direction] as const;
    }),
    limit: limitIn(call, limit),
    offset,
  };
}

function filterIn({ tenant }: Call, filter: unknown, dimension: (name: unknown) => string): Filter {
  if (typeof filter !== 'object' || filter === null) refuse('invalid', 'a filter is no object');
  const { member, operator, values } = filter as Record<string, unknown>;
  const known = tenant.rules.coreData.model.operators.find((one) => one === operator);
  if (!known) refuse('invalid', 'the operator of a filter is unknown');
  if (!Array.isArray(values) || values.length === 0 || !values.every(isValue)) {
    refuse('invalid', 'a filter has no list of values');
  }
  return { dimension: dimension(member), operator: known, values };
}

function isValue(value: unknown): value is Value {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

export const coreData: FamilyBehaviour = {
  handlers: { coreDataLoad, coreDataSql, coreDataMeta },
  settings: () => ({
    DATA_QUERY: JSON.stringify({ query: { measures: ['orders.count'], dimensions: ['orders.status'] } }),
    DATA_SQL_QUERY: JSON.stringify({ query: 'SELECT status, MEASURE(amount) FROM orders GROUP BY status' }),
  }),
};
