import { serverPath, wholePath } from './declared-addresses.ts';
import { thingOfOne, RESOURCE_NAME, type ResourceName } from './resource-names.ts';
import { wordsOf } from './words.ts';

// Some generators have things referred to by their addresses: `/api/v1/users/7` for user 7. Which things these are is said by an
// example, by the description, or by what the member is called, so that it can be told with the paths of the document alone.

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

const REFERENCE = /^(iri|uri)-reference$/;
/** Members that tell where the thing itself or another page is, and that refer to no other thing. */
const OF_ITSELF = /^(self|href|view|first|next|prev(ious)?|last|@id|id|links?|location|(.*_?)?(url|uri))$/i;
/** What a schema of such references is called after, beside the thing. */
const OF_SCHEMA = /[._-]?(iri|ref|reference|link|uri)$/i;
/** Members that are called after what a user does with a thing. */
const OF_USERS = /(^|_)(user|owner|member|creator|author|assignee|recipient|person|principal|shared_with)$/i;

/** The document with the kind of thing in each schema of addresses of things, as far as the paths tell it. */
export function withResourceNames(root: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!/"(iri|uri)-reference"|"examples?":\s*\[?"\//.test(JSON.stringify(root))) return root;
  const templates = templatesIn(root);
  const marked = structuredClone(root) as Node;
  const visit = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, name);
    if (!isNode(value)) return;
    const found = isText(value) ? collectionsOf(value, name, templates) : undefined;
    if (found) value[RESOURCE_NAME] = found;
    for (const [keyword, inner] of Object.entries(value)) {
      if (keyword !== 'properties' && keyword !== 'schemas') visit(inner, name);
      else for (const [member, one] of Object.entries(isNode(inner) ? inner : {})) visit(one, member);
    }
  };
  visit(marked, '');
  return marked;
}

const isText = ({ type, pattern }: Node) => [type].flat().includes('string') && pattern === undefined;

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
  const examples = [node['example'], ...[node['examples']].flat(), node['default']];
  const shown = examples.filter((one): one is string => typeof one === 'string' && one.startsWith('/'));
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
function namesIn(template: readonly string[]): ResourceName {
  const collections: string[] = [];
  let at = template.length;
  while (template[at - 1] === '{}') {
    collections.unshift(template[at - 2] ?? '');
    at -= 2;
  }
  const [first = '', ...others] = collections;
  return [[...template.slice(0, at), first].join('/'), ...others];
}
