import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { wordsOf } from '../../contracts/bindings/words.ts';

/** A kind of thing that a tenant may let its users create, though the specification prints no operation for it. */
export interface ThingKind {
  readonly name: string;
  /** What collections of it are called, by their words. */
  readonly words: readonly string[];
  readonly place: 'account' | 'deployment';
  /** Whether its name is its id. */
  readonly isNamed?: boolean;
  /** The printed path that removes one, with `{id}` for its name. */
  readonly removal?: string;
}

const VERBS = /^(create|new|add|invite)$/;
const parameters = (path: string) => path.match(/\{[^}]*\}/g) ?? [];

/** The operation on a collection of such things that its path, the parameter of an element, and its id speak for most. */
export function operationOn(
  document: TenantDocument | undefined,
  method: 'post' | 'get',
  kind: ThingKind,
): DeclaredOperation | undefined {
  const rated = (document?.operations ?? []).flatMap((one) => {
    const rating = one.method === method && isInPlace(one, kind) ? ratingOf(document, one, method, kind) : 0;
    return rating > 0 ? [{ one, rating }] : [];
  });
  const [best, next] = rated.sort((a, b) => b.rating - a.rating);
  return best && best.rating > (next?.rating ?? 0) ? best.one : undefined;
}

function ratingOf(
  document: TenantDocument | undefined,
  { path, operation }: DeclaredOperation,
  method: 'post' | 'get',
  { words }: ThingKind,
): number {
  const base = collectionOf(path);
  const segments = base.split('/').filter((part) => part !== '');
  const last = [segments.at(-1) ?? '', segments.slice(-2).join(' ')];
  const byPath = last.some((named) => !named.includes('{') && words.includes(wordsOf(named).join(' ')));
  const byElement = (document?.operations ?? []).some((other) => {
    const [, parameter] = new RegExp(`^${escaped(base)}/\\{([^}]*)\\}`).exec(other.path) ?? [];
    return (
      parameter !== undefined &&
      words.includes(
        wordsOf(parameter)
          .join(' ')
          .replace(/ (id|name|key)$/, ''),
      )
    );
  });
  const [verb = '', ...object] = wordsOf((operation as { readonly operationId?: string }).operationId ?? '');
  const verbs =
    method === 'post' ? /^(create|add|new|make|post|invite|provision|register)$/ : /^(list|get|find|read|search)$/;
  const byId = verbs.test(verb) && words.includes(object.join(' '));
  return (byPath ? 3 : 0) + (byElement ? 2 : 0) + (byId ? 2 : 0);
}

/** The path that removes one, with `{id}` for its id; undefined where the document declares no removal. */
export function removalOf(
  document: TenantDocument | undefined,
  { words, removal }: ThingKind,
  creation: DeclaredOperation,
): string | undefined {
  if (removal !== undefined) return removal;
  const own = parameters(creation.path).length;
  const base = collectionOf(creation.path);
  const candidates = (document?.operations ?? []).filter(({ method, path }) => {
    const isElement = /\{[^}]*\}\/?$/.test(path) && parameters(path).length === own + 1;
    return method === 'delete' && isElement;
  });
  const collection = (path: string) =>
    path
      .split('/')
      .filter((part) => part !== '')
      .at(-2) ?? '';
  const found =
    candidates.find(({ path }) => path.replace(/\/\{[^}]*\}\/?$/, '') === base) ??
    candidates.find(({ path }) => words.includes(wordsOf(collection(path)).join(' ')));
  return found?.path.replace(/\{[^}]*\}\/?$/, '{id}');
}

/**
 * The operation by which one is shared: it stands below the path of the thing, its last words say so, and its body has the
 * wanted member.
 */
export function sharingOf(
  document: TenantDocument | undefined,
  { words }: ThingKind,
  like: RegExp,
): { readonly path: string; readonly method: string; readonly member: string } | undefined {
  for (const one of document?.operations ?? []) {
    const segments = one.path.split('/').filter((part) => part !== '');
    const [collection = '', element = '', last = ''] = segments.slice(-3);
    const isOfOne = words.includes(wordsOf(collection).join(' ')) && element.startsWith('{');
    if (!isOfOne || !/shar|access|embed|permission|grant/i.test(last)) continue;
    if (!['put', 'post', 'patch'].includes(one.method)) continue;
    const member = Object.keys(document?.propertiesOf(document.schemaOf(one, 'request')) ?? {}).find((name) =>
      like.test(name),
    );
    if (member !== undefined) return { path: one.path, method: one.method.toUpperCase(), member };
  }
  return undefined;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The path of a collection, without the verb that some documents put behind it. */
function collectionOf(path: string): string {
  const segments = path.replace(/\/$/, '').split('/');
  return VERBS.test(segments.at(-1) ?? '') ? segments.slice(0, -1).join('/') : segments.join('/');
}

/** Whether an operation is on things of the account, or on things of one deployment. SCIM has other credentials. */
function isInPlace({ path }: DeclaredOperation, { place }: ThingKind): boolean {
  const inPath = parameters(path).length;
  if (/\/scim\//.test(path)) return false;
  return place === 'account' ? inPath === 0 : inPath === 1 && /\/deployments?\/\{/.test(path);
}

/** Whether a member is the name of such a thing: `name`, `title`, `reportName`, or `branch` where the name is the id. */
export function isNameOf(member: string, { words, isNamed = false }: ThingKind): boolean {
  const own = wordsOf(member);
  const isName = /^(name|title|label)$/.test(own.at(-1) ?? '');
  const about = isName ? own.slice(0, -1) : own;
  const isOfKind = about.every((word) => ['display', ...words.flatMap((one) => one.split(' '))].includes(word));
  return isOfKind && (isName || (isNamed && words.includes(about.join(' '))));
}
