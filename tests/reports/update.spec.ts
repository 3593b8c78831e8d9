import { canonical } from '../../contracts/canonical.ts';
import type { PlainSetting } from '../../harness/tenant/secret-settings.ts';
import { LIMITS } from '../../contracts/limits.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isRefusal, isSuccess } from '../../harness/http/answer.ts';
import { SIGNS, fresh, freshOfLength } from '../../harness/client/unique.ts';
import { inEach, LEFT_OUT } from '../../harness/check/in-each.ts';
import { sentUntilGranted } from '../../harness/rules/permissions.ts';
import { refusals, type Prepared } from '../../harness/rules/refusals.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupRequires, testRequires } from '../../harness/failures/requires.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { memberByGroup, memberByRole } from '../../harness/things/rights.ts';
import { policy } from '../../harness/things/roles.ts';
import { ifText, judgeIf } from './judged.ts';
import { connect, idsOf, placeAndRefresh, placing, reportIn, reportsOf, shownOf } from './placements.ts';

/** What a report is updated with, and what happens before and after it. */
interface Change {
  readonly reportId: string;
  readonly text: string;
  readonly who: Actor;
  readonly more?: object;
  readonly before?: () => Promise<unknown>;
  readonly after?: () => Promise<unknown>;
}

/** Another text for the other of the two members, which an update may send beside it. */
const BESIDE = { name: 'title', title: 'name' } as const;

for (const member of ['name', 'title'] as const) {
  test(...verifies(`reports.update.${member}-stored`), async ({ check, admin }) => {
    const reportId = check.provided('REPORT_ID');
    const [user, oauth] = [check.asOptional('MEMBER_TOKEN'), check.asOptional('OAUTH_TOKEN')];
    const editable = check.optional('EDITABLE_REPORT_ID');
    const text = fresh(`Stored-${member}`);
    const both = fresh('both');
    const change = { reportId, who: admin };
    const sending = (value: string) => admin.raw('updateReport', { path: { reportId }, body: { [member]: value } });
    const tooLong = freshOfLength(member, LIMITS.reportName.max + 1);
    await admin.updateReport(reportId, { [member]: text });
    expect(await shownOf(admin, reportId, member)).toBe(text);
    const cases = {
      // Before the user changes the other report.
      'that of another report': await thatOfAnother(check, admin, member),
      'a second time': { ...change, text: fresh(member) },
      'another letter case': { ...change, text: text.toUpperCase(), before: () => sending(text) },
      'beside the other text': { ...change, text: fresh(member), more: { [BESIDE[member]]: fresh('beside') } },
      'the same text for both': { ...change, text: both, more: { [BESIDE[member]]: both } },
      'after a refused update': { ...change, text: fresh(member), before: () => sending(tooLong) },
      'before a connect': { ...change, text: fresh(member), after: () => connect(admin, reportId, placing(check)) },
      // Which characters a tenant accepts is open; an accepted text must be stored as it was sent.
      signs: { ...change, text: `${text} ${SIGNS}` },
      'beyond Latin': { ...change, text: `${text} 昨日の売上 Продажи` },
      'by a user without the admin role': ofUser(user, editable, fresh(member)),
      'with an OAuth token': oauth && { ...change, text: fresh(member), who: oauth },
      'beside the version': { ...change, text: fresh(member), more: { expectedVersion: VERSION } },
      'after a refresh': { ...change, text: fresh(member), before: () => refreshed(check, admin, reportId) },
      'after a move': { ...change, text: fresh(member), before: () => movedOnce(check, admin, reportId) },
      'several spaces': { ...change, text: `${text}  two   three` },
      'back to a former one': { ...change, text },
      'after a disconnect': { ...change, text: fresh(member), before: () => placedAndBack(check, admin, reportId) },
      'after a change with another token': oauth && {
        ...change,
        text: fresh(member),
        before: () => oauth.raw('updateReport', { path: { reportId }, body: { [member]: fresh('theirs') } }),
      },
    };
    await inEach<Change>(check, cases, (one) => expectStored(admin, member, one));
  });

  test.describe('by others', () => {
    test(...verifies(`reports.update.${member}-too-long`), async ({ check, admin }) => {
      const [user, oauth] = [check.asOptional('MEMBER_TOKEN'), check.asOptional('OAUTH_TOKEN')];
      const cases = {
        'by a user without the admin role': ofUser(user, check.optional('EDITABLE_REPORT_ID'), ''),
        'with an OAuth token': ofUser(oauth, check.provided('REPORT_ID'), ''),
      };
      const [{ max }, beside] = [LIMITS.reportName, BESIDE[member]];
      await inEach<Change>(check, cases, async ({ who, reportId }) => {
        const send = (body: object) => who.raw('updateReport', { path: { reportId }, body });
        if (!isSuccess(await send({ [member]: freshOfLength(member, max) }))) return LEFT_OUT;
        const before = await reportIn(admin, reportId);
        for (const more of [{}, { [beside]: fresh('beside') }]) {
          expect(await send({ [member]: freshOfLength(member, max + 1), ...more })).toBeRefusedWith(400);
        }
        const { name, title } = await reportIn(admin, reportId);
        expect({ name, title }, 'what a refused update would change').toEqual({
          name: before.name,
          title: before.title,
        });
        return undefined;
      });
    });
  });

  test(...verifies(`reports.update.${member}-longest`), async ({ check, admin }) => {
    const reportId = check.provided('REPORT_ID');
    const text = freshOfLength(member, LIMITS.reportName.max);
    await admin.updateReport(reportId, { [member]: text });
    expect(await shownOf(admin, reportId, member)).toBe(text);
    const oauth = check.asOptional('OAUTH_TOKEN');
    const longest = () => freshOfLength(member, LIMITS.reportName.max);
    const cases = {
      'beside the other text': { who: admin, more: { [BESIDE[member]]: fresh('beside') } },
      'beside the longest other text': { who: admin, more: { [BESIDE[member]]: longest() } },
      'with an OAuth token': oauth && { who: oauth, more: {} },
    };
    await inEach<{ readonly who: Actor; readonly more: object }>(check, cases, async ({ who, more }) => {
      const own = longest();
      expect(await who.raw('updateReport', { path: { reportId }, body: { ...more, [member]: own } })).toSucceed();
      expect((await reportIn(admin, reportId))[member]).toBe(own);
    });
  });
}

/** Stands in a body for the version of the report at that time. */
const VERSION = Symbol('version');

/** The name or title of another report; undefined if nobody lent one. */
async function thatOfAnother(check: Check, admin: Actor, member: 'name' | 'title'): Promise<Change | undefined> {
  const other = check.optional('EDITABLE_REPORT_ID');
  const text = other === undefined ? undefined : (await reportIn(admin, other))[member];
  return typeof text === 'string' ? { who: admin, reportId: check.provided('REPORT_ID'), text } : undefined;
}

async function refreshed(check: Check, admin: Actor, reportId: string): Promise<void> {
  if (check.optional('EXTERNAL_WORKBOOK_ID') !== undefined) await placeAndRefresh(check, admin, reportId);
}

async function movedOnce(check: Check, admin: Actor, reportId: string): Promise<void> {
  const folderId = Number(check.optional('FOLDER_ID') ?? Number.NaN);
  for (const to of [folderId, Number(check.optional('EDITABLE_FOLDER_ID') ?? Number.NaN)])
    if (!Number.isNaN(to)) await admin.raw('updateReport', { path: { reportId }, body: { folderId: to } });
}

/** Places a report in a spreadsheet and takes it out again. */
async function placedAndBack(check: Check, admin: Actor, reportId: string): Promise<void> {
  if (check.optional('EXTERNAL_WORKBOOK_ID') === undefined) return;
  const body = placing(check);
  const { externalWorkbookId, sheetName, anchorCell } = body;
  await connect(admin, reportId, body);
  const at = { externalWorkbookId, sheetName, anchorCell };
  await admin.raw('disconnectReportFromWorkbook', { path: { reportId }, body: at });
}

function ofUser(who: Actor | undefined, reportId: string | undefined, text: string): Change | undefined {
  return who && reportId !== undefined ? { who, reportId, text } : undefined;
}

/** Expects a report to show what an update sent; which texts are taken, and from whom, is about other requirements. */
async function expectStored(admin: Actor, member: 'name' | 'title', change: Change): Promise<void> {
  const { reportId, text, who, more = {}, before, after } = change;
  await before?.();
  const { version } = Object.values(more).includes(VERSION) ? await reportIn(admin, reportId) : {};
  const beside = Object.fromEntries(
    Object.entries(more).map(([name, value]) => [name, value === VERSION ? version : value]),
  );
  const answer = await who.raw('updateReport', { path: { reportId }, body: { ...beside, [member]: text } });
  await after?.();
  if (!isSuccess(answer)) return;
  const shown = (await reportIn(admin, reportId))[member];
  expect((shown ?? text).normalize(), member).toBe(text.normalize());
}

interface Update extends Prepared {
  readonly path: { readonly reportId: string };
  readonly look: () => Promise<{ readonly name: unknown; readonly title: unknown; readonly folderId: unknown }>;
  readonly version: number;
}

/** An update of the provided report, with a look at the members that an update may change. */
async function update(check: Check, admin: Actor): Promise<Update> {
  const reportId = check.provided('REPORT_ID');
  const look = async () => {
    const { name, title, description, folderId } = await reportIn(admin, reportId);
    return { name, title, description, folderId };
  };
  return { path: { reportId }, valid: {}, look, version: await versionOf(admin, reportId) };
}

async function versionOf(admin: Actor, reportId: string): Promise<number> {
  const { version } = await reportIn(admin, reportId);
  if (typeof version !== 'number') throw setupFailed('the list does not show the version of a report');
  return version;
}

refusals('updateReport', update, {
  'reports.update.name-too-long': {
    status: 400,
    broken: () => ({ name: freshOfLength('name', LIMITS.reportName.max + 1), title: fresh('title') }),
    further: {
      'once more': {
        broken: () => ({ name: freshOfLength('name', LIMITS.reportName.max + 1), title: fresh('title') }),
      },
      alone: { broken: () => ({ name: freshOfLength('name', LIMITS.reportName.max + 1) }) },
      'far too long': { broken: () => ({ name: freshOfLength('name', 4 * LIMITS.reportName.max) }) },
      'with the version': {
        broken: ({ version }) => ({ name: freshOfLength('name', LIMITS.reportName.max + 1), expectedVersion: version }),
      },
    },
    neighbour: () => ({ name: freshOfLength('name', LIMITS.reportName.max), title: fresh('title') }),
  },
  'reports.update.title-too-long': {
    status: 400,
    broken: () => ({ title: freshOfLength('title', LIMITS.reportTitle.max + 1), name: fresh('name') }),
    further: {
      'once more': {
        broken: () => ({ title: freshOfLength('title', LIMITS.reportTitle.max + 1), name: fresh('name') }),
      },
      alone: { broken: () => ({ title: freshOfLength('title', LIMITS.reportTitle.max + 1) }) },
      'far too long': { broken: () => ({ title: freshOfLength('title', 4 * LIMITS.reportTitle.max) }) },
      'with the version': {
        broken: ({ version }) => ({
          title: freshOfLength('title', LIMITS.reportTitle.max + 1),
          expectedVersion: version,
        }),
      },
    },
    neighbour: () => ({ title: freshOfLength('title', LIMITS.reportTitle.max), name: fresh('name') }),
  },
});

test(...verifies('reports.update.expected-version-differs'), async ({ check, admin }) => {
  const { path, look, version } = await update(check, admin);
  const body = () => ({ name: fresh('in-time') });
  granted(await admin.raw('updateReport', { path, body: { ...body(), expectedVersion: version } }), 'the neighbour');
  const before = await look();
  const [user, oauth] = [check.asOptional('MEMBER_TOKEN'), check.asOptional('OAUTH_TOKEN')];
  const current = await versionOf(admin, path.reportId);
  const late = { who: admin, body: { name: fresh('late') }, path, expectedVersion: current + 1 };
  const editable = check.optional('EDITABLE_REPORT_ID');
  const cases = {
    'of the name': late,
    'once more': late,
    'of the title': { ...late, body: { title: fresh('late') } },
    'of name and title': { ...late, body: { name: fresh('late'), title: fresh('late') } },
    'far ahead': { ...late, expectedVersion: current + 10_000 },
    'the version before': current === version ? undefined : { ...late, expectedVersion: version },
    // An update that changes nothing is an update all the same.
    'of the name that is stored': before.name === undefined ? undefined : { ...late, body: { name: before.name } },
    'of the title that is stored': before.title === undefined ? undefined : { ...late, body: { title: before.title } },
    'with an OAuth token': oauth && { ...late, who: oauth },
    'by a user without the admin role': await lateOf(admin, user, editable),
  };
  await inEach(check, cases, async ({ who, expectedVersion, ...one }) => {
    const refused = await who.raw('updateReport', { path: one.path, body: { ...one.body, expectedVersion } });
    expect(refused).toBeRefusedWith(409);
    expect(await look(), 'what a refused update would change').toEqual(before);
  });
  const placed = check.optional('EXTERNAL_WORKBOOK_ID') === undefined ? undefined : placing(check);
  await inEach(check, { 'after a connect': placed }, async (body) => {
    await connect(admin.preparing, path.reportId, body);
    const expectedVersion = (await versionOf(admin, path.reportId)) + 1;
    const refused = await admin.raw('updateReport', { path, body: { name: fresh('late'), expectedVersion } });
    expect(refused).toBeRefusedWith(409);
  });
  // Whether an update may change the description at all is open.
  const description = { description: fresh('late'), expectedVersion: current + 1 };
  expect(await admin.raw('updateReport', { path, body: description }), 'description').toBeRefused();
  expect(await look(), 'what a refused update of the description would change').toEqual(before);
});

/** An update by a user of a report that they may edit, which expects another version. */
async function lateOf(admin: Actor, who: Actor | undefined, reportId: string | undefined) {
  if (!who || reportId === undefined) return undefined;
  const expectedVersion = (await versionOf(admin, reportId)) + 1;
  return { who, body: { name: fresh('late') }, path: { reportId }, expectedVersion };
}

test(...verifies('reports.update.expected-version-once'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const first = await versionOf(admin, reportId);
  const send = (expectedVersion: number) =>
    admin.raw('updateReport', { path: { reportId }, body: { name: fresh('race'), expectedVersion } });
  granted(await send(first), 'an update that expects the version of the report');
  const version = await versionOf(admin, reportId);
  // How the version changes is open.
  testRequires(version !== first, 'an update of the name does not change the version');
  const answers = await Promise.all([send(version), send(version)]);
  expect(answers.filter(isSuccess).length, 'updates that succeeded').toBeLessThanOrEqual(1);
});

/** Requires that the tenant refuses an update with another expectedVersion, which is a requirement of its own. */
async function requireVersionCheck<Ready extends Update>(admin: Actor, ready: Ready): Promise<Ready> {
  const { path, look, version } = ready;
  const before = canonical(await look());
  const body = { name: fresh('late'), expectedVersion: version + 1 };
  const isRefused = isRefusal(await admin.raw('updateReport', { path, body }));
  if (isRefused && canonical(await look()) === before) return ready;
  throw setupFailed('an update with another expectedVersion is not refused');
}

refusals('updateReport', async (check, admin) => requireVersionCheck(admin, await update(check, admin)), {
  // Whether 0 is a valid version is open, and so is the status of the refusal.
  'reports.update.expected-version-zero': {
    status: '4xx',
    broken: ({ version }) => ({
      name: fresh('late'),
      expectedVersion: version === 0 ? untested('the version of the report is 0') : 0,
    }),
    neighbour: ({ version }) => ({ name: fresh('in-time'), expectedVersion: version }),
  },
});

async function move(check: Check, admin: Actor): Promise<Update & { readonly valid: { readonly folderId: number } }> {
  const folderId = Number(check.provided('EDITABLE_FOLDER_ID'));
  const ready = await update(check, admin);
  if ((await ready.look()).folderId === folderId) throw setupFailed('the report is already in EDITABLE_FOLDER_ID');
  return { ...ready, valid: { folderId } };
}

refusals('updateReport', async (check, admin) => requireVersionCheck(admin, await move(check, admin)), {
  'reports.update.expected-version-on-move': {
    status: 409,
    broken: ({ version }) => ({ expectedVersion: version + 1 }),
    neighbour: ({ version }) => ({ expectedVersion: version }),
  },
});

test(...verifies('reports.update.move-with-name'), async ({ check, admin }) => {
  const { path, valid, look } = await move(check, admin);
  const [before, name] = [fresh('before'), fresh('name')];
  granted(await admin.raw('updateReport', { path, body: { name: before } }), 'the update of the name alone');
  setupRequires((await look()).name === before, 'an update of the name alone is not stored');
  granted(await admin.raw('updateReport', { path, body: { ...valid, name } }), 'the move');
  expect((await look()).name).toBe(name);
  const user = check.asOptional('MEMBER_TOKEN');
  const plain = ifText(check.optional('MANAGED_REPORT_ID'), (managed) => user && { user, managed });
  await inEach(check, { 'by a user without the admin role': plain }, async (one) => {
    const body = { ...valid, name: fresh('name') };
    const answer = await one.user.raw('updateReport', { path: { reportId: one.managed }, body });
    // Who may move a report is about other requirements.
    return judgeIf(isSuccess(answer), async () => {
      expect((await reportIn(admin, one.managed)).name).toBe(body.name);
    });
  });
});

test(...verifies('reports.update.expected-version-matches'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const expectedVersion = await versionOf(admin, reportId);
  expect(await admin.ask('updateReport', reportId, { name: fresh('name'), expectedVersion })).toSucceed();
  const oauth = check.asOptional('OAUTH_TOKEN');
  const late = (version: number) => ({ name: fresh('late'), expectedVersion: version + 1 });
  const tooLong = () => ({ name: freshOfLength('name', LIMITS.reportName.max + 1) });
  const cases = {
    'after a refused one': { who: admin, refused: late },
    'after a refused text': { who: admin, refused: tooLong },
    'with an OAuth token': oauth && { who: oauth, refused: late },
  };
  await inEach<{ readonly who: Actor; readonly refused: (version: number) => object }>(check, cases, async (one) => {
    // What is refused changes nothing, so that the version from before still is the one to expect.
    const version = await versionOf(admin, reportId);
    const answer = await admin.raw('updateReport', { path: { reportId }, body: one.refused(version) });
    return judgeIf(isRefusal(answer), async () => {
      const update = { name: fresh('name'), expectedVersion: version };
      expect(await one.who.ask('updateReport', reportId, update)).toSucceed();
    });
  });
});

test(...verifies('reports.update.expected-version-omitted'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const cases = {
    'for the first time': admin,
    'once more': admin,
    'with an OAuth token': check.asOptional('OAUTH_TOKEN'),
  };
  await inEach<Actor>(check, cases, async (who) => {
    expect(await who.ask('updateReport', reportId, { name: fresh('name') })).toSucceed();
  });
});

/** A report to move to a folder in which it is not yet, and a read of its folder. */
async function moveReport(check: Check, admin: Actor, report: PlainSetting, folder: PlainSetting) {
  const reportId = check.provided(report);
  const folderIn = async () => (await reportIn(admin, reportId)).folderId ?? null;
  const before = await folderIn();
  const folderId = Number(check.provided(folder));
  if (before === folderId) throw setupFailed(`${report} is already in ${folder}`);
  const moveAs = (mover: Actor, more: object = {}) =>
    mover.raw('updateReport', { path: { reportId }, body: { folderId, ...more } });
  return { reportId, before, folderId, folderIn, moveAs };
}

test(...verifies('reports.update.move-permitted'), async ({ check, admin, member }) => {
  const [report, folder] = ['MANAGED_REPORT_ID', 'EDITABLE_FOLDER_ID'] as const;
  const reportId = check.provided(report);
  const { folderId, folderIn } = await moveReport(check, admin, report, folder);
  const showsFolders = (await reportsOf(admin)).some((one) => typeof one.folderId === 'number');
  const away = async () => {
    const elsewhere = Number(check.optional('READ_ONLY_FOLDER_ID') ?? check.optional('FOLDER_ID') ?? folderId);
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
    if (!(await before())) return LEFT_OUT;
    const answer = await who.raw('updateReport', { path: { reportId }, body: { folderId, ...more() } });
    // The user of the OAuth token may be another one.
    if (who === oauth && !isSuccess(answer)) return LEFT_OUT;
    expect(answer).toSucceed();
    // Where the list shows no folders, its folder filter shows where the report is.
    if (showsFolders) expect(await folderIn()).toBe(folderId);
    else expect(idsOf(await reportsOf(admin, { folderId }))).toContain(reportId);
    return undefined;
  });
});

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
  if (!isSuccess(await sentUntilGranted(check, () => there(own.who)))) return LEFT_OUT;
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
    who.raw('updateReport', { path: { reportId }, body: { folderId: Number(folderId) } });
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
  'reports.update.move-without-manage': ['EDITABLE_REPORT_ID', 'EDITABLE_FOLDER_ID'],
  'reports.update.move-without-edit': ['MANAGED_REPORT_ID', 'READ_ONLY_FOLDER_ID'],
} as const;

for (const [id, [report, folder]] of Object.entries(MOVES)) {
  test(...verifies(id as keyof typeof MOVES), async ({ check, admin, member }) => {
    const { reportId, moveAs } = await moveReport(check, admin, report, folder);
    const look = async () => {
      const { name, title, folderId = null } = await reportIn(admin, reportId);
      return { name, title, folderId };
    };
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
    granted(await moveAs(admin), 'the same by an administrator');
  });
}
