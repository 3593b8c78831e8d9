import type { Schema } from '../../document.ts';
import type { DeclaredOperation, TenantDocument } from '../tenant-document.ts';
import { isPlainly, mayBe } from './declared-types.ts';
import { byNameOrKind, idOfReference, leadsTo, saidIn, withValuesOf } from './kinds.ts';
import { byName, SILENT, type Discovered, type Routes, type Rule } from './found.ts';
import {
  answeredOnce,
  insideOf,
  isFreeText,
  isPlainPlace,
  itselfIn,
  plainestBranch,
  stepInto,
  textsWithin,
  type Placed,
} from './places.ts';
import { rootOf } from './roots.ts';
import { resourceNameIn } from '../resource-names.ts';
import { isOwnName } from '../words.ts';

/** What a list of answers to a thing is called, which does not hold the thing itself. */
const ANSWERS = /repl|child|answer|respon/i;

export function member(
  document: TenantDocument,
  declared: DeclaredOperation,
  rule: Rule<'member'>,
  fallback: unknown,
): Discovered {
  const root = stepInto(document, rootOf(document, declared, rule.in, rule.under), rule.under);
  const place = placeOf(document, declared, rule, fallback, root);
  const discovered = 'missing' in place && rule.isPrinted === true ? { found: fallback } : place;
  if (!('found' in discovered) || typeof discovered.found !== 'string') return discovered;
  const node = stepInto(document, root, discovered.found);
  const path = node && resourceNameIn(node);
  return path ? { ...discovered, path } : discovered;
}

function placeOf(
  document: TenantDocument,
  declared: DeclaredOperation,
  rule: Rule<'member'>,
  fallback: unknown,
  root: Schema | undefined,
): Discovered {
  const [holder, ...others] = Object.keys(document.propertiesOf(root));
  const held = document.schema(document.propertiesOf(root)[holder ?? '']);
  // A request may have all that it says in one member, which is called after the thing.
  const isHolder = rule.in === 'request' && others.length === 0 && isPlainly(document, held, 'object');
  if (holder !== undefined && isHolder && rule.under === undefined) {
    const inner = memberIn(document, declared, held, rule, fallback);
    if ('found' in inner) return { found: `${holder}.${String(inner.found)}` };
  }
  return memberIn(document, declared, root, rule, fallback);
}

function memberIn(
  document: TenantDocument,
  declared: DeclaredOperation,
  schema: Schema | undefined,
  {
    in: side,
    under,
    like,
    type,
    mayBeInside = false,
    orValues,
    orValuesOf,
    orFlag,
    orNumber,
    orDeeper,
    orUnlike,
    orReferenceTo,
    orOnlyId,
    orOnly,
    orGroupWithout,
    isOfEach,
    pathTo,
    orSaid,
  }: Rule<'member'>,
  fallback: unknown,
): Discovered {
  const properties = saidIn(document, schema, side);
  if (side === 'request' && document.textTypeOf(declared) !== undefined)
    return { missing: `the request of ${declared.method.toUpperCase()} ${declared.path} is a text without members` };
  if (Object.keys(properties).length === 0) return SILENT;
  const what = `member of the ${side} of ${declared.method.toUpperCase()} ${declared.path}`;
  // What may be inside of a member is no object itself: of `destination: { deploymentId }` the inner member is meant.
  const isWrapped = (node: Schema) =>
    mayBeInside &&
    !['object', 'array'].includes(type ?? '') &&
    isPlainly(document, node, 'object') &&
    Object.keys(document.propertiesOf(node)).length > 0;
  const fitting = ([, node]: readonly [string, Schema]) =>
    (type === undefined || mayBe(document, node, type)) && !isWrapped(node) && leadsTo(document, node, pathTo);
  // Where a thing has a path for a name, it is called by another member: `name` is `groups/7`, and `displayName` its name.
  const isOwnPath = ([name, node]: readonly [string, Schema]) =>
    like[0] === '^name$' &&
    name === 'name' &&
    (document.schema(node)['readOnly'] === true || resourceNameIn(document.schema(node)) !== undefined) &&
    Object.keys(properties).some((other) => other !== name && isOwnName(other));
  const names = Object.entries(properties)
    .filter((one) => fitting(one) && !isOwnPath(one))
    .map(([name]) => name);
  const found = byNameOrKind(document, properties, names, like, fallback, what);
  const rank = (all: readonly string[]) => like.findIndex((one) => all.some((name) => new RegExp(one, 'i').test(name)));
  const isLike = (name: string) => new RegExp(orGroupWithout ?? '', 'i').test(name);
  const isObject = (node: Schema | undefined) => isPlainly(document, node, 'object');
  const isGroup =
    orGroupWithout !== undefined && !Object.entries(properties).some(([name, node]) => isLike(name) && !isObject(node));
  // The group has its first thing in a member of its own, or at the head of a list.
  const heads = Object.entries(properties).filter(
    ([, node]) => isGroup && isObject(node) && Object.keys(document.propertiesOf(node)).some(isLike),
  );
  if (isGroup) {
    const lists = Object.entries(properties).filter(([, node]) =>
      Object.keys(document.propertiesOf(document.elementsOf(node))).some(isLike),
    );
    const bearing = heads.length > 0 ? heads : lists;
    const holders = bearing.length > 0 ? bearing : Object.entries(properties);
    const inside = insideOf(document, Object.fromEntries(holders)).filter(
      ([place, node]) => (heads.length > 0 || place.includes('[]')) && fitting(['', node]),
    );
    const leaves = inside.map(([place]) => place.split('.').at(-1) ?? place);
    // Where both have an id, that of the group is its own: the thing's stands beside its text, but for the answers to it.
    const isBeside = isOfEach === true && bearing.some(([name]) => !ANSWERS.test(name));
    const isNearer =
      rank(leaves) >= 0 &&
      (rank(names) < 0 || rank(leaves) < rank(names) || (isBeside && rank(leaves) === rank(names)));
    const inner = isNearer ? byName(leaves, like, fallback, what) : SILENT;
    const [first, ...others] = 'found' in inner ? inside.filter((_, at) => leaves[at] === inner.found) : [];
    if (first && others.length === 0) return { found: first[0] };
  }
  const isAnswer = side === 'answer' && under === undefined;
  const isUnheard = !names.some((name) => like.some((one) => new RegExp(one, 'i').test(name)));
  if ('missing' in found && (mayBeInside || (isAnswer && isUnheard))) {
    // An answer may group its members: what has the name is the same thing wherever it stands, but for the elements of a list.
    const inside = insideOf(document, properties).filter(
      ([place, node]) => fitting(['', node]) && (mayBeInside || !place.includes('[]')),
    );
    const called = (nameOf: (place: string) => string) => {
      const inner = byName(
        inside.map(([place]) => nameOf(place)),
        like,
        fallback,
        what,
      );
      return 'found' in inner ? inside.filter(([place]) => nameOf(place) === inner.found) : [];
    };
    const places = called((place) => place.split('.').at(-1) ?? place);
    // Of `deployment: { id }` both names together are the name, and of `target: { deployment: { id } }` all three.
    const named = places.length > 0 || !mayBeInside ? places : called((place) => place.replace('.', '_'));
    const itself = mayBeInside && named.length === 0 ? itselfIn(inside, like) : [];
    const [first, ...others] = answeredOnce(side, named.length > 0 ? named : itself);
    if (first && others.length === 0) return { found: first[0] };
    if (!first && mayBeInside && side === 'request') {
      const deep = insideOf(document, Object.fromEntries(insideOf(document, properties).filter(isPlainPlace))).filter(
        ([place, node]) => isPlainPlace([place, node]) && fitting(['', node]),
      );
      const nameOf = ([place]: Placed) => place.replaceAll('.', '_');
      // Of `subject: { External: { id } }` the inner names are enough, and of `schedule: { cron: { expression } }` the innermost alone.
      const innerName = ([place]: Placed) => place.split('.').slice(-2).join('_');
      const ownName = ([place]: Placed) => place.split('.').at(-1) ?? place;
      for (const called of [nameOf, innerName, ownName]) {
        const inner = byName(deep.map(called), like, fallback, what);
        const place = 'found' in inner ? deep.filter((one) => called(one) === inner.found) : [];
        if (place.length === 1) return { found: place[0]?.[0] };
      }
    }
  }
  if (orValues !== undefined && 'missing' in found) {
    const isState = (node: Schema) =>
      document.valuesOf(node).some((value) => typeof value === 'string' && new RegExp(orValues, 'i').test(value));
    const ofFirst = insideOf(document, Object.fromEntries(heads)).filter(isPlainPlace);
    const states = [...Object.entries(properties), ...ofFirst].filter(([, node]) => isState(node));
    if (states.length === 1) return { found: states[0]?.[0] };
  }
  if (orValuesOf !== undefined && 'missing' in found) {
    const alike = withValuesOf(document, declared, orValuesOf, properties);
    if (alike.length === 1) return { found: alike[0] };
  }
  if (orDeeper !== undefined && 'missing' in found) {
    const texts = textsWithin(document, properties, orDeeper);
    const [place, ...others] = texts.length > 1 ? plainestBranch(document, schema, texts) : texts;
    if (place !== undefined && others.length === 0) return { found: place };
  }
  if (orFlag !== undefined && 'missing' in found) {
    const flags = Object.keys(properties).filter(
      (name) => new RegExp(orFlag, 'i').test(name) && isPlainly(document, properties[name], 'boolean'),
    );
    if (flags.length === 1) return { found: flags[0] };
  }
  if (orNumber !== undefined && 'missing' in found) {
    const numbers = [...Object.entries(properties), ...insideOf(document, properties).filter(isPlainPlace)].filter(
      ([place, node]) =>
        new RegExp(orNumber, 'i').test(place.replaceAll('.', '_')) && isPlainly(document, node, 'integer'),
    );
    if (numbers.length === 1) return { found: numbers[0]?.[0] };
  }
  if (orUnlike !== undefined && 'missing' in found) {
    const free = names.filter(
      (name) => isFreeText(document, properties[name]) && !new RegExp(orUnlike, 'i').test(name),
    );
    const required = document.requiredOf(schema).filter((name) => free.includes(name));
    const only = [required, free].find(({ length }) => length === 1)?.[0];
    if (only !== undefined) return { found: only };
  }
  if (orSaid !== undefined && 'missing' in found) {
    const said = names.filter((name) => {
      const { description } = document.schema(properties[name]);
      return typeof description === 'string' && new RegExp(orSaid, 'i').test(description);
    });
    if (said.length === 1) return { found: said[0] };
  }
  if (orReferenceTo !== undefined && 'missing' in found) {
    const referring = idOfReference(document, schema, orReferenceTo);
    if (referring !== undefined) return { found: referring };
  }
  if ('missing' in found && isUnheard) {
    const ids = names.filter((name) => orOnlyId === true && isIdLike(document, name, properties[name]));
    const saidToBe = ids.filter((name) => SAYS_ID.test(name) && !OF_OTHERS.test(name));
    const [chosen, ...others] = orOnly === true ? names : ids.length === 1 ? ids : saidToBe;
    if (chosen !== undefined && others.length === 0) return { found: chosen };
  }
  // What an answer lists as entries has its names among the values, of which a document says nothing.
  if ('missing' in found && isAnswer && isUnheard && listsEntries(document, properties)) return SILENT;
  return found;
}

/** Whether one of the members is a list of names with values. */
function listsEntries(document: TenantDocument, properties: Readonly<Record<string, Schema>>): boolean {
  return Object.values(properties).some((node) => {
    const names = Object.keys(document.propertiesOf(document.elementsOf(node)));
    return names.includes('value') && names.some((name) => ENTRY.test(name));
  });
}

const ENTRY = /^(key|name|setting|id)$/;

/** Names of ids that do not say so in that word, and of the things beside which an answer names its own. */
const SAYS_ID = /(id|key|ref|reference|handle|number|ticket|uuid|guid)$/i;
const OF_OTHERS = /data_?source|deployment|branch|user|owner|workbook|dashboard|report|account|tenant|workflow/i;

/** What a text is that is no id, by its name. */
const NO_ID =
  /(name|title|label|caption|heading|type|kind|mode|status|state|version|hash|checksum|url|uri|link|message|text|size|bytes|count|total|progress|percent|at|by|on|until)$/i;

/** Whether a member may be the id of a thing: a text or a number that is no listed value, no time and no count. */
function isIdLike(document: TenantDocument, name: string, node: Schema | undefined): boolean {
  const { enum: listed, const: constant, format = 'uuid' } = document.schema(node) as Schema & { format?: string };
  const isOfType = isPlainly(document, node, 'string') || isPlainly(document, node, 'integer');
  return (
    isOfType &&
    listed === undefined &&
    constant === undefined &&
    /^(uuid|ulid|int\d+)$/.test(format) &&
    !NO_ID.test(name)
  );
}

/** The names in a place where a member is looked for, those of a fitting type. An object is the group that others are in. */
export function memberNames(document: TenantDocument, rule: Rule<'member'>, routes: Routes): string[] {
  const route = routes.get(rule.operation);
  const declared = route && document.find(route.method, route.path);
  if (!declared) return [];
  const properties = document.propertiesOf(
    stepInto(document, rootOf(document, declared, rule.in, rule.under), rule.under),
  );
  return Object.keys(properties).filter((name) =>
    rule.type === undefined
      ? !isPlainly(document, properties[name], 'object')
      : mayBe(document, properties[name], rule.type),
  );
}
