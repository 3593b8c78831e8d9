import type { Schema } from '../document.ts';
import type { OperationId } from '../operation-id.ts';
import { ENVELOPE, type Discovery, type Envelope, type Route } from './binding.ts';
import type { DeclaredOperation, TenantDocument } from './tenant-document.ts';
import { wordsOf } from './words.ts';
import { unwrappedSchema, wrappingOf } from './wrapping.ts';

/** What a look into a tenant's document gave. `silent`: it does not describe the place at all, so it denies nothing. */
export type Discovered =
  | { readonly found: unknown }
  /** The default as far as the document allows it, so that a part of it is still a guess. */
  | { readonly adapted: unknown }
  | { readonly missing: string }
  | { readonly silent: true };

const SILENT: Discovered = { silent: true };

/** The route of each operation of the contract, with the path segments that were resolved already. */
export type Routes = ReadonlyMap<OperationId, Route>;

/** Looks for one name in a tenant's document, by its rule. `fallback` wins among several that fit. */
export function discover(document: TenantDocument, rule: Discovery, routes: Routes, fallback: unknown): Discovered {
  switch (rule.rule) {
    case 'segment':
      return segment(document, rule);
    case 'operation':
      return operation(document, rule);
    case 'member':
      return inOperation(document, rule.operation, routes, (declared) => member(document, declared, rule, fallback));
    case 'parameter':
      return inOperation(document, rule.operation, routes, (declared) => parameter(document, declared, rule, fallback));
    case 'values':
      return inOperation(document, rule.operation, routes, (declared) => values(document, declared, rule));
    case 'choices':
      return inOperation(document, rule.operation, routes, (declared) => choices(document, declared, fallback));
    case 'example':
      return inOperation(document, rule.operation, routes, (declared) => example(document, declared));
    case 'envelope':
      return inOperation(document, rule.operation, routes, (declared) => envelope(document, declared));
  }
}

type Rule<Name extends Discovery['rule']> = Extract<Discovery, { rule: Name }>;

function inOperation(
  document: TenantDocument,
  id: OperationId,
  routes: Routes,
  look: (declared: DeclaredOperation) => Discovered,
): Discovered {
  const route = routes.get(id);
  const declared = route && document.find(route.method, route.path);
  return declared ? look(declared) : SILENT;
}

function segment(document: TenantDocument, { path, method, prefer = [] }: Rule<'segment'>): Discovered {
  const pattern = patternOf(path, '([^/{}]+?)');
  const found = new Set(
    document.operations.flatMap((declared) => {
      const match = declared.method === method ? pattern.exec(declared.path)?.[1] : undefined;
      return match === undefined ? [] : [match];
    }),
  );
  const preferred = prefer.find((one) => found.has(one));
  if (preferred !== undefined) return { found: preferred };
  // What a standard gives every tenant need not be declared.
  if (prefer.length > 0 && found.size === 0) return SILENT;
  return only([...found], `path that reads like ${path}`);
}

function operation(document: TenantDocument, { methods, paths, words, elements }: Rule<'operation'>): Discovered {
  const others: string[] = [];
  for (const path of paths) {
    const pattern = patternOf(path, '[^/{}]+');
    for (const method of methods) {
      const fitting = document.operations.filter((one) => one.method === method && pattern.test(one.path));
      const [first] = fitting;
      if (first && elements && !mayList(document, first, elements)) {
        others.push(first.path);
        continue;
      }
      if (fitting.length === 1 && first) return { found: { method: first.method, path: first.path } satisfies Route };
    }
  }
  const made =
    words === undefined
      ? []
      : document.operations.filter((one) => methods.includes(one.method) && isMadeOf(one.path, words));
  const [only] = made;
  if (made.length === 1 && only) return { found: { method: only.method, path: only.path } satisfies Route };
  if (others.length > 0) return { missing: `what ${others.join(' and ')} lists is something else` };
  // Which operations a build serves is not for a name to say: an undeclared one may be served all the same.
  return SILENT;
}

/** Whether the segments of a path that name things have these words and no others. */
function isMadeOf(path: string, words: string): boolean {
  const segments = path.split('/').filter((part) => !/^(api|build|v\d+|\{.*\})?$/.test(part));
  const scoped = segments[0] === 'deployments' ? segments.slice(1) : segments;
  return wordsOf(scoped.join(' ')).sort().join(' ') === wordsOf(words).sort().join(' ');
}

/** Whether a list may be of the wanted things; a document that does not declare its elements denies nothing. */
function mayList(
  document: TenantDocument,
  declared: DeclaredOperation,
  elements: NonNullable<Rule<'operation'>['elements']>,
): boolean {
  const list = listAmong(document, document.schemaOf(declared, 'answer'));
  const names = Object.keys(document.propertiesOf(document.elementsOf(list)));
  return names.length === 0 || haveNames(names, elements);
}

export function haveNames(
  names: readonly string[],
  { have, lack }: NonNullable<Rule<'operation'>['elements']>,
): boolean {
  return (
    names.some((name) => new RegExp(have, 'i').test(name)) && !names.some((name) => new RegExp(lack, 'i').test(name))
  );
}

function member(
  document: TenantDocument,
  declared: DeclaredOperation,
  { in: side, under, like, type, mayBeInside = false, orValues }: Rule<'member'>,
  fallback: unknown,
): Discovered {
  const schema = stepInto(document, rootOf(document, declared, side, under), under);
  const properties = document.propertiesOf(schema);
  if (Object.keys(properties).length === 0) return SILENT;
  const what = `member of the ${side} of ${declared.method.toUpperCase()} ${declared.path}`;
  const fitting = ([, node]: readonly [string, Schema]) => type === undefined || mayBe(document, node, type);
  const names = Object.entries(properties)
    .filter(fitting)
    .map(([name]) => name);
  const found = byName(names, like, fallback, what);
  if (mayBeInside && 'missing' in found) {
    const inside = insideOf(document, properties).filter(([, node]) => fitting(['', node]));
    const lastName = (place: string) => place.split('.').at(-1) ?? place;
    const inner = byName(
      inside.map(([place]) => lastName(place)),
      like,
      fallback,
      what,
    );
    const places = 'found' in inner ? inside.filter(([place]) => lastName(place) === inner.found) : [];
    if (places.length === 1) return { found: places[0]?.[0] };
  }
  if (orValues !== undefined && 'missing' in found) {
    const isState = (node: Schema) =>
      document.schema(node).enum?.some((value) => typeof value === 'string' && new RegExp(orValues, 'i').test(value));
    const states = Object.entries(properties).filter(([, node]) => isState(node) === true);
    if (states.length === 1) return { found: states[0]?.[0] };
  }
  return found;
}

/** The members inside of the members of an object and of the elements of its lists, by their places. */
function insideOf(document: TenantDocument, properties: Readonly<Record<string, Schema>>): [string, Schema][] {
  return Object.entries(properties).flatMap(([name, node]) => {
    const elements = document.elementsOf(node);
    const [place, inner] = elements ? [`${name}[]`, elements] : [name, node];
    return Object.entries(document.propertiesOf(inner)).map(([member, schema]): [string, Schema] => [
      `${place}.${member}`,
      schema,
    ]);
  });
}

/** The names in a place where a member is looked for, those of a fitting type. */
export function memberNames(document: TenantDocument, rule: Rule<'member'>, routes: Routes): string[] {
  const route = routes.get(rule.operation);
  const declared = route && document.find(route.method, route.path);
  if (!declared) return [];
  const properties = document.propertiesOf(
    stepInto(document, rootOf(document, declared, rule.in, rule.under), rule.under),
  );
  return Object.keys(properties).filter(
    (name) => rule.type === undefined || mayBe(document, properties[name], rule.type),
  );
}

function parameter(
  document: TenantDocument,
  declared: DeclaredOperation,
  { in: place, like, values: wanted }: Rule<'parameter'>,
  fallback: unknown,
): Discovered {
  const parameters = document.parametersOf(declared).filter((one) => one.in === place);
  const what = `${place} parameter of ${declared.method.toUpperCase()} ${declared.path}`;
  if (wanted) {
    const byValues = parameters.filter(({ schema }) => wanted.every((value) => schema.enum?.includes(value)));
    if (byValues.length === 1) return { found: byValues[0]?.name };
  }
  // A document that declares no parameter at all leaves them out; one that declares others has not got this one.
  if (parameters.length === 0) return SILENT;
  return byName(
    parameters.map(({ name }) => name),
    like,
    fallback,
    what,
  );
}

function values(
  document: TenantDocument,
  declared: DeclaredOperation,
  { in: side, member: path, like = '' }: Rule<'values'>,
): Discovered {
  const schema = stepInto(document, rootOf(document, declared, side, path), path);
  const listed = schema?.enum?.filter(
    (value) => value !== null && new RegExp(like, 'i').test(typeof value === 'string' ? value : ''),
  );
  return listed && listed.length > 0 ? { found: listed } : SILENT;
}

function choices(document: TenantDocument, declared: DeclaredOperation, fallback: unknown): Discovered {
  const members = document.propertiesOf(document.schemaOf(declared, 'request'));
  const usual = Object.entries(fallback as Readonly<Record<string, unknown>>);
  const listed = usual.map(([name, pair]) => [name, pairOf(document, members[name]) ?? pair] as const);
  const isWhole = listed.every(([name, pair]) => pair !== (fallback as Readonly<Record<string, unknown>>)[name]);
  const values = Object.fromEntries(listed);
  return isWhole ? { found: values } : { adapted: values };
}

/** Two values of a member that a document lists, or two lists where the member is a list of such values. */
function pairOf(document: TenantDocument, member: Schema | undefined): readonly unknown[] | undefined {
  const schema = document.schema(member);
  const branches = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((one) => document.schema(one));
  const values = branches.find((one) => one.enum)?.enum?.filter((value) => value !== null);
  if (values && values.length >= 2) return values.slice(0, 2);
  const [first, second] = document.schema(document.elementsOf(member)).enum ?? [];
  return first === undefined || second === undefined ? undefined : [[first], [first, second]];
}

function example(document: TenantDocument, declared: DeclaredOperation): Discovered {
  const content = (document.follow(declared.operation.requestBody) as { content?: Record<string, object> } | undefined)
    ?.content;
  const media = Object.entries(content ?? {}).find(([type]) => /json/i.test(type))?.[1] as
    { example?: unknown; examples?: Record<string, { value?: unknown }> } | undefined;
  const schema = document.schemaOf(declared, 'request') as { example?: unknown; examples?: unknown[] } | undefined;
  const candidates = [
    media?.example,
    ...Object.values(media?.examples ?? {}).map((one) => one.value),
    schema?.example,
    schema?.examples?.[0],
  ];
  const found = candidates.find((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
  return found === undefined ? SILENT : { found };
}

const ITEMS = ['items', 'data', 'results', 'nodes', 'Resources'];
const END_CURSOR =
  /^(end_?cursor|next_?(cursor|position|token|page_?token|page_?cursor|after)|next|cursor|after|continuation(_?token)?|page_?token)$/i;
const HAS_NEXT = /^(has_?next_?page|has_?next|has_?more|more)$/i;

function envelope(document: TenantDocument, declared: DeclaredOperation): Discovered {
  const root = document.schemaOf(declared, 'answer');
  const properties = document.propertiesOf(root);
  if (root && Object.keys(properties).length === 0 && document.schema(root).type === 'array') {
    return { found: { ...ENVELOPE, items: '' } satisfies Envelope };
  }
  if (Object.keys(properties).length === 0) return SILENT;
  const lists = listsAmong(document, properties);
  // Newer lists keep a legacy `data` beside the list that replaces it.
  const items = ITEMS.find((name) => lists.includes(name)) ?? (lists.length === 1 ? lists[0] : undefined);
  if (items === undefined) {
    return {
      missing: `no member of the answer of ${declared.path} is plainly its list (${lists.join(', ') || 'none'})`,
    };
  }
  const places = placesWithin(document, properties);
  const place = (pattern: RegExp, otherwise: string) =>
    places.includes(otherwise) ? otherwise : places.find((one) => pattern.test(one.split('.').at(-1) ?? ''));
  const endCursor = place(END_CURSOR, ENVELOPE.endCursor) ?? ENVELOPE.endCursor;
  const hasNextPage = place(HAS_NEXT, ENVELOPE.hasNextPage) ?? ENVELOPE.hasNextPage;
  return { found: { items, endCursor, hasNextPage } satisfies Envelope };
}

/** The members of an object and those inside of them, down to `meta.page.next`, as dotted paths. */
function placesWithin(document: TenantDocument, properties: Readonly<Record<string, Schema>>, depth = 1): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const inner = depth < 3 ? placesWithin(document, document.propertiesOf(schema), depth + 1) : [];
    return [name, ...inner.map((place) => `${name}.${place}`)];
  });
}

/** The members that are lists; a member without a type may be one, and counts where no other is. */
function listsAmong(document: TenantDocument, properties: Readonly<Record<string, Schema>>): string[] {
  const names = Object.keys(properties);
  const plainly = names.filter((name) => isPlainly(document, properties[name], 'array'));
  return plainly.length > 0 ? plainly : names.filter((name) => mayBe(document, properties[name], 'array'));
}

/** What a rule starts from: the thing within an answer that wraps it, unless the rule itself names the wrapping. */
function rootOf(
  document: TenantDocument,
  declared: DeclaredOperation,
  side: 'request' | 'answer',
  path: string | undefined,
): Schema | undefined {
  const schema = document.schemaOf(declared, side);
  const wrapping = side === 'answer' ? wrappingOf(document, schema) : undefined;
  if (!wrapping || path?.split('.')[0] === wrapping.member) return schema;
  return unwrappedSchema(document, schema, wrapping);
}

/** `a.b[]` from the root of a schema: into member a, its member b, and the elements of that. `*` is the answer's list. */
function stepInto(document: TenantDocument, root: Schema | undefined, path: string | undefined): Schema | undefined {
  let schema = root;
  for (const step of path?.split('.') ?? []) {
    const properties = document.propertiesOf(schema);
    const name = step.replace(/\[\]$/, '');
    schema = name === '*' ? listAmong(document, schema) : properties[name];
    if (step.endsWith('[]')) schema = document.elementsOf(schema);
  }
  return document.schema(schema);
}

function listAmong(document: TenantDocument, answer: Schema | undefined): Schema | undefined {
  if (document.schema(answer).type === 'array') return answer;
  const properties = document.propertiesOf(answer);
  const lists = listsAmong(document, properties);
  const name = ITEMS.find((one) => lists.includes(one)) ?? lists[0];
  return name === undefined ? undefined : properties[name];
}

const DEEPEST = 8;

function mayBe(document: TenantDocument, schema: Schema | undefined, type: string, depth = 0): boolean {
  const node = document.schema(schema);
  // A choice may lead back to itself in a document that is valid otherwise.
  if (depth > DEEPEST) return false;
  if (node.type !== undefined) return [node.type].flat().includes(type);
  // Members say what a type would say.
  if (node.properties && Object.keys(node.properties).length > 0) return type === 'object';
  const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
  return branches.length === 0 || branches.some((branch) => mayBe(document, branch, type, depth + 1));
}

/** Whether a schema says this type, alone or as one of a choice. */
function isPlainly(document: TenantDocument, schema: Schema | undefined, type: string, depth = 0): boolean {
  const node = document.schema(schema);
  if (depth > DEEPEST) return false;
  if (node.type !== undefined) return [node.type].flat().includes(type);
  const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
  return branches.some((branch) => isPlainly(document, branch, type, depth + 1));
}

/** The first pattern that exactly one name fits decides; the reference tenant's own name breaks ties. */
function byName(names: readonly string[], like: readonly string[], fallback: unknown, what: string): Discovered {
  const seen = new Set<string>();
  for (const pattern of like) {
    const fitting = names.filter((name) => new RegExp(pattern, 'i').test(name));
    if (fitting.length === 1) return { found: fitting[0] };
    for (const name of fitting) seen.add(name);
  }
  if (typeof fallback === 'string' && names.includes(fallback)) return { found: fallback };
  return only([...seen], what);
}

function only(found: readonly string[], what: string): Discovered {
  if (found.length === 1) return { found: found[0] };
  if (found.length > 1) return { missing: `more than one ${what} fits: ${found.join(', ')}` };
  return { missing: `the tenant's document has no ${what} that fits` };
}

/** `{}` stands for any parameter, `a|b` within a segment for either word, `*` for whatever `wildcard` allows. */
function patternOf(path: string, wildcard: string): RegExp {
  const pieces = { '{}': '\\{[^}]*\\}', '*': wildcard };
  const segments = path.split('/').map((part) => {
    const escaped = part.replace(/\{\}|\*|[.+?^$()[\]\\]/g, (piece) =>
      piece in pieces ? pieces[piece as keyof typeof pieces] : `\\${piece}`,
    );
    return part.includes('|') ? `(?:${escaped})` : escaped;
  });
  // A verb behind a parameter may follow a colon: `/tasks/{id}:pause`.
  const last = segments.at(-1) ?? '';
  const isVerb = segments.at(-2) === pieces['{}'] && /^[a-z]/i.test(last.replace(/^\(\?:/, ''));
  const front = segments.slice(0, -1).join('/');
  return new RegExp(`^${isVerb ? `${front}[/:]${last}` : segments.join('/')}/?$`);
}
