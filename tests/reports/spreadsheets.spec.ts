import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { LIMITS } from '../../contracts/limits.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { expectAlike } from '../../harness/check/same-view.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { fresh, otherLetters } from '../../harness/client/unique.ts';
import { inEach, LEFT_OUT } from '../../harness/check/in-each.ts';
import { readUntil, soon } from '../../harness/check/eventually.ts';
import { property } from '../../harness/check/property.ts';
import { refusals, type Prepared } from '../../harness/rules/refusals.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupRequires } from '../../harness/failures/requires.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { walk } from '../../harness/client/paging.ts';
import { judgeIf, readerIn } from './judged.ts';
import {
  connect,
  idsOf,
  isListedIn,
  isSoonListedIn,
  placementOf,
  placementsListed,
  placeReport,
  placementsOn,
  placing,
  placeAndRefresh,
  reportIn,
  reportsOf,
  type Report,
} from './placements.ts';

const MAX_SPREADSHEETS = 10;

test(...verifies('reports.list.external-workbook-placed'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const externalWorkbookId = fresh('spreadsheet');
  granted(await connect(admin, reportId, placing(check, { externalWorkbookId })), 'the placement');
  await soon(check, async () => {
    expect(idsOf(await walk((page) => admin.listReports({ externalWorkbookId, ...page })))).toContain(reportId);
  });

  const [user, readOnly] = [check.asOptional('MEMBER_TOKEN'), check.optional('READ_ONLY_REPORT_ID')];
  const plain = user && readOnly !== undefined ? { who: user, id: readOnly } : undefined;
  const cases = { 'after a rename': { who: admin, id: reportId }, 'for a user without the admin role': plain };
  await inEach<{ readonly who: Actor; readonly id: string }>(check, cases, async ({ who, id }) => {
    if (who === admin) await admin.preparing.updateReport(id, { name: fresh('placed') });
    else await connect(admin.preparing, id, placing(check, { externalWorkbookId }));
    await soon(check, async () => {
      expect(idsOf(await walk((page) => who.listReports({ externalWorkbookId, ...page })))).toContain(id);
    });
  });
  await inEach(check, { 'an id of signs and other letters': otherLetters('spreadsheet') }, async (other) =>
    // Which ids a tenant takes is open.
    judgeIf(isSuccess(await connect(admin, reportId, placing(check, { externalWorkbookId: other }))), () =>
      soon(check, async () => {
        const query = { externalWorkbookId: other };
        expect(idsOf(await walk((page) => admin.listReports({ ...query, ...page })))).toContain(reportId);
      }),
    ),
  );

  const home = check.provided('DEPLOYMENT_ID');
  // Reports that were placed before are checked as well, because some of them may be in one spreadsheet only.
  const isHere = ({ deploymentId }: Report) => String(deploymentId ?? home) === home;
  const shown = (await reportsOf(admin))
    .filter(isHere)
    .flatMap((report) =>
      (report.externalWorkbookPlacements ?? []).map(({ workbookId }) => ({ id: String(report.id), workbookId })),
    );
  const spreadsheets = [...new Set(shown.map(({ workbookId }) => workbookId))].slice(0, MAX_SPREADSHEETS);
  for (const workbookId of spreadsheets.filter((one) => typeof one === 'string')) {
    await soon(check, async () => {
      const found = idsOf(await reportsOf(admin, { externalWorkbookId: workbookId }));
      const missing = shown.filter((one) => one.workbookId === workbookId && !found.includes(one.id));
      expect(missing, `reports placed in ${workbookId} that the filter does not return`).toEqual([]);
    });
  }
});

/** Members that a tenant may update after the response to connect. */
const UPDATED_LATER = ['externalWorkbookPlacements', 'currentQueryChecksum'];
const UPDATED_BY_REFRESH = ['refreshedBy', 'refreshedByUser'] as const;

test(...verifies('reports.connect.same-report'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  await placeAndRefresh(check, admin, reportId);
  await admin.preparing.updateReport(reportId, { name: fresh('name'), title: fresh('title') });
  const before = await reportIn(admin, reportId);
  const { body } = granted(await connect(admin, reportId, placing(check)), 'the placement');
  const listed = await reportIn(admin, reportId);
  // The refresh may complete after its response, and so between the two reads.
  const excluded = new Set([
    ...UPDATED_LATER,
    ...UPDATED_BY_REFRESH.filter((name) => !isDeepStrictEqual(before[name], listed[name])),
  ]);
  const comparable = (report: Report) =>
    Object.fromEntries(Object.entries(report).filter(([name]) => !excluded.has(name)));
  expectAlike(comparable(body), comparable(listed), 'the report in the response to connect and in the list');
});

test(...verifies('reports.list.external-workbook-only'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const found = idsOf(await walk((page) => admin.listReports({ externalWorkbookId: fresh('spreadsheet'), ...page })));
  expect(found, 'reports in a spreadsheet without placements').toEqual([]);
  expect(idsOf(await reportsOf(admin))).toContain(reportId);
  const isPossible = check.mayChange('REPORT_ID') && check.optional('EXTERNAL_WORKBOOK_ID') !== undefined;
  const spreadsheet = isPossible ? fresh('spreadsheet') : undefined;
  await inEach(check, { 'with an id that begins alike': spreadsheet }, async (externalWorkbookId) => {
    const longer = `${externalWorkbookId}-copy`;
    await connect(admin.preparing, reportId, placing(check, { externalWorkbookId: longer }));
    if (!(await isSoonListedIn(check, admin, reportId, longer))) return LEFT_OUT;
    expect(await isListedIn(admin, reportId, externalWorkbookId), 'the report is listed in the other one').toBe(false);
    return undefined;
  });
  await inEach(check, { 'after a disconnect': spreadsheet }, async (externalWorkbookId) => {
    const body = placing(check, { externalWorkbookId });
    await connect(admin.preparing, reportId, body);
    if (!(await isSoonListedIn(check, admin, reportId, externalWorkbookId))) return LEFT_OUT;
    await admin.preparing.raw('disconnectReportFromWorkbook', { path: { reportId }, body: addressOf(body) });
    // Another requirement says that a disconnect takes the report out: one that shows it placed there still is none.
    await soon(check, async () => {
      const listed = await reportsOf(admin, { externalWorkbookId });
      expect(idsOf(listed.filter((one) => showsNone(one, externalWorkbookId))), 'reports not placed there').toEqual([]);
    });
    return undefined;
  });
});

/** Whether a report shows its placements, and none of them in that spreadsheet. */
function showsNone({ externalWorkbookPlacements: placements }: Report, externalWorkbookId: string): boolean {
  return Array.isArray(placements) && !placements.some(({ workbookId }) => workbookId === externalWorkbookId);
}

test(...verifies('reports.list.external-workbook-readable-only'), async ({ check, admin, member }) => {
  const hidden = check.provided('UNREADABLE_REPORT_ID');
  const externalWorkbookId = fresh('spreadsheet');
  granted(await connect(admin, hidden, placing(check, { externalWorkbookId })), 'the placement');
  setupRequires(
    await isSoonListedIn(check, admin, hidden, externalWorkbookId),
    'the list does not show the placement to an administrator',
  );
  const readers = { 'by a user': member, 'with an OAuth token': check.asOptional('MEMBER_OAUTH_TOKEN') };
  await inEach<Actor>(check, readers, async (who) => {
    // The user of the OAuth token may be another one, who may read the report.
    return judgeIf(who === member || !idsOf(await reportsOf(who)).includes(hidden), async () => {
      expect(idsOf(await walk((page) => who.listReports({ externalWorkbookId, ...page })))).not.toContain(hidden);
    });
  });
});

test(...verifies('reports.list.external-workbook-this-deployment'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const externalWorkbookId = fresh('spreadsheet');
  granted(await connect(admin, reportId, placing(check, { externalWorkbookId })), 'the placement');
  setupRequires(
    await isSoonListedIn(check, admin, reportId, externalWorkbookId),
    'the list does not show the placement',
  );
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const found = await walk((page) => elsewhere.listReports({ externalWorkbookId, ...page }));
  expect(idsOf(found), 'reports of another deployment').not.toContain(reportId);
});

test(...verifies('reports.connect.answers-report'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const answer = await connect(admin, reportId, placing(check));
  expect(answer).toSucceed();
  expect(answer.body, 'the response body').toBeInstanceOf(Object);
  expect(String(answer.body.id ?? reportId)).toBe(reportId);
  expect(check.recorder.findings.filter(({ requirement }) => requirement === check.requirement.id)).toEqual([]);
  const oauth = check.asOptional('OAUTH_TOKEN');
  const others = { 'by a reader': readerIn(check), 'with an OAuth token': oauth && { who: oauth, id: reportId } };
  await inEach<{ readonly who: Actor; readonly id: string }>(check, others, async ({ who, id }) => {
    const other = await connect(who, id, placing(check));
    // Who else may connect is about another requirement.
    return judgeIf(isSuccess(other), () => {
      expect(String(other.body.id ?? id)).toBe(id);
      return Promise.resolve();
    });
  });
});

test(...verifies('reports.connect.places-report'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const oauth = check.asOptional('OAUTH_TOKEN');
  const body = placing(check, { externalWorkbookId: fresh('spreadsheet') });
  const other = () => ({ who: admin, body: placing(check, { externalWorkbookId: fresh('spreadsheet') }) });
  const leaving = () => admin.raw('disconnectReportFromWorkbook', { path: { reportId }, body: addressOf(body) });
  const cases = {
    'for the first time': { who: admin, body },
    'with an OAuth token': oauth && { ...other(), who: oauth },
    'with addressOnly': { ...other(), more: { addressOnly: true } },
    'without a result checksum': { ...other(), more: { resultChecksum: undefined } },
    'again after a disconnect': { who: admin, body, before: leaving },
  };
  await inEach<Connect>(check, cases, async ({ who, before, more, ...one }) => {
    await before?.();
    expect(await connect(who, reportId, { ...one.body, ...more })).toSucceed();
    await expectPlaced(check, admin, reportId, one.body['externalWorkbookId']);
  });
});

interface Connect {
  readonly who: Actor;
  readonly body: ReturnType<typeof placing>;
  readonly more?: object;
  readonly before?: () => Promise<unknown>;
}

/** Whether a spreadsheet that is new, so that any placement there is the one of a report, has a placement. */
async function hasPlacement(admin: Actor, externalWorkbookId: string): Promise<boolean> {
  const { status, body } = await admin.raw('listPlacements', { path: { externalWorkbookId } });
  return status < 300 && ((body as { readonly items?: readonly unknown[] }).items?.length ?? 0) > 0;
}

/** Expects a report to be in a new spreadsheet. */
async function expectPlaced(check: Check, admin: Actor, reportId: string, spreadsheet: unknown): Promise<void> {
  const externalWorkbookId = String(spreadsheet);
  await soon(check, async () => {
    const isFound =
      (await isListedIn(admin, reportId, externalWorkbookId)) || (await hasPlacement(admin, externalWorkbookId));
    expect(isFound, 'the report is listed in the spreadsheet').toBe(true);
  });
}

/** What a connect may say of a placement, and a placement may show. */
const VALUES = {
  anchorCell: 'AB12',
  workbookName: 'Quarterly 昨日 отчёт.xlsx',
  resultLocation: 'Results!AB12',
  endResultCell: 'AD29',
};

/** A value as it is shown: a spreadsheet may write its cells with signs of its own. */
const shownAs = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/[$']/g, '').normalize() : value;

test(...verifies('reports.connect.shows-values'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const hosts = check.tenant.wire.value('reports.hosts') as readonly string[];
  const earlier = placing(check, { workbookName: 'Another.xlsx', host: hosts[0] });
  const { id: placementId } = await placeReport(check, admin, reportId, earlier);
  const body = placing(check, { ...VALUES, host: hosts[0] });
  const payload = { resultChecksum: { payload: 'checksum' } };
  const cases = {
    'a new placement': body,
    'with a result checksum': placing(check, { ...VALUES, ...payload, host: hosts[0] }),
    'with the other host': placing(check, { ...VALUES, host: hosts[1] }),
    'of a placement by its id': { ...body, sheetName: earlier.sheetName, placementId },
  };
  const hostsShown = new Map<unknown, unknown>();
  const expectShown = async (who: Actor, report: string, one: Sent) => {
    if (!isSuccess(await connect(who, report, one))) return LEFT_OUT;
    const { placementId: _address, resultChecksum: _payload, externalWorkbookId: _place, host, ...sent } = one;
    const [shown] = await placementsListed(check, admin, report, one);
    hostsShown.set(host, shown?.host ?? hostsShown.size);
    const wanted = Object.entries(sent).filter(([name]) => isText(shown?.[name as keyof typeof shown]));
    const seen = wanted.map(([name]) => [name, shownAs(shown?.[name as keyof typeof shown])]);
    expect(seen, 'members of the placement').toEqual(wanted.map(([name, value]) => [name, shownAs(value)]));
    return undefined;
  };
  await inEach<Sent>(check, cases, (one) => expectShown(admin, reportId, one));
  const [user, oauth] = [check.asOptional('MEMBER_TOKEN'), check.asOptional('OAUTH_TOKEN')];
  const readOnly = check.optional('READ_ONLY_REPORT_ID');
  const others = {
    'by a reader': user && readOnly !== undefined ? { who: user, report: readOnly } : undefined,
    'with an OAuth token': oauth && { who: oauth, report: reportId },
  };
  await inEach<{ readonly who: Actor; readonly report: string }>(check, others, ({ who, report }) =>
    expectShown(who, report, placing(check, { ...VALUES, host: hosts[0] })),
  );
  // The two values of a host may be written in another way where they are shown, but they are two.
  expect(new Set(hostsShown.values()).size, 'hosts that are shown for as many that were sent').toBe(hostsShown.size);
});

type Sent = ReturnType<typeof placing> & { readonly placementId?: unknown };

const isText = (value: unknown): boolean => typeof value === 'string';

test(...verifies('reports.connect.address-only'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const body = placing(check);
  const { id: placementId } = await placeReport(check, admin, reportId, body);
  const cases = {
    true: { addressOnly: true },
    false: { addressOnly: false },
    'true for a placement by its id': { placementId, addressOnly: true },
  };
  await inEach(check, cases, async (more) => {
    expect(await connect(admin, reportId, { ...body, ...more })).toSucceed();
  });
});

test(...verifies('reports.connect.by-placement-id'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const body = placing(check, { externalWorkbookId: fresh('spreadsheet') });
  const { id: placementId } = await placeReport(check, admin, reportId, body);
  const refresh = () => admin.raw('refreshReport', { path: { reportId }, body: { placementId } });
  const oauth = check.asOptional('OAUTH_TOKEN');
  const nothing = () => Promise.resolve();
  const cases = {
    new: { who: admin, before: nothing },
    refreshed: { who: admin, before: refresh },
    'with an OAuth token': oauth && { who: oauth, before: nothing },
  };
  await inEach<{ readonly who: Actor; readonly before: () => Promise<unknown> }>(check, cases, async (one) => {
    await one.before();
    expect(await connect(one.who, reportId, { ...body, placementId })).toSucceed();
    const isListed = await isSoonListedIn(check, admin, reportId, body['externalWorkbookId']);
    expect(isListed, 'the report is listed in the spreadsheet').toBe(true);
  });
});

test(...verifies('reports.connect.several-spreadsheets'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const [first, second] = [fresh('spreadsheet'), fresh('spreadsheet')];
  granted(await connect(admin, reportId, placing(check, { externalWorkbookId: first })), 'the first placement');
  expect(await connect(admin, reportId, placing(check, { externalWorkbookId: second }))).toSucceed();
  expect(await isSoonListedIn(check, admin, reportId, second), 'the report is in the second spreadsheet').toBe(true);
  expect(await isSoonListedIn(check, admin, reportId, first), 'the report is still in the first spreadsheet').toBe(
    true,
  );
  const third = fresh('spreadsheet');
  granted(await connect(admin, reportId, placing(check, { externalWorkbookId: third })), 'the third placement');
  await isSoonListedIn(check, admin, reportId, third);
  expect(await isListedIn(admin, reportId, first), 'the report is in the first spreadsheet after the third').toBe(true);
  await inEach(check, { 'with an OAuth token': check.asOptional('OAUTH_TOKEN') }, async (oauth) => {
    const fourth = fresh('spreadsheet');
    granted(await connect(oauth, reportId, placing(check, { externalWorkbookId: fourth })), 'the fourth placement');
    await isSoonListedIn(check, admin, reportId, fourth);
    expect(await isListedIn(admin, reportId, first), 'the report is in the first spreadsheet').toBe(true);
  });
});

test(...verifies('reports.connect.read-access-suffices'), async ({ check, admin, member }) => {
  const reportId = check.provided('READ_ONLY_REPORT_ID');
  const inNew = () => placing(check, { externalWorkbookId: fresh('spreadsheet') });
  const nothing = () => Promise.resolve();
  const cases = {
    'for the first time': nothing,
    'a second time': nothing,
    'once somebody else has placed it': () => connect(admin.preparing, reportId, inNew()),
  };
  await inEach<() => Promise<unknown>>(check, cases, async (before) => {
    await before();
    const body = inNew();
    expect(await connect(member, reportId, body)).toSucceed();
    await expectPlaced(check, admin, reportId, body['externalWorkbookId']);
  });
});

test(...verifies('reports.connect.no-read-access'), async ({ check, admin, member }) => {
  const hidden = check.provided('UNREADABLE_REPORT_ID');
  const externalWorkbookId = fresh('spreadsheet');
  const body = placing(check, { externalWorkbookId });
  expect(await connect(member, hidden, body)).toBeRefused();
  expect(await isSoonListedIn(check, admin, hidden, externalWorkbookId), 'the report is placed').toBe(false);
  granted(await connect(admin, hidden, body), 'the same by an administrator');
});

interface Connection extends Prepared {
  readonly sheetName: string;
  /** The id of another placement of the report. */
  readonly placementId: () => Promise<string | number>;
}

/** A valid connect to a new spreadsheet. */
function connection(check: Check, admin: Actor): Connection {
  const reportId = check.provided('REPORT_ID');
  const externalWorkbookId = fresh('spreadsheet');
  const valid = placing(check, { externalWorkbookId });
  const look = () => isListedIn(admin, reportId, externalWorkbookId);
  const placementId = async () => (await placeReport(check, admin, reportId, placing(check))).id;
  return { path: { reportId }, valid, look, isLate: true, sheetName: valid.sheetName, placementId };
}

const payload = (length: number) => ({ resultChecksum: { payload: 'p'.repeat(length) } });
const { min, max } = LIMITS.resultChecksumPayload;

refusals('connectReportToWorkbook', connection, {
  'reports.connect.payload-empty': {
    status: '4xx',
    broken: payload(min - 1),
    further: {
      'once more': { broken: payload(min - 1) },
      'with addressOnly': { broken: { ...payload(min - 1), addressOnly: true } },
      'of a placement by its id': {
        broken: async ({ placementId }) => ({ ...payload(min - 1), placementId: await placementId() }),
      },
    },
    neighbour: payload(min),
  },
  'reports.connect.payload-too-long': {
    status: '4xx',
    broken: payload(max + 1),
    further: {
      'once more': { broken: payload(max + 1) },
      'far too long': { broken: payload(10 * max) },
      'with addressOnly': { broken: { ...payload(max + 1), addressOnly: true } },
      'of a placement by its id': {
        broken: async ({ placementId }) => ({ ...payload(max + 1), placementId: await placementId() }),
      },
    },
    neighbour: payload(max),
  },
});

const ACCEPTED = {
  'reports.connect.payload-shortest': payload(min),
  'reports.connect.payload-longest': payload(max),
  'reports.connect.payload-optional': { resultChecksum: {} },
} as const;

for (const [id, members] of Object.entries(ACCEPTED)) {
  test(...verifies(id as keyof typeof ACCEPTED), async ({ check, admin }) => {
    const reportId = check.provided('REPORT_ID');
    const oauth = check.asOptional('OAUTH_TOKEN');
    expect(await connect(admin, reportId, placing(check, members))).toSucceed();
    const others = { 'by a reader': readerIn(check), 'with an OAuth token': oauth && { who: oauth, id: reportId } };
    await inEach<{ readonly who: Actor; readonly id: string }>(check, others, async ({ who, id }) =>
      // Who else may connect is about another requirement.
      judgeIf(isSuccess(await connect(who, id, placing(check))), async () => {
        expect(await connect(who, id, placing(check, members))).toSucceed();
      }),
    );
  });
}

test(...verifies('reports.connect.payload-opaque'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const body = placing(check);
  // Another requirement covers the shortest payload.
  const printable = fc.string({ unit: 'grapheme-ascii', minLength: min + 1, maxLength: max });
  const expectKept = async (who: Actor, id: string, text: string) => {
    const answer = await connect(who, id, { ...body, resultChecksum: { payload: text } });
    // Who else may connect is about another requirement.
    if (who !== admin && !isSuccess(answer)) return LEFT_OUT;
    expect(answer).toSucceed();
    await soon(check, async () => {
      const shown = (await placementsOn(admin, id, body)).map(({ resultChecksum }) => resultChecksum?.payload);
      expect(shown.filter((payload) => (payload ?? text) !== text)).toEqual([]);
    });
    return undefined;
  };
  const expectUnchanged = async (text: string): Promise<void> => {
    await expectKept(admin, reportId, text);
  };
  await inEach(check, PAYLOADS, expectUnchanged);
  const [user, oauth] = [check.asOptional('MEMBER_TOKEN'), check.asOptional('OAUTH_TOKEN')];
  const readOnly = check.optional('READ_ONLY_REPORT_ID');
  const others = {
    'by a reader': user && readOnly !== undefined ? { who: user, id: readOnly } : undefined,
    'with an OAuth token': oauth && { who: oauth, id: reportId },
  };
  await inEach<{ readonly who: Actor; readonly id: string }>(check, others, ({ who, id }) =>
    expectKept(who, id, 'Of:Another/User+=='),
  );
  await inEach(check, { 'drawn by the seed': printable }, (drawn) => property(check, drawn, expectUnchanged));
});

/** Payloads that a server might take for more than text. */
const PAYLOADS = {
  'letters and signs': 'v2:Zm9v+/=_-.~|;',
  'markup and quotes': `{"a": '<b>&amp;</b>', \\n}`,
  'spaces at its ends': '  within  ',
  'digits alone': '0012',
  'a number': '1e21',
  'upper and lower case': 'AbCdEf',
  'beyond Latin': 'сумма 昨日',
  'the longest': 'q'.repeat(max),
} as const;

const ADDRESSES = {
  'by-placement-id': ({ id }: { readonly id: string | number }) => ({ placementId: id }),
  'by-address': (_placement: object, { externalWorkbookId, sheetName, anchorCell }: Record<string, unknown>) => ({
    externalWorkbookId,
    sheetName,
    anchorCell,
  }),
} as const;

/** A placement of somebody, and by whom it is taken out. */
interface Disconnect {
  readonly who: Actor;
  readonly by?: Actor;
  readonly reportId: string;
  readonly refreshes: number;
  readonly sheetName?: string;
  readonly isAgain?: boolean;
}

/** A placement that is refreshed, and by whom. */
interface Refresh {
  readonly who: Actor;
  readonly reportId: string;
  readonly at: object;
}

const BEYOND_LATIN = 'Лист 昨日 & 1';

for (const [rule, address] of Object.entries(ADDRESSES)) {
  const name = rule as keyof typeof ADDRESSES;

  test(...verifies(`reports.disconnect.${name}`), async ({ check, admin }) => {
    const reportId = check.provided('REPORT_ID');
    const readOnly = check.optional('READ_ONLY_REPORT_ID');
    const [user, oauth] = [check.asOptional('MEMBER_TOKEN'), check.asOptional('OAUTH_TOKEN')];
    const cases = {
      new: { who: admin, reportId, refreshes: 0 },
      refreshed: { who: admin, reportId, refreshes: 1 },
      'of another user': user && readOnly !== undefined ? { who: user, reportId: readOnly, refreshes: 0 } : undefined,
      'by a reader':
        user && readOnly !== undefined ? { who: user, by: user, reportId: readOnly, refreshes: 0 } : undefined,
      'with an OAuth token': oauth && { who: admin, by: oauth, reportId, refreshes: 0 },
      'connected again by its id': { who: admin, reportId, refreshes: 0, isAgain: true },
      'a sheet beyond Latin': { who: admin, reportId, refreshes: 0, sheetName: BEYOND_LATIN },
    };
    await inEach<Disconnect>(
      check,
      cases,
      async ({ who, by = admin, refreshes, sheetName, isAgain = false, ...one }) => {
        const path = { reportId: one.reportId };
        const named = sheetName === undefined ? {} : { sheetName };
        const body = placing(check, { externalWorkbookId: fresh('spreadsheet'), ...named });
        const spreadsheet = String(body['externalWorkbookId']);
        const placed = await connect(who, one.reportId, body);
        // Which names of sheets a tenant accepts is open.
        if (sheetName !== undefined && !isSuccess(placed)) return LEFT_OUT;
        granted(placed, 'the placement');
        const placement = await placementOf(check, admin, one.reportId, body);
        const at = address(placement, body);
        const again = { ...body, placementId: placement.id };
        await Promise.all((isAgain ? [again] : []).map((moved) => connect(who, one.reportId, moved)));
        await Promise.all(Array.from({ length: refreshes }, () => admin.raw('refreshReport', { path, body: at })));
        const answer = await by.raw('disconnectReportFromWorkbook', { path, body: at });
        // Who may disconnect is open.
        if (by !== admin && !isSuccess(answer)) return LEFT_OUT;
        expect(answer).toSucceed();
        await soon(check, async () => {
          // Others cover what only one of the two shows.
          const isStillThere =
            (await isListedIn(admin, one.reportId, spreadsheet)) && (await hasPlacement(admin, spreadsheet));
          expect(isStillThere, 'the report is still listed in the spreadsheet').toBe(false);
        });
        return undefined;
      },
    );
  });

  test(...verifies(`reports.refresh.${name}`), async ({ check, admin }) => {
    const reportId = check.provided('REPORT_ID');
    const body = placing(check);
    const placement = await placeReport(check, admin, reportId, body);
    const rename = () => admin.preparing.updateReport(reportId, { name: fresh('name') });
    const [reader, oauth] = [readerIn(check), check.asOptional('OAUTH_TOKEN')];
    const first = { who: admin, reportId, at: address(placement, body) };
    // Which names of sheets are taken, and what a reader may place, is about other requirements.
    const placedAnew = async (by: Actor, of: string, more: object = {}): Promise<Refresh | undefined> => {
      const own = placing(check, { externalWorkbookId: fresh('spreadsheet'), ...more });
      if (!isSuccess(await connect(by, of, own))) return undefined;
      return { who: admin, reportId: of, at: address(await placementOf(check, admin, of, own), own) };
    };
    const cases = {
      'for the first time': () => Promise.resolve(first),
      'a second time': () => Promise.resolve(first),
      'after a rename': () => rename().then(() => first),
      'with an OAuth token': oauth && (() => Promise.resolve({ ...first, who: oauth })),
      'of another user': reader && (() => placedAnew(reader.who, reader.id)),
      'a sheet beyond Latin': () => placedAnew(admin, reportId, { sheetName: BEYOND_LATIN }),
    };
    await inEach<() => Promise<Refresh | undefined>>(check, cases, async (prepare) => {
      const one = await prepare();
      if (!one) return LEFT_OUT;
      const path = { reportId: one.reportId };
      expect(await one.who.raw('refreshReport', { path, body: one.at })).toSucceed();
      return undefined;
    });
  });
}

test(...verifies('reports.refresh.refreshed-at'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const body = placing(check);
  const placement = await placeReport(check, admin, reportId, body);
  const path = { reportId };
  const refresh = async (at: object) => {
    granted(await admin.raw('refreshReport', { path, body: at }), 'the refresh');
    return timeIn(check, (await placementOf(check, admin, reportId, body)).refreshedAt);
  };
  let last = await refresh(ADDRESSES['by-placement-id'](placement));
  await inEach(check, ADDRESSES, async (address) => {
    await passATick(check);
    const next = await refresh(address(placement, body));
    expect(next, 'refreshedAt after a further refresh').toBeGreaterThan(last);
    last = next;
  });
});

/** Lets more time pass than what a date shows: a day on a leased tenant, whose dates may have no time, else a second. */
function passATick({ tenant: { advance } }: Check): Promise<void> {
  return advance ? advance('24h') : sleep(MORE_THAN_A_SECOND);
}

const MORE_THAN_A_SECOND = 1_100;

/** When a placement was refreshed; untested where it is not shown, or on a live tenant without its time of day. */
function timeIn({ tenant: { advance } }: Check, shown: unknown): number {
  const isFine = typeof shown === 'string' && (advance !== undefined || /T\d\d:\d\d:\d\d/.test(shown));
  const time = isFine ? Date.parse(shown) : Number.NaN;
  return Number.isNaN(time) ? untested('the list does not show at what time a placement was refreshed') : time;
}

test(...verifies('reports.disconnect.keeps-other-placements'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const { sheetName } = placing(check);
  // The one that is kept and the last one have the same sheet and cell, each in a spreadsheet of its own.
  const [kept, ...removed] = [{ sheetName }, {}, { sheetName }].map((at) =>
    placing(check, { externalWorkbookId: fresh('spreadsheet'), ...at }),
  );
  const keptIn = kept?.['externalWorkbookId'];
  await Promise.all([kept, ...removed].map((body) => connect(admin.preparing, reportId, body ?? {})));
  await inEach(check, { 'by-placement-id': removed[0], 'by-address': removed[1] }, async (body, name) => {
    const placement = await placementOf(check, admin, reportId, body);
    const at = ADDRESSES[name as keyof typeof ADDRESSES](placement, body);
    granted(await admin.raw('disconnectReportFromWorkbook', { path: { reportId }, body: at }), 'the disconnect');
    const isKept = await isSoonListedIn(check, admin, reportId, keptIn);
    expect(isKept, 'the other placement is still listed').toBe(true);
  });
});

type Differing = (placement: ReturnType<typeof placing>) => object;

/** Changes of an address within one spreadsheet: of the sheet, of the cell, and of both. */
const OTHER_ADDRESSES: readonly [Differing, Differing, Differing] = [
  () => ({ sheetName: fresh('sheet') }),
  // A cell whose name begins as that of the other one is another cell.
  ({ sheetName }) => ({ sheetName, anchorCell: 'B22' }),
  () => ({ sheetName: fresh('sheet'), anchorCell: 'F7' }),
];

const addressOf = ({ externalWorkbookId, sheetName, anchorCell }: Record<string, unknown>) => ({
  externalWorkbookId,
  sheetName,
  anchorCell,
});

/** Creates two placements of a report; undefined where the list does not show both. */
async function createTwoPlacements(check: Check, admin: Actor, reportId: string, differing: Differing) {
  const target = placing(check, { externalWorkbookId: fresh('spreadsheet') });
  const kept = { ...target, ...differing(target) } as typeof target;
  for (const body of [kept, target]) granted(await connect(admin, reportId, body), 'the placement');
  const isOnOwnSheet = kept.sheetName !== target.sheetName;
  const at = async (body: typeof target) =>
    (await placementsOn(admin, reportId, body)).find((one) => isOnOwnSheet || one.anchorCell === body['anchorCell']);
  // The list may show new placements with a delay. The earlier one may be gone, so only the later one is waited for.
  await readUntil(
    check,
    () => at(target),
    (placement) => placement !== undefined,
  );
  // Whether a second placement in the same spreadsheet replaces the first is open.
  return (await at(kept)) && (await at(target)) ? { kept, target, at } : undefined;
}

test(...verifies('reports.disconnect.keeps-other-addresses'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const path = { reportId };
  const byId = await createTwoPlacements(check, admin, reportId, OTHER_ADDRESSES[0]);
  const pairs = { ...(await pairsOf(check, admin, reportId)), 'by placementId': byId };
  await inEach(check, pairs, async (two, name) => {
    const { id: placementId } = (await two.at(two.target)) ?? {};
    const body = name === 'by placementId' ? { placementId } : addressOf(two.target);
    granted(await admin.raw('disconnectReportFromWorkbook', { path, body }), 'the disconnect');
    expect(await two.at(two.kept), 'the other placement is still listed').toBeDefined();
  });
});

/** Two placements of a report for each way in which their addresses may differ, as far as the list shows both. */
async function pairsOf(check: Check, admin: Actor, reportId: string) {
  const pairs = {
    'on two sheets': await createTwoPlacements(check, admin, reportId, OTHER_ADDRESSES[0]),
    'in two cells': await createTwoPlacements(check, admin, reportId, OTHER_ADDRESSES[1]),
    'in two cells of two sheets': await createTwoPlacements(check, admin, reportId, OTHER_ADDRESSES[2]),
  };
  if (Object.values(pairs).every((two) => !two)) untested('the list does not show both placements');
  return pairs;
}

/** The placement of a report that is there before another is removed, as a setup step. */
async function requireListedIn(
  check: Check,
  admin: Actor,
  reportId: string,
  externalWorkbookId: string,
): Promise<void> {
  if (!(await isSoonListedIn(check, admin, reportId, externalWorkbookId)))
    throw setupFailed('the list does not show the placement of the other report');
}

test(...verifies('reports.disconnect.keeps-other-reports'), async ({ check, admin }) => {
  const [reportId, other] = [check.provided('REPORT_ID'), check.provided('READ_ONLY_REPORT_ID')];
  const path = { reportId };
  await inEach<(typeof ADDRESSES)[keyof typeof ADDRESSES]>(check, ADDRESSES, async (address) => {
    const externalWorkbookId = fresh('spreadsheet');
    const [removed, kept] = [placing(check, { externalWorkbookId }), placing(check, { externalWorkbookId })];
    granted(await connect(admin, reportId, removed), 'the placement');
    granted(await connect(admin, other, kept), 'the placement of the other report');
    await requireListedIn(check, admin, other, externalWorkbookId);
    const body = address(await placementOf(check, admin, reportId, removed), removed);
    granted(await admin.raw('disconnectReportFromWorkbook', { path, body }), 'the disconnect');
    const isKept = await isListedIn(admin, other, externalWorkbookId);
    expect(isKept, 'the other report is still listed in the spreadsheet').toBe(true);
  });
});

test(...verifies('reports.refresh.keeps-other-placements'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const elsewhere = () => ({ externalWorkbookId: fresh('spreadsheet'), sheetName: fresh('sheet') });
  const apart = await createTwoPlacements(check, admin, reportId, elsewhere);
  const pairs = { ...(await pairsOf(check, admin, reportId)), 'in two spreadsheets': apart, 'by placementId': apart };
  const oneSheet = pairs['in two cells'];
  const moved: boolean[] = [];
  await inEach(check, { ...pairs, 'by placementId on one sheet': oneSheet }, async (two, name) => {
    const refreshedAt = async (one: typeof two.kept) => (await two.at(one))?.refreshedAt ?? null;
    const before = { kept: await refreshedAt(two.kept), target: await refreshedAt(two.target) };
    const { id: placementId } = (await two.at(two.target)) ?? {};
    const body = name.startsWith('by placementId') ? { placementId } : addressOf(two.target);
    granted(await admin.raw('refreshReport', { path: { reportId }, body }), 'the refresh');
    expect(await refreshedAt(two.kept), 'refreshedAt of the other placement').toBe(before.kept);
    moved.push((await refreshedAt(two.target)) !== before.target);
  });
  requireMoved(moved);
});

function requireMoved(moved: readonly boolean[]): void {
  if (!moved.includes(true)) untested('the list does not show when a placement was refreshed');
}
