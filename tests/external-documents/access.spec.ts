import type { Actor } from '../../harness/client/actor.ts';
import { fresh } from '../../harness/client/unique.ts';
import { reportIn } from '../../harness/things/reports.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { walk, type Page } from '../../harness/client/paging.ts';
import { entriesIn, only, pageOf, place, placedAlone, type Entry } from './placements.ts';

/** Readers of every kind: one who may do anything, and one who may read the report and no more. */
const READERS = [
  ['ADMIN_TOKEN', 'REPORT_ID'],
  ['MEMBER_TOKEN', 'READ_ONLY_REPORT_ID'],
] as const;

test(...verifies('external-documents.entry.granted'), async ({ check, admin }) => {
  for (const [reader, report] of READERS) {
    const { entries } = await placedAlone(check, admin, check.as(reader), report);
    expect(only(entries).access, `access of ${reader} to ${report}`).toBe('GRANTED');
  }
});

test(...verifies('external-documents.entry.granted-name'), async ({ check, admin }) => {
  for (const [reader, report] of READERS) {
    const { entries, reportId } = await placedAlone(check, admin, check.as(reader), report);
    const { name } = await reportIn(admin, reportId);
    if (typeof name !== 'string') throw setupFailed('the list of reports shows no names');
    expect(only(entries).reportName, `name of ${report} as ${reader} sees it`).toBe(name);
  }
});

test(...verifies('external-documents.list.denied-listed'), async ({ check, admin, member }) => {
  const { spreadsheet } = await placedAlone(check, admin, admin, 'UNREADABLE_REPORT_ID');
  const answer = await member.ask('listPlacements', spreadsheet);
  expect(answer).toSucceed();
  expect((answer.body as Page<Entry>).items?.length, 'placements that the member sees').toBe(1);

  // The same on whatever page it stands.
  await place(check, admin, spreadsheet, 'UNREADABLE_REPORT_ID');
  const onPages = (actor: Actor) => walk((query) => pageOf(actor, spreadsheet, query), 1);
  const [all, paged] = [await entriesIn(admin, spreadsheet), await onPages(admin.preparing)];
  if (all.length !== paged.length) throw setupFailed('an administrator sees other placements on pages of 1');
  expect((await onPages(member)).length, 'placements that the member sees on pages of 1').toBe(all.length);
});

test(...verifies('external-documents.entry.denied'), async ({ check, admin, member }) => {
  const { spreadsheet, entries } = await placedAlone(check, admin, member, 'UNREADABLE_REPORT_ID');
  expect(only(entries).access).toBe('DENIED');

  // The same on whatever page it stands.
  await place(check, admin, spreadsheet, 'UNREADABLE_REPORT_ID');
  const paged = await walk((query) => pageOf(member, spreadsheet, query), 1);
  const others = paged.map(({ access }) => access).filter((access) => access !== 'DENIED');
  expect(others, 'other accesses on pages of 1').toEqual([]);
});

test(...verifies('external-documents.entry.denied-no-name'), async ({ check, admin, member }) => {
  const { spreadsheet, reportId, entries } = await placedAlone(check, admin, member, 'UNREADABLE_REPORT_ID');
  const entry = only(entries);
  if (entry.access !== 'DENIED') throw setupFailed(`the access to the placement is ${entry.access}`);
  expect(entry.reportName ?? null).toBeNull();

  await place(check, admin, spreadsheet, 'UNREADABLE_REPORT_ID');
  const paged = await walk((query) => pageOf(member, spreadsheet, query), 1);
  const denied = paged.filter(({ access }) => access === 'DENIED');
  expect(
    denied.flatMap(({ reportName }) => reportName ?? []),
    'names on pages of 1',
  ).toEqual([]);
  // A name of the check's own is neither the title of the report nor that of a sheet.
  const name = fresh('hidden');
  await admin.preparing.updateReport(reportId, { name });
  const all = await walk((query) => pageOf(member, spreadsheet, query));
  const told = all.filter((one) => one.access === 'DENIED' && Object.values(one).includes(name));
  expect(told, 'denied entries in which the name of the report stands').toEqual([]);
});

/** The members that an entry shows something for. */
function shownIn(entry: object): string[] {
  const empty: readonly unknown[] = [undefined, null, ''];
  return Object.entries(entry).flatMap(([name, value]) => (empty.includes(value) ? [] : [name]));
}

test(...verifies('external-documents.entry.denied-else-complete'), async ({ check, admin, member }) => {
  const { full, entries } = await placedAlone(check, admin, member, 'UNREADABLE_REPORT_ID');
  const entry = only(entries);
  if (entry.access !== 'DENIED') throw setupFailed(`the access to the placement is ${entry.access}`);
  const left = shownIn(full).filter((name) => name !== 'reportName' && !shownIn(entry).includes(name));
  expect(left, 'members that only an administrator sees').toEqual([]);
});
