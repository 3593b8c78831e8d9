import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { asAdministrator, byOAuth, byPlainUser } from '../lib/access.ts';
import type { When } from '../lib/only.ts';
import { byTimes, changeBodySync, replaceSync, withRules } from '../lib/patches.ts';
import { changeRequest } from '../lib/reports.ts';

/** Faults of users that show only for some callers, some patches or some texts. */

const ME = 'getMe';
const PATCH = 'updateMySettings';

type Settings = Readonly<Record<string, unknown>>;

/** What the tenant starts everybody with. */
const SHEETS: Settings = { showGridlines: true, decimalPlaces: 2 };

const sheetsOf = (body: Body): Settings | undefined =>
  typeof body['sheets'] === 'object' && body['sheets'] !== null ? (body['sheets'] as Settings) : undefined;
const othersOf = ({ sheets: _, ...others }: Body): Body => others;
/** What a patch sets: the deprecated marker is ignored. */
const setBy = ({ lastSeenChangelogId: _, ...body }: Body): Body => body;

const isPatch =
  (fits: (body: Body) => boolean): When =>
  (call) =>
    fits(bodyOf(call));
const isEmpty = isPatch((body) => Object.keys(body).length === 0);
const namesSeveral = isPatch((body) => Object.keys(othersOf(setBy(body))).length > 1);
const namesBoth = isPatch((body) => sheetsOf(body) !== undefined && Object.keys(setBy(body)).length > 1);
const namesFields = isPatch((body) => Object.keys(sheetsOf(body) ?? {}).length > 1);

const onlySheets = (body: Body): Body => ('sheets' in body ? { sheets: body['sheets'] } : {});

function callerIn({ tenant, principal }: Call) {
  return principal.user && tenant.account.users.get(principal.user.id);
}

function stored(call: Call): Settings {
  return callerIn(call)?.settings ?? {};
}

function store(call: Call, settings: Settings): void {
  const user = callerIn(call);
  if (user) call.tenant.account.users.replace({ ...user, settings });
}

/** Some patches lose a part of what they ask for. */
function asking(when: When, change: (body: Body) => Body): Patch {
  return changeRequest(PATCH, (body, call) => (when(call) ? change(body) : body));
}

/** Some patches change something more. */
function leaving(when: When, left: (now: Settings, before: Settings) => Settings): Patch {
  return replaceSync(PATCH, (call, original) => {
    const isMeant = when(call);
    const before = stored(call);
    const answer = original(call);
    if (isMeant) store(call, left(stored(call), before));
    return answer;
  });
}

const resetSheets = (now: Settings): Settings => ({ ...now, sheets: SHEETS });

/** Whether a patch sends a setting the value that it has already. */
const repeats: When = (call) => {
  const before = stored(call);
  const entries = Object.entries(othersOf(bodyOf(call)));
  return entries.length > 0 && entries.every(([name, value]) => before[name] === value);
};

/** Patches of sheets replace it. */
function replacing(when: When): Patch {
  return replaceSync(PATCH, (call, original) =>
    when(call)
      ? withRules(call, 'users', { mergedSheets: (_, change) => change }, () => original(call))
      : original(call),
  );
}

/** Another way of finding a text. */
function searching(matches: (text: string, search: string) => boolean): Patch {
  return ({ users }) => {
    users.matches = (text, search) => matches(text, search);
  };
}

const small = (text: string): string => text.toLowerCase();
const has = (text: string, search: string): boolean => small(text).includes(small(search));

/** What goes wrong with a search of either list for some of the texts that it should find. */
const OF_EITHER_LIST = {
  'search-substring': [
    {
      name: 'not-at-the-start',
      sentence: 'A search finds a text everywhere but at the start.',
      patch: searching((text, search) => small(text).indexOf(small(search), 1) > 0),
    },
    {
      name: 'not-at-the-end',
      sentence: 'A search finds a text everywhere but at the end.',
      patch: searching((text, search) => has(text.slice(0, -1), search)),
    },
    {
      name: 'no-whole-text',
      sentence: 'A search finds nothing by its whole text.',
      patch: searching((text, search) => text.length > search.length && has(text, search)),
    },
  ],
  'search-any-case': [
    {
      name: 'whole-texts-alone',
      sentence: 'A search tells capitals from small letters unless it is for the whole text.',
      patch: searching((text, search) => text.includes(search) || small(text) === small(search)),
    },
    {
      name: 'mixed-letters',
      sentence: 'A search for capitals and small letters together tells them apart.',
      patch: searching((text, search) =>
        search === small(search) || search === search.toUpperCase() ? has(text, search) : text.includes(search),
      ),
    },
  ],
} as const satisfies Record<string, readonly Deviation[]>;

export const usersOnlyFaults = faults({
  'users.me.own-user': [
    {
      name: 'the-second-time',
      sentence: 'A plain user who asks once more is told of the administrator.',
      also: alsoThese(
        'the settings that a plain user reads are those of the administrator as well',
        'users.settings.named-changes',
        'users.settings.sheets-field-changes',
        'users.settings.caller-only',
      ),
      patch: byTimes(
        ME,
        ({ principal }) => principal.user?.id,
        (times, call, original) => original(times > 1 && byPlainUser(call) ? asAdministrator(call) : call),
      ),
    },
    {
      name: 'administrator-for-oauth',
      sentence: 'A plain user who asks with an OAuth token is told of the administrator.',
      patch: replaceSync(ME, (call, original) =>
        original(byOAuth(call) && byPlainUser(call) ? asAdministrator(call) : call),
      ),
    },
  ],
  'users.settings.named-changes': [
    {
      name: 'lost-of-plain-users',
      sentence: 'Of a patch of a user without the admin role nothing but sheets is stored.',
      patch: asking(byPlainUser, onlySheets),
    },
    {
      name: 'lost-with-oauth',
      sentence: 'Of a patch with an OAuth token nothing but sheets is stored.',
      patch: asking(byOAuth, onlySheets),
    },
    {
      name: 'first-of-several',
      sentence: 'Of several settings in a patch only the first is stored.',
      patch: asking(namesSeveral, (body) => ({
        ...Object.fromEntries(Object.entries(othersOf(body)).slice(0, 1)),
        ...('sheets' in body && { sheets: body['sheets'] }),
      })),
    },
    {
      name: 'lost-beside-sheets',
      sentence: 'A patch that names sheets stores nothing else.',
      patch: asking(namesBoth, ({ sheets }) => ({ sheets })),
    },
  ],
  'users.settings.omitted-kept': [
    {
      name: 'reset-by-nothing',
      sentence: 'An empty patch gives every setting its first value.',
      patch: leaving(isEmpty, ({ sheets }) => (sheets === undefined ? {} : { sheets })),
    },
    {
      name: 'reset-by-a-repetition',
      sentence: 'A patch with the value that a setting has already gives the others their first values.',
      patch: replaceSync(PATCH, (call, original) => {
        const isMeant = repeats(call);
        const named = othersOf(bodyOf(call));
        const answer = original(call);
        const { sheets } = stored(call);
        if (isMeant) store(call, { ...named, ...(sheets !== undefined && { sheets }) });
        return answer;
      }),
    },
    {
      name: 'reset-with-oauth',
      sentence: 'A patch with an OAuth token gives the settings that it leaves out their first values.',
      patch: replaceSync(PATCH, (call, original) =>
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
      patch: replaceSync(PATCH, (call, original) =>
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
  ],
  'users.settings.sheets-omitted-kept': [
    {
      name: 'cleared-by-nothing',
      sentence: 'An empty patch gives sheets what it starts with.',
      patch: leaving(isEmpty, resetSheets),
    },
    {
      name: 'lost-with-several',
      sentence: 'A patch with several other settings gives sheets what it starts with.',
      patch: leaving((call) => namesSeveral(call) && !('sheets' in bodyOf(call)), resetSheets),
    },
    {
      name: 'lost-with-oauth',
      sentence: 'A patch without sheets with an OAuth token gives sheets what it starts with.',
      patch: leaving((call) => byOAuth(call) && !('sheets' in bodyOf(call)), resetSheets),
    },
    {
      name: 'lost-of-plain-users',
      sentence: 'A patch without sheets of a user without the admin role gives sheets what it starts with.',
      patch: leaving((call) => byPlainUser(call) && !('sheets' in bodyOf(call)), resetSheets),
    },
    {
      name: 'back-once-cleared',
      sentence: 'A patch without sheets gives sheets what it starts with where it was cleared.',
      patch: leaving(
        (call) => !('sheets' in bodyOf(call)),
        (now, before) => (before['sheets'] === null ? resetSheets(now) : now),
      ),
    },
  ],
  'users.settings.sheets-field-changes': [
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
      patch: asking(namesBoth, othersOf),
    },
    {
      name: 'lost-once-cleared',
      sentence: 'A field of sheets is not stored where sheets was cleared.',
      patch: asking((call) => sheetsOf(bodyOf(call)) !== undefined && stored(call)['sheets'] === null, othersOf),
    },
    {
      name: 'lost-with-oauth',
      sentence: 'A field of sheets that comes with an OAuth token is acknowledged and not stored.',
      patch: asking(byOAuth, othersOf),
    },
    {
      name: 'lost-of-plain-users',
      sentence: 'A field of sheets of a user without the admin role is acknowledged and not stored.',
      patch: asking(byPlainUser, othersOf),
    },
  ],
  'users.settings.sheets-fields-kept': [
    {
      name: 'replaced-beside-others',
      sentence: 'A patch of sheets replaces it as a whole where the patch names something else as well.',
      patch: replacing(namesBoth),
    },
    {
      name: 'replaced-with-oauth',
      sentence: 'A patch of sheets with an OAuth token replaces it as a whole.',
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
  ],
  'users.settings.sheets-null-clears': [
    {
      name: 'ignored-with-oauth',
      sentence: 'A sheets of null with an OAuth token leaves sheets as it is.',
      patch: asking((call) => byOAuth(call) && bodyOf(call)['sheets'] === null, othersOf),
    },
    {
      name: 'ignored-of-plain-users',
      sentence: 'A sheets of null of a user without the admin role leaves sheets as it is.',
      patch: asking((call) => byPlainUser(call) && bodyOf(call)['sheets'] === null, othersOf),
    },
    {
      name: 'back-once-something-is-set',
      sentence: 'What a patch with null has cleared of sheets is back once another setting is set.',
      patch: (rules) => {
        const cleared = new Map<number, unknown>();
        replaceSync(PATCH, (call, original) => {
          const id = callerIn(call)?.id ?? 0;
          const before = stored(call)['sheets'] ?? SHEETS;
          const { sheets } = bodyOf(call);
          const answer = original(call);
          if (sheets === null) cleared.set(id, before);
          else if (sheets === undefined && cleared.has(id)) store(call, { ...stored(call), sheets: cleared.get(id) });
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
  'users.settings.caller-only': [
    {
      name: 'null-for-everybody',
      sentence: 'A sheets of null clears the sheets of all users.',
      also: alsoThese(
        'the fields of two users are compared after patches of either',
        'users.settings.sheets-fields-kept',
      ),
      patch: replaceSync(PATCH, (call, original) => {
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
      patch: replaceSync(PATCH, (call, original) => {
        const answer = original(call);
        const { users } = call.tenant.account;
        const fields = sheetsOf(bodyOf(call));
        if (fields)
          for (const user of users.all()) {
            const sheets = { ...SHEETS, ...(user.settings['sheets'] as Settings | undefined), ...fields };
            users.replace({ ...user, settings: { ...user.settings, sheets } });
          }
        return answer;
      }),
    },
  ],
  'users.settings.any-credential': {
    name: 'sheets-with-one-kind-alone',
    sentence: 'The sheets that is set with an OAuth token is read with OAuth tokens alone.',
    also: alsoThese('what one credential stores is cleared by another there', 'users.settings.sheets-null-clears'),
    patch: (rules) => {
      const before = new Map<number, unknown>();
      replaceSync(PATCH, (call, original) => {
        const user = callerIn(call);
        if (user && 'sheets' in bodyOf(call)) {
          if (!byOAuth(call)) before.delete(user.id);
          else if (!before.has(user.id)) before.set(user.id, stored(call)['sheets'] ?? SHEETS);
        }
        return original(call);
      })(rules);
      changeBodySync(ME, (me, call) => {
        const id = call.principal.user?.id ?? 0;
        if (byOAuth(call) || !before.has(id)) return me;
        return { ...me, settings: { ...(me['settings'] as Settings), sheets: before.get(id) } };
      })(rules);
    },
  },
  'users.settings.changelog-id-accepted': [
    {
      name: 'refused-alone',
      sentence: 'A settings patch with lastSeenChangelogId and nothing else is refused.',
      patch: replaceSync(PATCH, (call, original) => {
        const names = Object.keys(bodyOf(call));
        return names.join() === 'lastSeenChangelogId' ? refuse('invalid', 'it says nothing') : original(call);
      }),
    },
  ],
  'users.list.search-substring': OF_EITHER_LIST['search-substring'],
  'users.list.search-any-case': OF_EITHER_LIST['search-any-case'],
  'users.groups.search-substring': OF_EITHER_LIST['search-substring'],
  'users.groups.search-any-case': OF_EITHER_LIST['search-any-case'],
});
