import { isMembers, type Members } from '../../generators/members.ts';
import { isSuccess } from '../http/answer.ts';
import { inDeployment, readsOf } from './declared-places.ts';
import { operationOn, type ThingKind } from './kinds.ts';
import { idOf, textIn } from './shown-things.ts';
import type { Source, Sourcing, Wanted } from './source.ts';
import { WORKBOOK, type Place } from './ways.ts';

/** What is shown beside the dashboard of a workbook and may have a public id of its own. */
const OF_OTHERS = /user|owner|creat|folder|report|deployment|account|tenant|parent|version|promotion/i;

/** The dashboard's public id in what a tenant shows of a workbook; that of the dashboard itself says most. */
export function publicIdIn(shown: unknown): string | undefined {
  if (!isMembers(shown)) return undefined;
  const inner = (like: RegExp, unlike?: RegExp) =>
    Object.entries(shown)
      .filter(([name]) => like.test(name) && unlike?.test(name) !== true)
      .map(([, value]) => publicIdIn(value))
      .find((one) => one !== undefined);
  return (
    textIn(shown, /^dashboard_?public_?(uu)?id$/i) ??
    inner(/dashboard/i) ??
    textIn(shown, /^public_?(uu)?id$/i) ??
    inner(/./, OF_OTHERS)
  );
}

/** What stands below the path of a workbook and may show the public id of its dashboard. */
export const OF_DASHBOARD = /^(dashboards?|boards?|publication|published|public|embed(ding)?|shar(e|ing))$/i;
/** Until then a list shows what was made or published a moment before, as a rule. */
const LIST_ATTEMPTS = [0, 500, 2_500];

/** The public id that reads of a workbook or of its dashboard show, where the document declares such. */
async function idRead({ admin, document }: Sourcing, id: string, deploymentId: string): Promise<string | undefined> {
  for (const path of readsOf(document, WORKBOOK, OF_DASHBOARD)) {
    const { wire } = await admin.read(inDeployment(path, deploymentId).replace('{id}', encodeURIComponent(id)));
    const shown = publicIdIn(wire);
    if (shown !== undefined) return shown;
  }
  return undefined;
}

const DASHBOARD: ThingKind = { name: 'dashboard', words: ['dashboard'], place: 'deployment' };
const WORKBOOK_ID = /^(workbook|notebook)_?(uu)?id$/i;

/** Whether dashboards have a list of their own, and not one in which each stands for its workbook. */
function listsDashboards({ document }: Sourcing): boolean {
  const listing = operationOn(document, 'get', DASHBOARD);
  return listing !== undefined && listing.path !== operationOn(document, 'get', WORKBOOK)?.path;
}

/** The workbook that a dashboard says that it belongs to. */
function workbookIdIn(dashboard: Members): string | undefined {
  const [, workbook] = Object.entries(dashboard).find(([name]) => /^(workbook|notebook)$/i.test(name)) ?? [];
  return textIn(dashboard, WORKBOOK_ID) ?? textIn(workbook, /^(uu)?id$/i);
}

/** The dashboards that have a list of their own, by their workbooks. */
export async function dashboardsListed(
  sourcing: Sourcing,
  deploymentId: string,
): Promise<ReadonlyMap<string, Members>> {
  const { admin, things } = sourcing;
  const listed = listsDashboards(sourcing) ? await things.list(admin, DASHBOARD, deploymentId) : [];
  return new Map((listed ?? []).map((one) => [workbookIdIn(one) ?? '', one]));
}

async function idListed(sourcing: Sourcing, id: string, deploymentId: string): Promise<string | undefined> {
  const { admin, things } = sourcing;
  const listed = (await things.list(admin, WORKBOOK, deploymentId)) ?? [];
  const ofWorkbook = publicIdIn(listed.find((one) => idOf(one, WORKBOOK) === id));
  return ofWorkbook ?? publicIdIn((await dashboardsListed(sourcing, deploymentId)).get(id));
}

/** The public id that a tenant shows of the dashboard of a workbook. */
export const shownIdOf = async (sourcing: Sourcing, id: string, deploymentId: string): Promise<string | undefined> =>
  (await idRead(sourcing, id, deploymentId)) ?? idListed(sourcing, id, deploymentId);

/**
 * The public ids of the dashboards of several workbooks, at most so many, as far as any place shows them: the workbooks as they are
 * listed, the list of dashboards, or reads of as many workbooks.
 */
export async function shownIdsOf(
  sourcing: Sourcing,
  workbooks: readonly (readonly [id: string, shown: Members | undefined])[],
  deploymentId: string,
  most: number,
): Promise<readonly string[]> {
  const found: string[] = [];
  let dashboards: ReadonlyMap<string, Members> | undefined;
  let reads = 0;
  for (const [id, shown] of workbooks) {
    if (found.length === most) break;
    let listed = publicIdIn(shown);
    if (listed === undefined) {
      dashboards ??= await dashboardsListed(sourcing, deploymentId);
      listed = publicIdIn(dashboards.get(id));
    }
    const isRead = listed === undefined && reads < most;
    if (isRead) reads += 1;
    const publicId = isRead ? await idRead(sourcing, id, deploymentId) : listed;
    if (publicId !== undefined) found.push(publicId);
  }
  return found;
}

/** Whether a tenant shows the dashboards of its workbooks. */
export const showsDashboards = (sourcing: Sourcing): boolean =>
  sourcing.things.canList(WORKBOOK) ||
  readsOf(sourcing.document, WORKBOOK, OF_DASHBOARD).length > 0 ||
  listsDashboards(sourcing);

/** Whether a tenant shows of a new workbook that its dashboard is not published yet. */
export function isUnpublished(shown: unknown): boolean {
  if (!isMembers(shown)) return false;
  return Object.entries(shown).some(([name, value]) =>
    /publish/i.test(name)
      ? value === null || value === false
      : isUnpublished(value) || (/state|status/i.test(name) && /draft|unpublished/i.test(String(value))),
  );
}

/** Takes the public id that the creation of a workbook shows, unless that is of a draft, which has to be published first. */
export function dashboardShown(dashboard: Wanted) {
  return (sourcing: Sourcing, shown: unknown): void => {
    const publicId = publicIdIn(shown);
    const isDraft = isUnpublished(shown) && showsDashboards(sourcing);
    if (publicId !== undefined && !isDraft) sourcing.also(dashboard, publicId);
  };
}

/** The public id of the dashboard of a workbook: as it is shown, or as a new workbook gets it when its draft is published. */
export function dashboardOf(workbook: Wanted, place: Place): Source {
  return {
    kind: 'found',
    how: `the dashboard of ${workbook}`,
    needs: [workbook, place],
    isPossible: showsDashboards,
    async obtain(sourcing) {
      const { settings, isOwn } = sourcing;
      const [id = '', deploymentId = ''] = [settings[workbook], settings[place]];
      const shown = await shownIdOf(sourcing, id, deploymentId);
      // A draft may show the id of a dashboard that nobody has published yet.
      return isOwn(workbook) ? ((await idWhenPublished(sourcing, id, deploymentId, shown)) ?? shown) : shown;
    },
  };
}

/**
 * The public id of the dashboard of a workbook of the run once its draft is published: the one that was shown before, if one was.
 * Undefined if the tenant does not publish it.
 */
export async function idWhenPublished(
  sourcing: Sourcing,
  id: string,
  deploymentId: string,
  before?: string,
): Promise<string | undefined> {
  const there = sourcing.admin.in(deploymentId).preparing;
  const answer = await there.raw('publishWorkbook', { path: { workbookId: id } });
  if (!isSuccess(answer)) return undefined;
  const shown = publicIdIn(answer.wire) ?? before ?? (await idRead(sourcing, id, deploymentId));
  if (shown !== undefined) return shown;
  for (const delay of LIST_ATTEMPTS) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    const listed = await idListed(sourcing, id, deploymentId);
    if (listed !== undefined) return listed;
  }
  return undefined;
}
