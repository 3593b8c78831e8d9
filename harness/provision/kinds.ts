import type { DeclaredOperation, DeclaredParameter, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { isOwnName, wordsOf } from '../../contracts/bindings/words.ts';
import { grantsIn, type Grants, type SharedWith } from './grants.ts';
import { placesIn } from './request-places.ts';
import { isId } from '../../contracts/lossless-json.ts';

/** A kind of thing that a tenant may let its users create, though the specification prints no operation for it. */
export interface ThingKind {
  readonly name: string;
  /** What collections of it are called, by their words. */
  readonly words: readonly string[];
  /** What other vendors call such things; these count for less, so that nothing else is taken for one. */
  readonly alike?: readonly string[];
  /** What the path, the id or the tags of an operation have to be about where it is called by such a name. */
  readonly about?: RegExp;
  readonly place: 'account' | 'deployment';
  /** Whether it is an offer that somebody has to accept. */
  readonly isAccepted?: true;
  /** Whether its name is its id. */
  readonly isNamed?: boolean;
  /** Members that name the one at which a new one begins, such as the branch that it is a copy of. */
  readonly beginsAt?: RegExp;
  /** The printed path that removes one, with `{id}` for its name. */
  readonly removal?: string;
  /** Whether a new one is to have a widget, where its document has a place for widgets. */
  readonly hasWidgets?: true;
  /** Whether one that nothing removes may be made all the same, if it can be switched off for good. */
  readonly mayStay?: true;
}

type Method = 'post' | 'get' | 'put';

export const VERBS = /^(create|new|add|invite|register|provision)$/;
export const parametersOf = (path: string) => path.match(/\{[^}]*\}/g) ?? [];

/** The operation on a collection of such things that its path, the parameter of an element, and its id speak for most. */
export function operationOn(
  document: TenantDocument | undefined,
  method: Method,
  kind: ThingKind,
): DeclaredOperation | undefined {
  const rated = (document?.operations ?? []).flatMap((one) => {
    const isHere = one.method === method && isInPlace(document, one, kind);
    const rating = isHere ? ratingOf(document, one, method, kind) : 0;
    return rating > 0 ? [{ one, rating }] : [];
  });
  const [best, next] = rated.sort((a, b) => b.rating - a.rating);
  return best && best.rating > (next?.rating ?? 0) ? best.one : undefined;
}

/** The operation that creates one: on the collection, or on the element itself, where the client chooses its name. */
export function creationOf(document: TenantDocument | undefined, kind: ThingKind): DeclaredOperation | undefined {
  const created = operationOn(document, 'post', kind);
  if (created) return kind.isAccepted === true || !acceptanceOf(document, created) ? created : undefined;
  const put = operationOn(document, 'put', kind);
  return put && (kind.isNamed === true || isOfName(put.path)) ? put : undefined;
}

/** What makes the wanted thing of an offer, such as a user of an invitation: an action on it, behind its path or behind a colon. */
const ACCEPTS = /^[/:](accept|activate|confirm|complete|redeem|claim)$/i;

/** The operation that accepts what another one offers. */
export function acceptanceOf(
  document: TenantDocument | undefined,
  offer: DeclaredOperation,
): DeclaredOperation | undefined {
  const element = new RegExp(`^${escaped(collectionOf(offer.path))}/\\{[^}]*\\}`);
  return document?.operations.find(
    ({ method, path }) =>
      ['post', 'put'].includes(method) && element.test(path) && ACCEPTS.test(path.replace(element, '')),
  );
}

/** Whether a path ends with a name that a client chooses, and not with an id: `by-slug/{slug}`. */
const isOfName = (path: string) => /\{(slug|key|handle|(\w+_?)?name|(\w+_?)?(slug|key|handle))\}\/?$/i.test(path);

/** What a collection may stand below: a thing, a version of the API, or an area of it. */
const PLACES = /^(\{.*\}|v\d+|api|workspace|content|admin|account|embed(ding|ded)?|oidc|data)$/i;
const WEIGHTS = { path: 6, element: 4, id: 4 };

function ratingOf(
  document: TenantDocument | undefined,
  one: DeclaredOperation,
  method: Method,
  { words, alike = [], about }: ThingKind,
): number {
  const base = collectionOf(one.path);
  const { operationId = '', tags = [] } = one.operation as {
    readonly operationId?: string;
    readonly tags?: readonly string[];
  };
  const isAbout = about === undefined || about.test([one.path, operationId, ...[tags].flat()].join(' '));
  // A name of another vendor is worth half.
  const worth = (named: string) => (words.includes(named) ? 1 : isAbout && alike.includes(named) ? 0.5 : 0);
  const segments = base.split('/').filter((part) => part !== '');
  const last = [segments.at(-1) ?? '', segments.slice(-2).join(' ')].filter((named) => !named.includes('{'));
  const elements = (document?.operations ?? []).flatMap((other) => {
    const [, parameter] = new RegExp(`^${escaped(base)}/\\{([^}]*)\\}`).exec(other.path) ?? [];
    return parameter === undefined
      ? []
      : [
          wordsOf(parameter)
            .join(' ')
            .replace(/ (id|name|key|uuid)$/, ''),
        ];
  });
  const [verb = '', ...object] = wordsOf(operationId);
  const verbs = {
    post: /^(create|add|new|make|post|invite|provision|register)$/,
    put: /^(create|put|upsert|set|save|ensure|provision|register)$/,
    get: /^(list|get|find|read|search|fetch)$/,
  }[method];
  // A name of another vendor may be that of one thing elsewhere, such as the connection to source control.
  const isCollection = /s$/i.test(base) && PLACES.test(segments.at(-2) ?? '');
  const byPath = Math.max(
    0,
    ...last.map((named) => worth(wordsOf(named).join(' '))).filter((rating) => rating === 1 || isCollection),
  );
  // What is put at the path of an element is one of its collection, and not of something that stands below another.
  if (method === 'put' && byPath === 0) return 0;
  const byElement = Math.max(0, ...elements.map(worth));
  const byId = verbs.test(verb) ? worth(object.join(' ')) : 0;
  return byPath * WEIGHTS.path + byElement * WEIGHTS.element + byId * WEIGHTS.id;
}

/** How a thing is shared, and the member that says with whom. */
export interface Sharing {
  readonly path: string;
  readonly method: string;
  /** The names that lead to it: the member may stand in one that holds all that is said of sharing. */
  readonly at: readonly string[];
  /** What the member says, where it lists with whom a thing may be shared. */
  readonly says?: string;
  /** A grant to one of them, where the member lists grants or the request is one. */
  readonly grant?: Grants['to'];
  /** Whether the path names the one with whom it is shared, so that nothing is left to say. */
  readonly isNamedInPath?: true;
}

/** The part of a thing that may be what is shared of it. */
const PART = 'dashboard';

/**
 * The operation by which one is shared: it stands below the path of the thing, its last words say so, and its body has the
 * wanted member.
 */
export function sharingOf(
  document: TenantDocument | undefined,
  { words: usual, alike = [] }: ThingKind,
  whom: SharedWith,
): Sharing | undefined {
  const { like, isOneValue = false } = whom;
  const words = [...usual, ...alike];
  if (!document) return undefined;
  for (const one of document.operations) {
    const segments = one.path.split(/\/|(?<=\}):/).filter((part) => part !== '');
    const last = segments.at(-1) ?? '';
    // What is shared may be the dashboard of a workbook.
    const [collection = '', element = ''] = segments.slice(segments.at(-2) === PART ? -4 : -3);
    const isOfOne = words.includes(wordsOf(collection).join(' ')) && element.startsWith('{');
    if (!isOfOne || !/shar|access|embed|permission|grant|audience|visib|acl|polic|collaborat/i.test(last)) continue;
    if (!['put', 'post', 'patch'].includes(one.method)) continue;
    const request = document.schemaOf(one, 'request');
    const places = placesIn(document, request);
    const near = places.filter(({ path }) => path.length <= 3).sort((a, b) => a.path.length - b.path.length);
    const address = { path: one.path, method: one.method.toUpperCase() };
    const place = near.find(({ path }) => like.test(path.at(-1) ?? ''));
    if (place) return { ...address, at: place.path };
    for (const { path: at, schema } of isOneValue ? near : []) {
      const says = document.valuesOf(schema).find((value) => typeof value === 'string' && like.test(value));
      if (typeof says === 'string') return { ...address, at, says };
    }
    const grants = grantsIn(document, request, whom);
    if (grants) return { ...address, at: grants.at, grant: grants.to };
  }
  return undefined;
}

const OTHERS =
  /^(deployment|account|tenant|organization|org|user|owner|creator|created_?by|parent|folder|environment|operation|job|request|correlation|trace)_?(uu)?id$/i;

/** The id in what a tenant shows of a thing: its own before one that is called after its kind, and never that of another. */
export function idShown(
  shown: Readonly<Record<string, unknown>>,
  { words, alike = [] }: ThingKind,
  isSure = false,
): string | number | undefined {
  const called = (name: string) =>
    wordsOf(name)
      .join(' ')
      .replace(/ (id|uuid|key)$/, '');
  const isIdOf = (name: string) => [...words, ...alike].includes(called(name));
  const ids = Object.entries(shown).filter((entry): entry is [string, string | number] => isId(entry[1]));
  const found =
    ids.find(([name]) => /^(id|uuid|guid)$/i.test(name)) ??
    ids.find(([name]) => /id$/i.test(name) && isIdOf(name)) ??
    ids.find(([name]) => /^uid$/i.test(name)) ??
    (isSure ? undefined : ids.find(([name]) => /_?id$/i.test(name) && !OTHERS.test(name) && !/public/i.test(name))) ??
    // What shows no id at all is named by its slug, in paths as well.
    (isSure ? undefined : ids.find(([name]) => /^slug$/i.test(name)));
  return found?.[1];
}

export const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What stands between a collection and an element of it that is named by something else than its id: `by-slug`. */
const BY_NAME = /^by-\w+$/;

/**
 * The path of a collection, without the verb that some documents put behind it, as a segment or behind a colon, and without the name
 * of an element.
 */
export function collectionOf(path: string): string {
  const segments = path.replace(/\/$/, '').split('/');
  const last = segments.at(-1) ?? '';
  const [name = '', verb] = last.split(':');
  if (last.startsWith('{')) segments.splice(BY_NAME.test(segments.at(-2) ?? '') ? -2 : -1);
  else if (VERBS.test(last)) segments.pop();
  else if (verb !== undefined && VERBS.test(verb)) segments.splice(-1, 1, name);
  return segments.join('/');
}

/** The member or parameter by which an operation on a collection of the account says which deployment is meant. */
export const OF_DEPLOYMENT = /^deployment_?id$/i;

/** Whether an operation is on things of the account, or on things of one deployment. SCIM has other credentials. */
function isInPlace(document: TenantDocument | undefined, one: DeclaredOperation, { place }: ThingKind): boolean {
  const { path, method } = one;
  const ofElement = method === 'put' && /\{[^}]*\}\/?$/.test(path) ? 1 : 0;
  const inPath = parametersOf(path).length - ofElement;
  if (/\/scim\//.test(path) || (method === 'put' && ofElement === 0)) return false;
  if (place === 'account') return inPath === 0;
  return (inPath === 1 && /\/deployments?\/\{/.test(path)) || (inPath === 0 && namesDeployment(document, one));
}

function namesDeployment(document: TenantDocument | undefined, one: DeclaredOperation): boolean {
  const names =
    one.method === 'get'
      ? document?.parametersOf(one).map(({ name }) => name)
      : Object.keys(document?.propertiesOf(document.schemaOf(one, 'request')) ?? {});
  return (names ?? []).some((name) => OF_DEPLOYMENT.test(name));
}

/** Whether a member is the name of such a thing: `name`, `title`, `reportName`, or `branch` where the name is the id. */
export function isNameOf(member: string, { words: usual, alike = [], isNamed = false }: ThingKind): boolean {
  const words = [...usual, ...alike];
  const own = wordsOf(member);
  const isName = isOwnName(own.at(-1) ?? '');
  const about = isName ? own.slice(0, -1) : own;
  const isOfKind = about.every((word) => ['display', ...words.flatMap((one) => one.split(' '))].includes(word));
  return isOfKind && (isName || (isNamed && words.includes(about.join(' '))));
}

/** Whether the last name of a place says that a thing of the kind is named there. */
export function namesOneOf({ words }: ThingKind, place: string): boolean {
  const last = wordsOf(place.split('.').at(-1) ?? '')
    .join(' ')
    .replace(/ (id|name|key)$/, '');
  return words.some((word) => last === word || last.endsWith(` ${word}`));
}

/** The required parameters of a creation by which the client names the new thing: `POST /branches?branchId=`. */
export function namesInQuery(
  document: TenantDocument | undefined,
  kind: ThingKind,
  creation: DeclaredOperation,
): readonly DeclaredParameter[] {
  const parameters = document?.parametersOf(creation) ?? [];
  const isName = ({ name }: DeclaredParameter) => isNameOf(name, kind) || namesOneOf(kind, name);
  return parameters.filter((one) => one.in === 'query' && one.isRequired && isName(one));
}
