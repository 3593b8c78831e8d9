import { requirements } from './row.ts';
import type { Needs, Row } from './row.ts';

const LIST: Needs = { lent: ['DEPLOYMENT_ID'], bindings: ['folders.list'] };
/** Lists of which every one carries the same members. */
const LISTS = {
  needs: { ...LIST, mayUse: ['OAUTH_TOKEN', 'MEMBER_TOKEN', 'SCOPED_TOKEN'] },
  classes: [
    'the whole list',
    'a page of one',
    'the page after it',
    'by an OAuth token',
    'for a plain user',
    'with a scoped key',
  ],
} satisfies Partial<Row>;

export const folders = requirements('folders', [
  // The list. Its path, and whether it has pages, are left open.
  {
    id: 'folders.list.items',
    kind: 'shape',
    lines: '334',
    operations: ['listFolders'],
    ...LISTS,
    sentence: 'A list of folders carries items, an array of folders.',
  },
  {
    id: 'folders.list.page-info',
    kind: 'shape',
    lines: '334',
    operations: ['listFolders'],
    needs: LISTS.needs,
    classes: [...LISTS.classes, 'a page of a hundred'],
    sentence: 'A list of folders carries pageInfo, an object.',
  },
  {
    id: 'folders.list.data',
    kind: 'deprecation',
    lines: '334, 336',
    operations: ['listFolders'],
    needs: { ...LISTS.needs, lent: ['DEPLOYMENT_ID', 'FOLDER_ID'] },
    classes: LISTS.classes,
    sentence: 'A list of folders still fills the deprecated data with folders whenever items has any.',
  },
  {
    id: 'folders.list.count',
    kind: 'deprecation',
    lines: '334, 336',
    operations: ['listFolders'],
    ...LISTS,
    sentence: 'A list of folders still fills the deprecated count with a number.',
  },

  // The folder.
  {
    id: 'folders.folder.user',
    kind: 'shape',
    lines: '128',
    operations: ['listFolders', 'getSpec'],
    needs: LIST,
    sentence:
      "A folder names its owner in user: a listed folder shows it, or the tenant's document declares it for one.",
  },
  {
    id: 'folders.folder.user-of-owner',
    kind: 'shape',
    lines: '128',
    operations: ['listFolders'],
    needs: {
      lent: ['DEPLOYMENT_ID', 'OWN_FOLDER_ID'],
      mayUse: ['OAUTH_TOKEN', 'MEMBER_TOKEN'],
      bindings: ['folders.list', 'folders.id'],
    },
    sentence: 'A folder that belongs to a user shows that owner: where the list shows its user, it is not null.',
    classes: ['by an API key', 'by an OAuth token', 'for a plain user', 'on a page', 'behind a cursor'],
  },
  {
    id: 'folders.folder.user-null-when-shared',
    kind: 'shape',
    lines: '128',
    operations: ['listFolders'],
    needs: {
      alone: ['report'],
      lent: ['DEPLOYMENT_ID', 'SHARED_FOLDER_ID'],
      mayUse: ['OAUTH_TOKEN', 'MEMBER_TOKEN', 'REPORT_ID'],
      steps: ['updateReport'],
      bindings: ['folders.list', 'folders.id'],
    },
    sentence: 'A folder that is shared from the main workspace has no owner: its user is null.',
    classes: ['by an API key', 'by an OAuth token', 'for a plain user', 'on a page', 'behind a cursor'],
  },
]);
