import { isMembers, type Members } from '../../generators/members.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { BY_OAUTH, BY_OTHER, otherAdministrators } from '../../harness/things/administrators.ts';
import { besideIf, expectAllowed, expectWhileHeld, sentUntilGranted } from '../../harness/rules/permissions.ts';
import { eventually, readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { judging } from '../../harness/check/judging.ts';
import { memberByGroup, memberByRole, memberWidely } from '../../harness/things/rights.ts';
import { policy, type Policy } from '../../harness/things/roles.ts';
import { userIdOf } from '../../harness/things/same-user.ts';
import { whileQuiet } from '../../harness/client/paging.ts';
import { request, idsOf, createDelivery, transferBody, updateDelivery } from './deliveries.ts';
import { ACTIONS, ifServed, listed, situationOf, type Cells } from './actions.ts';

/** The list shows the actor every delivery of the deployment, including two of another owner, one of which is paused. */
async function expectToListAll(check: Check, admin: Actor, actor: Actor, owner: Actor): Promise<void> {
  const [active, paused] = [await createDelivery(check, owner), await createDelivery(check, owner)];
  // Other requirements cover the pause; if it fails, this is another active delivery.
  await request(owner, 'pauseReportDelivery', paused);
  await readUntil(
    check,
    () => idsOf(admin),
    (ids) => ids.includes(active) && ids.includes(paused),
  );
  await whileQuiet(
    () => idsOf(admin),
    async (all) => {
      const answer = await actor.ask('listReportDeliveries');
      expect(answer).toSucceed();
      await inEach(check, { 'an active one': [active], 'a paused one': [paused], 'all others': all }, (ids) =>
        // The list may show an actor the deliveries of another one with a delay.
        withinSeconds(check, async () => {
          const listed = await idsOf(actor);
          expect(
            ids.filter((id) => !listed.includes(id)),
            `deliveries that ${actor.identity.name} is not shown`,
          ).toEqual([]);
        }),
      );
    },
  );
}

for (const [rule, setting] of [
  ['tasks-read-lists', 'TASK_READER_TOKEN'],
  ['all-includes-read', 'ALL_ACTIONS_TOKEN'],
] as const) {
  test(...verifies(`report-deliveries.access.${rule}`), async ({ check, admin }) => {
    await expectToListAll(check, admin, check.as(setting), admin);
  });
}

test(...verifies('report-deliveries.access.admin-lists'), async ({ check, admin, member }) => {
  await expectToListAll(check, admin, admin, member);
  await inEach(check, { [BY_OTHER]: otherAdministrators(check)[BY_OTHER] }, (other) =>
    expectSameList(check, admin, other),
  );
});

/** The list may show another user new deliveries with a delay. */
async function expectSameList(check: Check, admin: Actor, other: Actor): Promise<void> {
  const expectAlike = () =>
    whileQuiet(
      () => idsOf(admin),
      async (all) => {
        expect((await idsOf(other)).toSorted()).toEqual(all.toSorted());
      },
    );
  await withinSeconds(check, expectAlike);
}

test.describe('transferred', () => {
  test(...verifies('report-deliveries.access.admin-lists'), async ({ check, admin }) => {
    await inEach(check, { 'one that was transferred': ifTransferable(check, admin) }, (owner) =>
      expectListedOnceTransferred(check, admin, owner),
    );
  });
});

/** An owner whose deliveries can be transferred on this tenant. */
function ifTransferable(check: Check, owner: Actor): Actor | undefined {
  const isKnown = check.optional('MEMBER_USER_ID') !== undefined && check.tenant.wire.route('transferReportDelivery');
  return isKnown ? owner : undefined;
}

async function expectListedOnceTransferred(check: Check, admin: Actor, owner: Actor) {
  const id = await createDelivery(check, owner);
  await listed(check, admin, id);
  leaveOutUnless(isSuccess(await request(owner, 'transferReportDelivery', id, transferBody(check))));
  expect(await idsOf(admin)).toContain(id);
  const reader = check.asOptional('TASK_READER_TOKEN');
  const read = await (reader && request(reader, 'getReportDelivery', id));
  await judging('report-deliveries.access.tasks-read-reads', () => {
    if (read) expect(read).toSucceed();
  });
  return undefined;
}

test(...verifies('report-deliveries.access.admin-reads'), async ({ check, admin, member }) => {
  const { [BY_OAUTH]: oauth, [BY_OTHER]: other } = otherAdministrators(check);
  const alsoAllowed = { [BY_OAUTH]: oauth, [BY_OTHER]: other };
  await expectAllowed(check, { ...situationOf(check, admin, 'read'), who: admin, owner: member, alsoAllowed });
});

const ALLOWED: Cells = [
  ['tasks-read-reads', 'read', 'TASK_READER_TOKEN'],
  ['manage-updates', 'update', 'TASK_MANAGER_TOKEN'],
  ['manage-pauses', 'pause', 'TASK_MANAGER_TOKEN'],
  ['manage-runs', 'run', 'TASK_MANAGER_TOKEN'],
  ['manage-deletes', 'delete', 'TASK_MANAGER_TOKEN'],
  ['manage-shares', 'share', 'TASK_MANAGER_TOKEN'],
  ['manage-transfers', 'transfer', 'TASK_MANAGER_TOKEN'],
  ['all-includes-manage', 'update', 'ALL_ACTIONS_TOKEN'],
];

for (const [rule, action, setting] of ALLOWED) {
  test(...verifies(`report-deliveries.access.${rule}` as RequirementId), async ({ check, admin }) => {
    await expectAllowed(check, { ...situationOf(check, admin, action), who: check.as(setting) });
  });
}

/** What else a holder of ScheduledTasksManage may do to a delivery of another user, to another one than is updated. */
async function besidesUpdates(check: Check, admin: Actor, who: Actor) {
  const [id, doomed] = [await createDelivery(check, admin), await createDelivery(check, admin)];
  return {
    'report-deliveries.access.manage-pauses': ifServed(check, who, 'pause', id),
    'report-deliveries.access.manage-shares': ifServed(check, who, 'share', id),
    // The last, because a tenant may refuse a change while a run is under way, and whether a paused delivery is run is open.
    'report-deliveries.access.manage-runs': async () => {
      if (check.tenant.wire.route('resumeReportDelivery')) await request(admin, 'resumeReportDelivery', id);
      return ACTIONS.run.send(check, who, id);
    },
    'report-deliveries.access.manage-deletes': () => ACTIONS.delete.send(check, who, doomed),
  };
}

test.describe('held for a while', () => {
  test(...verifies('report-deliveries.access.tasks-read-lists'), async ({ check, admin }) => {
    const holders = {
      'on all deployments, through a group': memberByGroup(check, admin),
      'on all deployments, through a second group': memberByGroup(check, admin, 'OTHER_GROUP_ROLE_ID'),
    };
    await inEach(check, holders, async ({ who, hold }) => {
      const id = await createDelivery(check, admin);
      await listed(check, admin, id);
      await hold(policy({ actions: ['ScheduledTasksRead'], resources: ['All'] }));
      const read = await sentUntilGranted(check, () => request(who, 'getReportDelivery', id));
      await eventually(check, async () => {
        expect(await idsOf(who)).toContain(id);
      });
      await judging('report-deliveries.access.tasks-read-reads', () => {
        expect(read).toSucceed();
      });
      await hold();
    });
  });

  test(...verifies('report-deliveries.access.manage-transfers'), async ({ check, admin }) => {
    await inEach(
      check,
      { 'on all deployments, through a group': memberByGroup(check, admin) },
      async ({ who, hold }) => {
        const id = await createDelivery(check, admin);
        await hold(policy({ actions: ['ScheduledTasksManage'], resources: ['All'] }));
        expect(await sentUntilGranted(check, () => ACTIONS.transfer.send(check, who, id))).toSucceed();
        const former = await userIdOf(admin);
        await inEach(check, { 'as the answer shows': transferBody(check) }, async (body) => {
          const read = async () => (await admin.ask('getReportDelivery', id)).body as object;
          await request(admin, 'transferReportDelivery', id, transferBody(check, former));
          const before = await read();
          const answer = await request(who, 'transferReportDelivery', id, body);
          const told = namedInstead(before, answer.body, former, Object.values(body));
          leaveOutUnless(isSuccess(answer) && Object.keys(told).length > 0);
          await withinSeconds(check, async () => {
            expect(await read(), 'the delivery').toMatchObject(told);
          });
        });
        await inEach(check, { 'back to the former owner': transferBody(check, former) }, async (body) => {
          expect(await request(who, 'transferReportDelivery', id, body)).toSucceed();
        });
        await judging('report-deliveries.access.manage-updates', async () => {
          expect(await updateDelivery(check, who, id)).toSucceed();
        });
      },
    );
  });

  test(...verifies('report-deliveries.access.all-includes-manage'), async ({ check, admin }) => {
    await inEach(check, { 'on all deployments': memberByRole(check, admin) }, async ({ who, hold }) => {
      const id = await createDelivery(check, admin);
      return expectWhileHeld(check, {
        hold,
        send: () => updateDelivery(check, who, id),
        policies: [policy({ actions: ['All'], resources: ['All'] })],
        without: 'report-deliveries.access.tasks-read-update-refused',
      });
    });
  });

  test(...verifies('report-deliveries.access.manage-updates'), async ({ check, admin }) => {
    await inEach(check, memberWidely(check, admin), async ({ who, hold, resources }, name) => {
      const of = (...actions: Policy['actions']) => policy({ actions, resources });
      const id = await createDelivery(check, admin);
      return expectWhileHeld(check, {
        hold,
        send: () => updateDelivery(check, who, id),
        policies: [of('ScheduledTasksRead', 'ScheduledTasksManage')],
        rest: [of('ScheduledTasksRead')],
        without: 'report-deliveries.access.tasks-read-update-refused',
        beside: await besideIf(name !== 'through a second group', () => besidesUpdates(check, admin, who)),
      });
    });
  });
});

/** The members of an answer that name somebody who is now named in the place of a former one. */
function namedInstead(before: object, after: unknown, former: unknown, now: readonly unknown[]): Members {
  const were = new Map<string, unknown>(Object.entries(before));
  const entries = Object.entries(isMembers(after) ? after : {});
  return Object.fromEntries(
    entries.filter(([name, value]) => String(were.get(name)) === String(former) && now.includes(value)),
  );
}
