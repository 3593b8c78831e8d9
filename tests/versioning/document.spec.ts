import type { Schema } from '../../contracts/document.ts';
import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import { documentOf } from '../../harness/check/document.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';

test(...verifies('versioning.paths.platform-v1'), async ({ admin }) => {
  const { operations } = await documentOf(admin);
  const strays = operations.filter(({ path }) => path.startsWith('/api/') && !/^\/api\/(v1|scim)\//.test(path));
  expect(strays.map(({ path }) => path)).toEqual([]);
});

test(...verifies('versioning.paths.build-v1'), async ({ admin }) => {
  const { operations } = await documentOf(admin);
  const strays = operations.filter(({ path }) => path.startsWith('/build/') && !path.startsWith('/build/api/v1/'));
  expect(strays.map(({ path }) => path)).toEqual([]);
});

/** The members of a list's answer, those of the branches that it is composed of included. */
function answerMembers(document: TenantDocument, declared: DeclaredOperation): Record<string, Schema> {
  return document.propertiesOf(document.schemaOf(declared, 'answer'));
}

function isDeprecated(document: TenantDocument, member: Schema): boolean {
  return member.deprecated === true || document.schema(member).deprecated === true;
}

function declaredList(check: Check, document: TenantDocument, operation: AnyOperationId): DeclaredOperation {
  const route = check.tenant.wire.route(operation);
  const declared = route && document.find(route.method, route.path);
  if (!declared) throw setupFailed(`the document does not declare ${operation}`);
  return declared;
}

const LISTS = { reports: 'listReports', folders: 'listFolders' } as const;

for (const list of ['reports', 'folders'] as const) {
  for (const member of ['data', 'count'] as const) {
    test(...verifies(`versioning.legacy.${list}-${member}-deprecated`), async ({ check, admin }) => {
      const document = await documentOf(admin);
      const declared = answerMembers(document, declaredList(check, document, LISTS[list]))[member];
      // A document that does not declare the member has nothing to mark.
      expect(declared === undefined || isDeprecated(document, declared), `${member} is marked as deprecated`).toBe(
        true,
      );
    });
  }
}

/** Lists with rows of their own, and the one whose pagination is printed as what it has. */
const APART = {
  data: ['listReports', 'listFolders'],
  count: ['listReports', 'listFolders'],
  pagination: ['listEnvironments'],
} as const;

for (const member of ['data', 'count', 'pagination'] as const) {
  test(...verifies(`versioning.legacy.${member}-deprecated`), async ({ check, admin }) => {
    const document = await documentOf(admin);
    const apart = APART[member].map((operation) => check.tenant.wire.route(operation)?.path);
    const unmarked = document.operations.flatMap((declared) => {
      const members = answerMembers(document, declared);
      const [items, pageInfo, legacy] = [members['items'], members['pageInfo'], members[member]];
      const isOurs = declared.method === 'get' && items && pageInfo && legacy && !isApart(declared.path, apart);
      return isOurs && !isDeprecated(document, legacy) ? [declared.path] : [];
    });
    expect(unmarked, `lists whose ${member} is not marked as deprecated`).toEqual([]);
  });
}

function isApart(path: string, apart: readonly (string | undefined)[]): boolean {
  const bare = (one: string | undefined) => one?.replace(/\{[^}]*\}/g, '{}');
  return apart.some((one) => bare(one) === bare(path));
}

const REMOVED = {
  'versioning.removed.user-attribute-read': 'get',
  'versioning.removed.user-attribute-delete': 'delete',
} as const;

for (const [id, method] of Object.entries(REMOVED)) {
  test(...verifies(id as keyof typeof REMOVED), async ({ admin }) => {
    const { operations } = await documentOf(admin);
    const left = operations.filter(
      (one) => one.method === method && /\/embed-tenants\/\{[^}]+\}\/.*user-?_?attribute/i.test(one.path),
    );
    expect(left.map(({ path }) => path)).toEqual([]);
  });
}
