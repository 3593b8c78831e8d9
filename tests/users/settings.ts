import type { Actor } from '../../harness/client/actor.ts';
import { granted, type Answer } from '../../harness/http/answer.ts';
import { unlessGuessed } from '../../harness/check/guesses.ts';
import type { Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';

export type Settings = Readonly<Record<string, unknown>>;
type Member = readonly [name: string, value: unknown];

/** A patch of settings as it is stated, none of it at the value that it starts with. */
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
  return isShown ? settings : untested('the settings are not shown where the own user is read');
}

export function sheetsIn({ sheets }: Settings): Settings {
  return (typeof sheets === 'object' && sheets !== null ? sheets : {}) as Settings;
}

/** Patches the caller's settings; where a name is a guess, its refusal says nothing. */
export async function patch(check: Check, actor: Actor, body: Settings): Promise<Answer> {
  return unlessGuessed(check, 'users.settings', await actor.raw('updateMySettings', { body }));
}

/** A patch that a check starts from. */
export async function patched(check: Check, actor: Actor, body: Settings): Promise<Settings> {
  granted(await patch(check, actor, body), 'the patch of settings');
  return settingsOf(actor);
}

/** The administrator's settings, for this check alone as long as it runs, as the stated patch leaves them. */
export async function arranged(check: Check, admin: Actor): Promise<Settings> {
  await check.lock('settings');
  const settings = await patched(check, admin, statedPatch(check));
  const missing = otherSettings(check).filter(([name]) => !(name in settings));
  if (missing.length === otherSettings(check).length) {
    untested('none of the stated settings is shown: state users.settings in BINDINGS');
  }
  return settings;
}

/** Members that tell of the settings as a whole and change with each patch. */
const ABOUT_ALL = /updated|modified|version|At$/;

/** Settings without some of them, and without what is open or none. */
export function without(settings: Settings, ...names: readonly string[]): Settings {
  const left = [...names, 'lastSeenChangelogId'];
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !left.includes(name) && !ABOUT_ALL.test(name)));
}
