import { serverPath, wholePath } from './declared-addresses.ts';
import { thingOfOne, RESOURCE_NAME, type ResourceName } from './resource-names.ts';
import { wordsOf } from './words.ts';

// Some generators have things referred to by their addresses: `/api/v1/users/7` for user 7, or the same with the host before it.
// Which things these are is said by an example, by the pattern, by the description, or by what the member is called, so that it can
// be told with the paths of the document alone.

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

const REFERENCE = /^(iri|uri)-reference$/;
const FORMATS_OF_ADDRESSES: readonly unknown[] = [undefined, 'uri', 'iri', 'url', 'uri-reference', 'iri-reference'];
/** An address with its host, and the path behind it. */
const WITH_HOST = /^(https?:\/\/[^/]+)(\/.*)?$/;
const PATTERN_WITH_HOST = /^\^?https\??:(?:\\?\/){2}(?:\[\^\\?\/[^\]]*\][+*]|[\w.\\:-]+)(\\?\/.*)$/;
/** Whether a document may refer to things by their addresses at all. */
const MAY_REFER = /"(iri|uri)-reference"|"examples?":\s*\[?"(\/|https?:\/\/)|"pattern":\s*"\^?https/;
/** Members that tell where the thing itself or another page is, and that refer to no other thing. */
const OF_ITSELF = /^(self|href|view|first|next|prev(ious)?|last|(.*@.*)?\bid|links?|location|(.*_?)?(url|uri))$/i;
/** What a schema of such references is called after, beside the thing. */
const OF_SCHEMA = /[._-]?(iri|ref|reference|link|uri)$/i;
/** Members that are called after what a user does with a thing. */
const OF_USERS = /(^|_)(user|owner|member|creator|author|assignee|recipient|person|principal|shared_with)$/i;

/** The document with the kind of thing in each schema of addresses of things, as far as the paths tell it. */
export function withResourceNames(root: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!MAY_REFER.test(JSON.stringify(root))) return root;
  const templates = templatesIn(root);
  const host = hostOf(root['servers']);
  const marked = structuredClone(root) as Node;
  const visit = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, name);
    if (!isNode(value)) return;
    const found = isText(value)
      ? (wholeAddressOf(value, name, templates, host) ?? collectionsOf(value, name, templates))
      : undefined;
    if (found) value[RESOURCE_NAME] = found;
    for (const [keyword, inner] of Object.entries(value)) {
      if (keyword !== 'properties' && keyword !== 'schemas') visit(inner, name);
      else for (const [member, one] of Object.entries(isNode(inner) ? inner : {})) visit(one, member);
    }
  };
  visit(marked, '');
  return marked;
}

const isText = ({ type }: Node) => [type].flat().includes('string');

/** The protocol and host of the first server of a document that has one. */
function hostOf(servers: unknown): string | undefined {
  const said = [servers].flat().flatMap((one): string[] => {
    const { url, variables } = isNode(one) ? one : {};
    const named = isNode(variables) ? variables : {};
    const filled = (text: string) =>
      text.replace(/\{([^}]*)\}/g, (_, name: string) => {
        const variable = named[name];
        return isNode(variable) && typeof variable['default'] === 'string' ? variable['default'] : '';
      });
    return typeof url === 'string' ? [filled(url)] : [];
  });
  return said.flatMap((url) => WITH_HOST.exec(url)?.[1] ?? [])[0];
}

/** What addresses with a host refer to, as an example or the pattern shows it. */
function wholeAddressOf(
  node: Node,
  name: string,
  templates: readonly (readonly string[])[],
  host: string | undefined,
): ResourceName | undefined {
  if (OF_ITSELF.test(name) || !FORMATS_OF_ADDRESSES.includes(node['format'])) return undefined;
  const shown = examplesOf(node).flatMap((one) => {
    const [, at, path = ''] = WITH_HOST.exec(one) ?? [];
    return at === undefined ? [] : [{ at, path }];
  });
  for (const { at, path } of shown) {
    const template = templates.find((one) => fits(one, path.split('/')));
    // Where the interface is served counts more than the host of an example, which may be made up.
    if (template) return namesIn(template, host ?? at);
  }
  const [, pattern = ''] = typeof node['pattern'] === 'string' ? (PATTERN_WITH_HOST.exec(node['pattern']) ?? []) : [];
  const path = pattern === '' ? undefined : asTemplate(pattern);
  const template = path && templates.find((one) => one.join('/') === path);
  return template && host !== undefined ? namesIn(template, host) : undefined;
}

/** The path of a pattern with `{}` for each part that is not plain. */
function asTemplate(pattern: string): string {
  return pattern
    .replaceAll('\\/', '/')
    .replace(/\[(\\.|[^\]\\])*\]/g, '*')
    .replace(/\([^()]*\)/g, '*')
    .replace(/\$$/, '')
    .split('/')
    .map((segment) => (/^[\w.~-]*$/.test(segment) ? segment : '{}'))
    .join('/');
}

/** The addresses of single things, as segments in which `{}` stands for an id; the shortest first. */
function templatesIn(root: Readonly<Record<string, unknown>>): readonly (readonly string[])[] {
  const paths = Object.keys(isNode(root['paths']) ? root['paths'] : {});
  const found = paths.flatMap((path) => {
    const segments = wholePath(serverPath(root['servers']), path)
      .replace(/\{[^}]*\}/g, '{}')
      .split('/');
    return segments.flatMap((segment, at) => (segment === '{}' ? [segments.slice(0, at + 1).join('/')] : []));
  });
  const all = [...new Set(found)].map((path) => path.split('/'));
  return all.toSorted((one, other) => one.length - other.length);
}

function collectionsOf(node: Node, name: string, templates: readonly (readonly string[])[]): ResourceName | undefined {
  const isReference = typeof node['format'] === 'string' && REFERENCE.test(node['format']);
  if (OF_ITSELF.test(name) || (node['format'] !== undefined && !isReference)) return undefined;
  if (node['pattern'] !== undefined) return undefined;
  const shown = examplesOf(node).filter((one) => one.startsWith('/'));
  const byExample = templates.find((template) => shown.some((one) => fits(template, one.split('/'))));
  if (byExample) return namesIn(byExample);
  if (!isReference) return undefined;
  const { description } = node;
  const said = typeof description === 'string' ? /\/[\w./{}-]+\/\{[^}]+\}/.exec(description)?.[0] : undefined;
  const wanted = said?.replace(/\{[^}]*\}/g, '{}').split('/');
  const template = wanted
    ? templates.find((one) => fits(one, wanted))
    : templates.find((one) => isCalledAfter(one, name));
  return template && namesIn(template);
}

function examplesOf(node: Node): string[] {
  const all = [node['example'], ...[node['examples']].flat(), node['default']];
  return all.filter((one): one is string => typeof one === 'string');
}

function fits(template: readonly string[], address: readonly string[]): boolean {
  return (
    template.length === address.length &&
    template.every((segment, at) => (segment === '{}' ? address[at] !== '' : segment === address[at]))
  );
}

/** Whether a member is called after the things at an address: `targetDeployment`, `owner` or `roles`. */
function isCalledAfter(template: readonly string[], name: string): boolean {
  const thing = wordsOf(thingOfOne(template.at(-2) ?? '')).join('_');
  const called = wordsOf(thingOfOne(name.replace(OF_SCHEMA, ''))).join('_');
  return called === thing || called.endsWith(`_${thing}`) || (thing === 'user' && OF_USERS.test(called));
}

/** The collections of an address, the first with all that stands before it. */
function namesIn(template: readonly string[], host = ''): ResourceName {
  const collections: string[] = [];
  let at = template.length;
  while (template[at - 1] === '{}') {
    collections.unshift(template[at - 2] ?? '');
    at -= 2;
  }
  const [first = '', ...others] = collections;
  return [host + [...template.slice(0, at), first].join('/'), ...others];
}
