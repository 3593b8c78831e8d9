import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { stateBody, updateThatMay } from '../../contracts/bindings/discovery/states.ts';
import { wordsOf } from '../../contracts/bindings/words.ts';
import type { Route } from '../../contracts/bindings/binding.ts';
import type { Schema } from '../../contracts/document.ts';
import type { Members } from '../../generators/members.ts';
import { removalsIn, type Removal } from '../../contracts/bindings/removals.ts';
import type { Retirement } from '../undo/rules/retirement.ts';
import { collectionOf, escaped, parametersOf, type ThingKind } from './kinds.ts';

/** The path of a thing of one deployment. */
const IN_DEPLOYMENT = /\/deployments?\/\{[^}]*\}\/[^{}]*\{[^}]*\}\/?$/;

/**
 * How one is removed: the path with `{id}` for its id, behind the method where that is not DELETE. Undefined where the document
 * declares no removal.
 */
export function removalOf(
  document: TenantDocument | undefined,
  { words: usual, alike = [], removal, place }: ThingKind,
  creation: DeclaredOperation,
): string | undefined {
  const words = [...usual, ...alike];
  if (removal !== undefined) return removal;
  const own = parametersOf(creation.path).length - (creation.method === 'put' ? 1 : 0);
  const base = collectionOf(creation.path);
  const removals = removalsIn(document);
  const isBeside = ({ element }: Removal) => parametersOf(element).length === own + 1;
  // What is created with its deployment in the body may be removed below the path of that deployment, and the other way round.
  const isElsewhere = ({ element }: Removal) =>
    place === 'deployment' && (IN_DEPLOYMENT.test(element) || parametersOf(element).length === 1);
  const candidates = [...removals.filter(isBeside), ...removals.filter((one) => !isBeside(one) && isElsewhere(one))];
  const collection = (path: string) =>
    path
      .split('/')
      .filter((part) => part !== '')
      .at(-2) ?? '';
  const found =
    candidates.find(({ element }) => element.replace(/\/\{[^}]*\}\/?$/, '') === base) ??
    candidates.find(({ element }) => words.includes(wordsOf(collection(element)).join(' ')));
  return found?.removal;
}

const OFF = '(deactivate|disable|suspend|block|lock)';
/** What switches a thing off, behind its path, behind a colon or among its actions. */
const SWITCHES_OFF = new RegExp(`^(/actions?)?[/:]${OFF}$`, 'i');
/** The same for several things at once, behind their collection. */
const SWITCHES_SEVERAL_OFF = new RegExp(`^(/actions?/|[/:](bulk|batch)[/_-]?|/(bulk|batch)/actions?/)${OFF}$`, 'i');
/** Where a thing keeps the state that may be put there alone. */
const STATES = '(/(account[-_]?)?(state|status|activation))?';

/** The action that switches one off, without anything that it would have to say. */
function switchIn(document: TenantDocument, element: RegExp): Retirement | undefined {
  const fitting = document.operations.filter(
    ({ method, path }) =>
      ['post', 'put'].includes(method) && element.test(path) && SWITCHES_OFF.test(path.replace(element, '')),
  );
  const [one, ...others] = fitting;
  const needed = one && document.requiredOf(document.schemaOf(one, 'request'));
  if (!one || others.length > 0 || (needed ?? []).length > 0) return undefined;
  return { method: one.method.toUpperCase(), path: one.path.replace(/\{[^}]*\}/, '{id}'), body: {} };
}

/** The action on a collection that switches those off whose ids it is told, and that needs to be told no more. */
function switchOfSeveral(document: TenantDocument, collection: string): Retirement | undefined {
  const fitting = document.operations.flatMap((one): Retirement[] => {
    const isAction = one.path.startsWith(collection) && SWITCHES_SEVERAL_OFF.test(one.path.slice(collection.length));
    if (!isAction || !['post', 'put'].includes(one.method)) return [];
    const request = document.schemaOf(one, 'request');
    const required = document.requiredOf(request);
    const lists = Object.entries(document.propertiesOf(request)).filter(([, node]) => isOfIds(document, node));
    const [list, ...others] = lists.map(([name]) => name);
    if (list === undefined || others.length > 0) return [];
    // A reason is a text that people read; nothing else is made up.
    const further = required.filter((name) => name !== list);
    if (further.some((name) => name.toLowerCase() !== 'reason')) return [];
    const body = Object.fromEntries(further.map((name) => [name, 'conformance run']));
    return [{ method: one.method.toUpperCase(), path: one.path, body, ids: list }];
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Whether a member is a list of ids. */
function isOfIds(document: TenantDocument, node: Schema): boolean {
  const element = document.elementsOf(node);
  const { type, enum: listed } = document.schema(element);
  return (
    element !== undefined && listed === undefined && [type].flat().some((one) => /^(integer|string)$/.test(`${one}`))
  );
}

/**
 * How one is switched off that cannot be removed: by an action of that name, by the update that says whether it is active, or by an
 * action on several.
 */
export function retirementOf(
  document: TenantDocument | undefined,
  { mayStay }: ThingKind,
  creation: DeclaredOperation,
): Retirement | undefined {
  if (!document || mayStay !== true) return undefined;
  const element = `^${escaped(collectionOf(creation.path))}/\\{[^}]*\\}`;
  const action = switchIn(document, new RegExp(element));
  if (action) return action;
  const update = updateThatMay(document, new RegExp(`${element}${STATES}/?$`), 'paused');
  const state = update && stateBody(document, { rule: 'state', route: '', at: update, change: 'paused' });
  if (!update || !state || !('found' in state)) return switchOfSeveral(document, collectionOf(creation.path));
  const path = update.path.replace(/\{[^}]*\}/, '{id}');
  const body = state.found as Members;
  const repeats = repeatedBy(document, update, body);
  return { method: update.method.toUpperCase(), path, body, ...(repeats.length > 0 && { repeats }) };
}

/** What an update requires beside its change and a read of the thing shows, such as an address and a version. */
function repeatedBy(document: TenantDocument, { method, path }: Route, body: Members): readonly string[] {
  const [update, read] = [document.find(method, path), document.find('get', path)];
  if (!update || !read) return [];
  const shown = shownBy(document, document.schemaOf(read, 'answer'));
  const required = document.requiredOf(document.schemaOf(update, 'request'));
  return [...new Set(required)].filter((name) => !Object.hasOwn(body, name) && shown.has(name));
}

/** The members of a thing as an answer declares them, also where the answer holds the thing in its only member. */
function shownBy(document: TenantDocument, answer: Schema | undefined): ReadonlySet<string> {
  const members = document.propertiesOf(answer);
  const [only, ...others] = Object.values(members);
  const inner = others.length === 0 ? Object.keys(document.propertiesOf(only)) : [];
  return new Set([...Object.keys(members), ...inner]);
}
