import { takenAtOnce } from '../../harness/check/at-once.ts';
import { canonical } from '../../contracts/canonical.ts';
import { fresh, otherLetters } from '../../harness/client/unique.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { type List } from '../../harness/rules/lists.ts';
import { checkPages } from '../../harness/rules/paged-lists.ts';
import { BY_KEY, BY_OAUTH } from '../../harness/things/administrators.ts';
import { inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { judging } from '../../harness/check/judging.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { walk } from '../../harness/client/paging.ts';
import { connect, idsOf, placedReportIn, placing, reportsOf } from '../../harness/things/reports.ts';
import { entriesListed, listEntries, listPage, place } from './placements.ts';

test(...verifies('external-documents.list.shows-placement'), async ({ check, admin }) => {
  const own = fresh('spreadsheet');
  await place(check, admin, own);
  const listed = (spreadsheet: string, by = admin) => walk((query) => listPage(by, spreadsheet, query));
  const oauth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
  await inEach(check, { [BY_KEY]: admin, [BY_OAUTH]: oauth }, async (by) => {
    const entries = await readUntil(
      check,
      async () => (await listed(own, by)).map((entry) => canonical(entry)),
      ({ length }) => length > 0,
    );
    expect(entries, `placements in ${own}`).not.toEqual([]);
    expect([...new Set(entries)], 'placements in the list, each once').toEqual(entries);
  });
  await inEach(check, { 'again after a disconnect': fresh('spreadsheet') }, (again) =>
    expectShownAgain(check, admin, again),
  );
  await inEach(check, { 'an id of signs and other letters': otherLetters('spreadsheet') }, async (other) => {
    const body = placing(check, { externalWorkbookId: other });
    // Which ids a tenant takes is open.
    leaveOutUnless(isSuccess(await connect(admin, check.provided('REPORT_ID'), body)));
    await withinSeconds(check, async () => {
      expect((await listed(other)).length, `placements in ${other}`).toBeGreaterThan(0);
    });
  });
  const placeIn = (externalWorkbookId: string) =>
    connect(admin, check.provided('REPORT_ID'), placing(check, { externalWorkbookId }));
  await inEach(
    check,
    {
      'an id of 120 characters': [fresh('spreadsheet').padEnd(120, 'x')],
      'two at the same time': [fresh('spreadsheet'), fresh('spreadsheet')],
    },
    async (spreadsheets) => {
      const taken = await takenAtOnce(spreadsheets, placeIn);
      leaveOutIf(taken.length === 0);
      await withinSeconds(check, async () => {
        const shown = await Promise.all(taken.map(async ({ sent }) => (await listed(sent)).length > 0));
        expect(shown, 'whether the placements are listed').toEqual(taken.map(() => true));
      });
    },
  );
  // The provided spreadsheet may contain further placements, and other users may add and remove some meanwhile.
  const provided = check.provided('EXTERNAL_WORKBOOK_ID');
  const before = new Set((await listEntries(admin, provided)).map((entry) => canonical(entry)));
  await place(check, admin, provided);
  await withinSeconds(check, async () => {
    const added = (await listed(provided)).filter((entry) => !before.has(canonical(entry)));
    expect(added, `new placements in ${provided}`).not.toEqual([]);
  });
});

/** Expects a report that was placed in a spreadsheet and taken out to be shown there when it is placed at the same address again. */
async function expectShownAgain(check: Check, admin: Actor, spreadsheet: string) {
  const listed = (isAsWanted: (count: number) => boolean) =>
    readUntil(check, async () => (await listEntries(admin, spreadsheet)).length, isAsWanted);
  const { reportId, address } = await place(check, admin, spreadsheet);
  await listed((count) => count > 0);
  await admin.preparing.raw('disconnectReportFromWorkbook', { path: { reportId }, body: address });
  // Other requirements cover the disconnect.
  leaveOutIf((await listed((count) => count === 0)) > 0);
  granted(await connect(admin, reportId, placing(check, address)), 'the placement');
  expect(await listed((count) => count > 0), `placements in ${spreadsheet}`).toBeGreaterThan(0);
  await judging('reports.list.external-workbook-placed', () =>
    withinSeconds(check, async () => {
      expect(idsOf(await reportsOf(admin, { externalWorkbookId: spreadsheet }))).toContain(reportId);
    }),
  );
  return undefined;
}

/** A placement in a spreadsheet, addressed by its id where the list of reports shows it. */
async function byItsId(check: Check, admin: Actor, spreadsheet: string, { reportId, address }: Placed) {
  const shown = await readUntil(
    check,
    async () => {
      const { externalWorkbookPlacements } = await placedReportIn(admin, reportId, spreadsheet);
      return externalWorkbookPlacements?.find(({ sheetName }) => sheetName === address.sheetName);
    },
    (placement) => placement !== undefined,
  );
  return shown?.id === undefined ? undefined : { reportId, address: { placementId: shown.id } };
}

type Placed = Awaited<ReturnType<typeof place>>;

test(...verifies('external-documents.list.drops-placement'), async ({ check, admin }) => {
  const spreadsheet = fresh('spreadsheet');
  const [first, second] = [await place(check, admin, spreadsheet), await place(check, admin, spreadsheet)];
  const third = await place(check, admin, spreadsheet);
  const byId = await byItsId(check, admin, spreadsheet, third);
  const last = await stillThere(check, admin, spreadsheet, { second, third });
  const disconnects = {
    'one of three by placementId': byId && { one: byId, least: 3 },
    'one of two': { one: first, least: 2 },
    'the last one': { one: last, least: 1 },
  };
  await inEach<Disconnect>(check, disconnects, ({ one, least }) =>
    expectDropped(check, admin, spreadsheet, one, least),
  );
});

/** The second of several placements; two places of one report in a spreadsheet may be one placement, which is the latest then. */
async function stillThere(
  check: Check,
  admin: Actor,
  spreadsheet: string,
  { second, third }: { readonly second: Placed; readonly third: Placed },
): Promise<Placed> {
  return (await entriesListed(check, admin, spreadsheet, 2)).length < 2 ? third : second;
}

/** A placement that is taken out, and how many the list shows before. */
interface Disconnect {
  readonly one: { readonly reportId: string; readonly address: object } | undefined;
  readonly least: number;
}

/** Disconnects a placement from a spreadsheet that shows at least so many, and expects that it shows fewer. */
async function expectDropped(
  check: Check,
  admin: Actor,
  spreadsheet: string,
  one: Disconnect['one'],
  least: number,
): Promise<void> {
  const before = await entriesListed(check, admin, spreadsheet, least);
  leaveOutIf(before.length < least);
  const body = { path: { reportId: one?.reportId ?? '' }, body: one?.address ?? {} };
  granted(await admin.raw('disconnectReportFromWorkbook', body), 'the disconnect of the report');
  await withinSeconds(check, async () => {
    const after = await listEntries(admin, spreadsheet);
    expect(after.length, 'placements after the disconnect').toBe(before.length - 1);
  });
  return undefined;
}

test(...verifies('external-documents.list.tenant-wide'), async ({ check, admin }) => {
  const orders: Readonly<Record<string, Order>> = {
    'the other deployment last': { first: 'REPORT_ID', second: 'OTHER_REPORT_ID' },
    'the other deployment first': { first: 'OTHER_REPORT_ID', second: 'REPORT_ID' },
  };
  await inEach(check, orders, async ({ first, second }) => {
    const spreadsheet = fresh('spreadsheet');
    await place(check, admin, spreadsheet, first);
    const alone = (await entriesListed(check, admin, spreadsheet)).length;
    await place(check, admin, spreadsheet, second);
    const found = (await entriesListed(check, admin, spreadsheet, alone + 1)).length;
    requireListed(found, 'the list shows neither of two placements');
    expect(found, `placements after ${second} is placed as well as ${first}`).toBeGreaterThan(alone);
  });
  // The other deployment has two, so that one of them is behind the first page whatever the order.
  const reports = ['REPORT_ID', 'OTHER_REPORT_ID', 'OTHER_REPORT_ID'] as const;
  await inEach(check, { 'on pages of 1': reports }, async (placed) => {
    const spreadsheet = fresh('spreadsheet');
    for (const report of placed) await place(check, admin, spreadsheet, report);
    const found = (await entriesListed(check, admin, spreadsheet, placed.length)).length;
    const paged = await walk((query) => listPage(admin, spreadsheet, query), 1);
    expect(paged.length, 'placements on pages of 1').toBeGreaterThanOrEqual(found);
  });
});

type Placeable = 'REPORT_ID' | 'OTHER_REPORT_ID';

/** In which order two reports are placed. */
interface Order {
  readonly first: Placeable;
  readonly second: Placeable;
}

function requireListed(found: number, otherwise: string): void {
  if (found === 0) throw setupFailed(otherwise);
}

/** Places a report in a spreadsheet so many times, and returns the list once it shows the placements. */
async function placedIn(check: Check, admin: Actor, spreadsheet: string, count = 1) {
  const { length: earlier } = await listEntries(admin, spreadsheet);
  for (let index = 0; index < count; index += 1) await place(check, admin, spreadsheet);
  return entriesListed(check, admin, spreadsheet, earlier + count);
}

test(...verifies('external-documents.list.only-this-spreadsheet'), async ({ check, admin }) => {
  const spreadsheet = fresh('spreadsheet');
  const provided = check.provided('EXTERNAL_WORKBOOK_ID');
  const other = check.provided('OTHER_EXTERNAL_WORKBOOK_ID');
  await expectSeparate(check, admin, spreadsheet, `${spreadsheet}-copy`);
  await expectSeparate(check, admin, spreadsheet, spreadsheet.toUpperCase());
  await expectSeparate(check, admin, provided, other);
  expect(await listEntries(admin, fresh('spreadsheet')), 'placements in a new spreadsheet').toEqual([]);
});

/** Places a report in both spreadsheets, which has a separate entry in each. */
function expectSeparate(check: Check, admin: Actor, one: string, another: string): Promise<void> {
  // Somebody may place a report there meanwhile, or an earlier placement may be shown only now: not each time.
  return withinSeconds(check, async () => {
    const before = await placedIn(check, admin, one);
    requireListed(before.length, 'the list does not show the placement');
    await placedIn(check, admin, another);
    expect((await listEntries(admin, one)).length, `placements in ${one}`).toBeLessThanOrEqual(before.length);
  });
}

/** The list of the provided spreadsheet. The whole entry serves as its id, because the name of the id is open. */
async function openList(check: Check, admin: Actor): Promise<List> {
  const spreadsheet = check.provided('EXTERNAL_WORKBOOK_ID');
  // Two placements are added, so that the list has several pages.
  await placedIn(check, admin, spreadsheet, 2);
  const entries = (await listEntries(admin, spreadsheet)).map((entry) => canonical(entry));
  if (new Set(entries).size < entries.length)
    untested('some entries of the list are identical and cannot be distinguished');
  return async (actor, query) => {
    const { items, pageInfo } = await listPage(actor, spreadsheet, query);
    return { items: items?.map((entry) => ({ id: canonical(entry) })), pageInfo };
  };
}

checkPages('external-documents.list', { binding: 'external-documents.list', open: openList });
