import { BINDINGS, type BindingId } from '../../../contracts/bindings/index.ts';
import type { Freedom, Freedoms, Words } from './freedom.ts';

/**
 * What vendors call things in documents of public services. The entries are words; how they are joined to a name is a freedom
 * of its own. The first of each is the usual one.
 */
const idOf = (thing: string, ...others: readonly string[]) => ['id', `${thing} id`, ...others];
const reference = (thing: string, ...others: readonly string[]) => [`${thing} id`, thing, ...others];
const flag = (...words: readonly string[]) => words.flatMap((word) => [word, `is ${word}`]);
const credential = (thing: string) => ['token', 'access token', 'jwt', `${thing} token`];
const state = (thing: string) => ['status', 'state', `${thing} status`];

const pages = (list: string) => ({
  [`${list}-first`]: ['first', 'limit', 'page size', 'per page', 'max results', 'top'],
  [`${list}-after`]: ['after', 'cursor', 'page token', 'starting after', 'next cursor', 'skip token', 'continuation'],
});

const NAMES: Readonly<Partial<Record<BindingId, readonly string[]>>> = {
  'deployments.list-after': ['after', 'cursor', 'page token', 'starting after', 'next cursor'],
  'scheduled-tasks.list-after': ['after', 'cursor', 'page token', 'starting after', 'next cursor'],
  ...pages('environments.list'),
  ...pages('scheduled-tasks.runs'),
  ...pages('role-holders.list'),
  ...pages('embed-tenants.workbooks'),
  ...pages('transform-sync.list'),
  ...pages('transform-sync.files'),
  'role-holders.user-id': idOf('user'),
  'role-holders.roles': ['roles', 'assigned roles', 'user roles'],
  'role-holders.user-roles': ['roles', 'items', 'user roles'],
  'role-holders.user-role-id': idOf('role'),
  'role-holders.holder-role-id': idOf('role'),
  'reports.sort-direction': ['sort direction', 'order direction', 'sort order', 'order', 'direction', 'sort dir'],
  'reports.parent': ['folder id', 'parent folder id', 'parent id', 'target folder id', 'folder'],
  'reports.file-hash': ['hash', 'expected hash', 'base hash', 'content hash'],
  'workbooks.file-hash': ['hash', 'expected hash', 'base hash', 'content hash'],
  'scheduled-tasks.id': idOf('task', 'scheduled task id'),
  'scheduled-tasks.prompt': ['prompt', 'instructions', 'message', 'prompt text'],
  'scheduled-tasks.cron': ['cron', 'cron expression', 'schedule', 'cron schedule'],
  'scheduled-tasks.time-zone': ['timezone', 'tz', 'time zone', 'schedule timezone'],
  'scheduled-tasks.enabled': flag('enabled', 'active'),
  'scheduled-tasks.run-thread': ['thread id', 'chat thread id', 'thread', 'chat id'],
  'report-deliveries.id': idOf('delivery', 'report delivery id'),
  'report-deliveries.report': reference('report', 'source report id'),
  'deployments.id': idOf('deployment'),
  'deployments.settings-cloud-provider': ['cloud provider', 'provider', 'cloud'],
  'deployments.settings-region': ['region', 'cloud region', 'region name'],
  'deployments.settings-release-channel': ['release channel', 'channel', 'update channel'],
  'deployments.settings-release-channel-version': ['release channel version', 'version', 'channel version'],
  'deployments.settings-release-channel-version-hold': [
    'release channel version hold',
    'version hold',
    'hold version',
    'version pinned',
  ],
  'deployments.settings-template': ['template', 'template name', 'project template'],
  'deployments.settings-template-variables': ['template variables', 'variables', 'template vars'],
  'deployments.settings-default-launchpad-view-group': [
    'default launchpad view group',
    'launchpad view group',
    'default view group',
  ],
  'deployments.settings-launchpad-tabs': ['launchpad tabs', 'tabs', 'visible launchpad tabs'],
  'deployments.version': ['version', 'tag', 'name', 'release channel version', 'version number'],
  'deployments.token': credential('deployment'),
  'deployments.suggestion-agent': ['agent id', 'agent', 'target agent id'],
  'environments.id': idOf('environment'),
  'environments.token-id': idOf('token', 'jti'),
  'environments.created-token-id': idOf('token', 'jti'),
  'environments.created-token': credential('environment'),
  'environments.token-lifetime': ['expires in', 'ttl seconds', 'ttl', 'lifetime seconds', 'expires in seconds'],
  'environments.meta-sync-requested': ['scopes', 'requested scopes', 'scope'],
  'environments.meta-sync-signed': ['scopes', 'signed scopes', 'granted scopes'],
  'dashboard-exports.dashboard': ['dashboard public id', 'dashboard id', 'public id', 'dashboard', 'board'],
  'dashboard-exports.job-id': ['job id', 'id', 'export id', 'export job id', 'export key'],
  'promotions.preview-target': [
    'target deployment id',
    'destination deployment id',
    'to deployment id',
    'target deployment',
  ],
  'promotions.preview-hash': ['source hash', 'hash', 'source checksum', 'source digest'],
  'promotions.preview-id': ['preview id', 'id', 'promotion preview id'],
  'promotions.apply-target': [
    'target deployment id',
    'destination deployment id',
    'to deployment id',
    'target deployment',
  ],
  'promotions.apply-preview': ['preview id', 'preview', 'promotion preview id'],
  'promotions.apply-hash': ['source hash', 'expected source hash', 'source checksum', 'preview hash'],
  'promotions.idempotency-member': ['idempotency key', 'idempotency token', 'idempotency id'],
  'embed.session-deployment': reference('deployment'),
  'embed.session-user': [
    'external id',
    'user id',
    'external user id',
    'user external id',
    'visitor ref',
    'viewer',
    'person key',
    'login',
  ],
  'embed.session-tenant': ['embed tenant name', 'tenant name', 'embed tenant', 'tenant'],
  'embed.exchange-session': ['session id', 'embed session id', 'session'],
  'embed.token': credential('session'),
  'embed.comment-id': idOf('comment', 'thread id'),
  'embed.thread-resolved': flag('resolved'),
  'embed.thread-replies': ['replies', 'children', 'comments'],
  'embed.comment-parent': ['parent id', 'thread id', 'parent comment id', 'reply to id'],
  'embed.resolve-flag': flag('resolved'),
  'embed-tenants.workbook-id': idOf('workbook'),
  'usage-analytics.token': [...credential('analytics'), 'bearer'],
  'api-keys.id': idOf('key', 'api key id'),
  'users.id': idOf('user'),
  'users.searched': ['email', 'email address', 'mail'],
  'users.group-id': idOf('group', 'user group id'),
  'users.group-searched': ['name', 'group name', 'title', 'display name'],
  'transform-sync.status': state('sync'),
  'transform-sync.list-id': ['sync job id', 'job id', 'id'],
  'transform-sync.list-status': state('job'),
  'transform-sync.list-trigger': ['trigger', 'trigger type', 'triggered by'],
  'transform-sync.file-path': ['path', 'file path', 'filename', 'name'],
  'lakehouse.preview-data-source': ['data source name', 'data source', 'source name'],
  'lakehouse.preview-id': ['preview id', 'id', 'preview job id', 'preview key'],
  'lakehouse.configuration-version': ['configuration version', 'version', 'config version'],
  'build.created-id': idOf('deployment'),
  'build.staging-branch': ['branch name', 'branch', 'git branch'],
  'build.staging-enabled': flag('enabled', 'active'),
  'build.validate-branch': ['branch name', 'branch', 'git branch'],
  'build.validate-errors': ['errors', 'compile errors', 'problems', 'issues'],
};

/** Names that go together: whoever says `find` says `replace`. */
const COUPLED: readonly (readonly Words[])[] = [
  [
    { 'reports.file-old-text': 'old text', 'reports.file-new-text': 'new text' },
    { 'reports.file-old-text': 'find', 'reports.file-new-text': 'replace' },
    { 'reports.file-old-text': 'search', 'reports.file-new-text': 'replace with' },
    { 'reports.file-old-text': 'old string', 'reports.file-new-text': 'new string' },
    { 'reports.file-old-text': 'original text', 'reports.file-new-text': 'replacement text' },
    { 'reports.file-old-text': 'before', 'reports.file-new-text': 'after' },
    { 'reports.file-old-text': 'exact text', 'reports.file-new-text': 'replace by' },
    { 'reports.file-old-text': 'find', 'reports.file-new-text': 'put' },
  ],
  [
    { 'workbooks.file-old-text': 'old text', 'workbooks.file-new-text': 'new text' },
    { 'workbooks.file-old-text': 'find', 'workbooks.file-new-text': 'replace' },
    { 'workbooks.file-old-text': 'search', 'workbooks.file-new-text': 'replace with' },
    { 'workbooks.file-old-text': 'old string', 'workbooks.file-new-text': 'new string' },
    { 'workbooks.file-old-text': 'original text', 'workbooks.file-new-text': 'replacement text' },
    { 'workbooks.file-old-text': 'before', 'workbooks.file-new-text': 'after' },
    { 'workbooks.file-old-text': 'exact text', 'workbooks.file-new-text': 'replace by' },
    { 'workbooks.file-old-text': 'find', 'workbooks.file-new-text': 'put' },
  ],
  [
    { 'embed.comment-text': 'text', 'embed.edit-text': 'text' },
    { 'embed.comment-text': 'content', 'embed.edit-text': 'content' },
    { 'embed.comment-text': 'body', 'embed.edit-text': 'body' },
    { 'embed.comment-text': 'message', 'embed.edit-text': 'message' },
  ],
];

const SEGMENTS: Readonly<Partial<Record<BindingId, readonly string[]>>> = {
  'transform-sync.segment': ['transform', 'acme', 'sqlmesh', 'dataflow'],
  'lakehouse.segment': ['lakehouse', 'brickhouse', 'iceberg', 'delta-house'],
};

const HEADERS: Readonly<Partial<Record<BindingId, readonly string[]>>> = {
  'promotions.idempotency-header': ['Idempotency-Key', 'X-Idempotency-Key', 'Idempotency-Token'],
};

function freedomOf(ids: readonly string[], values: Freedom['values']): Freedom {
  const bindings = ids.map((id) => BINDINGS[id as BindingId]);
  return {
    points: [...new Set(bindings.map(({ point }) => point))],
    what: bindings.map(({ what }) => what).join('; '),
    values,
  };
}

function single(table: Readonly<Partial<Record<BindingId, readonly string[]>>>, kind: 'words' | 'segments'): Freedoms {
  return Object.fromEntries(
    Object.entries(table).map(([id, names]) => [
      `name.${id}`,
      freedomOf([id], Object.fromEntries(names.map((name) => [name, { [kind]: { [id]: name } }]))),
    ]),
  );
}

const coupled: Freedoms = Object.fromEntries(
  COUPLED.map((ways) => {
    const ids = Object.keys(ways[0] ?? {});
    const values = Object.fromEntries(ways.map((words) => [Object.values(words).join(', '), { words }]));
    return [`name.${ids[0] ?? ''}`, freedomOf(ids, values)];
  }),
);

/** A flag has another name than a status. */
const PREVIEW_STATES = {
  status: 'status',
  state: 'status',
  'preview status': 'status',
  done: 'ended',
  'is running': 'running',
} as const;

const previewStates = freedomOf(
  ['lakehouse.preview-status'],
  Object.fromEntries(
    Object.entries(PREVIEW_STATES).map(([name, previewState]) => [
      name,
      { words: { 'lakehouse.preview-status': name }, outcomes: { previewState } },
    ]),
  ),
);

function camelCase(words: string): string {
  return words.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
}

export const names: Freedoms = {
  'names.case': {
    points: ['U104'],
    what: 'how words are joined in a name that is not printed',
    values: { camel: { wordCase: camelCase }, snake: { wordCase: (words) => words.replaceAll(' ', '_') } },
  },
  ...single(NAMES, 'words'),
  'name.lakehouse.preview-status': previewStates,
  ...coupled,
  ...single(SEGMENTS, 'segments'),
  ...single(HEADERS, 'segments'),
};
