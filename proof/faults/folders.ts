import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byPlainUser } from '../lib/access.ts';
import { faults } from '../lib/fault.ts';
import { all, changeBodySync, without } from '../lib/patches.ts';
import { declaring, membersOf, undeclare } from '../lib/document.ts';
import { isAsked, itemsOf, pageInfoOf } from '../lib/reports.ts';

const LIST = 'listFolders';

function listing(change: (list: Body, call: Call) => Body): Patch {
  return changeBodySync(LIST, change);
}

/** Every folder of the list, changed, in the legacy member as well. */
function showing(change: (folder: Body, call: Call) => Body): Patch {
  return listing((list, call) => {
    const changed = (folders: unknown) => (folders as readonly Body[]).map((folder) => change(folder, call));
    return { ...list, items: changed(list['items']), data: changed(list['data']) };
  });
}

/** The owner goes by another name or by none, in the answer and in the document alike. */
function ownerless(renamed?: string): Patch {
  return all(
    showing(({ user, ...rest }) => (renamed === undefined ? rest : { ...rest, [renamed]: user })),
    declaring((document) => {
      const declared = membersOf(document, 'Folder');
      if (renamed !== undefined) declared[renamed] = declared['user'];
      undeclare(document, 'Folder', 'user');
    }),
  );
}

function callerOf({ principal: { user } }: Call): Body | null {
  return user ? { id: user.id, email: user.email, firstName: user.firstName } : null;
}

export const foldersFaults = faults({
  // The list.
  'folders.list.items': [
    { name: 'absent', sentence: 'A list of folders has data and no items.', patch: listing(without('items')) },
    {
      name: 'by-id',
      sentence: 'The items of a list of folders are an object with a member for each id.',
      patch: listing((list) => ({
        ...list,
        items: Object.fromEntries(itemsOf(list).map((folder) => [String(folder['id']), folder])),
      })),
    },
    {
      name: 'ids',
      sentence: 'The items of a list of folders are the ids of folders.',
      patch: listing((list) => ({ ...list, items: itemsOf(list).map(({ id }) => id) })),
    },
  ],
  'folders.list.page-info': [
    { name: 'absent', sentence: 'A list of folders has no pageInfo.', patch: listing(without('pageInfo')) },
    {
      name: 'null',
      sentence: 'The pageInfo of a list of folders is null where no page follows.',
      patch: listing((list) => (pageInfoOf(list)['hasNextPage'] === true ? list : { ...list, pageInfo: null })),
    },
    {
      name: 'null-behind-a-cursor',
      sentence: 'The pageInfo of the last page of a list of folders is null if a page was before it.',
      patch: listing((list, call) =>
        isAsked(call, 'after') && pageInfoOf(list)['hasNextPage'] !== true ? { ...list, pageInfo: null } : list,
      ),
    },
  ],
  'folders.list.data': [
    { name: 'absent', sentence: 'A list of folders has items and no data.', patch: listing(without('data')) },
    {
      name: 'empty',
      sentence: 'The data of a list of folders is empty, whatever the items are.',
      patch: listing((list) => ({ ...list, data: [] })),
    },
    {
      name: 'ids',
      sentence: 'The data of a list of folders are the ids of folders.',
      patch: listing((list) => ({ ...list, data: itemsOf(list).map(({ id }) => id) })),
    },
    {
      name: 'empty-with-first',
      sentence: 'The data of a list of folders is empty where a page of some size is asked for.',
      patch: listing((list, call) => (isAsked(call, 'first') ? { ...list, data: [] } : list)),
    },
  ],
  'folders.list.count': [
    { name: 'absent', sentence: 'A list of folders has no count.', patch: listing(without('count')) },
    {
      name: 'null',
      sentence: 'The count of a list of folders is null.',
      patch: listing((list) => ({ ...list, count: null })),
    },
    {
      name: 'text',
      sentence: 'The count of a list of folders is a text.',
      patch: listing((list) => ({ ...list, count: String(list['count']) })),
    },
  ],

  // The folder.
  'folders.folder.user': [
    { name: 'gone', sentence: 'A folder neither shows nor declares a user.', patch: ownerless() },
    { name: 'renamed', sentence: 'A folder has an owner and no user.', patch: ownerless('owner') },
  ],
  'folders.folder.user-null-when-shared': [
    {
      name: 'caller',
      sentence: 'A folder that is shared from the main workspace belongs to whoever asks.',
      patch: showing((folder, call) => ({ ...folder, user: folder['user'] ?? callerOf(call) })),
    },
    {
      name: 'caller-if-plain',
      sentence: 'A folder that is shared from the main workspace belongs to whoever asks without the admin role.',
      patch: showing((folder, call) => ({
        ...folder,
        user: folder['user'] ?? (byPlainUser(call) ? callerOf(call) : null),
      })),
    },
    {
      name: 'empty',
      sentence: 'The user of a folder that is shared from the main workspace is an object without members.',
      patch: showing((folder) => ({ ...folder, user: folder['user'] ?? {} })),
    },
  ],
});
