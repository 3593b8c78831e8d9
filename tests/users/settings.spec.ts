import { isDeepStrictEqual } from 'node:util';
import { isSaidDeprecated } from '../../contracts/drift/deprecated.ts';
import { declaredIn, documentOf } from '../../harness/check/document.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { requireSameUser } from '../../harness/things/same-user.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { caseIf, inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { granted, isRefusal, isSuccess } from '../../harness/http/answer.ts';
import { BY_OAUTH } from '../../harness/things/administrators.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { testRequires } from '../../harness/failures/requires.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import {
  allFields,
  allSettings,
  applyStatedPatch,
  chooseSettings,
  eachField,
  eachSetting,
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
  flagsTurned,
  turnedOf,
  type Settings,
  type Cases,
} from './settings.ts';
import {
  expectBothKept,
  expectOthersKept,
  expectReadAlike,
  expectSettingsStored,
  expectEachStored,
} from './settings-kept.ts';

test(...verifies('users.settings.named-changes'), async ({ check, caller }) => {
  await chooseSettings(check, caller);
  const { [BY_OAUTH]: oauth, [PLAIN]: plain } = await otherWriters(check, caller);
  const all = allSettings(check);
  await inEach(
    check,
    {
      alone: [caller, ...eachSetting(check)],
      'several together': [caller, all],
      'beside sheets': [caller, { ...all, ...allFields(check) }],
      [BY_OAUTH]: oauth && [oauth, all],
      [PLAIN]: plain && [plain, all],
    } as const satisfies Cases,
    ([writer, ...bodies]) => expectSettingsStored(check, writer, ...bodies),
  );
  await inEach(check, { 'two users at the same time': plain && ([caller, plain] as const) }, (both) =>
    expectEachStored(check, both),
  );
});

test(...verifies('users.settings.omitted-kept'), async ({ check, caller }) => {
  await chooseSettings(check, caller);
  await inEach(check, { 'at the same time': eachSetting(check).slice(0, 2) }, (both) =>
    expectBothKept(check, caller, both),
  );
  const { [BY_OAUTH]: oauth, [PLAIN]: plain } = await otherWriters(check, caller);
  const [first] = otherSettings(check);
  const one: Settings = Object.fromEntries([first]);
  await inEach(
    check,
    {
      // Values that are stated may all be true.
      'a setting': [caller, flagsTurned(check), ...eachSetting(check)],
      'a field of sheets': [caller, ...eachField(check)],
      'sheets of null': [caller, { sheets: null }],
      'the value that it has': [caller, one, one],
      nothing: [caller, {}],
      [BY_OAUTH]: oauth && [oauth, one],
      [PLAIN]: plain && [plain, one],
    } as const satisfies Cases,
    ([writer, ...bodies]) => expectOthersKept(check, writer, ...bodies),
  );
  await inEach(check, { 'once it was refused': flagsTurned(check) }, async (flags) => {
    const before = await applyStatedPatch(check, caller);
    // Which values of sheets are refused is open.
    leaveOutIf(isSuccess(await patch(caller, { ...flags, sheets: 'none' })));
    const after = await patchOrFail(caller, allFields(check));
    expect(without(after, 'sheets'), 'settings after a refused patch and one of sheets').toEqual(
      without(before, 'sheets'),
    );
  });
});

test(...verifies('users.settings.caller-only'), async ({ check, caller, member }) => {
  await chooseSettings(check, caller);
  const [mineId, theirId] = [(await caller.preparing.getMe()).id, (await member.preparing.getMe()).id];
  if (mineId === theirId && mineId !== undefined) throw setupFailed('both keys belong to the same user');
  const before = await settingsOf(member);
  const byAdministrator = caseIf(!check.standsIn, () => statedPatch(check));
  await inEach(check, { 'by an administrator': byAdministrator, 'sheets of null': { sheets: null } }, async (body) => {
    await patchOrFail(caller, body);
    expect(without(await settingsOf(member)), 'settings of the member').toEqual(without(before));
  });
  const { [BY_OAUTH]: oauth } = await otherWriters(check, caller);
  await inEach(check, { [BY_OAUTH]: oauth }, async (writer) => {
    await patchOrFail(writer, { sheets: null });
    expect(without(await settingsOf(member)), 'settings of the member').toEqual(without(before));
  });
  const mine = await patchOrFail(caller, statedPatch(check));
  // The member's current values are set again, so that the member's settings stay as they are.
  const differing = otherSettings(check).filter(([name]) => name in before && before[name] !== mine[name]);
  const own = caseIf(differing.length > 0, () => Object.fromEntries(differing.map(([name]) => [name, before[name]])));
  await inEach(check, { [PLAIN]: own }, async (body) => {
    await patchOrFail(member, body);
    expect(without(await settingsOf(caller)), 'settings of the caller').toEqual(without(mine));
  });
});

test(...verifies('users.settings.any-credential'), async ({ check, admin, oauthAdmin }) => {
  await chooseSettings(check, admin);
  await requireSameUser(admin, oauthAdmin);
  await inEach<{ readonly between: readonly [Actor, Actor]; readonly bodies: readonly Settings[] }>(
    check,
    {
      'set by a key': { between: [admin, oauthAdmin], bodies: eachSetting(check) },
      'set by an OAuth token': { between: [oauthAdmin, admin], bodies: eachSetting(check) },
      'sheets by an OAuth token': { between: [oauthAdmin, admin], bodies: [allFields(check)] },
    },
    ({ between, bodies }) => expectReadAlike(check, between, ...bodies),
  );
  await inEach(check, { 'sheets of null by an OAuth token': oauthAdmin }, async (writer) => {
    await patchOrFail(writer, { sheets: null });
    await eventually(check, async () => {
      expect(sheetsIn(await settingsOf(admin)), 'sheets').toEqual(sheetsIn(await settingsOf(writer)));
    });
  });
});

test.describe('the changelog', () => {
  test(...verifies('users.settings.changelog-id-accepted'), async ({ check, caller }) => {
    await chooseSettings(check, caller);
    const [[name, value]] = otherSettings(check);
    await patchOrFail(caller, { [name]: value });
    const marker = check.tenant.wire.value('users.changelog-id') as Settings;
    await inEach(check, { 'beside a setting': { [name]: value, ...marker }, alone: marker }, async (body) => {
      const answer = await caller.raw('updateMySettings', { body });
      // Whether a patch may say nothing, as one does whose only member is ignored, is open.
      leaveOutIf(body === marker && isRefusal(answer) && isRefusal(await patch(caller, {})));
      expect(answer).toSucceed();
    });
    await inEach(check, { 'beside sheets of null': { sheets: null, ...marker } }, async (body) => {
      expect(await caller.raw('updateMySettings', { body })).toSucceed();
    });
    const { [PLAIN]: plain } = await otherWriters(check, caller);
    await inEach(check, { [PLAIN]: plain }, async (member) => {
      const answer = await member.raw('updateMySettings', { body: { [name]: value, ...marker } });
      leaveOutUnless(isSuccess(answer) || isSuccess(await member.raw('updateMySettings', { body: { [name]: value } })));
      expect(answer).toSucceed();
    });
  });

  test(...verifies('users.settings.changelog-id-ignored'), async ({ check, caller }) => {
    await chooseSettings(check, caller);
    const start = await settingsOf(caller);
    const stated = check.tenant.wire.value('users.changelog-id') as Settings;
    const none = Object.fromEntries(Object.keys(stated).map((name) => [name, null]));
    // Of a flag that nobody has set yet the start shows nothing, and what the stated patch has set already would be no change.
    const [turned, turnedSheets] = [flagsTurned(check), turnedOf(Object.fromEntries(sheetsFields(check)), {})];
    const changes = [
      ...otherSettings(check).map(([name, set]) => ({
        [name]: isOther(start[name], set) ? start[name] : turned[name],
      })),
      ...sheetsFields(check).map(([field, set]) => {
        const former = sheetsIn(start)[field];
        return { sheets: { [field]: isOther(former, set) ? former : turnedSheets[field] } };
      }),
    ].filter((change) => Object.values(change).every(isPresent));
    if (changes.length === 0)
      untested(unstated('users.settings', 'none of the stated settings is shown before it is changed'));
    const cases = {
      'an id': { marker: stated, some: changes },
      null: { marker: none, some: changes.slice(0, 1) },
    };
    await inEach(check, cases, async ({ marker, some }) => {
      for (const change of some) {
        await applyStatedPatch(check, caller);
        const plain = await patchOrFail(caller, change);
        await applyStatedPatch(check, caller);
        const answer = await patch(caller, { ...change, ...marker });
        // Whether it may be null is open.
        leaveOutIf(marker === none && isRefusal(answer));
        granted(answer, 'the patch with the marker');
        const marked = await settingsOf(caller);
        expect(without(marked), `settings after ${JSON.stringify(change)} with the marker`).toEqual(without(plain));
      }
    });
  });

  test(...verifies('users.settings.changelog-id-deprecated'), async ({ check, admin }) => {
    const document = await documentOf(admin);
    const declared = declaredIn(check, document, 'updateMySettings');
    const members = document.propertiesOf(document.schemaOf(declared, 'request'));
    testRequires(
      Object.keys(members).length > 0,
      "the tenant's document does not declare the body of updateMySettings",
    );
    // A document that does not declare the member cannot mark it.
    const marker = members['lastSeenChangelogId'];
    const isMarked = marker === undefined || isSaidDeprecated(document, marker);
    expect(isMarked, 'lastSeenChangelogId is marked as deprecated').toBe(true);
  });
});

function isOther(value: unknown, than: unknown): boolean {
  return isPresent(value) && !isDeepStrictEqual(value, than);
}

function isPresent(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined && value !== null;
  return Object.values(value).every(isPresent);
}
