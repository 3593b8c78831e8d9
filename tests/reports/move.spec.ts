import type { PlainSetting } from '../../harness/tenant/secret-settings.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { sentUntilGranted } from '../../harness/rules/permissions.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupRequires } from '../../harness/failures/requires.ts';
import { attempt, setupFailed } from '../../harness/failures/failure.ts';
import { memberByGroup, memberByRole } from '../../harness/things/rights.ts';
import { policy } from '../../harness/things/roles.ts';
import { ifText, judgeIf } from './judged.ts';
import { connect, idsOf, placing, reportIn, reportsOf } from './placements.ts';
import { isMovedOut, move } from './updates.ts';
import { isNumeric, numberOf } from '../../contracts/lossless-json.ts';

test(...verifies('reports.update.move-with-name'), async ({ check, admin }) => {
  const { path, valid, look } = await move(check, admin);
  const [before, name] = [fresh('before'), fresh('name')];
  granted(await admin.raw('updateReport', { path, body: { name: before } }), 'the update of the name alone');
  // The list may show an update with a delay.
  const shown = await readUntil(check, look, (seen) => seen.name === before);
  setupRequires(shown.name === before, 'an update of the name alone is not stored');
  granted(await admin.raw('updateReport', { path, body: { ...valid, name } }), 'the move');
  await withinSeconds(check, async () => {
    expect((await look()).name).toBe(name);
  });
  const user = check.asOptional('MEMBER_TOKEN');
  const plain = ifText(check.optional('MANAGED_REPORT_ID'), (managed) => user && { user, managed });
  await inEach(check, { 'beside a title, by a user without the admin role': plain }, async (one) => {
    const texts = { name: fresh('name'), title: fresh('title') };
    const answer = await one.user.raw('updateReport', {
      path: { reportId: one.managed },
      body: { ...valid, ...texts },
    });
    // Who may move a report is about other requirements, and so is whether the list shows its title.
    return judgeIf(isSuccess(answer), () =>
      withinSeconds(check, async () => {
        const { name, title } = await reportIn(admin, one.managed);
        expect({ name, title: title ?? texts.title }).toEqual(texts);
      }),
    );
  });
});

/** A report to move to a folder in which it is not yet, and a read of its folder. */
async function moveReport(check: Check, admin: Actor, report: PlainSetting, folder: PlainSetting) {
  const reportId = check.provided(report);
  const folderIn = async () => (await reportIn(admin, reportId)).folderId ?? null;
  const folderId = numberOf(check.provided(folder));
  if ((await folderIn()) === folderId && !(await isMovedOut(check, admin, reportId, folderId)))
    throw setupFailed(`${report} is already in ${folder}`);
  const before = await folderIn();
  const moveAs = (mover: Actor, more: object = {}) =>
    mover.raw('updateReport', { path: { reportId }, body: { folderId, ...more } });
  return { reportId, before, folderId, folderIn, moveAs };
}

test(...verifies('reports.update.move-permitted'), async ({ check, admin, member }) => {
  const [report, folder] = ['MANAGED_REPORT_ID', 'EDITABLE_FOLDER_ID'] as const;
  const reportId = check.provided(report);
  const { folderId, folderIn } = await moveReport(check, admin, report, folder);
  const showsFolders = (await reportsOf(admin)).some((one) => isNumeric(one.folderId));
  const away = async () => {
    const elsewhere = numberOf(
      check.optional('READ_ONLY_FOLDER_ID') ?? check.optional('FOLDER_ID') ?? String(folderId),
    );
    await admin.preparing.raw('updateReport', { path: { reportId }, body: { folderId: elsewhere } });
    return showsFolders ? (await folderIn()) === elsewhere && elsewhere !== folderId : false;
  };
  const oauth = check.asOptional('MEMBER_OAUTH_TOKEN');
  const stays = () => Promise.resolve(true);
  const moves = {
    'for the first time': { who: member, before: stays, more: () => ({}) },
    'back to where it was': { who: member, before: away, more: () => ({}) },
    'beside a name': { who: member, before: away, more: () => ({ name: fresh('moved') }) },
    'with an OAuth token': oauth && { who: oauth, before: away, more: () => ({}) },
  };
  await inEach<Move>(check, moves, async ({ who, before, more }) => {
    leaveOutUnless(await before());
    const answer = await who.raw('updateReport', { path: { reportId }, body: { folderId, ...more() } });
    // The user of the OAuth token may be another one, and the folder of a report may decide who manages it.
    const isOpen = async () => who === oauth || (before === away && !(await isManagedBy(who, reportId)));
    leaveOutIf(!isSuccess(answer) && (await isOpen()));
    expect(answer).toSucceed();
    await withinSeconds(check, async () => {
      // Where the list shows no folders, its folder filter shows where the report is.
      if (showsFolders) expect(await folderIn()).toBe(folderId);
      else expect(idsOf(await reportsOf(admin, { folderId }))).toContain(reportId);
    });
  });
});

/** Whether the list says that somebody manages a report. */
async function isManagedBy(who: Actor, reportId: string): Promise<boolean> {
  return (await reportsOf(who)).some(({ id, canManage }) => String(id) === reportId && canManage === true);
}

test.describe('by other rights', () => {
  test(...verifies('reports.update.move-permitted'), async ({ check, admin }) => {
    await inEach(check, { 'through a group': await movesOf(check, admin) }, (moves) =>
      expectAlikeByGroup(check, moves),
    );
  });
});

/** Which policies let somebody manage a report is open: those that do by a role of the user's own do so through a group. */
async function expectAlikeByGroup(check: Check, moves: NonNullable<Awaited<ReturnType<typeof movesOf>>>) {
  const { own, ofGroup, managing, there, back } = moves;
  await own.hold(managing);
  leaveOutUnless(isSuccess(await sentUntilGranted(check, () => there(own.who))));
  await own.hold();
  await back();
  await ofGroup.hold(managing);
  expect(await sentUntilGranted(check, () => there(ofGroup.who))).toSucceed();
  return undefined;
}

/**
 * Moves of a report that the member may not read, to a folder that they may edit, and back to one where an administrator has put
 * it, with the policy by which the member may manage it. Undefined where one of these is not there.
 */
async function movesOf(check: Check, admin: Actor) {
  const [own, ofGroup] = [memberByRole(check, admin), memberByGroup(check, admin)];
  const reportId = check.mayChange('UNREADABLE_REPORT_ID') ? check.optional('UNREADABLE_REPORT_ID') : undefined;
  const [to, from] = [check.provided('EDITABLE_FOLDER_ID'), check.optional('FOLDER_ID')];
  if (!own || !ofGroup || reportId === undefined || from === undefined || from === to) return undefined;
  const send = (who: Actor, folderId: string) =>
    who.raw('updateReport', { path: { reportId }, body: { folderId: numberOf(folderId) } });
  const managing = policy({ resourceType: 'Report', actions: ['ReportManage'], resources: [reportId] });
  const moves = { there: (who: Actor) => send(who, to), back: () => send(admin, from) };
  return isSuccess(await moves.back()) ? { own, ofGroup, managing, ...moves } : undefined;
}

/** A move by somebody, and what goes before it: whether the report is elsewhere then. */
interface Move {
  readonly who: Actor;
  readonly before: () => Promise<boolean>;
  readonly more: () => object;
}

/** A move that also expects the version of the report, where the list shows it. */
function besideVersion(who: Actor, version: unknown): { readonly who: Actor; readonly more: object } | undefined {
  return typeof version === 'number' ? { who, more: { expectedVersion: version } } : undefined;
}

const MOVES = {
  'reports.update.move-without-manage': {
    report: 'EDITABLE_REPORT_ID',
    folder: 'EDITABLE_FOLDER_ID',
    away: undefined,
    // Whoever has the report in a spreadsheet has no further right to it by that.
    first: (who: Actor, reportId: string, body: object) => connect(who, reportId, body),
    lesser: ({ reportId }: Moved) => policy({ resourceType: 'Report', actions: ['ReportEdit'], resources: [reportId] }),
  },
  'reports.update.move-without-edit': {
    report: 'MANAGED_REPORT_ID',
    folder: 'READ_ONLY_FOLDER_ID',
    away: 'EDITABLE_FOLDER_ID',
    first: () => Promise.resolve(),
    lesser: ({ folderId }: Moved) =>
      policy({ resourceType: 'Folder', actions: ['FolderRead'], resources: [String(folderId)] }),
  },
} as const;

type Moved = Pick<Awaited<ReturnType<typeof moveReport>>, 'reportId' | 'folderId'>;

for (const [id, { report, folder, away, first, lesser }] of Object.entries(MOVES)) {
  test(...verifies(id as keyof typeof MOVES), async ({ check, admin, member }) => {
    const { reportId, folderId, moveAs } = await moveReport(check, admin, report, folder);
    const look = async () => {
      const { name, title, folderId = null } = await reportIn(admin, reportId);
      return { name, title, folderId };
    };
    await first(member, reportId, placing(check, { externalWorkbookId: fresh('spreadsheet') }));
    const [before, { version }] = [await look(), await reportIn(admin, reportId)];
    const oauth = check.asOptional('MEMBER_OAUTH_TOKEN');
    const moves = {
      alone: { who: member, more: {} },
      'beside a name': { who: member, more: { name: fresh('moved') } },
      'beside a title': { who: member, more: { title: fresh('moved') } },
      'beside the version': besideVersion(member, version),
      'once more': { who: member, more: {} },
      'with an OAuth token': oauth && { who: oauth, more: {} },
    };
    await inEach<{ readonly who: Actor; readonly more: object }>(check, moves, async ({ who, more }) => {
      expect(await moveAs(who, more)).toBeRefused();
      expect(await look(), 'what a refused move would change').toEqual(before);
    });
    await inEach(
      check,
      { 'with a lesser right through a group': memberByGroup(check, admin) },
      async ({ who, hold }) => {
        // Which action fits the thing is open: a tenant may refuse this policy.
        const { failure } = await attempt(() => hold(lesser({ reportId, folderId })));
        leaveOutIf(failure);
        const answer = await moveAs(who);
        await hold();
        expect(answer).toBeRefused();
        expect(await look(), 'what a refused move would change').toEqual(before);
      },
    );
    granted(await moveAs(admin), 'the same by an administrator');
    await inEach(check, { ...(away && { 'back to where it was': check.optional(away) }) }, async (elsewhere) => {
      // A move out of the folder gives nobody a right to bring the report back.
      leaveOutUnless(isSuccess(await moveAs(admin, { folderId: numberOf(elsewhere) })));
      expect(await moveAs(member)).toBeRefused();
    });
  });
}
