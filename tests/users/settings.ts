import type { Actor } from '../../harness/client/actor.ts';
import { granted, type Answer } from '../../harness/http/answer.ts';
import type { Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';

export type Settings = Readonly<Record<string, unknown>>;
type Member = readonly [name: string, value: unknown];

/** The patch of settings that the binding states; each value differs from the initial one. */
export function statedPatch(check: Check): Settings {
  return (check.tenant.wire.value('users.settings') ?? untested('state users.settings in BINDINGS')) as Settings;
}

/** The settings other than sheets. */
export function otherSettings(check: Check): readonly [Member, ...Member[]] {
  const [first, ...others] = Object.entries(statedPatch(check)).filter(([name]) => name !== 'sheets');
  return first ? [first, ...others] : untested('users.settings states no setting beside sheets');
}

/** The fields of sheets. */
export function sheetsFields(check: Check): readonly [Member, Member, ...Member[]] {
  const [first, second, ...others] = Object.entries(statedPatch(check)['sheets'] ?? {});
  return first && second
    ? [first, second, ...others]
    : untested('users.settings states fewer than two fields of sheets');
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
  await check.lock('settings');
  const settings = await patchOrFail(admin, statedPatch(check));
  const missing = otherSettings(check).filter(([name]) => !(name in settings));
  if (missing.length === otherSettings(check).length) {
    untested('none of the stated settings is shown: state users.settings in BINDINGS');
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
