import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Schema } from '../../contracts/document.ts';
import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { WireFormat } from '../tenant/wire-format.ts';

const DEEPEST = 2;

const bare = (name: string) => name.replace(/[^a-z]/gi, '').toLowerCase();

/** Whether an answer shows a member of one of some names, whatever their letters' case. */
function shows(document: TenantDocument, schema: Schema | undefined, names: readonly string[], depth = 0): boolean {
  if (depth > DEEPEST) return false;
  return Object.entries(document.propertiesOf(schema)).some(
    ([name, below]) => names.includes(bare(name)) || shows(document, below, names, depth + 1),
  );
}

/**
 * Whether the tenant's own document declares a read at the path of an operation that changes something, and that it shows one of
 * some members. The specification need not print that read.
 */
export function isReadThere(
  wire: Pick<WireFormat, 'document' | 'route'>,
  operation: AnyOperationId,
  members: readonly string[],
): boolean {
  const { document } = wire;
  const path = wire.route(operation)?.path;
  const declared = path === undefined ? undefined : document?.find('get', path);
  return !!document && !!declared && shows(document, document.schemaOf(declared, 'answer'), members.map(bare));
}
