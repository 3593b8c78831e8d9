import { expect, test } from '../test.ts';
import { checkedIds } from '../../commands/listed.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { loadFaults } from '../../proof/index.ts';

const registry = loadRegistry(await loadContract());
const testable = [...registry.values()].filter(({ untestable }) => untestable === undefined);

test('each testable requirement has a check that names it', async () => {
  const checked = await checkedIds();
  expect(testable.map(({ id }) => id).filter((id) => !checked.has(id))).toEqual([]);
  expect([...checked].filter((id) => !registry.has(id))).toEqual([]);
});

test('each testable requirement has a fault that breaks it', () => {
  const broken = new Set<string>(loadFaults(registry).map(({ requirement }) => requirement));
  expect(testable.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});
