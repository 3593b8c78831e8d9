import type { Body } from '../../../mock/call.ts';
import { byOAuth, byPlainUser, byScopedKey } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { changeFolders } from '../../lib/folders.ts';
import { changedIf } from '../../lib/conditions.ts';
import { bySize, isBehindCursor } from '../../lib/paging.ts';
import { changeBodySync, without } from '../../lib/patches.ts';
import { isAsked, itemsOf, pageInfoOf } from '../../lib/reports.ts';

/** Faults of the list of folders. */
export const listFaults = faults({
  'folders.list.items': [
    {
      name: 'ids-when-paged',
      sentence: 'The items of a page of folders of some size are the ids of folders.',
      patch: changedIf('listFolders', bySize, (list) => ({ ...list, items: itemsOf(list).map(({ id }) => id) })),
    },
    {
      name: 'absent-for-oauth',
      sentence: 'A list of folders has no items for an OAuth token.',
      also: alsoThese('both names are compared for each caller', 'folders.list.data'),
      patch: changedIf('listFolders', byOAuth, ({ items: _, ...list }) => list),
    },
    {
      name: 'absent-for-plain-users',
      sentence: 'A list of folders has no items for a user without the admin role.',
      also: alsoThese('both names are compared for each caller', 'folders.list.data'),
      patch: changedIf('listFolders', byPlainUser, ({ items: _, ...list }) => list),
    },
    { name: 'absent', sentence: 'A list of folders has data and no items.', patch: changeFolders(without('items')) },
    {
      name: 'by-id',
      sentence: 'The items of a list of folders are an object with a member for each id.',
      patch: changeFolders((list) => ({
        ...list,
        items: Object.fromEntries(itemsOf(list).map((folder) => [String(folder['id']), folder])),
      })),
    },
    {
      name: 'ids',
      sentence: 'The items of a list of folders are the ids of folders.',
      patch: changeFolders((list) => ({ ...list, items: itemsOf(list).map(({ id }) => id) })),
    },
  ],
  'folders.list.page-info': [
    {
      name: 'absent-without-first',
      sentence: 'A list of folders that is asked for no page has no pageInfo.',
      patch: changeBodySync('listFolders', ({ pageInfo, ...rest }, call) =>
        isAsked(call, 'first') ? { ...rest, pageInfo } : rest,
      ),
    },
    {
      name: 'absent-behind-a-cursor',
      sentence: 'A page of folders after a cursor has no pageInfo.',
      patch: changedIf('listFolders', isBehindCursor, ({ pageInfo: _, ...list }) => list),
    },
    {
      name: 'absent-for-plain-users',
      sentence: 'A list of folders has no pageInfo for a user without the admin role.',
      patch: changedIf('listFolders', byPlainUser, ({ pageInfo: _, ...list }) => list),
    },
    { name: 'absent', sentence: 'A list of folders has no pageInfo.', patch: changeFolders(without('pageInfo')) },
    {
      name: 'null',
      sentence: 'The pageInfo of a list of folders is null where no page follows.',
      patch: changeFolders((list) => (pageInfoOf(list)['hasNextPage'] === true ? list : { ...list, pageInfo: null })),
    },
    {
      name: 'null-behind-a-cursor',
      sentence: 'The pageInfo of the last page of a list of folders is null if a page was before it.',
      patch: changeFolders((list, call) =>
        isAsked(call, 'after') && pageInfoOf(list)['hasNextPage'] !== true ? { ...list, pageInfo: null } : list,
      ),
    },
    {
      name: 'absent-where-all-fit-on-a-page',
      sentence: 'A page of folders with room for all has no pageInfo.',
      patch: changeBodySync('listFolders', ({ pageInfo, ...rest }, call) =>
        isAsked(call, 'first') && !isAsked(call, 'after') && (pageInfo as Body)['hasNextPage'] === false
          ? rest
          : { ...rest, pageInfo },
      ),
    },
  ],
  'folders.list.data': [
    {
      name: 'empty-behind-a-cursor',
      sentence: 'The deprecated data of a page after a cursor is empty.',
      patch: changeBodySync('listFolders', (list, call) => (isAsked(call, 'after') ? { ...list, data: [] } : list)),
    },
    {
      name: 'absent-behind-a-cursor',
      sentence: 'A page of folders after a cursor has no data.',
      patch: changedIf('listFolders', isBehindCursor, ({ data: _, ...list }) => list),
    },
    {
      name: 'empty-for-oauth',
      sentence: 'The data of a list of folders is empty for an OAuth token.',
      patch: changedIf('listFolders', byOAuth, (list) => ({ ...list, data: [] })),
    },
    {
      name: 'empty-for-plain-users',
      sentence: 'The data of a list of folders is empty for a user without the admin role.',
      patch: changedIf('listFolders', byPlainUser, (list) => ({ ...list, data: [] })),
    },
    {
      name: 'in-the-place-of-items',
      sentence: 'A page of folders of some size has them in data and none in items.',
      patch: changedIf('listFolders', bySize, (list) => ({ ...list, items: [] })),
    },
    { name: 'absent', sentence: 'A list of folders has items and no data.', patch: changeFolders(without('data')) },
    {
      name: 'empty',
      sentence: 'The data of a list of folders is empty, whatever the items are.',
      patch: changeFolders((list) => ({ ...list, data: [] })),
    },
    {
      name: 'ids',
      sentence: 'The data of a list of folders are the ids of folders.',
      patch: changeFolders((list) => ({ ...list, data: itemsOf(list).map(({ id }) => id) })),
    },
    {
      name: 'empty-with-first',
      sentence: 'The data of a list of folders is empty where a page of some size is asked for.',
      patch: changeFolders((list, call) => (isAsked(call, 'first') ? { ...list, data: [] } : list)),
    },
  ],
  'folders.list.count': [
    {
      name: 'by-a-scoped-key',
      sentence: 'A list of folders with a scoped key has a count of null.',
      patch: changeBodySync('listFolders', (body, call) => (byScopedKey(call) ? { ...body, count: null } : body)),
    },
    {
      name: 'absent-when-paged',
      sentence: 'A page of folders of some size has no count.',
      patch: changedIf('listFolders', bySize, ({ count: _, ...list }) => list),
    },
    {
      name: 'null-for-plain-users',
      sentence: 'The count of a list of folders is null for a user without the admin role.',
      patch: changedIf('listFolders', byPlainUser, (list) => ({ ...list, count: null })),
    },
    { name: 'absent', sentence: 'A list of folders has no count.', patch: changeFolders(without('count')) },
    {
      name: 'null',
      sentence: 'The count of a list of folders is null.',
      patch: changeFolders((list) => ({ ...list, count: null })),
    },
    {
      name: 'text',
      sentence: 'The count of a list of folders is a text.',
      patch: changeFolders((list) => ({ ...list, count: String(list['count']) })),
    },
  ],
});
