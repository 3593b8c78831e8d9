import { isMembers } from '../../generators/members.ts';
import { dashboardsListed, OF_DASHBOARD, publicIdIn, showsDashboards, shownIdOf } from './dashboards.ts';
import { inDeployment, readsOf } from './declared-places.ts';
import { idOf, textIn } from './shown-things.ts';
import type { Source, Sourcing, Wanted } from './source.ts';
import { WORKBOOK, type Place } from './ways.ts';

const HOLDERS = /^(data|attributes|result|item|workbook)$/i;

/** The id of a dashboard in what a tenant shows of it, or of the workbook that it belongs to. */
export function dashboardIdIn(shown: unknown, isDashboard: boolean): string | undefined {
  if (!isMembers(shown)) return undefined;
  const members = Object.entries(shown);
  const inner = members.find(([name, value]) => /^(dashboard|board)$/i.test(name) && isMembers(value));
  return (
    textIn(shown, /^(dashboard|board)_?(uu)?id$/i) ??
    (inner && dashboardIdIn(inner[1], true)) ??
    (isDashboard ? textIn(shown, /^(uu)?id$/i) : undefined) ??
    members
      .filter(([name]) => HOLDERS.test(name))
      .map(([, value]) => dashboardIdIn(value, isDashboard))
      .find((id) => id !== undefined)
  );
}

/** The id in the list that dashboards have of their own. */
async function idInList(sourcing: Sourcing, publicId: string, deploymentId: string): Promise<string | undefined> {
  const listed = [...(await dashboardsListed(sourcing, deploymentId)).values()];
  return dashboardIdIn(
    listed.find((one) => publicIdIn(one) === publicId),
    true,
  );
}

/** The id that a workbook shows of its dashboard, in its list, or where the workbook or the dashboard are read. */
async function idOfWorkbook({ admin, document, things }: Sourcing, id: string, deploymentId: string) {
  for (const path of readsOf(document, WORKBOOK, OF_DASHBOARD)) {
    const { wire } = await admin.read(inDeployment(path, deploymentId).replace('{id}', encodeURIComponent(id)));
    const shown = dashboardIdIn(wire, /dashboards?\/?$/i.test(path));
    if (shown !== undefined) return shown;
  }
  const listed = (await things.list(admin, WORKBOOK, deploymentId)) ?? [];
  return dashboardIdIn(
    listed.find((one) => idOf(one, WORKBOOK) === id),
    false,
  );
}

/** The id of a dashboard whose public id is known, as the tenant shows it beside that, or for the workbook with this dashboard. */
export function dashboardIdOf(dashboard: Wanted, workbook: Wanted, place: Place): Source {
  return {
    kind: 'found',
    how: `the id of the dashboard of ${dashboard}`,
    needs: [dashboard, workbook, place],
    isPossible: showsDashboards,
    async obtain(sourcing) {
      const { [dashboard]: publicId = '', [workbook]: workbookId = '', [place]: deploymentId = '' } = sourcing.settings;
      const listed = await idInList(sourcing, publicId, deploymentId);
      if (listed !== undefined) return listed;
      // A public id that the user states may be that of another dashboard.
      const isOfWorkbook = (await shownIdOf(sourcing, workbookId, deploymentId)) === publicId;
      return isOfWorkbook ? idOfWorkbook(sourcing, workbookId, deploymentId) : undefined;
    },
  };
}
