import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import { wordsOf } from '../../contracts/bindings/words.ts';
import { numberOf } from '../../contracts/lossless-json.ts';
import { VERBS, type ThingKind } from './kinds.ts';
import { typesOf } from './request-places.ts';

/** The operation that puts something into one thing of a kind: its path ends with both, or with what is put in a body. */
export interface Link {
  readonly path: string;
  readonly method: string;
  /** The member that takes the id, or a list of ids; absent where the id stands in the path. */
  readonly member?: {
    readonly name: string;
    readonly isList: boolean;
    /** Whether it takes the address of the other thing, as `@odata.id` does. */
    readonly isAddress?: boolean;
  };
  /** Whether it is an update of the thing, whose list replaces the one that stands there. */
  readonly isUpdate?: true;
  /** Whether it stands below what is put into the thing, whose id its path names first: `/roles/{role}/groups/{group}`. */
  readonly isBelowOther?: true;
}

const REFERENCE = '$ref';

/** Whether a member takes the address of a thing: by its name, or because what it says of itself is part of a path. */
function isAddress(document: TenantDocument | undefined, [name, node]: readonly [string, Schema]): boolean {
  const { format, pattern } = document?.schema(node) ?? {};
  return name === '@odata.id' || /^ur[il]$/.test(String(format)) || /\/users\//.test(String(pattern));
}

/** An id as the member of a link takes it: as a number, unless the document has it as a text. */
export function idFor(
  document: TenantDocument | undefined,
  { path, method, member }: Link,
  id: string,
): string | number {
  const declared = document?.find(method.toLowerCase(), path);
  const node = declared && document?.propertiesOf(document.schemaOf(declared, 'request'))[member?.name ?? ''];
  const types = document && node ? typesOf(document, document.elementsOf(node) ?? node) : [];
  const isText = types.includes('string') && !types.includes('integer') && !types.includes('number');
  return /^\d+$/.test(id) && !isText ? numberOf(id) : id;
}

const JOINS = /^((add|grant|assign)[_-]?)?(users?|members?|people|persons?|roles?|assignments?)$/i;
/** A collection of things of their own that each join two others; which ones, their bodies say. */
const MEMBERSHIPS = /^(group_?)?memberships?$/i;

/** How something is put into a thing of a kind, such as a user into a group. */
export function linkOf(
  document: TenantDocument | undefined,
  kind: ThingKind,
  what: readonly string[],
): Link | undefined {
  const isWhat = (segment: string) => what.includes(wordsOf(segment).at(-1) ?? '');
  const names = [...kind.words, ...(kind.alike ?? [])];
  const isOfKind = (segment: string) => names.includes(wordsOf(segment).join(' '));
  const links = (document?.operations ?? []).flatMap((one): Link[] => {
    if (!['put', 'post', 'patch'].includes(one.method) || /\/scim\//.test(one.path)) return [];
    // `/groups/{group}:addMembers` is `/groups/{group}/addMembers` by another sign.
    const segments = one.path.split(/\/|(?<=\}):/).filter((part) => part !== '');
    const method = one.method.toUpperCase();
    const at = segments.findIndex((segment, index) => isOfKind(segment) && /^\{/.test(segments[index + 1] ?? ''));
    // OData puts a reference to what there is behind the collection: `/members/$ref`.
    const [collection = '', element, ...more] =
      at < 0 ? [] : segments.slice(at + 2).filter((part) => part !== REFERENCE);
    const isOwnThing = MEMBERSHIPS.test(collection) && one.method === 'post' && element === undefined;
    if (!isOwnThing && (!JOINS.test(collection) || !isWhat(collection) || more.length > 0)) return [];
    if (element?.startsWith('{') === true) return [{ path: one.path, method }];
    if (element !== undefined && !VERBS.test(element)) return [];
    const properties = Object.entries(document?.propertiesOf(document.schemaOf(one, 'request')) ?? {});
    // What a membership says beside the two that it joins is of itself: the role that a member has in a group.
    const isOne = (name: string) => isWhat(name.replace(/[-_]?(id|uuid)$/i, ''));
    const isOfIds = (name: string) => wordsOf(name).some((word) => what.includes(word) || /^ids?$/.test(word));
    const member = properties.find(([name]) => (isOwnThing ? isOne(name) : isOfIds(name)));
    if (!member) return [];
    return [
      {
        path: one.path,
        method,
        member: {
          name: member[0],
          isList: document?.elementsOf(member[1]) !== undefined,
          ...(isAddress(document, member) && { isAddress: true }),
        },
      },
    ];
  });
  return links[0] ?? updateThatLinks(document, kind, isWhat) ?? linkBelowOther(document, kind, what);
}

/** What puts something into a thing from the other side, such as a group to the holders of a role. */
function linkBelowOther(
  document: TenantDocument | undefined,
  { words, alike = [] }: ThingKind,
  what: readonly string[],
): Link | undefined {
  const names = [...words, ...alike];
  const links = (document?.operations ?? []).flatMap((one): Link[] => {
    const [outer = '', inner = ''] = one.path.split(/(?<=\/)\{[^}]*\}\//);
    const [collection = ''] = outer
      .split('/')
      .filter((part) => part !== '')
      .slice(-1);
    const [ofThings = '', thing, ...more] = inner.split('/').filter((part) => part !== '');
    const isOfBoth = what.includes(wordsOf(collection).join(' ')) && names.includes(wordsOf(ofThings).join(' '));
    if (!isOfBoth || more.length > 0 || /\/scim\//.test(one.path)) return [];
    const link = { path: one.path, method: one.method.toUpperCase(), isBelowOther: true as const };
    const request = document?.schemaOf(one, 'request');
    const required = document?.requiredOf(request) ?? [];
    if (thing?.startsWith('{') === true)
      return ['put', 'post'].includes(one.method) && required.length === 0 ? [link] : [];
    // A list that is put or patched may replace those who are there already.
    if (one.method !== 'post' || (thing !== undefined && !VERBS.test(thing))) return [];
    const isOfIds = (name: string) => names.includes(wordsOf(name.replace(/[-_]?(ids?|uuids?)$/i, '')).join(' '));
    const members = Object.entries(document?.propertiesOf(request) ?? {});
    const member = members.find(([name]) => isOfIds(name) || /^ids?$/i.test(name));
    if (!member || required.some((name) => name !== member[0])) return [];
    const isList = document?.elementsOf(member[1]) !== undefined;
    return [{ ...link, member: { name: member[0], isList } }];
  });
  return links.find(({ member }) => member === undefined) ?? links[0];
}

/** The same where the list is one of ids, and is shown as well: what stands there is kept. */
export function holdingOf(
  document: TenantDocument | undefined,
  kind: ThingKind,
  what: readonly string[],
): (Link & Required<Pick<Link, 'member'>>) | undefined {
  const link = updateThatLinks(document, kind, (name) => what.includes(wordsOf(name).at(-1) ?? ''));
  const declared = link && document?.find(link.method.toLowerCase(), link.path);
  if (!link?.member || !declared || !document?.find('get', link.path)) return undefined;
  const list = document.propertiesOf(document.schemaOf(declared, 'request'))[link.member.name];
  const isOfIds = Object.keys(document.propertiesOf(document.elementsOf(list))).length === 0;
  return isOfIds ? { ...link, member: link.member } : undefined;
}

/** The update of a thing that takes the whole list of what it holds, such as `memberIds` of a group. */
function updateThatLinks(
  document: TenantDocument | undefined,
  { words, alike = [], about }: ThingKind,
  isWhat: (name: string) => boolean,
): Link | undefined {
  for (const method of ['patch', 'put']) {
    for (const one of document?.operations ?? []) {
      const [collection = '', element = ''] = one.path
        .split('/')
        .filter((part) => part !== '')
        .slice(-2);
      const called = wordsOf(collection).join(' ');
      const isCalled = words.includes(called) || (about?.test(one.path) === true && alike.includes(called));
      const isElement = element.startsWith('{') && isCalled;
      if (one.method !== method || !isElement || /\/scim\//.test(one.path)) continue;
      const members = Object.entries(document?.propertiesOf(document.schemaOf(one, 'request')) ?? {});
      const member = members.find(
        ([name, node]) => isWhat(name.replace(/_?ids?$/i, '')) && document?.elementsOf(node) !== undefined,
      );
      if (member)
        return {
          path: one.path,
          method: method.toUpperCase(),
          member: { name: member[0], isList: true },
          isUpdate: true,
        };
    }
  }
  return undefined;
}
