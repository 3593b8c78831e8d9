import type { Dialect } from './dialect.ts';

const STATUSES = {
  invalid: 400,
  unknown: 404,
  forbidden: 403,
  conflict: 409,
  gone: 404,
  unsupported: 415,
  'too-large': 413,
  'no-route': 404,
  'no-method': 405,
} as const;

/** The dialect of a tenant that does the usual thing wherever it may choose. */
export const plain: Dialect = {
  name: 'plain',
  names: {},
  success: () => 200,
  refusal: (why) => STATUSES[why],
  problem: (status, problems) => ({
    status,
    type: 'application/json; charset=utf-8',
    body: JSON.stringify({ error: problems[0] ?? 'refused', errors: problems }),
  }),
  write: (body) => JSON.stringify(body),
  cursor: {
    write: (key) => Buffer.from(JSON.stringify(key)).toString('base64url'),
    read: (cursor) => {
      try {
        const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
        const isKey = Array.isArray(key) && key.every((part) => typeof part === 'string' || typeof part === 'number');
        return isKey ? key : undefined;
      } catch {
        return undefined;
      }
    },
  },
  grown: [],
  unknownQuery: 'ignored',
  order: 'ascending',
  embedSessions: 'reusable',
  dataApiBase: '',
};
