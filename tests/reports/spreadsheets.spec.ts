import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { LIMITS } from '../../contracts/limits.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { expectAlike } from '../../harness/check/same-view.ts';
import { granted } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { readUntil, soon } from '../../harness/check/eventually.ts';
import { property } from '../../harness/check/property.ts';
import { refusals, type Prepared } from '../../harness/rules/refusals.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { walk } from '../../harness/client/paging.ts';
import {
  connect,
  idsOf,
  isListedIn,
  isSoonListedIn,
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
});

test(...verifies('reports.list.external-workbook-readable-only'), async ({ check, admin, member }) => {
  const hidden = check.provided('UNREADABLE_REPORT_ID');
  const externalWorkbookId = fresh('spreadsheet');
  granted(await connect(admin, hidden, placing(check, { externalWorkbookId })), 'the placement');
  if (!(await isSoonListedIn(check, admin, hidden, externalWorkbookId)))
    throw setupFailed('the list does not show the placement to an administrator');
  expect(idsOf(await walk((page) => member.listReports({ externalWorkbookId, ...page })))).not.toContain(hidden);
});

test(...verifies('reports.list.external-workbook-this-deployment'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const externalWorkbookId = fresh('spreadsheet');
  granted(await connect(admin, reportId, placing(check, { externalWorkbookId })), 'the placement');
  if (!(await isSoonListedIn(check, admin, reportId, externalWorkbookId)))
    throw setupFailed('the list does not show the placement');
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
});

test(...verifies('reports.connect.places-report'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const externalWorkbookId = fresh('spreadsheet');
  expect(await connect(admin, reportId, placing(check, { externalWorkbookId }))).toSucceed();
  // The spreadsheet is new, so any placement in it is the one of the report.
  const isAmongPlacements = async () => {
    const { status, body } = await admin.raw('listPlacements', { path: { externalWorkbookId } });
    return status < 300 && ((body as { readonly items?: readonly unknown[] }).items?.length ?? 0) > 0;
  };
  await soon(check, async () => {
    const isFound = (await isListedIn(admin, reportId, externalWorkbookId)) || (await isAmongPlacements());
    expect(isFound, 'the report is listed in the spreadsheet').toBe(true);
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
});

test(...verifies('reports.connect.read-access-suffices'), async ({ check, member }) => {
  const reportId = check.provided('READ_ONLY_REPORT_ID');
  expect(await connect(member, reportId, placing(check))).toSucceed();
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
}

/** A valid connect to a new spreadsheet. */
function connection(check: Check, admin: Actor): Connection {
  const reportId = check.provided('REPORT_ID');
  const externalWorkbookId = fresh('spreadsheet');
  const valid = placing(check, { externalWorkbookId });
  const look = () => isListedIn(admin, reportId, externalWorkbookId);
  return { path: { reportId }, valid, look, isLate: true, sheetName: valid.sheetName };
}

const payload = (length: number) => ({ resultChecksum: { payload: 'p'.repeat(length) } });
const { min, max } = LIMITS.resultChecksumPayload;

refusals('connectReportToWorkbook', connection, {
  'reports.connect.payload-empty': { status: '4xx', broken: payload(min - 1), neighbour: payload(min) },
  'reports.connect.payload-too-long': { status: '4xx', broken: payload(max + 1), neighbour: payload(max) },
});

const ACCEPTED = {
  'reports.connect.payload-shortest': payload(min),
  'reports.connect.payload-longest': payload(max),
  'reports.connect.payload-optional': { resultChecksum: {} },
} as const;

for (const [id, members] of Object.entries(ACCEPTED)) {
  test(...verifies(id as keyof typeof ACCEPTED), async ({ check, admin }) => {
    const reportId = check.provided('REPORT_ID');
    expect(await connect(admin, reportId, placing(check, members))).toSucceed();
  });
}

test(...verifies('reports.connect.payload-opaque'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const body = placing(check);
  // Another requirement covers the shortest payload.
  const printable = fc.string({ unit: 'grapheme-ascii', minLength: min + 1, maxLength: max });
  await property(check, printable, async (text) => {
    expect(await connect(admin, reportId, { ...body, resultChecksum: { payload: text } })).toSucceed();
    await soon(check, async () => {
      for (const { resultChecksum } of await placementsOn(admin, reportId, body)) {
        expect(resultChecksum?.payload ?? text).toBe(text);
      }
    });
  });
});

const ADDRESSES = {
  'by-placement-id': ({ id }: { readonly id: string | number }) => ({ placementId: id }),
  'by-address': (_placement: object, { externalWorkbookId, sheetName, anchorCell }: Record<string, unknown>) => ({
    externalWorkbookId,
    sheetName,
    anchorCell,
  }),
} as const;

for (const [rule, address] of Object.entries(ADDRESSES)) {
  const name = rule as keyof typeof ADDRESSES;

  test(...verifies(`reports.disconnect.${name}`), async ({ check, admin }) => {
    const reportId = check.provided('REPORT_ID');
    const body = placing(check, { externalWorkbookId: fresh('spreadsheet') });
    const placement = await placeReport(check, admin, reportId, body);
    const path = { reportId };
    expect(await admin.raw('disconnectReportFromWorkbook', { path, body: address(placement, body) })).toSucceed();
    await soon(check, async () => {
      const isStillListed = await isListedIn(admin, reportId, body['externalWorkbookId']);
      expect(isStillListed, 'the report is still listed in the spreadsheet').toBe(false);
    });
  });

  test(...verifies(`reports.refresh.${name}`), async ({ check, admin }) => {
    const reportId = check.provided('REPORT_ID');
    const body = placing(check);
    const placement = await placeReport(check, admin, reportId, body);
    expect(await admin.raw('refreshReport', { path: { reportId }, body: address(placement, body) })).toSucceed();
  });
}

test(...verifies('reports.disconnect.keeps-other-placements'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const [kept, removed] = [0, 1].map(() => placing(check, { externalWorkbookId: fresh('spreadsheet') }));
  for (const body of [kept, removed]) granted(await connect(admin, reportId, body ?? {}), 'the placement');
  const { externalWorkbookId, sheetName, anchorCell } = removed as Record<string, unknown>;
  const body = { externalWorkbookId, sheetName, anchorCell };
  granted(await admin.raw('disconnectReportFromWorkbook', { path: { reportId }, body }), 'the disconnect');
  const isKept = await isSoonListedIn(check, admin, reportId, kept?.['externalWorkbookId']);
  expect(isKept, 'the other placement is still listed').toBe(true);
});

/** Changes of an address within one spreadsheet: of the sheet, of the cell, and of both. */
const OTHER_ADDRESSES: readonly ((placement: ReturnType<typeof placing>) => object)[] = [
  () => ({ sheetName: fresh('sheet') }),
  ({ sheetName }) => ({ sheetName, anchorCell: 'F7' }),
  () => ({ sheetName: fresh('sheet'), anchorCell: 'F7' }),
];

const addressOf = ({ externalWorkbookId, sheetName, anchorCell }: Record<string, unknown>) => ({
  externalWorkbookId,
  sheetName,
  anchorCell,
});

/** Creates two placements of a report; undefined where the list does not show both. */
async function createTwoPlacements(
  check: Check,
  admin: Actor,
  reportId: string,
  differing: (typeof OTHER_ADDRESSES)[number],
) {
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
  let compared = 0;
  for (const differing of OTHER_ADDRESSES) {
    const two = await createTwoPlacements(check, admin, reportId, differing);
    if (!two) continue;
    granted(await admin.raw('disconnectReportFromWorkbook', { path, body: addressOf(two.target) }), 'the disconnect');
    expect(await two.at(two.kept), 'the other placement is still listed').toBeDefined();
    compared += 1;
  }
  if (compared === 0) untested('the list does not show both placements');
});

test(...verifies('reports.disconnect.keeps-other-reports'), async ({ check, admin }) => {
  const [reportId, other] = [check.provided('REPORT_ID'), check.provided('READ_ONLY_REPORT_ID')];
  const externalWorkbookId = fresh('spreadsheet');
  const [removed, kept] = [placing(check, { externalWorkbookId }), placing(check, { externalWorkbookId })];
  granted(await connect(admin, reportId, removed), 'the placement');
  granted(await connect(admin, other, kept), 'the placement of the other report');
  if (!(await isSoonListedIn(check, admin, other, externalWorkbookId)))
    throw setupFailed('the list does not show the placement of the other report');
  const path = { reportId };
  granted(await admin.raw('disconnectReportFromWorkbook', { path, body: addressOf(removed) }), 'the disconnect');
  expect(
    await isListedIn(admin, other, externalWorkbookId),
    'the other report is still listed in the spreadsheet',
  ).toBe(true);
});

test(...verifies('reports.refresh.keeps-other-placements'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  let compared = 0;
  for (const differing of [
    () => ({ externalWorkbookId: fresh('spreadsheet'), sheetName: fresh('sheet') }),
    ...OTHER_ADDRESSES,
  ]) {
    const two = await createTwoPlacements(check, admin, reportId, differing);
    if (!two) continue;
    const refreshedAt = async (one: typeof two.kept) => (await two.at(one))?.refreshedAt ?? null;
    const before = { kept: await refreshedAt(two.kept), target: await refreshedAt(two.target) };
    granted(await admin.raw('refreshReport', { path: { reportId }, body: addressOf(two.target) }), 'the refresh');
    expect(await refreshedAt(two.kept), 'refreshedAt of the other placement').toBe(before.kept);
    if ((await refreshedAt(two.target)) !== before.target) compared += 1;
  }
  if (compared === 0) untested('the list does not show when a placement was refreshed');
});
