import type { TenantDocument } from '../bindings/tenant-document.ts';
import type { Schema } from '../document.ts';

/** Words with which a description says that a member is deprecated. */
const WORDS = /deprecat|legacy|obsolete|\bignored\b|\buse `?items\b/i;

/**
 * Whether a document says that a member is deprecated, by the keyword or in words: how it says so is not printed. A tenant's document
 * may hold any value in place of a schema.
 */
export function isSaidDeprecated(document: TenantDocument, member: Partial<Schema> | null): boolean {
  // Either may stand next to a reference.
  return [member, document.schema(member)].some((one) => {
    const { deprecated, description } = one ?? {};
    return deprecated === true || (typeof description === 'string' && WORDS.test(description));
  });
}
