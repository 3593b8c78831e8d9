import { meantValues, NAME_WORDS } from '../words.ts';
import type { Schema } from '../../document.ts';
import type { Change, Route, State } from '../binding.ts';
import type { DeclaredOperation, TenantDocument } from '../tenant-document.ts';
import { isPlainly, mayBe } from './declared-types.ts';
import { SILENT, type Discovered, type Rule } from './found.ts';
import { insideOf } from './places.ts';

/** A member that says in which of two states a thing is, and its value in each. */
interface StateMember {
  readonly name: string;
  readonly values: Readonly<Record<State, unknown>>;
}

const PAUSED = /^(paused?|disabled?|inactive|deactivated|suspended|on_?hold|stopped|off)$/i;
const ACTIVE = /^(active|enabled?|activated|running|resumed?|scheduled|live|started|on)$/i;
const SAYS_ACTIVE = /^(is_?)?(enabled|active)$/i;
const SAYS_PAUSED = /^(is_?)?(paused|disabled|suspended|inactive|on_?hold)$/i;
const OWNER = /^(new_?)?owner(_?user)?(_?id)?$/i;

/** The updates of a thing, those of parts of it first. */
const UPDATES = ['patch', 'put', 'post'];

/** The update at one of these paths that may make a change which has no path of its own. */
export function updateThatMay(document: TenantDocument, paths: RegExp, change: Change): Route | undefined {
  const fitting = document.operations
    .filter((one) => paths.test(one.path) && UPDATES.includes(one.method) && isTaken(document, one, change))
    .sort((one, other) => UPDATES.indexOf(one.method) - UPDATES.indexOf(other.method));
  const [first] = fitting;
  return first && { method: first.method, path: first.path };
}

function isTaken(document: TenantDocument, declared: DeclaredOperation, change: Change): boolean {
  const { members } = wholeOf(document, document.schemaOf(declared, 'request'));
  return change === 'owner'
    ? ownerAmong(Object.keys(members)) !== undefined
    : stateAmong(document, members) !== undefined;
}

/** What a request may say, which it may have all in one member that is called after the thing. */
function wholeOf(document: TenantDocument, request: Schema | undefined) {
  const members = document.propertiesOf(request);
  const [holder, ...others] = Object.keys(members);
  const inner = others.length === 0 ? document.propertiesOf(members[holder ?? '']) : {};
  return Object.keys(inner).length > 0 ? { holder, members: inner } : { members };
}

/** The members of a thing that say of what kind it is, as a request for it has to repeat. */
function kindIn(document: TenantDocument, members: Readonly<Record<string, Schema>>): Record<string, unknown> {
  const kinds = Object.entries(members).flatMap(([name, node]) => {
    const [only, ...others] = document.valuesOf(node);
    return /^(type|kind|object)$/i.test(name) && only !== undefined && others.length === 0 ? [[name, only]] : [];
  });
  return Object.fromEntries(kinds) as Record<string, unknown>;
}

/** The member of a request that names the new owner of a thing. */
export function ownerAmong(names: readonly string[]): string | undefined {
  const fitting = names.filter((name) => OWNER.test(name));
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** The body of an update that brings a thing into a state; a path of its own needs none. */
export function stateBody(document: TenantDocument, { at, change }: Rule<'state'>): Discovered {
  const declared = at && document.find(at.method, at.path);
  if (!declared) return SILENT;
  const request = document.schemaOf(declared, 'request');
  const { holder, members } = wholeOf(document, request);
  const state = stateAmong(document, members);
  if (!state) return SILENT;
  const body = { [state.name]: state.values[change] };
  return { found: holder === undefined ? body : { [holder]: { ...kindIn(document, members), ...body } } };
}

/** The only member that says whether a thing is paused: one of a list of values, or a flag. */
function stateAmong(document: TenantDocument, members: Readonly<Record<string, Schema>>): StateMember | undefined {
  const all = Object.entries(members);
  const listed = all.flatMap(([name, node]) => listedState(document, name, node));
  const flags = all.flatMap(([name, node]) => (mayBe(document, node, 'boolean') ? flagState(name) : []));
  const found = listed.length > 0 ? listed : flags;
  return found.length === 1 ? found[0] : undefined;
}

function listedState(document: TenantDocument, name: string, node: Schema): StateMember[] {
  const values = document.valuesOf(node).filter((value) => typeof value === 'string');
  const paused = values.find((value) => PAUSED.test(value));
  const active = values.find((value) => ACTIVE.test(value));
  return paused === undefined || active === undefined ? [] : [{ name, values: { paused, active } }];
}

/** Which of two listed states a flag stands for, where a document has a state in place of the flag. */
export function stateFor(values: readonly unknown[], isOn: boolean): unknown {
  const like = isOn ? ACTIVE : PAUSED;
  return values.find((one) => typeof one === 'string' && like.test(one));
}

function flagState(name: string): StateMember[] {
  if (SAYS_ACTIVE.test(name)) return [{ name, values: { paused: false, active: true } }];
  return SAYS_PAUSED.test(name) ? [{ name, values: { paused: true, active: false } }] : [];
}

/** What an update may change of a thing: a text that people read, as the default has one, or else one of listed values. */
export function changeOf(document: TenantDocument, update: DeclaredOperation, fallback: unknown): Discovered {
  const members = document.propertiesOf(document.schemaOf(update, 'request'));
  const usual = Object.entries(fallback as Readonly<Record<string, unknown>>);
  if (Object.keys(members).length === 0) return SILENT;
  const [, text] = usual[0] ?? [];
  const isText = (name: string) => isPlainText(document, members[name]);
  const declared = usual.filter(([name]) => name in members && isText(name));
  if (declared.length > 0) return { found: Object.fromEntries(declared) };
  const name = TEXTS.flatMap((like) => Object.keys(members).filter((one) => like.test(one) && isText(one)))[0];
  if (name !== undefined) return { found: { [name]: text } };
  const state = stateAmong(document, members)?.name;
  const chosen = Object.entries(members).flatMap(([member, node]) => {
    const { example, default: standing } = document.schema(node);
    const others = meantValues(document.valuesOf(node)).filter(
      (one) => one !== null && one !== example && one !== standing,
    );
    return member === state || others.length < 2 ? [] : [[member, others.at(-1)] as const];
  });
  const [first] = chosen;
  if (first) return { found: { [first[0]]: first[1] } };
  const inside = insideOf(document, members).filter(
    ([place, node]) => !place.includes('[]') && !NAMES_A_THING.test(place) && isInner(document, node),
  );
  const isUsual = ([place]: readonly [string, Schema]) => usual.some(([name]) => place.endsWith(`.${name}`));
  const [outer, inner] = (inside.find(isUsual) ?? inside[0])?.[0].split('.') ?? [];
  return outer !== undefined && inner !== undefined ? { found: { [outer]: { [inner]: text } } } : SILENT;
}

/** Whether a member is a text of which nothing is said. */
function isPlainText(document: TenantDocument, node: Schema | undefined): boolean {
  const { enum: listed, format, pattern } = document.schema(node);
  return mayBe(document, node, 'string') && !listed && format === undefined && pattern === undefined;
}

/** Whether a member of a member is a text that may be changed: it says so itself, and is one that is not computed. */
function isInner(document: TenantDocument, node: Schema): boolean {
  return (
    isPlainly(document, node, 'string') && isPlainText(document, node) && document.schema(node)['readOnly'] !== true
  );
}

/** A text that names something else, or a state of it. */
const NAMES_A_THING = /(id|ids|key|ref|url|uri|version|hash|checksum)$/i;

/** Texts about a thing that mean nothing to the tenant. */
const TEXTS = [
  new RegExp(`^(display_?)?(${NAME_WORDS})$`, 'i'),
  new RegExp(`(${NAME_WORDS})$`, 'i'),
  /^(subject|description|notes?|comment|message)/i,
];
