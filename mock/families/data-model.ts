import { refuse } from '../answer.ts';
import { Random } from '../random.ts';
import { compare, type Measure, type Row, type Filter, type Value } from '../rules/core-data.ts';
import { slice } from '../state.ts';
import type { Tenant } from '../tenant.ts';

interface Dimension {
  readonly title: string;
  readonly type: 'string' | 'number' | 'time';
}

export interface Cube {
  readonly name: string;
  readonly title: string;
  readonly measures: Readonly<Record<string, Measure>>;
  readonly dimensions: Readonly<Record<string, Dimension>>;
  readonly rows: readonly Row[];
}

/** A query with every name looked up. */
export interface Query {
  readonly cube: Cube;
  readonly measures: readonly string[];
  readonly dimensions: readonly string[];
  readonly filters: readonly Filter[];
  readonly order: readonly (readonly [member: string, direction: 'asc' | 'desc'])[];
  readonly limit: number;
  readonly offset: number;
}

const DAY = 24 * 60 * 60 * 1000;
const STATUSES = ['completed', 'processing', 'shipped', 'returned'];
const CITIES = ['Berlin', 'Lisbon', 'Oslo', 'Vienna', 'Zagreb'];

/** The cubes of each deployment, with rows of its own. */
const models = slice('data-model', ({ deployments, seed, clock }) => {
  // A generator of its own: the rows are the same whatever was asked of the tenant before.
  const random = new Random(seed);
  const today = Math.floor(clock.now() / DAY) * DAY;
  const any = (texts: readonly string[]) => texts[random.integer(0, texts.length - 1)] ?? '';
  const modelOf = (): readonly Cube[] => [
    {
      name: 'orders',
      title: 'Orders',
      measures: {
        count: { title: 'Orders', type: 'count' },
        amount: { title: 'Amount', type: 'sum', of: 'amount' },
        averageAmount: { title: 'Average amount', type: 'avg', of: 'amount' },
        customers: { title: 'Customers', type: 'countDistinct', of: 'customerId' },
      },
      dimensions: {
        id: { title: 'Order', type: 'number' },
        status: { title: 'Status', type: 'string' },
        city: { title: 'City', type: 'string' },
        createdAt: { title: 'Ordered on', type: 'time' },
      },
      rows: Array.from({ length: 120 }, (_, index) => ({
        id: index + 1,
        status: any(STATUSES),
        city: any(CITIES),
        customerId: random.integer(1, 30),
        amount: random.integer(500, 50_000) / 100,
        createdAt: new Date(today - random.integer(0, 89) * DAY).toISOString(),
      })),
    },
    {
      name: 'customers',
      title: 'Customers',
      measures: {
        count: { title: 'Customers', type: 'count' },
        oldest: { title: 'Greatest age', type: 'max', of: 'age' },
        youngest: { title: 'Least age', type: 'min', of: 'age' },
      },
      dimensions: {
        id: { title: 'Customer', type: 'number' },
        city: { title: 'City', type: 'string' },
        age: { title: 'Age', type: 'number' },
      },
      rows: Array.from({ length: 30 }, (_, index) => ({
        id: index + 1,
        city: any(CITIES),
        age: random.integer(18, 90),
      })),
    },
  ];
  return new Map(deployments.deployments.all().map(({ id }) => [id, modelOf()]));
});

/** A deployment that was made later has no cubes yet. */
export function cubesOf(tenant: Tenant, deploymentId: number): readonly Cube[] {
  return models(tenant).get(deploymentId) ?? [];
}

export function cubeNamed(cubes: readonly Cube[], name: string): Cube {
  return cubes.find((cube) => cube.name === name) ?? refuse('invalid', `there is no cube ${name}`);
}

/** The rows of an answer: one for each group of equal dimensions, with the measures of the group. */
export function run(tenant: Tenant, query: Query): Record<string, Value>[] {
  const rules = tenant.rules.coreData.model;
  const { cube, measures, dimensions, filters, order, limit, offset } = query;
  const groups = new Map<string, Row[]>();
  for (const row of cube.rows) {
    if (!filters.every((filter) => rules.fits(row, filter))) continue;
    const key = JSON.stringify(dimensions.map((name) => row[name]));
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  // Without a dimension there is one row, even when nothing is counted.
  if (dimensions.length === 0 && groups.size === 0) groups.set('', []);
  const rows = [...groups.values()].map((group) => {
    const row: Record<string, Value> = {};
    for (const name of dimensions) row[name] = group[0]?.[name] ?? null;
    for (const name of measures) row[name] = rules.reckoned(cube.measures[name] as Measure, group);
    return row;
  });
  rows.sort((a, b) => {
    for (const [member, direction] of order) {
      const difference = compare(a[member] ?? null, b[member] ?? null);
      if (difference !== 0) return direction === 'asc' ? difference : -difference;
    }
    return 0;
  });
  return rows.slice(offset, offset + limit);
}
