import { unlessUndocumented } from '../../harness/http/answer.ts';
import { readTenantDocument, type TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { driftAsText } from '../../contracts/drift/drift.ts';
import { resolvePointer } from '../../contracts/pointer.ts';
import { documentOf } from '../../harness/check/document.ts';
import { driftOf } from './drift.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { tentatively } from '../../harness/failures/failure.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { calls } from './calls.ts';

checkEveryOperation('openapi-spec', calls);

test(...verifies('openapi-spec.get.answers-document'), async ({ admin }) => {
  const answer = unlessUndocumented(await admin.raw('getSpec'));
  expect(answer).toSucceed();
  expect(readTenantDocument(answer.text), 'an OpenAPI document in JSON or in YAML').not.toHaveProperty('refused');
});

/** Requirements that compare the served document with what the specification prints. */
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
    const departures = drift.filter(({ requirement }) => requirement === id);
    expect(departures.map(driftAsText), 'departures of the document from the specification').toEqual([]);
  });
}

/** Who may read the document is open; whoever may is served the whole of it. */
async function expectWhole(check: Check, who: Actor, id: RequirementId): Promise<void> {
  const drift = await tentatively(() => driftOf(check, who));
  leaveOutUnless(drift);
  const departures = drift.filter(({ requirement }) => requirement === id);
  expect(departures.map(driftAsText), 'departures of the document from the specification').toEqual([]);
  return undefined;
}

/** What each document says of itself, whoever is served it. */
const SAYS = {
  'openapi-spec.document.openapi-version': (root: TenantDocument['root']) => {
    expect(root['openapi']).toBe('3.1.0');
  },
  'openapi-spec.document.info-version': (root: TenantDocument['root']) => {
    expect(root['info']).toHaveProperty('version', '1.0.0');
  },
} as const;

for (const [id, expectSaid] of Object.entries(SAYS)) {
  test(...verifies(id as keyof typeof SAYS), async ({ check, admin }) => {
    expectSaid((await documentOf(admin)).root);
    const others = {
      'for a user without the admin role': check.asOptional('MEMBER_TOKEN'),
      'with an OAuth token': check.asOptional('OAUTH_TOKEN'),
    };
    await inEach(check, others, async (who) => {
      const document = await tentatively(() => documentOf(who));
      leaveOutUnless(document);
      expectSaid(document.root);
    });
  });
}

test.describe('for others', () => {
  for (const id of ['openapi-spec.document.platform-operations', 'openapi-spec.document.build-operations'] as const) {
    test(...verifies(id), async ({ check }) => {
      const others = {
        'for a user without the admin role': check.asOptional('MEMBER_TOKEN'),
        'with an OAuth token': check.asOptional('OAUTH_TOKEN'),
        'with a scoped key': check.asOptional('SCOPED_TOKEN'),
      };
      await inEach(check, others, (who) => expectWhole(check, who, id));
    });
  }
});

/** The rules that decide whether an OpenAPI document is valid, without rules of style. */
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
  // Loaded only here, because the linter takes longer to load than all other modules of the checks together.
  const { createConfig, lintFromString } = await import('@redocly/openapi-core');
  const config = await createConfig(VALID);
  const source = JSON.stringify(root);
  const problems = await lintFromString({ source, absoluteRef: 'document.json', config });
  const found = problems.map(({ message, location }) => `${location[0]?.pointer ?? ''} ${message}`.trim());
  // In this version of JSON Schema a schema may contain further keywords.
  const invalid = found.filter((one) => !/\/schemas?\/.*is not expected here/.test(one));
  expect([...invalid, ...undefinedSecuritySchemes(root), ...optionalPathParameters(document)]).toEqual([]);
});

test(...verifies('openapi-spec.document.references'), async ({ admin }) => {
  const { root } = await documentOf(admin);
  const anchors = valuesOf(root, /^\$(dynamicA|a)nchor$/);
  const unresolved = references(root)
    .filter((reference) => reference.startsWith('#'))
    .map(decoded)
    .filter((one) =>
      /^#(\/|$)/.test(one) ? resolvePointer(root, one) === undefined : !anchors.includes(one.slice(1)),
    );
  expect([...new Set(unresolved)], 'references without a target').toEqual([]);
});

/** The string values of all keys that match a name, anywhere in a document. */
function valuesOf(node: unknown, name: RegExp): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' && name.test(key) ? [value] : valuesOf(value, name),
  );
}

/** Security schemes that an operation requires and the document does not define. */
function undefinedSecuritySchemes(root: Readonly<Record<string, unknown>>): string[] {
  const { securitySchemes = {} } = (root['components'] ?? {}) as { readonly securitySchemes?: object };
  const required = (node: unknown): string[] => {
    const { security } = (node ?? {}) as { readonly security?: unknown };
    const choices: readonly unknown[] = Array.isArray(security) ? security : [];
    return choices.flatMap((choice) => Object.keys(choice ?? {}));
  };
  const { pathItems = {} } = (root['components'] ?? {}) as { readonly pathItems?: object };
  const items = [root['paths'] ?? {}, pathItems].flatMap((some) => Object.values(some) as (object | null)[]);
  const names = [root, ...items.flatMap((item): unknown[] => Object.values(item ?? {}))].flatMap(required);
  return [...new Set(names)]
    .filter((name) => !(name in securitySchemes))
    .map((name) => `security scheme ${name} is not defined`);
}

/** Path parameters that are not marked as required. */
function optionalPathParameters(document: TenantDocument): string[] {
  return document.operations.flatMap((declared) =>
    document
      .parametersOf(declared)
      .filter((one) => one.in === 'path' && !one.isRequired)
      .map(({ name }) => `${declared.method} ${declared.path}: ${name} is not required`),
  );
}

/** Every `$ref` in a document, except inside examples and other values, where the name has no meaning. */
function references(node: unknown, key = ''): string[] {
  if (typeof node !== 'object' || node === null || /^(examples?|default|enum|const)$/.test(key)) return [];
  if (Array.isArray(node)) return node.flatMap((element) => references(element));
  const { $ref, $id } = node as { readonly $ref?: unknown; readonly $id?: unknown };
  // Within a schema with an address of its own references begin there.
  if (typeof $id === 'string' && key !== 'properties') return [];
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
