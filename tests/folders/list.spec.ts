import { expectKnownMember } from '../../harness/check/shown.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { judging } from '../../harness/check/judging.ts';
import { calls } from './calls.ts';
import {
  bodyIfTaken,
  folderFor,
  isMembers,
  listAllFolders,
  listedFolder,
  listsOf,
  ownersLost,
  reportMovedTo,
} from './folders.ts';

checkEveryOperation('folders', calls);

/** Describes a value that should be a list of folders. */
function kindOf(value: unknown): string {
  if (!Array.isArray(value)) return value === null ? 'null' : typeof value;
  return value.every(isMembers) ? 'folders' : 'list of other values';
}

test(...verifies('folders.list.items'), async ({ check, admin }) => {
  const lists = await listsOf(check, admin);
  await inEach(check, lists, ({ items }) => {
    expect(kindOf(items)).toBe('folders');
  });
  await judging('folders.folder.user-of-owner', () => {
    expect(ownersLost(check, lists), 'folders with an owner in one list and with none in another').toEqual([]);
  });
});

test(...verifies('folders.list.page-info'), async ({ check, admin }) => {
  const room = await bodyIfTaken(admin, { first: 100 });
  await inEach(check, { ...(await listsOf(check, admin)), 'a page of a hundred': room }, ({ pageInfo }) => {
    expect(isMembers(pageInfo), 'pageInfo is an object').toBe(true);
  });
});

test(...verifies('folders.list.data'), async ({ check, admin }) => {
  await listedFolder(check, admin, check.provided('FOLDER_ID'));
  await inEach(check, await listsOf(check, admin), ({ items, data }, name) => {
    expect(kindOf(data)).toBe('folders');
    // Whether data has the extent of the page is open: behind the last folder it may have more, and else neither is empty alone.
    const isBehindAll = name === 'the page after it' && !isFilled(items);
    expect(isBehindAll || isFilled(data), 'data has folders, as items has').toBe(isBehindAll || isFilled(items));
  });
});

const isFilled = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

test(...verifies('folders.list.count'), async ({ check, admin }) => {
  await inEach(check, await listsOf(check, admin), ({ count }) => {
    expect(typeof count, 'type of count').toBe('number');
  });
});

test(...verifies('folders.folder.user'), async ({ check, admin }) => {
  const shown = (await listAllFolders(admin)).flatMap((folder) => Object.keys(folder));
  await expectKnownMember(check, admin, 'user', { shown, in: ['listFolders'] });
});

test(...verifies('folders.folder.user-of-owner'), async ({ check, admin }) => {
  await inEach(check, await folderFor(check, admin, check.provided('OWN_FOLDER_ID')), (folder) => {
    expect(folder, 'the folder').not.toMatchObject({ user: null });
  });
});

test(...verifies('folders.folder.user-null-when-shared'), async ({ check, admin }) => {
  const folderId = check.provided('SHARED_FOLDER_ID');
  // A folder that was only found is others' as well: what they have there stays as it is.
  if (check.mayChange('SHARED_FOLDER_ID')) await reportMovedTo(check, admin, folderId);
  await inEach(check, await folderFor(check, admin, folderId), ({ user }) => {
    expect(user ?? null).toBeNull();
  });
});
