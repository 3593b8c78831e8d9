import { granted, isSuccess } from '../../harness/http/answer.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { isGuess } from '../../harness/check/guesses.ts';
import { eventually, readUntil, soon } from '../../harness/check/eventually.ts';
import { expect, test, verifies } from '../../harness/test.ts';
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
  const answer = await updateDelivery(check, admin, id);
  expect(answer).toSucceed();
  const shown = await readDelivery(admin, id);
  for (const [name, value] of Object.entries(changeOf(check))) {
    if (isGuess(check, 'report-deliveries.update-body') && shown[name] !== value)
      untested(unstated('report-deliveries.update-body', 'the guessed change is not shown'));
    expect(shown[name] ?? value, `${name} of the delivery`).toEqual(value);
  }
});

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
  for (const count of [1, 2]) {
    const answer = await request(admin, 'runReportDelivery', id);
    expect(answer).toSucceed();
    await eventually(check, async () => {
      expect((await runsOf(admin, id)).length, 'runs in the history').toBe(count);
    });
  }
});

test(...verifies('report-deliveries.resume.after-pause'), async ({ check, admin }) => {
  const id = await expectCreated(check, admin);
  granted(await request(admin, 'pauseReportDelivery', id), 'the pause');
  const answer = await request(admin, 'resumeReportDelivery', id);
  expect(answer).toSucceed();
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
