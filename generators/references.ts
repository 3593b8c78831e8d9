import { resourceNameIn, thingOfOne, type ResourceName } from '../contracts/bindings/resource-names.ts';
import type { Schema } from '../contracts/document.ts';
import type { DeclaredSchemas, Shape } from './declared-schemas.ts';

/** A name that says the kind of a thing only together with what stands around it. */
const BARE = /^(id|uuid|guid|key|name|slug)$/i;
/** What a reference has at most: what names a thing, its kind, and where it is shown. */
const OF_REFERENCE =
  /^(id|uuid|guid|key|name|slug|type|kind|object|resource_?type|self|href|url|uri|html_?url|link|links|summary|label|title|caption|heading|display_?name)$/i;
const SAYS_KIND = /^(type|kind|object|resource_?type)$/i;
const IS_REFERENCE = /[_-]?(reference|ref|link|stub|pointer|identifier)$/i;

/** Members that hold what another thing is made from, or goes to. */
const REFERS = /^(from|base|source|parent|origin|target|destination|start(_?point)?)$/i;

/**
 * What a member of an object is meant to be, where the object refers to a thing: the `id` of `report: { id, type }` is a `reportId`,
 * and that of `{ id, type: 'user_reference' }` a `userId`. The same name where it says its kind itself, or nothing else does.
 */
export function meantBy(
  schemas: DeclaredSchemas,
  { properties }: Pick<Shape, 'properties'>,
  name: string,
  path: string,
  isLendable: (name: string) => boolean,
): string {
  const names = [...properties.keys()];
  if (!BARE.test(name) || path === '' || !names.every((one) => OF_REFERENCE.test(one))) return name;
  // Where an object says no more than a name, it is what the object is called after: `parent: { name }`.
  const holder = singular(path.split('.').at(-1) ?? '');
  if (names.length === 1 && !/^(id|uuid|guid)$/i.test(name) && isLendable(holder)) return holder;
  const kind = kindSaid(schemas, properties);
  const isSaid = kind !== undefined && IS_REFERENCE.test(kind);
  const ofKind = `${kind ?? ''}_name`;
  if (kind !== undefined && REFERS.test(holder) && /^(name|slug|key)$/i.test(name) && isLendable(ofKind)) return ofKind;
  // The name of a new thing stands in such an object as well.
  if (!isSaid && !/^(id|uuid|guid)$/i.test(name)) return name;
  const holders = path.split('.').slice(-2).map(singular);
  const called = [
    holders.join('_'),
    holders.at(-1) ?? '',
    ...(kind === undefined ? [] : [kind.replace(IS_REFERENCE, '')]),
  ];
  const ending = /^(name|slug|key)$/i.test(name) ? '_name' : '_id';
  const meant = called.map((one) => `${one}${ending}`);
  return meant.find(isLendable) ?? (isSaid ? (meant.at(-1) ?? name) : name);
}

/** The collections of the things that texts name by their paths, as `users/1` does; undefined where they are no such names. */
export function pathIn({ nodes }: Pick<Shape, 'nodes'>): ResourceName | undefined {
  return nodes.map(resourceNameIn).find((found) => found !== undefined);
}

/** What a member is meant to be that names a thing by its path: `agentId` for `agent`, and for any name of `deployments/1/agents/2`. */
export function meantByPath(kinds: ResourceName, name: string, isLendable: (name: string) => boolean): string {
  const kind = thingOfOne(kinds.at(-1) ?? '');
  return [name, `${name}Id`, `${kind}Id`, `${kind}Name`].find(isLendable) ?? `${kind}Id`;
}

/** An object that refers to a thing: the member that names it, and the kind that it says. */
export interface Reference {
  readonly member: string;
  readonly kind: string;
}

/** What an object refers to that says of which kind that is: of `{ id, type: 'folder_reference' }` a folder, by its id. */
export function referenceIn(schemas: DeclaredSchemas, nodes: readonly Schema[]): Reference | undefined {
  const { properties, choices } = schemas.shape(nodes);
  const branches = choices.flat().filter((one) => schemas.shape([one]).types?.join() !== 'null');
  const [only, ...others] = branches;
  // Where the document allows null in its place, the one other branch is meant.
  if (properties.size === 0 && only && others.length === 0) return referenceIn(schemas, [only]);
  const names = [...properties.keys()];
  const member = MEMBERS.flatMap((like) => names.filter((name) => like.test(name)))[0];
  const kind = kindSaid(schemas, properties);
  const isReference = names.every((name) => OF_REFERENCE.test(name)) && kind !== undefined && IS_REFERENCE.test(kind);
  return isReference && member !== undefined ? { member, kind: kind.replace(IS_REFERENCE, '') } : undefined;
}

/** The only kind that an object may be of. */
function kindSaid(schemas: DeclaredSchemas, properties: Shape['properties']): string | undefined {
  const said = [...properties].filter(([name]) => SAYS_KIND.test(name));
  const values = said
    .flatMap(([, nodes]) => schemas.shape(nodes).values ?? [])
    .filter((one) => typeof one === 'string');
  return values.length === 1 ? singular(values[0] ?? '') : undefined;
}

/** The members that may name a thing, the likeliest first. */
const MEMBERS = [/^(id|uuid|guid)$/i, /^(name|slug|key)$/i];

const singular = (name: string) => name.replace(/\[\]$/, '').replace(/(?<=[^s])s$/i, '');
