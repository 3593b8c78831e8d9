import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { fresh, SIGNS_OF_FILES } from '../../harness/client/unique.ts';
import { inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { eventually, readUntil, soon } from '../../harness/check/eventually.ts';
import { sendOnceFree } from '../../harness/check/under-way.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { inTurn, readerIn } from './judged.ts';
import {
  connect,
  isListedIn,
  isSoonListedIn,
  placementOf,
  placeReport,
  placementsOn,
  placing,
  addressOf,
  hasPlacement,
} from './placements.ts';

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

const BEYOND_LATIN = `Лист ${SIGNS_OF_FILES}`;

/** Names of sheets by which an address may go wrong. */
const SHEETS = {
  'by-placement-id': { 'a sheet beyond Latin': BEYOND_LATIN },
  'by-address': { 'a sheet beyond Latin': BEYOND_LATIN, 'a sheet of digits': '0042' },
} as const;

/** A refresh by an address, where the same placement was refreshed by its id before. */
const AFTER_THE_OTHER = {
  'by-placement-id': () => ({}),
  'by-address': <Case>(one: Case) => ({ 'after a refresh by its id': one }),
} as const;

/** Something for each of these names. */
function forSheets<Case>(rule: keyof typeof ADDRESSES, of: (sheetName: string) => Case): Record<string, Case> {
  return Object.fromEntries(Object.entries(SHEETS[rule]).map(([name, sheet]) => [name, of(sheet)]));
}

/** Connects a placement by its id at another cell, and tells where the list shows it then: whether that moves it is open. */
async function cellOnceMoved(
  check: Check,
  admin: Actor,
  who: Actor,
  reportId: string,
  body: ReturnType<typeof placing>,
): Promise<unknown> {
  const look = () => placementOf(check, admin, reportId, body);
  const { id: placementId } = await look();
  const answer = await connect(who, reportId, { ...body, placementId, anchorCell: OTHER_CELL });
  const isMoved = ({ anchorCell }: { readonly anchorCell?: unknown }) =>
    !isSuccess(answer) || String(anchorCell).replaceAll('$', '').endsWith(OTHER_CELL);
  // The list may show the move with a delay.
  return (await readUntil(check, look, isMoved)).anchorCell ?? body['anchorCell'];
}

const OTHER_CELL = 'F7';

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
      ...forSheets(name, (sheetName) => ({ who: admin, reportId, refreshes: 0, sheetName })),
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
        leaveOutIf(sheetName !== undefined && !isSuccess(placed));
        granted(placed, 'the placement');
        const placement = await placementOf(check, admin, one.reportId, body);
        const anchorCell = isAgain ? await cellOnceMoved(check, admin, who, one.reportId, body) : body['anchorCell'];
        const at = address(placement, { ...body, anchorCell });
        await Promise.all(Array.from({ length: refreshes }, () => admin.raw('refreshReport', { path, body: at })));
        const answer = await by.raw('disconnectReportFromWorkbook', { path, body: at });
        // Who may disconnect is open.
        leaveOutIf(by !== admin && !isSuccess(answer));
        expect(answer).toSucceed();
        await soon(check, async () => {
          // Others cover what only one of the two shows.
          const isStillThere =
            (await isListedIn(admin, one.reportId, spreadsheet)) && (await hasPlacement(admin, spreadsheet));
          expect(isStillThere, 'the report is still listed in the spreadsheet').toBe(false);
        });
      },
    );
  });

  test(...verifies(`reports.refresh.${name}`), async ({ check, admin }) => {
    const reportId = check.provided('REPORT_ID');
    const body = placing(check);
    const placement = await placeReport(check, admin, reportId, body);
    const rename = () => admin.preparing.updateReport(reportId, { name: fresh('name') });
    const refreshed = ({ id }: { readonly id: string | number }) =>
      admin.raw('refreshReport', { path: { reportId }, body: { placementId: id } });
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
      ...forSheets(name, (sheetName) => () => placedAnew(admin, reportId, { sheetName })),
      ...AFTER_THE_OTHER[name](() => refreshed(placement).then(() => first)),
    };
    await inEach<() => Promise<Refresh | undefined>>(check, cases, async (prepare, kind) => {
      const one = await prepare();
      leaveOutUnless(one);
      const path = { reportId: one.reportId };
      const refresh = () => one.who.raw('refreshReport', { path, body: one.at });
      const isFirst = kind === 'for the first time';
      expect(await (isFirst ? refresh() : sendOnceFree(check, 'a refresh', refresh))).toSucceed();
    });
  });
}

test(...verifies('reports.refresh.refreshed-at'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const body = placing(check);
  const placement = await placeReport(check, admin, reportId, body);
  const path = { reportId };
  const refresh = async (at: object) => {
    const send = () => admin.raw('refreshReport', { path, body: at });
    granted(await sendOnceFree(check, 'a refresh', send), 'the refresh');
  };
  const shown = async () => (await placementOf(check, admin, reportId, body)).refreshedAt;
  await refresh(ADDRESSES['by-placement-id'](placement));
  // A refresh may complete after its response.
  const shownSoon = () => readUntil(check, shown, (at) => typeof at === 'string');
  const first = await shownSoon();
  await expectShownAsByAddress(first, () => refresh(ADDRESSES['by-address'](placement, body)).then(shownSoon));
  let last = timeIn(check, first);
  await admin.preparing.updateReport(reportId, { name: fresh('renamed') });
  await inEach(check, ADDRESSES, async (address) => {
    await passATick(check);
    await refresh(address(placement, body));
    let next = last;
    await eventually(check, async () => {
      next = timeIn(check, await shown());
      expect(next, 'refreshedAt after a further refresh').toBeGreaterThan(last);
    });
    last = next;
  });
  await inEach(check, { 'by another user': readerIn(check) }, async ({ who, id }) => {
    const theirs = await placeReport(check, admin, id, body);
    const at = ADDRESSES['by-placement-id'](theirs);
    granted(await admin.raw('refreshReport', { path: { reportId: id }, body: at }), 'the first refresh');
    const shownTo = async () => (await placementOf(check, admin, id, body)).refreshedAt;
    const before = timeIn(check, await readUntil(check, shownTo, (time) => typeof time === 'string'));
    await passATick(check);
    // Who may refresh a report is open.
    leaveOutUnless(isSuccess(await who.raw('refreshReport', { path: { reportId: id }, body: at })));
    await eventually(check, async () => {
      expect(timeIn(check, await shownTo()), 'refreshedAt after a refresh by another user').toBeGreaterThan(before);
    });
  });
});

/** Where a refresh by placementId shows no time, one by address shows none either: else the first was of another placement. */
async function expectShownAsByAddress(shownById: unknown, byAddress: () => Promise<unknown>): Promise<void> {
  if (typeof shownById === 'string') return;
  expect(typeof (await byAddress()), 'refreshedAt after a refresh by address, as after one by placementId').not.toBe(
    'string',
  );
}

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
  // The one that is kept is that of somebody else, where there is one who may place a report.
  const { who: other, id: reportId } = readerIn(check) ?? { who: admin, id: check.provided('REPORT_ID') };
  const { sheetName } = placing(check);
  // The one that is kept and the last one have the same sheet and cell, each in a spreadsheet of its own.
  const [kept, ...removed] = [{ sheetName }, {}, { sheetName }].map((at) =>
    placing(check, { externalWorkbookId: fresh('spreadsheet'), ...at }),
  );
  const keptIn = kept?.['externalWorkbookId'];
  await connect(other.preparing, reportId, kept ?? {});
  await inTurn(removed, async (body) => granted(await connect(admin.preparing, reportId, body), 'the placement'));
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
});

function requireMoved(moved: readonly boolean[]): void {
  if (!moved.includes(true)) untested('the list does not show when a placement was refreshed');
}
