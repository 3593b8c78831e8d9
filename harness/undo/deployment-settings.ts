import { isSuccess } from '../http/answer.ts';
import type { Actor } from '../client/actor.ts';

/** The settings that an update can change, in the contract's names. */
export const SETTINGS = [
  'cloudProvider',
  'region',
  'releaseChannel',
  'releaseChannelVersion',
  'releaseChannelVersionHold',
  'template',
  'templateVariables',
  'defaultLaunchpadViewGroup',
  'launchpadTabs',
] as const;
export type Setting = (typeof SETTINGS)[number];
export type Settings = Readonly<Partial<Record<Setting, unknown>>>;
type Variables = Readonly<Record<string, unknown>>;

/** The settings of a deployment that an update can change; other members may change by themselves. */
export async function settingsOf(actor: Actor): Promise<Settings> {
  const shown = settingsIn(await actor.preparing.getDeploymentSettings());
  const missing = SETTINGS.filter((name) => !(name in shown));
  if (missing.length === 0) return shown;
  // What an update can change may be a member of the deployment rather than of its settings.
  const beside = await actor.preparing.readBeside('updateDeployment', missing);
  const thing = beside && isSuccess(beside) && isVariables(beside.wire) ? beside.wire : {};
  return { ...groupedIn({ thing, ...thing }), ...shown };
}

function settingsIn(answer: unknown): Settings {
  const flat: Settings = { ...entriesIn(answer), ...(isVariables(answer) ? answer : {}) };
  const settings = SETTINGS.some((name) => flat[name] !== undefined) ? flat : groupedIn(answer);
  return Object.fromEntries(SETTINGS.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])));
}

const NAMES = ['key', 'name', 'setting', 'id'];

/** Settings that are shown as a list of names with values. */
function entriesIn(answer: unknown): Settings {
  const lists = [answer, ...Object.values(isVariables(answer) ? answer : {})].filter(Array.isArray);
  const entries = lists.flat().filter((one): one is Variables => isVariables(one) && 'value' in one);
  const named = entries.flatMap((entry) => {
    const name = NAMES.map((member) => entry[member]).find((one) => typeof one === 'string');
    const setting = SETTINGS.find((one) => one.toLowerCase() === name?.replace(/[^a-z]/gi, '').toLowerCase());
    return setting === undefined ? [] : [[setting, entry['value']] as const];
  });
  return Object.fromEntries(named);
}

const isNamed = (name: string) => (setting: Setting) =>
  name.replace(/[^a-z]/gi, '').toLowerCase() === setting.toLowerCase();

/** Settings that are shown in groups, of which the tenant's document need not say what they hold. */
function groupedIn(answer: unknown): Settings {
  const groups = Object.entries(isVariables(answer) ? answer : {}).filter(([name]) => !SETTINGS.some(isNamed(name)));
  const held = groups.flatMap(([, group]) => (isVariables(group) ? Object.entries(group) : []));
  const grouped = SETTINGS.flatMap((setting) => {
    const named = held.filter(([name]) => isNamed(name)(setting));
    const [first, ...others] = named;
    // In several groups it means another thing in each.
    return first && others.length === 0 ? [[setting, first[1]] as const] : [];
  });
  return Object.fromEntries(grouped);
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

export function isVariables(value: unknown): value is Variables {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The update that restores earlier settings. */
export function revertingUpdate(before: Settings, now: Settings): Settings {
  return Object.fromEntries(
    SETTINGS.flatMap((name) => {
      const [was, is] = [before[name], now[name]];
      if (isSame(was, is)) return [];
      const value = name === 'templateVariables' && isVariables(is) ? revertedVariables(was, is) : (was ?? null);
      return isVariables(value) && Object.keys(value).length === 0 ? [] : [[name, value]];
    }),
  );
}

/** An update keeps the keys that it does not name; null is the only value that might remove one. */
function revertedVariables(before: unknown, now: Variables): Variables {
  const was = isVariables(before) ? before : {};
  const keys = [...new Set([...Object.keys(was), ...Object.keys(now)])];
  const isUnchanged = (key: string) => key in was === key in now && isSame(was[key], now[key]);
  return Object.fromEntries(keys.filter((key) => !isUnchanged(key)).map((key) => [key, was[key] ?? null]));
}
