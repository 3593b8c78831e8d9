import type { BindingId } from '../../contracts/bindings/index.ts';
import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import { isMembers } from '../../generators/members.ts';
import type { Guess } from '../http/answer.ts';

/** A request whose body is a text of its own, and no JSON. */
export interface TextRequest {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly guesses: readonly Guess[];
}

/** The operations that replace a text, and the name under which each takes the hash of the one that it replaces. */
const REPLACING: Readonly<Partial<Record<AnyOperationId, BindingId>>> = {
  patchReportFile: 'reports.file-hash',
  patchDashboardFile: 'workbooks.file-hash',
};

/**
 * What a check sends to replace a text, where the tenant's document takes the whole new text for a body: `text/plain`, with the hash
 * in a header. Undefined where it takes JSON, or another operation is meant.
 */
export function asWholeText(
  document: TenantDocument,
  declared: DeclaredOperation,
  operation: AnyOperationId,
  body: unknown,
): TextRequest | undefined {
  const type = document.textTypeOf(declared);
  const binding = REPLACING[operation];
  if (type === undefined || binding === undefined || !isMembers(body)) return undefined;
  const { newText, hash } = body;
  if (typeof newText !== 'string') return undefined;
  const headers = { 'content-type': type };
  if (typeof hash !== 'string') return { text: newText, headers, guesses: [] };
  const taker = hashHeader(document, declared);
  // Without a header that is for it the tenant cannot know which text is meant to be replaced.
  if (taker === undefined) return { text: newText, headers, guesses: [{ what: binding, isUnresolved: true }] };
  return { text: newText, headers: { ...headers, [taker.toLowerCase()]: inHeader(taker, hash) }, guesses: [] };
}

/**
 * What a check sends to replace a part of a text, without the hash where no member of the document's body is for it: whether a patch
 * repeats the hash is open. A header that is for it takes it.
 */
export function hashAside(
  document: TenantDocument,
  declared: DeclaredOperation,
  operation: AnyOperationId,
  body: unknown,
  nameOf: (binding: BindingId) => unknown,
): { readonly body: unknown; readonly headers: Readonly<Record<string, string>> } {
  const binding = REPLACING[operation];
  const isSilent = Object.keys(document.propertiesOf(document.schemaOf(declared, 'request'))).length === 0;
  if (binding === undefined || isSilent || nameOf(binding) !== undefined || !isMembers(body))
    return { body, headers: {} };
  const { hash, ...others } = body;
  const taker = hashHeader(document, declared);
  const isTaken = taker !== undefined && typeof hash === 'string';
  return { body: others, headers: isTaken ? { [taker.toLowerCase()]: inHeader(taker, hash) } : {} };
}

const inHeader = (header: string, hash: string) => (/^if-match$/i.test(header) ? `"${hash}"` : hash);

/** The header with the hash: a precondition or a header of that name, if what is said of it is about a hash. */
function hashHeader(document: TenantDocument, declared: DeclaredOperation): string | undefined {
  const about = /hash|sha-?\d|checksum|digest/i;
  const fitting = document
    .parametersOf(declared)
    .filter(({ name, in: place, description = '' }) => place === 'header' && about.test(`${name} ${description}`));
  return fitting.length === 1 ? fitting[0]?.name : undefined;
}
