import { isMembers, type Members } from '../../generators/members.ts';
import { elementsIn } from '../client/declared-list.ts';
import { isSuccess } from '../http/answer.ts';
import { textIn } from './shown-things.ts';
import type { Source, Sourcing } from './source.ts';

const FOLDER_ID = /^(folder_?)?(uu)?id$/i;
const listed = new WeakMap<Sourcing['things'], Promise<readonly Members[]>>();

/** The folders on the first page of the list of DEPLOYMENT_ID, asked for once. */
function listedFolders({ admin, things, settings }: Sourcing): Promise<readonly Members[]> {
  const list = async () => {
    const answer = await admin.in(settings.DEPLOYMENT_ID ?? '').preparing.raw('listFolders', {});
    return isSuccess(answer) ? elementsIn(answer.body) : [];
  };
  const found = listed.get(things) ?? list();
  listed.set(things, found);
  return found;
}

const isOfUser = ({ user }: Members): boolean => isMembers(user) && Object.keys(user).length > 0;
// What shows no member of that name says nothing of its owner.
const isOfNobody = ({ user }: Members): boolean => user === null;

/** A folder as the list shows it: whose it is, no operation is printed to tell otherwise. */
function folderThat(shows: string, isSought: (folder: Members) => boolean): Source {
  return {
    kind: 'found',
    how: `a folder of DEPLOYMENT_ID that the list shows ${shows}`,
    needs: ['DEPLOYMENT_ID'],
    async obtain(sourcing) {
      const { wire } = sourcing;
      const folder = (await listedFolders(sourcing)).find(isSought);
      return textIn(folder, new RegExp(`^${String(wire.value('folders.id'))}$`)) ?? textIn(folder, FOLDER_ID);
    },
  };
}

export const folderOfUser: Source = folderThat('with an owner', isOfUser);
export const folderOfNobody: Source = folderThat('without an owner', isOfNobody);
