import type { Actor } from '../../harness/client/actor.ts';
import { folderOfNobody, folderOfUser } from '../../harness/provision/folders.ts';
import type { Sourcing } from '../../harness/provision/source.ts';
import { expect, test } from '../test.ts';

/** What is found in a list of folders: the one that belongs to a user, the one that belongs to nobody, and how often it is read. */
async function foundIn(items: readonly object[], status = 200) {
  let reads = 0;
  const raw = () =>
    Promise.resolve({ status, headers: {}, text: '', body: status === 200 ? { items } : {}, reads: (reads += 1) });
  const admin = { in: () => ({ preparing: { raw } }) } as unknown as Actor;
  const wire = { value: () => 'id' };
  const sourcing = { admin, wire, things: {}, settings: { DEPLOYMENT_ID: '7' } } as unknown as Sourcing;
  const own = await folderOfUser.obtain(sourcing, 'OWN_FOLDER_ID');
  const shared = await folderOfNobody.obtain(sourcing, 'SHARED_FOLDER_ID');
  return { own, shared, reads };
}

test('a folder with an owner and one without are found in the list, which is read once', async () => {
  const items = [
    { id: 1, user: null },
    { id: 2, user: { id: 1001 } },
    { folderId: 'f3', user: { id: 5 } },
  ];
  expect(await foundIn(items)).toEqual({ own: '2', shared: '1', reads: 1 });
  expect(await foundIn(items.slice(2))).toEqual({ own: 'f3', shared: undefined, reads: 1 });
});

test('a folder that does not show whether it has an owner is neither of them', async () => {
  const nothing = { own: undefined, shared: undefined, reads: 1 };
  expect(await foundIn([{ id: 1 }, { id: 2, user: {} }])).toEqual(nothing);
  expect(await foundIn([], 403)).toEqual(nothing);
});
