import { readTenantDocument, type TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { driftAsText } from '../../contracts/drift/drift.ts';
import { resolvePointer } from '../../contracts/pointer.ts';
import { documentOf } from '../../harness/check/document.ts';
import { driftOf } from './drift.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { calls } from './calls.ts';

checkEveryOperation('openapi-spec', calls);

test(...verifies('openapi-spec.get.answers-document'), async ({ admin }) => {
  const answer = await admin.raw('getSpec');
  expect(answer).toSucceed();
  expect(readTenantDocument(answer.text), 'an OpenAPI document in JSON or in YAML').not.toHaveProperty('refused');
});

test(...verifies('openapi-spec.document.openapi-version'), async ({ admin }) => {
  const { root } = await documentOf(admin);
  expect(root['openapi']).toBe('3.1.0');
});

test(...verifies('openapi-spec.document.info-version'), async ({ admin }) => {
  const { root } = await documentOf(admin);
  expect(root['info']).toHaveProperty('version', '1.0.0');
});

/** What the served document must say as the specification prints it. */
const PRINTED = [
  'openapi-spec.document.platform-operations',
  'openapi-spec.document.build-operations',
  'openapi-spec.document.query-parameters',
  'openapi-spec.document.update-role-id',
  'openapi-spec.document.request-members',
  'openapi-spec.document.answer-members',
  'openapi-spec.document.member-types',
  'openapi-spec.document.optional-members',
  'openapi-spec.document.optional-bodies',
  'openapi-spec.document.bounds',
  'openapi-spec.document.closed-enums',
  'openapi-spec.document.resource-types',
  'openapi-spec.document.actions',
  'openapi-spec.document.later-actions',
  'openapi-spec.document.defaults',
  'openapi-spec.document.statuses',
] as const;

for (const id of PRINTED) {
  test(...verifies(id), async ({ check, admin }) => {
    const drift = await driftOf(check, admin);
    const own = drift.filter(({ requirement }) => requirement === id);
    expect(own.map(driftAsText), 'where the document departs from what is printed').toEqual([]);
  });
}

/** What an OpenAPI document is by its own rules, and nothing of what is only good style. */
const VALID = {
  rules: {
    struct: 'error',
    'operation-operationId-unique': 'error',
    'operation-parameters-unique': 'error',
    'path-parameters-defined': 'error',
    'no-identical-paths': 'error',
  },
} as const;

test(...verifies('openapi-spec.document.valid'), async ({ admin }) => {
  const document = await documentOf(admin);
  const { root } = document;
  // The linter takes longer to load than all of the checks' other modules, in each process that reads this file.
  const { createConfig, lintFromString } = await import('@redocly/openapi-core');
  const config = await createConfig(VALID);
  const source = JSON.stringify(root);
  const problems = await lintFromString({ source, absoluteRef: 'document.json', config });
  const found = problems.map(({ message, location }) => `${location[0]?.pointer ?? ''} ${message}`.trim());
  // A schema may hold any further keyword, in this version of JSON Schema.
  const invalid = found.filter((one) => !/\/schemas?\/.*is not expected here/.test(one));
  expect([...invalid, ...unknownCredentials(root), ...optionalPathParameters(document)]).toEqual([]);
});

test(...verifies('openapi-spec.document.references'), async ({ admin }) => {
  const { root } = await documentOf(admin);
  const anchors = valuesOf(root, /^\$(dynamicA|a)nchor$/);
  const astray = references(root)
    .filter((one) => one.startsWith('#'))
    .map(decoded)
    .filter((one) =>
      /^#(\/|$)/.test(one) ? resolvePointer(root, one) === undefined : !anchors.includes(one.slice(1)),
    );
  expect([...new Set(astray)], 'references that lead nowhere').toEqual([]);
});

/** The texts that stand under keys of some name, wherever in a document. */
function valuesOf(node: unknown, name: RegExp): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' && name.test(key) ? [value] : valuesOf(value, name),
  );
}

/** Credentials that an operation asks for and that the document does not describe. */
function unknownCredentials(root: Readonly<Record<string, unknown>>): string[] {
  const { securitySchemes = {} } = (root['components'] ?? {}) as { readonly securitySchemes?: object };
  const asked = (node: unknown): string[] => {
    const { security } = (node ?? {}) as { readonly security?: unknown };
    const choices: readonly unknown[] = Array.isArray(security) ? security : [];
    return choices.flatMap((choice) => Object.keys(choice ?? {}));
  };
  const { pathItems = {} } = (root['components'] ?? {}) as { readonly pathItems?: object };
  const items = [root['paths'] ?? {}, pathItems].flatMap((some) => Object.values(some) as (object | null)[]);
  const names = [root, ...items.flatMap((item): unknown[] => Object.values(item ?? {}))].flatMap(asked);
  return [...new Set(names)]
    .filter((name) => !(name in securitySchemes))
    .map((name) => `security scheme ${name} is not described`);
}

/** Parameters in paths, which have to be required. */
function optionalPathParameters(document: TenantDocument): string[] {
  return document.operations.flatMap((declared) =>
    document
      .parametersOf(declared)
      .filter((one) => one.in === 'path' && !one.isRequired)
      .map(({ name }) => `${declared.method} ${declared.path}: ${name} is not required`),
  );
}

/** Every reference in a document; where values of the user's own stand, a member of that name is none. */
function references(node: unknown, key = ''): string[] {
  if (typeof node !== 'object' || node === null || /^(examples?|default|enum|const)$/.test(key)) return [];
  if (Array.isArray(node)) return node.flatMap((element) => references(element));
  const { $ref } = node as { readonly $ref?: unknown };
  const own = typeof $ref === 'string' && key !== 'properties' ? [$ref] : [];
  return [...own, ...Object.entries(node).flatMap(([name, value]) => references(value, name))];
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
