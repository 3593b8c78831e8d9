import type { Schema } from '../../contracts/document.ts';
import { isSaidDeprecated } from '../../contracts/drift/deprecated.ts';
import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { declaredIn, documentOf } from '../../harness/check/document.ts';
import { expect, test, verifies } from '../../harness/test.ts';

test(...verifies('versioning.paths.platform-v1'), async ({ admin }) => {
  const { operations } = await documentOf(admin);
  const others = operations.filter(({ path }) => path.startsWith('/api/') && !/^\/api\/(v1|scim)\//.test(path));
  expect(others.map(({ path }) => path)).toEqual([]);
});

test(...verifies('versioning.paths.build-v1'), async ({ admin }) => {
  const { operations } = await documentOf(admin);
  const others = operations.filter(({ path }) => path.startsWith('/build/') && !path.startsWith('/build/api/v1/'));
  expect(others.map(({ path }) => path)).toEqual([]);
});

/** The members of a list's response, including those of composed schemas. */
function responseMembers(document: TenantDocument, declared: DeclaredOperation): Record<string, Schema> {
  return document.propertiesOf(document.schemaOf(declared, 'answer'));
}

function isDeprecated(document: TenantDocument, member: Schema): boolean {
  return member.deprecated === true || document.schema(member).deprecated === true;
}

const LISTS = { reports: 'listReports', folders: 'listFolders' } as const;

for (const list of ['reports', 'folders'] as const) {
  for (const member of ['data', 'count'] as const) {
    test(...verifies(`versioning.legacy.${list}-${member}-deprecated`), async ({ check, admin }) => {
      const document = await documentOf(admin);
      const declared = responseMembers(document, declaredIn(check, document, LISTS[list]))[member];
      // A document that does not declare the member cannot mark it.
      expect(declared === undefined || isSaidDeprecated(document, declared), `${member} is said to be deprecated`).toBe(
        true,
      );
    });
  }
}

/** Lists that have requirements of their own, and the list for which the specification prints `pagination`. */
const EXCLUDED = {
  data: ['listReports', 'listFolders'],
  count: ['listReports', 'listFolders'],
  pagination: ['listEnvironments'],
} as const;

const LEGACY = ['data', 'count', 'pagination'] as const;

for (const member of LEGACY) {
  test(...verifies(`versioning.legacy.${member}-deprecated`), async ({ check, admin }) => {
    const document = await documentOf(admin);
    const excluded = EXCLUDED[member].map((operation) => check.tenant.wire.route(operation)?.path);
    const unmarked = document.operations.flatMap((declared) => {
      const members = responseMembers(document, declared);
      const [items, pageInfo, legacy] = [members['items'], members['pageInfo'], members[member]];
      // Which lists are newer ones is open, but for those whose legacy members are marked: a current member of the same name
      // in any other list is no legacy.
      const isNewer = LEGACY.some((name) => members[name] && isDeprecated(document, members[name]));
      const isChecked =
        declared.method === 'get' && items && pageInfo && legacy && isNewer && !isExcluded(declared.path, excluded);
      return isChecked && !isDeprecated(document, legacy) ? [declared.path] : [];
    });
    expect(unmarked, `lists whose ${member} is not marked as deprecated`).toEqual([]);
  });
}

function isExcluded(path: string, excluded: readonly (string | undefined)[]): boolean {
  const withoutNames = (template: string | undefined) => template?.replace(/\{[^}]*\}/g, '{}');
  return excluded.some((one) => withoutNames(one) === withoutNames(path));
}

const REMOVED = {
  'versioning.removed.user-attribute-read': 'get',
  'versioning.removed.user-attribute-delete': 'delete',
} as const;

for (const [id, method] of Object.entries(REMOVED)) {
  test(...verifies(id as keyof typeof REMOVED), async ({ admin }) => {
    const { operations } = await documentOf(admin);
    const remaining = operations.filter(
      (one) => one.method === method && /\/embed-tenants\/\{[^}]+\}\/.*user-?_?attribute/i.test(one.path),
    );
    expect(remaining.map(({ path }) => path)).toEqual([]);
  });
}
