import { isSuccess } from '../../harness/http/answer.ts';
import { fresh, freshInDigits, SIGNS } from '../../harness/client/unique.ts';
import { withinSeconds } from '../../harness/check/eventually.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { testRequires } from '../../harness/failures/requires.ts';
import { untested } from '../../harness/failures/untested.ts';
import { walk } from '../../harness/client/paging.ts';
import { judgeIf, notShown } from './judged.ts';
import { idsOf, placing, reportIn, reportsOf } from './placements.ts';
import { isNumeric, numberOf } from '../../contracts/lossless-json.ts';

test(...verifies('reports.list.search-finds'), async ({ check, admin }) => {
  // An earlier check may have renamed a report just now.
  await withinSeconds(check, async () => {
    const { name } = await reportIn(admin, check.provided('REPORT_ID'));
    const search = name ?? notShown('the name of a report');
    expect(idsOf(await walk((page) => admin.listReports({ search, ...page })))).toContain(check.provided('REPORT_ID'));
  });
  const searching = {
    'by a user without the admin role': check.asOptional('MEMBER_TOKEN'),
    'with an OAuth token': check.asOptional('OAUTH_TOKEN'),
  };
  await inEach(check, searching, async (who) => {
    // Which reports a user may read is about other requirements, so each searches for one of their own list.
    const first = async () => (await reportsOf(who)).find((one) => typeof one.name === 'string' && one.name !== '');
    let own = await first();
    return judgeIf(own !== undefined, () =>
      withinSeconds(check, async () => {
        const search = own?.name ?? '';
        const [id, found] = [String(own?.id), await walk((page) => who.listReports({ search, ...page }))];
        own = idsOf(found).includes(id) ? own : await first();
        expect(idsOf(found)).toContain(id);
      }),
    );
  });
  const reportId = check.provided('REPORT_ID');
  const first = fresh('found');
  const renames = {
    'after a rename': first,
    'after a second rename, to digits alone': freshInDigits('found'),
    'signs and other letters': `${first} 1+1 ${SIGNS}`,
    'words with brackets': `${first} [net] (1)`,
    'of 200 characters': first.padEnd(200, ' and more'),
    'back to a former name': first,
    'after another title': fresh('found'),
    'after a connect': fresh('found'),
  };
  await inEach<string>(check, check.mayChange('REPORT_ID') ? renames : {}, async (search, kind) => {
    const answer = await admin.raw('updateReport', { path: { reportId }, body: { name: search } });
    // Which texts a tenant accepts is open, and whether it stores them is about another requirement.
    leaveOutIf(!isSuccess(answer) || (await reportIn(admin, reportId)).name !== search);
    if (kind === 'after another title') await admin.preparing.updateReport(reportId, { title: fresh('title') });
    if (kind === 'after a connect') {
      leaveOutIf(check.optional('EXTERNAL_WORKBOOK_ID') === undefined);
      await admin.preparing.raw('connectReportToWorkbook', { path: { reportId }, body: placing(check) });
    }
    await withinSeconds(check, async () => {
      expect(idsOf(await walk((page) => admin.listReports({ search, ...page })))).toContain(reportId);
    });
  });
});

test(...verifies('reports.list.search-narrows'), async ({ admin }) => {
  // A single word of letters, because a tenant may search for each word of a text.
  const search = fresh('nowhere').replace(/[^a-z]/g, 'q');
  expect(idsOf(await walk((page) => admin.listReports({ search, ...page })))).toEqual([]);
});

test(...verifies('reports.list.search-inside-workbook'), async ({ check, admin }) => {
  const provided = check.provided('WORKBOOK_ID');
  const ofWorkbooks = (await reportsOf(admin)).filter(({ name, workbookId: of }) => name && isNumeric(of));
  const inside = ofWorkbooks.find((one) => String(one.workbookId) === provided) ?? ofWorkbooks[0];
  const name = inside?.name ?? untested('no listed report is inside a workbook');
  const workbookId = String(inside?.workbookId);
  const pages: unknown[] = [];
  const found = await walk(async (page) => {
    const answer = await admin.ask('listReports', { search: name, ...page });
    expect(answer).toSucceed(200);
    pages.push(answer.wire);
    return answer.body;
  });
  const isFound = idsOf(found).includes(String(inside?.id));
  // How a search shows a workbook is open, including whether it is among the reports.
  const showsWorkbook = pages.some((page) => isNamedIn(page, workbookId));
  expect(isFound || showsWorkbook, 'the search finds the report or its workbook').toBe(true);
});

/** Whether any member of a response whose name ends in `id` or `ids` has the given id. */
function isNamedIn(node: unknown, id: string, key = ''): boolean {
  if (typeof node !== 'object' || node === null) return /ids?$/i.test(key) && String(node) === id;
  const members = Object.entries(node as Readonly<Record<string, unknown>>);
  return members.some(([name, inner]) => isNamedIn(inner, id, Array.isArray(node) ? key : name));
}

test(...verifies('reports.list.folder-only'), async ({ check, admin }) => {
  const folderId = check.provided('FOLDER_ID');
  const inFilter = () => walk((page) => admin.listReports({ folderId: numberOf(folderId), ...page }));
  const foreign = async () =>
    (await inFilter()).filter((one) => isNumeric(one.folderId) && String(one.folderId) !== folderId);
  // An earlier check may have moved a report just now.
  await withinSeconds(check, async () => {
    expect(idsOf(await foreign()), `reports that are not in folder ${folderId}`).toEqual([]);
  });
  const expectNoneForUser = async (user: Actor) => {
    const answer = await user.ask('listReports', { folderId: numberOf(folderId) });
    // Whether a user may filter by a folder that they may not read is open.
    leaveOutUnless(isSuccess(answer));
    const others = answer.body.items.filter((one) => isNumeric(one.folderId) && String(one.folderId) !== folderId);
    expect(idsOf(others), `reports that are not in folder ${folderId}`).toEqual([]);
  };
  await inEach(check, { 'for a user without the admin role': check.asOptional('MEMBER_TOKEN') }, expectNoneForUser);
  const report = changeable(check, 'REPORT_ID');
  await inEach(check, { 'after a move': report }, async (reportId) => {
    await movedTo(admin, reportId, folderId);
    // What names the report as well takes it out of the folder all the same.
    const name = fresh('moved');
    return judgeIf(await movedTo(admin, reportId, check.optional('EDITABLE_FOLDER_ID'), { name }), () =>
      withinSeconds(check, async () => {
        expect(idsOf(await foreign()), `reports that are not in folder ${folderId}`).toEqual([]);
      }),
    );
  });
  await inEach(check, { 'for the user, after a move': check.asOptional('MEMBER_TOKEN') }, (user) =>
    withinSeconds(check, () => expectNoneForUser(user)),
  );
});

test(...verifies('reports.list.folder-complete'), async ({ check, admin }) => {
  const folderId = check.provided('FOLDER_ID');
  const insideNow = async () => (await reportsOf(admin)).filter((one) => String(one.folderId) === folderId);
  const inFilter = async () =>
    idsOf(await walk((page) => admin.listReports({ folderId: numberOf(folderId), ...page })));
  const report = changeable(check, 'REPORT_ID');
  // An earlier check may have moved a report just now.
  await withinSeconds(check, async () => {
    const inside = await insideNow();
    testRequires(inside.length > 0 || report !== undefined, `no report in the list is in folder ${folderId}`);
    const found = await inFilter();
    expect(
      idsOf(inside).filter((id) => !found.includes(id)),
      'reports of the folder that the filter does not return',
    ).toEqual([]);
  });
  await inEach(check, { 'after a move': report }, async (reportId) => {
    await movedTo(admin, reportId, check.optional('EDITABLE_FOLDER_ID'));
    return judgeIf(await movedTo(admin, reportId, folderId), () =>
      withinSeconds(check, async () => {
        expect(await inFilter()).toContain(reportId);
      }),
    );
  });
  await inEach(check, { 'after a rename': report }, async (reportId) => {
    await admin.preparing.updateReport(reportId, { name: fresh('name') });
    return judgeIf(String((await reportIn(admin, reportId)).folderId) === folderId, () =>
      withinSeconds(check, async () => {
        expect(await inFilter()).toContain(reportId);
      }),
    );
  });
});

function changeable(check: Check, setting: 'REPORT_ID'): string | undefined {
  return check.mayChange(setting) ? check.optional(setting) : undefined;
}

/** Moves a report, and says whether the list shows it in that folder; what a move is named and permitted is about others. */
async function movedTo(
  admin: Actor,
  reportId: string,
  folder: string | undefined,
  more: object = {},
): Promise<boolean> {
  if (folder === undefined) return false;
  const folderId = numberOf(folder);
  await admin.preparing.raw('updateReport', { path: { reportId }, body: { folderId, ...more } });
  return (await reportIn(admin, reportId)).folderId === folderId;
}
