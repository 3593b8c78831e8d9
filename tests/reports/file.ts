import { createHash } from 'node:crypto';
import { exactPatch, type TextFile } from '../../harness/things/text-files.ts';
import { fresh } from '../../harness/client/unique.ts';
import type { Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';

/** Whether a text is the SHA-256 of the content in any usual encoding; the encoding is open. */
export function isHashOf(hash: string, content: string): boolean {
  const digest = createHash('sha256').update(content).digest();
  const encodings = [digest.toString('hex'), digest.toString('base64'), digest.toString('base64url')];
  const bare = hash.replace(/^sha-?256[:=-]/i, '');
  const isHex = /^[0-9a-f]{64}$/i.test(bare);
  return encodings.includes(isHex ? bare.toLowerCase() : bare) || encodings.includes(bare.replace(/=+$/, ''));
}

/** Members with texts for people: any other text may have to be one of certain values, or name something else. */
const TEXTS = ['description', 'name', 'title'];

/** A text for people in the definition that occurs exactly once, so that replacing it leaves a valid one. */
export function uniqueText({ content }: TextFile): string {
  const definition = JSON.parse(content) as Readonly<Record<string, unknown>>;
  const texts = TEXTS.flatMap((member) => {
    const value = definition[member];
    return typeof value === 'string' && /^\w[\w .,:-]{2,}$/.test(value) ? [value] : [];
  });
  const found = texts.find((text) => content.split(text).length === 2);
  if (found === undefined) untested('lend a report whose name, title or description occurs once in its definition');
  return found;
}

/** A patch that replaces a text of the file, and the resulting content. */
export function filePatch(
  check: Check,
  file: TextFile,
  { from = uniqueText(file), to = fresh('text') }: { readonly from?: string; readonly to?: string } = {},
): { readonly body: Record<string, unknown>; readonly content: string } {
  return exactPatch(file, from, to, { isPartial: check.tenant.wire.value('reports.file-old-text') !== undefined });
}
