import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { meantValues } from '../../contracts/bindings/words.ts';
import type { Schema } from '../../contracts/document.ts';
import { documentIfServed } from '../../harness/check/document.ts';
import { isGuess } from '../../harness/check/guesses.ts';
import { BY_OAUTH } from '../../harness/things/administrators.ts';
import { ofSameUser } from '../../harness/things/same-user.ts';
import type { Check } from '../../harness/test.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';

export type Settings = Readonly<Record<string, unknown>>;
type Member = readonly [name: string, value: unknown];

/** The patches that checks have chosen from what the tenant shows. */
const chosen = new WeakMap<Check, Settings>();

/**
 * Chooses the settings that a check changes, where their names would only be guessed: those that a read shows and, where the
 * tenant's document declares further ones than are printed, that it declares. Which settings a user has is open.
 */
export async function chooseSettings(check: Check, admin: Actor): Promise<void> {
  if (!isGuess(check, 'users.settings')) return;
  const document = await documentIfServed(admin.preparing);
  // Without a document nothing says more than the guessed names of the binding.
  if (!document) return;
  const route = check.tenant.wire.route('updateMySettings');
  const declared = route && document.find(route.method, route.path);
  const request = declared && document.schemaOf(declared, 'request');
  const usual = check.tenant.wire.value('users.settings') as Settings;
  const choice = (shown: Settings) => {
    const { sheets: schema } = document.propertiesOf(request);
    // Fields without a value need not be shown.
    const unset = Object.fromEntries(Object.keys(document.propertiesOf(schema)).map((name) => [name, undefined]));
    return {
      settings: changed(document, request, shown, usual),
      sheets: changed(document, schema, { ...unset, ...sheetsIn(shown) }, sheetsIn(usual)),
    };
  };
  const shown = await settingsOf(admin);
  const first = choice(shown);
  const isEnough = Object.keys(first.settings).length > 0;
  const { settings, sheets } = isEnough ? first : choice(await onceSet(admin, document, request, shown));
  chosen.set(check, { ...settings, ...(Object.keys(sheets).length > 0 && { sheets }) });
}

/** The settings once those have a value that only the document names: which of them a read shows is seen then. */
async function onceSet(
  admin: Actor,
  document: TenantDocument,
  request: Schema | undefined,
  shown: Settings,
): Promise<Settings> {
  const body = Object.fromEntries(
    Object.entries(document.propertiesOf(request)).flatMap(([name, node]) => {
      const isOpen = name !== 'sheets' && name !== 'lastSeenChangelogId' && !METADATA.test(name);
      const value = isOpen ? someValue(filled(document, node)) : undefined;
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  if (Object.keys(body).length === 0 || !isSuccess(await patch(admin.preparing, body))) return shown;
  return settingsOf(admin);
}

/** Another value for each of the shown members that can be changed. */
function changed(
  document: TenantDocument,
  schema: Schema | undefined,
  shown: Settings,
  usual: Settings,
): Record<string, unknown> {
  const declared = document.propertiesOf(schema);
  // A document that declares no more than the printed members leaves the others to what a read shows.
  const isOpen = Object.keys(declared).every((name) => name === 'sheets' || name === 'lastSeenChangelogId');
  return Object.fromEntries(
    Object.entries(shown).flatMap(([name, value]) => {
      if (METADATA.test(name) || name === 'lastSeenChangelogId' || (!isOpen && !(name in declared))) return [];
      const node = filled(document, declared[name]);
      const listed = [...meantValues(node.enum ?? []), ...examplesOf(node)];
      const other = (value ?? null) === null ? someValue(node) : anotherThan(value, listed, usual[name]);
      return other === undefined ? [] : [[name, other] as const];
    }),
  );
}

/** What a field takes beside null: documents also say by a choice, or by composition, that it may be null. */
function filled(document: TenantDocument, schema: Schema | undefined, depth = 0): Schema {
  const node = document.schema(schema);
  if (depth > 8) return node;
  const inside = (parts: readonly Schema[] = []) =>
    parts
      .map((part) => filled(document, part, depth + 1))
      .filter(({ type, const: constant }) => type !== 'null' && constant !== null);
  // Of a choice between several the first is as good as any.
  const [chosen] = inside([...(node.anyOf ?? []), ...(node.oneOf ?? [])]);
  return Object.assign({}, chosen, ...inside(node.allOf), node) as Schema;
}

/** A value for a field that has none, other than the one that it stands for by default. */
function someValue(node: Schema): unknown {
  const standing = node['default'];
  if (node.enum) return meantValues(node.enum).find((one) => one !== null && one !== standing);
  const [example] = examplesOf(node).filter((one) => one !== standing);
  if (example !== undefined) return example;
  if ([node.type].flat().includes('boolean')) return standing !== true;
  const { minimum } = node as { readonly minimum?: unknown };
  if (![node.type].flat().some((type) => type === 'integer' || type === 'number')) return undefined;
  return (typeof minimum === 'number' ? minimum : 1) + (standing === minimum ? 1 : 0);
}

/** Values that a document gives as examples of a member. */
function examplesOf(node: Schema): readonly unknown[] {
  const { example, examples, default: standing } = node;
  const all = [example, ...(Array.isArray(examples) ? (examples as readonly unknown[]) : []), standing];
  return all.filter((one) => one !== undefined && one !== null && typeof one !== 'object');
}

function anotherThan(value: unknown, listed: readonly unknown[], usual: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  const near = typeof value === 'number' ? [value + 1] : [];
  return [...listed, usual, ...near].find(
    (one) =>
      one !== undefined && one !== null && one !== value && typeof one === typeof value && typeof one !== 'object',
  );
}

/** The patch of settings that the binding states or that was chosen; each value differs from the initial one. */
export function statedPatch(check: Check): Settings {
  return (chosen.get(check) ??
    check.tenant.wire.value('users.settings') ??
    untested(unstated('users.settings'))) as Settings;
}

/** The settings other than sheets. */
export function otherSettings(check: Check): readonly [Member, ...Member[]] {
  const [first, ...others] = Object.entries(statedPatch(check)).filter(([name]) => name !== 'sheets');
  return first ? [first, ...others] : untested(unstated('users.settings', 'it needs a setting beside sheets'));
}

/** The fields of sheets. */
export function sheetsFields(check: Check): readonly [Member, Member, ...Member[]] {
  const [first, second, ...others] = Object.entries(statedPatch(check)['sheets'] ?? {});
  return first && second
    ? [first, second, ...others]
    : untested(unstated('users.settings', 'it needs two fields of sheets'));
}

export async function settingsOf(actor: Actor): Promise<Settings> {
  const { settings } = await actor.preparing.getMe();
  const isShown = typeof settings === 'object' && settings !== null && !Array.isArray(settings);
  return isShown ? settings : untested("getMe does not show the caller's settings");
}

export function sheetsIn({ sheets }: Settings): Settings {
  return (typeof sheets === 'object' && sheets !== null ? sheets : {}) as Settings;
}

/** Patches the caller's settings. */
export function patch(actor: Actor, body: Settings): Promise<Answer> {
  return actor.raw('updateMySettings', { body });
}

/** Patches the caller's settings as a setup step and returns the settings afterwards. */
export async function patchOrFail(actor: Actor, body: Settings): Promise<Settings> {
  granted(await patch(actor, body), 'the patch of settings');
  return settingsOf(actor);
}

/** Locks the administrator's settings for this check, applies the stated patch and returns the settings afterwards. */
export async function applyStatedPatch(check: Check, admin: Actor): Promise<Settings> {
  const settings = await patchOrFail(admin, statedPatch(check));
  const missing = otherSettings(check).filter(([name]) => !(name in settings));
  if (missing.length === otherSettings(check).length) {
    untested(unstated('users.settings', 'none of the stated settings is shown'));
  }
  return settings;
}

/** Members that describe the settings object as a whole and change with each patch. */
const METADATA = /updated|modified|version|At$/;

/** The settings without the given names, without metadata and without the member whose storage is open. */
export function without(settings: Settings, ...names: readonly string[]): Settings {
  const excluded = [...names, 'lastSeenChangelogId'];
  return Object.fromEntries(
    Object.entries(settings).filter(([name]) => !excluded.includes(name) && !METADATA.test(name)),
  );
}

/** The class of a user without the admin role, who changes settings of its own. */
export const PLAIN = 'of a plain user';

/**
 * Other credentials that change their users' settings. On a live tenant nothing would put back the settings of a user other
 * than the administrator, so a plain user has to be the run's own.
 */
export async function otherWriters(
  check: Check,
  caller: Actor,
): Promise<Readonly<Record<typeof BY_OAUTH | typeof PLAIN, Actor | undefined>>> {
  const plain = check.asOptional('MEMBER_TOKEN', 'member');
  return {
    [BY_OAUTH]: await ofSameUser(caller, check.asOptional('OAUTH_TOKEN', 'OAuth administrator')),
    [PLAIN]: check.tenant.isLive && plain?.identity.isOwn !== true ? undefined : plain,
  };
}

/** A patch of each setting other than sheets by itself. */
export function eachSetting(check: Check): readonly [Settings, ...Settings[]] {
  const [first, ...others] = otherSettings(check);
  return [patchOf(first), ...others.map(patchOf)];
}

const patchOf = ([name, value]: Member): Settings => ({ [name]: value });

/** A patch of each field of sheets by itself. */
export function eachField(check: Check): readonly [Settings, ...Settings[]] {
  const [first, ...others] = sheetsFields(check);
  return [{ sheets: patchOf(first) }, ...others.map((field) => ({ sheets: patchOf(field) }))];
}

/** A patch of all settings other than sheets. */
export function allSettings(check: Check): Settings {
  return Object.fromEntries(otherSettings(check));
}

/** A patch of the flags among them with the other value than the one that is stated; one that says nothing where there is none. */
export function flagsTurned(check: Check): Settings {
  return turnedOf(allSettings(check), {});
}

/** A patch of all fields of sheets. */
export function allFields(check: Check): { readonly sheets: Settings } {
  return { sheets: Object.fromEntries(sheetsFields(check)) };
}

/** The other value of flags that are to be set and have their value already, or had none: setting what is there changes nothing. */
export function turnedOf(next: Settings, former: Settings): Settings {
  return Object.fromEntries(
    Object.entries(next).flatMap(([name, value]) =>
      typeof value === 'boolean' && (!(name in former) || former[name] === value) ? [[name, !value] as const] : [],
    ),
  );
}

/** For each class a writer, and the bodies of its patches, one after the other. */
export type Cases = Readonly<Record<string, readonly [Actor, ...Settings[]] | undefined>>;
