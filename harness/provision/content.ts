import { setTimeout as sleep } from 'node:timers/promises';
import type { Source, Sourcing } from './source.ts';
import { FOLDER, IN_FOLDER, REPORT } from './ways.ts';

/** A report that is made for MEMBER_USER_ID to have some rights on, given through a made role. */
export function reportFor(action?: string): Source {
  return {
    kind: 'made',
    how:
      action === undefined
        ? 'a new report that nobody else was given'
        : `a new report on which a made role grants ${action}`,
    needs: ['DEPLOYMENT_ID', 'MEMBER_TOKEN', 'MEMBER_USER_ID'],
    isPossible: ({ things, isOwn }) => things.canMake(REPORT) && isOwn('MEMBER_USER_ID'),
    async obtain(sourcing) {
      const { settings, admin, rights, things } = sourcing;
      const { id, name } = await things.make(admin, REPORT, settings.DEPLOYMENT_ID);
      if (action === undefined && (await readerSees(sourcing, id, name))) return undefined;
      if (action !== undefined) await rights.give(settings.MEMBER_USER_ID ?? '', ['Report', [action], [id]]);
      return id;
    },
  };
}

/** By then a list shows a new report, as a rule. */
const SHOWN_AFTER = 1_000;

/** Whether whoever may read a deployment sees a new report of it, which is open. */
async function readerSees({ settings, as }: Sourcing, id: string, name: string): Promise<boolean> {
  await sleep(SHOWN_AFTER);
  const reader = as(settings.MEMBER_TOKEN ?? '').in(settings.DEPLOYMENT_ID ?? '');
  const { items } = await reader.preparing.listReports({ search: name });
  return items.some((one) => String(one.id) === id);
}

export function folderFor(action: string): Source {
  return {
    kind: 'made',
    how: `a new folder on which a made role grants ${action}`,
    needs: ['DEPLOYMENT_ID', 'MEMBER_TOKEN', 'MEMBER_USER_ID'],
    isPossible: ({ things, isOwn }) => things.canMake(FOLDER) && isOwn('MEMBER_USER_ID'),
    async obtain({ settings, admin, rights, things }) {
      const { id } = await things.make(admin, FOLDER, settings.DEPLOYMENT_ID);
      // Which of the two types a policy on a folder of reports needs is open.
      const types = ['ReportFolder', 'Folder'] as const;
      await rights.giveAny(settings.MEMBER_USER_ID ?? '', ...types.map((type) => [type, [action], [id]] as const));
      return id;
    },
  };
}

/** A new folder with a new report in it. */
export const folderOfReport: Source = {
  kind: 'made',
  how: 'a new folder with a new report',
  needs: ['DEPLOYMENT_ID'],
  isPossible: ({ things }) => things.canMake(FOLDER) && things.canMake(REPORT) && things.canBeIn(REPORT, IN_FOLDER),
  async obtain({ things, admin, settings }) {
    const { id } = await things.make(admin, FOLDER, settings.DEPLOYMENT_ID);
    await things.make(admin, REPORT, settings.DEPLOYMENT_ID, [{ like: IN_FOLDER, value: id }]);
    return id;
  },
};

/** An id that whoever places a report makes up; a report of the run is placed there once, to see that the tenant takes it. */
export const externalWorkbook: Source = {
  kind: 'derived',
  how: 'an id of our own, under which the tenant let a report be placed',
  needs: ['DEPLOYMENT_ID', 'REPORT_ID'],
  isPossible: ({ isOwn }) => isOwn('REPORT_ID'),
  async obtain({ admin, settings, fresh }) {
    const externalWorkbookId = fresh('spreadsheet');
    const address = { externalWorkbookId, sheetName: 'Sheet1', anchorCell: 'A1' };
    await admin.preparing.connectReportToWorkbook(settings.REPORT_ID ?? '', address);
    return externalWorkbookId;
  },
};
