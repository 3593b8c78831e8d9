import type { Dialect } from './dialects/dialect.ts';
import { withBases } from './discriminated.ts';
import { withNamedEnums } from './named-enums.ts';

type Node = Record<string, unknown>;

type Form = Dialect['document'];

/** Documents that were written in the form of their dialect: they say nothing else to whoever asks again. */
const written = new WeakMap<Node, { readonly form: Form; readonly shaped: Node }>();

/** A document in the form of a dialect. Every form says the same. */
export function inForm(document: Node, form: Form): Node {
  const known = written.get(document);
  if (known?.form === form) return known.shaped;
  const shaped = shapedAs(document, form);
  written.set(document, { form, shaped });
  return shaped;
}

function shapedAs(document: Node, form: Form): Node {
  let shaped = document;
  if (form.extent === 'hollow') shaped = hollow(shaped);
  else if (form.extent !== 'whole') shaped = reduced(shaped, form.extent);
  if (form.choices === 'bases') shaped = withBases(shaped);
  if (form.enums === 'named') shaped = withNamedEnums(shaped);
  if (form.lists === 'nullable') shaped = withNullableLists(shaped) as Node;
  if (form.nullable === 'anyOf') shaped = withAnyOf(shaped) as Node;
  if (form.pathNames !== 'usual') shaped = withPathNames(shaped, form.pathNames);
  if (form.parameters === 'reversed') shaped = withReversedParameters(shaped) as Node;
  if (form.servers !== 'root') shaped = atServer(shaped, form.servers);
  if (form.pathItems === 'components') shaped = withPathItems(shaped);
  return shaped;
}

/** Without some of the operations. Half a document is a fault of whoever serves it; one without named families is none. */
function reduced(document: Node, extent: 'without named' | 'half'): Node {
  const isLeftOut = (operation: unknown, index: number): boolean => {
    if (extent === 'half') return index % 2 === 1;
    const tags = (operation as { tags?: readonly string[] }).tags ?? [];
    return tags.includes('named');
  };
  const paths = Object.entries(document['paths'] as Record<string, Node>).flatMap(([path, item], index) => {
    const kept = Object.entries(item).filter(([key, value]) => key === 'parameters' || !isLeftOut(value, index));
    return kept.some(([key]) => key !== 'parameters') ? [[path, Object.fromEntries(kept)] as const] : [];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** With its operations alone: no parameter beside those of paths, and schemas that say nothing. */
function hollow(document: Node): Node {
  const emptied = (content: unknown) =>
    Object.fromEntries(Object.keys((content ?? {}) as Node).map((type) => [type, { schema: {} }]));
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const kept = Object.entries(node).map(([key, value]) => [key, key === 'content' ? emptied(value) : visit(value)]);
    const { parameters, ...others } = Object.fromEntries(kept) as Node;
    const ofPaths = Array.isArray(parameters)
      ? parameters.filter((one: Node) => one['in'] === 'path' || String(one['$ref']).endsWith('Id'))
      : parameters;
    return { ...others, ...(parameters !== undefined && { parameters: ofPaths }) };
  };
  const { components, paths } = visit(document) as { components: Node; paths: unknown };
  return { ...document, paths, components: { ...components, schemas: {} } };
}

/** Lists of answers as what may be null, which some frameworks say of every list, and which none of them then is. */
function withNullableLists(node: unknown, isAnswer = false): unknown {
  if (Array.isArray(node)) return node.map((one: unknown) => withNullableLists(one, isAnswer));
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.entries(node).map(([key, value]) => [
    key,
    withNullableLists(value, isAnswer || key === 'responses'),
  ]);
  const shown = Object.fromEntries(inner) as Node;
  return isAnswer && shown['type'] === 'array' ? { ...shown, type: ['array', 'null'] } : shown;
}

/** `type: [string, 'null']` as a choice. */
function withAnyOf(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withAnyOf);
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withAnyOf(value)]));
  const { type, description, ...others } = inner;
  if (!Array.isArray(type) || !type.includes('null') || 'anyOf' in inner) return inner;
  const rest = type.filter((one) => one !== 'null') as string[];
  const shown = { ...others, type: rest.length === 1 ? rest[0] : rest };
  return { ...(description !== undefined && { description }), anyOf: [shown, { type: 'null' }] };
}

/** Other names for the parameters of paths: `deployment_id`, or `deployment` alone. */
function withPathNames(document: Node, form: 'snake' | 'short'): Node {
  const called = (name: string) =>
    form === 'snake' ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name.replace(/(?<=.)Id$/, '');
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const inner = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]));
    const { in: place, name } = inner;
    return place === 'path' && typeof name === 'string' ? { ...inner, name: called(name) } : inner;
  };
  const renamed = visit(document) as Node;
  const paths = Object.entries(renamed['paths'] as Node).map(([path, item]) => [
    path.replace(/\{([^}]*)\}/g, (_, name: string) => `{${called(name)}}`),
    item,
  ]);
  return { ...renamed, paths: Object.fromEntries(paths) as Node };
}

function withReversedParameters(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withReversedParameters);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === 'parameters' && Array.isArray(value) ? (value as unknown[]).toReversed() : withReversedParameters(value),
    ]),
  );
}

function atServer(document: Node, servers: 'prefix' | 'template'): Node {
  if (servers === 'template') {
    const variables = { tenant: { default: 'tenant.example.com' } };
    return { ...document, servers: [{ url: 'https://{tenant}', variables }] };
  }
  const paths = Object.entries(document['paths'] as Record<string, Node>).map(([path, item]) =>
    path.startsWith('/api/') ? [path.slice('/api'.length), item] : [path, { ...item, servers: [{ url: '/' }] }],
  );
  return { ...document, servers: [{ url: '/api' }], paths: Object.fromEntries(paths) as Node };
}

function withPathItems(document: Node): Node {
  // Paths may differ in signs alone: `/oidc/token-configs` and `/oidc-token-configs`.
  const entries = Object.entries(document['paths'] as Record<string, Node>).map(([path, item], index) => {
    const words = path.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_|_$/g, '');
    return { path, name: `${words}_${index}`, item };
  });
  return {
    ...document,
    paths: Object.fromEntries(entries.map(({ path, name }) => [path, { $ref: `#/components/pathItems/${name}` }])),
    components: {
      ...(document['components'] as Node),
      pathItems: Object.fromEntries(entries.map(({ name, item }) => [name, item])),
    },
  };
}
