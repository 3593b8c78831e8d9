import { numberOf } from '../../contracts/lossless-json.ts';
import { setupFailed } from '../failures/failure.ts';
import { heldIn, holding, type UpdateNoted } from '../undo/rules/declared-update.ts';
import type { ThingKind } from './kinds.ts';
import { holdingOf } from './links.ts';
import { typesOf } from './request-places.ts';
import type { Sourcing } from './source.ts';

/** Whether the document declares an update of a thing that says which others it holds, such as `workbookIds`. */
export const canHold = ({ document }: Sourcing, kind: ThingKind, what: readonly string[]): boolean =>
  holdingOf(document, kind, what) !== undefined;

/** Has a thing hold another one beside those that it holds already. */
export async function hold(
  { document, admin, things }: Sourcing,
  kind: ThingKind,
  id: string,
  what: readonly string[],
  held: string,
): Promise<void> {
  const link = holdingOf(document, kind, what);
  const declared = link && document?.find(link.method.toLowerCase(), link.path);
  if (!document || !link || !declared)
    throw setupFailed(`the tenant's document declares no list of each ${what[0] ?? ''} of a ${kind.name}`);
  const schema = document.schemaOf(declared, 'request');
  const elements = document.elementsOf(document.propertiesOf(schema)[link.member.name]) ?? {};
  const isNumber = typesOf(document, elements).every((type) => type === 'integer' || type === 'number');
  const noted: UpdateNoted = {
    kind: kind.name,
    id,
    method: link.method,
    path: link.path.replace(/\{[^}]*\}/, encodeURIComponent(id)),
    member: link.member.name,
    value: isNumber && /^\d+$/.test(held) ? numberOf(held) : held,
    required: document.requiredOf(schema),
  };
  const { wire } = await admin.read(noted.path);
  const list = heldIn(wire, noted);
  // What is not shown would be replaced.
  if (!list) throw setupFailed(`the ${kind.name} does not show its ${noted.member}`);
  const body = holding(wire, noted, [...new Set([...list, noted.value])]);
  await things.updating(admin, noted, () => admin.request(noted.method, noted.path, body));
}
