import { done, refuse } from '../../mock/answer.ts';
import { reads } from '../../mock/authority.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Placement, Report } from '../../mock/world/content.ts';
import { byScopedKey, takingScopedKeys } from '../lib/access.ts';
import { servingLess } from '../lib/document.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, changeBodySync, refusing, remembering, replaceSync } from '../lib/patches.ts';
import {
  afterUpdates,
  changeReportList,
  isAsked,
  itemsOf,
  reportIn,
  requery,
  storeReport,
  withItems,
} from '../lib/reports.ts';

const LIST = 'listReports';
const UPDATE = 'updateReport';
const DISCONNECT = 'disconnectReportFromWorkbook';
const REFRESH = 'refreshReport';

/** A list by name in which a renamed report stands where its former name would. */
const byFormerName: Patch = afterUpdates(
  ({ name }) => name,
  (former) =>
    changeReportList((list, call) => {
      if (call.query.text('sortBy') !== 'name' || former.size === 0) return list;
      const nameOf = ({ id, name }: Body) => former.get(Number(id)) ?? String(name);
      const turn = call.query.text('sortDirection') === 'DESC' ? -1 : 1;
      return withItems(
        list,
        [...itemsOf(list)].sort((a, b) => (nameOf(a) < nameOf(b) ? -turn : turn)),
      );
    }),
);

function ignoringBeside(
  name: 'folderId' | 'externalWorkbookId' | 'search' | 'sortBy',
  isBeside: (call: Call) => boolean,
): Patch {
  return replaceSync(LIST, (call, original) => original(isBeside(call) ? requery(call, { [name]: undefined }) : call));
}

const addressOf = (one: Pick<Placement, 'externalWorkbookId' | 'sheetName' | 'anchorCell'>, report: unknown): string =>
  [report, one.externalWorkbookId, one.sheetName, one.anchorCell].join('\n');

/** Another report than that of the path, to which a placement belongs. */
function placedElsewhere(call: Call, placementId: unknown): Report | undefined {
  return call.tenant.content.reports.find(
    ({ id, placements }) => id !== reportIn(call)?.id && placements.some((one) => one.id === placementId),
  );
}

/** A placement at an address that was left before stands in no list of its spreadsheet. */
const notListedAgain: Patch = remembering(
  () => new Set<string>(),
  (left) =>
    all(
      replaceSync(DISCONNECT, (call, original) => {
        const before = reportIn(call)?.placements ?? [];
        const answer = original(call);
        const after = reportIn(call)?.placements ?? [];
        for (const one of before) if (!after.includes(one)) left.add(addressOf(one, reportIn(call)?.id));
        return answer;
      }),
      changeBodySync('listPlacements', (list, call) => ({
        ...list,
        items: itemsOf(list).filter(({ reportId, placementId }) => {
          const placement = call.tenant.content.reports
            .get(Number(reportId))
            ?.placements.find(({ id }) => id === placementId);
          return placement === undefined || !left.has(addressOf(placement, reportId));
        }),
      })),
    ),
);

/** Entries of reports of deployments that the caller may not read, with some members changed. */
function ofUnreadable(change: (name: string | undefined) => Body): Patch {
  return changeBodySync('listPlacements', (list, { tenant, principal }) => ({
    ...list,
    items: itemsOf(list).map((entry) =>
      reads(tenant, principal, Number(entry['deploymentId']))
        ? entry
        : { ...entry, ...change(tenant.content.reports.get(Number(entry['reportId']))?.name) },
    ),
  }));
}

function longestTogether(operation: string): Patch {
  return refusing(
    operation,
    ({ body }) => {
      const { name, description } = (body ?? {}) as Body;
      return [name, description].every((one) => String(one).length >= 255);
    },
    400,
  );
}

export const contentLaterFaults = faults({
  'reports.list.filters-together': [
    {
      name: 'folder-id-ignored-when-sorted',
      also: alsoThese('the pages of that list are looked at in an order, too', 'reports.list.folder-pages-filtered'),
      sentence: 'A list that is sorted ignores the folder.',
      patch: ignoringBeside('folderId', (call) => isAsked(call, 'sortBy')),
    },
    {
      name: 'external-workbook-id-ignored-when-sorted',
      also: alsoThese(
        'the pages of that list are looked at in an order, too',
        'reports.list.external-workbook-pages-filtered',
      ),
      sentence: 'A list that is sorted ignores the spreadsheet.',
      patch: ignoringBeside('externalWorkbookId', (call) => isAsked(call, 'sortBy')),
    },
    {
      name: 'folder-id-ignored-by-last-view',
      sentence: 'A list by lastViewedAt ignores the folder.',
      patch: ignoringBeside('folderId', (call) => call.query.text('sortBy') === 'lastViewedAt'),
    },
    {
      name: 'external-workbook-id-ignored-by-last-view',
      sentence: 'A list by lastViewedAt ignores the spreadsheet.',
      patch: ignoringBeside('externalWorkbookId', (call) => call.query.text('sortBy') === 'lastViewedAt'),
    },
    {
      name: 'search-ignored-when-sorted',
      also: alsoThese('the pages of that list are looked at in an order, too', 'reports.list.search-pages-filtered'),
      sentence: 'A list that is sorted ignores the search.',
      patch: ignoringBeside('search', (call) => isAsked(call, 'sortBy')),
    },
  ],
  'reports.list.updated-at-descending': {
    name: 'ignored-with-search',
    sentence: 'A search is not sorted by updatedAt.',
    also: alsoThese('a search is read in either order', 'reports.list.updated-at-ascending'),
    patch: ignoringBeside('sortBy', (call) => isAsked(call, 'search') && call.query.text('sortBy') === 'updatedAt'),
  },
  'reports.list.sort-by-name': {
    name: 'by-former-name',
    sentence: 'A renamed report stands in a list by name where its former name would.',
    patch: byFormerName,
  },

  'folders.list.page-info': {
    name: 'absent-without-first',
    sentence: 'A list of folders that is asked for no page has no pageInfo.',
    patch: changeBodySync('listFolders', ({ pageInfo, ...rest }, call) =>
      isAsked(call, 'first') ? { ...rest, pageInfo } : rest,
    ),
  },
  'scheduled-tasks.list.whole-without-first': {
    name: 'cut-behind-a-cursor',
    sentence: 'A list of tasks that goes on behind a cursor without first is cut after 100.',
    patch: replaceSync('listScheduledTasks', (call, original) =>
      original(isAsked(call, 'after') && !isAsked(call, 'first') ? requery(call, { first: '100' }) : call),
    ),
  },
  'reports.update.expected-version-differs': {
    name: 'next-taken',
    sentence: 'An expectedVersion that is one ahead of the stored version is taken.',
    patch: ({ reports }) => {
      const { isExpected } = reports;
      reports.isExpected = (expected, stored) => isExpected(expected, stored) || expected === stored + 1;
    },
  },
  'reports.update.title-longest': {
    name: 'not-beside-the-longest-name',
    also: alsoThese('it is the name, too, that is refused then', 'reports.update.name-longest'),
    sentence: 'A title of 255 characters is refused beside a name of 255.',
    patch: refusing(
      UPDATE,
      (call) => [bodyOf(call)['name'], bodyOf(call)['title']].every((one) => String(one).length >= 255),
      400,
    ),
  },

  'reports.connect.several-spreadsheets': {
    name: 'one-for-each-sheet-and-cell',
    sentence: 'A placement in another spreadsheet at the same sheet and cell takes the place of the first.',
    also: [
      ...alsoThese('the other placement is gone before the refresh', 'reports.refresh.keeps-other-placements'),
      ...alsoThese('the other placement is gone before that', 'reports.disconnect.keeps-other-placements'),
    ],
    patch: ({ reports }) => {
      const { withPlacement } = reports;
      reports.withPlacement = (placements, placement) =>
        withPlacement(
          placements.filter(
            (one) =>
              one.id === placement.id ||
              one.sheetName !== placement.sheetName ||
              one.anchorCell !== placement.anchorCell ||
              placement.sheetName === null,
          ),
          placement,
        );
    },
  },
  'reports.disconnect.keeps-other-reports': {
    name: 'by-the-id-of-another',
    sentence: 'A disconnect with the placementId of another report takes that one out.',
    patch: replaceSync(DISCONNECT, (call, original) => {
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
  'reports.refresh.keeps-other-placements': [
    {
      name: 'whole-spreadsheet-by-address',
      sentence: 'A refresh by an address refreshes all placements of the report in that spreadsheet.',
      patch: replaceSync(REFRESH, (call, original) => {
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
      patch: replaceSync(REFRESH, (call, original) => {
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
      patch: replaceSync(REFRESH, (call, original) => {
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
  ],
  'external-documents.list.shows-placement': {
    name: 'not-once-more',
    sentence:
      'A report that was taken out of a spreadsheet is not listed there when it is placed at the same address again.',
    patch: notListedAgain,
  },
  'reports.connect.payload-opaque': {
    name: 'trimmed',
    sentence: 'A payload loses the spaces around it.',
    patch: ({ reports }) => {
      const { resultChecksum } = reports;
      reports.resultChecksum = (given) => {
        const kept = resultChecksum(given);
        return kept?.payload === undefined ? kept : { ...kept, payload: kept.payload.trim() };
      };
    },
  },
  'external-documents.list.denied-listed': {
    name: 'nothing-of-unreadable-deployments',
    sentence: 'A placement of a report of a deployment that the caller may not read is left out.',
    patch: changeBodySync('listPlacements', (list, { tenant, principal }) => ({
      ...list,
      items: itemsOf(list).filter(({ deploymentId }) => reads(tenant, principal, Number(deploymentId))),
    })),
  },
  'external-documents.entry.denied': {
    name: 'granted-elsewhere',
    toldBy: 'external-documents.list.denied-listed',
    sentence: 'A placement of a report of a deployment that the caller may not read is GRANTED.',
    patch: ofUnreadable(() => ({ access: 'GRANTED' })),
  },
  'external-documents.entry.denied-no-name': {
    name: 'named-elsewhere',
    toldBy: 'external-documents.list.denied-listed',
    sentence: 'A placement with the access DENIED shows the name of its report where that is of another deployment.',
    patch: ofUnreadable((name) => ({ reportName: name })),
  },
  'external-documents.entry.denied-else-complete': {
    name: 'nothing-of-elsewhere',
    sentence: 'A placement with the access DENIED of a report of another deployment shows neither sheet nor cell.',
    patch: changeBodySync('listPlacements', (list, { tenant }) => ({
      ...list,
      items: itemsOf(list).map((entry) =>
        entry['access'] === 'DENIED' && entry['deploymentId'] !== tenant.deployments.home
          ? { ...entry, sheetName: null, anchorCell: null }
          : entry,
      ),
    })),
  },

  'dashboard-exports.job.kept': {
    name: 'until-the-next',
    sentence: 'An export drops the jobs that its caller submitted before.',
    patch: remembering(
      () => new Map<unknown, unknown>(),
      (last) =>
        all(
          changeBodySync('startDashboardExport', (job, { principal }) => {
            last.set(principal.user?.id, job['jobId']);
            return job;
          }),
          refusing(
            'getDashboardExport',
            ({ path, principal }) => ![undefined, path['jobId']].includes(last.get(principal.user?.id) as string),
            'gone',
          ),
        ),
    ),
  },
  'openapi-spec.document.platform-operations': {
    name: 'without-administration-for-scoped-keys',
    seenWith: 'SCOPED_TOKEN',
    sentence: 'The document for a scoped key leaves out the operations that are refused to it.',
    patch: all(takingScopedKeys('getSpec'), servingLess(/\/(roles|api-keys)\b/, byScopedKey)),
  },
  'roles.update.description-longest': {
    name: 'not-beside-the-longest-name',
    sentence: 'A description of 255 characters is refused beside a name of 255.',
    also: alsoThese('an update with both is one of those there', 'roles.update.answers-role'),
    patch: longestTogether('updateRole'),
  },
  'roles.create.name-longest': {
    name: 'not-beside-the-longest-description',
    sentence: 'A name of 255 characters is refused beside a description of 255.',
    also: alsoThese('the longest of both are stated there', 'roles.create.answer-is-stored'),
    patch: longestTogether('createRole'),
  },
  'transform-sync.files.held': {
    name: 'until-the-next',
    sentence: 'A further sync drops the files of the one before it.',
    patch: remembering(
      () => ({ last: 0 }),
      (memory) =>
        all(
          changeBodySync('startTransformSync', (job) => {
            memory.last = Number(job['syncJobId']);
            return job;
          }),
          replaceSync('listGeneratedFiles', (call, original) => {
            if (Number(call.path['syncJobId']) < memory.last) refuse(404, 'the files are gone');
            return original(call);
          }),
        ),
    ),
  },
});
