import { secondOf } from '../../harness/check/at-once.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { fresh } from '../../harness/client/unique.ts';
import { readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { newRole, policy } from '../../harness/things/roles.ts';
import { connect, placing, reportIn, type Report } from '../../harness/things/reports.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { judging } from '../../harness/check/judging.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { walk } from '../../harness/client/paging.ts';
import { entriesListed, onlyEntry, type Entry, listPage, place, placeInNewSpreadsheet } from './placements.ts';
import { numberOf } from '../../contracts/lossless-json.ts';

/** Credentials and the report to read with each: an administrator, and a user with only read access. */
const READERS = {
  'an administrator': ['ADMIN_TOKEN', 'REPORT_ID'],
  'a user with read access': ['MEMBER_TOKEN', 'READ_ONLY_REPORT_ID'],
} as const;

function readersIn(check: Check) {
  const oauth = ['OAUTH_TOKEN', 'REPORT_ID'] as const;
  return { ...READERS, 'an OAuth token': check.optional('OAUTH_TOKEN') === undefined ? undefined : oauth };
}

test(...verifies('external-documents.entry.granted'), async ({ check, admin }) => {
  await inEach(check, readersIn(check), async ([reader, report]) => {
    const { entries } = await placeInNewSpreadsheet(check, admin, check.as(reader), report);
    expect(onlyEntry(entries).access, `access of ${reader} to ${report}`).toBe('GRANTED');
  });
  const { spreadsheet, reportId } = await placeInNewSpreadsheet(check, admin, admin, 'READ_ONLY_REPORT_ID');
  await inEach(check, { 'after a rename': spreadsheet }, async (shared) => {
    await admin.preparing.updateReport(reportId, { name: fresh('renamed') });
    const { items = [] } = await listPage(admin, shared, {});
    expect(items.map(({ access }) => access)).toEqual(['GRANTED']);
  });
  await inEach(check, { 'after a move': check.optional('EDITABLE_FOLDER_ID') }, async (folderId) => {
    const body = { folderId: numberOf(folderId) };
    leaveOutUnless(isSuccess(await admin.raw('updateReport', { path: { reportId }, body })));
    const { items = [] } = await listPage(admin, spreadsheet, {});
    expect(items.map(({ access }) => access)).toEqual(['GRANTED']);
  });
});

test(...verifies('external-documents.entry.granted-name'), async ({ check, admin }) => {
  await inEach(check, readersIn(check), async ([reader, report]) => {
    const { entries, reportId } = await placeInNewSpreadsheet(check, admin, check.as(reader), report);
    const name = nameOf(await reportIn(admin, reportId));
    expect(onlyEntry(entries).reportName, `name of ${report} in the list for ${reader}`).toBe(name);
  });
  const { spreadsheet, reportId } = await placeInNewSpreadsheet(check, admin, admin, 'READ_ONLY_REPORT_ID');
  await inEach(check, { 'of several placements': reportId }, async (id) => {
    granted(await connect(admin, id, placing(check, { externalWorkbookId: spreadsheet })), 'a second placement');
    const name = nameOf(await reportIn(admin, id));
    await entriesListed(check, admin.preparing, spreadsheet, 2);
    await withinSeconds(check, async () => {
      const { items = [] } = await listPage(admin, spreadsheet, {});
      expect(items.map(({ reportName }) => reportName)).toEqual(items.map(() => name));
    });
  });
  await inEach(check, { 'on pages of one': check.asOptional('MEMBER_TOKEN') ?? admin }, async (reader) => {
    const name = nameOf(await reportIn(admin, reportId));
    const items = await walk((query) => listPage(reader, spreadsheet, query), 1);
    await judging('external-documents.entry.granted', () => {
      expect(items.map(({ access }) => access)).not.toContain('DENIED');
    });
    expect(items.map(({ reportName }) => reportName)).toEqual(items.map(() => name));
  });
  const renamed = { 'after a rename': admin, 'after a rename, for the user': check.asOptional('MEMBER_TOKEN') };
  await inEach<Actor>(check, renamed, async (reader) => {
    const name = fresh('renamed');
    await admin.preparing.updateReport(reportId, { name });
    await withinSeconds(check, async () => {
      const items = await walk((query) => listPage(reader, spreadsheet, query), 1);
      const shown = new Set(items.map(({ reportName }) => reportName));
      expect([...shown]).toEqual([nameOf(await reportIn(admin, reportId))]);
    });
  });
});

function nameOf({ name }: Report): string {
  if (typeof name !== 'string') throw setupFailed('the list of reports shows no names');
  return name;
}

test(...verifies('external-documents.list.denied-listed'), async ({ check, admin, member }) => {
  const { spreadsheet } = await placeInNewSpreadsheet(check, admin, admin, 'UNREADABLE_REPORT_ID');
  const answer = await member.ask('listPlacements', spreadsheet);
  expect(answer).toSucceed();
  await withinSeconds(check, async () => {
    const { items } = await listPage(member, spreadsheet, {});
    expect(items?.length, 'placements in the list for the member').toBe(1);
  });

  // The same on a later page.
  await place(check, admin, spreadsheet, 'UNREADABLE_REPORT_ID');
  const onPages = (actor: Actor) => walk((query) => listPage(actor, spreadsheet, query), 1);
  const [all, paged] = [await entriesListed(check, admin, spreadsheet, 2), await onPages(admin.preparing)];
  requireAllPaged(all, paged);
  await withinSeconds(check, async () => {
    expect((await onPages(member)).length, 'placements on pages of 1 for the member').toBe(all.length);
  });
});

test.describe('of another deployment', () => {
  test(...verifies('external-documents.list.denied-listed'), async ({ check, admin, member }) => {
    await inEach(check, { 'of a deployment that may not be read': await closedTo(check, member) }, () =>
      expectDenied(check, admin, member),
    );
  });
});

/** The other deployment, where the member may not read it and its report may be placed. */
async function closedTo(check: Check, member: Actor): Promise<string | undefined> {
  const other = check.mayChange('OTHER_REPORT_ID') ? check.optional('OTHER_DEPLOYMENT_ID') : undefined;
  if (other === undefined || check.optional('OTHER_REPORT_ID') === undefined) return undefined;
  return isSuccess(await member.in(other).ask('listReports')) ? undefined : other;
}

/** Expects the placement of a report of another deployment to be listed as one that may not be read. */
async function expectDenied(check: Check, admin: Actor, member: Actor): Promise<void> {
  const { entries } = await placeInNewSpreadsheet(check, admin, member, 'OTHER_REPORT_ID');
  expect(entries.length, 'placements in the list for the member').toBe(1);
  await judging('external-documents.entry.denied', () => {
    expect(onlyEntry(entries).access).toBe('DENIED');
  });
  await judging('external-documents.entry.denied-no-name', () => {
    expect(onlyEntry(entries).reportName ?? null).toBeNull();
  });
}

function requireAllPaged(all: readonly Entry[], paged: readonly Entry[]): void {
  if (all.length !== paged.length)
    throw setupFailed('pages of 1 show an administrator a different number of placements');
}

test(...verifies('external-documents.entry.denied'), async ({ check, admin, member }) => {
  const { spreadsheet, entries } = await placeInNewSpreadsheet(check, admin, member, 'UNREADABLE_REPORT_ID');
  expect(onlyEntry(entries).access).toBe('DENIED');

  // The same on a later page.
  await place(check, admin, spreadsheet, 'UNREADABLE_REPORT_ID');
  await entriesListed(check, admin.preparing, spreadsheet, 2);
  const paged = await walk((query) => listPage(member, spreadsheet, query), 1);
  const others = paged.map(({ access }) => access).filter((access) => access !== 'DENIED');
  expect(others, 'values of access other than DENIED on pages of 1').toEqual([]);
  const { items = [] } = await listPage(member, spreadsheet, { first: 1 });
  await judging('external-documents.list.first-limits', () => {
    expect(items.length, 'denied entries on a page of 1').toBeLessThanOrEqual(1);
  });
});

test(...verifies('external-documents.entry.denied-no-name'), async ({ check, admin, member }) => {
  const { spreadsheet, reportId, entries } = await placeInNewSpreadsheet(check, admin, member, 'UNREADABLE_REPORT_ID');
  expect(deniedEntry(onlyEntry(entries)).reportName ?? null).toBeNull();

  await place(check, admin, spreadsheet, 'UNREADABLE_REPORT_ID');
  await entriesListed(check, admin.preparing, spreadsheet, 2);
  const paged = await walk((query) => listPage(member, spreadsheet, query), 1);
  const denied = paged.filter(({ access }) => access === 'DENIED');
  expect(
    denied.flatMap(({ reportName }) => reportName ?? []),
    'report names in denied entries on pages of 1',
  ).toEqual([]);
  // A unique name cannot be the title of the report or the name of a sheet.
  const name = fresh('hidden');
  await admin.preparing.updateReport(reportId, { name });
  const all = await walk((query) => listPage(member, spreadsheet, query));
  const revealing = all.filter((one) => one.access === 'DENIED' && Object.values(one).includes(name));
  expect(revealing, 'denied entries that contain the name of the report').toEqual([]);
  await inEach(check, { 'while an administrator asks for the same': [admin.preparing, member] }, async (both) => {
    const shown = await secondOf(both, (actor) => listPage(actor, spreadsheet, {}));
    expect((shown.items ?? []).filter((one) => Object.values(one).includes(name))).toEqual([]);
  });
  await inEach(check, { 'once it was granted': check.optional('MEMBER_USER_ID') }, async (userId) => {
    const look = () => walk((query) => listPage(member, spreadsheet, query));
    const isGranted = (entries: readonly Entry[]) => entries.some(({ access }) => access === 'GRANTED');
    const { id } = await newRole(admin, {
      policies: [policy({ resourceType: 'Report', actions: ['ReportRead'], resources: [reportId] })],
    });
    await admin.preparing.grantRole(id, userId);
    // Whether the policy alone grants it is open.
    leaveOutUnless(isGranted(await readUntil(check, look, isGranted)));
    await admin.preparing.revokeRole(id, userId);
    const later = await readUntil(check, look, (entries) => !isGranted(entries));
    const names = later.filter(({ access }) => access === 'DENIED').flatMap(({ reportName }) => reportName ?? []);
    expect(names, 'report names in entries that are denied again').toEqual([]);
  });
});

/** Members about the caller, such as a role, which differ between two of them. */
const OF_CALLER = /^(access|reportName)$|role|permission|rights|actions|allowed|^can|^may|viewe[rd]/i;

/** What every caller sees of an entry: without the name, the access, and what each may do with it, which may be true or false. */
function sharedBy(entry: object): Record<string, unknown> {
  const empty: readonly unknown[] = [undefined, null, ''];
  const members = Object.entries(entry).filter(
    ([name, value]) => !OF_CALLER.test(name) && !empty.includes(value) && typeof value !== 'boolean',
  );
  return Object.fromEntries(members);
}

function deniedEntry(entry: Entry): Entry {
  if (entry.access !== 'DENIED') throw setupFailed(`the access to the placement is ${entry.access}`);
  return entry;
}

test(...verifies('external-documents.entry.denied-else-complete'), async ({ check, admin, member }) => {
  const { spreadsheet, entries } = await placeInNewSpreadsheet(check, admin, member, 'UNREADABLE_REPORT_ID');
  deniedEntry(onlyEntry(entries));
  const inWhole = (by: Actor, id = spreadsheet) => walk((query) => listPage(by, id, query));
  // The first of a list may be shown in another way than the others.
  await place(check, admin, spreadsheet, 'UNREADABLE_REPORT_ID');
  await entriesListed(check, admin.preparing, spreadsheet, 2);
  await inEach(check, { 'on one page': spreadsheet }, () =>
    expectShared(check, async () => [await inWhole(member), await inWhole(admin)]),
  );
  const onPages = () => walk((query) => listPage(member, spreadsheet, query), 1);
  const isPaged = (await onPages()).length === (await inWhole(admin)).length;
  await inEach(check, { 'on pages of 1': isPaged ? spreadsheet : undefined }, () =>
    expectShared(check, async () => [(await onPages()).map(deniedEntry), await inWhole(admin)]),
  );
  await inEach(check, { 'of another deployment': await deniedElsewhere(check, admin, member) }, (elsewhere) =>
    expectShared(check, async () => [await inWhole(member, elsewhere), await inWhole(admin, elsewhere)]),
  );
});

/** A spreadsheet with a report of another deployment, where there is one that the member may not read. */
async function deniedElsewhere(check: Check, admin: Actor, member: Actor): Promise<string | undefined> {
  const isThere =
    check.optional('OTHER_REPORT_ID') !== undefined && check.optional('OTHER_DEPLOYMENT_ID') !== undefined;
  if (!isThere || !check.mayChange('OTHER_REPORT_ID')) return undefined;
  const { spreadsheet, entries } = await placeInNewSpreadsheet(check, admin, member, 'OTHER_REPORT_ID');
  return entries.some(({ access }) => access === 'DENIED') ? spreadsheet : undefined;
}

/** Entries as the member sees them, and as an administrator does. */
type Views = readonly [seen: readonly Entry[], all: readonly Entry[]];

/** A tenant may fill members of a placement a moment after it is made, so that both views are read anew. */
function expectShared(check: Check, read: () => Promise<Views>): Promise<void> {
  return withinSeconds(check, async () => {
    const [seen, all] = await read();
    const shown = seen.map(sharedBy);
    for (const entry of all.map(sharedBy))
      expect(shown, 'what the entries show').toContainEqual(expect.objectContaining(entry));
  });
}
