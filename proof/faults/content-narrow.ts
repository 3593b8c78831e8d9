import { bodyOf, idIn, type Call } from '../../mock/call.ts';
import { deliveryState } from '../../mock/families/report-deliveries.ts';
import type { Patch } from '../../mock/index.ts';
import type { Policy } from '../../mock/world/account.ts';
import { isAdminUser, rolesOf } from '../../mock/world/held-roles.ts';
import { byOAuth, byPlainUser, isAdministrator } from '../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { both, changedIf, dropping, isPresent, sends, type When } from '../lib/only.ts';
import { continuing, onlyWhere } from '../lib/paging.ts';
import { all, during, refusing, replaceSync, without } from '../lib/patches.ts';
import {
  changeReportList,
  isAsked,
  itemsOf,
  pageInfoOf,
  refusedYet,
  requery,
  storeReport,
  unreadable,
  wholeList,
  withItems,
} from '../lib/reports.ts';
import { directAlone } from '../lib/right-conditions.ts';
import { CREATE, duringTasks, LIST, PAUSE, RUN, SHARE, UPDATE } from '../lib/scheduled-tasks.ts';
import { isReader, isTaskReader } from '../lib/task-access.ts';

/** Faults of deployments and what is in them that show for one class of input, actor or history alone. */

/** Whether a plain user holds a policy of some kind, directly or through a group. */
function holds(which: (policy: Policy, direct: boolean) => boolean): When {
  return (call) => {
    const { tenant, principal } = call;
    const held = principal.user ? rolesOf(tenant, principal.user) : [];
    return byPlainUser(call) && held.some(({ role, direct }) => role.policies.some((one) => which(one, direct)));
  };
}

const throughGroups = holds((_policy, direct) => !direct);
const readsFoldersThroughGroups = holds(({ actions }, direct) => !direct && actions.includes('FolderRead'));
const holdsAllOfAll = holds(
  ({ resourceType, actions, resources }) =>
    resourceType === 'Deployment' && actions.includes('All') && resources.includes('All'),
);

function isOfAdministrator(call: Call): boolean {
  const owner = deliveryState(call.tenant).deliveries.get(idIn(call, 'deliveryId') ?? 0)?.ownerId;
  const user = owner === undefined ? undefined : call.tenant.account.users.get(owner);
  return user !== undefined && isAdminUser(call.tenant, user);
}

/** A last page begins with the last element of the page before it, as far as it has room. */
function lastPageRepeats(operation: string): Patch {
  return replaceSync(operation, (call, original) => {
    const answer = original(call);
    if (answer.kind !== 'ok' || !isAsked(call, 'after')) return answer;
    const list = answer.body as Record<string, unknown>;
    const whole = wholeList(call, original);
    const items = itemsOf(list);
    if (pageInfoOf(list)['hasNextPage'] === true || items.length === 0) return answer;
    const before = whole.at(-items.length - 1);
    return before ? { ...answer, body: { ...list, items: [before, ...items.slice(0, -1)] } } : answer;
  });
}

/** Zones of an area and a city are known, and none that has a country between them. */
function zonesOfTwoParts(operation: string, what: string): Deviation {
  return {
    name: 'two-parts-alone',
    sentence: `A ${what} knows no time zone with more than two parts.`,
    patch: ({ scheduledTasks: { schedule } }) => {
      const { isTimeZone } = schedule;
      schedule.isTimeZone = (text, id) => isTimeZone(text, id) && !(id === operation && text.split('/').length > 2);
    },
  };
}

function twentyFor(isMeant: When, name: string, who: string): Deviation {
  return {
    name: `twenty-${name}`,
    sentence: `A list without first is a page of 20 tasks for ${who}.`,
    patch: replaceSync(LIST, (call, original) =>
      original(isMeant(call) && !isAsked(call, 'first') ? requery(call, { first: '20' }) : call),
    ),
  };
}

export const contentNarrowFaults = faults({
  'environments.meta-sync.meta-unasked': {
    name: 'nothing-for-an-empty-list',
    sentence: 'A meta-sync token that is asked for with an empty list of scopes is signed with none.',
    patch: during(
      'createMetaSyncToken',
      'environments',
      () => ({ metaSync: () => [] }),
      sends('scopes', (scopes) => Array.isArray(scopes) && scopes.length === 0),
    ),
  },
  'environments.list.after-continues': {
    name: 'single-pages-repeat',
    sentence: 'A page of one environment behind a page is that of the page before it.',
    patch: onlyWhere(
      'listEnvironments',
      ({ query }) => query.text('first') === '1',
      continuing('listEnvironments', 'one-early'),
    ),
  },
  'embed-tenants.list-workbooks.source-folder-only': {
    name: 'ignored-with-first',
    sentence: 'The accessSource folder is ignored where a page of some size is asked for.',
    patch: replaceSync('listEmbedTenantWorkbooks', (call, original) =>
      original(
        isAsked(call, 'first') && call.query.text('accessSource') === 'folder'
          ? requery(call, { accessSource: undefined })
          : call,
      ),
    ),
  },
  'reports.list.external-workbook-readable-only': {
    name: 'unreadable-with-first',
    sentence: 'A page of some size of what is in a spreadsheet adds reports there that the caller may not read.',
    patch: changeReportList((list, call) => {
      const asked = call.query.text('externalWorkbookId');
      if (asked === undefined || !isAsked(call, 'first')) return list;
      const more = unreadable(call, ({ placements }) => placements.some((one) => one.externalWorkbookId === asked));
      return withItems(list, [...more, ...itemsOf(list)].slice(0, Number(call.query.text('first'))));
    }),
  },
  'reports.list.folder-readable-only': {
    name: 'unreadable-with-first',
    sentence: 'A page of some size of what is in a folder adds reports there that the caller may not read.',
    patch: changeReportList((list, call) => {
      const asked = call.query.integer('folderId', 0);
      if (asked === undefined || !isAsked(call, 'first')) return list;
      const more = unreadable(call, ({ folderId }) => folderId === asked);
      return withItems(list, [...more, ...itemsOf(list)].slice(0, Number(call.query.text('first'))));
    }),
  },
  'reports.list.sort-by-created-at': {
    name: 'by-name-in-pages',
    sentence: 'A page of some size of a list by createdAt in no direction is sorted by name.',
    patch: during(
      'listReports',
      'reports',
      ({ sortedBy }) => ({ sortedBy: (asked) => (asked === 'createdAt' ? 'name' : sortedBy(asked)) }),
      (call) => isAsked(call, 'first') && !isAsked(call, 'sortDirection'),
    ),
  },
  'reports.list.updated-at-after-update': {
    name: 'by-created-at-in-pages',
    sentence: 'A page of some size of a list by updatedAt is sorted by createdAt.',
    also: alsoThese(
      'a direction goes the same way',
      'reports.list.updated-at-ascending',
      'reports.list.updated-at-descending',
      'reports.list.sort-by-updated-at',
    ),
    patch: during(
      'listReports',
      'reports',
      ({ sortedBy }) => ({
        sortedBy: (asked) => (asked === 'updatedAt' ? 'createdAt' : sortedBy(asked)),
      }),
      (call) => isAsked(call, 'first'),
    ),
  },
  'reports.update.expected-version-differs': {
    name: 'refused-and-description-stored',
    sentence: 'An update with another expectedVersion is a conflict, and its description is stored.',
    patch: refusedYet('updateReport', (call, _original, { why }) => {
      const { description } = bodyOf(call);
      if (why === 409 && typeof description === 'string') storeReport(call, { description });
    }),
  },
  'reports.update.title-too-long': {
    name: 'with-a-name',
    sentence: 'A title of more than 255 characters is stored where a name comes with it.',
    patch: during(
      'updateReport',
      'reports',
      () => ({ title: { max: Number.MAX_SAFE_INTEGER } as never }),
      sends('name', isPresent),
    ),
  },
  'reports.update.move-without-edit': {
    name: 'read-through-a-group-suffices',
    sentence: 'Whoever may read folders through a group may move a report that they manage to any of these.',
    patch: during('updateReport', 'reports', () => ({ mayMove: (manages) => manages }), readsFoldersThroughGroups),
  },
  'reports.update.move-without-manage': {
    name: 'edited-through-a-group-suffices',
    sentence: 'Whoever may edit a report through a group may move it to a folder that they may edit.',
    patch: during(
      'updateReport',
      'reports',
      () => ({ mayMove: (_manages, edits) => edits }),
      holds(({ actions }, direct) => !direct && actions.includes('ReportEdit')),
    ),
  },
  'reports.connect.read-access-suffices': {
    name: 'not-through-a-group',
    sentence: 'A connect is refused to a caller who reads the report through a group alone.',
    patch: directAlone('connectReportToWorkbook'),
  },
  'report-deliveries.access.tasks-read-reads': {
    name: 'not-through-a-group',
    toldBy: 'report-deliveries.access.tasks-read-lists',
    sentence: 'Reading a delivery of another user is refused to who holds ScheduledTasksRead through a group alone.',
    patch: directAlone('getReportDelivery'),
  },
  'report-deliveries.access.manage-pauses': {
    name: 'not-of-administrators',
    sentence: 'Pausing a delivery of an administrator is refused to holders of ScheduledTasksManage.',
    patch: refusing('pauseReportDelivery', both(byPlainUser, isOfAdministrator), 403),
  },
  'workbooks.publish.without-config': {
    name: 'needed-for-oauth',
    sentence: 'A publish without config is refused to an OAuth token.',
    patch: refusing(
      'publishWorkbook',
      both(
        byOAuth,
        sends('config', (config) => config === undefined),
      ),
      'invalid',
    ),
  },
  'workbooks.duplicate.body-optional': {
    name: 'needed-for-oauth',
    toldBy: 'workbooks.duplicate.original-unchanged',
    sentence: 'A duplicate without a request body is refused to an OAuth token.',
    patch: refusing('duplicateWorkbook', (call) => byOAuth(call) && call.body === undefined, 'invalid'),
  },
  'scheduled-tasks.condition.null-removes': {
    name: 'not-alone',
    sentence: 'A condition of null removes nothing where an update sends nothing else.',
    patch: dropping(
      UPDATE,
      ['condition'],
      (call) => Object.keys(bodyOf(call)).join() === 'condition' && bodyOf(call)['condition'] === null,
    ),
  },
  'scheduled-tasks.list.whole-without-first': [
    twentyFor(isTaskReader, 'for-holders-of-the-action', 'a holder of ScheduledTasksRead'),
    twentyFor(isReader, 'for-readers', 'a reader of the deployment'),
    twentyFor(byOAuth, 'for-oauth', 'an OAuth token'),
  ],
  'scheduled-tasks.create.zone-known': zonesOfTwoParts(CREATE, 'create'),
  'scheduled-tasks.update.zone-known': zonesOfTwoParts(UPDATE, 'task update'),
  'scheduled-tasks.access.all-includes-manage': {
    name: 'not-on-all-deployments',
    sentence: 'What All grants on all deployments does not count as ScheduledTasksManage.',
    patch: all(
      ...[UPDATE, PAUSE, RUN, SHARE].map((operation) =>
        duringTasks(operation, holdsAllOfAll, ({ mayDo }) => ({
          mayDo: (action, standing) => mayDo(action, { ...standing, managesTasks: false }),
        })),
      ),
    ),
  },
  'report-deliveries.access.all-includes-manage': {
    name: 'not-on-all-deployments',
    sentence: 'What All grants on all deployments does not count as ScheduledTasksManage for deliveries.',
    patch: during(
      'updateReportDelivery',
      'reportDeliveries',
      ({ mayDo }) => ({ mayDo: (action, standing) => mayDo(action, { ...standing, managesTasks: false }) }),
      holdsAllOfAll,
    ),
  },
  'external-documents.entry.denied-else-complete': {
    name: 'no-sheet-for-members-of-groups',
    sentence: 'Whoever holds a role through a group sees no sheet of a placement with the access DENIED.',
    patch: during(
      'listPlacements',
      'externalDocuments',
      ({ details }) => ({
        details: (members, isReadable) =>
          isReadable ? details(members, isReadable) : { ...details(members, isReadable), sheetName: null },
      }),
      throughGroups,
    ),
  },
  'external-documents.list.denied-listed': {
    name: 'not-on-single-pages',
    sentence: 'Pages of one placement leave out those of reports that the caller may not read.',
    patch: during(
      'listPlacements',
      'externalDocuments',
      () => ({ isListed: (_report, isReadable) => isReadable }),
      both(
        (call) => !isAdministrator(call),
        ({ query }) => query.text('first') === '1',
      ),
    ),
  },
  'transform-sync.start.workflow-id': {
    name: 'absent-for-a-manifest',
    sentence: 'The start of a sync from a manifest is answered without workflowId.',
    patch: changedIf(
      'startTransformSync',
      sends('source', (source) => source === 'manifest'),
      without('workflowId'),
    ),
  },
  'transform-sync.files.after-continues': {
    name: 'last-page-repeats',
    sentence: 'The last page of generated files begins with the last file of the page before it.',
    also: alsoThese('the very last file has no room on it', 'transform-sync.files.pages-complete'),
    patch: lastPageRepeats('listGeneratedFiles'),
  },
  'build.delete-branch.removes': {
    name: 'not-with-a-slash',
    sentence: 'The deletion of a branch whose name has a slash is acknowledged and does nothing.',
    patch: replaceSync('deleteBranch', (call, original) =>
      call.query.text('branchName')?.includes('/') ? { kind: 'done' } : original(call),
    ),
  },
});
