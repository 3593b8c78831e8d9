import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { oneAfterTheOther, readerIn } from './judged.ts';
import {
  connect,
  isListedIn,
  isSoonListedIn,
  placementOf,
  placeReport,
  placementsOn,
  placing,
  addressOf,
  ADDRESSES,
} from './placements.ts';

test(...verifies('reports.disconnect.keeps-other-placements'), async ({ check, admin }) => {
  // The one that is kept is that of somebody else, where there is one who may place a report.
  const { who: other, id: reportId } = readerIn(check) ?? { who: admin, id: check.provided('REPORT_ID') };
  const { sheetName } = placing(check);
  // The one that is kept and the last one have the same sheet and cell, each in a spreadsheet of its own.
  const [kept, ...removed] = [{ sheetName }, {}, { sheetName }].map((at) =>
    placing(check, { externalWorkbookId: fresh('spreadsheet'), ...at }),
  );
  const keptIn = kept?.['externalWorkbookId'];
  await connect(other.preparing, reportId, kept ?? {});
  await oneAfterTheOther(removed, async (body) =>
    granted(await connect(admin.preparing, reportId, body), 'the placement'),
  );
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

/** Creates two placements of a report; undefined where the list does not show both. */
async function createTwoPlacements(check: Check, admin: Actor, reportId: string, differing: Differing) {
  const target = placing(check, { externalWorkbookId: fresh('spreadsheet') });
  const kept = { ...target, ...differing(target) } as typeof target;
  for (const body of [kept, target]) granted(await connect(admin, reportId, body), 'the placement');
  const isOnOwnSheet =
    kept.sheetName !== target.sheetName || kept['externalWorkbookId'] !== target['externalWorkbookId'];
  const at = async (body: typeof target) =>
    (await placementsOn(admin, reportId, body)).find((one) => isOnOwnSheet || one.anchorCell === body['anchorCell']);
  // The list may show new placements with a delay. The earlier one may be gone, so only the later one is waited for.
  const placed = await readUntil(
    check,
    () => at(target),
    (placement) => placement !== undefined,
  );
  // Whether a second placement in the same spreadsheet replaces the first is open.
  return placed && (await at(kept)) ? { kept, target, at, placementId: placed.id } : undefined;
}

test(...verifies('reports.disconnect.keeps-other-addresses'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const path = { reportId };
  const byId = await createTwoPlacements(check, admin, reportId, OTHER_ADDRESSES[0]);
  const pairs = { ...(await pairsOf(check, admin, reportId)), 'by placementId': byId };
  await inEach(check, pairs, async (two, name) => {
    const { placementId } = two;
    const body = name === 'by placementId' ? { placementId } : addressOf(two.target);
    const isFound = () => isListedIn(admin, reportId, two.kept['externalWorkbookId']);
    const wasFound = await isFound();
    granted(await admin.raw('disconnectReportFromWorkbook', { path, body }), 'the disconnect');
    expect(await two.at(two.kept), 'the other placement is still listed').toBeDefined();
    // Another requirement covers whether the filter finds a report at all.
    expect(!wasFound || (await isFound()), 'the report is still listed in the spreadsheet').toBe(true);
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
    // Its placement is none of this report: whatever the status, it stays.
    const foreign = address(await placementOf(check, admin, other, kept), kept);
    await admin.raw('disconnectReportFromWorkbook', { path, body: foreign });
    const isLeft = await isListedIn(admin, other, externalWorkbookId);
    expect(isLeft, 'the other report is listed after a disconnect with its own address').toBe(true);
  });
});

test(...verifies('reports.refresh.keeps-other-placements'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  // In another spreadsheet, at the same sheet and cell.
  const elsewhere: Differing = ({ sheetName }) => ({ externalWorkbookId: fresh('spreadsheet'), sheetName });
  const apart = await createTwoPlacements(check, admin, reportId, elsewhere);
  const pairs = { ...(await pairsOf(check, admin, reportId)), 'in two spreadsheets': apart, 'by placementId': apart };
  const oneSheet = pairs['in two cells'];
  const moved: boolean[] = [];
  const filled: boolean[] = [];
  await inEach(check, { ...pairs, 'by placementId on one sheet': oneSheet }, async (two, name) => {
    const refreshedAt = async (one: typeof two.kept) => (await two.at(one))?.refreshedAt ?? null;
    const { id: placementId, refreshedAt: targetAt } = (await two.at(two.target)) ?? {};
    const before = { kept: await refreshedAt(two.kept), target: targetAt ?? null };
    const body = name.startsWith('by placementId') ? { placementId } : addressOf(two.target);
    granted(await admin.raw('refreshReport', { path: { reportId }, body }), 'the refresh');
    expect(await refreshedAt(two.kept), 'refreshedAt of the other placement').toBe(before.kept);
    moved.push((await refreshedAt(two.target)) !== before.target);
    filled.push(before.kept !== null);
  });
  requireMoved(moved);
  const other = check.mayChange('READ_ONLY_REPORT_ID') ? check.optional('READ_ONLY_REPORT_ID') : undefined;
  await inEach(check, { 'of another report': other }, async (foreign) => {
    const body = placing(check, { externalWorkbookId: fresh('spreadsheet') });
    const { id: placementId } = await placeReport(check, admin, foreign, body);
    const shown = async () => (await placementOf(check, admin, foreign, body)).refreshedAt ?? null;
    // A tenant may count the placement as a refresh, and show it a moment later.
    const before = await readUntil(check, shown, (at) => at !== null || !filled.includes(true));
    // Whatever the status: it is none of this report.
    await admin.raw('refreshReport', { path: { reportId }, body: { placementId } });
    expect(await shown(), 'refreshedAt of the placement of another report').toBe(before);
  });
  await inEach(check, { 'beside another report in the same spreadsheet': other }, async (foreign) => {
    const theirs = placing(check, { externalWorkbookId: fresh('spreadsheet') });
    const own = { ...theirs, anchorCell: 'B22' };
    await placeReport(check, admin, foreign, theirs);
    leaveOutUnless(isSuccess(await connect(admin, reportId, own)));
    const shown = async () => (await placementOf(check, admin, foreign, theirs)).refreshedAt ?? null;
    const before = await readUntil(check, shown, (at) => at !== null || !filled.includes(true));
    granted(await admin.raw('refreshReport', { path: { reportId }, body: addressOf(own) }), 'the refresh');
    expect(await shown(), 'refreshedAt of the placement of another report').toBe(before);
  });
});

function requireMoved(moved: readonly boolean[]): void {
  if (!moved.includes(true)) untested('the list does not show when a placement was refreshed');
}
