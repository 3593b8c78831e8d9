import { Refusal } from '../../mock/answer.ts';
import { may } from '../../mock/authority.ts';
import { bodyOf, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { asAdministrator } from '../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { all, changeBodySync, during, remembering, replaceSync } from '../lib/patches.ts';
import { changeReportList, isAsked, itemsOf, unreadable, withItems } from '../lib/reports.ts';
import { directAlone } from '../lib/right-conditions.ts';
import { CREATE, DELETE, duringTasks, PAUSE, RUN, SHARE, UPDATE } from '../lib/scheduled-tasks.ts';

function notByGroups(operation: string, what: string): Deviation {
  return {
    name: 'not-by-a-group',
    sentence: `${what} is refused to a user who holds the right through a group alone.`,
    patch: directAlone(operation),
  };
}

/** Whoever was let through once is let through again, whatever has become of their rights. */
function letInForEver(operation: string, ofThing: (call: Call) => unknown): Patch {
  const keyOf = (call: Call) => [call.principal.token, ofThing(call)].join('\n');
  return remembering(
    () => new Set<string>(),
    (known) =>
      replaceSync(operation, (call, original) => {
        try {
          const answer = original(call);
          known.add(keyOf(call));
          return answer;
        } catch (error) {
          if (
            !(error instanceof Refusal) ||
            ![403, 'forbidden', 'unknown'].includes(error.why) ||
            !known.has(keyOf(call))
          )
            throw error;
          return original(asAdministrator(call));
        }
      }),
  );
}

/** The creator of a task has no right to it without the action by which tasks are created. */
const onlyCreators = (operation: string): Patch =>
  duringTasks(
    operation,
    ({ tenant, principal, path }) => !may(tenant, principal, 'ScheduledTasksCreate', Number(path['deploymentId'])),
    ({ mayDo }) => ({ mayDo: (action, standing) => mayDo(action, { ...standing, isCreator: false }) }),
  );

/** Rights that come through a group, that are gone, or that were needed once. */
export const rightsHeldFaults = faults({
  'scheduled-tasks.create.with-action': notByGroups(CREATE, 'Creating a task'),
  'scheduled-tasks.create.without-action': {
    name: 'held-once',
    toldBy: 'scheduled-tasks.create.with-action',
    sentence: 'Whoever has created a task may create further ones when they hold ScheduledTasksCreate no longer.',
    patch: letInForEver(CREATE, ({ path }) => path['deploymentId']),
  },
  'scheduled-tasks.access.manage-updates': notByGroups(UPDATE, 'Updating a task of another user'),
  'scheduled-tasks.access.manage-runs': {
    ...notByGroups(RUN, 'Running a task of another user'),
    toldBy: 'scheduled-tasks.access.manage-updates',
  },
  'scheduled-tasks.access.manage-pauses': {
    ...notByGroups(PAUSE, 'Pausing a task of another user'),
    toldBy: 'scheduled-tasks.access.manage-updates',
  },
  'scheduled-tasks.access.manage-shares': {
    ...notByGroups(SHARE, 'Sharing a task of another user'),
    toldBy: 'scheduled-tasks.access.manage-updates',
  },
  'report-deliveries.access.manage-transfers': notByGroups(
    'transferReportDelivery',
    'Transferring a delivery of another user',
  ),
  'report-deliveries.access.manage-runs': {
    ...notByGroups('runReportDelivery', 'Running a delivery of another user'),
    toldBy: 'report-deliveries.access.manage-updates',
  },
  'report-deliveries.access.manage-pauses': {
    ...notByGroups('pauseReportDelivery', 'Pausing a delivery of another user'),
    toldBy: 'report-deliveries.access.manage-updates',
  },
  'report-deliveries.access.manage-shares': {
    ...notByGroups('shareReportDelivery', 'Sharing a delivery of another user'),
    toldBy: 'report-deliveries.access.manage-updates',
  },
  'scheduled-tasks.access.reader-update-refused': {
    name: 'held-once',
    toldBy: 'scheduled-tasks.access.manage-updates',
    sentence: 'Whoever has updated a task may update it when they hold ScheduledTasksManage no longer.',
    patch: letInForEver(UPDATE, ({ path }) => path['taskId']),
  },
  'scheduled-tasks.access.creator-updates': {
    name: 'while-they-may-create',
    sentence: 'Updating a task is refused to its creator who holds ScheduledTasksCreate no longer.',
    patch: onlyCreators(UPDATE),
  },
  'scheduled-tasks.access.creator-runs': {
    name: 'while-they-may-create',
    toldBy: 'scheduled-tasks.access.creator-updates',
    sentence: 'Running a task is refused to its creator who holds ScheduledTasksCreate no longer.',
    patch: onlyCreators(RUN),
  },
  'scheduled-tasks.access.creator-deletes': {
    name: 'while-they-may-create',
    toldBy: 'scheduled-tasks.access.creator-updates',
    sentence: 'Deleting a task is refused to its creator who holds ScheduledTasksCreate no longer.',
    patch: onlyCreators(DELETE),
  },
  'report-deliveries.access.manage-updates': notByGroups('updateReportDelivery', 'Updating a delivery of another user'),
  'report-deliveries.access.tasks-read-update-refused': {
    name: 'held-once',
    toldBy: 'report-deliveries.access.manage-updates',
    sentence: 'Whoever has updated a delivery may update it when they hold ScheduledTasksManage no longer.',
    patch: letInForEver('updateReportDelivery', ({ path }) => path['deliveryId']),
  },
  'environments.meta-sync.private-held': {
    name: 'not-by-a-group',
    sentence: 'A user who holds SchemaRead through a group alone gets a token without meta-private.',
    also: alsoThese('the user has the right through a group there', 'environments.meta-sync.private-through-group'),
    patch: directAlone('createMetaSyncToken'),
  },
  'reports.update.move-permitted': {
    name: 'not-by-a-group',
    sentence: 'Management of a report that is held through a group alone does not count for a move.',
    patch: directAlone('updateReport'),
  },
  'report-deliveries.access.tasks-read-lists': {
    name: 'not-by-a-group',
    sentence: 'Deliveries of other users are not listed to whoever holds ScheduledTasksRead through a group alone.',
    patch: directAlone('listReportDeliveries'),
  },
  'external-documents.entry.denied': {
    name: 'granted-once',
    toldBy: 'reports.list.external-workbook-readable-only',
    sentence: 'A placement that was GRANTED to somebody stays so when they may read its report no longer.',
    patch: remembering(
      () => new Set<string>(),
      (known) =>
        changeBodySync('listPlacements', (list, { principal }) => ({
          ...list,
          items: itemsOf(list).map((entry) => {
            const key = `${principal.token} ${String(entry['reportId'])}`;
            if (entry['access'] === 'GRANTED') known.add(key);
            return known.has(key) ? { ...entry, access: 'GRANTED' } : entry;
          }),
        })),
    ),
  },
  'reports.connect.no-read-access': {
    name: 'read-once',
    toldBy: 'reports.list.external-workbook-readable-only',
    sentence: 'Whoever has placed a report may place it again when they may read it no longer.',
    patch: letInForEver('connectReportToWorkbook', ({ path }) => path['reportId']),
  },
  'reports.list.readable-only': {
    name: 'read-once',
    toldBy: 'reports.list.external-workbook-readable-only',
    sentence: 'A list without filters ends with the reports that the caller could read before.',
    patch: remembering(
      () => new Map<string, Set<number>>(),
      (known) =>
        changeReportList((list, call) => {
          const seen = known.get(call.principal.token) ?? new Set<number>();
          for (const { id } of itemsOf(list)) seen.add(Number(id));
          known.set(call.principal.token, seen);
          if (isAsked(call, 'externalWorkbookId', 'folderId', 'search')) return list;
          return withItems(list, [...itemsOf(list), ...unreadable(call, ({ id }) => seen.has(id))]);
        }),
    ),
  },
  'reports.list.external-workbook-readable-only': {
    name: 'own-placements',
    sentence: 'The filter by a spreadsheet shows whoever placed a report there that report, readable or not.',
    patch: changeReportList((list, call) => {
      const asked = call.query.text('externalWorkbookId');
      const own = unreadable(call, ({ placements }) =>
        placements.some((one) => one.externalWorkbookId === asked && one.placedByUserId === call.principal.user?.id),
      );
      return asked === undefined ? list : withItems(list, [...itemsOf(list), ...own]);
    }),
  },
  'promotions.apply.no-target-role': {
    name: 'asked-at-the-preview',
    sentence: 'Whether a user has access to the target is asked when they preview, and not when they apply.',
    patch: remembering(
      () => new Set<string>(),
      (previewed) =>
        all(
          changeBodySync('previewPromotion', (preview, { principal }) => {
            previewed.add(`${principal.token} ${String(preview['previewId'])}`);
            return preview;
          }),
          during(
            'applyPromotion',
            'promotions',
            () => ({ needsTargetAccess: false }),
            (call) => previewed.has(`${call.principal.token} ${String(bodyOf(call)['previewId'])}`),
          ),
        ),
    ),
  },
});
