import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { changeBodySync } from './patches.ts';

/** How faults of folders are written. */

export function changeFolders(change: (list: Body, call: Call) => Body): Patch {
  return changeBodySync('listFolders', change);
}
