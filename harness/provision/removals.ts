import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { stateBody, updateThatMay } from '../../contracts/bindings/discovery/states.ts';
import { wordsOf } from '../../contracts/bindings/words.ts';
import type { Members } from '../../generators/members.ts';
import { removalsIn, type Removal } from '../undo/rules/removal.ts';
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

/** The request that switches a thing off, with `{id}` for its id. */
export interface Retirement {
  readonly method: string;
  readonly path: string;
  readonly body: Members;
}

/** What switches a thing off, behind its path or behind a colon. */
const SWITCHES_OFF = /^[/:](deactivate|disable|suspend|block|lock)$/i;

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

/** How one is switched off that cannot be removed: by an action of that name, or by the update that says whether it is active. */
export function retirementOf(
  document: TenantDocument | undefined,
  { mayStay }: ThingKind,
  creation: DeclaredOperation,
): Retirement | undefined {
  if (!document || mayStay !== true) return undefined;
  const element = `^${escaped(collectionOf(creation.path))}/\\{[^}]*\\}`;
  const action = switchIn(document, new RegExp(element));
  if (action) return action;
  const update = updateThatMay(document, new RegExp(`${element}/?$`), 'paused');
  const state = update && stateBody(document, { rule: 'state', route: '', at: update, change: 'paused' });
  if (!update || !state || !('found' in state)) return undefined;
  const path = update.path.replace(/\{[^}]*\}(\/?)$/, '{id}$1');
  return { method: update.method.toUpperCase(), path, body: state.found as Members };
}
