import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import { mayReadFolder } from '../../mock/families/report-access.ts';
import type { Patch } from '../../mock/index.ts';
import { byPlainUser } from './access.ts';
import type { When } from './conditions.ts';
import { all, during, refusing, remembering, replaceSync, responseOf } from './patches.ts';
import { isAsked, pageInfoOf, reportIn, requery, storeReport, wholeList } from './reports.ts';

/** What goes wrong with reports for few callers, histories or values alone. */

/** The first page of a list by name has numbers within names in their order, and later ones go on by the letters. */
export const numbersInOrderAtFirst: Patch = replaceSync('listReports', (call, original) => {
  const first = Number(call.query.text('first') ?? 0);
  const isMeant = call.query.text('sortBy') === 'name' && first > 0 && !isAsked(call, 'after');
  const answer = original(call);
  if (!isMeant || answer.kind !== 'ok' || call.query.text('sortDirection') === 'DESC') return answer;
  const list = answer.body as Body;
  const whole = [...wholeList(call, original)].sort((a, b) =>
    String(a['name']).localeCompare(String(b['name']), 'en', { numeric: true }),
  );
  const items = whole.slice(0, first);
  const last = items.at(-1);
  if (!last || items.length === whole.length) return answer;
  const endCursor = call.tenant.dialect.cursor.write([last['name'] as string, last['id'] as number]);
  return { ...answer, body: { ...list, items, data: items, pageInfo: { ...pageInfoOf(list), endCursor } } };
});

/** Whoever has sent a version for a report has to go on sending one. */
export const versionNeededOnceSent: Patch = remembering(
  () => new Set<string>(),
  (known) => {
    const keyOf = ({ principal, path }: Call) => `${principal.token} ${path['reportId']}`;
    return all(
      refusing('updateReport', (call) => known.has(keyOf(call)) && bodyOf(call)['expectedVersion'] === undefined, 409),
      replaceSync('updateReport', (call, original) => {
        const answer = original(call);
        if (bodyOf(call)['expectedVersion'] !== undefined) known.add(keyOf(call));
        return answer;
      }),
    );
  },
);

/** Of the placements in a spreadsheet an address finds the first one alone. */
export const firstPlacementAlone = (operation: string): Patch =>
  replaceSync(operation, (call, original) => {
    const { externalWorkbookId, sheetName, anchorCell, placementId } = bodyOf(call);
    const first = reportIn(call)?.placements.find((one) => one.externalWorkbookId === externalWorkbookId);
    if (placementId !== undefined || !first) return original(call);
    const isThere = first.sheetName === (sheetName ?? null) && first.anchorCell === (anchorCell ?? null);
    return isThere ? original(call) : refuse('unknown', 'the report has no such placement');
  });

/** A connect takes out what other users placed. */
export const ousting: Patch = replaceSync('connectReportToWorkbook', (call, original) => {
  const own = call.principal.user?.id;
  const before = new Set(
    reportIn(call)
      ?.placements.filter((one) => one.placedByUserId !== own)
      .map(({ id }) => id),
  );
  const answer = original(call);
  const report = reportIn(call);
  if (before.size === 0 || !report || bodyOf(call)['placementId'] !== undefined) return answer;
  storeReport(call, { placements: report.placements.filter(({ id }) => !before.has(id)) });
  return answer;
});

/** The filter by a spreadsheet does not find what was placed by users who may not edit it. */
export const notPlacedByReaders: Patch = remembering(
  () => new Set<string>(),
  (byReaders) =>
    all(
      replaceSync('connectReportToWorkbook', (call, original) => {
        const known = new Set(reportIn(call)?.placements.map(({ id }) => id));
        const answer = original(call);
        if (byPlainUser(call)) {
          for (const { id } of reportIn(call)?.placements ?? []) if (!known.has(id)) byReaders.add(id);
        }
        return answer;
      }),
      during('listReports', 'reports', ({ isPlacedIn }) => ({
        isPlacedIn: (report, id) =>
          isPlacedIn({ ...report, placements: report.placements.filter((one) => !byReaders.has(one.id)) }, id),
      })),
    ),
);

/** A patch of the file of a report that is placed somewhere is acknowledged. */
export const patchLostWhilePlaced: Patch = replaceSync('patchReportFile', (call, original) =>
  (reportIn(call)?.placements.length ?? 0) > 0 ? responseOf(call, 'getReportFile') : original(call),
);

/** A name that a report had before is not stored again. */
export const notAFormerName: Patch = remembering(
  () => new Map<number, Set<string>>(),
  (names) =>
    replaceSync('updateReport', (call, original) => {
      const report = reportIn(call);
      if (!report) return original(call);
      const known = names.get(report.id) ?? new Set<string>();
      names.set(report.id, known);
      const { name, ...rest } = bodyOf(call);
      const isFormer = typeof name === 'string' && known.has(name) && name !== report.name;
      const answer = original(isFormer ? { ...call, body: rest } : call);
      known.add(report.name);
      return answer;
    }),
);

const isMoved: When = (call) => {
  const { folderId } = (call.body ?? {}) as Body;
  return folderId !== undefined && folderId !== reportIn(call)?.folderId;
};

/** Whoever made a report moves it to any folder that they may read. */
export const ownReportsAnywhere: Patch = during('updateReport', 'reports', (own, call) => {
  const isOwn = isMoved(call) && reportIn(call)?.createdBy === call.principal.user?.id;
  const folder = call.tenant.content.folders.get(Number((call.body as Body)['folderId']));
  const reads = folder !== undefined && mayReadFolder(call.tenant, call.principal, folder);
  return isOwn && reads ? { mayMove: (manages) => manages } : { mayMove: own.mayMove };
});

/** Whoever may edit a report moves it to a folder of their own. */
export const toOwnFolders: Patch = during('updateReport', 'reports', (own, call) => {
  const folder = call.tenant.content.folders.get(Number(((call.body ?? {}) as Body)['folderId']));
  const isTheirs =
    isMoved(call) && folder !== undefined && folder.ownerId !== null && folder.ownerId === call.principal.user?.id;
  return isTheirs ? { mayMove: (_manages, edits) => edits } : { mayMove: own.mayMove };
});

/** Behind a cursor `first` is that of the page before. */
export const firstOfTheWalk: Patch = remembering(
  () => new Map<string, string>(),
  (sizes) =>
    replaceSync('listReports', (call, original) => {
      const { token } = call.principal;
      const first = call.query.text('first');
      const known = sizes.get(token);
      if (first !== undefined && !isAsked(call, 'after')) sizes.set(token, first);
      return original(isAsked(call, 'after') && known !== undefined ? requery(call, { first: known }) : call);
    }),
);
