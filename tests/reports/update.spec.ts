import type { PlainSetting } from '../../harness/tenant/secret-settings.ts';
import { LIMITS } from '../../contracts/limits.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isRefusal, isSuccess } from '../../harness/http/answer.ts';
import { SIGNS, fresh, freshOfLength } from '../../harness/client/unique.ts';
import { refusals, type Prepared } from '../../harness/rules/refusals.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { idsOf, reportIn, reportsOf, shownOf } from './placements.ts';

for (const member of ['name', 'title'] as const) {
  test(...verifies(`reports.update.${member}-stored`), async ({ check, admin }) => {
    const reportId = check.provided('REPORT_ID');
    const text = fresh(member);
    await admin.updateReport(reportId, { [member]: text });
    expect(await shownOf(admin, reportId, member)).toBe(text);
    // Which characters a tenant accepts is open; an accepted text must be stored as it was sent.
    const signs = `${text} ${SIGNS}`;
    const answer = await admin.raw('updateReport', { path: { reportId }, body: { [member]: signs } });
    if (isSuccess(answer)) expect((await shownOf(admin, reportId, member))?.normalize()).toBe(signs);
  });

  test(...verifies(`reports.update.${member}-longest`), async ({ check, admin }) => {
    const reportId = check.provided('REPORT_ID');
    const text = freshOfLength(member, LIMITS.reportName.max);
    await admin.updateReport(reportId, { [member]: text });
    expect(await shownOf(admin, reportId, member)).toBe(text);
  });
}

interface Update extends Prepared {
  readonly path: { readonly reportId: string };
  readonly look: () => Promise<{ readonly name: unknown; readonly folderId: unknown }>;
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
    neighbour: () => ({ name: freshOfLength('name', LIMITS.reportName.max), title: fresh('title') }),
  },
  'reports.update.title-too-long': {
    status: 400,
    broken: () => ({ title: freshOfLength('title', LIMITS.reportTitle.max + 1), name: fresh('name') }),
    neighbour: () => ({ title: freshOfLength('title', LIMITS.reportTitle.max), name: fresh('name') }),
  },
});

test(...verifies('reports.update.expected-version-differs'), async ({ check, admin }) => {
  const { path, look, version } = await update(check, admin);
  const before = await look();
  for (const member of ['name', 'title', 'description']) {
    const body = { [member]: fresh('late'), expectedVersion: version + 1 };
    const refused = await admin.raw('updateReport', { path, body });
    // Whether an update may change the description at all is open.
    if (member === 'description') expect(refused, member).toBeRefused();
    else expect(refused, member).toBeRefusedWith(409);
    expect(await look(), `what a refused update of the ${member} would change`).toEqual(before);
  }
  granted(
    await admin.raw('updateReport', { path, body: { name: fresh('in-time'), expectedVersion: version } }),
    'the valid neighbour',
  );
});

test(...verifies('reports.update.expected-version-once'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const first = await versionOf(admin, reportId);
  const send = (expectedVersion: number) =>
    admin.raw('updateReport', { path: { reportId }, body: { name: fresh('race'), expectedVersion } });
  granted(await send(first), 'an update that expects the version of the report');
  const version = await versionOf(admin, reportId);
  // How the version changes is open.
  if (version === first) untested('an update of the name does not change the version');
  const answers = await Promise.all([send(version), send(version)]);
  expect(answers.filter(isSuccess).length, 'updates that succeeded').toBeLessThanOrEqual(1);
});

/** Requires that the tenant refuses an update with another expectedVersion, which is a requirement of its own. */
async function requireVersionCheck<Ready extends Update>(admin: Actor, ready: Ready): Promise<Ready> {
  const { path, look, version } = ready;
  const before = JSON.stringify(await look());
  const body = { name: fresh('late'), expectedVersion: version + 1 };
  const isRefused = isRefusal(await admin.raw('updateReport', { path, body }));
  if (isRefused && JSON.stringify(await look()) === before) return ready;
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
  if ((await look()).name !== before) throw setupFailed('an update of the name alone is not stored');
  granted(await admin.raw('updateReport', { path, body: { ...valid, name } }), 'the move');
  expect((await look()).name).toBe(name);
});

test(...verifies('reports.update.expected-version-matches'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const expectedVersion = await versionOf(admin, reportId);
  expect(await admin.ask('updateReport', reportId, { name: fresh('name'), expectedVersion })).toSucceed();
});

test(...verifies('reports.update.expected-version-omitted'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  expect(await admin.ask('updateReport', reportId, { name: fresh('name') })).toSucceed();
  expect(await admin.ask('updateReport', reportId, { name: fresh('name') })).toSucceed();
});

/** Moves a report as the actor, and returns the response and a read of the folder by an administrator. */
async function moveReport(check: Check, actor: Actor, admin: Actor, report: PlainSetting, folder: PlainSetting) {
  const reportId = check.provided(report);
  const folderIn = async () => (await reportIn(admin, reportId)).folderId ?? null;
  const before = await folderIn();
  const folderId = Number(check.provided(folder));
  if (before === folderId) throw setupFailed(`${report} is already in ${folder}`);
  const moveAs = (mover: Actor) => mover.ask('updateReport', reportId, { folderId });
  return { answer: await moveAs(actor), before, folderId, folderIn, byAdmin: () => moveAs(admin) };
}

test(...verifies('reports.update.move-permitted'), async ({ check, admin, member }) => {
  const { answer, folderId, folderIn } = await moveReport(
    check,
    member,
    admin,
    'MANAGED_REPORT_ID',
    'EDITABLE_FOLDER_ID',
  );
  expect(answer).toSucceed();
  // Where the list shows no folders, its folder filter shows where the report is.
  if ((await reportsOf(admin)).some((one) => typeof one.folderId === 'number')) {
    expect(await folderIn()).toBe(folderId);
  } else {
    expect(idsOf(await reportsOf(admin, { folderId }))).toContain(check.provided('MANAGED_REPORT_ID'));
  }
});

const MOVES = {
  'reports.update.move-without-manage': ['EDITABLE_REPORT_ID', 'EDITABLE_FOLDER_ID'],
  'reports.update.move-without-edit': ['MANAGED_REPORT_ID', 'READ_ONLY_FOLDER_ID'],
} as const;

for (const [id, [report, folder]] of Object.entries(MOVES)) {
  test(...verifies(id as keyof typeof MOVES), async ({ check, admin, member }) => {
    const { answer, before, folderIn, byAdmin } = await moveReport(check, member, admin, report, folder);
    expect(answer).toBeRefused();
    expect(await folderIn(), 'the folder of the report').toBe(before);
    granted(await byAdmin(), 'the same by an administrator');
  });
}
