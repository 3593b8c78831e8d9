import type { Actor } from '../../harness/client/actor.ts';
import { fresh } from '../../harness/client/unique.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { isVariables, settingsOf, type Setting, type Settings } from '../../harness/undo/deployment-settings.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { expect } from '../../harness/test.ts';
import { comparable } from './settings.ts';
import { isSameVersion } from './versions.ts';

/** Sends an update to a version that no list has. That it is refused is another requirement. */
export async function refusedUpdate(admin: Actor, more: Settings = {}): Promise<void> {
  await admin.raw('updateDeployment', { body: { ...more, releaseChannelVersion: fresh('version') } });
}

export function update(actor: Actor, body: Settings): Promise<Answer> {
  return actor.raw('updateDeployment', { body });
}

/** The settings after an update that succeeds. */
export async function afterUpdate(admin: Actor, actor: Actor, body: Settings): Promise<Settings> {
  expect(await update(actor, body), Object.keys(body).join(', ')).toSucceed();
  return settingsOf(admin);
}

/** The members of an update one by one, as updates of their own. */
export function oneByOne(body: Settings): readonly Settings[] {
  return Object.entries(body).map((one) => Object.fromEntries([one]));
}

/** Sends updates in turn, and counts those that are accepted: which values a tenant takes together is open. */
export async function acceptedOf(actor: Actor, updates: readonly Settings[]): Promise<number> {
  let accepted = 0;
  for (const body of updates) if (isSuccess(await update(actor, body))) accepted += 1;
  return accepted;
}

export function without(settings: Settings, name: Setting): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([other]) => other !== name));
}

/** Empty values of the given settings that hold several things. */
export function emptied(settings: Settings): Settings {
  const empty = { launchpadTabs: [], templateVariables: {} };
  return Object.fromEntries(Object.entries(empty).filter(([name]) => name in settings));
}

/** Requires that at least one of several updates was accepted: refused ones change nothing and prove nothing. */
export function requireAccepted(count: number, what = 'another setting'): void {
  if (count === 0) throw setupFailed(`no update of ${what} was accepted`);
}

/** Which values a tenant takes together is open; those that it takes are stored as they were sent. */
export async function expectStoredIfTaken(admin: Actor, sent: Settings): Promise<void> {
  if (!isSuccess(await update(admin, sent))) return;
  const after = await settingsOf(admin);
  expect(Object.fromEntries(Object.keys(sent).map((name) => [name, after[name as Setting]]))).toMatchObject(sent);
}

/** Expects each member of an update that was accepted to be stored. */
export function expectStored(after: Settings, sent: Settings, versions: readonly unknown[]): void {
  for (const [name, value] of Object.entries(sent)) {
    const stored = comparable(after, name as Setting, value);
    const isVersion = name === 'releaseChannelVersion' && isSameVersion(stored, value, versions);
    if (isVariables(value)) expect(stored, name).toMatchObject(value);
    else expect(isVersion ? value : stored, name).toEqual(value);
  }
}
