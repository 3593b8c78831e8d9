import { takenAtOnce } from '../../harness/check/at-once.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { BY_OAUTH, BY_PLAIN } from '../../harness/things/administrators.ts';
import { readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { inEach, LEFT_OUT } from '../../harness/check/in-each.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { request, idsOf, createDelivery, createIfAllowed, isOpenTo, readDelivery } from './deliveries.ts';
import {
  type Step,
  byOAuth,
  colleagueIn,
  handOver,
  oneAfterTheOther,
  nothing,
  pause,
  run,
  share,
  update,
} from './steps.ts';

/** Deliveries that are deleted, and by whom. */
function deletions(check: Check, admin: Actor) {
  const colleague = colleagueIn(check);
  const own = { by: admin, owner: admin, before: nothing };
  return {
    'a new one': own,
    'an updated and shared one': { ...own, before: oneAfterTheOther(update, share, handOver) },
    'one with a history': { ...own, before: oneAfterTheOther(run, share, pause) },
    'of another user': colleague && { ...own, owner: colleague },
    'by a holder of ScheduledTasksManage': colleague && { ...own, by: colleague },
    [BY_PLAIN]: colleague && { ...own, owner: colleague, by: colleague },
    [BY_OAUTH]: byOAuth(check) && { ...own, by: byOAuth(check) ?? admin },
  };
}

/** Deletions of deliveries whose owners may not be allowed to create one. */
const OF_OTHERS: readonly string[] = ['of another user', BY_PLAIN];

/** Deletions of which other requirements say whether they are taken. */
const OTHERS_RULES: readonly string[] = ['one with a history', 'by a holder of ScheduledTasksManage', BY_PLAIN];

/** Deletes a delivery with a past; undefined where the tenant refuses that, because the states of a delivery are open. */
async function deleted(check: Check, { by, owner, before }: Deletion, name: string): Promise<string | undefined> {
  const id = await (OF_OTHERS.includes(name) ? createIfAllowed(check, owner) : createDelivery(check, owner));
  if (id === undefined) return undefined;
  await before(check, owner, id);
  await readUntil(
    check,
    () => idsOf(owner),
    (ids) => ids.includes(id),
  );
  const answer = await request(by, 'deleteReportDelivery', id);
  if (!OTHERS_RULES.includes(name) && !isOpenTo(name, answer)) expect(answer).toSucceed();
  return isSuccess(answer) ? id : undefined;
}

interface Deletion {
  readonly by: Actor;
  readonly owner: Actor;
  readonly before: Step;
}

/** Judges what becomes of a delivery in each class of deletions that the tenant takes. */
async function inEachDeletion(check: Check, admin: Actor, judge: (id: string) => Promise<void>): Promise<void> {
  await inEach(check, deletions(check, admin), async (one, name) => {
    const id = await deleted(check, one, name);
    return id === undefined ? LEFT_OUT : judge(id);
  });
}

test(...verifies('report-deliveries.delete.leaves-list'), async ({ check, admin }) => {
  const kept = await createDelivery(check, admin);
  await readUntil(
    check,
    () => idsOf(admin),
    (ids) => ids.includes(kept),
  );
  await inEachDeletion(check, admin, (id) =>
    withinSeconds(check, async () => {
      const ids = await idsOf(admin);
      expect(ids).not.toContain(id);
      expect(ids, 'the delivery that was not deleted').toContain(kept);
    }),
  );
});

test(...verifies('report-deliveries.delete.unreadable'), async ({ check, admin }) => {
  const kept = await createDelivery(check, admin);
  await inEachDeletion(check, admin, async (id) => {
    expect(await request(admin, 'getReportDelivery', id)).toBeRefused();
  });
  await readDelivery(admin, kept);
  const two = [await createDelivery(check, admin), await createDelivery(check, admin)];
  await inEach(check, { 'two at the same time': two }, async (both) => {
    const taken = await takenAtOnce(both, (id) => request(admin, 'deleteReportDelivery', id));
    const read = await Promise.all(taken.map(({ sent }) => request(admin, 'getReportDelivery', sent)));
    read.forEach((answer) => {
      expect(answer, 'a deleted delivery').toBeRefused();
    });
  });
});
