import type { Bindings } from './binding.ts';
import { FILE_HASH, NEW_TEXT, OLD_TEXT } from './file-patches.ts';

export const workbooks = {
  'workbooks.file-old-text': {
    kind: 'name',
    what: 'the member of a dashboard draft patch with the text to be replaced, which a tenant that replaces the whole text has not',
    point: 'U013',
    default: 'oldText',
    discover: {
      rule: 'member',
      operation: 'patchDashboardFile',
      in: 'request',
      like: OLD_TEXT,
      type: 'string',
      mayBeInside: true,
    },
  },
  'workbooks.file-new-text': {
    kind: 'name',
    what: 'the member of a dashboard draft patch with the text to put there',
    point: 'U013',
    default: 'newText',
    discover: {
      rule: 'member',
      operation: 'patchDashboardFile',
      in: 'request',
      like: NEW_TEXT,
      type: 'string',
      mayBeInside: true,
    },
  },
  'workbooks.file-hash': {
    kind: 'name',
    what: 'the member of a dashboard draft patch with the hash of the draft that the patch was made for',
    point: 'U013',
    default: 'hash',
    discover: {
      rule: 'member',
      operation: 'patchDashboardFile',
      in: 'request',
      like: FILE_HASH,
      type: 'string',
    },
  },
} as const satisfies Bindings;
