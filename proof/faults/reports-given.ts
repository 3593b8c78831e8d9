import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byOAuth, byPlainUser } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { dropping, isPresent, knowing, sends, timesIn, type Past, type When } from '../lib/only.ts';
import { all, changeBodySync, during, refusing, remembering, replaceSync, withBody } from '../lib/patches.ts';
import {
  afterUpdates,
  changeReportList,
  changeRequest,
  isAsked,
  itemsOf,
  pageInfoOf,
  reportIn,
  requery,
  storeReport,
  unreadable,
  withItems,
} from '../lib/reports.ts';
import { hashOf } from '../lib/text-files.ts';

const LIST = 'listReports';
const UPDATE = 'updateReport';
const CONNECT = 'connectReportToWorkbook';
const DISCONNECT = 'disconnectReportFromWorkbook';
const REFRESH = 'refreshReport';

const byReport = ({ path }: Call): unknown => path['reportId'];
const knowingReport = (watched: readonly string[], patch: (past: Past) => Patch): Patch =>
  knowing(watched, byReport, patch);

const byName = ({ name }: { readonly name: string }): string => name;
const lasts = (list: Body): boolean => pageInfoOf(list)['hasNextPage'] === false;

/** Reports that an operation succeeded on are left out of some lists. */
function leftOutAfter(operation: string, isMeant: When): Patch {
  return remembering(
    () => new Set<number>(),
    (seen) =>
      all(
        replaceSync(operation, (call, original) => {
          const answer = original(call);
          const { id = 0 } = reportIn(call) ?? {};
          seen.add(id);
          return answer;
        }),
        changeReportList((list, call) =>
          isMeant(call)
            ? withItems(
                list,
                itemsOf(list).filter(({ id }) => !seen.has(Number(id))),
              )
            : list,
        ),
      ),
  );
}

/** Faults of reports for some callers, after some history, or for some inputs alone. */
export const reportsGivenFaults = faults({
  'reports.list.search-finds': {
    name: 'none-that-were-placed',
    sentence: 'A search lacks a report once it was connected to a spreadsheet.',
    patch: leftOutAfter(CONNECT, (call) => isAsked(call, 'search') && !isAsked(call, 'externalWorkbookId')),
  },
  'reports.list.folder-complete': {
    name: 'none-that-were-renamed',
    sentence: 'The filter by a folder lacks a report that was renamed.',
    patch: afterUpdates(byName, (former) =>
      changeReportList((list, call) =>
        isAsked(call, 'folderId')
          ? withItems(
              list,
              itemsOf(list).filter(({ id }) => !former.has(Number(id))),
            )
          : list,
      ),
    ),
  },
  'reports.list.external-workbook-placed': [
    {
      name: 'nothing-for-users',
      sentence: 'The filter by a spreadsheet lists nothing for a user without the admin role.',
      patch: changeReportList((list, call) =>
        isAsked(call, 'externalWorkbookId') && byPlainUser(call) ? withItems(list, []) : list,
      ),
    },
    {
      name: 'none-that-were-renamed',
      sentence: 'The filter by a spreadsheet lacks a report that was renamed.',
      patch: afterUpdates(byName, (former) =>
        changeReportList((list, call) =>
          isAsked(call, 'externalWorkbookId')
            ? withItems(
                list,
                itemsOf(list).filter(({ id }) => !former.has(Number(id))),
              )
            : list,
        ),
      ),
    },
  ],
  'reports.list.count-ignores-pages': {
    name: 'of-the-page-by-oauth',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'The count of a list for an OAuth token is that of the page.',
    patch: changeReportList((list, call) => (byOAuth(call) ? { ...list, count: itemsOf(list).length } : list)),
  },
  'reports.list.first-limits': {
    name: 'one-more-for-users',
    sentence: 'A page of one report holds two for a user without the admin role.',
    patch: replaceSync(LIST, (call, original) =>
      original(byPlainUser(call) && call.query.text('first') === '1' ? requery(call, { first: '2' }) : call),
    ),
  },
  'reports.list.after-continues': {
    name: 'started-over-for-users',
    sentence: 'A page after a cursor is the first page again for a user without the admin role.',
    patch: replaceSync(LIST, (call, original) =>
      original(byPlainUser(call) ? requery(call, { after: undefined }) : call),
    ),
  },
  'reports.list.readable-only': {
    name: 'on-the-last-page',
    sentence: 'The last of several pages ends with what its caller may not read.',
    also: alsoThese('the last page of a spreadsheet is one', 'reports.list.external-workbook-readable-only'),
    patch: changeReportList((list, call) =>
      byPlainUser(call) && isAsked(call, 'after') && lasts(list)
        ? withItems(list, [...itemsOf(list), ...unreadable(call, () => true)])
        : list,
    ),
  },
  'reports.update.name-stored': [
    {
      name: 'spaces-as-one',
      sentence: 'Several spaces in a row in the name of a report are stored as one.',
      patch: changeRequest(UPDATE, (body) =>
        typeof body['name'] === 'string' ? { ...body, name: body['name'].replaceAll(/ {2,}/g, ' ') } : body,
      ),
    },
    {
      name: 'lost-after-a-refresh',
      sentence: 'A new name for a report that was refreshed is acknowledged and not stored.',
      patch: knowingReport([REFRESH], (past) => dropping(UPDATE, ['name'], (call) => past(call).includes(REFRESH))),
    },
  ],
  'reports.update.title-stored': {
    name: 'lost-after-a-move',
    sentence: 'A new title for a report that was moved is acknowledged and not stored.',
    patch: afterUpdates(
      ({ folderId }) => folderId,
      (former) => dropping(UPDATE, ['title'], (call) => former.has(reportIn(call)?.id ?? 0)),
    ),
  },
  'reports.update.title-longest': {
    name: 'refused-to-oauth',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'A title of 255 characters is refused with an OAuth token.',
    patch: during(UPDATE, 'reports', () => ({ title: { max: 254 as 255 } }), byOAuth),
  },
  'reports.update.name-longest': {
    name: 'cut-off-beside-a-title',
    sentence: 'A name of 255 characters beside a title is cut off by one.',
    also: alsoThese('a name that is one too long is cut off before it is looked at', 'reports.update.name-too-long'),
    patch: changeRequest(UPDATE, (body) =>
      typeof body['name'] === 'string' && body['title'] !== undefined
        ? { ...body, name: body['name'].slice(0, 254) }
        : body,
    ),
  },
  'reports.update.expected-version-differs': {
    name: 'unasked-after-a-connect',
    sentence: 'The expectedVersion of an update of a report that was connected is ignored.',
    patch: knowingReport([CONNECT], (past) =>
      during(
        UPDATE,
        'reports',
        () => ({ isExpected: () => true }),
        (call) => past(call).includes(CONNECT),
      ),
    ),
  },
  'reports.update.expected-version-matches': {
    name: 'refused-after-a-refusal',
    sentence: 'The right expectedVersion is refused once another one was refused.',
    also: [
      ...alsoThese(
        'a text that is too long stands beside the version',
        'reports.update.title-too-long',
        'reports.update.name-too-long',
      ),
      ...alsoThese(
        'the right version is sent there after another one',
        'reports.update.expected-version-differs',
        'reports.update.expected-version-on-move',
      ),
    ],
    patch: knowingReport([UPDATE], (past) =>
      refusing(
        UPDATE,
        (call) => past(call).at(-1) === `not ${UPDATE}` && bodyOf(call)['expectedVersion'] !== undefined,
        'conflict',
      ),
    ),
  },
  'reports.update.expected-version-omitted': {
    name: 'asked-of-oauth',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'An update without expectedVersion is refused with an OAuth token.',
    also: alsoThese(
      'the longest text is stored without a version',
      'reports.update.name-longest',
      'reports.update.title-longest',
    ),
    patch: refusing(UPDATE, (call) => byOAuth(call) && bodyOf(call)['expectedVersion'] === undefined, 'conflict'),
  },
  'reports.update.move-with-name': {
    name: 'unnamed-by-users',
    sentence: 'A move by a user without the admin role leaves the name as it was.',
    patch: dropping(UPDATE, ['name'], (call) => byPlainUser(call) && bodyOf(call)['folderId'] !== undefined),
  },
  'reports.connect.answers-report': {
    name: 'another-for-readers',
    sentence: 'A connect by a user without the admin role answers with another report.',
    patch: changeBodySync(CONNECT, (report, call) =>
      byPlainUser(call) ? { ...report, id: Number(report['id']) + 1 } : report,
    ),
  },
  'reports.connect.same-report': {
    name: 'former-name',
    sentence: 'A connect of a report that was renamed answers with its former name.',
    patch: afterUpdates(byName, (former) =>
      changeBodySync(CONNECT, (report) => ({ ...report, name: former.get(Number(report['id'])) ?? report['name'] })),
    ),
  },
  'reports.connect.places-report': {
    name: 'not-without-a-checksum',
    sentence: 'A connect without a result checksum is acknowledged and places nothing.',
    patch: replaceSync(CONNECT, (call, original) => {
      const before = reportIn(call);
      const answer = original(call);
      if (before && bodyOf(call)['resultChecksum'] === undefined) call.tenant.content.reports.replace(before);
      return answer;
    }),
  },
  'reports.connect.several-spreadsheets': {
    name: 'one-by-oauth',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'A connect with an OAuth token takes the report out of all other spreadsheets.',
    patch: replaceSync(CONNECT, (call, original) => {
      const answer = original(call);
      const there = bodyOf(call)['externalWorkbookId'];
      const placements = reportIn(call)?.placements ?? [];
      if (byOAuth(call))
        storeReport(call, { placements: placements.filter((one) => one.externalWorkbookId === there) });
      return answer;
    }),
  },
  'reports.connect.payload-longest': {
    name: 'refused-to-readers',
    sentence: 'A payload of 128 characters is refused to a user without the admin role.',
    patch: during(CONNECT, 'reports', () => ({ checksumPayload: { min: 1 as const, max: 127 as 128 } }), byPlainUser),
  },
  'reports.connect.by-placement-id': {
    name: 'refused-to-oauth',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'A connect with a placementId is refused with an OAuth token.',
    patch: refusing(CONNECT, (call) => byOAuth(call) && sends('placementId', isPresent)(call), 'invalid'),
  },
  'reports.disconnect.by-placement-id': {
    name: 'moved-ones-stay',
    sentence: 'A disconnect by placementId leaves a placement that was connected a second time by its id.',
    patch: remembering(
      () => new Set<unknown>(),
      (moved) =>
        all(
          replaceSync(CONNECT, (call, original) => {
            const answer = original(call);
            moved.add(bodyOf(call)['placementId']);
            return answer;
          }),
          replaceSync(DISCONNECT, (call, original) => {
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
  'reports.disconnect.keeps-other-reports': {
    name: 'all-reports-by-id',
    sentence: 'A disconnect by placementId takes every report out of that spreadsheet.',
    patch: replaceSync(DISCONNECT, (call, original) => {
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
  'reports.refresh.by-address': {
    name: 'refused-after-a-rename',
    sentence: 'A placement of a report that was renamed is not refreshed by its address.',
    patch: afterUpdates(byName, (former) =>
      replaceSync(REFRESH, (call, original) => {
        if (former.has(reportIn(call)?.id ?? 0) && bodyOf(call)['placementId'] === undefined)
          refuse('invalid', 'the report was renamed');
        return original(call);
      }),
    ),
  },
  'reports.file.canonical': {
    name: 'another-once-placed',
    sentence: 'The content of a file that is read a third time is written otherwise.',
    also: [
      ...alsoThese('a hash that is out of date is refused', 'reports.file.patch-replaces'),
      ...alsoThese('the rest of the file is compared as text', 'reports.file.patch-keeps-the-rest'),
    ],
    patch: knowingReport(['getReportFile'], (past) =>
      replaceSync('getReportFile', (call, original) => {
        const times = timesIn(past(call), 'getReportFile');
        return withBody(original(call), (file) => {
          const content = times > 2 ? `${String(file['content'])} ` : String(file['content']);
          return { ...file, content, hash: hashOf(call, content) };
        });
      }),
    ),
  },
  'reports.file.patch-renews-hash': {
    name: 'not-by-a-second',
    sentence: 'A second patch of a report file leaves the hash that the first one had.',
    also: alsoThese(
      'a hash that is out of date is refused',
      'reports.file.patch-replaces',
      'reports.file.patch-canonical',
    ),
    patch: remembering(
      () => new Map<unknown, unknown>(),
      (first) =>
        knowingReport(['patchReportFile'], (past) =>
          changeBodySync('getReportFile', (file, call) => {
            const times = timesIn(past(call), 'patchReportFile');
            if (times === 1) first.set(byReport(call), file['hash']);
            return times > 1 && first.has(byReport(call)) ? { ...file, hash: first.get(byReport(call)) } : file;
          }),
        ),
    ),
  },
  'reports.file.patch-keeps-the-rest': {
    name: 'description-lost-by-oauth',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'A patch of a report file with an OAuth token empties the sqlQuery.',
    patch: replaceSync('patchReportFile', (call, original) => {
      const answer = original(call);
      if (byOAuth(call)) storeReport(call, { sqlQuery: '' });
      return answer;
    }),
  },
  'external-documents.entry.granted': {
    name: 'denied-once-renamed',
    sentence: 'The placement of a report that was renamed is DENIED.',
    patch: afterUpdates(byName, (former) =>
      changeBodySync('listPlacements', (list) => ({
        ...list,
        items: itemsOf(list).map((entry) =>
          former.has(Number(entry['reportId'])) ? { ...entry, access: 'DENIED' } : entry,
        ),
      })),
    ),
  },
  'folders.folder.user-of-owner': {
    name: 'nobody-on-a-page',
    sentence: 'A folder that is listed on a page of some size has no owner.',
    patch: changeBodySync('listFolders', (list, call) => {
      const ownerless = (folders: unknown) => (folders as readonly Body[]).map((folder) => ({ ...folder, user: null }));
      return isAsked(call, 'first')
        ? { ...list, items: ownerless(list['items']), data: ownerless(list['data']) }
        : list;
    }),
  },
});
