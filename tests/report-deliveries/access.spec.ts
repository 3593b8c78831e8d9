import type { AnyOperationId } from '../../contracts/operations.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { SecretSetting } from '../../harness/tenant/secret-settings.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { BY_OAUTH, BY_OTHER, otherAdministrators } from '../../harness/things/administrators.ts';
import {
  besideIf,
  expectAllowed,
  expectRefused,
  expectWhileHeld,
  sentUntilGranted,
  USED,
  type Deed,
} from '../../harness/rules/permissions.ts';
import { eventually, readUntil, soon } from '../../harness/check/eventually.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { judging } from '../../harness/check/judging.ts';
import { asSetup } from '../../harness/failures/failure.ts';
import { grantOn, memberByEither, memberByGroup, memberByRole } from '../../harness/things/rights.ts';
import { policy, type Policy } from '../../harness/things/roles.ts';
import { apartFromRuns } from '../../harness/things/run-members.ts';
import { userIdOf } from '../../harness/things/same-user.ts';
import { setupRequires } from '../../harness/failures/requires.ts';
import { whileQuiet } from '../../harness/client/paging.ts';
import {
  changeOf,
  deliveryBody,
  request,
  idsOf,
  exists,
  createDelivery,
  createUsedDelivery,
  runsOf,
  readDelivery,
  transferBody,
  updateDelivery,
} from './deliveries.ts';

interface Action {
  readonly send: (check: Check, actor: Actor, id: string) => Promise<Answer>;
  readonly look?: (admin: Actor, id: string) => Promise<unknown>;
  /** The operation that takes the action back. */
  readonly undo?: AnyOperationId;
}

/** What a delivery shows, without what its runs change. */
const contentOf = async (admin: Actor, id: string) => apartFromRuns(await readDelivery(admin, id));

const requesting = (operation: AnyOperationId, bodyOf: (check: Check) => unknown = () => undefined) => ({
  send: (check: Check, actor: Actor, id: string) => request(actor, operation, id, bodyOf(check)),
});

const ACTIONS = {
  read: requesting('getReportDelivery'),
  update: { send: updateDelivery, look: contentOf },
  pause: { ...requesting('pauseReportDelivery'), look: contentOf, undo: 'resumeReportDelivery' },
  run: { ...requesting('runReportDelivery'), look: runsOf },
  delete: { ...requesting('deleteReportDelivery'), look: exists },
  share: { ...requesting('shareReportDelivery'), look: contentOf },
  transfer: { ...requesting('transferReportDelivery', (check) => transferBody(check)), look: contentOf },
} satisfies Record<string, Action>;

type ActionName = keyof typeof ACTIONS;

/** Operations that a tenant may lack. */
const ROUTES = {
  pause: 'pauseReportDelivery',
  share: 'shareReportDelivery',
  transfer: 'transferReportDelivery',
} as const;

/** An action that a tenant may lack, where it is known how it is requested. */
function ifServed(check: Check, who: Actor, name: keyof typeof ROUTES, id: string) {
  return () =>
    check.tenant.wire.route(ROUTES[name]) ? ACTIONS[name].send(check, who, id) : Promise.resolve(undefined);
}

function deedOn(check: Check, admin: Actor, name: ActionName, id: string): Deed {
  const { send, look, undo }: Action = ACTIONS[name];
  return {
    send: (actor) => send(check, actor, id),
    look: () => look?.(admin, id) ?? Promise.resolve(undefined),
    ...(undo && { undo: () => request(admin, undo, id) }),
  };
}

function actionOnDelivery(check: Check, admin: Actor, name: ActionName): (owner: Actor) => Promise<Deed> {
  return async (owner) => {
    const id = await createDelivery(check, owner);
    // Whether it is there is seen in the list.
    if (name === 'delete') await listed(check, admin, id);
    return deedOn(check, admin, name, id);
  };
}

function listed(check: Check, admin: Actor, id: string): Promise<string[]> {
  return readUntil(
    check,
    () => idsOf(admin),
    (ids) => ids.includes(id),
  );
}

/** What has become of a delivery before an action; what an action does itself is left to it. */
const HISTORY = {
  run: 'runReportDelivery',
  share: 'shareReportDelivery',
  pause: 'pauseReportDelivery',
} as const;

/** An action on a new delivery, and on one that has run, was shared and paused, and of which somebody has requested the same. */
function situationOf(check: Check, admin: Actor, name: ActionName) {
  const { actors = [], mayUse = [] } = check.requirement.needs;
  const isKnown = [...mayUse, ...(name === 'read' ? actors : [])].includes('TASK_READER_TOKEN');
  const stranger = isKnown ? check.asOptional('TASK_READER_TOKEN') : undefined;
  return {
    admin,
    deedOn: actionOnDelivery(check, admin, name),
    others: {
      async [USED](owner: Actor) {
        const operations = Object.entries(HISTORY).flatMap(([what, operation]) => (what === name ? [] : [operation]));
        const id = await createUsedDelivery(check, owner, operations);
        if (name === 'delete') await listed(check, admin, id);
        const attempted = stranger && (await ACTIONS[name === 'read' ? 'update' : name].send(check, stranger, id));
        // What was not refused is done, and leaves nothing to see of the action.
        return attempted && isSuccess(attempted) ? undefined : deedOn(check, admin, name, id);
      },
    },
  };
}

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
        soon(check, async () => {
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
  await soon(check, expectAlike);
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

test.describe('a part of it', () => {
  test(...verifies('report-deliveries.access.tasks-read-update-refused'), async ({ check, admin }) => {
    const id = await createDelivery(check, admin);
    const [before, who] = [await contentOf(admin, id), check.as('TASK_READER_TOKEN')];
    await inEach(check, { 'each member alone': membersOf(check) }, async (bodies) => {
      await expectUpdatesRefused(who, id, bodies);
      expect(await contentOf(admin, id), 'the delivery').toEqual(before);
    });
  });
});

/** Whether an update of a part is accepted at all is open, and so is the status. */
async function expectUpdatesRefused(who: Actor, id: string, bodies: readonly object[]): Promise<void> {
  for (const body of bodies)
    expect(await request(who, 'updateReportDelivery', id, body), JSON.stringify(body)).toBeRefused();
}

/** A body with each of the members that an update may change, as it creates a delivery or as it is to change. */
function membersOf(check: Check): readonly object[] {
  const { reportId: _report, ...created } = deliveryBody(check);
  return Object.entries({ ...created, ...changeOf(check) }).map(([name, value]) => ({ [name]: value }));
}

test(...verifies('report-deliveries.access.admin-reads'), async ({ check, admin, member }) => {
  const { [BY_OAUTH]: oauth, [BY_OTHER]: other } = otherAdministrators(check);
  const alike = { [BY_OAUTH]: oauth, [BY_OTHER]: other };
  await expectAllowed(check, { ...situationOf(check, admin, 'read'), who: admin, owner: member, alike });
});

type Cells = readonly (readonly [rule: string, action: ActionName, actor: SecretSetting])[];

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
    await inEach(
      check,
      { 'on all deployments, through a group': memberByGroup(check, admin) },
      async ({ who, hold }) => {
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
      },
    );
  });

  test(...verifies('report-deliveries.access.manage-transfers'), async ({ check, admin }) => {
    await inEach(check, { 'through a group': memberByGroup(check, admin) }, async ({ who, hold }) => {
      const id = await createDelivery(check, admin);
      await hold(policy({ actions: ['ScheduledTasksManage'], resources: [check.provided('DEPLOYMENT_ID')] }));
      expect(await sentUntilGranted(check, () => ACTIONS.transfer.send(check, who, id))).toSucceed();
      const former = await userIdOf(admin);
      await inEach(check, { 'back to the former owner': transferBody(check, former) }, async (body) => {
        expect(await request(who, 'transferReportDelivery', id, body)).toSucceed();
      });
      await judging('report-deliveries.access.manage-updates', async () => {
        expect(await updateDelivery(check, who, id)).toSucceed();
      });
    });
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
    const of = (...actions: Policy['actions']) => policy({ actions, resources: [check.provided('DEPLOYMENT_ID')] });
    await inEach(check, memberByEither(check, admin), async ({ who, hold }, name) => {
      const id = await createDelivery(check, admin);
      return expectWhileHeld(check, {
        hold,
        send: () => updateDelivery(check, who, id),
        policies: [of('ScheduledTasksRead', 'ScheduledTasksManage')],
        rest: [of('ScheduledTasksRead')],
        without: 'report-deliveries.access.tasks-read-update-refused',
        beside: await besideIf(name === 'through a group', () => besidesUpdates(check, admin, who)),
      });
    });
  });
});

const REFUSED: Cells = [
  ['tasks-read-update-refused', 'update', 'TASK_READER_TOKEN'],
  ['tasks-read-pause-refused', 'pause', 'TASK_READER_TOKEN'],
  ['tasks-read-run-refused', 'run', 'TASK_READER_TOKEN'],
  ['tasks-read-delete-refused', 'delete', 'TASK_READER_TOKEN'],
  ['tasks-read-share-refused', 'share', 'TASK_READER_TOKEN'],
  ['tasks-read-transfer-refused', 'transfer', 'TASK_READER_TOKEN'],
];

for (const [rule, action, setting] of REFUSED) {
  test(...verifies(`report-deliveries.access.${rule}` as RequirementId), async ({ check, admin }) => {
    await expectRefused(check, { ...situationOf(check, admin, action), who: check.as(setting) });
  });
}

/** The requests that change a delivery, as far as the tenant serves them and there is somebody to transfer it to. */
function changesServed(check: Check) {
  const served = (name: keyof typeof ROUTES) => (check.tenant.wire.route(ROUTES[name]) ? name : undefined);
  return {
    'an update': 'update',
    'a run': 'run',
    'a pause': served('pause'),
    'a share': served('share'),
    'a transfer': check.optional('MEMBER_USER_ID') === undefined ? undefined : served('transfer'),
    'a deletion': 'delete',
  } as const;
}

test(...verifies('report-deliveries.access.manage-elsewhere-refused'), async ({ check, admin }) => {
  const who = check.as('TASK_READER_TOKEN');
  const there = check.provided('OTHER_DEPLOYMENT_ID');
  const actions = ['DeploymentRead', 'ScheduledTasksRead', 'ScheduledTasksManage'] as const;
  const grant = { userId: await userIdOf(who), deployment: there, actions };
  await grantOn(check, admin, grant, () => who.in(there).raw('listReportDeliveries'));
  const id = await createDelivery(check, admin);
  const look = async () => ({ delivery: await contentOf(admin, id), runs: await runsOf(admin, id) });
  const before = await look();
  await inEach<ActionName>(check, changesServed(check), async (name) => {
    expect(await ACTIONS[name].send(check, who, id)).toBeRefusedWith(403);
  });
  expect(await look(), 'the delivery').toEqual(before);
  granted(await updateDelivery(check, admin, id), 'the same update by an administrator');
});

test(...verifies('report-deliveries.access.scoped-key-foreign-run'), async ({ check, admin }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const id = await createDelivery(check, elsewhere, 'OTHER_REPORT_ID');
  setupRequires(!(await idsOf(admin)).includes(id), 'deliveries of different deployments have the same ids');
  const before = (await runsOf(elsewhere, id)).length;
  const scoped = check.as('SCOPED_TOKEN', 'scoped');
  await inEach(check, { 'the first time': scoped, 'once more': scoped }, () =>
    request(scoped, 'runReportDelivery', id),
  );
  granted(await request(elsewhere, 'runReportDelivery', id), 'the run by an administrator');
  const runs = async () => (await runsOf(elsewhere, id)).length - before;
  const isListed = () =>
    eventually(check, async () => {
      expect(await runs()).toBeGreaterThan(0);
    });
  await asSetup(isListed, 'the list does not show the run of a delivery');
  expect(await runs(), 'runs after a single run by an administrator').toBe(1);
});
