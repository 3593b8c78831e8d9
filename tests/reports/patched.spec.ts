import type { Actor } from '../../harness/client/actor.ts';
import { readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { inEach, leaveOutIf } from '../../harness/check/in-each.ts';
import { judging } from '../../harness/check/judging.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import type { TextFile } from '../../harness/things/text-files.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { filePatch, isHashOf } from './file.ts';
import { freshWord } from './model.ts';
import type { components } from '../../contracts/generated/openapi.ts';
import type { Page } from '../../harness/client/paging.ts';
import { connect, idsOf, isListedIn, isSoonListedIn, placing, reportIn, reportsOf } from './placements.ts';

type Entry = components['schemas']['ExternalPlacement'];

/** What else shows a report whose file was patched: where it lies, its name elsewhere, its version, and the file to somebody else. */
test.describe('seen elsewhere', () => {
  test(...verifies('reports.file.patch-keeps-the-rest'), async ({ check, admin }) => {
    const places = { 'where the report lies': check.optional('EXTERNAL_WORKBOOK_ID') && check.provided('REPORT_ID') };
    await inEach(check, places, (reportId) => expectKeptElsewhere(check, admin, reportId));
  });
});

async function expectKeptElsewhere(check: Check, admin: Actor, reportId: string): Promise<undefined> {
  const spreadsheet = fresh('spreadsheet');
  await connect(admin.preparing, reportId, placing(check, { externalWorkbookId: spreadsheet }));
  const wasPlaced = await isSoonListedIn(check, admin, reportId, spreadsheet);
  const before = await reportIn(admin, reportId);
  const file = await admin.preparing.getReportFile(reportId);
  const [from, name] = [JSON.stringify(before.name), freshWord()];
  // How the definition has the name is open.
  leaveOutIf(!wasPlaced || file.content.split(from).length !== 2);
  const reader = check.asOptional('MEMBER_TOKEN');
  await reader?.ask('getReportFile', reportId);
  const { body } = filePatch(check, file, { from, to: JSON.stringify(name) });
  granted(await admin.raw('patchReportFile', { path: { reportId }, body }), 'the patch of the name');

  const after = await readUntil(
    check,
    () => reportIn(admin, reportId),
    (shown) => shown.name === name,
  );
  expect(after.folderId, 'folder of the report').toEqual(before.folderId);
  expect(await isListedIn(admin, reportId, spreadsheet), 'the report is still listed in the spreadsheet').toBe(true);
  await expectHash(await reader?.ask('getReportFile', reportId));
  // What the definition calls a name may be another one than the list shows.
  leaveOutIf(after.name !== name);
  await expectNamed(check, admin, { reportId, spreadsheet, name });
  await expectVersionCompared(admin, reportId, before.version, after.version);
  return undefined;
}

/** Who may read the file is about other requirements. */
function expectHash(answer: Answer<TextFile> | undefined): Promise<void> {
  return judging('reports.file.hash-of-content', () => {
    if (!answer || !isSuccess(answer)) return;
    const { content, hash } = answer.body;
    expect(isHashOf(hash, content), `${hash} is the SHA-256 of the content`).toBe(true);
  });
}

interface Named {
  readonly reportId: string;
  readonly spreadsheet: string;
  readonly name: string;
}

async function expectNamed(check: Check, admin: Actor, { reportId, spreadsheet, name }: Named): Promise<void> {
  await judging('reports.list.search-finds', () =>
    withinSeconds(check, async () => {
      expect(idsOf(await reportsOf(admin, { search: name }))).toContain(reportId);
    }),
  );
  await judging('external-documents.entry.granted-name', () =>
    withinSeconds(check, async () => {
      const { items = [] } = (await admin.preparing.listPlacements(spreadsheet)) as Page<Entry>;
      const names = items.flatMap(({ access, reportName }) => (access === 'GRANTED' ? [reportName] : []));
      expect(names).toEqual(names.map(() => name));
    }),
  );
}

/** Whether a patch counts the version up is open: where it does, the one before is another version, and the new one is expected. */
async function expectVersionCompared(admin: Actor, reportId: string, before: unknown, after: unknown) {
  if (typeof before !== 'number' || before === after) return;
  const body = { title: fresh('late'), expectedVersion: before };
  const answer = await admin.raw('updateReport', { path: { reportId }, body });
  await judging('reports.update.expected-version-differs', () => {
    expect(answer).toBeRefusedWith(409);
  });
  const matching = { title: fresh('in-time'), expectedVersion: after };
  const taken = await admin.raw('updateReport', { path: { reportId }, body: matching });
  await judging('reports.update.expected-version-matches', () => {
    expect(taken).toSucceed();
  });
}
