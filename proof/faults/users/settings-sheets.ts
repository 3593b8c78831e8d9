import { lookingFirst } from '../../lib/at-once.ts';
import { bodyOf, type Body } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { asObject, isBody, sentBody } from '../../lib/bodies.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { callerId } from '../../lib/other-operations.ts';
import type { When } from '../../lib/conditions.ts';
import { refusing, remembering, replaceSync, responseOf, withRules } from '../../lib/patches.ts';
import { changeRequest } from '../../lib/reports.ts';
import { namesAlone } from '../../lib/role-histories.ts';
import {
  afterNull,
  asking,
  besideSheets,
  callerIn,
  hasFields,
  isEmptyPatch,
  isPatch,
  leaving,
  leavingWhen,
  mergingSettings,
  MODEL_OF_SETTINGS,
  namesBoth,
  namesSeveral,
  othersIn,
  settingsWithout,
  SHEETS,
  sheetsIn,
  sheetsOf,
  standsThere,
  storedSettings,
  storeOwnSettings,
  storeSettings,
  withSettingsSequel,
  type UserRules,
} from '../../lib/user-settings.ts';

const resetSheets = (now: Body): Body => ({ ...now, sheets: SHEETS });

function mergingSheets(change: (own: UserRules['mergedSheets']) => UserRules['mergedSheets']): Patch {
  return ({ users }) => {
    users.mergedSheets = change(users.mergedSheets);
  };
}

const namesFields = isPatch((body) => Object.keys(sheetsOf(body) ?? {}).length > 1);

/** Fields of sheets that are sent replace all of it. */
const replacingFields = (when: When): Patch =>
  replaceSync('updateMySettings', (call, original) =>
    when(call) && hasFields(call)
      ? withRules(call, 'users', { mergedSheets: (_, change) => change }, () => original(call))
      : original(call),
  );

/** Patches of sheets replace it. */
function replacing(when: When): Patch {
  return replaceSync('updateMySettings', (call, original) =>
    when(call)
      ? withRules(call, 'users', { mergedSheets: (_, change) => change }, () => original(call))
      : original(call),
  );
}

const clearedOnce: Patch = remembering(
  () => new Set<number>(),
  (cleared) =>
    replaceSync('updateMySettings', (call, original) => {
      const { sheets, ...others } = bodyOf(call);
      const id = call.principal.user?.id ?? 0;
      if (sheets !== null) return original(call);
      if (cleared.has(id)) return original({ ...call, body: others });
      cleared.add(id);
      return original(call);
    }),
);

/** Faults of the sheets in the settings of the caller. */
export const settingsSheetsFaults = faults({
  'users.settings.sheets-omitted-kept': [
    {
      name: 'reset',
      sentence: 'A patch without sheets sets sheets to what it starts with.',
      patch: mergingSettings((own) => (stored, change) => own({ ...stored, sheets: SHEETS }, change)),
    },
    {
      name: 'omitted-as-null',
      sentence: 'A patch without sheets clears sheets.',
      patch: mergingSettings((own) => (stored, change) => own({ ...stored, sheets: null }, change)),
    },
    {
      name: 'one-field-reset',
      sentence: 'A patch without sheets sets one of its fields to what it starts with.',
      patch: mergingSettings((own) => (stored, change) => {
        const sheets = stored['sheets'] as Body | null;
        return own({ ...stored, sheets: sheets && { ...sheets, decimalPlaces: SHEETS['decimalPlaces'] } }, change);
      }),
    },
    {
      name: 'cleared-by-nothing',
      sentence: 'An empty patch gives sheets what it starts with.',
      patch: leavingWhen(isEmptyPatch, resetSheets),
    },
    {
      name: 'lost-with-several',
      sentence: 'A patch with several other settings gives sheets what it starts with.',
      patch: leavingWhen((call) => namesSeveral(call) && !('sheets' in bodyOf(call)), resetSheets),
    },
    {
      name: 'lost-with-oauth',
      sentence: 'A patch without sheets with an OAuth token gives sheets what it starts with.',
      seenIn: 'by an OAuth token',
      patch: leavingWhen((call) => byOAuth(call) && !('sheets' in bodyOf(call)), resetSheets),
    },
    {
      name: 'lost-of-plain-users',
      sentence: 'A patch without sheets of a user without the admin role gives sheets what it starts with.',
      patch: leavingWhen((call) => byPlainUser(call) && !('sheets' in bodyOf(call)), resetSheets),
    },
    {
      name: 'back-once-cleared',
      sentence: 'A patch without sheets gives sheets what it starts with where it was cleared.',
      patch: leavingWhen(
        (call) => !('sheets' in bodyOf(call)),
        (now, before) => (before['sheets'] === null ? resetSheets(now) : now),
      ),
    },
  ],
  'users.settings.sheets-field-changes': [
    {
      name: 'zero-dropped',
      sentence: 'A field of sheets is not set to zero.',
      patch: ({ users }) => {
        const { mergedSheets } = users;
        users.mergedSheets = (stored, { decimalPlaces, ...sent }) =>
          mergedSheets(stored, decimalPlaces === 0 || decimalPlaces === undefined ? sent : { ...sent, decimalPlaces });
      },
    },
    {
      name: 'not-beside-a-field-of-now',
      also: alsoThese('one of its patches sends what stands there already', 'users.settings.changelog-id-ignored'),
      sentence: 'A field of sheets is not stored beside another one that has its value already.',
      patch: changeRequest('updateMySettings', (body, call) => {
        const fields = Object.entries(isBody(body['sheets']) ? body['sheets'] : {});
        const same = fields.filter(([name, value]) => standsThere({ [name]: value }, call));
        return same.length > 0 && same.length < fields.length ? { ...body, sheets: Object.fromEntries(same) } : body;
      }),
    },
    {
      name: 'taken-for-a-retry',
      sentence: 'A patch of fields of sheets alone that says what an earlier one said changes nothing.',
      patch: remembering(
        () => new Set<string>(),
        (sent) =>
          replaceSync('updateMySettings', (call, original) => {
            const body = sentBody(call);
            const key = `${call.principal.user?.id} ${JSON.stringify(body)}`;
            const isOfFields = namesAlone(body, 'sheets') && body['sheets'] !== null;
            if (isOfFields && sent.has(key)) return responseOf(call, 'getMe');
            const answer = original(call);
            sent.add(key);
            return answer;
          }),
      ),
    },
    {
      name: 'alone-ignored',
      sentence: 'A field of sheets that comes alone is acknowledged and not stored.',
      patch: mergingSheets((own) => (stored, change) => own(stored, Object.keys(change).length === 1 ? {} : change)),
    },
    {
      name: 'false-dropped',
      sentence: 'A field of sheets is not set to false.',
      patch: mergingSheets(
        (own) => (stored, change) => own(stored, settingsWithout((_, value) => value === false)(change)),
      ),
    },
    {
      name: 'first-of-two',
      sentence: 'Of two fields of sheets in a patch only the first is stored.',
      patch: asking(namesFields, (body) => ({
        ...body,
        sheets: Object.fromEntries(Object.entries(sheetsOf(body) ?? {}).slice(0, 1)),
      })),
    },
    {
      name: 'lost-beside-others',
      sentence: 'A field of sheets is not stored beside another setting.',
      patch: asking(namesBoth, besideSheets),
    },
    {
      name: 'lost-once-cleared',
      sentence: 'A field of sheets is not stored where sheets was cleared.',
      patch: asking(
        (call) => sheetsOf(bodyOf(call)) !== undefined && storedSettings(call)['sheets'] === null,
        besideSheets,
      ),
    },
    {
      name: 'lost-with-oauth',
      sentence: 'A field of sheets that comes with an OAuth token is acknowledged and not stored.',
      seenIn: 'by an OAuth token',
      patch: asking(byOAuth, besideSheets),
    },
    {
      name: 'lost-of-plain-users',
      sentence: 'A field of sheets of a user without the admin role is acknowledged and not stored.',
      patch: asking(byPlainUser, besideSheets),
    },
  ],
  'users.settings.sheets-fields-kept': [
    {
      name: 'replaced-once-cleared-before',
      ...MODEL_OF_SETTINGS,
      sentence: 'Fields of sheets replace all of it for a user who has cleared it once.',
      patch: afterNull((isCleared) => replacingFields(isCleared)),
    },
    {
      name: 'replaced-for-oauth-beside-others',
      ...MODEL_OF_SETTINGS,
      seenWith: 'OAUTH_TOKEN',
      sentence: 'Fields of sheets replace all of it where an OAuth token sends them beside a setting.',
      patch: replacingFields((call) => byOAuth(call) && othersIn(call).length > 0),
    },
    {
      name: 'replaced-for-plain-users-beside-others',
      ...MODEL_OF_SETTINGS,
      sentence: 'Fields of sheets replace all of it where a user without the admin role sends them beside a setting.',
      patch: replacingFields((call) => byPlainUser(call) && othersIn(call).length > 0),
    },
    {
      name: 'zero-lost',
      sentence: 'A field of sheets that is 0 or false is lost with the next sheets object that does not name it.',
      patch: leaving((now, before, body) => {
        const given = body['sheets'];
        if (typeof given !== 'object' || given === null) return now;
        const lost = Object.entries(asObject(before['sheets']))
          .filter(([name, value]) => (value === 0 || value === false) && !(name in given))
          .map(([name]) => name);
        const sheets = Object.entries(asObject(now['sheets'])).filter(([name]) => !lost.includes(name));
        return { ...now, sheets: Object.fromEntries(sheets) };
      }),
    },
    {
      name: 'alone',
      sentence: 'A patch of sheets beside another setting replaces sheets outright.',
      also: alsoThese('a field is set beside the marker as well', 'users.settings.changelog-id-ignored'),
      patch: replaceSync('updateMySettings', (call, original) =>
        Object.keys(call.body ?? {}).length > 1
          ? withRules(call, 'users', { mergedSheets: (_, change) => change }, () => original(call))
          : original(call),
      ),
    },
    {
      name: 'replaced',
      sentence: 'A patch of sheets replaces sheets as a whole.',
      patch: mergingSheets(() => (_, change) => change),
    },
    {
      name: 'replaced-by-null',
      sentence: 'A patch of sheets in which a field is null replaces sheets as a whole.',
      patch: mergingSheets(
        (own) => (stored, change) => (Object.values(change).includes(null) ? change : own(stored, change)),
      ),
    },
    {
      name: 'cleared-by-null',
      sentence: 'A patch of sheets in which a field is null clears all fields.',
      patch: mergingSheets(
        (own) => (stored, change) => (Object.values(change).includes(null) ? {} : own(stored, change)),
      ),
    },
    {
      name: 'reset',
      sentence: 'A patch of sheets sets the fields that it does not name to what they start with.',
      patch: mergingSheets(() => (_, change) => ({ ...SHEETS, ...change })),
    },
    {
      name: 'omitted-as-null',
      sentence: 'A patch of sheets sets the fields that it does not name to null.',
      patch: mergingSheets(() => (stored, change) => ({
        ...Object.fromEntries(Object.keys(stored ?? {}).map((name) => [name, null])),
        ...change,
      })),
    },
    {
      name: 'replaced-beside-others',
      sentence: 'A patch of sheets replaces it as a whole where the patch names something else as well.',
      patch: replacing(namesBoth),
    },
    {
      name: 'replaced-with-oauth',
      sentence: 'A patch of sheets with an OAuth token replaces it as a whole.',
      seenIn: 'by an OAuth token',
      patch: replacing(byOAuth),
    },
    {
      name: 'replaced-of-plain-users',
      sentence: 'A patch of sheets of a user without the admin role replaces it as a whole.',
      patch: replacing(byPlainUser),
    },
    {
      name: 'lost-by-no-field',
      sentence: 'A patch with a sheets that has no fields gives sheets none.',
      patch: replacing(isPatch((body) => Object.keys(sheetsOf(body) ?? { one: 1 }).length === 0)),
    },
    {
      name: 'at-once',
      sentence: 'Of two patches of sheets at the same time the later one writes back the fields that stood there.',
      patch: lookingFirst('updateMySettings', storedSettings, (call, original, { sheets }) =>
        withRules(call, 'users', { mergedSheets: (_, change) => ({ ...(sheets as Body | null), ...change }) }, () =>
          original(call),
        ),
      ),
    },
  ],
  'users.settings.sheets-null-clears': [
    {
      name: 'refused-without-any',
      sentence: 'A patch of a sheets of null alone is refused where they have been cleared already.',
      patch: refusing(
        'updateMySettings',
        (call) =>
          sentBody(call)['sheets'] === null &&
          namesAlone(sentBody(call), 'sheets') &&
          call.principal.user?.settings['sheets'] === null,
        'invalid',
      ),
    },
    {
      name: 'a-second-time',
      sentence: 'A user clears sheets once; a later null leaves what was set in between.',
      patch: clearedOnce,
    },
    {
      name: 'back-with-the-next',
      sentence: 'The first patch of sheets after they were cleared brings back what was there before.',
      patch: remembering(
        () => new Map<number, unknown>(),
        (former) =>
          replaceSync('updateMySettings', (call, original) => {
            const id = callerId(call);
            const stored = call.tenant.account.users.get(id)?.settings['sheets'];
            if (sheetsIn(call) === null && stored !== null) former.set(id, stored);
            const fields = sheetsIn(call);
            if (typeof fields !== 'object' || fields === null || !former.has(id)) return original(call);
            const body = { ...bodyOf(call), sheets: { ...(former.get(id) as Body), ...fields } };
            former.delete(id);
            return original({ ...call, body });
          }),
      ),
    },
    {
      name: 'once',
      sentence: 'Sheets are cleared once for a user, and kept by every later null.',
      patch: remembering(
        () => new Set<unknown>(),
        (cleared) =>
          replaceSync('updateMySettings', (call, original) => {
            const body = (call.body ?? {}) as Body;
            if (body['sheets'] !== null) return original(call);
            const user = call.principal.user?.id;
            const { sheets: _, ...others } = body;
            if (cleared.has(user)) return original({ ...call, body: others });
            cleared.add(user);
            return original(call);
          }),
      ),
    },
    {
      name: 'ignored',
      sentence: 'A patch whose sheets is null leaves sheets as it is.',
      patch: changeRequest('updateMySettings', (body) => {
        const { sheets, ...rest } = body;
        return sheets === null ? rest : body;
      }),
    },
    {
      name: 'ignored-beside-others',
      sentence: 'A patch whose sheets is null leaves sheets as it is where it sets something else as well.',
      patch: changeRequest('updateMySettings', (body) => {
        const { sheets, ...rest } = body;
        return sheets === null && Object.keys(rest).length > 0 ? rest : body;
      }),
    },
    {
      name: 'one-field-left',
      sentence: 'A patch whose sheets is null leaves one field of sheets as it is.',
      patch: withSettingsSequel(({ sheets }, before, call) => {
        const user = callerIn(call);
        const decimalPlaces = (before['sheets'] as Body | null | undefined)?.['decimalPlaces'];
        if (sheets !== null || !user || decimalPlaces === undefined) return;
        storeSettings(call, user.id, { ...user.settings, sheets: { decimalPlaces } });
      }),
    },
    {
      name: 'coming-back',
      sentence: 'What a patch with null has cleared of sheets is back once a field is set again.',
      patch: (rules) => {
        const cleared = new Map<number, unknown>();
        replaceSync('updateMySettings', (call, original) => {
          const user = callerIn(call);
          const { sheets } = bodyOf(call);
          if (user && sheets === null) cleared.set(user.id, user.settings['sheets'] ?? SHEETS);
          else if (user && sheets !== undefined && cleared.has(user.id)) {
            storeSettings(call, user.id, { ...user.settings, sheets: cleared.get(user.id) });
            cleared.delete(user.id);
          }
          return original({ ...call, principal: { ...call.principal, user: callerIn(call) } });
        })(rules);
      },
    },
    {
      name: 'ignored-with-oauth',
      sentence: 'A sheets of null with an OAuth token leaves sheets as it is.',
      patch: asking((call) => byOAuth(call) && bodyOf(call)['sheets'] === null, besideSheets),
    },
    {
      name: 'ignored-of-plain-users',
      sentence: 'A sheets of null of a user without the admin role leaves sheets as it is.',
      patch: asking((call) => byPlainUser(call) && bodyOf(call)['sheets'] === null, besideSheets),
    },
    {
      name: 'back-once-something-is-set',
      sentence: 'What a patch with null has cleared of sheets is back once another setting is set.',
      patch: (rules) => {
        const cleared = new Map<number, unknown>();
        replaceSync('updateMySettings', (call, original) => {
          const id = callerIn(call)?.id ?? 0;
          const before = storedSettings(call)['sheets'] ?? SHEETS;
          const { sheets } = bodyOf(call);
          const answer = original(call);
          if (sheets === null) cleared.set(id, before);
          else if (sheets === undefined && cleared.has(id))
            storeOwnSettings(call, { ...storedSettings(call), sheets: cleared.get(id) });
          return answer;
        })(rules);
      },
      also: [
        {
          id: 'users.settings.sheets-omitted-kept',
          because: 'the patch that brings it back does not name sheets',
        },
      ],
    },
  ],
});
