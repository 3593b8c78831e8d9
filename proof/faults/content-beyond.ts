import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Placement } from '../../mock/world/content.ts';
import { byOAuth, byPlainUser } from '../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import type { When } from '../lib/only.ts';
import { all, changeBodySync, during, remembering, replaceSync, withBody } from '../lib/patches.ts';
import { isAsked, itemsOf, pageInfoOf, reportIn, requery, wholeList, withItems } from '../lib/reports.ts';

/**
 * Faults of lists and placements that show at the ends of lists which are asked for otherwise than as a whole, and at placements
 * beside those that a request is about.
 */

const CONNECT = 'connectReportToWorkbook';
const DISCONNECT = 'disconnectReportFromWorkbook';

const searched: When = (call) => isAsked(call, 'search');
const inFolder: When = (call) => isAsked(call, 'folderId');
const sortedByDate: When = ({ query }) => ['createdAt', 'updatedAt'].includes(query.text('sortBy') ?? '');

function announcing(when: When, hasNextPage: (call: Call, shown: number, total: () => number) => boolean): Patch {
  return replaceSync('listReports', (call, original) => {
    const answer = original(call);
    if (!when(call)) return answer;
    const unfiltered = requery(call, { folderId: undefined, search: undefined });
    const total = () => wholeList(unfiltered, original).length;
    return withBody(answer, (list) => ({
      ...list,
      pageInfo: { ...pageInfoOf(list), hasNextPage: hasNextPage(call, itemsOf(list).length, total) },
    }));
  });
}

/** A further page is announced wherever the page is not empty and there are more reports than it shows. */
const byAll = (what: string, when: When): Omit<Deviation, 'name'> => ({
  sentence: `Whether a page follows in the list ${what} is told by how many reports the deployment has.`,
  patch: announcing(when, (_call, shown, total) => shown > 0 && total() > shown),
});

const byFullness = (what: string, when: When): Omit<Deviation, 'name'> => ({
  sentence: `Behind a full page of the list ${what} a further one is announced, whether or not there is one.`,
  patch: announcing(when, ({ query }, shown) => shown > 0 && query.text('first') === String(shown)),
});

const never = (what: string, when: When): Omit<Deviation, 'name'> => ({
  sentence: `A page of the list ${what} never announces a further one.`,
  also: alsoThese('nobody comes to the pages behind the first', 'reports.list.pages-complete'),
  patch: announcing(when, () => false),
});

/** Takes the filters away from a page whose cursor leaves nothing that they find. */
function unfilteredBehind(name: 'search' | 'folderId' | 'externalWorkbookId'): Deviation {
  return {
    name: 'behind-the-last',
    sentence: `Where nothing that ${name} finds is left behind a cursor, the page holds what follows without it.`,
    patch: replaceSync('listReports', (call, original) => {
      const answer = original(call);
      const isEmpty = 'body' in answer && itemsOf(answer.body as Body).length === 0;
      return isEmpty && isAsked(call, 'after') && isAsked(call, name)
        ? original(requery(call, { [name]: undefined }))
        : answer;
    }),
  };
}

/** A patch that is told which placements a disconnect took away. */
function withRemoved<Memory>(
  begin: () => Memory,
  note: (memory: Memory, removed: Placement, reportId: number) => void,
  patch: (memory: Memory) => Patch,
): Patch {
  return remembering(begin, (memory) =>
    all(
      replaceSync(DISCONNECT, (call, original) => {
        const before = reportIn(call);
        const answer = original(call);
        const left = new Set(reportIn(call)?.placements.map(({ id }) => id));
        for (const one of before?.placements ?? []) if (!left.has(one.id)) note(memory, one, before?.id ?? 0);
        return answer;
      }),
      patch(memory),
    ),
  );
}

const keyOf = (reportId: unknown, spreadsheet: unknown) => JSON.stringify([Number(reportId), String(spreadsheet)]);

/** Reports by spreadsheets that one of their placements was taken out of, until they are placed there again. */
function onceTakenOut(patch: (taken: ReadonlySet<string>) => Patch): Patch {
  return withRemoved(
    () => new Set<string>(),
    (taken, { externalWorkbookId }, reportId) => taken.add(keyOf(reportId, externalWorkbookId)),
    (taken) =>
      all(
        replaceSync(CONNECT, (call, original) => {
          taken.delete(keyOf(call.path['reportId'], bodyOf(call)['externalWorkbookId']));
          return original(call);
        }),
        patch(taken),
      ),
  );
}

/** Placements that were taken out still count where the limits of a spreadsheet are looked at. */
function removedCounted(limit: 'placements' | 'explorations'): Deviation {
  return {
    name: 'removed-ones',
    sentence: `What was taken out of a spreadsheet still counts toward its limit of ${limit}.`,
    patch: withRemoved(
      () => new Map<string, number>(),
      (counts, { externalWorkbookId: id }) => counts.set(id, (counts.get(id) ?? 0) + 1),
      (counts) =>
        during('listPlacements', 'externalDocuments', (own, { path }) => ({
          [limit]: { max: own[limit].max - (counts.get(path['externalWorkbookId'] ?? '') ?? 0) },
        })),
    ),
  };
}

/** The placement that a connect is about where it is there already. */
function existingIn(call: Call): Placement | undefined {
  const { placementId, externalWorkbookId, sheetName, anchorCell } = bodyOf(call);
  const { isAt } = call.tenant.rules.reports;
  return reportIn(call)?.placements.find((one) =>
    placementId === undefined ? isAt(one, { externalWorkbookId, sheetName, anchorCell }) : one.id === placementId,
  );
}

function refusingConnect(isRefused: When): Patch {
  return replaceSync(CONNECT, (call, original) => {
    if (isRefused(call)) refuse('forbidden', 'the caller may not place this');
    return original(call);
  });
}

function payloadIn(call: Call): string {
  const payload = (bodyOf(call)['resultChecksum'] as Body | undefined | null)?.['payload'];
  return typeof payload === 'string' ? payload : '';
}

const plainLettersIn = (text: string): number => text.replaceAll(/[^\0-\x7f]/g, '').length;

export const contentBeyondFaults = faults({
  'reports.list.last-page-announced': [
    { name: 'in-a-folder', ...byAll('of a folder', inFolder) },
    { name: 'searched', ...byAll('of a search', searched) },
    { name: 'full-page-by-date', ...byFullness('in the order of a date', sortedByDate) },
    { name: 'full-page-by-oauth', ...byFullness('for an OAuth token', byOAuth) },
    { name: 'full-page-of-plain-user', ...byFullness('for a user without the admin role', byPlainUser) },
  ],
  'reports.list.next-page-announced': [
    { name: 'in-a-folder', ...never('of a folder', inFolder) },
    { name: 'searched', ...never('of a search', searched) },
    { name: 'by-date', ...never('in the order of a date', sortedByDate) },
    { name: 'by-oauth', ...never('for an OAuth token', byOAuth) },
    { name: 'of-plain-user', ...never('for a user without the admin role', byPlainUser) },
  ],
  'reports.list.search-pages-filtered': unfilteredBehind('search'),
  'reports.list.folder-pages-filtered': unfilteredBehind('folderId'),
  'reports.list.external-workbook-pages-filtered': {
    ...unfilteredBehind('externalWorkbookId'),
    also: alsoThese('the list is read in pages', 'reports.list.external-workbook-readable-only'),
  },
  'reports.disconnect.keeps-other-addresses': {
    name: 'lost-by-filter',
    sentence: 'The filter by a spreadsheet finds a report no more once one of its placements there was taken out.',
    also: alsoThese('the filter is read after a disconnect there', 'reports.list.external-workbook-placed'),
    patch: onceTakenOut((taken) =>
      changeBodySync('listReports', (list, { query }) => {
        const spreadsheet = query.text('externalWorkbookId');
        const isLeft = (one: Body) => !taken.has(keyOf(one['id'], spreadsheet));
        return spreadsheet === undefined ? list : withItems(list, itemsOf(list).filter(isLeft));
      }),
    ),
  },
  'external-documents.list.drops-placement': {
    name: 'all-of-the-report',
    sentence: 'Once one placement of a report was taken out of a spreadsheet, its others are not listed there either.',
    patch: onceTakenOut((taken) =>
      changeBodySync('listPlacements', (list, { path }) => ({
        ...list,
        items: itemsOf(list).filter((one) => !taken.has(keyOf(one['reportId'], path['externalWorkbookId']))),
      })),
    ),
  },
  'external-documents.list.most-placements': removedCounted('placements'),
  'external-documents.list.most-explorations': removedCounted('explorations'),
  'reports.connect.read-access-suffices': [
    {
      name: 'over-that-of-others',
      sentence: 'Somebody who may not edit a report does not connect where somebody else has placed it.',
      patch: refusingConnect((call) => {
        const existing = existingIn(call);
        return existing !== undefined && byPlainUser(call) && existing.placedByUserId !== call.principal.user?.id;
      }),
    },
    {
      name: 'anew-alone',
      sentence: 'Somebody who may not edit a report does not connect a placement by its id, be it their own.',
      patch: refusingConnect((call) => byPlainUser(call) && bodyOf(call)['placementId'] !== undefined),
    },
  ],
  'reports.connect.payload-longest': {
    name: 'bytes',
    sentence: 'The longest payload is measured in bytes.',
    patch: refusingConnect(
      (call) => Buffer.byteLength(payloadIn(call)) > call.tenant.rules.reports.checksumPayload.max,
    ),
  },
  'reports.connect.payload-shortest': {
    name: 'plain-letters',
    sentence: 'A payload of one letter is refused if that is no ASCII letter.',
    patch: refusingConnect((call) => payloadIn(call).length === 1 && plainLettersIn(payloadIn(call)) === 0),
  },
  'reports.connect.payload-too-long': {
    name: 'plain-letters',
    sentence: 'Of a payload that is too long only ASCII letters count.',
    also: alsoThese('what is stored is shown', 'reports.placement.result-checksum-payload'),
    patch: during(
      CONNECT,
      'reports',
      ({ checksumPayload }) => ({ checksumPayload: { ...checksumPayload, max: Number.MAX_SAFE_INTEGER as 128 } }),
      (call) => payloadIn(call) !== '' && plainLettersIn(payloadIn(call)) === 0,
    ),
  },
});
