import { Refusal, refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import { taskState } from '../../mock/families/task-state.ts';
import { isAdministrator } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, changeBodySync, refusing, remembering, replace, replaceSync, withRules } from '../lib/patches.ts';
import { directAlone } from '../lib/right-conditions.ts';
import {
  changeRequest,
  isAsked,
  itemsOf,
  refusedYet,
  reportIn,
  requery,
  storeReport,
  unreadable,
  wholeList,
  withItems,
} from '../lib/reports.ts';
import { afterTask, CREATE, RESUME, showNextRun, taskIn, UPDATE } from '../lib/scheduled-tasks.ts';

const inGroup = ({ tenant, principal }: Call): boolean =>
  tenant.account.groups.find(({ userIds }) => userIds.has(principal.user?.id ?? 0)) !== undefined;

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null;

const HALF_HOUR = 30 * 60_000;

/** Faults of tasks, reports, exports and the like that show apart from the usual case: behind a cursor, after a refusal, in another state. */
export const workApartFaults = faults({
  'scheduled-tasks.limit.manual-not-counted': {
    name: 'counted-once-scheduled',
    sentence: 'A task that had a cron and runs only on demand by an update goes on taking a place.',
    patch: remembering(
      () => new Set<number>(),
      (scheduled) =>
        all(
          ({ scheduledTasks }) => {
            const { takesPlace } = scheduledTasks;
            scheduledTasks.takesPlace = (task, claim) =>
              takesPlace(task, claim) ||
              (scheduled.has(task.id) && task.cron === null && task.isEnabled && task.creatorId === claim.creatorId);
          },
          replaceSync(UPDATE, (call, original) => {
            const before = taskIn(call);
            const answer = original(call);
            if (before?.cron) scheduled.add(before.id);
            return answer;
          }),
        ),
    ),
  },
  'scheduled-tasks.create.cron-single-minute': {
    name: 'hours-in-a-range-refused',
    sentence: 'A create whose cron has a range of hours is refused.',
    patch: refusing(CREATE, (call) => /^\s*\d+\s+\d+-/.test(String(bodyOf(call)['cron'])), 400),
  },
  'scheduled-tasks.schedule.next-run-in-zone': {
    name: 'whole-hours',
    sentence: 'An active task in a zone that is off UTC by half an hour shows a nextRunAt half an hour late.',
    patch: showNextRun((shown, { timezone }) => {
      const parts = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' }).formatToParts(
        shown,
      );
      const isHalf = parts.some(({ type, value }) => type === 'timeZoneName' && /:(?!00)/.test(value));
      return isHalf ? shown + HALF_HOUR : undefined;
    }),
  },
  'scheduled-tasks.run.recorded': {
    name: 'forgotten-on-resume',
    sentence: 'A resume empties the list of runs of the task.',
    patch: afterTask(RESUME, (id, { tenant }) => taskState(tenant).runs.delete(id)),
  },
  'reports.update.expected-version-on-move': {
    name: 'refused-and-moved',
    sentence: 'An update with another expectedVersion is a conflict, and the report has moved.',
    patch: refusedYet('updateReport', (call, _original, { why }) => {
      const { folderId } = bodyOf(call);
      if (why === 409 && folderId !== undefined && reportIn(call))
        storeReport(call, { folderId: folderId as number | null });
    }),
  },
  'reports.list.pages-keep-order': {
    name: 'by-id-behind-a-cursor',
    sentence: 'Behind a cursor the reports of a page sorted by name stand in the order of their ids.',
    patch: changeBodySync('listReports', (list, call) =>
      isAsked(call, 'after') && call.query.text('sortBy') === 'name'
        ? withItems(
            list,
            itemsOf(list).toSorted((a, b) => Number(a['id']) - Number(b['id'])),
          )
        : list,
    ),
  },
  'reports.list.external-workbook-readable-only': {
    name: 'unreadable-behind-a-cursor',
    sentence: 'A page after a cursor of what is in a spreadsheet adds reports there that the caller may not read.',
    patch: changeBodySync('listReports', (list, call) => {
      const id = call.query.text('externalWorkbookId');
      if (id === undefined || !isAsked(call, 'after')) return list;
      const more = unreadable(call, (report) => report.placements.some((one) => one.externalWorkbookId === id));
      return withItems(list, [...itemsOf(list), ...more]);
    }),
  },
  'reports.list.count-accessible': {
    name: 'all-through-a-group',
    sentence: 'The count for who is in a group includes what they may not read.',
    patch: changeBodySync('listReports', (list, call) =>
      inGroup(call) && !isAdministrator(call)
        ? { ...list, count: Number(list['count']) + unreadable(call, () => true).length }
        : list,
    ),
  },
  'deployments.update.template-variables-replace': {
    name: 'on-one-line',
    sentence: 'Line ends in the value of a template variable are stored as blanks.',
    patch: changeRequest('updateDeployment', (body) => ({
      ...body,
      ...(isBody(body['templateVariables']) && {
        templateVariables: Object.fromEntries(
          Object.entries(body['templateVariables']).map(([key, value]) => [
            key,
            typeof value === 'string' ? value.replace(/\n/g, ' ') : value,
          ]),
        ),
      }),
    })),
  },
  'dashboard-exports.job.kept': {
    name: 'until-a-refusal',
    sentence: 'An export that is refused drops the jobs that its caller submitted before.',
    patch: remembering(
      () => ({ gone: new Set<string>(), mine: new Map<unknown, string[]>() }),
      ({ gone, mine }) =>
        all(
          replaceSync('startDashboardExport', (call, original) => {
            const who = call.principal.user?.id;
            try {
              const answer = original(call);
              if ('body' in answer) mine.set(who, [...(mine.get(who) ?? []), String((answer.body as Body)['jobId'])]);
              return answer;
            } catch (error) {
              if (error instanceof Refusal) for (const id of mine.get(who) ?? []) gone.add(id);
              throw error;
            }
          }),
          replaceSync('getDashboardExport', (call, original) => {
            if (gone.has(call.path['jobId'] ?? '')) refuse('unknown', 'there is no such export');
            return original(call);
          }),
        ),
    ),
  },
  'dashboard-exports.file.kept': {
    name: 'latest-file-for-all',
    sentence: 'The download of any export of a dashboard is the file of the latest one.',
    patch: remembering(
      () => ({ latest: '' }),
      (memory) =>
        all(
          replaceSync('startDashboardExport', (call, original) => {
            const answer = original(call);
            if ('body' in answer) memory.latest = String((answer.body as Body)['jobId']);
            return answer;
          }),
          replace('downloadDashboardExport', async (call, original) => {
            await original(call);
            return original({ ...call, path: { ...call.path, jobId: memory.latest } });
          }),
        ),
    ),
  },
  'transform-sync.history.status-excludes': {
    name: 'either-filter-suffices',
    also: alsoThese('what fits the status alone is shown as well', 'transform-sync.history.trigger-excludes'),
    sentence: 'A history that is filtered by a status and a trigger shows what fits one of them.',
    patch: replaceSync('listTransformSyncs', (call, original) => {
      if (!isAsked(call, 'status') || !isAsked(call, 'trigger') || isAsked(call, 'after')) return original(call);
      const one = wholeList(requery(call, { trigger: undefined }), original);
      const other = wholeList(requery(call, { status: undefined }), original);
      const answer = original(call);
      if (!('body' in answer)) return answer;
      const seen = new Set(one.map(({ syncJobId }) => syncJobId));
      const items = [...one, ...other.filter(({ syncJobId }) => !seen.has(syncJobId))];
      return { ...answer, body: { ...(answer.body as Body), items } };
    }),
  },
  'transform-sync.start.output-default': {
    name: 'as-the-last',
    sentence: 'A sync without an output takes the one of the sync before it.',
    patch: remembering(
      () => ({ output: 'branch' }),
      (last) =>
        replaceSync('startTransformSync', (call, original) => {
          const { output } = bodyOf(call);
          const answer = withRules(call, 'transformSync', { defaultOutput: last.output }, () => original(call));
          if (typeof output === 'string') last.output = output;
          return answer;
        }),
    ),
  },
  'external-documents.entry.granted': {
    name: 'denied-through-a-group',
    toldBy: 'reports.connect.read-access-suffices',
    sentence: 'The placement of a report that the caller may read through a group alone has the access DENIED.',
    patch: directAlone('listPlacements'),
  },
  'folders.folder.user-of-owner': {
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
});
