import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from '../test.ts';
import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import { BINDINGS } from '../../contracts/bindings/index.ts';
import type { Bindings } from '../../contracts/bindings/binding.ts';
import { readTenantDocument, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { dialectNamed } from '../../mock/dialects/index.ts';
import { inBothDialects, succeeded } from './leased.ts';

const contract = await loadContract();

inBothDialects("the tenant's own document", (lease, dialect) => {
  test('is a valid OpenAPI 3.1.0 document without marks of ours', async () => {
    const { text } = succeeded(await (await lease()).as('ADMIN_TOKEN')('getSpec'));
    const config = await createConfig({ extends: ['spec'] });
    const problems = await lintFromString({ source: text, absoluteRef: 'spec.json', config });
    expect(problems.map(({ message, location }) => `${location[0]?.pointer ?? ''}: ${message}`)).toEqual([]);
    expect(text).not.toMatch(/x-(requirement|binding|lines|access|partial)/);
  });

  test('shows every open name that a document can show', async () => {
    const { text } = succeeded(await (await lease()).as('ADMIN_TOKEN')('getSpec'));
    const document = readTenantDocument(text);
    if (!(document instanceof TenantDocument)) throw new Error(document.refused);
    const resolved = resolveBindings(contract, {}, document);
    const table: Bindings = BINDINGS;
    const isShown = (id: string) => id !== 'embed.thread-replies' || dialectNamed(dialect).replyMember === undefined;
    const wrong = [...resolved].flatMap(([id, resolution]) => {
      const expected = (dialectNamed(dialect).names as Record<string, unknown>)[id] ?? table[id]?.default;
      const found = 'value' in resolution ? resolution.value : resolution.unresolved;
      const isRight = JSON.stringify(found) === JSON.stringify(expected);
      // Where replies are listed beside their threads, no thread holds any.
      return isRight || !isShown(id) ? [] : [{ id, found, expected }];
    });
    expect(wrong).toEqual([]);
  });

  test('declares nothing that has no behaviour', async () => {
    const { tenant } = await lease();
    const paths = tenant.document()['paths'] as Record<string, Record<string, { operationId?: string }>>;
    const declared = Object.values(paths).flatMap((item) =>
      Object.values(item).flatMap((one) => one.operationId ?? []),
    );
    expect(declared.length).toBeGreaterThan(100);
    expect(declared.filter((id) => !tenant.rules.handlers[id])).toEqual([]);
  });
});
