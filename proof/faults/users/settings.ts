import { Refusal, refuse } from '../../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import type { User } from '../../../mock/world/account.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { inRequest } from '../../lib/document-changes.ts';
import type { Tree } from '../../lib/document.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { both, isPresent, sends, type When } from '../../lib/conditions.ts';
import {
  after,
  all,
  changeBodySync,
  refusing,
  remembering,
  replaceSync,
  withBody,
  withRules,
} from '../../lib/patches.ts';
import { changeRequest } from '../../lib/reports.ts';
import {
  afterNull,
  asking,
  besideSheets,
  callerIn,
  hasFields,
  isEmptyPatch,
  leaving,
  leavingWhen,
  mergingSettings,
  MODEL_OF_SETTINGS,
  namesBoth,
  namesSeveral,
  othersIn,
  settingsWithout,
  SHEETS,
  sheetsOf,
  standsThere,
  storedSettings,
  storeOwnSettings,
  storeSettings,
  withSettingsSequel,
} from '../../lib/user-settings.ts';
import { settingsWrittenBack } from '../../lib/undone.ts';
import { memberOfTheOther } from '../../lib/under-way.ts';

const leavingOut = (when: When, name: (body: Body) => string | undefined): Patch =>
  changeRequest('updateMySettings', (body, call) => {
    const left = when(call) ? name(body) : undefined;
    return left === undefined ? body : Object.fromEntries(Object.entries(body).filter(([one]) => one !== left));
  });

/** The last two values of each setting of each user: one that comes back is not stored. */
const neverBack: Patch = remembering(
  () => new Map<string, unknown>(),
  (former) => (rules) => {
    leaving((now, before, body) => {
      const names = Object.keys(body).filter((name) => name !== 'sheets' && name in now);
      const kept = names.filter((name) => former.has(name) && former.get(name) === now[name] && name in before);
      for (const name of names) if (name in before && before[name] !== now[name]) former.set(name, before[name]);
      return { ...now, ...Object.fromEntries(kept.map((name) => [name, before[name]])) };
    })(rules);
  },
);

const onlySheets = (body: Body): Body => ('sheets' in body ? { sheets: body['sheets'] } : {});

/** Whether a patch sends a setting the value that it has already. */
const repeats: When = (call) => {
  const before = storedSettings(call);
  const entries = Object.entries(besideSheets(bodyOf(call))).filter(([name]) => name !== 'lastSeenChangelogId');
  return entries.length > 0 && entries.every(([name, value]) => before[name] === value);
};

/** The settings of others are changed by a patch as well. */
function spreading(isChanged: (user: User, call: Call) => boolean): Patch {
  return withSettingsSequel((body, _, call) => {
    const { users } = call.tenant.account;
    for (const user of users.all()) {
      if (user.id !== callerIn(call)?.id && isChanged(user, call)) {
        const { sheets: _sheets, ...others } = body;
        storeSettings(call, user.id, { ...user.settings, ...others });
      }
    }
  });
}

const namesChangelog = (call: Call): boolean => 'lastSeenChangelogId' in bodyOf(call);

/** A patch that names the changelog is another one. */
function withChangelog(change: (body: Body) => Body): Patch {
  return changeRequest('updateMySettings', (body) => ('lastSeenChangelogId' in body ? change(body) : body));
}

function changelogMarked(change: (schema: Tree) => void): Patch {
  return inRequest('updateMySettings', 'lastSeenChangelogId', change);
}

/** Faults of the settings of the caller, and the deprecated changelog marker. */
export const settingsFaults = faults({
  'users.settings.named-changes': [
    {
      name: 'not-what-it-starts-with',
      sentence: 'A setting does not take the value that it starts with.',
      patch: ({ users }) => {
        const { merged } = users;
        users.merged = (stored, { locale, ...change }) =>
          merged(stored, locale === undefined || locale === 'en-US' ? change : { ...change, locale });
      },
    },
    {
      name: 'not-beside-the-sheets-of-now',
      also: alsoThese('one of its patches sends what stands there already', 'users.settings.changelog-id-ignored'),
      sentence: 'A setting beside fields of sheets that have their values already is not stored.',
      patch: changeRequest('updateMySettings', (body, call) =>
        standsThere(body['sheets'], call) ? { sheets: body['sheets'] } : body,
      ),
    },
    {
      name: 'one-lost-once-cleared',
      ...MODEL_OF_SETTINGS,
      sentence: 'A setting beside fields of sheets is not stored for a user who has cleared sheets once.',
      patch: afterNull((isCleared) =>
        leavingOut(
          (call) => isCleared(call) && hasFields(call),
          (body) => Object.keys(body).find((name) => name !== 'sheets' && name !== 'lastSeenChangelogId'),
        ),
      ),
    },
    {
      name: 'back-again',
      sentence: 'A setting does not take the value again that it had before its last change.',
      also: alsoThese('the same values are set beside the marker', 'users.settings.changelog-id-ignored'),
      patch: neverBack,
    },
    {
      name: 'not-stored',
      sentence: 'A patch of the locale is acknowledged and not stored.',
      patch: mergingSettings((own) => (stored, change) => ({ ...own(stored, change), locale: stored['locale'] })),
    },
    {
      name: 'false-dropped',
      sentence: 'A setting is not set to false.',
      patch: mergingSettings(
        (own) => (stored, change) => own(stored, settingsWithout((_, value) => value === false)(change)),
      ),
    },
    {
      name: 'lost-of-plain-users',
      sentence: 'Of a patch of a user without the admin role nothing but sheets is stored.',
      patch: asking(byPlainUser, onlySheets),
    },
    {
      name: 'lost-with-oauth',
      sentence: 'Of a patch with an OAuth token nothing but sheets is stored.',
      seenIn: 'by an OAuth token',
      patch: asking(byOAuth, onlySheets),
    },
    {
      name: 'first-of-several',
      sentence: 'Of several settings in a patch only the first is stored.',
      patch: asking(namesSeveral, (body) => ({
        ...Object.fromEntries(Object.entries(besideSheets(body)).slice(0, 1)),
        ...('sheets' in body && { sheets: body['sheets'] }),
      })),
    },
    {
      name: 'lost-beside-sheets',
      sentence: 'A patch that names sheets stores nothing else.',
      patch: asking(namesBoth, ({ sheets }) => ({ sheets })),
    },
    {
      name: 'that-of-another-at-once',
      sentence: 'Of two patches by two users at the same time the second stores the locale of the first.',
      patch: memberOfTheOther('updateMySettings', 'locale'),
    },
  ],
  'users.settings.omitted-kept': [
    {
      name: 'refused-stored-with-the-next',
      sentence: 'The settings of a patch that was refused are stored with the next one.',
      patch: remembering(
        () => ({ body: {} as Body }),
        (refused) =>
          replaceSync('updateMySettings', (call, original) => {
            try {
              const answer = original({ ...call, body: { ...refused.body, ...bodyOf(call) } });
              refused.body = {};
              return answer;
            } catch (error) {
              const fine = Object.entries(bodyOf(call)).filter(([, value]) => typeof value === 'boolean');
              if (error instanceof Refusal) refused.body = Object.fromEntries(fine);
              throw error;
            }
          }),
      ),
    },
    {
      name: 'locale-lost-with-fields-of-a-plain-user',
      toldBy: 'users.settings.omitted-kept',
      sentence: 'A patch of a plain user with fields of sheets alone takes away the locale once they have set it.',
      patch: after('updateMySettings', (call) => {
        const { users } = call.tenant.account;
        const user = call.principal.user && users.get(call.principal.user.id);
        if (!user || !byPlainUser(call) || Object.keys(bodyOf(call)).join() !== 'sheets') return;
        const { locale: _, ...settings } = user.settings;
        users.replace({ ...user, settings });
      }),
    },
    {
      name: 'false-lost',
      sentence: 'A setting that is false becomes true with the next patch that does not name it.',
      patch: leaving((now, before, body) => ({
        ...now,
        ...Object.fromEntries(
          Object.entries(before)
            .filter(([name, value]) => value === false && !(name in body))
            .map(([name]) => [name, true]),
        ),
      })),
    },
    {
      name: 'not-beside-null',
      sentence: 'A patch that clears sheets drops the settings that it omits.',
      patch: replaceSync('updateMySettings', (call, original) =>
        ((call.body ?? {}) as Body)['sheets'] === null
          ? withRules(call, 'users', { merged: (_, change) => change }, () => original(call))
          : original(call),
      ),
    },
    {
      name: 'replaced',
      sentence: 'A patch sets every setting but sheets that it does not name to what it starts with.',
      patch: mergingSettings(() => ({ sheets }, change) => ({ sheets, ...change })),
    },
    {
      name: 'reset-by-sheets',
      sentence: 'A patch of sheets sets all other settings to what they start with.',
      patch: mergingSettings((own) => (stored, change) => ('sheets' in change ? change : own(stored, change))),
    },
    {
      name: 'reset-with-sheets',
      sentence: 'A patch whose sheets is null sets all other settings to what they start with.',
      patch: mergingSettings(
        (own) => (stored, change) => own('sheets' in change && change['sheets'] === null ? {} : stored, change),
      ),
    },
    {
      name: 'omitted-as-false',
      sentence: 'A patch that does not name a setting that is true or false sets it to false.',
      patch: mergingSettings((own) => (stored, change) => own({ ...stored, sidebarCollapsed: false }, change)),
    },
    {
      name: 'reset-by-nothing',
      sentence: 'An empty patch gives every setting its first value.',
      patch: leavingWhen(isEmptyPatch, ({ sheets }) => (sheets === undefined ? {} : { sheets })),
    },
    {
      name: 'reset-by-a-repetition',
      sentence: 'A patch with the value that a setting has already gives the others their first values.',
      patch: replaceSync('updateMySettings', (call, original) => {
        const isMeant = repeats(call);
        const named = besideSheets(bodyOf(call));
        const answer = original(call);
        const { sheets } = storedSettings(call);
        if (isMeant) storeOwnSettings(call, { ...named, ...(sheets !== undefined && { sheets }) });
        return answer;
      }),
    },
    {
      name: 'reset-with-oauth',
      sentence: 'A patch with an OAuth token gives the settings that it leaves out their first values.',
      patch: replaceSync('updateMySettings', (call, original) =>
        byOAuth(call)
          ? withRules(
              call,
              'users',
              { merged: ({ sheets }, change) => ({ ...(sheets !== undefined && { sheets }), ...change }) },
              () => original(call),
            )
          : original(call),
      ),
    },
    {
      name: 'reset-of-plain-users',
      sentence: 'A patch of a user without the admin role gives the settings that it leaves out their first values.',
      patch: replaceSync('updateMySettings', (call, original) =>
        byPlainUser(call)
          ? withRules(
              call,
              'users',
              { merged: ({ sheets }, change) => ({ ...(sheets !== undefined && { sheets }), ...change }) },
              () => original(call),
            )
          : original(call),
      ),
    },
    {
      name: 'undone-at-once',
      sentence: 'A patch writes back the settings that it does not name as they were when it came in.',
      patch: settingsWrittenBack,
    },
  ],
  'users.settings.caller-only': [
    {
      name: 'all-cleared-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'Sheets of null from an OAuth token clears the sheets of every user.',
      patch: after('updateMySettings', (call) => {
        if (!byOAuth(call) || bodyOf(call)['sheets'] !== null) return;
        const { users } = call.tenant.account;
        for (const user of users.all()) users.replace({ ...user, settings: { ...user.settings, sheets: null } });
      }),
    },
    {
      name: 'read-of-the-last-one',
      sentence: 'Users read as their settings those of whoever patched settings last.',
      patch: remembering(
        () => ({ settings: undefined as unknown }),
        (last) =>
          all(
            replaceSync('updateMySettings', (call, original) =>
              withBody(original(call), (body) => {
                last.settings = body['settings'];
                return body;
              }),
            ),
            replaceSync('getMe', (call, original) =>
              withBody(original(call), (body) => ({ ...body, settings: last.settings ?? body['settings'] })),
            ),
          ),
      ),
    },
    {
      name: 'everybody',
      sentence: 'A settings patch changes the settings of all users.',
      patch: spreading(() => true),
    },
    {
      name: 'administrator-too',
      seenIn: 'of a plain user',
      sentence: 'A settings patch of a plain user changes the settings of the administrator as well.',
      patch: spreading(({ id }, { tenant }) => id === tenant.account.cast.admin),
    },
    {
      name: 'null-for-everybody',
      sentence: 'A sheets of null clears the sheets of all users.',
      also: alsoThese(
        'the fields of two users are compared after patches of either',
        'users.settings.sheets-fields-kept',
      ),
      patch: replaceSync('updateMySettings', (call, original) => {
        const answer = original(call);
        const { users } = call.tenant.account;
        if (bodyOf(call)['sheets'] === null)
          for (const user of users.all()) users.replace({ ...user, settings: { ...user.settings, sheets: null } });
        return answer;
      }),
    },
    {
      name: 'fields-for-everybody',
      sentence: 'A field of sheets is set for all users.',
      also: alsoThese(
        'the fields of two users are compared after patches of either',
        'users.settings.sheets-omitted-kept',
      ),
      patch: replaceSync('updateMySettings', (call, original) => {
        const answer = original(call);
        const { users } = call.tenant.account;
        const fields = sheetsOf(bodyOf(call));
        if (fields)
          for (const user of users.all()) {
            const sheets = { ...SHEETS, ...(user.settings['sheets'] as Body | undefined), ...fields };
            users.replace({ ...user, settings: { ...user.settings, sheets } });
          }
        return answer;
      }),
    },
  ],
  'users.settings.any-credential': [
    {
      name: 'cleared-for-oauth-alone',
      sentence: 'Sheets that an OAuth token has cleared are still read with a key.',
      also: alsoThese('what one credential stores is cleared by another there', 'users.settings.sheets-null-clears'),
      patch: remembering(
        (): { sheets: unknown } => ({ sheets: undefined }),
        (memory) =>
          all(
            replaceSync('updateMySettings', (call, original) => {
              const before = call.principal.user?.settings['sheets'];
              const answer = original(call);
              const { sheets } = bodyOf(call);
              if (sheets !== undefined) memory.sheets = sheets === null && byOAuth(call) ? before : undefined;
              return answer;
            }),
            replaceSync('getMe', (call, original) =>
              withBody(original(call), (me) =>
                memory.sheets === undefined || byOAuth(call) || byPlainUser(call)
                  ? me
                  : { ...me, settings: { ...(me['settings'] as Body), sheets: memory.sheets } },
              ),
            ),
          ),
      ),
    },
    {
      name: 'one-kind-alone',
      sentence: 'What is set with an OAuth access token is read with OAuth access tokens alone.',
      patch: (rules) => {
        const before = new Map<number, Body>();
        all(
          replaceSync('updateMySettings', (call, original) => {
            const user = callerIn(call);
            if (user && call.principal.kind === 'oauth' && !before.has(user.id)) before.set(user.id, user.settings);
            if (user && call.principal.kind !== 'oauth') before.delete(user.id);
            return original(call);
          }),
          changeBodySync('getMe', (me, { principal: { kind, user } }) => {
            const kept = user && before.get(user.id);
            return kept && kind !== 'oauth' ? { ...me, settings: { ...(me['settings'] as Body), ...kept } } : me;
          }),
        )(rules);
      },
    },
    {
      name: 'sheets-with-one-kind-alone',
      sentence: 'The sheets that is set with an OAuth token is read with OAuth tokens alone.',
      also: alsoThese('what one credential stores is cleared by another there', 'users.settings.sheets-null-clears'),
      patch: (rules) => {
        const before = new Map<number, unknown>();
        replaceSync('updateMySettings', (call, original) => {
          const user = callerIn(call);
          if (user && 'sheets' in bodyOf(call)) {
            if (!byOAuth(call)) before.delete(user.id);
            else if (!before.has(user.id)) before.set(user.id, storedSettings(call)['sheets'] ?? SHEETS);
          }
          return original(call);
        })(rules);
        changeBodySync('getMe', (me, call) => {
          const id = call.principal.user?.id ?? 0;
          if (byOAuth(call) || !before.has(id)) return me;
          return { ...me, settings: { ...(me['settings'] as Body), sheets: before.get(id) } };
        })(rules);
      },
    },
  ],
  'users.settings.changelog-id-accepted': [
    {
      name: 'refused-beside-null-sheets',
      sentence: 'A settings patch that names lastSeenChangelogId is refused where it clears sheets.',
      patch: refusing(
        'updateMySettings',
        both(
          sends('lastSeenChangelogId', isPresent),
          sends('sheets', (sheets) => sheets === null),
        ),
        'invalid',
      ),
    },
    {
      name: 'refused-to-plain-users',
      sentence: 'A settings patch that names lastSeenChangelogId is refused to a user without the admin role.',
      patch: refusing('updateMySettings', both(byPlainUser, sends('lastSeenChangelogId', isPresent)), 'invalid'),
    },
    {
      name: 'refused',
      sentence: 'A settings patch that names lastSeenChangelogId is refused, as one with a setting that is unknown.',
      patch: replaceSync('updateMySettings', (call, original) => {
        if (namesChangelog(call)) refuse('invalid', 'lastSeenChangelogId is no setting');
        return original(call);
      }),
    },
    {
      name: 'refused-alone',
      sentence: 'A settings patch with lastSeenChangelogId and nothing else is refused.',
      patch: replaceSync('updateMySettings', (call, original) => {
        const names = Object.keys(bodyOf(call));
        return names.join() === 'lastSeenChangelogId' ? refuse('invalid', 'it says nothing') : original(call);
      }),
    },
  ],
  'users.settings.changelog-id-ignored': [
    {
      name: 'fields-lost-beside-it',
      ...MODEL_OF_SETTINGS,
      sentence: 'Fields of sheets are not stored where lastSeenChangelogId and a setting stand beside them.',
      patch: leavingOut(
        (call) => bodyOf(call)['lastSeenChangelogId'] !== undefined && hasFields(call) && othersIn(call).length > 0,
        () => 'sheets',
      ),
    },
    {
      name: 'with-sheets-beside',
      sentence: 'A patch with lastSeenChangelogId and sheets changes nothing.',
      patch: replaceSync('updateMySettings', (call, original) => {
        const { lastSeenChangelogId, sheets } = bodyOf(call);
        return original(lastSeenChangelogId !== undefined && sheets !== undefined ? { ...call, body: {} } : call);
      }),
    },
    {
      name: 'null-resets',
      sentence: 'A settings patch whose lastSeenChangelogId is null resets the settings that it does not name.',
      patch: replaceSync('updateMySettings', (call, original) => {
        const { user } = call.principal;
        if (bodyOf(call)['lastSeenChangelogId'] !== null || !user) return original(call);
        return original({ ...call, principal: { ...call.principal, user: { ...user, settings: {} } } });
      }),
    },
    {
      name: 'patch-dropped',
      sentence: 'A settings patch that names lastSeenChangelogId changes nothing.',
      patch: withChangelog(() => ({})),
    },
    {
      name: 'clears-sheets',
      sentence: 'A settings patch that names lastSeenChangelogId clears sheets as well.',
      patch: withChangelog((body) => ({ ...body, sheets: null })),
    },
    {
      name: 'collapses-sidebar',
      sentence: 'A settings patch that names lastSeenChangelogId opens the sidebar unless it says otherwise.',
      patch: withChangelog((body) => ({ sidebarCollapsed: false, ...body })),
    },
  ],
  'users.settings.changelog-id-deprecated': [
    {
      name: 'unmarked',
      sentence: 'The document no longer says that lastSeenChangelogId is deprecated.',
      patch: changelogMarked((schema) => {
        delete schema['deprecated'];
        delete schema['description'];
      }),
    },
    {
      name: 'in-other-words',
      sentence: 'The document says that lastSeenChangelogId is not deprecated, and what it is in other words.',
      patch: changelogMarked((schema) => {
        schema['deprecated'] = false;
        schema['description'] = 'The last entry that the user has seen.';
      }),
    },
  ],
});
