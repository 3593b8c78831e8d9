import { takenAtOnce } from '../../harness/check/at-once.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { LEFT_OUT, leaveOutUnless } from '../../harness/check/in-each.ts';
import { expect, type Check } from '../../harness/test.ts';
import {
  applyStatedPatch,
  patch,
  settingsOf,
  sheetsFields,
  sheetsIn,
  turnedOf,
  without,
  type Settings,
  allSettings,
} from './settings.ts';

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

/** Of some settings those that the others name, with the values that they have there. */
function formerOf(settings: Settings, named: Settings): Settings {
  return Object.fromEntries(
    Object.keys(named).flatMap((name) => (isSet(settings[name]) ? [[name, settings[name]] as const] : [])),
  );
}

/** What to set one after the other: new values, and those from before, where there were any. */
function thenBack(next: Settings, former: Settings): Settings[] {
  const turned = turnedOf(next, former);
  const first = { ...next, ...turned };
  const last = { ...former, ...Object.fromEntries(Object.keys(turned).map((name) => [name, next[name]])) };
  return Object.keys(last).length === 0 ? [first] : [first, last];
}

/** Patches one after the other, the values that each changes put back after it, and expects what was named to be stored. */
export async function expectSettingsStored(check: Check, writer: Actor, ...bodies: readonly Settings[]): Promise<void> {
  let shown = await settingsOf(writer);
  for (const body of bodies) {
    const { sheets, ...named } = body;
    for (const next of thenBack(named, formerOf(shown, named))) {
      expect(await patch(writer, { ...next, ...(sheets !== undefined && { sheets }) })).toSucceed();
      await eventually(check, async () => {
        shown = await settingsOf(writer);
        expect(shown).toMatchObject(next);
      });
    }
  }
}

/** The same for the fields of sheets that each patch names. */
export async function expectFieldsStored(check: Check, writer: Actor, ...bodies: readonly Settings[]): Promise<void> {
  let shown = sheetsIn(await settingsOf(writer));
  for (const { sheets, ...others } of bodies) {
    const named = sheetsIn({ sheets });
    for (const next of thenBack(named, formerOf(shown, named))) {
      expect(await patch(writer, { ...others, sheets: next })).toSucceed();
      await eventually(check, async () => {
        shown = sheetsIn(await settingsOf(writer));
        expect(shown).toMatchObject(next);
      });
    }
  }
}

/** What the settings are after a patch; one that says nothing may be refused. */
async function settingsAfter(writer: Actor, body: Settings): Promise<Settings> {
  const answer = await patch(writer, body);
  if (Object.values(body).some((value) => JSON.stringify(value) !== '{}')) granted(answer, 'the patch of settings');
  return settingsOf(writer);
}

/** Patches one after the other and expects them to keep what they do not name, sheets aside. */
export async function expectOthersKept(check: Check, writer: Actor, ...bodies: readonly Settings[]): Promise<void> {
  let before = await applyStatedPatch(check, writer);
  for (const body of bodies) {
    const names = [...Object.keys(body), 'sheets'];
    const after = await settingsAfter(writer, body);
    expect(without(after, ...names), `settings after ${JSON.stringify(body)}`).toEqual(without(before, ...names));
    before = after;
  }
}

/** Patches one after the other and expects them to keep all of sheets. */
export async function expectSheetsKept(writer: Actor, before: Settings, ...bodies: readonly Settings[]): Promise<void> {
  for (const body of bodies) {
    const { sheets } = await settingsAfter(writer, body);
    expect(sheets, `sheets after ${JSON.stringify(body)}`).toEqual(before['sheets']);
  }
}

/** Patches one after the other and expects each to keep the fields of sheets that it does not name. */
export async function expectFieldsKept(check: Check, writer: Actor, ...bodies: readonly Settings[]): Promise<void> {
  let before = sheetsIn(await applyStatedPatch(check, writer));
  for (const body of bodies) {
    const names = Object.keys(sheetsIn(body));
    const after = sheetsIn(await settingsAfter(writer, body));
    expect(without(after, ...names), `sheets after ${JSON.stringify(body)}`).toEqual(without(before, ...names));
    before = after;
  }
}

/** What a user shows of sheets who has set none of it, which may be values that stand by default. */
export async function clearedSheets(writer: Actor): Promise<Settings> {
  // That null is taken is for the check itself to say.
  await patch(writer, { sheets: null });
  return sheetsIn(await settingsOf(writer));
}

interface Clearing {
  /** What sheets shows while nothing of it is set. */
  readonly blank: Settings;
  readonly beside?: Settings | undefined;
  readonly then?: Settings | undefined;
}

/** Clears sheets with a patch, does what follows, and expects no field but those that were set again to have its value. */
export async function expectCleared(
  check: Check,
  writer: Actor,
  { blank, beside = {}, then }: Clearing,
): Promise<unknown> {
  await applyStatedPatch(check, writer);
  expect(await patch(writer, { sheets: null, ...beside })).toSucceed();
  if (then) granted(await patch(writer, then), 'the patch of settings');
  const again = Object.keys(sheetsIn(then ?? {}));
  const others = sheetsFields(check).filter(([field]) => !again.includes(field));
  const cleared = others.filter(([field, value]) => blank[field] !== value);
  await eventually(check, async () => {
    const sheets = sheetsIn(await settingsOf(writer));
    expect(
      cleared.filter(([field, value]) => sheets[field] === value),
      'fields that are as they were',
    ).toEqual([]);
  });
  return cleared.length === 0 ? LEFT_OUT : undefined;
}

/** What a writer sets is read in the same way by a reader with another credential of the same user. */
export async function expectReadAlike(
  check: Check,
  [writer, reader]: readonly [Actor, Actor],
  ...bodies: readonly Settings[]
): Promise<void> {
  let shown = await settingsOf(writer);
  for (const body of bodies) {
    for (const next of thenBack(body, formerOf(shown, body))) {
      granted(await patch(writer, next), 'the patch of settings');
      await eventually(check, async () => {
        const theirs = await settingsOf(reader);
        shown = await settingsOf(writer);
        expect(formerOf(theirs, body), `what ${writer.identity.name} has set`).toEqual(formerOf(shown, body));
      });
    }
  }
}

/** Patches twice at the same time; neither patch that the tenant takes is undone by the other, and whether it takes both is open. */
export async function expectBothKept(check: Check, writer: Actor, bodies: readonly Settings[]): Promise<void> {
  const answers = await Promise.all(bodies.map((body) => patch(writer, body)));
  const taken = bodies.filter((_, at) => isSuccess(answers[at] as Answer));
  await eventually(check, async () => {
    const shown = await settingsOf(writer);
    for (const body of taken) expect(shown, 'settings after two patches at the same time').toMatchObject(body);
  });
}

/** Changes the settings of two users at the same time: each has its own values where the tenant took both. */
export async function expectEachStored(check: Check, [one, other]: readonly [Actor, Actor]): Promise<void> {
  const { sheets: _, ...named } = allSettings(check);
  const [first, second] = thenBack(named, formerOf(await settingsOf(other), named));
  leaveOutUnless(first && second);
  const both = [
    { writer: one, body: first },
    { writer: other, body: second },
  ];
  const taken = await takenAtOnce(both, ({ writer, body }) => patch(writer, body));
  await eventually(check, async () => {
    const shown = await Promise.all(taken.map(({ sent }) => settingsOf(sent.writer)));
    shown.forEach((settings, at) => {
      expect(settings).toMatchObject(taken[at]?.sent.body ?? {});
    });
  });
}
