import { isSuccess } from '../../harness/http/answer.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { fresh } from '../../harness/client/unique.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { judging } from '../../harness/check/judging.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupRequires } from '../../harness/failures/requires.ts';
import { attempt } from '../../harness/failures/failure.ts';
import { walk, walkLarge, type PageQuery } from '../../harness/client/paging.ts';
import { misplaced, requireMisplaced } from '../../harness/rules/order.ts';
import { filePatch } from './file.ts';
import { oneAfterTheOther } from './judged.ts';
import { reportsOf, type Report } from './placements.ts';
import { numberOf } from '../../contracts/lossless-json.ts';

function shorterOf<One>(one: readonly One[], other: readonly One[]): readonly One[] {
  return one.length < other.length ? one : other;
}

test(...verifies('reports.list.direction-kept'), async ({ admin }) => {
  const size = Math.max(2, Math.ceil((await reportsOf(admin)).length / 10));
  const misplacedIn = async (direction: { readonly sortDirection?: 'ASC' | 'DESC' }) => {
    const paged = await walkLarge((page) => admin.listReports({ sortBy: 'name', ...direction, ...page }), size);
    const { up, down } = requireMisplaced(paged, 'name');
    return shorterOf(up, down).slice(0, 3);
  };
  setupRequires((await misplacedIn({})).length === 0, 'pages without a direction are not in order');
  await oneAfterTheOther(['ASC', 'DESC'] as const, async (sortDirection) => {
    expect(await misplacedIn({ sortDirection }), `names out of order in pages of ${size}, ${sortDirection}`).toEqual(
      [],
    );
  });
});

test(...verifies('reports.list.updated-at-after-update'), async ({ check, admin }) => {
  const reportId = check.provided('MANAGED_REPORT_ID');
  const misplacedIn = async (first?: number, sortBy: 'updatedAt' | 'createdAt' = 'updatedAt') => {
    const ask = (page: PageQuery) => admin.listReports({ sortBy, ...page });
    const sorted = await (first === undefined ? walk(ask) : walkLarge(ask, first));
    const { up, down } = (sortBy === 'updatedAt' ? requireMisplaced : misplaced)(sorted, sortBy);
    return { wrong: shorterOf(up, down).slice(0, 3), total: sorted.length };
  };
  const before = await misplacedIn();
  setupRequires(before.wrong.length === 0, 'the list is out of order before anything is updated');
  const rename = (id: string) => admin.preparing.updateReport(id, { name: fresh('name') });
  const retitle = (id: string) => admin.preparing.updateReport(id, { title: fresh('title') });
  const move = (id: string) =>
    admin.preparing.updateReport(id, { folderId: numberOf(check.provided('EDITABLE_FOLDER_ID')) });
  const changes = {
    'the folder': () => move(reportId),
    'the title': onOther(check, 'EDITABLE_REPORT_ID', retitle),
    'the name': onOther(check, 'READ_ONLY_REPORT_ID', rename),
    'the file': onOther(check, 'UNREADABLE_REPORT_ID', (id) => patchFile(check, admin, id)),
  };
  // One look does for all changes, which are of different reports.
  await oneAfterTheOther(Object.values(changes), async (change) => change?.());
  const { wrong } = await misplacedIn();
  await inEach<() => Promise<unknown>>(check, changes, () => {
    expect(wrong, 'pairs out of order').toEqual([]);
  });
  await inEach(check, { 'in two pages': Math.max(2, Math.ceil(before.total / 2)) }, async (half) => {
    expect((await misplacedIn(half)).wrong, `pairs out of order in pages of ${half}`).toEqual([]);
  });
  // When a report was created is not changed by any of this.
  const byCreation = await misplacedIn(undefined, 'createdAt');
  await judging('reports.list.sort-by-created-at', () => {
    expect(byCreation.wrong, 'pairs out of order in createdAt').toEqual([]);
  });
});

test(...verifies('reports.list.sort-by-name'), async ({ check, admin }) => {
  const reportId = check.mayChange('REPORT_ID') ? check.provided('REPORT_ID') : undefined;
  await inEach(check, { 'after a rename': reportId }, async (id) => {
    // From the one end of the list to the other, wherever it stood before.
    const [one, other] = endsFor(await reportsOf(admin)).map((letter) => letter + fresh('renamed'));
    await admin.preparing.updateReport(id, { name: one ?? '' });
    await renamedInFile(check, admin, id, { from: one ?? '', to: other ?? '' });
    const sorted = await walk((page) => admin.listReports({ sortBy: 'name', ...page }));
    const { up, down } = requireMisplaced(sorted, 'name');
    expect(shorterOf(up, down).slice(0, 3), 'names out of order').toEqual([]);
  });
});

/** Renames a report by a patch of its file or, where that cannot be, by an update. */
async function renamedInFile(
  check: Check,
  admin: Actor,
  reportId: string,
  names: { readonly from: string; readonly to: string },
): Promise<void> {
  const file = await admin.ask('getReportFile', reportId);
  const isThere = isSuccess(file) && file.body.content.split(names.from).length === 2;
  const { body } = isThere ? filePatch(check, file.body, names) : { body: undefined };
  const answer = body && (await admin.raw('patchReportFile', { path: { reportId }, body }));
  if (!answer || !isSuccess(answer)) await admin.preparing.updateReport(reportId, { name: names.to });
}

/** First letters of names at either end of a list; how upper and lower case compare is open, so they are of the case of most. */
function endsFor(reports: readonly Report[]): readonly [string, string] {
  const capitals = reports.filter(({ name }) => /^[A-Z]/.test(name ?? '')).length;
  return capitals > reports.length / 2 ? ['A', 'Z'] : ['a', 'z'];
}

/** A change of a further report; undefined where nobody lent it or it may not be changed. */
function onOther(
  check: Check,
  setting: 'EDITABLE_REPORT_ID' | 'READ_ONLY_REPORT_ID' | 'UNREADABLE_REPORT_ID',
  change: (id: string) => Promise<unknown>,
): (() => Promise<unknown>) | undefined {
  const id = check.mayChange(setting) ? check.optional(setting) : undefined;
  return id === undefined ? undefined : () => change(id);
}

/** Patches the file of a report, where there is a text in it to replace; what becomes of the patch is about other requirements. */
function patchFile(check: Check, admin: Actor, reportId: string): Promise<unknown> {
  return attempt(async () => {
    const { body } = filePatch(check, await admin.preparing.getReportFile(reportId));
    await admin.preparing.raw('patchReportFile', { path: { reportId }, body });
  });
}
