import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { expect, test } from '../test.ts';

const contract = await loadContract();
const TEXT = { type: 'string' };
const FILE = '/api/v1/deployments/{d}/reports/{r}/file';

/** What the parts of a patch are called whose list of replacements has these members. */
function namesIn(old: string, next: string, hash: string): readonly unknown[] {
  const items = { type: 'object', required: [old, next], properties: { [old]: TEXT, [next]: TEXT } };
  const properties = { replacements: { type: 'array', minItems: 1, items }, [hash]: TEXT };
  const schema = { type: 'object', required: ['replacements'], properties };
  const patch = { requestBody: { content: { 'application/json': { schema } } }, responses: {} };
  const resolved = resolveBindings(
    contract,
    {},
    new TenantDocument({ openapi: '3.1.0', paths: { [FILE]: { patch } } }),
  );
  return ['reports.file-old-text', 'reports.file-new-text', 'reports.file-hash'].map((id) => {
    const { value } = resolved.get(id) as { readonly value?: unknown };
    return value;
  });
}

for (const [old, next, hash] of [
  ['exact', 'with', 'ifHash'],
  ['match', 'replacement', 'expectedHash'],
  ['target', 'to', 'baseHash'],
  ['original', 'updated', 'hash'],
  ['current', 'desired', 'sha256'],
  ['matched', 'substitution', 'contentHash'],
] as const) {
  test(`a patch is made of ${old}, ${next} and ${hash}`, () => {
    expect(namesIn(old, next, hash)).toEqual([`replacements[].${old}`, `replacements[].${next}`, hash]);
  });
}
