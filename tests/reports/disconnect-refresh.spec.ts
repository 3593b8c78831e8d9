import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { fresh, SIGNS_OF_FILES } from '../../harness/client/unique.ts';
import { inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { eventually, readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { sendOnceFree } from '../../harness/check/under-way.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { readerIn } from './judged.ts';
import { connect, isListedIn, placementOf, placeReport, placing, hasPlacement, ADDRESSES } from './placements.ts';

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
        await withinSeconds(check, async () => {
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
