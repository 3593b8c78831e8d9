import { readdirSync } from 'node:fs';
import path from 'node:path';
import { loadSources } from '../../commands/sources.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import type { Fault } from '../../proof/index.ts';
import { operationsIn, touchedBy, type Sources } from '../../proof/touched.ts';
import { expect, test } from '../test.ts';

test.describe.configure({ mode: 'default', timeout: 120_000 });

let sources: Sources;
let faults: readonly Fault[];

test.beforeAll(async () => {
  sources = await loadSources(loadRegistry(await loadContract()));
  faults = Object.values(sources.tables).flat();
});

const touched = (...files: readonly string[]) => faults.filter(touchedBy(files, sources));
const familiesOf = (some: readonly Fault[]) => [...new Set(some.map(({ requirement }) => requirement.split('.')[0]))];
const ids = (some: readonly Fault[]) => some.map(({ id }) => id).sort();

test('every file with faults touches them', () => {
  const files = readdirSync('proof/faults', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && path.basename(name) !== 'index.ts')
    .map((name) => path.posix.join('proof/faults', name));
  expect(Object.keys(sources.tables).sort()).toEqual(files.sort());
});

test('the faults of a requirement are in the folder of its family, in one file', () => {
  const found = new Map<string, Set<string>>();
  for (const [file, own] of Object.entries(sources.tables)) {
    if (file === 'proof/faults/every-family/per-operation.ts') continue;
    for (const { requirement } of own) found.set(requirement, (found.get(requirement) ?? new Set()).add(file));
  }
  const misplaced = [...found].filter(
    ([requirement, files]) =>
      files.size > 1 || ![...files].every((file) => file.startsWith(`proof/faults/${requirement.split('.')[0]}/`)),
  );
  expect(misplaced).toEqual([]);
});

test('a file of faults touches only its own faults', () => {
  const file = 'proof/faults/roles/update.ts';
  expect(ids(touched(file))).toEqual(ids(sources.tables[file] ?? []));
});

test('a spec file touches the faults of the requirements that it checks', () => {
  const file = 'tests/roles/update.spec.ts';
  const expected = faults.filter(({ requirement }) => sources.specs.get(requirement)?.includes(file));
  expect(expected.length).toBeGreaterThan(10);
  expect(ids(touched(file))).toEqual(ids(expected));
});

test('a helper touches the faults of every file that imports it', () => {
  const helper = 'proof/lib/paging.ts';
  const files = Object.keys(sources.tables).filter((file) => sources.imports.get(file)?.includes(helper));
  expect(files.length).toBeGreaterThan(5);
  const found = ids(touched(helper));
  expect(found).toEqual(expect.arrayContaining(ids(files.flatMap((file) => sources.tables[file] ?? []))));
  expect(found.length).toBeLessThan(faults.length);
});

for (const file of ['mock/families/roles.ts', 'mock/families/scheduled-tasks.ts', 'mock/families/embed.ts']) {
  test(`${file} touches the faults of all requirements on operations that it serves`, () => {
    const served = operationsIn(file, sources);
    expect(served.size).toBeGreaterThan(2);
    const expected = faults.filter(({ requirement }) =>
      sources.registry.get(requirement)?.operations.some((one) => served.has(one)),
    );
    expect(ids(touched(file))).toEqual(expect.arrayContaining(ids(expected)));
  });
}

test('a family of the tenant touches the checks of other families that call its operations, and no others', () => {
  const families = familiesOf(touched('mock/families/roles.ts'));
  // Permissions are looked at with roles that a check creates.
  expect(families).toEqual(expect.arrayContaining(['roles', 'role-holders', 'scheduled-tasks']));
  expect(families).not.toContain('dashboard-exports');
});

test('the requirements of a family touch its faults', () => {
  const written = faults.filter(({ requirement }) => {
    const row = sources.registry.get(requirement);
    return row?.family === 'roles' && row.source === 'written';
  });
  expect(ids(touched('contracts/requirements/roles.ts'))).toEqual(ids(written));
});

test('a file of the OpenAPI document touches its family, and the shared one all', () => {
  const own = faults.filter(({ requirement }) => requirement.startsWith('embed-tenants.'));
  expect(ids(touched('contracts/openapi/embed-tenants.yaml'))).toEqual(expect.arrayContaining(ids(own)));
  expect(touched('contracts/openapi/embed-tenants.yaml').length).toBeLessThan(faults.length / 4);
  expect(touched('contracts/openapi/document.yaml')).toHaveLength(faults.length);
});

for (const file of [
  'harness/client/actor.ts',
  'harness/test.ts',
  'mock/tenant.ts',
  'contracts/families.ts',
  'contracts/requirements/per-operation.ts',
  'reports/trials-reporter.ts',
  'playwright.config.ts',
  'package-lock.json',
]) {
  test(`${file} touches all faults`, () => {
    expect(touched(file)).toHaveLength(faults.length);
  });
}

test('what no trial depends on touches nothing', () => {
  const files = ['README.md', 'reports/page/proof.ts', 'contracts/generated/openapi.ts', 'commands/conformance.ts'];
  expect(touched(...files)).toEqual([]);
});

test('several files touch what each of them does', () => {
  const [one, other] = ['proof/faults/roles/update.ts', 'proof/faults/folders/list.ts'];
  expect(ids(touched(one, other))).toEqual(ids([...touched(one), ...touched(other)]));
});

test('a file that was moved away from where it is looked for is a problem of this project', () => {
  const imports = new Map([...sources.imports].filter(([file]) => file !== 'mock/families/index.ts'));
  expect(() => touchedBy([], { ...sources, imports })).toThrow('mock/families/index.ts');
});
