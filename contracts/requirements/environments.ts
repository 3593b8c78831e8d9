import { requirements } from './row.ts';

const CALLERS = ['with an API key', 'with an OAuth token', 'with a scoped key'] as const;
/** Those who may ask for a meta-sync token. */
const META_CALLERS = [
  'by an administrator',
  'by an administrator with an OAuth token',
  'by an administrator with a scoped key',
  'by a holder of SchemaRead',
  'by a user without SchemaRead',
] as const;
/** The same as credentials. */
const META_USERS = ['OAUTH_TOKEN', 'SCOPED_TOKEN', 'SCHEMA_READER_TOKEN', 'NO_SCHEMA_READ_TOKEN'] as const;
/** One of the checks of the same requests changes rights of the member: so that one worker plays all, each of them claims these. */
const META_ALONE = ['rights of the member', 'roles of the member'] as const;

export const environments = requirements('environments', [
  // The list.
  {
    id: 'environments.list.shows-environment',
    kind: 'shape',
    lines: '230',
    operations: ['listEnvironments'],
    needs: { lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'], mayUse: ['OAUTH_TOKEN', 'SCOPED_TOKEN'] },
    sentence: 'The list of environments has the environment that was lent to the run.',
    classes: CALLERS,
  },
  {
    id: 'environments.list.first-limits',
    kind: 'pagination',
    lines: '230',
    operations: ['listEnvironments'],
    needs: {
      mayUse: ['OAUTH_TOKEN'],
      lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID', 'OTHER_ENVIRONMENT_ID'],
      bindings: ['environments.list-first'],
    },
    sentence: 'A list of environments holds at most as many environments as its first parameter says.',
    classes: ['with an OAuth token', 'behind a larger page'],
  },
  {
    id: 'environments.list.after-continues',
    kind: 'pagination',
    lines: '230',
    operations: ['listEnvironments'],
    needs: {
      lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID', 'OTHER_ENVIRONMENT_ID'],
      bindings: ['environments.list-first', 'environments.list-after'],
    },
    sentence:
      'A list of environments after the cursor of a page repeats no environment of that page or of a page before it.',
    classes: ['a smaller page after a larger one', 'behind the last one'],
  },
  {
    id: 'environments.list.pages-complete',
    kind: 'pagination',
    lines: '230',
    operations: ['listEnvironments'],
    needs: {
      lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID', 'OTHER_ENVIRONMENT_ID'],
      bindings: ['environments.list-first', 'environments.list-after'],
    },
    sentence: 'Following the cursors to the end yields all environments of a list that does not change meanwhile.',
    classes: ['small pages', 'larger pages', 'a larger page after a smaller one', 'the last two, one at a time'],
  },
  {
    id: 'environments.list.pages-hold-no-more',
    kind: 'pagination',
    lines: '230',
    operations: ['listEnvironments'],
    needs: { mayUse: ['OAUTH_TOKEN'], lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID', 'OTHER_ENVIRONMENT_ID'] },
    sentence: 'The pages of environments together hold none that the same list on one page does not.',
    classes: ['with an API key', 'with an OAuth token'],
  },
  {
    id: 'environments.list.pagination-null',
    kind: 'shape',
    lines: '230',
    operations: ['listEnvironments'],
    sentence: 'A list of environments may have null for its pagination.',
    untestable: 'Any value of pagination, and its absence, conforms.',
  },

  // The list of an environment's tokens.
  {
    id: 'environments.tokens.own-shown',
    kind: 'auth',
    lines: '231',
    operations: ['listEnvironmentTokens', 'createEnvironmentToken'],
    needs: { lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'], mayUse: ['OAUTH_TOKEN', 'SCOPED_TOKEN', 'MEMBER_TOKEN'] },
    sentence: 'A token that the caller has just minted for an environment is in the list of its tokens.',
    classes: [
      'with an empty context',
      'with a context',
      'with an OAuth token',
      'with a scoped key',
      'by a plain user',
      'two at the same time',
    ],
  },
  {
    id: 'environments.tokens.others-hidden',
    kind: 'auth',
    lines: '231',
    operations: ['listEnvironmentTokens', 'createEnvironmentToken', 'createMetaSyncToken'],
    needs: {
      actors: ['MEMBER_TOKEN'],
      lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'],
      mayUse: ['ALL_ACTIONS_TOKEN', 'MEMBER_OAUTH_TOKEN', 'OAUTH_TOKEN', 'SCOPED_TOKEN'],
    },
    sentence: 'A token that another user has minted for an environment is not in the list that the caller gets.',
    classes: [
      'a plain user, while an administrator asks',
      'a plain user, right after an administrator',
      'an administrator',
      'a plain user',
      'a plain user a second time',
      'a meta-sync token, a plain user',
      'a meta-sync token, an administrator',
      'an administrator with an OAuth token',
      'an administrator with a scoped key',
      'a plain user with an OAuth token',
      'a holder of All',
    ],
  },
  {
    id: 'environments.tokens.environment-only',
    kind: 'shape',
    lines: '231',
    operations: ['listEnvironmentTokens', 'createEnvironmentToken'],
    needs: {
      lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID', 'OTHER_ENVIRONMENT_ID'],
      mayUse: ['OAUTH_TOKEN', 'MEMBER_TOKEN'],
    },
    sentence: 'The list of tokens of an environment has no token that was minted for another environment.',
    classes: [
      'with an API key',
      'with an OAuth token',
      'by a plain user',
      'with an API key once more',
      'of a meta sync',
    ],
  },
  {
    id: 'environments.tokens.scoped-key-stays',
    kind: 'auth',
    lines: '231, 281, 297',
    operations: ['listEnvironmentTokens', 'createEnvironmentToken'],
    needs: {
      actors: ['SCOPED_TOKEN'],
      lent: ['DEPLOYMENT_ID', 'OTHER_DEPLOYMENT_ID'],
      bindings: ['environments.known-scopes'],
    },
    sentence: 'A scoped key lists no token of another deployment under the path of its own deployment.',
  },
  {
    id: 'environments.tokens.live-only',
    kind: 'time',
    lines: '231, 319',
    operations: ['listEnvironmentTokens', 'createEnvironmentToken'],
    needs: { lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'], wait: '130s', mayUse: ['OAUTH_TOKEN', 'MEMBER_TOKEN'] },
    sentence: 'A token that has expired is no longer in the list of tokens of its environment.',
    classes: ['with an API key', 'with an OAuth token', 'by a plain user', 'once another was minted', 'of a meta sync'],
  },
  {
    id: 'environments.tokens.covers-1000',
    kind: 'limit',
    lines: '231, 319',
    operations: ['listEnvironmentTokens'],
    needs: { lent: ['DEPLOYMENT_ID', 'CROWDED_ENVIRONMENT_ID'] },
    sentence:
      'The list of tokens has each of the newest 1000 live tokens of an environment when the caller minted all of them.',
  },
  {
    id: 'environments.tokens.at-most-1000',
    kind: 'limit',
    lines: '231, 319',
    operations: ['listEnvironmentTokens'],
    needs: { lent: ['DEPLOYMENT_ID', 'CROWDED_ENVIRONMENT_ID'] },
    sentence: 'The list of tokens leaves out a live token of an environment that has 1000 more recent ones.',
  },

  // A minted token.
  {
    id: 'environments.token.takes-scopes',
    kind: 'status',
    lines: '232',
    operations: ['createEnvironmentToken'],
    needs: {
      lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'],
      bindings: ['environments.known-scopes'],
      mayUse: ['OAUTH_TOKEN', 'SCOPED_TOKEN'],
    },
    sentence: 'A request for an environment token whose body has scopes that the tenant knows succeeds.',
    classes: ['all of them', 'each alone', 'with an OAuth token', 'with a scoped key'],
  },
  {
    id: 'environments.token.takes-security-context',
    kind: 'status',
    lines: '232',
    operations: ['createEnvironmentToken'],
    needs: { lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'], mayUse: ['OAUTH_TOKEN', 'MEMBER_TOKEN'] },
    sentence: 'A request for an environment token whose body has a security_context succeeds.',
    classes: ['nested', 'a second time', 'with letters beyond ASCII', 'with an OAuth token', 'by a plain user'],
  },
  {
    id: 'environments.token.data',
    kind: 'shape',
    lines: '232',
    operations: ['createEnvironmentToken'],
    needs: { lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'] },
    sentence: 'The answer to a request for an environment token carries data, an object.',
  },
  {
    id: 'environments.token.data-scopes',
    kind: 'shape',
    lines: '232',
    operations: ['createEnvironmentToken'],
    needs: { lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'], mayUse: ['OAUTH_TOKEN', 'SCOPED_TOKEN'] },
    sentence: 'The data of a minted environment token carries scopes, an array of strings.',
    classes: ['with an API key', 'a second time', 'with an OAuth token', 'with a scoped key'],
  },
  {
    id: 'environments.token.scoped-key-stays',
    kind: 'auth',
    lines: '232, 281, 297',
    operations: ['createEnvironmentToken', 'listEnvironmentTokens'],
    needs: {
      actors: ['SCOPED_TOKEN'],
      lent: ['DEPLOYMENT_ID', 'OTHER_DEPLOYMENT_ID'],
      bindings: ['environments.known-scopes'],
    },
    sentence: 'A scoped key mints no token of another deployment under the path of its own deployment.',
  },
  {
    id: 'environments.token.scopes-not-invented',
    kind: 'shape',
    lines: '232',
    operations: ['createEnvironmentToken'],
    needs: {
      lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'],
      bindings: ['environments.known-scopes', 'environments.scope-claim'],
      mayUse: ['OAUTH_TOKEN', 'SCOPED_TOKEN', 'MEMBER_TOKEN'],
    },
    sentence:
      'The scopes that a minted environment token is answered with name none that the token was not signed with.',
    classes: [...CALLERS, 'by a plain user'],
  },
  {
    id: 'environments.token.scopes-not-withheld',
    kind: 'shape',
    lines: '232',
    operations: ['createEnvironmentToken'],
    needs: {
      lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'],
      bindings: ['environments.known-scopes', 'environments.scope-claim'],
      mayUse: ['OAUTH_TOKEN', 'SCOPED_TOKEN', 'MEMBER_TOKEN'],
    },
    sentence:
      'The scopes that a minted environment token is answered with leave out none that the token was signed with.',
    classes: [...CALLERS, 'by a plain user'],
  },

  // A token for the sync of metadata.
  {
    id: 'environments.meta-sync.meta-unasked',
    kind: 'default',
    lines: '233',
    operations: ['createMetaSyncToken'],
    needs: { lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'], mayUse: META_USERS, alone: META_ALONE },
    sentence: 'A meta-sync token that is asked for without any scope is signed with meta.',
    classes: [...META_CALLERS, 'without a list'],
  },
  {
    id: 'environments.meta-sync.meta-beside-private',
    kind: 'default',
    lines: '233',
    operations: ['createMetaSyncToken'],
    needs: { lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'], mayUse: META_USERS, alone: META_ALONE },
    sentence: 'A meta-sync token that is asked for with meta-private alone is signed with meta.',
    classes: META_CALLERS,
  },
  {
    id: 'environments.meta-sync.meta-beside-others',
    kind: 'default',
    lines: '233',
    operations: ['createMetaSyncToken'],
    needs: {
      lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'],
      bindings: ['environments.known-scopes'],
      mayUse: META_USERS,
      alone: META_ALONE,
    },
    sentence: 'A meta-sync token that is asked for with a scope other than meta and meta-private is signed with meta.',
    classes: META_CALLERS,
  },
  {
    id: 'environments.meta-sync.private-held',
    kind: 'auth',
    lines: '233',
    operations: ['createMetaSyncToken'],
    needs: {
      steps: ['updateRole'],
      actors: ['SCHEMA_READER_TOKEN'],
      lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'],
      mayUse: [
        'MEMBER_TOKEN',
        'MEMBER_USER_ID',
        'GROUP_ROLE_ID',
        'OAUTH_TOKEN',
        'SCOPED_TOKEN',
        'NO_SCHEMA_READ_TOKEN',
      ],
    },
    sentence:
      'A holder of SchemaRead on the deployment who asks for meta-private gets a meta-sync token that is signed with it.',
    classes: ['asked for alone', 'asked for beside meta', 'asked for beside another scope', 'through a group'],
  },
  {
    id: 'environments.meta-sync.private-through-group',
    kind: 'auth',
    lines: '198, 233',
    operations: ['createMetaSyncToken'],
    needs: {
      mayUse: ['OTHER_GROUP_ROLE_ID'],
      actors: ['MEMBER_TOKEN'],
      lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID', 'MEMBER_USER_ID', 'GROUP_ROLE_ID'],
    },
    sentence:
      'A user who holds SchemaRead on the deployment through a group alone and asks for meta-private gets a meta-sync token that is signed with it.',
    classes: ['through a group', 'through a second group'],
  },
  {
    id: 'environments.meta-sync.private-unasked',
    kind: 'default',
    lines: '233',
    operations: ['createMetaSyncToken'],
    needs: { lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'], mayUse: META_USERS, alone: META_ALONE },
    sentence:
      'Whoever does not ask for meta-private, an administrator as well, gets a meta-sync token that is not signed with it.',
    classes: [...META_CALLERS, 'beside another scope', 'beside one that begins like it'],
  },
  {
    id: 'environments.meta-sync.private-not-held',
    kind: 'auth',
    lines: '233',
    operations: ['createMetaSyncToken'],
    needs: {
      actors: ['NO_SCHEMA_READ_TOKEN'],
      lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'],
      mayUse: ['OAUTH_TOKEN', 'SCOPED_TOKEN', 'SCHEMA_READER_TOKEN'],
      alone: META_ALONE,
    },
    sentence:
      'A plain user without SchemaRead on the deployment who asks for meta-private gets no meta-sync token that is signed with it.',
    classes: [
      'while an administrator asks for it',
      'asked for alone',
      'beside meta',
      'beside another scope',
      'beside meta and another scope',
      'in another environment',
    ],
  },
  {
    id: 'environments.meta-sync.private-elsewhere',
    kind: 'auth',
    lines: '233',
    operations: ['createMetaSyncToken'],
    needs: {
      actors: ['MEMBER_TOKEN'],
      lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID', 'OTHER_DEPLOYMENT_ID', 'MEMBER_USER_ID'],
    },
    sentence:
      'A plain user who holds SchemaRead on another deployment alone gets no meta-sync token that is signed with meta-private.',
    classes: ['held elsewhere from the beginning', 'held on every deployment before'],
  },
  {
    id: 'environments.meta-sync.scoped-key-stays',
    kind: 'auth',
    lines: '233, 281, 297',
    operations: ['createMetaSyncToken', 'listEnvironmentTokens'],
    needs: { actors: ['SCOPED_TOKEN'], lent: ['DEPLOYMENT_ID', 'OTHER_DEPLOYMENT_ID'] },
    sentence: 'A scoped key mints no meta-sync token of another deployment under the path of its own deployment.',
  },
  {
    id: 'environments.meta-sync.private-administrator',
    kind: 'auth',
    lines: '233',
    operations: ['createMetaSyncToken'],
    needs: {
      lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'],
      mayUse: ['OAUTH_TOKEN', 'SCOPED_TOKEN', 'OTHER_ADMIN_TOKEN'],
      account: 'RBAC off',
    },
    sentence:
      'Where RBAC is off, an administrator who asks for meta-private gets a meta-sync token that is signed with it, whatever the credential is.',
    classes: ['by an API key', 'by an OAuth token', 'by a scoped key', 'by another administrator, through a group'],
  },
  {
    id: 'environments.meta-sync.private-plain-user',
    kind: 'auth',
    lines: '233',
    operations: ['createMetaSyncToken'],
    needs: { actors: ['NO_SCHEMA_READ_TOKEN'], lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'], account: 'RBAC off' },
    sentence:
      'Where RBAC is off, a plain user without SchemaRead who asks for meta-private gets no meta-sync token that is signed with it.',
    classes: ['asked for alone', 'beside meta'],
  },
  {
    id: 'environments.meta-sync.others-accepted',
    kind: 'status',
    lines: '233',
    operations: ['createMetaSyncToken'],
    needs: {
      lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'],
      bindings: ['environments.known-scopes'],
      mayUse: META_USERS,
      alone: META_ALONE,
    },
    sentence: 'A request for a meta-sync token with a scope other than meta and meta-private succeeds.',
    classes: META_CALLERS,
  },
  {
    id: 'environments.meta-sync.others-ignored',
    kind: 'merge',
    lines: '233',
    operations: ['createMetaSyncToken'],
    needs: {
      lent: ['DEPLOYMENT_ID', 'ENVIRONMENT_ID'],
      bindings: ['environments.known-scopes'],
      mayUse: META_USERS,
      alone: META_ALONE,
    },
    sentence:
      'A meta-sync token that is asked for with a scope other than meta and meta-private is not signed with that scope.',
    classes: [...META_CALLERS, 'an unknown scope'],
  },
]);
