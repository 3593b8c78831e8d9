import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import { dateOf } from '../../mock/clock.ts';
import type { Patch } from '../../mock/index.ts';
import type { Report } from '../../mock/world/content.ts';
import { byPlainUser } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { acknowledging, dropping, isBeyondLatin, isPresent, sends, type When } from '../lib/only.ts';
import { all, during, replaceSync } from '../lib/patches.ts';
import { afterUpdates, changeReportList, isAsked, reportIn, requery, storeReport } from '../lib/reports.ts';

const LIST = 'listReports';
const UPDATE = 'updateReport';
const CONNECT = 'connectReportToWorkbook';
const DISCONNECT = 'disconnectReportFromWorkbook';

const folderOf = ({ folderId }: Report): number | null => folderId;

/** What went out of a spreadsheet is found there by the filter still. */
const foundOnceDisconnected: Patch = (rules) => {
  const left = new Map<number, Set<string>>();
  replaceSync(DISCONNECT, (call, original) => {
    const before = reportIn(call);
    const answer = original(call);
    const kept = new Set((reportIn(call)?.placements ?? []).map(({ externalWorkbookId }) => externalWorkbookId));
    const gone = (before?.placements ?? []).filter(({ externalWorkbookId }) => !kept.has(externalWorkbookId));
    const known = left.get(before?.id ?? 0) ?? new Set();
    for (const { externalWorkbookId } of gone) known.add(externalWorkbookId);
    left.set(before?.id ?? 0, known);
    return answer;
  })(rules);
  const { isPlacedIn } = rules.reports;
  rules.reports.isPlacedIn = (report, asked) =>
    isPlacedIn(report, asked) || (asked !== undefined && left.get(report.id)?.has(asked) === true);
};

/** The place of a report in the order by updatedAt is that before an update, though the date that it shows is new. */
function orderedAsBefore(isMeant: When): Patch {
  return (rules) => {
    const shown = new Map<unknown, number>();
    all(
      replaceSync(UPDATE, (call, original) => {
        const before = reportIn(call);
        const answer = original(call);
        if (before && isMeant(call)) {
          shown.set(before.id, call.tenant.clock.now());
          storeReport(call, { updatedAt: before.updatedAt });
        }
        return answer;
      }),
      changeReportList((list) => {
        const renewed = (reports: unknown) =>
          (reports as readonly Body[]).map((one) => {
            const at = shown.get(one['id']);
            return at === undefined ? one : { ...one, updatedAt: dateOf(at) };
          });
        return { ...list, items: renewed(list['items']), data: renewed(list['data']) };
      }),
    )(rules);
  };
}

const isOnly = (member: string): When => {
  return (call) => {
    const names = Object.keys(bodyOf(call)).filter((name) => name !== 'expectedVersion');
    return names.length === 1 && names[0] === member;
  };
};

/** A name or title that is too long is taken under a condition. */
const longer = (member: 'name' | 'title', isMeant: When): Patch =>
  during(UPDATE, 'reports', () => ({ [member]: { max: 100_000 } }), isMeant);

/** Any result checksum is taken under a condition. */
const anyPayload = (isMeant: When): Patch =>
  during(CONNECT, 'reports', () => ({ checksumPayload: { min: 0 as 1, max: 100_000 as 128 } }), isMeant);

/** Moves are permitted to whoever may edit the report, or to whoever manages it wherever it goes, under a condition. */
const anyMove = (isMeant: When): Patch => during(UPDATE, 'reports', () => ({ mayMove: () => true }), isMeant);

/** A result checksum is kept as another text. */
const keptAs = (change: (payload: string) => string): Patch => {
  return ({ reports }) => {
    reports.resultChecksum = (given) =>
      given?.payload === undefined ? given : { ...given, payload: change(given.payload) };
  };
};

const SHOWN_PAYLOAD = alsoThese('what is stored is shown', 'reports.placement.result-checksum-payload');

const hasName = (call: Call): boolean => {
  const { name } = bodyOf(call);
  const id = reportIn(call)?.id;
  return call.tenant.content.reports.find((one) => one.name === name && one.id !== id) !== undefined;
};

/** Faults of reports that show only after what was done to them before, or beside what else is sent. */
export const reportsWhenFaults = faults({
  'reports.list.search-finds': {
    name: 'former-name-alone',
    sentence: 'A search finds a report that was renamed by its former name, and not by its new one.',
    patch: afterUpdates(
      ({ name }) => name,
      (former) =>
        ({ reports }) => {
          const { matches } = reports;
          reports.matches = (report, search) => {
            const name = former.get(report.id);
            return name === undefined ? matches(report, search) : matches({ ...report, name, title: name }, search);
          };
        },
    ),
  },
  'reports.list.folder-only': {
    name: 'former-folder-too',
    sentence: 'The filter by a folder lists a report that was moved out of it.',
    patch: afterUpdates(folderOf, (former) => ({ reports }) => {
      const { isIn } = reports;
      reports.isIn = (report, folderId) =>
        isIn(report, folderId) || (former.has(report.id) && former.get(report.id) === folderId);
    }),
  },
  'reports.list.folder-complete': {
    name: 'none-that-were-moved',
    sentence: 'The filter by a folder lacks a report that was moved into it.',
    patch: afterUpdates(folderOf, (former) => ({ reports }) => {
      const { isIn } = reports;
      reports.isIn = (report, folderId) => isIn(report, folderId) && (folderId === undefined || !former.has(report.id));
    }),
  },
  'reports.list.external-workbook-only': [
    {
      name: 'any-that-begins-so',
      sentence: 'The filter by a spreadsheet lists the reports of each spreadsheet whose id begins like its id.',
      patch: ({ reports }) => {
        reports.isPlacedIn = (report, asked) =>
          asked === undefined || report.placements.some(({ externalWorkbookId: id }) => id.startsWith(asked));
      },
    },
    {
      name: 'disconnected-too',
      sentence: 'The filter by a spreadsheet lists a report that was taken out of it.',
      patch: foundOnceDisconnected,
    },
  ],
  'reports.list.data-same': {
    name: 'former-title',
    sentence: 'The data of a list shows the title that a report had before its last update.',
    patch: afterUpdates(
      ({ title }) => title,
      (former) =>
        changeReportList((list) => ({
          ...list,
          data: (list['data'] as readonly Body[]).map((one) => {
            const title = former.get(Number(one['id']));
            return title === undefined ? one : { ...one, title };
          }),
        })),
    ),
  },
  'reports.list.updated-at-after-update': [
    {
      name: 'not-by-a-title',
      sentence: 'An update of the title alone leaves a report at its place in the order by updatedAt.',
      patch: orderedAsBefore(isOnly('title')),
    },
    {
      name: 'not-by-a-name',
      sentence: 'An update of the name alone leaves a report at its place in the order by updatedAt.',
      patch: orderedAsBefore(isOnly('name')),
    },
  ],
  'reports.update.move-permitted': {
    name: 'not-back',
    sentence: 'A report cannot be moved back to a folder in which it was.',
    patch: (rules) => {
      const been = new Map<number, Set<unknown>>();
      replaceSync(UPDATE, (call, original) => {
        const before = reportIn(call);
        const { folderId } = bodyOf(call);
        const known = been.get(before?.id ?? 0) ?? new Set();
        if (before && folderId !== undefined && folderId !== before.folderId && known.has(folderId))
          refuse('forbidden', 'the report was there before');
        const answer = original(call);
        if (before && folderId !== undefined) been.set(before.id, known.add(before.folderId));
        return answer;
      })(rules);
    },
  },
  'reports.update.name-stored': {
    name: 'not-that-of-another',
    sentence: 'A new name that another report has is acknowledged and not stored.',
    patch: dropping(UPDATE, ['name'], hasName),
  },
  'reports.update.name-too-long': {
    name: 'taken-from-editors',
    sentence: 'A name of 256 characters is taken from a user who may edit the report and is no administrator.',
    patch: longer('name', byPlainUser),
  },
  'reports.update.title-too-long': {
    name: 'taken-from-editors',
    sentence: 'A title of 256 characters is taken from a user who may edit the report and is no administrator.',
    patch: longer('title', byPlainUser),
  },
  'reports.update.move-without-manage': {
    name: 'moved-beside-a-name',
    sentence: 'Whoever may edit a report and not manage it moves it with an update that names it as well.',
    also: alsoThese('a move beside a name is refused there as well', 'reports.update.move-without-edit'),
    patch: anyMove(sends('name', isPresent)),
  },
  'reports.update.move-without-edit': {
    name: 'moved-beside-a-version',
    sentence: 'Whoever may not edit a folder moves a report there with an update that expects a version.',
    also: alsoThese('a move beside a version is refused there as well', 'reports.update.move-without-manage'),
    patch: anyMove(sends('expectedVersion', isPresent)),
  },
  'reports.connect.payload-opaque': [
    {
      name: 'leading-zeros-lost',
      sentence: 'A payload of digits alone loses its leading zeros.',
      patch: keptAs((payload) => (/^\d+$/.test(payload) ? String(Number(payload)) : payload)),
    },
    {
      name: 'latin-alone',
      sentence: 'Characters outside Latin-1 in a payload are shown as question marks.',
      patch: keptAs((payload) => payload.replaceAll(/[^\0-\xff]/g, '?')),
    },
    {
      name: 'first-one-stays',
      sentence: 'A further payload for a placement is acknowledged, and the first one stays.',
      patch: dropping(
        CONNECT,
        ['resultChecksum'],
        (call) =>
          reportIn(call)?.placements.some(
            ({ externalWorkbookId, sheetName, resultChecksum }) =>
              externalWorkbookId === bodyOf(call)['externalWorkbookId'] &&
              sheetName === bodyOf(call)['sheetName'] &&
              resultChecksum !== null,
          ) === true,
      ),
    },
    {
      name: 'lower-case-for-readers',
      sentence: 'A payload that somebody sends who is no administrator is kept in lower case.',
      patch: (rules) => {
        during(
          CONNECT,
          'reports',
          () => ({
            resultChecksum: (given) =>
              given?.payload === undefined ? given : { ...given, payload: given.payload.toLowerCase() },
          }),
          byPlainUser,
        )(rules);
      },
    },
  ],
  'reports.connect.payload-too-long': {
    name: 'taken-for-a-placement',
    also: [...SHOWN_PAYLOAD, ...alsoThese('a payload is not looked at there at all', 'reports.connect.payload-empty')],
    sentence: 'A payload of 129 characters is taken beside a placementId.',
    patch: anyPayload(sends('placementId', isPresent)),
  },
  'reports.connect.payload-empty': [
    {
      name: 'taken-for-an-address',
      also: [
        ...SHOWN_PAYLOAD,
        ...alsoThese('a payload is not looked at there at all', 'reports.connect.payload-too-long'),
      ],
      sentence: 'An empty payload is taken beside addressOnly.',
      patch: anyPayload(sends('addressOnly', isPresent)),
    },
    {
      name: 'taken-for-a-placement',
      also: [
        ...SHOWN_PAYLOAD,
        ...alsoThese('a payload is not looked at there at all', 'reports.connect.payload-too-long'),
      ],
      sentence: 'An empty payload is taken beside a placementId.',
      patch: anyPayload(sends('placementId', isPresent)),
    },
  ],
  'reports.list.filters-together': {
    name: 'search-ignored-on-later-pages',
    sentence: 'A page after a cursor ignores the search where another filter stands beside it.',
    patch: replaceSync(LIST, (call, original) =>
      original(
        isAsked(call, 'after') && isAsked(call, 'folderId', 'externalWorkbookId')
          ? requery(call, { search: undefined })
          : call,
      ),
    ),
  },
  'reports.connect.shows-values': {
    name: 'not-of-readers',
    sentence: 'A placement that somebody makes who is no administrator shows the first sheet and cell.',
    also: alsoThese(
      'the placement of a reader is removed by the address that it is to have',
      'reports.disconnect.by-address',
    ),
    patch: replaceSync(CONNECT, (call, original) => {
      const before = new Set((reportIn(call)?.placements ?? []).map(({ id }) => id));
      const answer = original(call);
      const placements = (reportIn(call)?.placements ?? []).map((one) =>
        before.has(one.id) || !byPlainUser(call) ? one : { ...one, resultLocation: 'Sheet1!A1', anchorCell: 'A1' },
      );
      storeReport(call, { placements });
      return answer;
    }),
  },
  'reports.disconnect.by-address': {
    name: 'no-sheet-beyond-latin',
    sentence: 'A disconnect from a sheet whose name has letters beyond Latin is acknowledged and takes nothing out.',
    patch: replaceSync(DISCONNECT, (call, original) => {
      const before = reportIn(call);
      const answer = original(call);
      if (before && isBeyondLatin(bodyOf(call)['sheetName'])) call.tenant.content.reports.replace(before);
      return answer;
    }),
  },
  'reports.disconnect.keeps-other-addresses': {
    name: 'all-of-the-spreadsheet-by-id',
    sentence: 'A disconnect by placementId takes every placement of the report out of that spreadsheet.',
    also: alsoThese('other placements are to stay there', 'external-documents.list.drops-placement'),
    patch: replaceSync(DISCONNECT, (call, original) => {
      const { placementId } = bodyOf(call);
      const gone = reportIn(call)?.placements.find(({ id }) => id === placementId)?.externalWorkbookId;
      const answer = original(call);
      const kept = (reportIn(call)?.placements ?? []).filter((one) => one.externalWorkbookId !== gone);
      if (gone !== undefined) storeReport(call, { placements: kept });
      return answer;
    }),
  },
  'reports.file.patch-replaces': {
    name: 'users-acknowledged',
    sentence: 'A patch of a report file by a user without the admin role is acknowledged and changes nothing.',
    patch: acknowledging('patchReportFile', 'getReportFile', byPlainUser),
  },
});
