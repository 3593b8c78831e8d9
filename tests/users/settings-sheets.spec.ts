import { isDeepStrictEqual } from 'node:util';
import { eventually } from '../../harness/check/eventually.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { BY_OAUTH } from '../../harness/things/administrators.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import {
  allFields,
  allSettings,
  applyStatedPatch,
  chooseSettings,
  eachField,
  eachSetting,
  otherWriters,
  patch,
  patchOrFail,
  PLAIN,
  settingsOf,
  sheetsIn,
  without,
  type Settings,
  type Cases,
} from './settings.ts';
import {
  clearedSheets,
  expectBothKept,
  expectCleared,
  expectFieldsKept,
  expectFieldsStored,
  expectSheetsKept,
} from './settings-kept.ts';

test(...verifies('users.settings.sheets-omitted-kept'), async ({ check, caller }) => {
  await chooseSettings(check, caller);
  const { [BY_OAUTH]: oauth, [PLAIN]: plain } = await otherWriters(check, caller);
  const all = allSettings(check);
  await inEach(
    check,
    {
      'a setting': [caller, ...eachSetting(check)],
      'several together': [caller, all],
      nothing: [caller, {}],
      [BY_OAUTH]: oauth && [oauth, all],
      [PLAIN]: plain && [plain, all],
    } as const satisfies Cases,
    async ([writer, ...bodies]) => expectSheetsKept(writer, await applyStatedPatch(check, writer), ...bodies),
  );
  await inEach(check, { 'once cleared': caller }, async (writer) =>
    expectSheetsKept(writer, await patchOrFail(writer, { sheets: null }), all),
  );
});

test(...verifies('users.settings.sheets-field-changes'), async ({ check, caller }) => {
  await chooseSettings(check, caller);
  const { [BY_OAUTH]: oauth, [PLAIN]: plain } = await otherWriters(check, caller);
  const fields = allFields(check);
  await inEach(
    check,
    {
      alone: [caller, ...eachField(check)],
      'several together': [caller, fields],
      'beside a setting': [caller, { ...allSettings(check), ...fields }],
      [BY_OAUTH]: oauth && [oauth, fields],
      [PLAIN]: plain && [plain, fields],
    } as const satisfies Cases,
    ([writer, ...bodies]) => expectFieldsStored(check, writer, ...bodies),
  );
  const numbers = Object.entries(sheetsIn(await settingsOf(caller))).filter(([, value]) => typeof value === 'number');
  await inEach(check, { 'a number of zero': numbers[0]?.[0] }, async (name) => {
    // Which numbers a field takes is open.
    leaveOutUnless(isSuccess(await patch(caller, { sheets: { [name]: 7 } })));
    leaveOutUnless(isSuccess(await patch(caller, { sheets: { [name]: 0 } })));
    await eventually(check, async () => {
      expect(sheetsIn(await settingsOf(caller))).toMatchObject({ [name]: 0 });
    });
  });
  await inEach(check, { 'beside fields as they are': allFields(check).sheets }, async (stated) => {
    const shown = sheetsIn(await settingsOf(caller));
    const [changed] = Object.entries(stated).filter(([name, value]) => !isDeepStrictEqual(value, shown[name]));
    leaveOutUnless(changed !== undefined);
    // Whether a field may be sent as null, as one that is not set may be shown, is open.
    const asTheyAre = Object.fromEntries(
      Object.entries(shown).filter(([name, value]) => name in stated && value !== null),
    );
    const sheets = { ...asTheyAre, [changed[0]]: changed[1] };
    expect(await patch(caller, { sheets })).toSucceed();
    await eventually(check, async () => {
      expect(sheetsIn(await settingsOf(caller))).toMatchObject(sheets);
    });
  });
  await inEach(check, { 'once cleared': fields }, async (body) => {
    await patchOrFail(caller, { sheets: null });
    await expectFieldsStored(check, caller, body);
  });
});

test(...verifies('users.settings.sheets-fields-kept'), async ({ check, caller }) => {
  await chooseSettings(check, caller);
  const { [BY_OAUTH]: oauth, [PLAIN]: plain } = await otherWriters(check, caller);
  const [first, ...others] = eachField(check);
  await inEach(
    check,
    {
      'one field': [caller, first, ...others],
      'beside a setting': [caller, { ...allSettings(check), ...first }],
      'no field': [caller, { sheets: {} }],
      [BY_OAUTH]: oauth && [oauth, first],
      [PLAIN]: plain && [plain, first],
    } as const satisfies Cases,
    ([writer, ...bodies]) => expectFieldsKept(check, writer, ...bodies),
  );
  await inEach(check, { 'null for a field': first }, async ({ sheets }) => {
    const names = Object.keys(sheetsIn({ sheets }));
    const before = sheetsIn(await applyStatedPatch(check, caller));
    const none = Object.fromEntries(names.map((name) => [name, null]));
    // Whether a field may be sent as null is open.
    leaveOutUnless(isSuccess(await patch(caller, { sheets: none })));
    expect(without(sheetsIn(await settingsOf(caller)), ...names), 'the other fields').toEqual(
      without(before, ...names),
    );
  });
  await inEach(check, { 'at the same time': [first, ...others] }, async (fields) => {
    granted(await patch(caller, { sheets: null }), 'the patch of settings');
    await expectBothKept(check, caller, fields.slice(0, 2));
  });
});

test(...verifies('users.settings.sheets-null-clears'), async ({ check, caller }) => {
  await chooseSettings(check, caller);
  const { [BY_OAUTH]: oauth, [PLAIN]: plain } = await otherWriters(check, caller);
  const [setting] = eachSetting(check);
  const [field] = eachField(check);
  const blank = await clearedSheets(caller);
  await inEach(check, { 'where they are cleared': caller }, async (writer) => {
    expect(await patch(writer, { sheets: null })).toSucceed();
  });
  await inEach<{ readonly by: Actor; readonly blank: Settings; readonly beside?: Settings; readonly then?: Settings }>(
    check,
    {
      alone: { by: caller, blank },
      'a field set later': { by: caller, blank, then: field },
      'a setting set later': { by: caller, blank, then: setting },
      'beside a setting': { by: caller, blank, beside: setting },
      [BY_OAUTH]: oauth && { by: oauth, blank },
      [PLAIN]: plain && { by: plain, blank: await clearedSheets(plain) },
    },
    ({ by, ...given }) => expectCleared(check, by, given),
  );
});
