import { done, refuse } from '../../../mock/answer.ts';
import { type Body, bodyOf, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { type once, callerId } from '../../lib/other-operations.ts';
import { both, isPresent, knowing, sends, unless } from '../../lib/conditions.ts';
import { reaching } from '../../lib/other-deployments.ts';
import { refusing, remembering, replaceSync } from '../../lib/patches.ts';
import { changed, isBeyondAscii } from '../../lib/report-changes.ts';
import { byName } from '../../lib/report-histories.ts';
import {
  blindToAddresses,
  ignored,
  isAtBut,
  placedElsewhere,
  placementIn,
  withoutSheetsOfDigits,
} from '../../lib/report-placements.ts';
import { afterUpdates, duringReports, reportIn, storeReport } from '../../lib/reports.ts';
import { firstPlacementAlone } from '../../lib/report-exceptions.ts';
import { refreshingAll } from '../../lib/few-of-many.ts';

/** Refuses some of the refreshes that name their placement in one of the two ways. */
function notRefreshing(by: 'placementId' | 'sheetName', isMeant: (call: Call) => boolean): Patch {
  return replaceSync('refreshReport', (call, original) => {
    if (bodyOf(call)[by] !== undefined && isMeant(call)) refuse('unknown', 'the report has no such placement');
    return original(call);
  });
}

/** Whether the placement that a call names was made by somebody else. */
function isOfOthers(call: Call): boolean {
  const { placementId, sheetName } = bodyOf(call);
  const placement = reportIn(call)?.placements.find((one) => one.id === placementId || one.sheetName === sheetName);
  return placement !== undefined && placement.placedByUserId !== call.principal.user?.id;
}

/** An operation that finds no placement by its id. */
function blindToIds(operation: string): Patch {
  return replaceSync(operation, (call, original) => {
    if (reportIn(call) && bodyOf(call)['placementId'] !== undefined) refuse('unknown', 'there is no such placement');
    return original(call);
  });
}

const renamed = (patch: Parameters<typeof once>[2]) => changed(({ name }) => name, patch);

function hasBeenRefreshed(call: Call): boolean {
  return reportIn(call)?.placements.some(({ refreshedAt }) => refreshedAt !== null) === true;
}

/** Faults of refreshing placements. */
export const refreshFaults = faults({
  'reports.refresh.by-placement-id': [
    {
      name: 'not-beside-the-first',
      sentence: 'A refresh by placementId finds no placement but the first of a report.',
      patch: refusing('refreshReport', (call) => placementIn(call) > 0, 'unknown'),
    },
    {
      name: 'not-of-others',
      sentence: 'A refresh with a placementId finds no placement that somebody else made.',
      patch: notRefreshing('placementId', isOfOthers),
    },
    {
      name: 'once-a-placement',
      sentence: 'A placement can be refreshed once by its placementId.',
      patch: knowing(
        ['refreshReport'],
        ({ body }) => (body as Body | undefined)?.['placementId'] ?? 'none',
        (past) =>
          refusing(
            'refreshReport',
            both(sends('placementId', isPresent), (call) => past(call).includes('refreshReport')),
            'invalid',
          ),
      ),
    },
    {
      name: 'not-found',
      sentence: 'A refresh finds no placement by its placementId.',
      patch: blindToIds('refreshReport'),
    },
  ],
  'reports.refresh.by-address': [
    {
      name: 'first-in-the-spreadsheet',
      sentence: 'A refresh by an address finds the first placement in the spreadsheet alone.',
      patch: firstPlacementAlone('refreshReport'),
    },
    {
      name: 'no-sheet-of-digits',
      sentence: 'A refresh finds no sheet whose name is digits alone.',
      patch: withoutSheetsOfDigits('refreshReport'),
    },
    {
      name: 'not-once-refreshed-by-id',
      sentence: 'A placement that was refreshed by its placementId is not found by its address any more.',
      patch: remembering(
        () => new Set<unknown>(),
        (byId) =>
          replaceSync('refreshReport', (call, original) => {
            const { placementId, ...address } = bodyOf(call);
            if (placementId === undefined) {
              const { isAt } = call.tenant.rules.reports;
              const found = reportIn(call)?.placements.find((one) =>
                isAt(one, {
                  externalWorkbookId: address['externalWorkbookId'],
                  sheetName: address['sheetName'],
                  anchorCell: address['anchorCell'],
                }),
              );
              if (byId.has(found?.id)) refuse('unknown', 'there is no such placement');
            }
            const answer = original(call);
            byId.add(placementId);
            return answer;
          }),
      ),
    },
    {
      name: 'sheet-beyond-ascii-unknown',
      sentence: 'A refresh by an address finds no sheet whose name has letters beyond ASCII.',
      patch: notRefreshing('sheetName', (call) => isBeyondAscii(bodyOf(call)['sheetName'])),
    },
    {
      name: 'not-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A refresh by an address with an OAuth token finds no placement.',
      patch: notRefreshing('sheetName', byOAuth),
    },
    {
      name: 'refused-the-second-time',
      sentence: 'A placement can be refreshed once by its address.',
      patch: knowing(
        ['refreshReport'],
        ({ body }) => JSON.stringify(body),
        (past) =>
          refusing(
            'refreshReport',
            both(unless(sends('placementId', isPresent)), (call) => past(call).includes('refreshReport')),
            'invalid',
          ),
      ),
    },
    {
      name: 'not-found',
      sentence: 'A refresh finds no placement by spreadsheet, sheet and cell.',
      patch: blindToAddresses('refreshReport'),
    },
    {
      name: 'refused-after-a-rename',
      sentence: 'A placement of a report that was renamed is not refreshed by its address.',
      patch: afterUpdates(byName, (former) =>
        replaceSync('refreshReport', (call, original) => {
          if (former.has(reportIn(call)?.id ?? 0) && bodyOf(call)['placementId'] === undefined)
            refuse('invalid', 'the report was renamed');
          return original(call);
        }),
      ),
    },
  ],
  'reports.refresh.refreshed-at': [
    {
      name: 'not-once-renamed',
      sentence: 'A refresh of a report that was renamed leaves the refreshedAt of the placement as it was.',
      patch: renamed((ids) =>
        replaceSync('refreshReport', (call, original) => {
          const before = reportIn(call)?.placements ?? [];
          const answer = original(call);
          const report = reportIn(call);
          if (!report || !ids.has(report.id)) return answer;
          const refreshedAt = (id: string) => before.find((one) => one.id === id)?.refreshedAt ?? null;
          storeReport(call, {
            placements: report.placements.map((one) => ({ ...one, refreshedAt: refreshedAt(one.id) })),
          });
          return answer;
        }),
      ),
    },
    {
      name: 'of-the-first-by-id',
      sentence: 'A refresh by placementId refreshes the first placement of the report, whichever it names.',
      patch: replaceSync('refreshReport', (call, original) => {
        const [first] = reportIn(call)?.placements ?? [];
        const isKnown = placementIn(call) >= 0 && bodyOf(call)['placementId'] !== undefined;
        return original(isKnown && first ? { ...call, body: { ...bodyOf(call), placementId: first.id } } : call);
      }),
    },
    {
      name: 'not-by-id',
      sentence: 'A refresh by placementId leaves refreshedAt as it was.',
      patch: ignored('refreshReport', both(sends('placementId', isPresent), hasBeenRefreshed)),
    },
    {
      name: 'not-by-address',
      sentence: 'A refresh by an address leaves refreshedAt as it was.',
      patch: ignored('refreshReport', both(unless(sends('placementId', isPresent)), hasBeenRefreshed)),
    },
    {
      name: 'goes-back',
      sentence: 'A second refresh takes refreshedAt back to when the placement was made.',
      patch: replaceSync('refreshReport', (call, original) => {
        const again = hasBeenRefreshed(call);
        const answer = original(call);
        const placements = reportIn(call)?.placements ?? [];
        const changed = placements.map((one) => ({ ...one, refreshedAt: one.refreshedAt && one.placedAt - 60_000 }));
        if (again) storeReport(call, { placements: changed });
        return answer;
      }),
    },
    {
      name: 'not-by-another-user',
      sentence: 'A refresh by another user than the one who placed the report leaves refreshedAt as it was.',
      patch: replaceSync('refreshReport', (call, original) => {
        const before = reportIn(call);
        const answer = original(call);
        const after = reportIn(call);
        if (!before || !after) return answer;
        const placements = after.placements.map((one) => {
          const former = before.placements.find(({ id }) => id === one.id);
          return former && former.placedByUserId !== callerId(call) ? { ...one, refreshedAt: former.refreshedAt } : one;
        });
        storeReport(call, { placements });
        return answer;
      }),
    },
  ],
  'reports.refresh.keeps-other-placements': [
    {
      name: 'not-of-another-report',
      sentence: 'A refresh of a placement refreshes those of all reports in the same spreadsheet.',
      patch: refreshingAll,
    },
    {
      name: 'whole-spreadsheet-by-address',
      sentence: 'A refresh by an address refreshes all placements of the report in that spreadsheet.',
      patch: replaceSync('refreshReport', (call, original) => {
        const { externalWorkbookId, placementId } = bodyOf(call);
        const answer = original(call);
        if (placementId !== undefined) return answer;
        const placements = (reportIn(call)?.placements ?? []).map((one) =>
          one.externalWorkbookId === externalWorkbookId ? { ...one, refreshedAt: call.tenant.clock.now() } : one,
        );
        storeReport(call, { placements });
        return answer;
      }),
    },
    {
      name: 'at-the-same-address',
      sentence: 'A refresh by an address refreshes the placements at that sheet and cell of all spreadsheets.',
      patch: replaceSync('refreshReport', (call, original) => {
        const { sheetName, anchorCell, placementId } = bodyOf(call);
        const answer = original(call);
        if (placementId !== undefined) return answer;
        const placements = (reportIn(call)?.placements ?? []).map((one) =>
          one.sheetName === sheetName && one.anchorCell === anchorCell
            ? { ...one, refreshedAt: call.tenant.clock.now() }
            : one,
        );
        storeReport(call, { placements });
        return answer;
      }),
    },
    {
      name: 'by-the-id-of-another',
      sentence: 'A refresh with the placementId of another report refreshes that one.',
      patch: replaceSync('refreshReport', (call, original) => {
        const { placementId } = bodyOf(call);
        const other = placedElsewhere(call, placementId);
        if (!other) return original(call);
        const placements = other.placements.map((one) =>
          one.id === placementId ? { ...one, refreshedAt: call.tenant.clock.now() } : one,
        );
        call.tenant.content.reports.replace({ ...other, placements });
        return done();
      }),
    },
    {
      name: 'all-by-id',
      sentence: 'A refresh by placementId refreshes every placement of the report.',
      patch: replaceSync('refreshReport', (call, original) => {
        const answer = original(call);
        const placements = reportIn(call)?.placements ?? [];
        const refreshedAt = call.tenant.clock.now();
        if (bodyOf(call)['placementId'] !== undefined)
          storeReport(call, { placements: placements.map((one) => ({ ...one, refreshedAt })) });
        return answer;
      }),
    },
    {
      name: 'all-of-them',
      sentence: 'A refresh of one placement refreshes all placements of the report.',
      patch: duringReports('refreshReport', {
        withPlacement: (placements, { id, refreshedAt, refreshedByUserId, resultChecksum }) =>
          placements.map((one) => ({
            ...one,
            refreshedAt,
            refreshedByUserId,
            ...(one.id === id && { resultChecksum }),
          })),
      }),
    },
    {
      name: 'any-sheet',
      sentence: 'A refresh by address goes to the first placement in that cell, on whatever sheet of the spreadsheet.',
      patch: duringReports('refreshReport', { isAt: isAtBut('sheetName') }),
    },
    {
      name: 'any-address',
      sentence: 'A refresh by address goes to the first placement in the spreadsheet.',
      also: alsoThese('the moments of two placements are compared', 'reports.refresh.refreshed-at'),
      patch: duringReports('refreshReport', { isAt: isAtBut('sheetName', 'anchorCell') }),
    },
    {
      name: 'of-the-same-sheet',
      sentence: 'A refresh by placementId refreshes the other placements on the same sheet as well.',
      patch: replaceSync('refreshReport', (call, original) => {
        const { placementId } = bodyOf(call);
        const answer = original(call);
        const target = reportIn(call)?.placements.find(({ id }) => id === placementId);
        if (!target) return answer;
        const placements = (reportIn(call)?.placements ?? []).map((one) =>
          one.externalWorkbookId === target.externalWorkbookId && one.sheetName === target.sheetName
            ? { ...one, refreshedAt: target.refreshedAt, refreshedByUserId: target.refreshedByUserId }
            : one,
        );
        storeReport(call, { placements });
        return answer;
      }),
    },
  ],
  'reports.refresh.scoped-key-stays': {
    name: 'wherever-it-is',
    sentence: 'A refresh finds its report in whatever deployment that lies in, for any key.',
    patch: reaching('refreshReport', (call) => reportIn(call)?.deploymentId),
  },
});
