import { done } from '../../../mock/answer.ts';
import { bodyOf, type Body } from '../../../mock/call.ts';
import type { Report } from '../../../mock/world/content.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { callerId } from '../../lib/other-operations.ts';
import { both, isBeyondLatin, isPresent, sends } from '../../lib/conditions.ts';
import { all, changeBodySync, remembering, replaceSync, withRules, refusing } from '../../lib/patches.ts';
import { onceTakenOut, placementKey } from '../../lib/removed-placements.ts';
import {
  blindToAddresses,
  ignored,
  isAtBut,
  placedElsewhere,
  placementIn,
  withoutSheetsOfDigits,
} from '../../lib/report-placements.ts';
import { duringReports, itemsOf, reportIn, storeReport, withItems } from '../../lib/reports.ts';
import { has } from '../../lib/signs-in-texts.ts';

const addressOf = ({ externalWorkbookId, sheetName, anchorCell }: Body) =>
  JSON.stringify([externalWorkbookId, sheetName, anchorCell]);

/** Faults of disconnecting reports from a workbook. */
export const disconnectFaults = faults({
  'reports.disconnect.by-placement-id': [
    {
      name: 'last-one-stays',
      sentence: 'A disconnect of the only placement of a report by its id is acknowledged, and it stays.',
      patch: replaceSync('disconnectReportFromWorkbook', (call, original) =>
        placementIn(call) === 0 && reportIn(call)?.placements.length === 1 ? done() : original(call),
      ),
    },
    {
      name: 'undone-by-an-update',
      toldBy: 'reports.list.data-same',
      sentence: 'An update of the name brings back the placement that was disconnected last.',
      patch: remembering(
        () => new Map<number, Report['placements']>(),
        (taken) =>
          all(
            replaceSync('disconnectReportFromWorkbook', (call, original) => {
              const before = reportIn(call);
              const answer = original(call);
              const after = reportIn(call);
              if (before && after)
                taken.set(
                  before.id,
                  before.placements.filter(({ id }) => after.placements.every((one) => one.id !== id)),
                );
              return answer;
            }),
            replaceSync('updateReport', (call, original) => {
              const answer = original(call);
              const report = reportIn(call);
              const back = taken.get(report?.id ?? 0);
              if (!report || !back || bodyOf(call)['name'] === undefined) return answer;
              taken.delete(report.id);
              storeReport(call, { placements: [...report.placements, ...back] });
              return answer;
            }),
          ),
      ),
    },
    {
      name: 'refreshed-stay',
      sentence: 'A disconnect by placementId leaves a placement that was refreshed.',
      patch: ignored(
        'disconnectReportFromWorkbook',
        (call) =>
          reportIn(call)?.placements.some(
            ({ id, refreshedAt }) => id === bodyOf(call)['placementId'] && refreshedAt !== null,
          ) === true,
      ),
    },
    {
      name: 'of-others-stay',
      sentence: 'A disconnect by placementId leaves a placement that somebody else made.',
      patch: ignored(
        'disconnectReportFromWorkbook',
        (call) =>
          reportIn(call)?.placements.some(
            ({ id, placedByUserId }) =>
              id === bodyOf(call)['placementId'] && placedByUserId !== call.principal.user?.id,
          ) === true,
      ),
    },
    {
      name: 'not-taken-out',
      sentence: 'A disconnect with a placementId is acknowledged and takes nothing out.',
      patch: replaceSync('disconnectReportFromWorkbook', (call, original) => {
        const before = reportIn(call);
        const answer = original(call);
        if (before && bodyOf(call)['placementId'] !== undefined) storeReport(call, before);
        return answer;
      }),
      also: [
        {
          id: 'external-documents.list.drops-placement',
          because: 'what a disconnect does not take out is among the placements as before',
        },
      ],
    },
    {
      name: 'moved-ones-stay',
      sentence: 'A disconnect by placementId leaves a placement that was connected a second time by its id.',
      patch: remembering(
        () => new Set<unknown>(),
        (moved) =>
          all(
            replaceSync('connectReportToWorkbook', (call, original) => {
              const answer = original(call);
              moved.add(bodyOf(call)['placementId']);
              return answer;
            }),
            replaceSync('disconnectReportFromWorkbook', (call, original) => {
              const before = reportIn(call);
              const answer = original(call);
              const { placementId } = bodyOf(call);
              if (before && placementId !== undefined && moved.has(placementId))
                call.tenant.content.reports.replace(before);
              return answer;
            }),
          ),
      ),
    },
  ],
  'reports.disconnect.by-address': [
    {
      name: 'not-with-an-apostrophe',
      sentence: 'A disconnect by an address finds no sheet whose name has an apostrophe.',
      patch: refusing('disconnectReportFromWorkbook', sends('sheetName', has("'")), 'unknown'),
    },
    {
      name: 'no-sheet-of-digits',
      sentence: 'A disconnect finds no sheet whose name is digits alone.',
      patch: withoutSheetsOfDigits('disconnectReportFromWorkbook'),
    },
    {
      name: 'not-once-re-addressed',
      sentence:
        'A placement whose cell was changed by a connect with its placementId is disconnected by its first address alone.',
      patch: remembering(
        () => new Map<string, string>(),
        (first) =>
          all(
            replaceSync('connectReportToWorkbook', (call, original) => {
              const { placementId } = bodyOf(call);
              const before = reportIn(call)?.placements.find(({ id }) => id === placementId);
              const answer = original(call);
              if (before) first.set(before.id, first.get(before.id) ?? addressOf({ ...before }));
              return answer;
            }),
            replaceSync('disconnectReportFromWorkbook', (call, original) => {
              const { isAt } = call.tenant.rules.reports;
              return withRules(
                call,
                'reports',
                {
                  isAt: (placement, address) => {
                    const known = first.get(placement.id);
                    return known === undefined ? isAt(placement, address) : known === addressOf({ ...address });
                  },
                },
                () => original(call),
              );
            }),
          ),
      ),
    },
    {
      name: 'last-one-stays',
      sentence: 'A disconnect of the only placement of a report by its address is acknowledged, and it stays.',
      patch: replaceSync('disconnectReportFromWorkbook', (call, original) => {
        const before = reportIn(call)?.placements;
        const answer = original(call);
        if (before?.length === 1 && bodyOf(call)['placementId'] === undefined)
          storeReport(call, { placements: before });
        return answer;
      }),
    },
    {
      name: 'refreshed-stay',
      sentence: 'A disconnect by its address leaves a placement that was refreshed.',
      patch: ignored(
        'disconnectReportFromWorkbook',
        both(
          sends('externalWorkbookId', isPresent),
          (call) =>
            reportIn(call)?.placements.some(
              ({ externalWorkbookId, refreshedAt }) =>
                externalWorkbookId === bodyOf(call)['externalWorkbookId'] && refreshedAt !== null,
            ) === true,
        ),
      ),
    },
    {
      name: 'of-others-stay',
      sentence: 'A disconnect by its address leaves a placement that somebody else made.',
      patch: ignored(
        'disconnectReportFromWorkbook',
        (call) =>
          reportIn(call)?.placements.some(
            ({ externalWorkbookId, placedByUserId }) =>
              externalWorkbookId === bodyOf(call)['externalWorkbookId'] && placedByUserId !== call.principal.user?.id,
          ) === true,
      ),
    },
    {
      name: 'not-found',
      sentence: 'A disconnect finds no placement by spreadsheet, sheet and cell.',
      patch: blindToAddresses('disconnectReportFromWorkbook'),
      also: [
        {
          id: 'external-documents.list.drops-placement',
          because: 'what a disconnect does not take out is among the placements as before',
        },
      ],
    },
    {
      name: 'no-sheet-beyond-latin',
      sentence: 'A disconnect from a sheet whose name has letters beyond Latin is acknowledged and takes nothing out.',
      patch: replaceSync('disconnectReportFromWorkbook', (call, original) => {
        const before = reportIn(call);
        const answer = original(call);
        if (before && isBeyondLatin(bodyOf(call)['sheetName'])) call.tenant.content.reports.replace(before);
        return answer;
      }),
    },
  ],
  'reports.disconnect.keeps-other-placements': [
    {
      name: 'but-those-of-others',
      sentence: 'A disconnect takes a report out of every spreadsheet in which somebody else has placed it.',
      patch: replaceSync('disconnectReportFromWorkbook', (call, original) => {
        const answer = original(call);
        const placements = reportIn(call)?.placements ?? [];
        storeReport(call, { placements: placements.filter(({ placedByUserId }) => placedByUserId === callerId(call)) });
        return answer;
      }),
    },
    {
      name: 'at-the-same-address',
      sentence: 'A disconnect by address takes a report out of every spreadsheet in which it has that sheet and cell.',
      patch: replaceSync('disconnectReportFromWorkbook', (call, original) => {
        const { sheetName, anchorCell, placementId } = bodyOf(call);
        const answer = original(call);
        const placements = reportIn(call)?.placements ?? [];
        if (placementId !== undefined || sheetName === undefined) return answer;
        storeReport(call, {
          placements: placements.filter((one) => one.sheetName !== sheetName || one.anchorCell !== anchorCell),
        });
        return answer;
      }),
    },
    {
      name: 'all-by-id',
      sentence: 'A disconnect by placementId takes the report out of every spreadsheet.',
      also: [
        ...alsoThese('other placements are to stay there', 'external-documents.list.drops-placement'),
        ...alsoThese('other addresses are gone with them', 'reports.disconnect.keeps-other-addresses'),
      ],
      patch: replaceSync('disconnectReportFromWorkbook', (call, original) => {
        const answer = original(call);
        if (bodyOf(call)['placementId'] !== undefined) storeReport(call, { placements: [] });
        return answer;
      }),
    },
    {
      name: 'all-of-them',
      sentence: 'A disconnect takes the report out of all spreadsheets.',
      patch: ({ reports }) => {
        reports.withoutPlacement = () => [];
      },
      also: [
        ...alsoThese(
          'the placements that are left in the spreadsheet are counted there',
          'external-documents.list.drops-placement',
        ),
        {
          id: 'reports.disconnect.keeps-other-addresses',
          because: 'all spreadsheets are also the one of the other address',
        },
      ],
    },
  ],
  'reports.disconnect.keeps-other-addresses': [
    {
      name: 'lost-by-filter',
      sentence: 'The filter by a spreadsheet finds a report no more once one of its placements there was taken out.',
      also: alsoThese('the filter is read after a disconnect there', 'reports.list.external-workbook-placed'),
      patch: onceTakenOut((taken) =>
        changeBodySync('listReports', (list, { query }) => {
          const spreadsheet = query.text('externalWorkbookId');
          const isLeft = (one: Body) => !taken.has(placementKey(one['id'], spreadsheet));
          return spreadsheet === undefined ? list : withItems(list, itemsOf(list).filter(isLeft));
        }),
      ),
    },
    {
      name: 'whole-sheet',
      sentence: 'A disconnect by an address takes out every placement of that sheet.',
      patch: replaceSync('disconnectReportFromWorkbook', (call, original) => {
        const { placementId, externalWorkbookId, sheetName } = bodyOf(call);
        const answer = original(call);
        const left = reportIn(call)?.placements.filter(
          (one) =>
            placementId !== undefined || one.externalWorkbookId !== externalWorkbookId || one.sheetName !== sheetName,
        );
        if (left) storeReport(call, { placements: left });
        return answer;
      }),
    },
    {
      name: 'whole-spreadsheet',
      sentence: 'A disconnect takes the report out of the whole spreadsheet.',
      also: alsoThese('other placements are to stay there', 'external-documents.list.drops-placement'),
      patch: ({ reports }) => {
        reports.withoutPlacement = (placements, id) => {
          const gone = placements.find((one) => one.id === id)?.externalWorkbookId;
          return placements.filter(({ externalWorkbookId }) => externalWorkbookId !== gone);
        };
      },
    },
    {
      name: 'any-sheet',
      sentence:
        'A disconnect by address takes out the first placement in that cell, on whatever sheet of the spreadsheet.',
      patch: duringReports('disconnectReportFromWorkbook', { isAt: isAtBut('sheetName') }),
    },
    {
      name: 'any-cell',
      sentence: 'A disconnect by address takes out the first placement on that sheet, in whatever cell.',
      patch: duringReports('disconnectReportFromWorkbook', { isAt: isAtBut('anchorCell') }),
    },
    {
      name: 'all-of-the-spreadsheet-by-id',
      sentence: 'A disconnect by placementId takes every placement of the report out of that spreadsheet.',
      also: alsoThese('other placements are to stay there', 'external-documents.list.drops-placement'),
      patch: replaceSync('disconnectReportFromWorkbook', (call, original) => {
        const { placementId } = bodyOf(call);
        const gone = reportIn(call)?.placements.find(({ id }) => id === placementId)?.externalWorkbookId;
        const answer = original(call);
        const kept = (reportIn(call)?.placements ?? []).filter((one) => one.externalWorkbookId !== gone);
        if (gone !== undefined) storeReport(call, { placements: kept });
        return answer;
      }),
    },
    {
      name: 'cells-by-their-beginning',
      sentence: 'Disconnecting by an address also ends placements at cells that begin with the same letter and digit.',
      patch: duringReports('disconnectReportFromWorkbook', {
        withoutPlacement: (placements, id) => {
          const target = placements.find((one) => one.id === id);
          const start = target?.anchorCell?.slice(0, 2);
          return placements.filter(
            (one) =>
              one.id !== id &&
              !(
                one.externalWorkbookId === target?.externalWorkbookId &&
                one.sheetName === target.sheetName &&
                one.anchorCell?.slice(0, 2) === start
              ),
          );
        },
      }),
    },
  ],
  'reports.disconnect.keeps-other-reports': [
    {
      name: 'by-the-id-of-another',
      sentence: 'A disconnect with the placementId of another report takes that one out.',
      patch: replaceSync('disconnectReportFromWorkbook', (call, original) => {
        const { placementId } = bodyOf(call);
        const other = placedElsewhere(call, placementId);
        if (!other) return original(call);
        call.tenant.content.reports.replace({
          ...other,
          placements: other.placements.filter(({ id }) => id !== placementId),
        });
        return done();
      }),
    },
    {
      name: 'all-reports',
      sentence: 'A disconnect takes the other reports out of that spreadsheet as well.',
      patch: replaceSync('disconnectReportFromWorkbook', (call, original) => {
        const { externalWorkbookId } = bodyOf(call);
        const answer = original(call);
        const { reports } = call.tenant.content;
        for (const one of reports.filter(({ id }) => id !== reportIn(call)?.id)) {
          const left = one.placements.filter((at) => at.externalWorkbookId !== externalWorkbookId);
          if (left.length < one.placements.length) reports.replace({ ...one, placements: left });
        }
        return answer;
      }),
    },
    {
      name: 'all-reports-by-id',
      sentence: 'A disconnect by placementId takes every report out of that spreadsheet.',
      patch: replaceSync('disconnectReportFromWorkbook', (call, original) => {
        const { placementId } = bodyOf(call);
        const gone = reportIn(call)?.placements.find(({ id }) => id === placementId)?.externalWorkbookId;
        const answer = original(call);
        const { reports } = call.tenant.content;
        for (const one of gone === undefined ? [] : reports.all()) {
          const kept = one.placements.filter(({ externalWorkbookId }) => externalWorkbookId !== gone);
          if (kept.length < one.placements.length && one.id !== reportIn(call)?.id)
            reports.replace({ ...one, placements: kept });
        }
        return answer;
      }),
    },
  ],
});
