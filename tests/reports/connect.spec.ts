import { setupRequires } from '../../harness/failures/requires.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../harness/client/actor.ts';
import { expectConsistentViews } from '../../harness/check/same-view.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { fresh, SIGNS_OF_FILES, freshOfLength } from '../../harness/client/unique.ts';
import { inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { meanwhile, takenAtOnce } from '../../harness/check/at-once.ts';
import { readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { judgeIf, oneAfterTheOther, readerIn } from './judged.ts';
import {
  connect,
  isListedIn,
  isSoonListedIn,
  placementsListed,
  placeReport,
  placing,
  placeAndRefresh,
  reportIn,
  sheetsIn,
  type Report,
  addressOf,
  expectPlaced,
} from './placements.ts';

/** Members that a tenant may update after the response to connect. */
const UPDATED_LATER = ['externalWorkbookPlacements', 'currentQueryChecksum'];
const UPDATED_BY_REFRESH = ['refreshedBy', 'refreshedByUser'] as const;

test(...verifies('reports.connect.same-report'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  await placeAndRefresh(check, admin, reportId);
  await admin.preparing.updateReport(reportId, { name: fresh('name'), title: fresh('title') });
  const before = await reportIn(admin, reportId);
  const { body } = granted(await connect(admin, reportId, placing(check)), 'the placement');
  // The list may show the new placement, and what it changes of the report, with a delay.
  await withinSeconds(check, async () => {
    const listed = await reportIn(admin, reportId);
    // The refresh may complete after its response, and so between the two reads.
    const excluded = new Set([
      ...UPDATED_LATER,
      ...UPDATED_BY_REFRESH.filter((name) => !isDeepStrictEqual(before[name], listed[name])),
    ]);
    const comparable = (report: Report) =>
      Object.fromEntries(Object.entries(report).filter(([name]) => !excluded.has(name)));
    expectConsistentViews(
      comparable(body),
      comparable(listed),
      'the report in the response to connect and in the list',
    );
  });
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
    });
  });
  const reader = readerIn(check);
  await inEach(check, { 'two at the same time': reader && [{ who: admin, id: reportId }, reader] }, async (both) => {
    const taken = await takenAtOnce(both, ({ who, id }) => connect(who, id, placing(check)));
    expect(taken.map((one) => String((one.answer.body as Report).id ?? one.sent.id))).toEqual(
      taken.map((one) => one.sent.id),
    );
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
    const answer = await connect(who, reportId, { ...one.body, ...more });
    // What addressOnly needs is open, and so is whether a body may lack the result checksum.
    leaveOutIf(more && !isSuccess(answer));
    expect(answer).toSucceed();
    await expectPlaced(check, admin, reportId, one.body['externalWorkbookId']);
  });
});

interface Connect {
  readonly who: Actor;
  readonly body: ReturnType<typeof placing>;
  readonly more?: object;
  readonly before?: () => Promise<unknown>;
}

/** Expects no sheet but the one that was sent in a spreadsheet that holds nothing else. */
async function expectNoOtherSheet(admin: Actor, reportId: string, sent: Sent): Promise<void> {
  const sheets = await sheetsIn(admin, reportId, String(sent['externalWorkbookId']));
  if (sheets.length !== 1) return;
  expect(sheets, 'the sheet of the placement').toEqual([sent.sheetName.replaceAll("'", '')]);
}

/** What a connect may say of a placement, and a placement may show. */
const VALUES = {
  anchorCell: 'AB12',
  workbookName: `Quarterly отчёт ${SIGNS_OF_FILES}.xlsx`,
  resultLocation: 'Results!AB12',
  endResultCell: 'AD29',
};

/** The same on a sheet of its own, by which the placement is found. */
const valuesOnASheet = () => ({ ...VALUES, sheetName: `${fresh('Лист')} ${SIGNS_OF_FILES}` });

/** A value as it is shown: a spreadsheet may write its cells with signs of its own, and with their sheet or without. */
const shownAs = (value: unknown, name?: string): unknown =>
  typeof value === 'string' ? value.replace(name === 'workbookName' ? '' : /[$']|^.*!/g, '').normalize() : value;

test(...verifies('reports.connect.shows-values'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const hosts = check.tenant.wire.value('reports.hosts') as readonly string[];
  const earlier = placing(check, { workbookName: 'Another.xlsx', host: hosts[0] });
  const { id: placementId } = await placeReport(check, admin, reportId, earlier);
  const body = placing(check, { ...valuesOnASheet(), host: hosts[0] });
  const payload = { resultChecksum: { payload: 'checksum' } };
  const cases = {
    'a new placement': body,
    'with a result checksum': placing(check, { ...valuesOnASheet(), ...payload, host: hosts[0] }),
    // A spreadsheet may be of one host.
    'with the other host': placing(check, {
      ...valuesOnASheet(),
      host: hosts[1],
      externalWorkbookId: fresh('spreadsheet'),
    }),
    'with a long name': placing(check, {
      ...valuesOnASheet(),
      workbookName: `${freshOfLength('Workbook', 200)}.xlsx`,
      host: hosts[0],
    }),
    'of a placement by its id': { ...body, sheetName: earlier.sheetName, placementId },
  };
  const hostsShown = new Map<unknown, unknown>();
  const expectShown = async (who: Actor, report: string, one: Sent) => {
    leaveOutUnless(isSuccess(await connect(who, report, one)));
    const { placementId: _address, resultChecksum: _payload, externalWorkbookId: _place, host, ...sent } = one;
    // A placement that was there before may be shown as it was for a while.
    await withinSeconds(check, async () => {
      const [shown] = await placementsListed(check, admin, report, one);
      const isFirst = one['externalWorkbookId'] !== earlier['externalWorkbookId'];
      if (!shown && isFirst) await expectNoOtherSheet(admin, report, one);
      hostsShown.set(host, shown?.host ?? host);
      const wanted = Object.entries(sent).filter(([name]) => isText(shown?.[name as keyof typeof shown]));
      const seen = wanted.map(([name]) => [name, shownAs(shown?.[name as keyof typeof shown], name)]);
      expect(seen, 'members of the placement').toEqual(wanted.map(([name, value]) => [name, shownAs(value, name)]));
    });
  };
  await inEach<Sent>(check, cases, (one) => expectShown(admin, reportId, one));
  const [user, oauth] = [check.asOptional('MEMBER_TOKEN'), check.asOptional('OAUTH_TOKEN')];
  const readOnly = check.optional('READ_ONLY_REPORT_ID');
  const others = {
    'by a reader': user && readOnly !== undefined ? { who: user, report: readOnly } : undefined,
    'with an OAuth token': oauth && { who: oauth, report: reportId },
  };
  await inEach<{ readonly who: Actor; readonly report: string }>(check, others, ({ who, report }) =>
    expectShown(who, report, placing(check, { ...valuesOnASheet(), host: hosts[0] })),
  );
  const sheetName = `${fresh('sheet')} Q1! & #2`;
  await inEach(
    check,
    { 'with signs in its sheet': placing(check, { ...valuesOnASheet(), sheetName }) },
    async (one) => {
      const externalWorkbookId = fresh('spreadsheet');
      leaveOutUnless(isSuccess(await connect(admin, reportId, { ...one, externalWorkbookId })));
      const names = await readUntil(
        check,
        () => sheetsIn(admin, reportId, externalWorkbookId),
        (shown) => shown.includes(sheetName),
      );
      // Which members a placement shows is open.
      leaveOutIf(names.length === 0);
      expect(names, 'sheets of the placement').toEqual([sheetName]);
    },
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
  await inEach(check, { true: true, false: false }, async (addressOnly) => {
    const answer = await connect(admin, reportId, { ...body, addressOnly });
    // Whether it is for a placement that is named by its id is open.
    expect(
      isSuccess(answer) ? answer : await connectById(admin, reportId, { ...body, addressOnly }, placementId),
    ).toSucceed();
  });
});

/**
 * Connects a placement by its id. Whether such a body has the address as well, in full or within its spreadsheet, is open: it is
 * refused where each form is.
 */
async function connectById(who: Actor, reportId: string, body: object, placementId: unknown): Promise<Answer<Report>> {
  const inIts = { ...body, placementId, externalWorkbookId: undefined };
  const answer = await connect(who, reportId, { ...body, placementId });
  if (isSuccess(answer)) return answer;
  const within = await connect(who, reportId, inIts);
  if (isSuccess(within)) return within;
  const alone = await connect(who, reportId, { ...inIts, sheetName: undefined, anchorCell: undefined });
  return isSuccess(alone) ? alone : answer;
}

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
    expect(await connectById(one.who, reportId, body, placementId)).toSucceed();
    const isListed = await isSoonListedIn(check, admin, reportId, body['externalWorkbookId']);
    expect(isListed, 'the report is listed in the spreadsheet').toBe(true);
  });
});

test(...verifies('reports.connect.several-spreadsheets'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const [first, second] = [fresh('spreadsheet'), fresh('spreadsheet')];
  // At the same sheet and cell of each.
  const at = placing(check);
  granted(await connect(admin, reportId, { ...at, externalWorkbookId: first }), 'the first placement');
  expect(await connect(admin, reportId, { ...at, externalWorkbookId: second })).toSucceed();
  expect(await isSoonListedIn(check, admin, reportId, second), 'the report is in the second spreadsheet').toBe(true);
  expect(await isSoonListedIn(check, admin, reportId, first), 'the report is still in the first spreadsheet').toBe(
    true,
  );
  await inEach(check, { 'six of them': Array.from({ length: 4 }, () => fresh('spreadsheet')) }, async (more) => {
    await oneAfterTheOther(more, async (externalWorkbookId) => {
      // How many a report may have is open.
      leaveOutUnless(isSuccess(await connect(admin, reportId, placing(check, { externalWorkbookId }))));
    });
    await oneAfterTheOther([first, ...more], async (one) => {
      expect(await isSoonListedIn(check, admin, reportId, one), one).toBe(true);
    });
  });
  await inEach(check, { 'two at the same time': [fresh('spreadsheet'), fresh('spreadsheet')] }, async (both) => {
    const connecting = both.map((externalWorkbookId) =>
      connect(admin, reportId, placing(check, { externalWorkbookId })),
    );
    const answers = await Promise.all(connecting);
    // Whether the tenant takes both is open.
    const taken = both.filter((_, at) => isSuccess(answers[at] as Answer));
    setupRequires(taken.length > 0, 'neither the third nor the fourth placement was taken');
    const listed = await Promise.all(taken.map((one) => isSoonListedIn(check, admin, reportId, one)));
    expect(listed, 'the report is in each of them').toEqual(taken.map(() => true));
  });
  expect(await isListedIn(admin, reportId, first), 'the report is in the first spreadsheet after the third').toBe(true);
  await inEach(check, { 'beside a disconnect at the same time': fresh('spreadsheet') }, async (externalWorkbookId) => {
    const left = { path: { reportId }, body: addressOf({ ...at, externalWorkbookId: second }) };
    const [, answer] = await meanwhile(admin.raw('disconnectReportFromWorkbook', left), () =>
      connect(admin, reportId, placing(check, { externalWorkbookId })),
    );
    leaveOutUnless(isSuccess(answer));
    const isListed = await isSoonListedIn(check, admin, reportId, externalWorkbookId);
    expect(isListed, 'the report is in the one that it was connected to meanwhile').toBe(true);
  });
  await inEach(check, { 'with an OAuth token': check.asOptional('OAUTH_TOKEN') }, async (oauth) => {
    const last = fresh('spreadsheet');
    granted(await connect(oauth, reportId, placing(check, { externalWorkbookId: last })), 'the last placement');
    await isSoonListedIn(check, admin, reportId, last);
    expect(await isListedIn(admin, reportId, first), 'the report is in the first spreadsheet').toBe(true);
  });
});
