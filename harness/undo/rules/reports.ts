import { isDeepStrictEqual } from 'node:util';
import { setupFailed } from '../../failures/failure.ts';
import { granted } from '../../http/answer.ts';
import { firstOf } from '../../client/paging.ts';
import type { Actor } from '../../client/actor.ts';
import { inDeployment, isNotThere, requireUndone, type UndoRule, type UndoRules } from './rule.ts';

/** A report as the list shows it. */
function reportIn(here: Actor, id: unknown) {
  return firstOf(
    (page) => here.listReports(page),
    (one) => String(one.id) === String(id),
  );
}

const report: UndoRule = {
  async note({ path = {} }, { admin, known }) {
    const { deploymentId, reportId } = path;
    if (known.some((one) => one['reportId'] === reportId)) return undefined;
    const here = inDeployment(admin, deploymentId);
    const found = await reportIn(here, reportId);
    if (!found) return undefined;
    const { name, title, description, folderId } = found;
    return { reportId, deploymentId, name, title, description: description ?? null, folderId: folderId ?? null };
  },
  async undo({ reportId, deploymentId, ...was }, { admin }) {
    const here = inDeployment(admin, deploymentId);
    const { folderId, description, name, title } = was as {
      name?: string;
      title?: string | null;
      description: string | null;
      folderId: number | null;
    };
    const texts = { ...(name !== undefined && { name }), ...(typeof title === 'string' && { title }) };
    const renamed = await here.ask('updateReport', String(reportId), texts);
    // With a report that was removed, what was changed of it is gone.
    if (renamed.status === 404) return;
    granted(renamed, 'the former texts');
    const now = await reportIn(here, reportId);
    // A tenant may refuse to take a title away, which must not keep the name as it is.
    if (title === null && (now?.title ?? null) !== null) {
      requireUndone(await here.raw('updateReport', { path: { reportId: String(reportId) }, body: { title } }));
    }
    if (description !== null && now?.description !== description) {
      requireUndone(await here.raw('updateReport', { path: { reportId: String(reportId) }, body: { description } }));
    }
    if ((now?.folderId ?? null) !== folderId) {
      requireUndone(await here.raw('updateReport', { path: { reportId: String(reportId) }, body: { folderId } }));
    }
  },
  describe: ({ reportId }) => `change of report ${String(reportId)}`,
};

const placement: UndoRule = {
  note: ({ path = {}, body }, { known }) => {
    const { externalWorkbookId, sheetName, anchorCell } = (body ?? {}) as Record<string, unknown>;
    const noted = { ...path, externalWorkbookId, sheetName, anchorCell };
    return known.some((one) => isDeepStrictEqual(one, noted)) ? undefined : noted;
  },
  async undo({ reportId, deploymentId, ...body }, { admin }) {
    const here = inDeployment(admin, deploymentId);
    const answer = await here.raw('disconnectReportFromWorkbook', { path: { reportId: String(reportId) }, body });
    if (answer.status >= 500) throw setupFailed(`disconnectReportFromWorkbook responded with ${answer.status}`);
  },
  isIndependent: true,
  describe: ({ reportId, externalWorkbookId }) =>
    `placement of report ${String(reportId)} in ${String(externalWorkbookId)}`,
};

const reportFile: UndoRule = {
  async note({ path = {} }, { admin, known }) {
    const { deploymentId, reportId } = path;
    if (reportId === undefined || known.some((one) => one['reportId'] === reportId)) return undefined;
    const read = await inDeployment(admin, deploymentId).ask('getReportFile', reportId);
    if (isNotThere(read)) return undefined;
    return { deploymentId, reportId, content: granted(read, 'the file').body.content };
  },
  async undo({ deploymentId, reportId, content }, { admin }) {
    const here = inDeployment(admin, deploymentId);
    const read = await here.ask('getReportFile', String(reportId));
    // The file of a report that was removed is gone with it.
    if (read.status === 404) return;
    const now = granted(read, 'the file').body;
    if (now.content === content) return;
    const body = { oldText: now.content, newText: content, hash: now.hash };
    requireUndone(await here.raw('patchReportFile', { path: { reportId: String(reportId) }, body }));
  },
  describe: ({ reportId }) => `change of the file of report ${String(reportId)}`,
};

export const reportRules: UndoRules = {
  updateReport: report,
  connectReportToWorkbook: placement,
  patchReportFile: reportFile,
};
