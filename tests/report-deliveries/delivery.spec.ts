import { granted, isSuccess } from '../../harness/http/answer.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { isGuess } from '../../harness/check/guesses.ts';
import { eventually, readUntil, soon } from '../../harness/check/eventually.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import {
  request,
  changeOf,
  expectCreated,
  idsOf,
  createDelivery,
  createUsedDelivery,
  runsOf,
  readDelivery,
  updateDelivery,
} from './deliveries.ts';

test(...verifies('report-deliveries.create.in-list'), async ({ check, admin }) => {
  const id = await expectCreated(check, admin);
  await soon(check, async () => {
    expect(await idsOf(admin)).toContain(id);
  });
});

test(...verifies('report-deliveries.create.readable'), async ({ check, admin }) => {
  const answer = await request(admin, 'getReportDelivery', await expectCreated(check, admin));
  expect(answer).toSucceed();
});

test(...verifies('report-deliveries.list.own-deployment'), async ({ check, admin }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const before = [await idsOf(admin), await idsOf(elsewhere)];
  const here = await createDelivery(check, admin);
  const there = await createDelivery(check, elsewhere, 'OTHER_REPORT_ID');
  if (here === there)
    throw setupFailed('deliveries of different deployments have the same ids, and nothing else distinguishes them');
  const after = await readUntil(
    check,
    async () => [await idsOf(admin), await idsOf(elsewhere)],
    ([own = [], theirs = []]) => own.includes(here) && theirs.includes(there),
  );
  expect(
    after.map((ids, index) => ids.filter((id) => !before[index]?.includes(id))),
    'deliveries added to each of the two deployments',
  ).toEqual([[here], [there]]);
});

test(...verifies('report-deliveries.update.takes-effect'), async ({ check, admin }) => {
  const id = await createDelivery(check, admin);
  const pausing = () => request(admin, 'pauseReportDelivery', id);
  const cases = { new: () => Promise.resolve(), 'a second time': () => Promise.resolve(), 'while paused': pausing };
  let round = 0;
  await inEach<() => Promise<unknown>>(check, cases, async (before) => {
    await before();
    round += 1;
    const change = numbered(changeOf(check), round);
    expect(await request(admin, 'updateReportDelivery', id, change)).toSucceed();
    expectShown(check, await readDelivery(admin, id), change);
  });
});

/** The change with other texts each time, so that a later one is told from an earlier one. */
function numbered(change: Readonly<Record<string, unknown>>, round: number): Record<string, unknown> {
  const isName = (name: string, value: unknown) => /name|title/i.test(name) && typeof value === 'string';
  return Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      name,
      isName(name, value) && round > 1 ? `${String(value)} ${round}` : value,
    ]),
  );
}

function expectShown(
  check: Check,
  shown: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(change)) {
    if (isGuess(check, 'report-deliveries.update-body') && shown[name] !== value)
      untested(unstated('report-deliveries.update-body', 'the guessed change is not shown'));
    expect(shown[name] ?? value, `${name} of the delivery`).toEqual(value);
  }
}

test(...verifies('report-deliveries.delete.leaves-list'), async ({ check, admin }) => {
  const [kept, deleted] = [await createDelivery(check, admin), await createDelivery(check, admin)];
  await readUntil(
    check,
    () => idsOf(admin),
    (ids) => ids.includes(kept) && ids.includes(deleted),
  );
  const answer = await request(admin, 'deleteReportDelivery', deleted);
  expect(answer).toSucceed();
  const ids = await idsOf(admin);
  expect(ids).not.toContain(deleted);
  expect(ids, 'the delivery that was not deleted').toContain(kept);

  const used = await createUsedDelivery(check, admin);
  await readUntil(
    check,
    () => idsOf(admin),
    (listed) => listed.includes(used),
  );
  // The states of a delivery are open, and so is whether one can be deleted in each; if it was acknowledged, it is gone.
  if (!isSuccess(await request(admin, 'deleteReportDelivery', used))) return;
  expect(await idsOf(admin), 'deliveries, of which one that had run was deleted').not.toContain(used);
});

test(...verifies('report-deliveries.delete.unreadable'), async ({ check, admin }) => {
  const [kept, deleted] = [await createDelivery(check, admin), await createDelivery(check, admin)];
  await readDelivery(admin, deleted);
  const answer = await request(admin, 'deleteReportDelivery', deleted);
  expect(answer).toSucceed();
  expect(await request(admin, 'getReportDelivery', deleted)).toBeRefused();
  await readDelivery(admin, kept);

  const used = await createUsedDelivery(check, admin);
  if (!isSuccess(await request(admin, 'deleteReportDelivery', used))) return;
  expect(await request(admin, 'getReportDelivery', used), 'a deleted delivery that had run').toBeRefused();
});

test(...verifies('report-deliveries.run.recorded'), async ({ check, admin }) => {
  const id = await createDelivery(check, admin);
  const cases = {
    'the first run': { count: 1, then: () => Promise.resolve() },
    'before an update': { count: 2, then: () => updateDelivery(check, admin, id) },
    'before a pause': { count: 3, then: () => request(admin, 'pauseReportDelivery', id) },
  };
  await inEach<{ readonly count: number; readonly then: () => Promise<unknown> }>(check, cases, async (one) => {
    expect(await request(admin, 'runReportDelivery', id)).toSucceed();
    await one.then();
    await eventually(check, async () => {
      expect((await runsOf(admin, id)).length, 'runs in the history').toBe(one.count);
    });
  });
});

test(...verifies('report-deliveries.resume.after-pause'), async ({ check, admin }) => {
  const id = await expectCreated(check, admin);
  const user = check.optional('TASK_MANAGER_TOKEN') === undefined ? undefined : check.as('TASK_MANAGER_TOKEN');
  const cases = {
    new: { one: id, before: () => Promise.resolve() },
    'a second time': { one: id, before: () => Promise.resolve() },
    'after a run': { one: id, before: () => request(admin, 'runReportDelivery', id) },
    'of another user': user && { one: await createDelivery(check, user), before: () => Promise.resolve() },
  };
  await inEach<{ readonly one: string; readonly before: () => Promise<unknown> }>(check, cases, async (given) => {
    await given.before();
    granted(await request(admin, 'pauseReportDelivery', given.one), 'the pause');
    expect(await request(admin, 'resumeReportDelivery', given.one)).toSucceed();
  });
});

test(...verifies('report-deliveries.runs.own-delivery'), async ({ check, admin }) => {
  const [one, other, idle] = [
    await createDelivery(check, admin),
    await createDelivery(check, admin),
    await createDelivery(check, admin),
  ];
  for (const id of [one, other, one]) granted(await request(admin, 'runReportDelivery', id), 'the run');
  await eventually(check, async () => {
    const [ofOne, ofOther] = [await runsOf(admin, one), await runsOf(admin, other)];
    expect(
      ofOne.filter((key) => ofOther.includes(key)),
      'runs that the histories of both deliveries contain',
    ).toEqual([]);
    const lengths = [ofOne.length, ofOther.length, (await runsOf(admin, idle)).length];
    expect(lengths, 'runs of three deliveries').toEqual([2, 1, 0]);
  });
});
