import { ENVELOPE, type Bindings } from './binding.ts';

/** What the text of a paragraph is called where a comment is made of such. */
const TEXT_OF_BLOCK = '^(text|plain_?text|body|content|value|markdown)$';
const COMMENT_TEXT = 'text|body|content|message|markdown|^comment$';
/** What a text beside that of a comment is. */
const NO_TEXT = 'id$|parent|thread|repl|type|kind|format|state|status|anchor|widget|mention|lang|locale|zone|visib';

export const embed = {
  // Sessions.
  'embed.session-request': {
    kind: 'body',
    what: 'what a request for an embed session has to hold besides the deployment, the user and the embed tenant',
    point: 'U080',
    default: {},
  },
  'embed.session-deployment': {
    kind: 'name',
    what: 'the member of a request for an embed session that names the deployment',
    point: 'U080',
    default: 'deploymentId',
    discover: {
      rule: 'member',
      operation: 'generateEmbedSession',
      in: 'request',
      like: ['^deployment_?id$', 'deployment'],
      mayBeInside: true,
    },
  },
  'embed.session-user': {
    kind: 'name',
    what: 'the member of a request for an embed session that says who the embedded user is',
    point: 'U080',
    default: 'externalId',
    discover: {
      rule: 'member',
      operation: 'generateEmbedSession',
      in: 'request',
      like: [
        '^external_?(user_?)?id$',
        '^(end_?)?user_?id$',
        '^(user|subject|sub)$',
        '^e?mail$',
        '^(external|end|embed(ded)?|guest|visitor|viewer|customer)_?(user)?_?(id|ref|reference|key|identifier)?$',
        '^(user|subject|principal|person|identity)_?(id|ref|reference|key|identifier)?$',
      ],
      type: 'string',
      mayBeInside: true,
      // Whoever is a thing of the account is no guest.
      pathTo: '(external|embed|guest)',
      orUnlike:
        'deployment|tenant|branch|profile|group|type|kind|origin|locale|lang|culture|zone|dashboard|workbook|internal',
    },
  },
  'embed.session-tenant': {
    kind: 'name',
    what: 'the member of a request for an embed session that names the embed tenant',
    point: 'U080',
    default: 'embedTenantName',
    discover: {
      rule: 'member',
      operation: 'generateEmbedSession',
      in: 'request',
      like: ['^(embed_?)?tenant_?name$', '^(embed_?)?tenant(_?id)?$'],
      type: 'string',
      mayBeInside: true,
    },
  },
  'embed.session-options': {
    kind: 'body',
    what: 'a value that the lent embed tenant takes for each of tenantGroups, tenantGroupDefinitions and embedTenantProfile',
    point: 'U080',
    default: { tenantGroups: [], tenantGroupDefinitions: [], embedTenantProfile: {} },
  },
  'embed.exchange-session': {
    kind: 'name',
    what: 'the member of an exchange that carries the session id',
    point: 'U080',
    default: 'sessionId',
    discover: {
      rule: 'member',
      operation: 'exchangeEmbedSession',
      in: 'request',
      like: ['^(embed_?)?session_?id$', '^(id|session)$', 'session'],
    },
  },
  'embed.token': {
    kind: 'name',
    what: 'the member with the token of an exchanged session',
    point: 'U080',
    default: 'token',
    discover: {
      rule: 'member',
      operation: 'exchangeEmbedSession',
      in: 'answer',
      like: ['^token$', '^(access|session|embed)_?token$', 'token$', 'jwt', '^bearer$', '^credentials?$'],
      type: 'string',
    },
  },

  // Comments.
  'embed.comments': {
    kind: 'envelope',
    what: 'where the list of comment threads keeps its elements',
    point: 'U104',
    default: ENVELOPE,
    discover: { rule: 'envelope', operation: 'listDashboardComments' },
  },
  'embed.comment-id': {
    kind: 'name',
    what: 'the member with the id of a comment',
    point: 'U104',
    default: 'id',
    discover: {
      rule: 'member',
      operation: 'listDashboardComments',
      in: 'answer',
      under: '*[]',
      // The name of a resource ends with its id: `comments/7`.
      like: ['^id$', '^comment_?id$', '^thread_?id$', '_?id$', '^name$'],
      orGroupWithout: COMMENT_TEXT,
      // A thread may have an id of its own, which no comment has.
      isOfEach: true,
    },
  },
  'embed.thread-replies': {
    kind: 'name',
    what: 'the member of a thread that holds its replies',
    point: 'U104',
    default: 'replies',
    discover: {
      rule: 'member',
      operation: 'listDashboardComments',
      in: 'answer',
      under: '*[]',
      like: ['^replies$', '^(comments|children)$', 'repl'],
      type: 'array',
    },
  },
  'embed.thread-resolved': {
    kind: 'name',
    what: 'the member of a thread that is true or filled while the thread is resolved',
    point: 'U104',
    default: 'resolved',
    discover: {
      rule: 'member',
      operation: 'listDashboardComments',
      in: 'answer',
      under: '*[]',
      like: ['^(is_?)?resolved$', '^resolved_?at$', 'resolved', '^(is_?)?(settled|closed)$'],
      orValues: '^(resolved|settled|closed)$',
      orGroupWithout: COMMENT_TEXT,
    },
  },
  'embed.comment-request': {
    kind: 'body',
    what: 'what a new comment has to hold besides its text and the thread that it answers',
    point: 'U104',
    default: {},
  },
  'embed.comment-text': {
    kind: 'name',
    what: 'the member with the text of a new comment',
    point: 'U104',
    default: 'text',
    discover: {
      rule: 'member',
      operation: 'createDashboardComment',
      in: 'request',
      like: ['^(text|body|content|message|comment)$', 'text|body|content|message'],
      type: 'string',
      orDeeper: TEXT_OF_BLOCK,
      orUnlike: NO_TEXT,
    },
  },
  'embed.comment-parent': {
    kind: 'name',
    what: 'the member of a new comment that names the thread which it answers',
    point: 'U104',
    default: 'parentId',
    discover: {
      rule: 'member',
      operation: 'createDashboardComment',
      in: 'request',
      like: ['^parent(_?comment)?_?id$', '^thread_?id$', 'parent', 'thread|reply'],
      mayBeInside: true,
    },
  },
  'embed.edit-text': {
    kind: 'name',
    what: 'the member with the new text of an edited comment',
    point: 'U104',
    default: 'text',
    discover: {
      rule: 'member',
      operation: 'updateDashboardComment',
      in: 'request',
      like: ['^(text|body|content|message|comment)$', 'text|body|content|message'],
      type: 'string',
      orDeeper: TEXT_OF_BLOCK,
      orUnlike: NO_TEXT,
    },
  },
  'embed.resolve-flag': {
    kind: 'name',
    what: 'the member that says whether a thread is to be resolved (true) or opened again (false)',
    point: 'U104',
    default: 'resolved',
    discover: {
      rule: 'member',
      operation: 'resolveDashboardComment',
      in: 'request',
      like: ['^(is_?)?resolved?$', 'resolve', '^(is_?)?(settled|closed)$'],
      type: 'boolean',
    },
  },
  'embed.mentionable-users': {
    kind: 'envelope',
    what: 'where the list of users to mention keeps its elements',
    point: 'U104',
    default: ENVELOPE,
    discover: { rule: 'envelope', operation: 'listMentionableUsers' },
  },
} as const satisfies Bindings;
