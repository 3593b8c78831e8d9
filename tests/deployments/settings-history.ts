import { BY_PLAIN, holderOfAll } from '../../harness/things/administrators.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import {
  isSame,
  isVariables,
  settingsOf,
  type Setting,
  type Settings,
} from '../../harness/undo/deployment-settings.ts';
import { attempt } from '../../harness/failures/failure.ts';
import type { Check } from '../../harness/test.ts';
import { emptied, oneByOne, refusedUpdate, update, without } from './histories.ts';
import { INDEPENDENT, otherValues, valuesOf } from './settings.ts';
import { isSameVersion, versionsOf } from './versions.ts';

/** One update of a history, with all settings before and after it. */
export interface Step {
  /** What kinds of updates it is one of. */
  readonly kinds: readonly Kind[];
  readonly sent: Settings;
  readonly isAccepted: boolean;
  readonly before: Settings;
  readonly after: Settings;
}

export type Kind =
  | 'alone'
  | 'together'
  | 'new values'
  | 'values that stand there'
  | 'former values'
  | 'one of them as it stands'
  | 'after a refused update'
  | 'empty values'
  | 'with an OAuth token'
  | 'with a scoped key'
  | typeof BY_PLAIN;

export interface History {
  readonly steps: readonly Step[];
  /** The listed versions, where the tenant lists any. */
  readonly versions: readonly unknown[];
}

/**
 * In which of five updates a member is left out, by its place: two of them, and never the same two as another one, so that
 * for each pair of members there is an update with one of them and without the other.
 */
const LEFT_OUT_IN: readonly string[] = ['01', '02', '03', '04', '12', '13', '14', '23', '24'];
const UPDATES = ['0', '1', '2', '3', '4'] as const;

const KEY = {};

/**
 * Updates of the provided deployment, each followed by a look at all settings: each member alone, by a key and by an OAuth
 * token, and several at once without some of the others. The checks of one process judge the same history.
 */
export function settingsHistory(check: Check, admin: Actor): Promise<History> {
  return check.shared(KEY, () => historyOf(check, admin), { isSelfContained: true });
}

async function historyOf(check: Check, admin: Actor): Promise<History> {
  const [oauth, scoped] = [check.asOptional('OAUTH_TOKEN'), check.asOptional('SCOPED_TOKEN', 'scoped')];
  const plain = holderOfAll(check);
  const initial = await settingsOf(admin);
  const { value: versions = [] } = await attempt(() => versionsOf(check, admin));
  // A setting that has its initial value would not show that it is reset.
  const changed = await otherValues(check, admin, initial);
  let now = await storeAll(admin, changed, versions);
  const steps: Step[] = [];
  const standing = Object.fromEntries(
    Object.keys(changed).map((name) => [name, sendable(now, changed, name as Setting, versions)]),
  ) as Settings;
  const others = otherThan(check, standing, versions);

  const step = async (actor: Actor, sent: Settings, ...kinds: readonly Kind[]): Promise<boolean> => {
    const isAccepted = isSuccess(await update(actor, sent));
    const after = await settingsOf(admin);
    steps.push({ kinds, sent, isAccepted, before: now, after });
    now = after;
    return isAccepted;
  };

  for (const one of oneByOne(others)) {
    const [name = ''] = Object.keys(one);
    await step(admin, one, 'alone');
    const former = { [name]: standing[name as Setting] };
    await step(oauth ?? admin, former, ...(oauth ? BY_OAUTH : ALONE));
    await step(admin, former, 'alone', 'values that stand there');
  }
  for (const [round, some] of leavingOut(others).entries()) {
    const taken = await firstTaken(candidatesOf(some), (sent) => step(admin, sent, 'together', 'new values'));
    if (!taken || Object.keys(taken).length === 0) continue;
    const back = pick(standing, taken);
    const [first = ''] = Object.keys(taken);
    await update(admin, {});
    await step(admin, taken, 'together', 'values that stand there');
    await refusedUpdate(admin, without(others, first as Setting));
    // What a refused update did all the same is about other requirements.
    now = await settingsOf(admin);
    await step(admin, back, 'together', 'former values', 'after a refused update');
    await step(oauth ?? admin, taken, 'together', oauth ? 'with an OAuth token' : 'new values');
    const one = { [first]: back[first as Setting] };
    const isBack = scoped && (await step(scoped, one, 'alone', 'with a scoped key'));
    if (!isBack) await step(admin, one, 'alone');
    const by = othersOf(round, { scoped, plain });
    // Who else may update a deployment is open.
    const isDone = by && (await step(by.who, back, 'together', by.kind));
    if (!isDone) await step(admin, back, 'together', 'one of them as it stands');
  }
  for (const one of oneByOne(emptied(standing))) await step(admin, one, 'empty values');
  return { steps, versions };
}

/** Who but an administrator with a key for everything updates several settings in a round. */
function othersOf(
  round: number,
  { scoped, plain }: { readonly scoped: Actor | undefined; readonly plain: Actor | undefined },
): { readonly who: Actor; readonly kind: Kind } | undefined {
  if (round % 2 === 1) return scoped && { who: scoped, kind: 'with a scoped key' };
  return round % 4 === 2 && plain ? { who: plain, kind: BY_PLAIN } : undefined;
}

const BY_OAUTH = ['with an OAuth token'] as const;
const ALONE = ['alone'] as const;

/** Stores several settings, one by one where they are not taken together, and returns what is shown then. */
async function storeAll(admin: Actor, settings: Settings, versions: readonly unknown[]): Promise<Settings> {
  await update(admin, settings);
  const now = await settingsOf(admin);
  // A version that stands there in another spelling is not sent again: alone, it could change what was stored beside it.
  const isThere = (name: Setting) =>
    isStanding(settings[name], now[name]) ||
    (name === 'releaseChannelVersion' && isSameVersion(settings[name], now[name], versions));
  const missing = oneByOne(settings).filter((one) => !Object.keys(one).every((name) => isThere(name as Setting)));
  for (const one of missing) await update(admin, one);
  return missing.length > 0 ? settingsOf(admin) : now;
}

/** Whether a setting has a value already; of template variables those that are sent. */
function isStanding(sent: unknown, shown: unknown): boolean {
  return isVariables(sent) && isVariables(shown)
    ? Object.entries(sent).every(([key, text]) => shown[key] === text)
    : isSame(sent, shown);
}

/** The value of a setting as an update sends it: a version in the spelling of the list, and of the variables those that were set. */
function sendable(settings: Settings, changed: Settings, name: Setting, versions: readonly unknown[]): unknown {
  const value = settings[name];
  if (isVariables(value)) return changed[name];
  if (name !== 'releaseChannelVersion') return value;
  return versions.find((one) => isSameVersion(one, value, versions)) ?? value;
}

/** Another value of each setting. */
function otherThan(check: Check, settings: Settings, versions: readonly unknown[]): Settings {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => {
      const values = name === 'releaseChannelVersion' ? versions : valuesOf(check, name as Setting);
      const other = values.find((one) => !isStanding(one, value));
      return other === undefined ? [] : [[name, other] as const];
    }),
  );
}

/** Settings without some of them, for each pair of settings with one and without the other. */
function leavingOut(settings: Settings): readonly Settings[] {
  const placed = Object.entries(settings);
  return UPDATES.map((name) =>
    Object.fromEntries(placed.filter((_, place) => LEFT_OUT_IN[place]?.includes(name) !== true)),
  );
}

/** Which settings a tenant takes together is open: all, those of which none has to do with another, or two of these. */
function candidatesOf(settings: Settings): readonly Settings[] {
  const independent = Object.entries(settings).filter(([name]) => INDEPENDENT.includes(name));
  return [settings, Object.fromEntries(independent), Object.fromEntries(independent.slice(0, 2))];
}

async function firstTaken(
  candidates: readonly Settings[],
  isTaken: (settings: Settings) => Promise<boolean>,
): Promise<Settings | undefined> {
  for (const settings of candidates) if (await isTaken(settings)) return settings;
  return undefined;
}

function pick(settings: Settings, names: Settings): Settings {
  return Object.fromEntries(Object.keys(names).map((name) => [name, settings[name as Setting]]));
}
