import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith, succeeded, type Leased } from './leased.ts';

type Row = Record<string, string | number>;

async function load(tenant: Leased, query: object): Promise<Row[]> {
  const got = await tenant.as('DATA_API_TOKEN')('coreDataLoad', { body: { query } });
  return (JSON.parse(succeeded(got).text) as { data: Row[] }).data;
}

async function sql(tenant: Leased, query: string): Promise<(string | number)[][]> {
  const got = await tenant.as('DATA_API_TOKEN')('coreDataSql', { body: { query } });
  return (JSON.parse(succeeded(got).text) as { data: (string | number)[][] }).data;
}

const sum = (values: readonly unknown[]) => values.reduce<number>((total, one) => total + Number(one), 0);

inBothDialects('core data', (lease) => {
  test('the provided queries run', async () => {
    const tenant = await lease();
    const caller = tenant.as('DATA_API_TOKEN');
    succeeded(await caller('coreDataLoad', { text: tenant.id('DATA_QUERY') }));
    succeeded(await caller('coreDataSql', { text: tenant.id('DATA_SQL_QUERY') }));
    expect(succeeded(await caller('coreDataMeta')).text).toContain('orders.count');
  });

  test('groups add up to the whole, in either language', async () => {
    const tenant = await lease();
    const [all] = await load(tenant, { measures: ['orders.count', 'orders.amount'] });
    const order = { 'orders.count': 'desc' };
    const groups = await load(tenant, {
      measures: ['orders.count', 'orders.amount'],
      dimensions: ['orders.status'],
      order,
    });
    expect(sum(groups.map((row) => row['orders.count']))).toBe(all?.['orders.count']);
    expect(sum(groups.map((row) => row['orders.amount']))).toBeCloseTo(Number(all?.['orders.amount']), 1);
    const counts = groups.map((row) => Number(row['orders.count']));
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    const rows = await sql(
      tenant,
      'SELECT status, MEASURE(count) AS n, MEASURE(amount) FROM orders GROUP BY 1 ORDER BY n DESC',
    );
    expect(rows).toEqual(groups.map((row) => [row['orders.status'], row['orders.count'], row['orders.amount']]));
    expect(
      await load(tenant, { measures: ['orders.count'], dimensions: ['orders.status'], order, limit: 1 }),
    ).toHaveLength(1);
  });

  test('filters exclude rows that do not match', async () => {
    const tenant = await lease();
    const where = (operator: string, values: unknown[]) =>
      load(tenant, { measures: ['customers.count'], filters: [{ member: 'customers.age', operator, values }] });
    const [[below], [above]] = [await where('lt', ['40']), await where('gte', [40])];
    expect(Number(below?.['customers.count']) + Number(above?.['customers.count'])).toBe(30);
    const count = async (condition: string) =>
      (await sql(tenant, `SELECT MEASURE(count) FROM customers WHERE ${condition}`))[0]?.[0];
    expect(await count('age < 40')).toBe(below?.['customers.count']);
    expect(await count("city = 'Oslo' AND city <> 'Oslo'")).toBe(0);
  });

  test('invalid queries are refused', async () => {
    const tenant = await lease();
    const caller = tenant.as('DATA_API_TOKEN');
    for (const query of [
      undefined,
      [],
      {},
      { measures: 'orders.count' },
      { measures: ['nothing.count'] },
      { measures: ['orders.nothing'] },
      { measures: ['orders.constructor'] },
      { measures: ['orders.count', 'customers.count'] },
      { measures: ['orders.count'], filters: [{}] },
      { measures: ['orders.count'], order: { 'orders.status': 'asc' } },
      { measures: ['orders.count'], limit: -1 },
      { measures: ['orders.count'], limit: 50_001 },
    ]) {
      refused(await caller('coreDataLoad', { body: { query } }));
    }
    for (const query of [
      '',
      'SELECT',
      'SELECT status FROM',
      'DROP TABLE orders',
      "SELECT status FROM orders WHERE '",
      7,
    ]) {
      refused(await caller('coreDataSql', { body: { query } }));
    }
  });

  test('only a token that this tenant signed, and that has not expired, is accepted', async () => {
    const [tenant, other] = [await lease(), await lease()];
    for (const operationId of ['coreDataLoad', 'coreDataSql', 'coreDataMeta'] as const) {
      refusedWith(await tenant.as('EXPIRED_DATA_API_TOKEN')(operationId, { body: {} }), 401);
      refusedWith(await tenant.ask(operationId, `Bearer ${tenant.id('DATA_API_TOKEN')}`, { body: {} }), 401);
      refusedWith(await tenant.as('ADMIN_TOKEN')(operationId, { body: {} }), 401);
      const [head, payload] = tenant.id('DATA_API_TOKEN').split('.');
      const signature = other.id('DATA_API_TOKEN').split('.')[2];
      refusedWith(await tenant.with([head, payload, signature].join('.'))(operationId, { body: {} }), 401);
    }
  });
});
