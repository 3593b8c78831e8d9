import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Report } from '../../mock/world/content.ts';
import { changeBodySync } from './patches.ts';
import { itemsOf } from './reports.ts';

/** How faults of the list of placements are written. */

export type Entry = Body;

/** Lists with other entries. */
export function changePlacements(change: (entries: readonly Entry[], call: Call) => readonly Entry[]): Patch {
  return changeBodySync('listPlacements', (list, call) => ({ ...list, items: change(itemsOf(list), call) }));
}

export const isElsewhere = ({ deploymentId }: Report, { tenant }: Call): boolean =>
  deploymentId === tenant.deployments.other;

export const ofCaller = ({ path, principal }: Call): unknown =>
  `${path['externalWorkbookId'] ?? ''} ${principal.token}`;
