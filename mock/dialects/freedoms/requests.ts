import type { CursorForm, Key } from '../dialect.ts';
import type { Freedoms } from './freedom.ts';

function isKey(key: unknown): key is Key {
  return Array.isArray(key) && key.every((part) => typeof part === 'string' || typeof part === 'number');
}

/** A cursor that is the JSON of a key in some encoding; what does not come out as it went in is none. */
function encoded(write: (json: string) => string, read: (cursor: string) => string): CursorForm {
  return {
    write: (key) => write(JSON.stringify(key)),
    read: (cursor) => {
      try {
        const key: unknown = JSON.parse(read(cursor));
        return isKey(key) ? key : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

function bytes(encoding: 'base64' | 'base64url' | 'hex'): CursorForm {
  return encoded(
    (json) => Buffer.from(json).toString(encoding),
    (cursor) => Buffer.from(cursor, encoding).toString('utf8'),
  );
}

/** Padding that makes a cursor longer than most clients expect. */
const PADDING = '.'.repeat(700);

const readable: CursorForm = {
  write: (key) =>
    `c.${key.map((part) => `${typeof part === 'number' ? 'n' : 's'}${encodeURIComponent(part)}`).join('~')}`,
  read: (cursor) => {
    const parts = /^c\.(.+)$/s.exec(cursor)?.[1]?.split('~') ?? [];
    const key = parts.map((part) => readPart(part));
    return key.length > 0 && key.every((part) => part !== undefined) ? key : undefined;
  },
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

/** What clients send and go on from. */
export const requests: Freedoms = {
  cursors: {
    points: ['U004', 'U029', 'U063'],
    what: 'how a cursor is written',
    values: {
      base64url: { cursor: bytes('base64url') },
      readable: { cursor: readable },
      // With plus signs, slashes and padding, which have to be encoded in a query.
      base64: { cursor: bytes('base64') },
      hex: { cursor: bytes('hex') },
      long: {
        cursor: encoded(
          (json) => Buffer.from(json).toString('base64url') + PADDING,
          (cursor) => (cursor.endsWith(PADDING) ? Buffer.from(cursor.slice(0, -700), 'base64url').toString() : ''),
        ),
      },
    },
  },
  'page-sizes': {
    points: ['U004', 'U029'],
    what: 'how many elements a page has where none or too many are asked for',
    values: {
      '50 and 500': { pageSizes: { otherwise: 50, most: 500 } },
      '20 and 100': { pageSizes: { otherwise: 20, most: 100 } },
      '100 and 1000': { pageSizes: { otherwise: 100, most: 1000 } },
      '25 and 50': { pageSizes: { otherwise: 25, most: 50 } },
      '10 and 20, more refused': { pageSizes: { otherwise: 10, most: 20, beyond: 'refused' } },
    },
  },
  'unknown-query': {
    points: ['U028'],
    what: 'whether query parameters that nobody declared are ignored or refused',
    values: { ignored: { unknownQuery: 'ignored' }, refused: { unknownQuery: 'refused' } },
  },
  'patch-type': {
    points: ['U104'],
    what: 'in which media type requests with PATCH are declared, and alone taken',
    values: {
      json: { patchType: 'application/json' },
      'merge patch': { patchType: 'application/merge-patch+json' },
    },
  },
  'embed-sessions': {
    points: ['U077'],
    what: 'whether an embed session that was exchanged can be exchanged again',
    values: { reusable: { embedSessions: 'reusable' }, 'single-use': { embedSessions: 'single-use' } },
  },
  'embed-internal-users': {
    points: ['U080'],
    what: 'how a request for an embed session names a user of the account, if it may name one in place of an outsider',
    values: {
      'by address': { internalUsers: { member: 'internal id', by: 'address' } },
      'by id': { internalUsers: { member: 'internal user id', by: 'id' } },
      'not offered': { internalUsers: null },
    },
  },
  'scim-tokens': {
    points: ['U111'],
    what: 'whether any API key of an administrator is a SCIM token',
    values: { keys: { scimTokens: 'keys' }, 'own kind': { scimTokens: 'own kind' } },
  },
  'core-data-base': {
    points: ['U095'],
    what: 'the base path of the Core Data API',
    values: {
      none: { dataApiBase: '' },
      'core-data': { dataApiBase: '/core-data' },
      nested: { dataApiBase: '/data/api' },
    },
  },
};
