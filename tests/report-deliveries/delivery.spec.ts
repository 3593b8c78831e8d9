import { attempt } from '../../harness/failures/failure.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted } from '../../harness/http/answer.ts';
import { BY_OAUTH } from '../../harness/things/administrators.ts';
import { eventually, readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { bothAtOnce } from '../../harness/check/at-once.ts';
import { ifGiven, inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupRequires } from '../../harness/failures/requires.ts';
import { requireToldApart } from '../../harness/things/run-keys.ts';
import { request, expectCreated, idsOf, isOpenTo, createDelivery, runsOf, startRun } from './deliveries.ts';
import {
  type Step,
  byOAuth,
  handOver,
  ifUserKnown,
  oneAfterTheOther,
  nothing,
  ofColleague,
  pause,
  resume,
  run,
  share,
  transfer,
  update,
} from './steps.ts';

test(...verifies('report-deliveries.create.in-list'), async ({ check, admin }) => {
  const oauth = byOAuth(check);
  const cases = {
    'the first of a report': { by: admin, then: nothing },
    'the second of a report, paused': { by: admin, then: pause },
    [BY_OAUTH]: oauth && { by: oauth, then: nothing },
  };
  await inEach(check, cases, async ({ by, then }) => {
    const id = await expectCreated(check, by);
    await then(check, by, id);
    await withinSeconds(check, async () => {
      expect(await idsOf(by)).toContain(id);
    });
  });
  await inEach(check, { 'two at the same time': [admin, admin] }, async (both) => {
    const made = await Promise.all(both.map((by) => attempt(() => createDelivery(check, by))));
    const ids = made.flatMap(({ value }) => value ?? []);
    expect(new Set(ids).size, 'deliveries of the creations').toBe(ids.length);
  });
});

test(...verifies('report-deliveries.create.readable'), async ({ check, admin }) => {
  const [id, oauth] = [await expectCreated(check, admin), byOAuth(check)];
  const cases = {
    'right away': { by: admin, before: nothing },
    'once more': { by: admin, before: nothing },
    'one with a history': { by: admin, before: oneAfterTheOther(run, share, pause) },
    [BY_OAUTH]: oauth && { by: oauth, before: nothing },
  };
  await inEach(check, cases, async ({ by, before }) => {
    await before(check, admin, id);
    expect(await request(by, 'getReportDelivery', id)).toSucceed();
  });
});

test(...verifies('report-deliveries.list.own-deployment'), async ({ check, admin }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const before = [await idsOf(admin), await idsOf(elsewhere)];
  const here = await createDelivery(check, admin);
  const there = await createDelivery(check, elsewhere, 'OTHER_REPORT_ID');
  setupRequires(
    here !== there,
    'deliveries of different deployments have the same ids, and nothing else distinguishes them',
  );
  const cases = {
    'new ones': { by: admin, then: nothing },
    'paused ones': { by: admin, then: pause },
    'shared ones': { by: admin, then: share },
    [BY_OAUTH]: byOAuth(check) && { by: byOAuth(check) ?? admin, then: nothing },
  };
  await inEach(check, cases, async ({ by, then }) => {
    await then(check, elsewhere, there);
    const byThere = by.in(check.provided('OTHER_DEPLOYMENT_ID'));
    const after = await readUntil(
      check,
      async () => [await idsOf(by), await idsOf(byThere)],
      ([own = [], theirs = []]) => own.includes(here) && theirs.includes(there),
    );
    // Others may add deliveries as well.
    const isNew = (id: string, index: number) => [here, there].includes(id) && !before[index]?.includes(id);
    expect(
      after.map((ids, index) => ids.filter((id) => isNew(id, index))),
      'new deliveries in each of the two deployments',
    ).toEqual([[here], [there]]);
  });
});

test(...verifies('report-deliveries.run.recorded'), async ({ check, admin }) => {
  const [id, oauth, theirs] = [await createDelivery(check, admin), byOAuth(check), await ofColleague(check)];
  const own = { one: id, by: admin, before: nothing, then: nothing };
  const cases = {
    'the first run': own,
    'before an update': { ...own, then: update },
    'before a pause': { ...own, then: pause },
    'once shared and resumed': { ...own, before: oneAfterTheOther(resume, share) },
    'of another user': ifGiven(theirs, (one) => ({ ...own, one })),
    [BY_OAUTH]: oauth && { ...own, by: oauth },
    'before a transfer': ifUserKnown(check, { ...own, then: transfer }),
  };
  await inEach(check, cases, async ({ one, by, before, then }, name) => {
    await before(check, admin, one);
    const { length } = await runsOf(admin, one);
    const answer = await startRun(check, by, one);
    leaveOutIf(isOpenTo(name, answer));
    expect(answer).toSucceed();
    await then(check, admin, one);
    await eventually(check, async () => {
      expect((await runsOf(admin, one)).length, 'runs in the history').toBe(length + 1);
    });
  });
  await inEach(check, { 'two at the same time': await createDelivery(check, admin) }, async (one) => {
    const taken = await bothAtOnce(() => request(admin, 'runReportDelivery', one));
    leaveOutUnless(taken.length > 0);
    await eventually(check, async () => {
      expect((await runsOf(admin, one)).length, 'runs in the history').toBe(taken.length);
    });
  });
});

test(...verifies('report-deliveries.resume.after-pause'), async ({ check, admin }) => {
  const [id, oauth, theirs] = [await expectCreated(check, admin), byOAuth(check), await ofColleague(check)];
  const own = { one: id, by: admin, before: nothing, between: nothing };
  const cases = {
    new: own,
    'a second time': own,
    'after a run': { ...own, before: run },
    'run while paused': { ...own, between: run },
    'of another user': ifGiven(theirs, (one) => ({ ...own, one })),
    [BY_OAUTH]: oauth && { ...own, by: oauth },
    // The last, because it is handed over as well, where that can be.
    'shared, and updated while paused': { ...own, before: share, between: oneAfterTheOther(update, handOver) },
  };
  await inEach(check, cases, async ({ one, by, before, between }, name) => {
    await before(check, admin, one);
    const pausing = await request(admin, 'pauseReportDelivery', one);
    leaveOutIf(isOpenTo(name, pausing));
    granted(pausing, 'the pause');
    await between(check, admin, one);
    const answer = await request(by, 'resumeReportDelivery', one);
    // Who was let pause it may resume it, if it is theirs still.
    leaveOutIf((by !== admin || between !== own.between) && isOpenTo(name, answer));
    expect(answer).toSucceed();
  });
});

async function runInTurn(check: Check, admin: Actor, ids: readonly string[]): Promise<void> {
  for (const id of ids) granted(await startRun(check, admin, id), 'the run');
}

async function toEach(check: Check, admin: Actor, ids: readonly string[], step: Step): Promise<void> {
  for (const id of ids) await step(check, admin, id);
}

test(...verifies('report-deliveries.runs.own-delivery'), async ({ check, admin }) => {
  const [one, other, idle] = [
    await createDelivery(check, admin),
    await createDelivery(check, admin),
    await createDelivery(check, admin),
  ];
  await runInTurn(check, admin, [one, other, one]);
  const all = [one, other, idle];
  let histories: string[][] = [];
  const others = {
    'paused ones': { by: admin, before: pause },
    [BY_OAUTH]: byOAuth(check) && { by: byOAuth(check) ?? admin, before: nothing },
  };
  await inEach(check, { 'active ones': all }, () =>
    eventually(check, async () => {
      histories = await Promise.all(all.map((id) => runsOf(admin, id)));
      histories.forEach(requireToldApart);
      const [ofOne = [], ofOther = []] = histories;
      expect(
        ofOne.filter((key) => ofOther.includes(key)),
        'runs that the histories of both deliveries contain',
      ).toEqual([]);
      const lengths = histories.map(({ length }) => length);
      expect(lengths, 'runs of three deliveries').toEqual([2, 1, 0]);
    }),
  );
  await inEach(check, others, async ({ by, before }) => {
    await toEach(check, admin, all, before);
    const now = await Promise.all(all.map((id) => runsOf(by, id)));
    const added = now.map((keys, index) => keys.filter((key) => !histories[index]?.includes(key)));
    expect(added, 'runs that nobody asked for').toEqual([[], [], []]);
  });
});
