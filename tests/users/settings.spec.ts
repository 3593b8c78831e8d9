import { declaredIn, documentOf } from '../../harness/check/document.ts';
import { requireSameUser } from '../../harness/things/same-user.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import {
  applyStatedPatch,
  chooseSettings,
  otherSettings,
  patch,
  patchOrFail,
  settingsOf,
  sheetsFields,
  sheetsIn,
  statedPatch,
  without,
  type Settings,
} from './settings.ts';

/** The values to set one after the other: the new value, then the previous one if there was one. */
function valuesToSet(value: unknown, before: unknown): unknown[] {
  return before === undefined || before === null ? [value] : [value, before];
}

test(...verifies('users.settings.named-changes'), async ({ check, admin }) => {
  await chooseSettings(check, admin);
  for (const [name, value] of otherSettings(check)) {
    for (const next of valuesToSet(value, (await settingsOf(admin))[name])) {
      expect(await patch(admin, { [name]: next })).toSucceed();
      await eventually(check, async () => {
        expect((await settingsOf(admin))[name], name).toEqual(next);
      });
    }
  }
});

test(...verifies('users.settings.omitted-kept'), async ({ check, admin }) => {
  await chooseSettings(check, admin);
  const before = await applyStatedPatch(check, admin);
  const named = [...otherSettings(check).map(([name, value]) => ({ [name]: value }))];
  const fields = sheetsFields(check).map(([field, value]) => ({ sheets: { [field]: value } }));
  for (const body of [...named, ...fields, { sheets: null }]) {
    const after = await patchOrFail(admin, body);
    const names = [...Object.keys(body), 'sheets'];
    expect(without(after, ...names), `settings after ${JSON.stringify(body)}`).toEqual(without(before, ...names));
  }
});

test(...verifies('users.settings.sheets-omitted-kept'), async ({ check, admin }) => {
  await chooseSettings(check, admin);
  const before = await applyStatedPatch(check, admin);
  for (const [name, value] of otherSettings(check)) {
    const after = await patchOrFail(admin, { [name]: value });
    expect(after['sheets'], `sheets after a patch of ${name}`).toEqual(before['sheets']);
  }
});

test(...verifies('users.settings.sheets-field-changes'), async ({ check, admin }) => {
  await chooseSettings(check, admin);
  for (const [field, value] of sheetsFields(check)) {
    for (const next of valuesToSet(value, sheetsIn(await settingsOf(admin))[field])) {
      expect(await patch(admin, { sheets: { [field]: next } })).toSucceed();
      await eventually(check, async () => {
        expect(sheetsIn(await settingsOf(admin))[field], field).toEqual(next);
      });
    }
  }
});

test(...verifies('users.settings.sheets-fields-kept'), async ({ check, admin }) => {
  await chooseSettings(check, admin);
  const before = sheetsIn(await applyStatedPatch(check, admin));
  for (const [field, value] of sheetsFields(check)) {
    const after = sheetsIn(await patchOrFail(admin, { sheets: { [field]: value } }));
    expect(without(after, field), `sheets after a patch of ${field}`).toEqual(without(before, field));
  }
});

test(...verifies('users.settings.sheets-null-clears'), async ({ check, admin }) => {
  await chooseSettings(check, admin);
  await applyStatedPatch(check, admin);
  expect(await patch(admin, { sheets: null })).toSucceed();
  await eventually(check, async () => {
    const sheets = sheetsIn(await settingsOf(admin));
    for (const [field, value] of sheetsFields(check)) expect(sheets[field], field).not.toEqual(value);
  });
  const [[field, value], ...others] = sheetsFields(check);
  const after = sheetsIn(await patchOrFail(admin, { sheets: { [field]: value } }));
  for (const [name, cleared] of others) expect(after[name], `${name} after ${field} is set again`).not.toEqual(cleared);

  const [[otherName, otherValue]] = otherSettings(check);
  await applyStatedPatch(check, admin);
  expect(await patch(admin, { sheets: null, [otherName]: otherValue })).toSucceed();
  await eventually(check, async () => {
    const sheets = sheetsIn(await settingsOf(admin));
    for (const [name, former] of sheetsFields(check))
      expect(sheets[name], `${name} after a patch that also sets ${otherName}`).not.toEqual(former);
  });
});

test(...verifies('users.settings.caller-only'), async ({ check, admin, member }) => {
  await chooseSettings(check, admin);
  const [mineId, theirId] = [(await admin.preparing.getMe()).id, (await member.preparing.getMe()).id];
  if (mineId === theirId && mineId !== undefined) throw setupFailed('both keys belong to the same user');
  const before = await settingsOf(member);
  const mine = await patchOrFail(admin, statedPatch(check));
  expect(without(await settingsOf(member)), 'settings of the member').toEqual(without(before));
  // The member's current values are set again, so that the member's settings stay as they are.
  const differing = otherSettings(check).filter(([name]) => name in before && before[name] !== mine[name]);
  if (differing.length === 0) untested(unstated('users.settings', 'the settings of the two users do not differ'));
  await patchOrFail(member, Object.fromEntries(differing.map(([name]) => [name, before[name]])));
  expect(without(await settingsOf(admin)), 'settings of the administrator').toEqual(without(mine));
});

test(...verifies('users.settings.any-credential'), async ({ check, admin, oauthAdmin }) => {
  await chooseSettings(check, admin);
  await requireSameUser(admin, oauthAdmin);
  for (const [writer, reader] of [
    [admin, oauthAdmin],
    [oauthAdmin, admin],
  ] as const) {
    for (const [name, value] of otherSettings(check)) {
      for (const next of valuesToSet(value, (await settingsOf(writer))[name])) {
        await patchOrFail(writer, { [name]: next });
        await eventually(check, async () => {
          const [theirs, own] = [await settingsOf(reader), await settingsOf(writer)];
          expect(theirs[name], `${name}, set by ${writer.identity.name}`).toEqual(own[name]);
        });
      }
    }
  }
});

test.describe('the changelog', () => {
  test(...verifies('users.settings.changelog-id-accepted'), async ({ check, admin }) => {
    await chooseSettings(check, admin);
    const [[name, value]] = otherSettings(check);
    await patchOrFail(admin, { [name]: value });
    const marker = check.tenant.wire.value('users.changelog-id') as Settings;
    const answer = await admin.raw('updateMySettings', { body: { [name]: value, ...marker } });
    expect(answer).toSucceed();
  });

  test(...verifies('users.settings.changelog-id-ignored'), async ({ check, admin }) => {
    await chooseSettings(check, admin);
    const start = await settingsOf(admin);
    const marker = check.tenant.wire.value('users.changelog-id') as Settings;
    const changes = [
      ...otherSettings(check).map(([name]) => ({ [name]: start[name] })),
      ...sheetsFields(check).map(([field]) => ({ sheets: { [field]: sheetsIn(start)[field] } })),
    ].filter((change) => Object.values(change).every(isPresent));
    if (changes.length === 0)
      untested(unstated('users.settings', 'none of the stated settings is shown before it is changed'));
    for (const change of changes) {
      await applyStatedPatch(check, admin);
      const plain = await patchOrFail(admin, change);
      await applyStatedPatch(check, admin);
      const marked = await patchOrFail(admin, { ...change, ...marker });
      expect(without(marked), `settings after ${JSON.stringify(change)} with the marker`).toEqual(without(plain));
    }
  });

  test(...verifies('users.settings.changelog-id-deprecated'), async ({ check, admin }) => {
    const document = await documentOf(admin);
    const declared = declaredIn(check, document, 'updateMySettings');
    const members = document.propertiesOf(document.schemaOf(declared, 'request'));
    if (Object.keys(members).length === 0)
      throw setupFailed('the document does not declare the body of updateMySettings');
    // A document that does not declare the member cannot mark it.
    const marker = members['lastSeenChangelogId'];
    const isMarked = marker === undefined || [marker, document.schema(marker)].some((one) => one.deprecated);
    expect(isMarked, 'lastSeenChangelogId is marked as deprecated').toBe(true);
  });
});

function isPresent(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined && value !== null;
  return Object.values(value).every(isPresent);
}
