import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { COSTS } from '../../contracts/generated/costs.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { costOf, MOST_REQUESTS, QUICK, quickIds } from '../../contracts/requirements/quick.ts';
import { loadFaults } from '../../proof/index.ts';
import { checksById } from '../../commands/listed.ts';
import { taggedAnd } from '../../commands/playwright-flags.ts';
import { costsOf } from '../../reports/costs-reporter.ts';
import type { Evidence, Exchange } from '../../evidence/evidence.ts';

/**
 * A fault is told where a requirement is selected that it breaks, or one that it declares to be violated as well; three in four of
 * the latter are on the plain dialect. With the budget of one minute at the default rate a request would have to tell a fault for
 * more: the cheaper half of the requirements does, the other takes three to ten.
 */
const LEAST_SHARE = 0.45;
/**
 * By the requirements that they break alone, which no declaration can raise. The most that the budget buys falls with each fault
 * that takes a costly check to tell; the selection has to come near to that.
 */
const LEAST_OF_BEST = 0.99;

const registry = loadRegistry(await loadContract());
const quick = quickIds(registry);

test('the quick selection sends few requests', () => {
  const selected = [...registry.values()].filter(({ id }) => quick.has(id));
  const requests = selected.reduce((sum, one) => sum + costOf(one), 0);
  expect(requests).toBeLessThanOrEqual(MOST_REQUESTS);
});

test('the faults of the requirements that are selected are a large share of all', () => {
  const faults = loadFaults(registry);
  const own = faults.filter(({ requirement }) => quick.has(requirement));
  expect(own.length / mostFaults()).toBeGreaterThan(LEAST_OF_BEST);
  const told = faults.filter(({ requirement, also = [] }) =>
    [requirement, ...also.map(({ id }) => id)].some((id) => quick.has(id)),
  );
  expect(told.length / faults.length).toBeGreaterThan(LEAST_SHARE);
});

/** How many faults the budget would tell by their own requirements at most, if a part of a check told its part of the faults. */
function mostFaults(): number {
  let left = MOST_REQUESTS;
  const dearestLast = Object.values(COSTS).sort(([cost, faults], [other, others]) => others / other - faults / cost);
  return dearestLast.reduce((sum, [cost, faults]) => {
    const part = Math.min(1, left / cost);
    left -= part * cost;
    return sum + part * faults;
  }, 0);
}

test('each operation that a live run judges has a quick requirement', () => {
  const judged = [...registry.values()].filter(({ id }) => id in COSTS);
  const operations = (ids: readonly { readonly operations: readonly string[] }[]) =>
    new Set(ids.flatMap(({ operations: [operation] }) => operation ?? []));
  const selected = operations(judged.filter(({ id }) => quick.has(id)));
  expect([...operations(judged)].filter((one) => !selected.has(one))).toEqual([]);
});

test('costs are those of requirements that there are, and few have none', () => {
  expect(Object.keys(COSTS).filter((id) => registry.get(id)?.untestable !== undefined || !registry.has(id))).toEqual(
    [],
  );
  const testable = [...registry.values()].filter(({ untestable }) => untestable === undefined);
  const without = testable.filter((one) => costOf(one) === Infinity);
  // Those that take a lease or more time than a run waits; any other has to be measured.
  const unexplained = without.filter(({ needs }) => needs.account === undefined && needs.wait === undefined);
  expect(unexplained.length / testable.length).toBeLessThan(0.02);
});

test('the checks of the selection have its tag, and no others', async () => {
  const tagged = await checksById([`--grep=${taggedAnd(QUICK, undefined)}`]);
  expect([...tagged.keys()].sort()).toEqual([...quick].sort());
});

test('another pattern selects among them', () => {
  const title = (id: string) => `conformance roles/update.spec.ts ${id}: A sentence. @status @quick`;
  const matches = (pattern: string, text: string) => new RegExp(taggedAnd(QUICK, pattern)).test(text);
  expect(matches('roles.update', title('roles.update.name-null'))).toBe(true);
  expect(matches('a|b.update', title('roles.create.name-null'))).toBe(true);
  expect(matches('users', title('roles.update.name-null'))).toBe(false);
  expect(matches('roles.update', 'conformance roles.update.name-null: A sentence. @status')).toBe(false);
  expect(taggedAnd(QUICK, '/roles/i')).toMatch(/^\/.*roles.*\/i$/);
});

const EXCHANGE: Exchange = {
  actor: 'admin',
  operation: 'createRole',
  method: 'POST',
  url: 'https://localhost/api/v1/roles',
  status: 200,
  requestHeaders: {},
  startedAt: 1,
  milliseconds: 1,
  findings: [],
};
const evidence = (requirement: string, exchanges: readonly Exchange[], more: Partial<Evidence> = {}): Evidence => ({
  requirement,
  exchanges,
  notKept: 0,
  findings: [],
  met: {},
  ...more,
});

test('a requirement costs what its check sent, what undid it, and its part of what others judge, too', () => {
  const [common, ofOther, own] = [1, 2, 3].map((startedAt) => ({ ...EXCHANGE, startedAt })) as [
    Exchange,
    Exchange,
    Exchange,
  ];
  const adopted = (one: Exchange) => ({ ...one, sentFor: 'roles.a.a' });
  const undone = { operation: 'createRole', what: 'a role', became: 'undone' } as const;
  const refused = { ...EXCHANGE, startedAt: 4, status: 400 };
  const costs = costsOf([
    evidence('roles.a.a', [common, refused, ofOther, own], { ledger: [undone, undone, undone, undone], notKept: 0 }),
    evidence('roles.a.b', [adopted(common), adopted(ofOther)]),
    evidence('roles.a.c', [adopted(common)]),
  ]);
  // Of four creations one was refused, and what three made was removed.
  const inThirds = Object.entries(costs).map(([id, cost]) => [id, Math.round(3 * cost)]);
  expect(inThirds).toEqual([
    ['roles.a.a', 1 + 3 * 5],
    ['roles.a.b', 1 + 3],
    ['roles.a.c', 1],
  ]);
});
