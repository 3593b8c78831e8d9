import fc from 'fast-check';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { judging } from '../../harness/check/judging.ts';
import { property } from '../../harness/check/property.ts';
import { BY_OAUTH } from '../../harness/things/administrators.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { clearedSheets } from './settings-kept.ts';
import {
  allFields,
  chooseSettings,
  otherSettings,
  otherWriters,
  patch,
  patchOrFail,
  PLAIN,
  settingsOf,
  sheetsFields,
  sheetsIn,
  statedPatch,
  without,
  type Settings,
} from './settings.ts';

/** One patch, and who sends it. Each chosen member is given the stated value or the one that it had at the start. */
interface Patch {
  readonly by: 'key' | 'oauth' | 'plain';
  /** Of each setting and each field, by its place, whether it is named, and with which of its values. */
  readonly settings: readonly Choice[];
  readonly sheets: null | 'absent' | readonly Choice[];
  /** Whether the other values of the same members are set after it, beside the deprecated marker. */
  readonly isMarked: boolean;
}
type Choice = 'absent' | 'stated' | 'former';

/** What the model knows of the settings of one user. */
class SettingsState {
  /** What the settings were at the start: the values to set back. */
  readonly start: Settings;
  /** What sheets shows while nothing of it is set. */
  readonly blank: Settings;
  now: Settings;
  /** Values that a patch with null took away, by the field of sheets. */
  readonly cleared = new Map<string, unknown>();

  constructor(start: Settings, blank: Settings, now: Settings) {
    this.start = start;
    this.blank = blank;
    this.now = now;
  }
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

/** A value other than the stated one: that of the start, or the other one of a flag; else there is none. */
function otherThan(stated: unknown, former: unknown): unknown {
  if (isSet(former) && former !== stated) return former;
  return typeof stated === 'boolean' ? !stated : stated;
}

/** The members that are chosen, with the values that they are given. */
function chosenOf(
  members: readonly (readonly [name: string, value: unknown])[],
  choices: readonly Choice[],
  former: Settings,
): Settings {
  return Object.fromEntries(
    members.flatMap(([name, stated], at) => {
      const choice = choices[at % choices.length] ?? 'absent';
      const value = choice === 'former' ? otherThan(stated, former[name]) : stated;
      return choice === 'absent' ? [] : [[name, value] as const];
    }),
  );
}

function bodyOf(check: Check, { settings, sheets }: Patch, { start }: SettingsState): Settings {
  const fields = Object.entries(allFields(check).sheets);
  const named = sheets === null || sheets === 'absent' ? {} : chosenOf(fields, sheets, sheetsIn(start));
  return {
    ...chosenOf(otherSettings(check), settings, start),
    ...(sheets === null && { sheets }),
    // Whether sheets may name no field is open.
    ...(Object.keys(named).length > 0 && { sheets: named }),
  };
}

/** Expects the settings after a patch to be what they were before, but for what the patch names. */
async function expectMerged(check: Check, state: SettingsState, body: Settings, after: Settings, marked: boolean) {
  const { sheets, ...named } = body;
  const before = state.now;
  const by = (id: RequirementId): RequirementId => (marked ? 'users.settings.changelog-id-ignored' : id);
  const names = [...Object.keys(named), 'sheets'];
  await judging(by('users.settings.named-changes'), () => {
    expect(after).toMatchObject(named);
  });
  await judging(by('users.settings.omitted-kept'), () => {
    expect(without(after, ...names), 'settings that are not named').toEqual(without(before, ...names));
  });
  await judging('users.settings.sheets-null-clears', () => {
    const left = remaining(state, [...state.cleared], after);
    const again = Object.keys(sheetsIn({ sheets }));
    expect(
      left.map(([field]) => field).filter((field) => !again.includes(field)),
      'fields from before',
    ).toEqual([]);
  });
  if (sheets === undefined) {
    await judging(by('users.settings.sheets-omitted-kept'), () => {
      expect(after['sheets'], 'sheets').toEqual(before['sheets']);
    });
  } else if (sheets === null) await expectCleared(check, state, after);
  else await expectFields(state, sheets as Settings, after, by);
  state.now = after;
}

/** Fields that have their values still, where those are not the ones of a user who never set them. */
function remaining({ blank }: SettingsState, fields: readonly (readonly [string, unknown])[], after: Settings) {
  const seen = sheetsIn(after);
  return fields.filter(([field, value]) => seen[field] === value && blank[field] !== value);
}

/** A cleared field has its value no longer. */
async function expectCleared(check: Check, state: SettingsState, after: Settings): Promise<void> {
  const before = sheetsIn(state.now);
  const taken = sheetsFields(check).filter(([field, stated]) => before[field] === stated);
  await judging('users.settings.sheets-null-clears', () => {
    expect(
      remaining(state, taken, after).map(([field]) => field),
      'fields',
    ).toEqual([]);
  });
  for (const [field, value] of taken) state.cleared.set(field, value);
}

async function expectFields(
  state: SettingsState,
  fields: Settings,
  after: Settings,
  by: (id: RequirementId) => RequirementId,
): Promise<void> {
  const names = Object.keys(fields);
  await judging(by('users.settings.sheets-field-changes'), () => {
    expect(sheetsIn(after)).toMatchObject(fields);
  });
  // What a field stands for that was cleared and not set again is open.
  const open = [...state.cleared.keys(), ...(isSet(state.now['sheets']) ? [] : Object.keys(sheetsIn(after)))];
  await judging(by('users.settings.sheets-fields-kept'), () => {
    const others = without(sheetsIn(after), ...names, ...open);
    expect(others, 'fields that are not named').toEqual(without(sheetsIn(state.now), ...names, ...open));
  });
  for (const name of names) state.cleared.delete(name);
}

function patches(): fc.Arbitrary<Patch> {
  const choice = fc.constantFrom<Choice[]>('absent', 'absent', 'stated', 'former');
  return fc.record({
    by: fc.constantFrom<Patch['by'][]>('key', 'oauth', 'plain'),
    settings: fc.array(choice, { minLength: 3, maxLength: 3 }),
    sheets: fc.oneof(
      { weight: 1, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constant('absent' as const) },
      { weight: 3, arbitrary: fc.array(choice, { minLength: 3, maxLength: 3 }) },
    ),
    isMarked: fc.boolean(),
  });
}

/** The same members with their other values. */
function turned({ settings, sheets, ...others }: Patch): Patch {
  const turn = (choice: Choice): Choice => ({ absent: 'absent', stated: 'former', former: 'stated' } as const)[choice];
  const fields = sheets === null || sheets === 'absent' ? sheets : sheets.map(turn);
  return { ...others, settings: settings.map(turn), sheets: fields };
}

/** Sends a patch and compares all settings after it. One with the marker does what the one before it did without. */
async function send(
  check: Check,
  writer: Actor,
  state: SettingsState,
  body: Settings,
  marker: Settings,
): Promise<void> {
  // Whether a patch that names nothing is taken is open.
  if (Object.keys(body).length === 0) return;
  const isMarked = Object.keys(marker).length > 0;
  const answer = await patch(writer, { ...body, ...marker });
  await judging(isMarked ? 'users.settings.changelog-id-accepted' : 'users.settings.named-changes', () => {
    expect(answer).toSucceed();
  });
  await expectMerged(check, state, body, await settingsOf(writer), isMarked);
}

const STEPS = 12;

/** Each who may change settings names some with some fields of sheets, changes others of them, and clears. */
const BY_EACH: readonly Patch[] = (['key', 'oauth', 'plain'] as const).flatMap((by) => [
  { by, settings: ['stated', 'stated', 'stated'], sheets: ['stated', 'stated', 'absent'], isMarked: false },
  { by, settings: ['absent', 'absent', 'absent'], sheets: ['absent', 'former', 'stated'], isMarked: false },
  { by, settings: ['absent', 'former', 'absent'], sheets: ['absent', 'stated', 'absent'], isMarked: true },
  { by, settings: ['former', 'absent', 'absent'], sheets: null, isMarked: false },
]);

test.describe('sequences', () => {
  test(...verifies('users.settings.omitted-kept'), async ({ check, caller }) => {
    await chooseSettings(check, caller);
    const { [BY_OAUTH]: oauth, [PLAIN]: plain } = await otherWriters(check, caller);
    const writers: Readonly<Record<Patch['by'], Actor>> = {
      key: caller,
      oauth: oauth ?? caller,
      plain: plain ?? caller,
    };
    const marker = check.tenant.wire.value('users.changelog-id') as Settings | undefined;
    const starts = [await settingsOf(caller), plain ? await settingsOf(plain) : {}] as const;
    const blanks = [await clearedSheets(caller), plain ? await clearedSheets(plain) : {}] as const;
    await property(
      check,
      fc.array(patches(), { minLength: STEPS, maxLength: STEPS }),
      async (sequence) => {
        // Settings are those of a user, whichever credential changes them. Each sequence begins with the same values.
        const own = new SettingsState(starts[0], blanks[0], await patchOrFail(caller, statedPatch(check)));
        const other = plain
          ? new SettingsState(starts[1], blanks[1], await patchOrFail(plain, statedPatch(check)))
          : own;
        const states = { key: own, oauth: own, plain: other };
        for (const one of sequence) {
          const [writer, state] = [writers[one.by], states[one.by]];
          await send(check, writer, state, bodyOf(check, one, state), {});
          if (one.isMarked && marker) await send(check, writer, state, bodyOf(check, turned(one), state), marker);
        }
      },
      { examples: [[...BY_EACH]], share: 0.01 },
    );
  });
});
