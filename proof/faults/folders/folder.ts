import type { Body, Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byPlainUser } from '../../lib/access.ts';
import { asObject } from '../../lib/bodies.ts';
import { declaring, membersOf, undeclare } from '../../lib/document.ts';
import { faults } from '../../lib/fault.ts';
import { changeFolders } from '../../lib/folders.ts';
import { callerId } from '../../lib/other-operations.ts';
import { changedIf } from '../../lib/conditions.ts';
import { all, changeBodySync, remembering, replaceSync } from '../../lib/patches.ts';
import { isAsked, itemsOf, reportIn, withItems } from '../../lib/reports.ts';

/** Every folder of the list, changed, in the legacy member as well. */
function showing(change: (folder: Body, call: Call) => Body): Patch {
  return changeFolders((list, call) => {
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

/** Faults of a folder as it is shown. */
export const folderFaults = faults({
  'folders.folder.user': [
    { name: 'gone', sentence: 'A folder neither shows nor declares a user.', patch: ownerless() },
    { name: 'renamed', sentence: 'A folder has an owner and no user.', patch: ownerless('owner') },
  ],
  'folders.folder.user-of-owner': [
    {
      name: 'nobody-behind-a-cursor',
      sentence: 'A folder that is listed behind a cursor has no owner.',
      patch: changeBodySync('listFolders', (list, call) =>
        isAsked(call, 'after')
          ? withItems(
              list,
              itemsOf(list).map((one) => ({ ...one, user: null })),
            )
          : list,
      ),
    },
    {
      name: 'of-the-first-alone',
      toldBy: 'folders.list.items',
      sentence: 'Of more than three folders in a list the first alone shows its owner.',
      patch: changeBodySync('listFolders', (list) => {
        const items = itemsOf(list);
        const isLong = items.length > 3;
        return withItems(
          list,
          items.map((one, index) => (isLong && index > 0 ? { ...one, user: null } : one)),
        );
      }),
    },
    {
      name: 'of-others',
      sentence: 'A folder of somebody else than the caller shows no owner.',
      patch: changeBodySync('listFolders', (body, call) => {
        const items = (body['items'] as readonly Body[]).map((one) =>
          asObject(one['user'])['id'] === call.principal.user?.id ? one : { ...one, user: null },
        );
        return { ...body, items, data: items };
      }),
    },
    {
      name: 'nobody-on-a-page',
      sentence: 'A folder that is listed on a page of some size has no owner.',
      patch: changeBodySync('listFolders', (list, call) => {
        const ownerless = (folders: unknown) =>
          (folders as readonly Body[]).map((folder) => ({ ...folder, user: null }));
        return isAsked(call, 'first')
          ? { ...list, items: ownerless(list['items']), data: ownerless(list['data']) }
          : list;
      }),
    },
    {
      name: 'hidden-from-others',
      sentence: 'Nobody but its owner is shown the owner of a folder.',
      patch: changeBodySync('listFolders', (list, { principal }) => {
        const shown = (folders: unknown) =>
          (folders as readonly Body[]).map((folder) => {
            const user = folder['user'] as Body | null;
            return { ...folder, user: user?.['id'] === principal.user?.id ? user : null };
          });
        return { ...list, items: shown(list['items']), data: shown(list['data']) };
      }),
    },
    {
      name: 'hidden-from-all',
      sentence: 'The user of every folder is null.',
      patch: changeBodySync('listFolders', (list) => {
        const shown = (folders: unknown) => (folders as readonly Body[]).map((folder) => ({ ...folder, user: null }));
        return { ...list, items: shown(list['items']), data: shown(list['data']) };
      }),
    },
  ],
  'folders.folder.user-null-when-shared': [
    {
      name: 'caller-on-a-page',
      sentence: 'A folder that is shared from the main workspace belongs to whoever asks for a page of some size.',
      patch: changeBodySync('listFolders', (list, call) => {
        const { user } = call.principal;
        if (!isAsked(call, 'first') || !user) return list;
        const { id, email, firstName } = user;
        return withItems(
          list,
          itemsOf(list).map((folder) =>
            folder['user'] === null ? { ...folder, user: { id, email, firstName } } : folder,
          ),
        );
      }),
    },
    {
      name: 'first-owner-behind-a-cursor',
      sentence: 'A shared folder on a page after a cursor has the owner of the folder before it.',
      patch: changedIf(
        'listFolders',
        (call) => isAsked(call, 'after'),
        (list, { tenant }) => {
          const owner = tenant.account.users.get(tenant.account.cast.admin);
          const user = owner && { id: owner.id, email: owner.email, firstName: owner.firstName };
          return withItems(
            list,
            itemsOf(list).map((one) => (one['user'] === null ? { ...one, user } : one)),
          );
        },
      ),
    },
    {
      name: 'who-moved-into-it',
      sentence: 'A folder that is shared from the main workspace belongs to whoever moved a report into it last.',
      patch: remembering(
        () => new Map<unknown, number>(),
        (movers) =>
          all(
            replaceSync('updateReport', (call, original) => {
              const before = reportIn(call);
              const answer = original(call);
              const after = reportIn(call);
              if (after && after.folderId !== before?.folderId) movers.set(after.folderId, callerId(call));
              return answer;
            }),
            changeBodySync('listFolders', (body, { tenant }) => {
              const personOf = (id: unknown) => {
                const user = tenant.account.users.get(movers.get(id) ?? 0);
                return user ? { id: user.id, email: user.email, firstName: user.firstName } : null;
              };
              const show = (one: Body) => (one['user'] === null ? { ...one, user: personOf(one['id']) } : one);
              return { ...body, ...withItems(body, itemsOf(body).map(show)) };
            }),
          ),
      ),
    },
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
