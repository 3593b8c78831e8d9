import { expect, test } from '@playwright/test';
import { checkedIds } from '../../commands/listed.ts';
import { loadContract } from '../../contracts/bundle.ts';
import type { Family } from '../../contracts/families.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { loadFaults } from '../../proof/index.ts';

/** The families whose every promise is held against a tenant. */
const COVERED: readonly Family[] = [
  'auth',
  'versioning',
  'roles',
  'role-holders',
  'reports',
  'oidc-token-configs',
  'dev-mode',
  'embed',
  'embed-tenants',
  'app-config',
  'usage-analytics',
  'api-keys',
  'deployments',
  'environments',
  'dashboard-exports',
  'scheduled-tasks',
  'report-deliveries',
  'folders',
  'users',
  'transform-sync',
];

const registry = loadRegistry(await loadContract());
const testable = [...registry.values()].filter(
  ({ family, untestable }) => COVERED.includes(family) && untestable === undefined,
);

test('each testable promise of the covered families has a check that names it', async () => {
  const checked = await checkedIds();
  expect(testable.map(({ id }) => id).filter((id) => !checked.has(id))).toEqual([]);
  expect([...checked].filter((id) => !registry.has(id))).toEqual([]);
});

test('each testable promise of the covered families has a fault that breaks it', () => {
  const broken = new Set<string>(loadFaults(registry).map(({ breaks }) => breaks));
  expect(testable.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});
