import { requirements } from './row.ts';

export const users = requirements('users', [
  // The caller's own user. Members that are named without a type may be null.
  {
    id: 'users.me.own-user',
    kind: 'auth',
    lines: '259',
    operations: ['getMe'],
    needs: { actors: ['MEMBER_TOKEN'], lent: ['MEMBER_USER_ID'] },
    sentence: 'The key of a plain user reads that user as its own, and not the administrator.',
  },
  {
    id: 'users.user.user-policies',
    kind: 'shape',
    lines: '128',
    operations: ['getMe', 'listUsers', 'getSpec'],
    sentence:
      "A user has userPolicies: an answer that reads or lists users shows them, or the tenant's document declares them for a user.",
  },
  {
    id: 'users.user.settings',
    kind: 'shape',
    lines: '128, 259',
    operations: ['getMe', 'listUsers', 'getSpec'],
    sentence:
      "A user has settings, an object or null: an answer that reads or lists users shows them, or the tenant's document declares them for a user.",
  },

  // Settings merge.
  {
    id: 'users.settings.named-changes',
    kind: 'merge',
    lines: '259',
    operations: ['updateMySettings', 'getMe'],
    sentence: 'A settings patch stores the value of a setting that it names.',
  },
  {
    id: 'users.settings.omitted-kept',
    kind: 'merge',
    lines: '259',
    operations: ['updateMySettings', 'getMe'],
    sentence: 'A settings patch keeps every setting other than sheets that it does not name.',
  },
  {
    id: 'users.settings.sheets-omitted-kept',
    kind: 'merge',
    lines: '259',
    operations: ['updateMySettings', 'getMe'],
    sentence: 'A settings patch that does not name sheets keeps all of sheets.',
  },
  {
    id: 'users.settings.sheets-field-changes',
    kind: 'merge',
    lines: '259',
    operations: ['updateMySettings', 'getMe'],
    sentence: 'A settings patch with one field inside sheets stores the value of that field.',
  },
  {
    id: 'users.settings.sheets-fields-kept',
    kind: 'merge',
    lines: '259',
    operations: ['updateMySettings', 'getMe'],
    sentence: 'A settings patch with one field inside sheets keeps the other fields of sheets.',
  },
  {
    id: 'users.settings.sheets-null-clears',
    kind: 'merge',
    lines: '259',
    operations: ['updateMySettings', 'getMe'],
    sentence:
      'A settings patch whose sheets is null clears sheets, whatever else it sets, so that no value set there before is left.',
  },
  {
    id: 'users.settings.caller-only',
    kind: 'merge',
    lines: '259',
    operations: ['updateMySettings', 'getMe'],
    needs: { actors: ['MEMBER_TOKEN'] },
    sentence: 'A settings patch changes the settings of the caller and of no other user.',
  },
  {
    id: 'users.settings.any-credential',
    kind: 'merge',
    lines: '259',
    operations: ['updateMySettings', 'getMe'],
    needs: { actors: ['OAUTH_TOKEN'] },
    sentence: 'What a settings patch sets with one credential of a user is read with another credential of that user.',
  },

  // The deprecated changelog marker.
  {
    id: 'users.settings.changelog-id-accepted',
    kind: 'deprecation',
    lines: '335',
    operations: ['updateMySettings'],
    needs: { bindings: ['users.changelog-id'] },
    sentence: 'A settings patch that names lastSeenChangelogId is not refused for it.',
  },
  {
    id: 'users.settings.changelog-id-ignored',
    kind: 'deprecation',
    lines: '335',
    operations: ['updateMySettings', 'getMe'],
    needs: { bindings: ['users.changelog-id'] },
    sentence:
      'A settings patch with lastSeenChangelogId changes, this one apart, exactly the settings that it would change without it.',
  },
  {
    id: 'users.settings.changelog-id-deprecated',
    kind: 'deprecation',
    lines: '335',
    operations: ['getSpec', 'updateMySettings'],
    sentence:
      "The tenant's document marks lastSeenChangelogId as deprecated wherever the body of a settings patch declares it.",
  },

  // The list of users.
  {
    id: 'users.list.first-limits',
    kind: 'pagination',
    lines: '260',
    operations: ['listUsers'],
    sentence: 'A list of users holds at most as many users as its first parameter says.',
  },
  {
    id: 'users.list.after-continues',
    kind: 'pagination',
    lines: '260',
    operations: ['listUsers'],
    sentence: 'A list of users after the cursor of a page goes on behind that page and repeats none of its users.',
  },
  {
    id: 'users.list.pages-complete',
    kind: 'pagination',
    lines: '260',
    operations: ['listUsers'],
    sentence:
      'Following the cursors to the end yields all users of a list that does not change meanwhile, and none twice.',
  },
  {
    id: 'users.list.shows-one',
    kind: 'shape',
    lines: '260',
    operations: ['listUsers'],
    needs: { lent: ['MEMBER_USER_ID'], bindings: ['users.list'] },
    sentence: 'The list of users has the user that was lent to the run.',
  },
  {
    id: 'users.list.search-substring',
    kind: 'shape',
    lines: '260',
    operations: ['listUsers'],
    sentence: 'A search of users finds one by a text from the middle of a member that is searched.',
  },
  {
    id: 'users.list.search-any-case',
    kind: 'shape',
    lines: '260',
    operations: ['listUsers'],
    sentence: 'A search of users finds the same users in capitals as in small letters.',
  },
  {
    id: 'users.list.search-no-match',
    kind: 'shape',
    lines: '260',
    operations: ['listUsers'],
    sentence: 'A search of users for a text that occurs nowhere finds nothing.',
  },
  {
    id: 'users.list.search-paged',
    kind: 'pagination',
    lines: '260',
    operations: ['listUsers'],
    sentence: 'The pages of a search of users hold together what the same search finds on one page.',
  },

  // The list of groups, whose path is not specified.
  {
    id: 'users.groups.first-limits',
    kind: 'pagination',
    lines: '260',
    operations: ['listGroups'],
    sentence: 'A list of groups holds at most as many groups as its first parameter says.',
  },
  {
    id: 'users.groups.after-continues',
    kind: 'pagination',
    lines: '260',
    operations: ['listGroups'],
    sentence: 'A list of groups after the cursor of a page goes on behind that page and repeats none of its groups.',
  },
  {
    id: 'users.groups.pages-complete',
    kind: 'pagination',
    lines: '260',
    operations: ['listGroups'],
    sentence:
      'Following the cursors to the end yields all groups of a list that does not change meanwhile, and none twice.',
  },
  {
    id: 'users.groups.shows-one',
    kind: 'shape',
    lines: '260',
    operations: ['listGroups'],
    needs: { lent: ['GROUP_ID'], bindings: ['users.groups-list'] },
    sentence: 'The list of groups has the group that was lent to the run.',
  },
  {
    id: 'users.groups.search-substring',
    kind: 'shape',
    lines: '260',
    operations: ['listGroups'],
    sentence: 'A search of groups finds one by a text from the middle of a member that is searched.',
  },
  {
    id: 'users.groups.search-any-case',
    kind: 'shape',
    lines: '260',
    operations: ['listGroups'],
    sentence: 'A search of groups finds the same groups in capitals as in small letters.',
  },
  {
    id: 'users.groups.search-no-match',
    kind: 'shape',
    lines: '260',
    operations: ['listGroups'],
    sentence: 'A search of groups for a text that occurs nowhere finds nothing.',
  },
  {
    id: 'users.groups.search-paged',
    kind: 'pagination',
    lines: '260',
    operations: ['listGroups'],
    sentence: 'The pages of a search of groups hold together what the same search finds on one page.',
  },

  // Bulk user actions, whose paths are not specified.
  {
    id: 'users.bulk.scoped-key-changes-nothing',
    kind: 'auth',
    lines: '281, 297',
    operations: ['bulkUserAction'],
    needs: {
      actors: ['SCOPED_TOKEN'],
      lent: ['DEACTIVATED_USER_ID', 'MEMBER_USER_ID'],
      bindings: ['users.bulk-action', 'users.bulk-body', 'users.bulk-ids'],
      accountChange: 'permanently activate a deactivated user',
    },
    sentence: 'A bulk user action that is refused to a key scoped to deployments leaves the users as they were.',
  },
]);
