import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import type { User } from '../../mock/world/account.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { all, changeBodySync, replaceSync } from '../lib/patches.ts';
import { asAdministrator, doneYetRefused, isOutOfScope, widened } from '../lib/access.ts';
import { declaring, membersOf, UNDECLARED, undeclare, type Tree } from '../lib/document.ts';
import { inRequest } from '../lib/document-changes.ts';
import { continuing, endingEarly, hiding, onlyWhere, pagesOf, startingOver } from '../lib/paging.ts';
import { changeRequest, isAsked, itemsOf, requery } from '../lib/reports.ts';

const ME = 'getMe';
const PATCH = 'updateMySettings';
const LISTS = { users: 'listUsers', groups: 'listGroups' } as const;

type UserRules = Rules['users'];
type Settings = Readonly<Record<string, unknown>>;

/** What the tenant starts everybody with. */
const SHEETS: Settings = { showGridlines: true, decimalPlaces: 2 };

function merging(change: (own: UserRules['merged']) => UserRules['merged']): Patch {
  return ({ users }) => {
    users.merged = change(users.merged);
  };
}

function mergingSheets(change: (own: UserRules['mergedSheets']) => UserRules['mergedSheets']): Patch {
  return ({ users }) => {
    users.mergedSheets = change(users.mergedSheets);
  };
}

function dropping(isDropped: (name: string, value: unknown) => boolean): (settings: Settings) => Settings {
  return (settings) => Object.fromEntries(Object.entries(settings).filter(([name, value]) => !isDropped(name, value)));
}

/** A user as stored, whose settings are put in the place of what they are. */
function store({ tenant }: Call, id: number, settings: Settings): void {
  const user = tenant.account.users.get(id);
  if (user) tenant.account.users.replace({ ...user, settings });
}

function callerIn({ tenant, principal }: Call): User | undefined {
  return principal.user && tenant.account.users.get(principal.user.id);
}

/** A patch that changes something more once it is done. */
function withSequel(sequel: (body: Body, before: Settings, call: Call) => void): Patch {
  return replaceSync(PATCH, (call, original) => {
    const before = callerIn(call)?.settings ?? {};
    const answer = original(call);
    sequel(bodyOf(call), before, call);
    return answer;
  });
}

/** The settings of others are changed by a patch as well. */
function spreading(isChanged: (user: User, call: Call) => boolean): Patch {
  return withSequel((body, _, call) => {
    const { users } = call.tenant.account;
    for (const user of users.all()) {
      if (user.id !== callerIn(call)?.id && isChanged(user, call)) {
        const { sheets: _sheets, ...others } = body;
        store(call, user.id, { ...user.settings, ...others });
      }
    }
  });
}

const namesChangelog = (call: Call): boolean => 'lastSeenChangelogId' in bodyOf(call);

/** A patch that names the changelog is another one. */
function withChangelog(change: (body: Body) => Body): Patch {
  return changeRequest(PATCH, (body) => ('lastSeenChangelogId' in body ? change(body) : body));
}

/** Leaves out, or renames, a member of a user, in responses and in the document alike. */
function withoutMember(member: string, renamed?: string): Patch {
  const change = ({ [member]: value, ...rest }: Body): Body =>
    renamed === undefined ? rest : { ...rest, [renamed]: value };
  return all(
    changeBodySync(ME, change),
    changeBodySync(PATCH, change),
    declaring((document) => {
      const declared = membersOf(document, 'User');
      if (renamed !== undefined) declared[renamed] = declared[member];
      undeclare(document, 'User', member);
    }),
  );
}

function changelogMarked(change: (schema: Tree) => void): Patch {
  return inRequest('updateMySettings', 'lastSeenChangelogId', change);
}

/** Another way of finding a text, in one of the two lists. */
function matching(operation: string, matches: UserRules['matches']): Patch {
  return replaceSync(operation, (call, original) => {
    const { users } = call.tenant.rules;
    const own = users.matches;
    users.matches = matches;
    try {
      return original(call);
    } finally {
      users.matches = own;
    }
  });
}

const isSearch = (call: Call): boolean => isAsked(call, 'search');
const isWhole = (call: Call): boolean => !isSearch(call);
const small = (text: string): string => text.toLowerCase();
/** A text of words alone, each with a space in front. */
const worded = (text: string): string => ` ${small(text).replace(/[^a-z0-9]+/g, ' ')}`;

type Rule =
  | 'first-limits'
  | 'after-continues'
  | 'pages-complete'
  | 'search-substring'
  | 'search-any-case'
  | 'search-no-match'
  | 'search-paged';

function searching(matches: UserRules['matches']): Patch {
  return ({ users }) => {
    users.matches = matches;
  };
}

/** What a search finds that takes one sign of its text for any. */
function patternOf(search: string, joker: string): RegExp {
  const signs = Array.from(search, (sign) => (sign === joker ? '.' : sign.replace(/[$()*+.?[\\\]^{|}]/, '\\$&')));
  return new RegExp(signs.join(''), 'i');
}

/** What goes wrong with the pages and the search of either list. */
function listFaults(list: keyof typeof LISTS): Readonly<Record<Rule, readonly Deviation[]>> {
  const operation = LISTS[list];
  return {
    'first-limits': [
      {
        name: 'one-more',
        sentence: `A page of ${list} holds one more than was asked for.`,
        patch: pagesOf(operation, (first) => first + 1),
      },
      {
        name: 'least-of-two',
        sentence: `A page of one of the ${list} holds two.`,
        patch: pagesOf(operation, (first) => Math.max(2, first)),
      },
    ],
    'after-continues': [
      {
        name: 'one-early',
        sentence: `A page of ${list} begins with the last of the page before it.`,
        patch: onlyWhere(operation, isWhole, continuing(operation, 'one-early')),
      },
      {
        name: 'starting-over',
        sentence: `The cursor behind the second of the ${list} or a later one leads back to the start.`,
        patch: onlyWhere(operation, isWhole, startingOver(operation)),
      },
    ],
    'pages-complete': [
      {
        name: 'one-late',
        sentence: `A page of ${list} leaves out the one that it should begin with.`,
        patch: onlyWhere(operation, isWhole, continuing(operation, 'one-late')),
      },
      {
        name: 'ending-early',
        sentence: `The list of ${list} ends before its last one where that would stand on a page of its own.`,
        patch: onlyWhere(operation, isWhole, endingEarly(operation)),
      },
    ],
    'search-substring': [
      {
        name: 'prefix',
        sentence: `A search of ${list} finds what begins with a text.`,
        patch: matching(operation, (text, search) => small(text).startsWith(small(search))),
      },
      {
        name: 'words',
        sentence: `A search of ${list} finds what has a word that begins with a text.`,
        patch: matching(operation, (text, search) => worded(text).includes(worded(search))),
      },
      {
        name: 'suffix',
        sentence: `A search of ${list} finds what ends with a text.`,
        patch: matching(operation, (text, search) => small(text).endsWith(small(search))),
      },
    ],
    'search-any-case': [
      {
        name: 'case-sensitive',
        sentence: `A search of ${list} tells capitals from small letters.`,
        patch: matching(operation, (text, search) => text.includes(search)),
      },
      {
        name: 'small-letters-alone',
        sentence: `A search of ${list} for capitals finds nothing.`,
        also: alsoThese(
          'a text with capitals in it is searched for as it stands',
          `users.${list === 'users' ? 'list' : 'groups'}.search-substring`,
        ),
        patch: matching(operation, (text, search) => small(text).includes(search)),
      },
    ],
    'search-no-match': [
      {
        name: 'a-dot-for-any',
        sentence: `A search of ${list} takes a dot for any sign.`,
        patch: searching((text, search) => patternOf(search, '.').test(text)),
      },
      {
        name: 'a-low-line-for-any',
        sentence: `A search of ${list} takes a low line for any sign.`,
        patch: searching((text, search) => patternOf(search, '_').test(text)),
      },
      {
        name: 'everything',
        sentence: `A search of ${list} that finds nothing lists them all.`,
        patch: onlyWhere(
          operation,
          isSearch,
          replaceSync(operation, (call, original) => {
            const answer = original(call);
            const isNothing =
              answer.kind === 'ok' && itemsOf(answer.body as Body).length === 0 && !isAsked(call, 'after');
            return isNothing ? original(requery(call, { search: undefined })) : answer;
          }),
        ),
      },
      {
        name: 'long-texts-ignored',
        sentence: `A search of ${list} for more than 20 characters is ignored unless it finds something.`,
        patch: replaceSync(operation, (call, original) => {
          const search = call.query.text('search') ?? '';
          const answer = original(call);
          const isLost = search.length > 20 && answer.kind === 'ok' && itemsOf(answer.body as Body).length === 0;
          return isLost ? original(requery(call, { search: undefined, after: undefined })) : answer;
        }),
      },
    ],
    'search-paged': [
      {
        name: 'search-lost',
        sentence: `A search of ${list} that goes on behind a cursor goes on through all of them.`,
        patch: replaceSync(operation, (call, original) =>
          original(isAsked(call, 'after') ? requery(call, { search: undefined }) : call),
        ),
      },
      {
        name: 'one-late',
        sentence: `A page of a search of ${list} leaves out the one that it should begin with.`,
        patch: onlyWhere(operation, isSearch, continuing(operation, 'one-late')),
      },
    ],
  };
}

const SETTINGS_OF_ANOTHER = alsoThese(
  'the settings that a plain user reads are those of another user',
  'users.settings.named-changes',
  'users.settings.sheets-field-changes',
);

const ofUsers = listFaults('users');
const ofGroups = listFaults('groups');

/** Faults of users, their settings, and the lists of users and groups. */
export const usersFaults = faults({
  // The caller's own user.
  'users.me.own-user': [
    {
      name: 'administrator',
      sentence: 'Every key reads the administrator as its user.',
      also: SETTINGS_OF_ANOTHER,
      patch: replaceSync(ME, (call, original) => original(asAdministrator(call))),
    },
    {
      name: 'first-caller',
      sentence: 'Whoever asks is told of the user who asked first.',
      also: SETTINGS_OF_ANOTHER,
      patch: (rules) => {
        let first: Call['principal'] | undefined;
        replaceSync(ME, (call, original) => {
          first ??= call.principal;
          return original({
            ...call,
            principal: { ...first, user: first.user && call.tenant.account.users.get(first.user.id) },
          });
        })(rules);
      },
    },
  ],
  'users.user.user-policies': [
    {
      name: 'gone',
      sentence: 'A user neither shows nor declares userPolicies.',
      also: UNDECLARED,
      patch: withoutMember('userPolicies'),
    },
    {
      name: 'renamed',
      sentence: 'A user has policies and no userPolicies.',
      also: UNDECLARED,
      patch: withoutMember('userPolicies', 'policies'),
    },
  ],
  'users.user.settings': [
    {
      name: 'gone',
      sentence: 'A user neither shows nor declares settings.',
      also: UNDECLARED,
      patch: withoutMember('settings'),
    },
    {
      name: 'pairs',
      sentence: 'The settings of a user are a list of names and values.',
      patch: changeBodySync(ME, (user) => ({
        ...user,
        settings: Object.entries(user['settings'] as Settings).map(([name, value]) => ({ name, value })),
      })),
    },
  ],

  // Settings merge.
  'users.settings.named-changes': [
    {
      name: 'not-stored',
      sentence: 'A patch of the locale is acknowledged and not stored.',
      patch: merging((own) => (stored, change) => ({ ...own(stored, change), locale: stored['locale'] })),
    },
    {
      name: 'false-dropped',
      sentence: 'A setting is not set to false.',
      patch: merging((own) => (stored, change) => own(stored, dropping((_, value) => value === false)(change))),
    },
  ],
  'users.settings.omitted-kept': [
    {
      name: 'replaced',
      sentence: 'A patch sets every setting but sheets that it does not name to what it starts with.',
      patch: merging(() => ({ sheets }, change) => ({ sheets, ...change })),
    },
    {
      name: 'reset-by-sheets',
      sentence: 'A patch of sheets sets all other settings to what they start with.',
      patch: merging((own) => (stored, change) => ('sheets' in change ? change : own(stored, change))),
    },
    {
      name: 'reset-with-sheets',
      sentence: 'A patch whose sheets is null sets all other settings to what they start with.',
      patch: merging(
        (own) => (stored, change) => own('sheets' in change && change['sheets'] === null ? {} : stored, change),
      ),
    },
    {
      name: 'omitted-as-false',
      sentence: 'A patch that does not name a setting that is true or false sets it to false.',
      patch: merging((own) => (stored, change) => own({ ...stored, sidebarCollapsed: false }, change)),
    },
  ],
  'users.settings.sheets-omitted-kept': [
    {
      name: 'reset',
      sentence: 'A patch without sheets sets sheets to what it starts with.',
      patch: merging((own) => (stored, change) => own({ ...stored, sheets: SHEETS }, change)),
    },
    {
      name: 'omitted-as-null',
      sentence: 'A patch without sheets clears sheets.',
      patch: merging((own) => (stored, change) => own({ ...stored, sheets: null }, change)),
    },
    {
      name: 'one-field-reset',
      sentence: 'A patch without sheets sets one of its fields to what it starts with.',
      patch: merging((own) => (stored, change) => {
        const sheets = stored['sheets'] as Settings | null;
        return own({ ...stored, sheets: sheets && { ...sheets, decimalPlaces: SHEETS['decimalPlaces'] } }, change);
      }),
    },
  ],
  'users.settings.sheets-field-changes': [
    {
      name: 'alone-ignored',
      sentence: 'A field of sheets that comes alone is acknowledged and not stored.',
      patch: mergingSheets((own) => (stored, change) => own(stored, Object.keys(change).length === 1 ? {} : change)),
    },
    {
      name: 'false-dropped',
      sentence: 'A field of sheets is not set to false.',
      patch: mergingSheets((own) => (stored, change) => own(stored, dropping((_, value) => value === false)(change))),
    },
  ],
  'users.settings.sheets-fields-kept': [
    {
      name: 'replaced',
      sentence: 'A patch of sheets replaces sheets as a whole.',
      patch: mergingSheets(() => (_, change) => change),
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
  ],
  'users.settings.sheets-null-clears': [
    {
      name: 'ignored',
      sentence: 'A patch whose sheets is null leaves sheets as it is.',
      patch: changeRequest(PATCH, (body) => {
        const { sheets, ...rest } = body;
        return sheets === null ? rest : body;
      }),
    },
    {
      name: 'ignored-beside-others',
      sentence: 'A patch whose sheets is null leaves sheets as it is where it sets something else as well.',
      patch: changeRequest(PATCH, (body) => {
        const { sheets, ...rest } = body;
        return sheets === null && Object.keys(rest).length > 0 ? rest : body;
      }),
    },
    {
      name: 'one-field-left',
      sentence: 'A patch whose sheets is null leaves one field of sheets as it is.',
      patch: withSequel(({ sheets }, before, call) => {
        const user = callerIn(call);
        const decimalPlaces = (before['sheets'] as Settings | null | undefined)?.['decimalPlaces'];
        if (sheets !== null || !user || decimalPlaces === undefined) return;
        store(call, user.id, { ...user.settings, sheets: { decimalPlaces } });
      }),
    },
    {
      name: 'coming-back',
      sentence: 'What a patch with null has cleared of sheets is back once a field is set again.',
      patch: (rules) => {
        const cleared = new Map<number, unknown>();
        replaceSync(PATCH, (call, original) => {
          const user = callerIn(call);
          const { sheets } = bodyOf(call);
          if (user && sheets === null) cleared.set(user.id, user.settings['sheets'] ?? SHEETS);
          else if (user && sheets !== undefined && cleared.has(user.id)) {
            store(call, user.id, { ...user.settings, sheets: cleared.get(user.id) });
            cleared.delete(user.id);
          }
          return original({ ...call, principal: { ...call.principal, user: callerIn(call) } });
        })(rules);
      },
    },
  ],
  'users.settings.caller-only': [
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
  ],
  'users.settings.any-credential': {
    name: 'one-kind-alone',
    sentence: 'What is set with an OAuth access token is read with OAuth access tokens alone.',
    patch: (rules) => {
      const before = new Map<number, Settings>();
      all(
        replaceSync(PATCH, (call, original) => {
          const user = callerIn(call);
          if (user && call.principal.kind === 'oauth' && !before.has(user.id)) before.set(user.id, user.settings);
          if (user && call.principal.kind !== 'oauth') before.delete(user.id);
          return original(call);
        }),
        changeBodySync(ME, (me, { principal: { kind, user } }) => {
          const kept = user && before.get(user.id);
          return kept && kind !== 'oauth' ? { ...me, settings: { ...(me['settings'] as Settings), ...kept } } : me;
        }),
      )(rules);
    },
  },

  // The deprecated changelog marker.
  'users.settings.changelog-id-accepted': {
    name: 'refused',
    sentence: 'A settings patch that names lastSeenChangelogId is refused, as one with a setting that is unknown.',
    patch: replaceSync(PATCH, (call, original) => {
      if (namesChangelog(call)) refuse('invalid', 'lastSeenChangelogId is no setting');
      return original(call);
    }),
  },
  'users.settings.changelog-id-ignored': [
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

  // The lists of users and groups.
  'users.list.first-limits': ofUsers['first-limits'],
  'users.list.after-continues': ofUsers['after-continues'],
  'users.list.pages-complete': ofUsers['pages-complete'],
  'users.list.shows-one': {
    name: 'one-hidden',
    sentence: 'The list of users leaves out everybody but an administrator.',
    patch: hiding(LISTS.users, (id, { tenant }) => String(id) !== String(tenant.account.cast.admin)),
  },
  'users.list.search-substring': ofUsers['search-substring'],
  'users.list.search-any-case': ofUsers['search-any-case'],
  'users.list.search-no-match': ofUsers['search-no-match'],
  'users.list.search-paged': ofUsers['search-paged'],
  'users.groups.first-limits': ofGroups['first-limits'],
  'users.groups.after-continues': ofGroups['after-continues'],
  'users.groups.pages-complete': ofGroups['pages-complete'],
  'users.groups.shows-one': {
    name: 'with-roles-hidden',
    sentence: 'The list of groups leaves out groups that hold a role.',
    patch: hiding(LISTS.groups, (id, { tenant }) => (tenant.account.groups.get(Number(id))?.roleIds.size ?? 0) > 0),
  },
  'users.groups.search-substring': ofGroups['search-substring'],
  'users.groups.search-any-case': ofGroups['search-any-case'],
  'users.groups.search-no-match': ofGroups['search-no-match'],
  'users.groups.search-paged': ofGroups['search-paged'],

  // Bulk actions.
  'users.bulk.scoped-key-changes-nothing': {
    name: 'refused-yet-applied',
    sentence: 'A bulk action by a key scoped to deployments is refused with 403, and applied.',
    patch: all(
      widened('bulkUserAction'),
      doneYetRefused('bulkUserAction', (call) => isOutOfScope(call), 403),
    ),
  },
});
