import { expect, test } from '../test.ts';
import { readTenantDocument, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { FOREIGN } from './foreign-document.ts';

test.describe('a document that is no document is refused in one line', () => {
  const noise = Array.from({ length: 5_000_000 / 16 }, (_, index) => (index * 2654435761).toString(36).padEnd(16)).join(
    '',
  );
  const cyclicYaml = 'openapi: 3.1.0\npaths: &p\n  /a: *p\n';
  const refused: readonly (readonly [what: string, text: string, says: RegExp])[] = [
    ['nothing', '', /is empty/],
    ['blanks', ' \n ', /is empty/],
    ['an HTML page', '<!doctype html><html>openapi: 3</html>', /is HTML/],
    ['5 MB of noise', noise, /no `openapi`/],
    ['broken JSON', '{"openapi": "3.1.0", ', /cannot be read/],
    ['broken YAML', 'openapi: 3.1.0\n  paths: [', /cannot be read/],
    ['a list', '["openapi: 3.1.0"]', /no `openapi`/],
    ['YAML that contains itself', cyclicYaml, /is cyclic/],
    [
      'references in a circle',
      '{"openapi":"3.1.0","paths":{"/a":{"$ref":"#/paths/~1b"},"/b":{"$ref":"#/paths/~1a"}}}',
      /is cyclic/,
    ],
    ['an abyss', `{"openapi":"3.1.0","a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, /levels deep/],
  ];
  for (const [what, text, says] of refused) {
    test(what, () => {
      const started = performance.now();
      const document = readTenantDocument(text);
      expect(document).toHaveProperty('refused');
      const { refused: why } = document as { refused: string };
      expect(why).toMatch(says);
      expect(why.split('\n')).toHaveLength(1);
      expect(performance.now() - started).toBeLessThan(2_000);
    });
  }

  test('a recursive schema is supported', () => {
    const tree = {
      type: 'object',
      properties: { child: { $ref: '#/components/schemas/Tree' } },
      allOf: [{ $ref: '#/components/schemas/Tree' }],
    };
    const text = JSON.stringify({ ...FOREIGN, components: { schemas: { ...FOREIGN.components.schemas, Tree: tree } } });
    expect(readTenantDocument(text)).toBeInstanceOf(TenantDocument);
  });
});
