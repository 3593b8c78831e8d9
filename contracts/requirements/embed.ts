import { requirements, type Needs } from './row.ts';

/** An embed session of a deployment. */
const SESSION: Needs = { lent: ['DEPLOYMENT_ID'] };
/** An embed session that is scoped to an embed tenant. */
const TENANT_SESSION: Needs = { lent: ['DEPLOYMENT_ID', 'EMBED_TENANT'] };
/** An embed user and a dashboard, which comments need. */
const AT_DASHBOARD: Needs = { lent: ['DEPLOYMENT_ID', 'EMBED_TENANT', 'EMBED_DASHBOARD_PUBLIC_ID'] };
/** Two embed users of one tenant. */
const TWO_AT_DASHBOARD: Needs = { ...AT_DASHBOARD, bindings: ['embed.session-user'] };

export const embed = requirements('embed', [
  // Requesting a session.
  {
    id: 'embed.generate.session-id',
    kind: 'shape',
    lines: '250',
    operations: ['generateEmbedSession'],
    needs: SESSION,
    sentence: 'A successful request for an embed session answers with a sessionId.',
  },
  {
    id: 'embed.generate.options-optional',
    kind: 'status',
    lines: '250',
    operations: ['generateEmbedSession'],
    needs: { ...SESSION, mayUse: ['EMBED_TENANT'] },
    sentence:
      'A request for an embed session succeeds without branchName, tenantGroups, tenantGroupDefinitions and embedTenantProfile.',
  },
  {
    id: 'embed.generate.branch-accepted',
    kind: 'status',
    lines: '250, 295',
    operations: ['generateEmbedSession'],
    needs: { lent: ['DEPLOYMENT_ID', 'RUNNING_BRANCH'] },
    sentence: 'A request for an embed session whose branchName is a running branch of the deployment succeeds.',
  },
  {
    id: 'embed.generate.branch-not-running',
    kind: 'status',
    lines: '250, 295',
    operations: ['generateEmbedSession'],
    needs: { lent: ['DEPLOYMENT_ID', 'STOPPED_BRANCH'], mayUse: ['EMBED_TENANT', 'OAUTH_TOKEN'] },
    sentence:
      'A request for an embed session whose branchName is a stopped branch of the deployment is refused with 400 and produces no session.',
  },
  {
    id: 'embed.generate.branch-unknown',
    kind: 'status',
    lines: '250, 298',
    operations: ['generateEmbedSession'],
    needs: { ...SESSION, mayUse: ['EMBED_TENANT', 'OAUTH_TOKEN'] },
    sentence:
      'A request for an embed session whose branchName is no branch of the deployment is refused with 404 and produces no session.',
  },
  {
    id: 'embed.generate.branch-whole-name',
    kind: 'status',
    lines: '250, 298',
    operations: ['generateEmbedSession'],
    needs: { lent: ['DEPLOYMENT_ID', 'RUNNING_BRANCH'] },
    sentence:
      'A request for an embed session whose branchName is no more than the beginning of the name of a branch is refused with 404.',
  },
  {
    id: 'embed.generate.tenant-groups-accepted',
    kind: 'status',
    lines: '250',
    operations: ['generateEmbedSession'],
    needs: { ...TENANT_SESSION, bindings: ['embed.session-options'] },
    sentence: 'A request for an embed session may carry tenantGroups and succeeds.',
  },
  {
    id: 'embed.generate.tenant-group-definitions-accepted',
    kind: 'status',
    lines: '250',
    operations: ['generateEmbedSession'],
    needs: { ...TENANT_SESSION, bindings: ['embed.session-options'] },
    sentence: 'A request for an embed session may carry tenantGroupDefinitions and succeeds.',
  },
  {
    id: 'embed.generate.embed-tenant-profile-accepted',
    kind: 'status',
    lines: '250',
    operations: ['generateEmbedSession'],
    needs: { ...TENANT_SESSION, bindings: ['embed.session-options'] },
    sentence: 'A request for an embed session may carry an embedTenantProfile and succeeds.',
  },
  {
    id: 'embed.generate.ephemeral-ttl-without-effect',
    kind: 'deprecation',
    lines: '336',
    operations: ['generateEmbedSession', 'exchangeEmbedSession'],
    needs: { ...SESSION, wait: '3s' },
    sentence:
      'Where a request for an embed session may still carry the removed ephemeralTtlSeconds, the session can be exchanged after that many seconds just like one that was requested without it.',
  },
  {
    id: 'embed.generate.ephemeral-ttl-undocumented',
    kind: 'deprecation',
    lines: '336',
    operations: ['generateEmbedSession', 'getSpec'],
    sentence:
      "The tenant's own OpenAPI document no longer lists ephemeralTtlSeconds in the request for an embed session.",
  },
  {
    id: 'embed.generate.scoped-key-elsewhere',
    kind: 'auth',
    lines: '281, 297',
    operations: ['generateEmbedSession'],
    needs: { actors: ['SCOPED_TOKEN'], lent: ['DEPLOYMENT_ID', 'OTHER_DEPLOYMENT_ID'] },
    sentence:
      'A request for an embed session of a deployment outside the scope of its key is refused with 403 and produces no session.',
  },

  // Exchanging a session for a token.
  {
    id: 'embed.exchange.fresh-session',
    kind: 'move',
    lines: '136, 251',
    operations: ['generateEmbedSession', 'exchangeEmbedSession'],
    needs: SESSION,
    sentence: 'A new embed session, neither revoked nor expired, can be exchanged.',
  },
  {
    id: 'embed.exchange.token-produced',
    kind: 'shape',
    lines: '136, 251',
    operations: ['exchangeEmbedSession'],
    needs: SESSION,
    sentence: 'A successful exchange answers with a token, and it is a string that is not empty.',
  },
  {
    id: 'embed.exchange.token-accepted',
    kind: 'auth',
    lines: '136, 253',
    operations: ['exchangeEmbedSession', 'listDashboardComments'],
    needs: AT_DASHBOARD,
    sentence:
      'The token of an exchanged session that is scoped to an embed tenant lets its holder read the comments of a dashboard.',
  },
  {
    id: 'embed.exchange.revoked-refused',
    kind: 'move',
    lines: '136-137',
    operations: ['revokeEmbedSession', 'exchangeEmbedSession'],
    needs: { ...SESSION, mayUse: ['OAUTH_TOKEN'] },
    sentence:
      'The exchange of a session that was revoked before it was ever exchanged is refused and produces no token.',
  },
  {
    id: 'embed.exchange.revoked-after-exchange-refused',
    kind: 'move',
    lines: '136, 138',
    operations: ['revokeEmbedSession', 'exchangeEmbedSession'],
    needs: SESSION,
    sentence: 'Another exchange of a session that was exchanged and then revoked is refused and produces no token.',
  },
  {
    id: 'embed.exchange.expired-refused',
    kind: 'move',
    lines: '136',
    operations: ['exchangeEmbedSession'],
    needs: { lent: ['DEPLOYMENT_ID', 'EXPIRED_EMBED_SESSION_ID'] },
    sentence: 'The exchange of a session that has expired is refused and produces no token.',
  },
  {
    id: 'embed.exchange.unknown-refused',
    kind: 'move',
    lines: '136, 251',
    operations: ['exchangeEmbedSession'],
    needs: SESSION,
    sentence: 'The exchange of an id that no session has is refused and produces no token.',
  },

  // The token.
  {
    id: 'embed.token.lifetime',
    kind: 'time',
    lines: '138, 296, 323',
    operations: ['exchangeEmbedSession', 'listDashboardComments'],
    needs: { ...AT_DASHBOARD, wait: '24h' },
    sentence: 'Once 24 hours have passed since its exchange, the token of an embed session is refused with 401.',
  },

  // Revoking a session.
  {
    id: 'embed.revoke.unexchanged',
    kind: 'status',
    lines: '137, 252, 302',
    operations: ['revokeEmbedSession'],
    needs: SESSION,
    sentence: 'Revoking a session that was not exchanged answers 204.',
  },
  {
    id: 'embed.revoke.exchanged',
    kind: 'status',
    lines: '138, 252, 302',
    operations: ['revokeEmbedSession'],
    needs: SESSION,
    sentence: 'Revoking a session that was exchanged answers 204.',
  },
  {
    id: 'embed.revoke.unknown',
    kind: 'status',
    lines: '137, 252, 302',
    operations: ['revokeEmbedSession'],
    sentence: 'Revoking an id that no session has answers 204.',
  },
  {
    id: 'embed.revoke.expired',
    kind: 'status',
    lines: '137, 252, 302',
    operations: ['revokeEmbedSession'],
    needs: { lent: ['SPARE_EXPIRED_EMBED_SESSION_ID'] },
    sentence: 'Revoking a session that has expired answers 204.',
  },
  {
    id: 'embed.revoke.already-revoked',
    kind: 'status',
    lines: '137, 252, 302',
    operations: ['revokeEmbedSession'],
    needs: SESSION,
    sentence: 'Revoking a session for the second time answers 204.',
  },
  {
    id: 'embed.revoke.token-refused',
    kind: 'move',
    lines: '138, 296',
    operations: ['revokeEmbedSession', 'listDashboardComments'],
    needs: { ...AT_DASHBOARD, actors: ['MEMBER_TOKEN'], mayUse: ['SPARE_EXPIRED_EMBED_SESSION_ID'] },
    sentence: 'After its session is revoked, a token that worked before is refused with 401.',
  },
  {
    id: 'embed.revoke.token-refused-elsewhere',
    kind: 'move',
    lines: '138, 296',
    operations: ['revokeEmbedSession', 'createDashboardComment', 'listMentionableUsers', 'listReports'],
    needs: AT_DASHBOARD,
    sentence:
      'After its session is revoked, a token is refused with 401 by every other operation that accepted it before: new comments, the mention list and the list of reports.',
  },
  {
    id: 'embed.revoke.every-token-refused',
    kind: 'move',
    lines: '138, 296',
    operations: ['revokeEmbedSession', 'exchangeEmbedSession', 'listDashboardComments'],
    needs: AT_DASHBOARD,
    sentence:
      'Where a session can be exchanged twice, both of its tokens are refused with 401 once the session is revoked.',
  },
  {
    id: 'embed.revoke.other-token-unaffected',
    kind: 'move',
    lines: '138, 252',
    operations: ['revokeEmbedSession', 'listDashboardComments'],
    needs: AT_DASHBOARD,
    sentence: 'Revoking one exchanged session leaves the token of another session in force.',
  },
  {
    id: 'embed.revoke.other-session-unaffected',
    kind: 'move',
    lines: '136-137, 252',
    operations: ['revokeEmbedSession', 'exchangeEmbedSession'],
    needs: SESSION,
    sentence: 'Revoking one session leaves another that was not exchanged yet open to exchange.',
  },
  {
    id: 'embed.revoke.member-revokes-nothing',
    kind: 'auth',
    lines: '252, 282',
    operations: ['generateEmbedSession', 'revokeEmbedSession', 'exchangeEmbedSession'],
    needs: { ...SESSION, actors: ['MEMBER_TOKEN'] },
    sentence: 'A revocation that is refused because its user is no administrator leaves the session open to exchange.',
  },
  {
    id: 'embed.revoke.embedding-disabled',
    kind: 'auth',
    lines: '252',
    operations: ['revokeEmbedSession'],
    sentence: 'While embedding is switched off for the account, no session can be revoked.',
    untestable:
      'The status of a revocation while embedding is off is left open, and no session can be exchanged then to observe its effect.',
  },
  {
    id: 'embed.revoke.older-token',
    kind: 'move',
    lines: '138',
    operations: ['revokeEmbedSession'],
    sentence:
      'A token from before revocations were supported outlives the revocation of its session until it expires by itself.',
    untestable: 'A run cannot obtain a token that was issued before the release that introduced revocation.',
  },

  // Comments: reading and writing threads.
  {
    id: 'embed.comment-create.thread',
    kind: 'status',
    lines: '253',
    operations: ['createDashboardComment'],
    needs: AT_DASHBOARD,
    sentence: 'An embed user of a tenant can start a comment thread on a dashboard.',
  },
  {
    id: 'embed.comment-list.shows-thread',
    kind: 'move',
    lines: '253',
    operations: ['createDashboardComment', 'listDashboardComments'],
    needs: AT_DASHBOARD,
    sentence:
      "A thread that was started on a dashboard is in the dashboard's list of threads, with letters of any alphabet.",
  },
  {
    id: 'embed.comment-create.reply',
    kind: 'status',
    lines: '253',
    operations: ['createDashboardComment'],
    needs: AT_DASHBOARD,
    sentence:
      'An embed user of a tenant can reply to a comment thread, be it their own or that of another user of the tenant.',
  },
  {
    id: 'embed.comment-list.shows-reply',
    kind: 'move',
    lines: '253',
    operations: ['createDashboardComment', 'listDashboardComments'],
    needs: AT_DASHBOARD,
    sentence: "A reply shows in the dashboard's list as part of the thread that it answers, and of no other.",
  },
  {
    id: 'embed.comment-list.api-key-refused',
    kind: 'auth',
    lines: '253',
    operations: ['listDashboardComments'],
    needs: AT_DASHBOARD,
    sentence: "Reading a dashboard's comments with an administrator's API key in place of an embed session is refused.",
  },
  {
    id: 'embed.comment-create.api-key-refused',
    kind: 'auth',
    lines: '253',
    operations: ['createDashboardComment'],
    needs: AT_DASHBOARD,
    sentence:
      "Writing a comment with an administrator's API key in place of an embed session is refused and changes nothing.",
  },
  {
    id: 'embed.comment-list.altered-token-refused',
    kind: 'auth',
    lines: '24, 149, 253',
    operations: ['listDashboardComments'],
    needs: AT_DASHBOARD,
    sentence:
      "Reading a dashboard's comments with the token of an embed session that has a character in its middle changed is refused.",
  },
  {
    id: 'embed.comment-list.no-tenant-refused',
    kind: 'auth',
    lines: '253',
    operations: ['listDashboardComments'],
    needs: AT_DASHBOARD,
    sentence: "Reading a dashboard's comments from an embed session without an embed tenant is refused.",
  },
  {
    id: 'embed.comment-create.no-tenant-refused',
    kind: 'auth',
    lines: '253',
    operations: ['createDashboardComment'],
    needs: AT_DASHBOARD,
    sentence: 'Writing a comment from an embed session without an embed tenant is refused and changes nothing.',
  },

  // Comments: edit and delete. Whether users other than the author may do so is left open.
  {
    id: 'embed.comment-edit.author',
    kind: 'move',
    lines: '254',
    operations: ['updateDashboardComment', 'listDashboardComments'],
    needs: AT_DASHBOARD,
    sentence: 'The author of a comment can edit it, and the list then shows the new text in place of the old.',
  },
  {
    id: 'embed.comment-edit.others-unchanged',
    kind: 'merge',
    lines: '254',
    operations: ['updateDashboardComment', 'listDashboardComments'],
    needs: AT_DASHBOARD,
    sentence:
      'Editing one comment leaves the text of the other comments as it was, that of its own thread or replies included.',
  },
  {
    id: 'embed.comment-delete.author',
    kind: 'status',
    lines: '254',
    operations: ['deleteDashboardComment'],
    needs: AT_DASHBOARD,
    sentence: 'The author of a comment can delete it.',
  },
  {
    id: 'embed.comment-delete.others-kept',
    kind: 'move',
    lines: '254',
    operations: ['deleteDashboardComment', 'listDashboardComments'],
    needs: AT_DASHBOARD,
    sentence:
      'Deleting a comment leaves the other threads of the dashboard in the list, and deleting a reply the thread that it answers.',
  },
  {
    id: 'embed.comment-delete.soft',
    kind: 'move',
    lines: '254',
    operations: ['deleteDashboardComment'],
    sentence: 'A deleted comment is only marked as deleted and stays stored.',
    untestable:
      'Whether a deleted comment stays visible is left open, so neither its presence nor its absence is evidence.',
  },

  // Comments: resolve and re-open.
  {
    id: 'embed.comment-resolve.author',
    kind: 'move',
    lines: '254',
    operations: ['resolveDashboardComment', 'listDashboardComments'],
    needs: AT_DASHBOARD,
    sentence: 'The author of a thread can resolve it, and the list then no longer shows it as open.',
  },
  {
    id: 'embed.comment-resolve.author-again',
    kind: 'move',
    lines: '254',
    operations: ['resolveDashboardComment', 'listDashboardComments'],
    needs: TWO_AT_DASHBOARD,
    sentence: 'The author of a thread can resolve it in a later session as well.',
  },
  {
    id: 'embed.comment-resolve.others-open',
    kind: 'merge',
    lines: '254',
    operations: ['resolveDashboardComment', 'listDashboardComments'],
    needs: AT_DASHBOARD,
    sentence: 'Resolving one thread leaves the other threads of the dashboard open.',
  },
  {
    id: 'embed.comment-reopen.author',
    kind: 'move',
    lines: '254',
    operations: ['resolveDashboardComment', 'listDashboardComments'],
    needs: AT_DASHBOARD,
    sentence: 'The author of a resolved thread can open it again, and the list then shows it as open.',
  },
  {
    id: 'embed.comment-resolve.not-author',
    kind: 'auth',
    lines: '254',
    operations: ['resolveDashboardComment', 'listDashboardComments'],
    needs: TWO_AT_DASHBOARD,
    sentence: 'Resolving a thread that another embed user of the same tenant wrote is refused and changes nothing.',
  },
  {
    id: 'embed.comment-reopen.not-author',
    kind: 'auth',
    lines: '254',
    operations: ['resolveDashboardComment', 'listDashboardComments'],
    needs: TWO_AT_DASHBOARD,
    sentence:
      'Opening a resolved thread again that another embed user of the same tenant wrote is refused and changes nothing.',
  },

  // Mentions.
  {
    id: 'embed.mention.list',
    kind: 'shape',
    lines: '254',
    operations: ['listMentionableUsers'],
    needs: AT_DASHBOARD,
    sentence: 'The users whom a comment on a dashboard can mention are answered as a list.',
  },
]);
