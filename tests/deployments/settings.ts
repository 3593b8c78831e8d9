import type { BindingId } from '../../contracts/bindings/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import {
  isSame,
  isVariables,
  SETTINGS,
  settingsOf,
  type Setting,
  type Settings,
} from '../../harness/undo/deployment-settings.ts';
import { isGuess } from '../../harness/check/guesses.ts';
import type { Check } from '../../harness/test.ts';
import { attempt, setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { versionsOf } from './versions.ts';

/** Which values a tenant takes is its own affair. */
export const VALUES: BindingId = 'deployments.update-values';

/** The settings of the lent deployment, for this check alone as long as it runs. */
export async function lentSettings(check: Check, admin: Actor): Promise<Settings> {
  await check.lock('deployment');
  return settingsOf(admin);
}

/** A setting as it is shown; where it is not, nothing can be seen of it, and nothing could be put back. */
export function shownIn(settings: Settings, name: Setting): unknown {
  if (!(name in settings)) {
    const called = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    untested(`the settings do not show ${name}: state deployments.settings-${called} in BINDINGS`);
  }
  return settings[name];
}

/** What settings show of a value that they were given; in a form of their own it cannot be compared. */
export function comparable(settings: Settings, name: Setting, given: unknown): unknown {
  const value = settings[name] ?? null;
  const isSameForm = typeof value === typeof given && Array.isArray(value) === Array.isArray(given);
  if (value !== null && !isSameForm) untested(`the settings show ${name} in a form of their own`);
  return value;
}

/** Two values that the tenant takes for a setting. */
export function valuesOf(check: Check, name: Setting): readonly [unknown, unknown] {
  const values = (check.tenant.wire.value(VALUES) as Settings | undefined)?.[name];
  const [one, other] = (Array.isArray(values) ? values : []) as readonly unknown[];
  if (one === undefined || other === undefined || isSame(one, other)) {
    untested(`state two values of ${name} in ${VALUES}`);
  }
  return [one, other];
}

/** The settings that an update can be sent with beside one: those that are shown, with a value that does not stand there. */
export async function othersOf(check: Check, admin: Actor, settings: Settings, name?: Setting): Promise<Settings> {
  const others: Partial<Record<Setting, unknown>> = {};
  for (const other of SETTINGS) {
    if (other === name || !(other in settings) || (name !== undefined && CARRIES[name] === other)) continue;
    const value = await anotherValue(check, admin, settings, other);
    if (value !== undefined) others[other] = value;
  }
  return others;
}

/** Settings whose new value may well bring another one with it. */
const CARRIES: Readonly<Partial<Record<Setting, Setting>>> = {
  region: 'cloudProvider',
  releaseChannelVersion: 'releaseChannel',
  templateVariables: 'template',
};

async function anotherValue(check: Check, admin: Actor, settings: Settings, name: Setting): Promise<unknown> {
  if (name === 'releaseChannelVersion') {
    const { value: versions = [] } = await attempt(() => versionsOf(check, admin));
    return versions.find((one) => !isSame(one, settings[name]));
  }
  const [one, other] = valuesOf(check, name);
  return isSame(one, settings[name]) ? other : one;
}

/** A setting moved away from where it stood, which may be where a careless tenant takes it back to. */
export async function moved(check: Check, admin: Actor, name: Setting): Promise<Settings> {
  const before = await lentSettings(check, admin);
  shownIn(before, name);
  await admin.raw('updateDeployment', { body: { [name]: await anotherValue(check, admin, before, name) } });
  return settingsOf(admin);
}

/** The same for every setting that is shown. Guesses are left alone: what they would do nobody knows. */
export async function allMoved(check: Check, admin: Actor): Promise<Settings> {
  const before = await lentSettings(check, admin);
  if (isGuess(check, VALUES)) return before;
  for (const [name, value] of Object.entries(await othersOf(check, admin, before))) {
    await admin.raw('updateDeployment', { body: { [name]: value } });
  }
  return settingsOf(admin);
}

export type Variables = Readonly<Record<string, unknown>>;

/** The template variables as they are shown. */
export function variablesIn(settings: Settings): Variables {
  const shown = shownIn(settings, 'templateVariables');
  if (!isVariables(shown)) untested('the settings show templateVariables in a form of their own');
  return shown;
}

interface Prepared {
  readonly before: Variables;
  /** For keys that stand there another value than theirs. */
  readonly others: Variables;
}

/** Template variables with keys that the tenant is known to take. */
export async function variables(check: Check, admin: Actor): Promise<Prepared> {
  variablesIn(await lentSettings(check, admin));
  const [one, other] = valuesOf(check, 'templateVariables') as [Variables, Variables];
  const answer = await admin.raw('updateDeployment', { body: { templateVariables: one } });
  if (!isSuccess(answer) && isGuess(check, VALUES)) untested(`state ${VALUES} in BINDINGS`);
  const before = variablesIn(await settingsOf(admin));
  const entries = Object.entries(other).filter(([key, value]) => key in before && !isSame(before[key], value));
  if (entries.length === 0) throw setupFailed('none of the template variables could be set beforehand');
  return { before, others: Object.fromEntries(entries) };
}

/**
 * What is shown after an empty value has been put in the place of each of some others. What a tenant makes of one is its
 * own affair, but where it takes it, it cannot be that whatever stood there stays. Undefined where it does not take it.
 */
export async function afterEmpty(
  values: readonly unknown[],
  put: (value: unknown) => Promise<Answer>,
  shown: () => Promise<unknown>,
  empty: unknown,
): Promise<readonly unknown[] | undefined> {
  const after: unknown[] = [];
  for (const value of values) {
    for (const one of [value, empty]) if (!isSuccess(await put(one))) return undefined;
    after.push(await shown());
  }
  return after;
}
