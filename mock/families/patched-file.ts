import { refuse } from '../answer.ts';
import { bodyOf, type Call } from '../call.ts';
import { refuseUnsafeJson } from '../unsafe-json.ts';
import type { textRules } from '../rules/files.ts';

/** A hash as a dialect writes it. */
export function hashShown({ tenant }: Call, hex: string): string {
  const { hash } = tenant.dialect.outcomes;
  if (hash === 'base64') return Buffer.from(hex, 'hex').toString('base64');
  return hash === 'prefixed' ? `sha256:${hex}` : hex;
}

/** A file in which the text that a patch names is replaced, or a refusal that leaves it as it is. */
export function patched(call: Call, rules: ReturnType<typeof textRules>, content: string): string {
  const { oldText, newText, hash } = bodyOf(call);
  if (typeof oldText !== 'string' || oldText === '') refuse('invalid', 'oldText is no text');
  if (typeof newText !== 'string') refuse('invalid', 'newText is no text');
  if (hash !== undefined && hash !== hashShown(call, rules.hash(content)))
    refuse('conflict', 'the file has changed since this hash');
  const found = rules.occurrences(content, oldText);
  if (found !== 1) refuse('conflict', `oldText stands in the file ${found} times, expected once`);
  const next = rules.replaced(content, oldText, newText);
  let definition: unknown;
  try {
    definition = JSON.parse(next);
  } catch {
    refuse('invalid', 'the file would be no JSON any more');
  }
  if (typeof definition !== 'object' || definition === null || Array.isArray(definition)) {
    refuse('invalid', 'the file would be no definition any more');
  }
  // JSON within the text was one string in the body, so nobody has looked into it yet.
  refuseUnsafeJson(definition);
  return next;
}
