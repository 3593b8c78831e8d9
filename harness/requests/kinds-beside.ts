import { TABLE } from '../../contracts/bindings/resolved.ts';
import { wordsOf } from '../../contracts/bindings/words.ts';
import { isMembers } from '../../generators/members.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { WireFormat } from '../tenant/wire-format.ts';

const SAYS_KIND = /^(.*\.)?(\w+_?)?(type|kind)$/i;

/** What a tenant calls it that a thing is in nothing. */
const NOTHING = ['root', 'none', 'nothing', 'top', 'home'];

/**
 * Which kind of thing the members of a request say that stand beside the place of an open name: where a `folderId` of ours is
 * `parent.id` at the tenant, `parent.kind` is to say folder, or what it says for none where the id is null.
 */
export function kindsBeside(wire: WireFormat, operation: AnyOperationId, sent: unknown): (path: string) => string[] {
  const kinds = new Map<string, string[]>();
  for (const [id, { kind, default: ours, discover }] of Object.entries(TABLE)) {
    const isOfRequest = kind === 'name' && discover?.rule === 'member' && discover.in === 'request';
    const place = isOfRequest && discover.operation === operation ? wire.value(id) : undefined;
    const [noun] = typeof ours === 'string' ? wordsOf(ours) : [];
    if (typeof place !== 'string' || !place.includes('.') || noun === undefined) continue;
    kinds.set(place.slice(0, place.lastIndexOf('.')), isNull(sent, place.split('.')) ? NOTHING : [noun]);
  }
  return (path) => (SAYS_KIND.test(path) ? kinds.get(path.slice(0, path.lastIndexOf('.'))) : undefined) ?? [];
}

function isNull(sent: unknown, place: readonly string[]): boolean {
  return place.reduce<unknown>((node, name) => (isMembers(node) ? node[name] : undefined), sent) === null;
}
