import { createHash } from 'node:crypto';
import { exactPatch, type TextFile } from '../../harness/things/text-files.ts';
import { fresh } from '../../harness/client/unique.ts';
import type { Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';

/** SHA-256 in any of its usual spellings: how a hash is written is open. */
export function isHashOf(hash: string, content: string): boolean {
  const digest = createHash('sha256').update(content).digest();
  const spellings = [digest.toString('hex'), digest.toString('base64'), digest.toString('base64url')];
  const bare = hash.replace(/^sha-?256[:=-]/i, '');
  const isHex = /^[0-9a-f]{64}$/i.test(bare);
  return spellings.includes(isHex ? bare.toLowerCase() : bare) || spellings.includes(bare.replace(/=+$/, ''));
}

/** A text of a definition that stands there once, between quotes, so that replacing it leaves valid JSON. */
export function uniqueText({ content }: TextFile): string {
  const texts = Object.values(JSON.parse(content) as Record<string, unknown>).filter(
    (value): value is string => typeof value === 'string' && /^[A-Za-z][A-Za-z -]{2,}$/.test(value),
  );
  const found = texts.find((text) => content.split(text).length === 2);
  if (found === undefined) throw setupFailed('no text of the definition stands there once');
  return found;
}

/** A patch that puts a new text in the place of one of the file, and what the file then holds. */
export function filePatch(
  check: Check,
  file: TextFile,
  { from = uniqueText(file), to = fresh('text') }: { readonly from?: string; readonly to?: string } = {},
): { readonly body: Record<string, unknown>; readonly content: string } {
  return exactPatch(file, from, to, { isPartial: check.tenant.wire.value('reports.file-old-text') !== undefined });
}
