import { numberOf } from '../../contracts/lossless-json.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { sentUntilGranted } from '../../harness/rules/permissions.ts';
import { memberByGroups, type Holder } from '../../harness/things/rights.ts';
import { policy } from '../../harness/things/roles.ts';
import { judgeIf } from './judged.ts';
import { accessesIn, connect, isSoonListedIn, placementsListed, placing, expectPlaced } from './placements.ts';

test(...verifies('reports.connect.read-access-suffices'), async ({ check, admin, member }) => {
  const reportId = check.provided('READ_ONLY_REPORT_ID');
  const inNew = () => placing(check, { externalWorkbookId: fresh('spreadsheet') });
  const nothing = () => Promise.resolve();
  const cases = {
    'for the first time': nothing,
    'a second time': nothing,
    'once somebody else has placed it': () =>
      Promise.all([connect(admin.preparing, reportId, inNew()), movedByAdmin(check, admin, reportId)]),
    'after a refused update': () =>
      member.raw('updateReport', { path: { reportId }, body: { title: fresh('refused') } }),
  };
  await inEach<() => Promise<unknown>>(check, cases, async (before) => {
    await before();
    const body = inNew();
    expect(await connect(member, reportId, body)).toSucceed();
    await expectPlaced(check, admin, reportId, body['externalWorkbookId']);
  });
  const [theirs, own] = [inNew(), inNew()];
  granted(await connect(admin, reportId, theirs), 'the placement by an administrator');
  granted(await connect(member, reportId, own), 'the placement by the reader');
  const again = {
    'at the address of a placement of somebody else': () => Promise.resolve(theirs),
    'a placement of somebody else by its id': () => byItsId(check, admin, reportId, theirs),
    'a placement of their own by its id': () => byItsId(check, admin, reportId, own),
    'an address alone': () => Promise.resolve({ ...own, addressOnly: true }),
  };
  await inEach<() => Promise<object | undefined>>(check, again, async (make) => {
    const body = await make();
    leaveOutUnless(body !== undefined);
    const answer = await connect(member, reportId, body);
    // Whether such a body is taken at all is open: what an administrator may connect, a reader may as well.
    leaveOutIf(!isSuccess(answer) && !isSuccess(await connect(admin, reportId, body)));
    expect(answer).toSucceed();
  });
});

test.describe('by other rights', () => {
  test(...verifies('reports.connect.read-access-suffices'), async ({ check, admin }) => {
    const id = check.mayChange('UNREADABLE_REPORT_ID') ? check.optional('UNREADABLE_REPORT_ID') : undefined;
    await inEach<Holder>(check, memberByGroups(check, admin), async ({ who, hold }) => {
      leaveOutUnless(id !== undefined);
      // Which policies let somebody read a report is open.
      await hold(policy({ resourceType: 'Report', actions: ['ReportRead'], resources: [id] }));
      const read = await sentUntilGranted(check, () => who.raw('getReportFile', { path: { reportId: id } }));
      const externalWorkbookId = fresh('spreadsheet');
      const answer = await sentUntilGranted(check, () => connect(who, id, placing(check, { externalWorkbookId })));
      const accesses = await readUntil(
        check,
        () => accessesIn(who, externalWorkbookId),
        (shown) => shown.includes('GRANTED'),
      );
      await hold();
      return judgeIf(isSuccess(read), async () => {
        expect(answer).toSucceed();
        await judging('external-documents.entry.granted', () => {
          expect(accesses).not.toContain('DENIED');
        });
      });
    });
  });
});

/** Moves a report to a folder that all may read, where there is one; what a move is permitted by is about other requirements. */
function movedByAdmin(check: Check, admin: Actor, reportId: string): Promise<unknown> {
  const folders = [check.optional('READ_ONLY_FOLDER_ID')].flatMap((id) => id ?? []);
  const move = (id: string) => admin.raw('updateReport', { path: { reportId }, body: { folderId: numberOf(id) } });
  return Promise.all(folders.map(move));
}

/** A connect of a placement that is there, by its id; undefined where the list does not show one. */
async function byItsId(check: Check, admin: Actor, reportId: string, body: ReturnType<typeof placing>) {
  const [shown] = await placementsListed(check, admin, reportId, body);
  const placementId = shown?.id ?? undefined;
  return placementId === undefined ? undefined : { ...body, placementId };
}

test(...verifies('reports.connect.no-read-access'), async ({ check, admin, member }) => {
  const hidden = check.provided('UNREADABLE_REPORT_ID');
  const externalWorkbookId = fresh('spreadsheet');
  const body = placing(check, { externalWorkbookId });
  expect(await connect(member, hidden, body)).toBeRefused();
  expect(await isSoonListedIn(check, admin, hidden, externalWorkbookId), 'the report is placed').toBe(false);
  granted(await connect(admin, hidden, body), 'the same by an administrator');
});
