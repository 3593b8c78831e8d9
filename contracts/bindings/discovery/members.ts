import type { Schema } from '../../document.ts';
import type { DeclaredOperation, TenantDocument } from '../tenant-document.ts';
import { mayBe } from './declared-types.ts';
import { byName, SILENT, type Discovered, type Routes, type Rule } from './found.ts';
import { listAmong } from './lists.ts';
import { rootOf } from './roots.ts';

export function member(
  document: TenantDocument,
  declared: DeclaredOperation,
  { in: side, under, like, type, mayBeInside = false, orValues, orUnlike }: Rule<'member'>,
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
  if (orUnlike !== undefined && 'missing' in found) {
    const free = names.filter(
      (name) => isFreeText(document, properties[name]) && !new RegExp(orUnlike, 'i').test(name),
    );
    const required = document.requiredOf(schema).filter((name) => free.includes(name));
    const only = [required, free].find(({ length }) => length === 1)?.[0];
    if (only !== undefined) return { found: only };
  }
  return found;
}

/** Whether a member is a text that nothing but its name says something about. */
function isFreeText(document: TenantDocument, node: Schema | undefined): boolean {
  const { enum: listed, const: constant, format } = document.schema(node);
  return listed === undefined && constant === undefined && (format === undefined || format === 'email');
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

/** The members inside of the members of an object and of the elements of its lists, by their places. */
export function insideOf(document: TenantDocument, properties: Readonly<Record<string, Schema>>): [string, Schema][] {
  return Object.entries(properties).flatMap(([name, node]) => {
    const elements = document.elementsOf(node);
    const [place, inner] = elements ? [`${name}[]`, elements] : [name, node];
    return Object.entries(document.propertiesOf(inner)).map(([member, schema]): [string, Schema] => [
      `${place}.${member}`,
      schema,
    ]);
  });
}

/** `a.b[]` from the root of a schema: into member a, its member b, and the elements of that. `*` is the answer's list. */
export function stepInto(
  document: TenantDocument,
  root: Schema | undefined,
  path: string | undefined,
): Schema | undefined {
  let schema = root;
  for (const step of path?.split('.') ?? []) {
    const properties = document.propertiesOf(schema);
    const name = step.replace(/\[\]$/, '');
    schema = name === '*' ? listAmong(document, schema) : properties[name];
    if (step.endsWith('[]')) schema = document.elementsOf(schema);
  }
  return document.schema(schema);
}
