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
import { unstated, untested } from '../../harness/failures/untested.ts';
import { isSameVersion, versionsOf } from './versions.ts';

/** Which values a tenant accepts is open. */
export const VALUES: BindingId = 'deployments.update-values';

/** The shown value of a setting; untested where it is not shown, because then it can be neither compared nor restored. */
export function shownIn(settings: Settings, name: Setting): unknown {
  if (!(name in settings)) {
    const bindingPart = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    untested(unstated(`deployments.settings-${bindingPart}`, `the settings do not show ${name}`));
  }
  return settings[name];
}

/** The shown value of a setting that was sent; untested where it has another type and cannot be compared. */
export function comparable(settings: Settings, name: Setting, sent: unknown): unknown {
  const value = settings[name] ?? null;
  const isSameForm = typeof value === typeof sent && Array.isArray(value) === Array.isArray(sent);
  if (value !== null && !isSameForm) untested(`the settings show ${name} in a form of their own`);
  return value;
}

/** Two values of a setting that the tenant accepts. */
export function valuesOf(check: Check, name: Setting): readonly [unknown, unknown] {
  return knownPair(check, name) ?? untested(unstated(VALUES, `it needs two values of ${name}`));
}

/** The two values of a setting, where they are known. */
export function knownPair(check: Check, name: Setting): readonly [unknown, unknown] | undefined {
  const values = (check.tenant.wire.value(VALUES) as Settings | undefined)?.[name];
  const [one, other] = (Array.isArray(values) ? values : []) as readonly unknown[];
  return one === undefined || other === undefined || isSame(one, other) ? undefined : [one, other];
}

/** A new value for each shown setting of which two are known. */
export async function otherValues(check: Check, admin: Actor, settings: Settings): Promise<Settings> {
  const others: Partial<Record<Setting, unknown>> = {};
  for (const other of SETTINGS) {
    if (!(other in settings)) continue;
    const value = await anotherValue(check, admin, settings, other);
    if (value !== undefined) others[other] = value;
  }
  return others;
}

async function anotherValue(check: Check, admin: Actor, settings: Settings, name: Setting): Promise<unknown> {
  if (name === 'releaseChannelVersion') {
    const { value: versions = [] } = await attempt(() => versionsOf(check, admin));
    return versions.find((one) => !isSameVersion(one, settings[name], versions));
  }
  const pair = knownPair(check, name);
  return pair && (isSame(pair[0], settings[name]) ? pair[1] : pair[0]);
}

/** Changes every shown setting; of those whose values are guesses, whose effect is unknown, only what is on or off. */
export async function changeAll(check: Check, admin: Actor): Promise<Settings> {
  const before = await settingsOf(admin);
  const others = isGuess(check, VALUES) ? switched(before) : await otherValues(check, admin, before);
  for (const [name, value] of Object.entries(others)) {
    await admin.raw('updateDeployment', { body: { [name]: value } });
  }
  return settingsOf(admin);
}

/** The settings that are on or off, the other way round. */
function switched(settings: Settings): Settings {
  return Object.fromEntries(
    SETTINGS.flatMap((name) => (typeof settings[name] === 'boolean' ? [[name, !settings[name]] as const] : [])),
  );
}

/** A setting other than the given one, with the value that it has: an update with it changes nothing. */
export function standingValue(settings: Settings, name: Setting): Settings {
  const other = (['launchpadTabs', 'template', 'region'] as const).find(
    (one) => one !== name && (settings[one] ?? null) !== null,
  );
  return other === undefined ? {} : { [other]: settings[other] };
}

/** Settings whose value may have to change with another one: a cloud has its own regions, a channel its own versions. */
const CHANGES_WITH: Readonly<Partial<Record<Setting, Setting>>> = {
  region: 'cloudProvider',
  releaseChannelVersion: 'releaseChannel',
};

/** A version that is held no longer may be followed by a later one. */
const isReleased = (sent: Settings) => 'releaseChannelVersionHold' in sent && !sent.releaseChannelVersionHold;

/** Whether an update that is accepted leaves a setting as it is: it names neither it nor one with which it may change. */
export function leavesOut(sent: Settings, name: Setting): boolean {
  if (name === 'releaseChannelVersion' && isReleased(sent)) return false;
  const other = CHANGES_WITH[name];
  return !(name in sent) && (other === undefined || !(other in sent));
}

/** Settings of which none restricts the values of another. */
export const INDEPENDENT: readonly string[] = [
  'template',
  'releaseChannelVersionHold',
  'defaultLaunchpadViewGroup',
  'launchpadTabs',
  'region',
];

export type Variables = Readonly<Record<string, unknown>>;

/** The shown template variables. */
export function variablesIn(settings: Settings): Variables {
  const shown = shownIn(settings, 'templateVariables');
  if (!isVariables(shown)) untested('the settings show templateVariables in a form of their own');
  return shown;
}

const OWN_VARIABLES: Variables = { conformance_added: 'first', conformance_added_too: 'second' };

/** Template variables of keys that a deployment does not have, one for each of the stated keys. */
export function addableVariables(check: Check, before: Variables): readonly [Variables, ...Variables[]] {
  const [known] = valuesOf(check, 'templateVariables') as readonly [Variables, Variables];
  // Keys of earlier checks may stand there for good, so that this one adds keys of its own where those of the tenant are a guess.
  const own = isGuess(check, VALUES) ? OWN_VARIABLES : {};
  const added = Object.entries({ ...known, ...own }).filter(([key]) => !(key in before));
  const [first, ...others] = added.map((one) => Object.fromEntries([one]));
  return first === undefined
    ? untested(unstated(VALUES, 'it needs templateVariables with a key that the deployment does not have'))
    : [first, ...others];
}

interface Prepared {
  readonly before: Variables;
  /** Other values for existing keys. */
  readonly others: Variables;
}

/** Sets the stated template variables as a setup step, and returns them with other values for their keys. */
export async function prepareVariables(check: Check, admin: Actor): Promise<Prepared> {
  variablesIn(await settingsOf(admin));
  const [one, other] = valuesOf(check, 'templateVariables') as [Variables, Variables];
  const answer = await admin.raw('updateDeployment', { body: { templateVariables: one } });
  if (!isSuccess(answer) && isGuess(check, VALUES)) untested(unstated(VALUES));
  const before = variablesIn(await settingsOf(admin));
  const entries = Object.entries(other).filter(([key, value]) => key in before && !isSame(before[key], value));
  if (entries.length === 0) throw setupFailed('none of the template variables could be set beforehand');
  return { before, others: Object.fromEntries(entries) };
}

/**
 * The shown values after each of the given values was replaced by an empty one. The effect of an empty value is open, but
 * where it is accepted it cannot keep every former value. Undefined where a value is refused.
 */
export async function afterEmpty(
  values: readonly unknown[],
  put: (value: unknown) => Promise<Answer>,
  shown: () => Promise<unknown>,
  empty: unknown,
): Promise<readonly unknown[] | undefined> {
  const after: unknown[] = [];
  for (const value of values) {
    for (const next of [value, empty]) if (!isSuccess(await put(next))) return undefined;
    after.push(await shown());
  }
  return after;
}
