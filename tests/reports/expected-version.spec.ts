import { LIMITS } from '../../contracts/limits.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isRefusal, isSuccess } from '../../harness/http/answer.ts';
import { fresh, freshOfLength } from '../../harness/client/unique.ts';
import { eventually, readUntil } from '../../harness/check/eventually.ts';
import { inEach, leaveOutIf, leaveOutUnless, caseIf } from '../../harness/check/in-each.ts';
import { refusals } from '../../harness/rules/refusals.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { attempt } from '../../harness/failures/failure.ts';
import { testRequires } from '../../harness/failures/requires.ts';
import { untested } from '../../harness/failures/untested.ts';
import { filePatch } from './file.ts';
import { judgeIf, readerIn } from './judged.ts';
import { connect, placing } from './placements.ts';
import { FAR_AHEAD, move, requireVersionCheck, settledVersion, update, versionOf, versionOnce } from './updates.ts';

test(...verifies('reports.update.expected-version-differs'), async ({ check, admin }) => {
  const { path, look } = await update(check, admin);
  const version = await settledVersion(check, admin, path.reportId);
  const name = fresh('in-time');
  granted(await admin.raw('updateReport', { path, body: { name, expectedVersion: version } }), 'the neighbour');
  // A list that shows the update late shows the version late as well.
  const before = await readUntil(check, look, (shown) => shown.name === name);
  const [user, oauth] = [check.asOptional('MEMBER_TOKEN'), check.asOptional('OAUTH_TOKEN')];
  const current = await versionOf(admin, path.reportId);
  const late = { who: admin, body: { name: fresh('late') }, path, expectedVersion: current + FAR_AHEAD };
  const editable = check.optional('EDITABLE_REPORT_ID');
  const cases = {
    'of the name': { ...late, expectedVersion: current + 1 },
    'once more': late,
    'of the title': { ...late, body: { title: fresh('late') } },
    'of name and title': { ...late, body: { name: fresh('late'), title: fresh('late') } },
    alone: { ...late, body: {} },
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
  // Whether a number of more than 32 bits is a version is open.
  const wrapped = { name: fresh('late'), expectedVersion: current + 2 ** 32 };
  expect(await admin.raw('updateReport', { path, body: wrapped }), 'a version past 32 bits').toBeRefused();
  const placed = check.optional('EXTERNAL_WORKBOOK_ID') === undefined ? undefined : placing(check);
  await inEach(check, { 'after a connect': placed }, async (body) => {
    await connect(admin.preparing, path.reportId, body);
    const expectedVersion = (await versionOf(admin, path.reportId)) + FAR_AHEAD;
    const refused = await admin.raw('updateReport', { path, body: { name: fresh('late'), expectedVersion } });
    expect(refused).toBeRefusedWith(409);
  });
  // Whether an update may change the description at all is open.
  const description = { description: fresh('late'), expectedVersion: current + FAR_AHEAD };
  expect(await admin.raw('updateReport', { path, body: description }), 'description').toBeRefused();
  expect(await look(), 'what a refused update of the description would change').toEqual(before);
});

/** An update by a user of a report that they may edit, which expects another version. */
async function lateOf(admin: Actor, who: Actor | undefined, reportId: string | undefined) {
  if (!who || reportId === undefined) return undefined;
  const expectedVersion = (await versionOf(admin, reportId)) + FAR_AHEAD;
  return { who, body: { name: fresh('late') }, path: { reportId }, expectedVersion };
}

test(...verifies('reports.update.expected-version-once'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const first = await settledVersion(check, admin, reportId);
  const send = (expectedVersion: number, name = fresh('race')) =>
    admin.raw('updateReport', { path: { reportId }, body: { name, expectedVersion } });
  const taken = fresh('taken');
  granted(await send(first, taken), 'an update that expects the version of the report');
  const version = await versionOnce(check, admin, reportId, taken);
  // How the version changes is open.
  testRequires(version !== first, 'an update of the name does not change the version');
  const answers = await Promise.all([send(version), send(version)]);
  expect(answers.filter(isSuccess).length, 'updates that succeeded').toBeLessThanOrEqual(1);
});

refusals('updateReport', async (check, admin) => requireVersionCheck(check, admin, await update(check, admin)), {
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

refusals('updateReport', async (check, admin) => requireVersionCheck(check, admin, await move(check, admin)), {
  'reports.update.expected-version-on-move': {
    status: 409,
    broken: ({ version }) => ({ expectedVersion: version + FAR_AHEAD }),
    further: {
      'beside a name': { broken: ({ version }) => ({ expectedVersion: version + FAR_AHEAD, name: fresh('late') }) },
    },
    neighbour: ({ version }) => ({ expectedVersion: version }),
  },
});

test.describe('the update after it', () => {
  test(...verifies('reports.update.expected-version-on-move'), async ({ check, admin }) => {
    const { path, valid, look, version } = await move(check, admin);
    await inEach(
      check,
      { 'with the next update': { ...valid, expectedVersion: version + FAR_AHEAD } },
      async (body) => {
        const { folderId } = await look();
        leaveOutIf(isSuccess(await admin.raw('updateReport', { path, body })));
        await admin.preparing.updateReport(path.reportId, { title: fresh('title') });
        expect((await look()).folderId, 'folder of the report').toBe(folderId);
      },
    );
  });
});

/** A reader of a report that the run may change. */
const readerToRefuse = (check: Check) => caseIf(check.mayChange('READ_ONLY_REPORT_ID'), () => readerIn(check));

test(...verifies('reports.update.expected-version-matches'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const expectedVersion = await settledVersion(check, admin, reportId);
  let last = fresh('name');
  expect(await admin.ask('updateReport', reportId, { name: last, expectedVersion })).toSucceed();
  const oauth = check.asOptional('OAUTH_TOKEN');
  const late = (version: number) => ({ name: fresh('late'), expectedVersion: version + FAR_AHEAD });
  const tooLong = () => ({ name: freshOfLength('name', LIMITS.reportName.max + 1) });
  const cases = {
    'after a refused one': { who: admin, refused: late },
    'after a refused text': { who: admin, refused: tooLong },
    'with an OAuth token': oauth && { who: oauth, refused: late },
  };
  await inEach<{ readonly who: Actor; readonly refused: (version: number) => object }>(check, cases, async (one) => {
    // What is refused changes nothing, so that the version from before still is the one to expect.
    const version = await versionOnce(check, admin, reportId, last);
    const answer = await admin.raw('updateReport', { path: { reportId }, body: one.refused(version) });
    return judgeIf(isRefusal(answer), async () => {
      last = fresh('name');
      const update = { name: last, expectedVersion: version };
      expect(await one.who.ask('updateReport', reportId, update)).toSucceed();
    });
  });
  await inEach(check, { 'after a refused patch of its file': reportId }, async (id) => {
    const version = await versionOnce(check, admin, id, last);
    const { value: file } = await attempt(() => admin.getReportFile(id));
    leaveOutUnless(file);
    // Of a text that the file does not hold.
    const { body } = filePatch(check, file, { from: fresh('nowhere') });
    leaveOutUnless(isRefusal(await admin.raw('patchReportFile', { path: { reportId: id }, body })));
    last = fresh('name');
    expect(await admin.ask('updateReport', id, { name: last, expectedVersion: version })).toSucceed();
  });
  await inEach(check, { 'once it was placed': placing(check) }, async (body) => {
    leaveOutUnless(isSuccess(await connect(admin, reportId, body)));
    // The list may show late what a placement made of the version.
    await eventually(check, async () => {
      const update = { name: fresh('name'), expectedVersion: await versionOf(admin, reportId) };
      expect(await admin.ask('updateReport', reportId, update)).toSucceed();
    });
  });
  await inEach(check, { 'after one that was refused to a reader': readerToRefuse(check) }, async ({ who, id }) => {
    const version = await settledVersion(check, admin, id);
    const refused = await who.raw('updateReport', { path: { reportId: id }, body: { name: fresh('refused') } });
    leaveOutUnless(isRefusal(refused));
    const update = { name: fresh('name'), expectedVersion: version };
    expect(await admin.ask('updateReport', id, update)).toSucceed();
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
