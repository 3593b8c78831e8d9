import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Placement } from '../../mock/world/content.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import {
  acknowledging,
  both,
  changedIf,
  dropping,
  isBeyondLatin,
  isPresent,
  knowing,
  sends,
  timesIn,
  unless,
  type Past,
  type When,
} from '../lib/only.ts';
import { all, refusing, replaceSync, withBody, withRules, without } from '../lib/patches.ts';
import {
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
import { byOAuth, byPlainUser } from '../lib/access.ts';
import { hashOf } from '../lib/text-files.ts';

const LIST = 'listReports';
const UPDATE = 'updateReport';
const CONNECT = 'connectReportToWorkbook';
const DISCONNECT = 'disconnectReportFromWorkbook';
const REFRESH = 'refreshReport';
const FILE = 'getReportFile';
const PATCH = 'patchReportFile';

const byReport = ({ path }: Call): unknown => path['reportId'];
const knowingReport = (watched: readonly string[], patch: (past: Past) => Patch): Patch =>
  knowing(watched, byReport, patch);

/** A report as it is stored, for an operation whose answer shows it and has no effect. */
function ignored(operation: string, when: When): Patch {
  return replaceSync(operation, (call, original) => {
    const before = reportIn(call);
    const isMeant = when(call);
    const answer = original(call);
    if (isMeant && before) call.tenant.content.reports.replace(before);
    return answer;
  });
}

/** Keeps what a member was before an operation and brings it back with another. */
function broughtBack(member: 'name' | 'title', by: string): Patch {
  return (rules) => {
    const first = new Map<number, string>();
    all(
      replaceSync(UPDATE, (call, original) => {
        const report = reportIn(call);
        if (report && !first.has(report.id) && bodyOf(call)[member] !== undefined) first.set(report.id, report[member]);
        return original(call);
      }),
      replaceSync(by, (call, original) => {
        const answer = original(call);
        const value = first.get(reportIn(call)?.id ?? 0);
        if (value !== undefined) storeReport(call, { [member]: value });
        return answer;
      }),
    )(rules);
  };
}

const questionMarks = (value: unknown): unknown =>
  isBeyondLatin(value) ? String(value).replaceAll(/[^\0-\xff]/g, '?') : value;

/** Members of a list are missing from some answers. */
const lacking = (member: string, when: When): Patch => changedIf(LIST, when, without(member));

const elsewhere: When = ({ path, tenant }) => Number(path['deploymentId']) === tenant.deployments.other;
const isEmpty: When = (call) => isAsked(call, 'search');

/** Placements lose or change what a connect sent. */
function placed(change: (placement: Placement, body: Body, call: Call) => Partial<Placement>, when: When = () => true) {
  return replaceSync(CONNECT, (call, original) => {
    const before = new Set((reportIn(call)?.placements ?? []).map(({ id }) => id));
    const { placementId } = bodyOf(call);
    const answer = original(call);
    const placements = reportIn(call)?.placements ?? [];
    if (!when(call)) return answer;
    const changed = placements.map((one) =>
      !before.has(one.id) || one.id === placementId ? { ...one, ...change(one, bodyOf(call), call) } : one,
    );
    storeReport(call, { placements: changed });
    return withBody(answer, (report) => ({
      ...report,
      externalWorkbookPlacements: (report['externalWorkbookPlacements'] as readonly Body[]).map((shown) => {
        const {
          placedAt: _placed,
          refreshedAt: _refreshed,
          ...rest
        } = changed.find(({ id }) => id === shown['id']) ?? {
          placedAt: 0,
          refreshedAt: 0,
        };
        return { ...shown, ...rest };
      }),
    }));
  });
}

/** Takes what an operation refuses because of what is wrong with its body, and stores it, under a condition. */
function longer(member: 'name' | 'title', when: When): Patch {
  return replaceSync(UPDATE, (call, original) =>
    when(call) ? withRules(call, 'reports', { [member]: { max: 100_000 } }, () => original(call)) : original(call),
  );
}
function anyVersion(when: When): Patch {
  return replaceSync(UPDATE, (call, original) =>
    when(call) ? withRules(call, 'reports', { isExpected: () => true }, () => original(call)) : original(call),
  );
}
function anyPayload(when: When): Patch {
  return replaceSync(CONNECT, (call, original) =>
    when(call)
      ? withRules(call, 'reports', { checksumPayload: { min: 0 as 1, max: 100_000 as 128 } }, () => original(call))
      : original(call),
  );
}

const LONGER_THAN = (max: number) => (value: unknown) => typeof value === 'string' && value.length > max;
const hasPayload = (fits: (length: number) => boolean): When =>
  sends('resultChecksum', (value) => {
    const payload = (value as Body | undefined | null)?.['payload'];
    return typeof payload === 'string' && fits(payload.length);
  });

const SHOWN_PAYLOAD = {
  id: 'reports.placement.result-checksum-payload',
  because: 'what is stored is shown',
} as const;

const legacy = (member: 'data' | 'count', what: string): Deviation[] => [
  {
    name: 'none-behind-a-cursor',
    sentence: `A page after a cursor has no ${what}.`,
    patch: lacking(member, (call) => isAsked(call, 'after')),
  },
  {
    name: 'none-for-plain-users',
    sentence: `A list for a user without the admin role has no ${what}.`,
    patch: lacking(member, byPlainUser),
  },
  {
    name: 'none-by-last-view',
    sentence: `A list that is sorted by lastViewedAt has no ${what}.`,
    patch: lacking(member, (call) => call.query.text('sortBy') === 'lastViewedAt'),
  },
  {
    name: 'none-where-searched',
    sentence: `A list that is searched has no ${what}.`,
    patch: lacking(member, isEmpty),
  },
  {
    name: 'none-elsewhere',
    sentence: `The lists of one of the deployments have no ${what}.`,
    patch: lacking(member, elsewhere),
  },
];

/** Faults of reports that show only in some state, after some history, or to some callers. */
export const reportsOnlyFaults = faults({
  'reports.list.data': legacy('data', 'data'),
  'reports.list.count': legacy('count', 'count'),
  'reports.list.data-populated': [
    {
      name: 'empty-for-plain-users',
      sentence: 'The data of a list is empty for a user without the admin role.',
      patch: changeReportList((list, call) => (byPlainUser(call) ? { ...list, data: [] } : list)),
    },
    {
      name: 'empty-by-last-view',
      sentence: 'The data of a list that is sorted by lastViewedAt is empty.',
      patch: changeReportList((list, call) =>
        call.query.text('sortBy') === 'lastViewedAt' ? { ...list, data: [] } : list,
      ),
    },
    {
      name: 'empty-in-spreadsheets',
      sentence: 'The data of a list that is filtered by a spreadsheet is empty.',
      patch: changeReportList((list, call) => (isAsked(call, 'externalWorkbookId') ? { ...list, data: [] } : list)),
    },
  ],
  'reports.list.count-ignores-pages': {
    name: 'of-a-page-past-2',
    sentence: 'The count of a list is the size of the page where first is above 2.',
    patch: changeReportList((list, call) =>
      Number(call.query.text('first') ?? 0) > 2 && pageInfoOf(list)['hasNextPage'] === true && !isAsked(call, 'after')
        ? { ...list, count: itemsOf(list).length }
        : list,
    ),
    also: [{ id: 'reports.list.count-total', because: 'it compares the count of a page with the whole list' }],
  },
  'reports.list.first-full': [
    {
      name: 'one-less-than-2',
      sentence: 'A page holds one report less where first is 2.',
      patch: replaceSync(LIST, (call, original) =>
        original(call.query.text('first') === '2' ? requery(call, { first: '1' }) : call),
      ),
    },
    {
      name: 'two-at-most',
      sentence: 'A page holds two reports, however many more first asks for.',
      patch: replaceSync(LIST, (call, original) => {
        const first = Number(call.query.text('first') ?? 0);
        return original(first > 2 && first < 10 ? requery(call, { first: '2' }) : call);
      }),
    },
  ],
  'reports.list.oauth-readable-only': [
    {
      name: 'unreadable-by-name',
      sentence: 'A list by name that is asked for with an OAuth token adds the reports that its user may not read.',
      patch: changeReportList((list, call) =>
        byOAuth(call) && call.query.text('sortBy') === 'name' && pageInfoOf(list)['hasNextPage'] !== true
          ? withItems(list, [...itemsOf(list), ...unreadable(call, () => true)])
          : list,
      ),
    },
    {
      name: 'unreadable-where-searched',
      sentence: 'A search with an OAuth token finds reports that its user may not read.',
      patch: changeReportList((list, call) => {
        const search = call.query.text('search');
        if (!byOAuth(call) || search === undefined || pageInfoOf(list)['hasNextPage'] === true) return list;
        return withItems(list, [...itemsOf(list), ...unreadable(call, ({ name }) => name === search)]);
      }),
    },
  ],
  'reports.update.name-stored': [
    {
      name: 'first-rename-alone',
      sentence: 'Of several updates of the name of a report the first alone takes effect.',
      patch: knowingReport([UPDATE], (past) => dropping(UPDATE, ['name'], (call) => timesIn(past(call), UPDATE) > 0)),
      also: [
        { id: 'reports.update.move-with-name', because: 'its check renames the report twice' },
        ...alsoThese('the longest name is stored in such a way as well', 'reports.update.name-longest'),
        { id: 'reports.update.name-too-long', because: 'a name that is not stored is not looked at' },
      ],
    },
    {
      name: 'not-beside-a-title',
      sentence: 'The name that an update sends beside a title is left as it was.',
      also: [
        ...alsoThese('the longest text is not stored in that place either', 'reports.update.name-too-long'),
        ...alsoThese('the longest name is stored in such a way as well', 'reports.update.name-longest'),
      ],
      patch: dropping(UPDATE, ['name'], sends('title', isPresent)),
    },
    {
      name: 'question-marks',
      sentence: 'Characters outside Latin-1 in the name of a report are stored as question marks.',
      patch: changeRequest(UPDATE, (body) => ('name' in body ? { ...body, name: questionMarks(body['name']) } : body)),
    },
    {
      name: 'plain-users-acknowledged',
      sentence: 'A new name that a user without the admin role sends is acknowledged and not stored.',
      also: [
        ...alsoThese('a user who is no administrator moves and renames there', 'reports.update.move-with-name'),
        ...alsoThese('a name that is not stored is not looked at', 'reports.update.name-too-long'),
      ],
      patch: dropping(UPDATE, ['name'], byPlainUser),
    },
    {
      name: 'oauth-acknowledged',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A new name that is sent with an OAuth token is acknowledged and not stored.',
      also: [
        ...alsoThese('a name beside a move is not stored with an OAuth token either', 'reports.update.move-with-name'),
        ...alsoThese('the longest name is stored in such a way as well', 'reports.update.name-longest'),
        { id: 'reports.update.name-too-long', because: 'a name that is not stored is not looked at' },
      ],
      patch: dropping(UPDATE, ['name'], byOAuth),
    },
    {
      name: 'undone-by-a-connect',
      sentence: 'A connect brings back the name that a report had before it was renamed.',
      also: [
        ...alsoThese(
          'the entry of a placed report is looked for with its new name',
          'external-documents.entry.granted-name',
        ),
        ...alsoThese('what the report shows after a connect is compared', 'reports.connect.same-report'),
        {
          id: 'reports.update.expected-version-differs',
          because: 'a report that is placed and renamed is looked for there',
        },
        { id: 'reports.list.search-finds', because: 'a report that is placed and renamed is looked for there' },
      ],
      patch: broughtBack('name', CONNECT),
    },
    {
      name: 'letter-case-is-the-same',
      sentence: 'A new name that differs from the old one in upper and lower case alone is not stored.',
      patch: dropping(UPDATE, ['name'], (call) =>
        sends('name', (value) => String(value).toLowerCase() === reportIn(call)?.name.toLowerCase())(call),
      ),
    },
    {
      name: 'lost-after-a-refusal',
      sentence: 'The update of a name that follows a refused one is acknowledged and not stored.',
      also: alsoThese('the longest text is not stored in that place either', 'reports.update.name-too-long'),
      patch: knowingReport([UPDATE], (past) =>
        dropping(UPDATE, ['name'], (call) => past(call).at(-1) === `not ${UPDATE}`),
      ),
    },
  ],
  'reports.update.title-stored': [
    {
      name: 'not-beside-a-name',
      sentence: 'The title that an update sends beside a name is left as it was.',
      also: [
        ...alsoThese('the longest text is not stored in that place either', 'reports.update.title-too-long'),
        ...alsoThese('the longest title is stored in such a way as well', 'reports.update.title-longest'),
      ],
      patch: dropping(UPDATE, ['title'], sends('name', isPresent)),
    },
    {
      name: 'question-marks',
      sentence: 'Characters outside Latin-1 in the title of a report are stored as question marks.',
      patch: changeRequest(UPDATE, (body) =>
        'title' in body ? { ...body, title: questionMarks(body['title']) } : body,
      ),
    },
    {
      name: 'undone-by-a-connect',
      sentence: 'A connect brings back the title that a report had before it was changed.',
      also: alsoThese('what the report shows after a connect is compared', 'reports.connect.same-report'),
      patch: broughtBack('title', CONNECT),
    },
    {
      name: 'second-alone-lost',
      sentence: 'A second change of the title of a report is acknowledged and not stored.',
      also: alsoThese(
        'the longest title is stored after another one',
        'reports.update.title-too-long',
        'reports.update.title-longest',
      ),
      patch: knowingReport([UPDATE], (past) => dropping(UPDATE, ['title'], (call) => timesIn(past(call), UPDATE) > 0)),
    },
    {
      name: 'plain-users-acknowledged',
      sentence: 'A new title that a user without the admin role sends is acknowledged and not stored.',
      also: alsoThese('the longest title beside the refused one is looked for', 'reports.update.title-too-long'),
      patch: dropping(UPDATE, ['title'], byPlainUser),
    },
  ],
  'reports.update.name-too-long': [
    {
      name: 'taken-the-second-time',
      sentence: 'A name of 256 characters that was refused once is taken the second time.',
      patch: knowingReport([UPDATE], (past) => longer('name', (call) => past(call).at(-1) === `not ${UPDATE}`)),
    },
    {
      name: 'taken-far-past-the-end',
      sentence: 'A name of more than 1,000 characters is taken.',
      patch: longer('name', sends('name', LONGER_THAN(1_000))),
    },
    {
      name: 'taken-with-a-version',
      sentence: 'A name of 256 characters is taken beside an expectedVersion.',
      patch: longer('name', sends('expectedVersion', isPresent)),
    },
    {
      name: 'taken-without-a-title',
      sentence: 'A name of 256 characters is taken where the update sends nothing else.',
      also: alsoThese('a name that is too long is shown', 'reports.report.name'),
      patch: longer('name', unless(sends('title', isPresent))),
    },
  ],
  'reports.update.title-too-long': [
    {
      name: 'taken-the-second-time',
      sentence: 'A title of 256 characters that was refused once is taken the second time.',
      patch: knowingReport([UPDATE], (past) => longer('title', (call) => past(call).at(-1) === `not ${UPDATE}`)),
    },
    {
      name: 'taken-without-a-name',
      sentence: 'A title of 256 characters is taken where the update sends nothing else.',
      patch: longer('title', unless(sends('name', isPresent))),
    },
    {
      name: 'taken-with-a-version',
      sentence: 'A title of 256 characters is taken beside an expectedVersion.',
      patch: longer('title', sends('expectedVersion', isPresent)),
    },
  ],
  'reports.update.expected-version-differs': [
    {
      name: 'former-taken',
      sentence: 'An expectedVersion is taken that was the version of the report before its last update.',
      also: alsoThese(
        'the update of the other requirement comes with such a version',
        'reports.update.expected-version-once',
      ),
      patch: anyVersion((call) =>
        sends('expectedVersion', (value) => value === (reportIn(call)?.version ?? 0) - 1 && value !== 0)(call),
      ),
    },
    {
      name: 'taken-the-second-time',
      sentence: 'An expectedVersion that was refused once is taken when the update is sent again.',
      also: alsoThese(
        'the update of the other requirement comes with such a version',
        'reports.update.expected-version-on-move',
      ),
      patch: (rules) => {
        const refused = new Map<unknown, unknown>();
        all(
          replaceSync(UPDATE, (call, original) => {
            try {
              return original(call);
            } catch (error) {
              refused.set(byReport(call), bodyOf(call)['expectedVersion']);
              throw error;
            }
          }),
          anyVersion((call) => {
            const { expectedVersion } = bodyOf(call);
            return expectedVersion !== undefined && refused.get(byReport(call)) === expectedVersion;
          }),
        )(rules);
      },
    },
    {
      name: 'far-ahead-taken',
      sentence: 'An expectedVersion that is more than a thousand ahead is taken.',
      patch: anyVersion((call) =>
        sends('expectedVersion', (value) => Number(value) > (reportIn(call)?.version ?? 0) + 1_000)(call),
      ),
    },
    {
      name: 'oauth-unasked',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The expectedVersion of an update with an OAuth token is ignored.',
      patch: anyVersion(byOAuth),
    },
    {
      name: 'plain-users-unasked',
      sentence: 'The expectedVersion of an update by a user without the admin role is ignored.',
      patch: anyVersion(byPlainUser),
    },
    {
      name: 'unasked-with-name-and-title',
      sentence: 'The expectedVersion of an update of both name and title is ignored.',
      patch: anyVersion(both(sends('name', isPresent), sends('title', isPresent))),
    },
  ],
  'reports.connect.read-access-suffices': [
    {
      name: 'acknowledged',
      sentence: 'A connect by somebody who may not edit the report is acknowledged and places nothing.',
      also: alsoThese('a placement by each who may is looked for', 'reports.connect.places-report'),
      patch: ignored(CONNECT, byPlainUser),
    },
    {
      name: 'once',
      sentence: 'Somebody who may not edit a report may place it once.',
      also: alsoThese(
        'a reader places a report for each payload',
        'reports.connect.payload-shortest',
        'reports.connect.payload-longest',
        'reports.connect.payload-optional',
      ),
      patch: knowing(
        [CONNECT],
        ({ path, principal }) => `${path['reportId'] ?? ''} ${principal.user?.id ?? ''}`,
        (past) => refusing(CONNECT, (call) => byPlainUser(call) && past(call).includes(CONNECT), 'forbidden'),
      ),
    },
  ],
  'reports.connect.shows-values': [
    {
      name: 'one-host',
      sentence: 'A placement shows the first of the two hosts, whichever was sent.',
      patch: placed((_one, _body, { tenant }) => ({ host: tenant.rules.reports.hosts[0] ?? '' })),
    },
    {
      name: 'cell-in-lower-case',
      sentence: 'A placement shows its anchorCell in lower case.',
      patch: changeReportList((list) =>
        withItems(
          list,
          itemsOf(list).map((report) => ({
            ...report,
            externalWorkbookPlacements: (report['externalWorkbookPlacements'] as readonly Body[]).map((one) => ({
              ...one,
              anchorCell: typeof one['anchorCell'] === 'string' ? one['anchorCell'].toLowerCase() : null,
            })),
          })),
        ),
      ),
    },
    {
      name: 'name-of-the-first-workbook',
      sentence: 'A second placement of a report shows the workbookName of the first.',
      patch: placed((one, _body, call) => {
        const first = reportIn(call)?.placements[0];
        return first && first.id !== one.id && one.workbookName !== null
          ? { workbookName: first.workbookName ?? '?' }
          : {};
      }),
    },
    {
      name: 'location-lost-with-a-checksum',
      sentence: 'A placement shows its sheetName as resultLocation where the connect sent a result checksum.',
      patch: placed(
        ({ sheetName }) => ({ resultLocation: sheetName }),
        sends('resultChecksum', (value) => value !== undefined && value !== null),
      ),
    },
    {
      name: 'end-cell-not-beyond-z',
      sentence: 'A placement shows an endResultCell in a column beyond Z as that of column A.',
      patch: placed(({ endResultCell }) =>
        endResultCell !== null && /^[A-Z]{2}/.test(endResultCell)
          ? { endResultCell: endResultCell.replace(/^[A-Z]+/, 'A') }
          : {},
      ),
    },
    {
      name: 'unmoved-by-id',
      sentence: 'A connect with a placementId leaves the cell of the placement as it was.',
      patch: dropping(CONNECT, ['anchorCell'], sends('placementId', isPresent)),
    },
    {
      name: 'unnamed-beyond-latin',
      sentence: 'Characters outside Latin-1 in the workbookName of a placement are shown as question marks.',
      patch: placed(({ workbookName }) =>
        workbookName === null ? {} : { workbookName: String(questionMarks(workbookName)) },
      ),
    },
  ],
  'reports.connect.address-only': [
    {
      name: 'true-refused',
      sentence: 'A connect with addressOnly true is refused.',
      patch: refusing(
        CONNECT,
        sends('addressOnly', (value) => value === true),
        'invalid',
      ),
    },
    {
      name: 'false-refused',
      sentence: 'A connect with addressOnly false is refused.',
      patch: refusing(
        CONNECT,
        sends('addressOnly', (value) => value === false),
        'invalid',
      ),
    },
  ],
  'reports.connect.by-placement-id': [
    {
      name: 'refused',
      sentence: 'A connect with a placementId is refused.',
      patch: refusing(CONNECT, sends('placementId', isPresent), 'invalid'),
    },
    {
      name: 'refused-once-refreshed',
      sentence: 'A connect with the placementId of a placement that was refreshed is refused.',
      patch: refusing(
        CONNECT,
        (call) =>
          reportIn(call)?.placements.some(
            ({ id, refreshedAt }) => id === bodyOf(call)['placementId'] && refreshedAt !== null,
          ) === true,
        'conflict',
      ),
    },
    {
      name: 'taken-out',
      sentence: 'A connect with a placementId takes the report out of the spreadsheet.',
      also: alsoThese(
        'a placement that is made again by its id is removed there',
        'reports.disconnect.by-placement-id',
        'reports.disconnect.by-address',
      ),
      patch: replaceSync(CONNECT, (call, original) => {
        const answer = original(call);
        const { placementId } = bodyOf(call);
        const kept = reportIn(call)?.placements.filter(({ id }) => id !== placementId) ?? [];
        if (placementId !== undefined) storeReport(call, { placements: kept });
        return answer;
      }),
    },
  ],
  'reports.connect.payload-too-long': [
    {
      name: 'taken-for-an-address',
      also: [SHOWN_PAYLOAD, ...alsoThese('a payload is not looked at there at all', 'reports.connect.payload-empty')],
      sentence: 'A payload of 129 characters is taken beside addressOnly.',
      patch: anyPayload(sends('addressOnly', isPresent)),
    },
    {
      name: 'taken-the-second-time',
      also: [SHOWN_PAYLOAD],
      sentence: 'A payload of 129 characters is taken for a report that has a placement already.',
      patch: anyPayload((call) => (reportIn(call)?.placements.length ?? 0) > 0 && hasPayload((n) => n > 128)(call)),
    },
    {
      name: 'far-too-long-taken',
      also: [SHOWN_PAYLOAD],
      sentence: 'A payload of more than 1,000 characters is taken.',
      patch: anyPayload(hasPayload((length) => length > 1_000)),
    },
  ],
  'reports.connect.places-report': [
    {
      name: 'not-for-an-address',
      sentence: 'A connect with addressOnly is acknowledged and places nothing.',
      patch: ignored(
        CONNECT,
        sends('addressOnly', (value) => value === true),
      ),
    },
    {
      name: 'not-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A connect with an OAuth token is acknowledged and places nothing.',
      also: alsoThese('a payload with a token is not stored either', 'reports.connect.payload-opaque'),
      patch: ignored(CONNECT, byOAuth),
    },
    {
      name: 'not-after-a-disconnect',
      sentence: 'A report that was taken out of a spreadsheet cannot be placed there again: it is acknowledged alone.',
      also: alsoThese('a report that was disconnected is placed again', 'external-documents.list.shows-placement'),
      patch: (rules) => {
        const left = new Set<unknown>();
        all(
          replaceSync(DISCONNECT, (call, original) => {
            const before = reportIn(call)?.placements ?? [];
            const answer = original(call);
            const after = new Set((reportIn(call)?.placements ?? []).map(({ id }) => id));
            for (const { id, externalWorkbookId } of before) if (!after.has(id)) left.add(externalWorkbookId);
            return answer;
          }),
          ignored(CONNECT, (call) => left.has(bodyOf(call)['externalWorkbookId'])),
        )(rules);
      },
    },
  ],
  'reports.placement.host': {
    name: 'any-host-taken',
    sentence: 'A host that is neither of the two is stored and shown.',
    patch: replaceSync(CONNECT, (call, original) => {
      const { hosts } = call.tenant.rules.reports;
      const { host } = bodyOf(call);
      const others = typeof host === 'string' ? [...hosts, host] : hosts;
      return withRules(call, 'reports', { hosts: others }, () => original(call));
    }),
  },
  'reports.disconnect.by-placement-id': [
    {
      name: 'refreshed-stay',
      sentence: 'A disconnect by placementId leaves a placement that was refreshed.',
      patch: ignored(
        DISCONNECT,
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
        DISCONNECT,
        (call) =>
          reportIn(call)?.placements.some(
            ({ id, placedByUserId }) =>
              id === bodyOf(call)['placementId'] && placedByUserId !== call.principal.user?.id,
          ) === true,
      ),
    },
  ],
  'reports.disconnect.by-address': [
    {
      name: 'refreshed-stay',
      sentence: 'A disconnect by its address leaves a placement that was refreshed.',
      patch: ignored(
        DISCONNECT,
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
        DISCONNECT,
        (call) =>
          reportIn(call)?.placements.some(
            ({ externalWorkbookId, placedByUserId }) =>
              externalWorkbookId === bodyOf(call)['externalWorkbookId'] && placedByUserId !== call.principal.user?.id,
          ) === true,
      ),
    },
  ],
  'reports.disconnect.keeps-other-placements': {
    name: 'all-by-id',
    sentence: 'A disconnect by placementId takes the report out of every spreadsheet.',
    also: [
      ...alsoThese('other placements are to stay there', 'external-documents.list.drops-placement'),
      ...alsoThese('other addresses are gone with them', 'reports.disconnect.keeps-other-addresses'),
    ],
    patch: replaceSync(DISCONNECT, (call, original) => {
      const answer = original(call);
      if (bodyOf(call)['placementId'] !== undefined) storeReport(call, { placements: [] });
      return answer;
    }),
  },
  'reports.refresh.by-placement-id': [
    {
      name: 'once-a-placement',
      sentence: 'A placement can be refreshed once by its placementId.',
      patch: knowing(
        [REFRESH],
        ({ body }) => (body as Body | undefined)?.['placementId'] ?? 'none',
        (past) =>
          refusing(
            REFRESH,
            both(sends('placementId', isPresent), (call) => past(call).includes(REFRESH)),
            'invalid',
          ),
      ),
    },
  ],
  'reports.refresh.by-address': {
    name: 'refused-the-second-time',
    sentence: 'A placement can be refreshed once by its address.',
    patch: knowing(
      [REFRESH],
      ({ body }) => JSON.stringify(body),
      (past) =>
        refusing(
          REFRESH,
          both(unless(sends('placementId', isPresent)), (call) => past(call).includes(REFRESH)),
          'invalid',
        ),
    ),
  },
  'reports.refresh.refreshed-at': [
    {
      name: 'not-by-id',
      sentence: 'A refresh by placementId leaves refreshedAt as it was.',
      patch: ignored(REFRESH, both(sends('placementId', isPresent), hasBeenRefreshed)),
    },
    {
      name: 'not-by-address',
      sentence: 'A refresh by an address leaves refreshedAt as it was.',
      patch: ignored(REFRESH, both(unless(sends('placementId', isPresent)), hasBeenRefreshed)),
    },
    {
      name: 'goes-back',
      sentence: 'A second refresh takes refreshedAt back to when the placement was made.',
      patch: replaceSync(REFRESH, (call, original) => {
        const again = hasBeenRefreshed(call);
        const answer = original(call);
        const placements = reportIn(call)?.placements ?? [];
        const changed = placements.map((one) => ({ ...one, refreshedAt: one.refreshedAt && one.placedAt - 60_000 }));
        if (again) storeReport(call, { placements: changed });
        return answer;
      }),
    },
  ],
  'reports.refresh.keeps-other-placements': {
    name: 'all-by-id',
    sentence: 'A refresh by placementId refreshes every placement of the report.',
    patch: replaceSync(REFRESH, (call, original) => {
      const answer = original(call);
      const placements = reportIn(call)?.placements ?? [];
      const refreshedAt = call.tenant.clock.now();
      if (bodyOf(call)['placementId'] !== undefined)
        storeReport(call, { placements: placements.map((one) => ({ ...one, refreshedAt })) });
      return answer;
    }),
  },
  'reports.file.hash-of-content': [
    {
      name: 'of-the-former-name',
      sentence: 'Once a report was renamed, the hash of its file is that of the content before.',
      patch: (rules) => {
        const before = new Map<unknown, unknown>();
        all(
          changedIf(
            FILE,
            (call) => !before.has(byReport(call)),
            (file, call) => {
              before.set(byReport(call), file['hash']);
              return file;
            },
          ),
          replaceSync(FILE, (call, original) => {
            const known = before.get(byReport(call));
            return withBody(original(call), (file) => ({ ...file, hash: known ?? file['hash'] }));
          }),
        )(rules);
      },
      also: [
        { id: 'reports.file.patch-renews-hash', because: 'a patch changes the content as well' },
        { id: 'reports.file.patch-canonical', because: 'a patch that is undone changes the content twice' },
        { id: 'reports.file.patch-replaces', because: 'a patch is asked for with the hash of another content' },
      ],
    },
    {
      name: 'salted-for-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The hash of a file that is read with an OAuth token is that of another text.',
      patch: changedIf(FILE, byOAuth, (file, call) => ({
        ...file,
        hash: hashOf(call, `${String(file['content'])} `),
      })),
    },
  ],
  'reports.file.canonical': {
    name: 'another-for-oauth',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'The content of a file that is read with an OAuth token has its members in another order.',
    patch: changedIf(FILE, byOAuth, (file, call) => {
      const content = JSON.stringify(
        Object.fromEntries(Object.entries(JSON.parse(String(file['content'])) as object).reverse()),
      );
      return { ...file, content, hash: hashOf(call, content) };
    }),
  },
  'reports.file.patch-replaces': [
    {
      name: 'first-patch-alone',
      sentence: 'A second patch of a report file is acknowledged and changes nothing.',
      patch: knowingReport([PATCH], (past) => acknowledging(PATCH, FILE, (call) => past(call).includes(PATCH))),
      also: [{ id: 'reports.file.patch-canonical', because: 'a second patch undoes the first' }],
    },
    {
      name: 'oauth-acknowledged',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A patch of a report file with an OAuth token is acknowledged and changes nothing.',
      patch: acknowledging(PATCH, FILE, byOAuth),
    },
    {
      name: 'lost-after-an-update',
      sentence: 'A patch of the file of a report that was renamed is acknowledged and changes nothing.',
      patch: knowingReport([UPDATE], (past) => acknowledging(PATCH, FILE, (call) => past(call).includes(UPDATE))),
    },
  ],
});

function hasBeenRefreshed(call: Call): boolean {
  return reportIn(call)?.placements.some(({ refreshedAt }) => refreshedAt !== null) === true;
}
