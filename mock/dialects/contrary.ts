import { Moment } from '../clock.ts';
import type { Dialect } from './dialect.ts';

const STATUSES = {
  invalid: 422,
  unknown: 403,
  forbidden: 404,
  conflict: 412,
  gone: 410,
  unsupported: 406,
  'too-large': 400,
  'no-route': 410,
  'no-method': 404,
} as const;

/**
 * The dialect of a tenant that uses every freedom it has: other statuses, names, dates, cursors, error bodies and
 * orders, further members, and HTML where no API is. It conforms all the same.
 */
export const contrary: Dialect = {
  name: 'contrary',
  names: {
    'reports.sort-direction': 'orderDirection',
    'transform-sync.segment': 'acme',
    'lakehouse.segment': 'brickhouse',
    'scheduled-tasks.prompt': 'instructions',
    'scheduled-tasks.cron': 'cronExpression',
    'scheduled-tasks.time-zone': 'tz',
    'scheduled-tasks.resume': {
      method: 'put',
      path: '/api/v1/deployments/{deploymentId}/scheduled-tasks/{taskId}/activate',
    },
    'roles.list': { items: 'results', endCursor: 'paging.nextCursor', hasNextPage: 'paging.hasMore' },
    'deployments.list': { items: 'items', endCursor: 'paging.nextCursor', hasNextPage: 'paging.hasMore' },
    'deployments.settings-release-channel-version-hold': 'versionHold',
    'deployments.versions': { items: '', endCursor: 'pageInfo.endCursor', hasNextPage: 'pageInfo.hasNextPage' },
    'deployments.version': 'tag',
    'deployments.token': 'accessToken',
    'deployments.suggestion-agent': 'agent',
    'environments.list-first': 'limit',
    'environments.list-after': 'cursor',
    'role-holders.list-first': 'pageSize',
    'role-holders.list-after': 'pageToken',
    'transform-sync.list-first': 'page_size',
    'transform-sync.list-after': 'start_cursor',
    'environments.list': { items: 'results', endCursor: 'paging.nextCursor', hasNextPage: 'paging.hasMore' },
    'environments.tokens': { items: '', endCursor: 'pageInfo.endCursor', hasNextPage: 'pageInfo.hasNextPage' },
    'environments.token-id': 'tokenId',
    'environments.created-token-id': 'tokenId',
    'environments.created-token': 'jwt',
    'environments.token-lifetime': 'ttlSeconds',
    'environments.meta-sync-requested': 'requestedScopes',
    'environments.meta-sync-signed': 'signedScopes',
    'build.created-id': 'deploymentId',
    'build.staging-branch': 'branch',
    'build.staging-enabled': 'isEnabled',
    'build.validate-branch': 'branch',
    'build.validate-errors': 'compileErrors',
    'embed.session-user': 'userId',
    'embed.session-tenant': 'tenantName',
    'embed.token': 'accessToken',
    'embed.comments': { items: 'threads', endCursor: 'pageInfo.endCursor', hasNextPage: 'pageInfo.hasNextPage' },
    'embed.thread-resolved': 'isResolved',
    'embed.thread-replies': 'children',
    'embed.comment-text': 'content',
    'embed.edit-text': 'content',
    'embed.comment-parent': 'threadId',
    'embed-tenants.workbooks': { items: 'workbooks', endCursor: 'paging.next', hasNextPage: 'paging.hasMore' },
    'embed-tenants.workbook-id': 'workbookId',
    'users.list': { items: 'items', endCursor: 'pagination.next', hasNextPage: 'pagination.hasMore' },
  },
  success: (answer, operation) => {
    if (answer.kind === 'created') return 201;
    if (answer.kind === 'done') return 204;
    return operation.requestBody ? 203 : 200;
  },
  refusal: (why) => STATUSES[why],
  problem: (status, problems) => {
    if (status === STATUSES['no-route']) {
      return { status, type: 'text/html; charset=utf-8', body: '<!doctype html><title>Nothing here</title>' };
    }
    const detail = problems.map((problem, index) => ({ code: `E${index + 1}`, problem }));
    return {
      status,
      type: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', status, title: 'Refused', detail }),
    };
  },
  write: (body) => JSON.stringify(withFurtherMembers(withOtherDates(body))),
  cursor: {
    write: (key) =>
      `c.${key.map((part) => `${typeof part === 'number' ? 'n' : 's'}${encodeURIComponent(part)}`).join('~')}`,
    read: (cursor) => {
      const parts = /^c\.(.+)$/s.exec(cursor)?.[1]?.split('~') ?? [];
      const key = parts.map((part) => readPart(part));
      return key.length > 0 && key.every((part) => part !== undefined) ? key : undefined;
    },
  },
  // Lists of actions and resource types grow: this build has some that no document of today lists.
  grown: [{ resourceType: 'Galaxy', actions: ['GalaxyRead', 'GalaxyEdit'], resources: ['1'] }],
  unknownQuery: 'refused',
  order: 'descending',
  embedSessions: 'single-use',
  dataApiBase: '/core-data',
};

function readPart(part: string): string | number | undefined {
  try {
    const text = decodeURIComponent(part.slice(1));
    if (part.startsWith('s')) return text;
    const number = Number(text);
    return part.startsWith('n') && Number.isFinite(number) ? number : undefined;
  } catch {
    return undefined;
  }
}

/** Dates without a time where a date is all that is printed, seconds where a client reckons with the moment. */
function withOtherDates(value: unknown): unknown {
  if (value instanceof Moment) {
    return value.precision === 'date' ? new Date(value.at).toISOString().slice(0, 10) : Math.floor(value.at / 1000);
  }
  if (Array.isArray(value)) return value.map(withOtherDates);
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.entries(value).filter(([key, member]) => member !== null || !LEFT_OUT_WHEN_NULL.has(key));
  return Object.fromEntries(shown.map(([key, member]) => [key, withOtherDates(member)]));
}

/** Members that this dialect leaves out where another would say null. */
const LEFT_OUT_WHEN_NULL = new Set([
  'description',
  'endResultCell',
  'folderId',
  'picture',
  'refreshedBy',
  'refreshedByUser',
  'resultLocation',
  'workbookId',
]);

/** A member that nobody knows in the answer itself and in each element of its lists. */
function withFurtherMembers(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if (Array.isArray(body)) return body.map((element) => withMember(element));
  const members = Object.entries(body).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.map((element: unknown) => withMember(element)) : (value as unknown),
  ]);
  return withMember(Object.fromEntries(members));
}

function withMember(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return { ...value, furtherMember: { since: 'next release' } };
}
