import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted } from '../../harness/http/answer.ts';
import { expectRefused } from '../../harness/rules/permissions.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { asSetup } from '../../harness/failures/failure.ts';
import { grantOn } from '../../harness/things/rights.ts';
import { userIdOf } from '../../harness/things/same-user.ts';
import { setupRequires } from '../../harness/failures/requires.ts';
import { changeOf, deliveryBody, request, idsOf, createDelivery, runsOf, updateDelivery } from './deliveries.ts';
import { ACTIONS, contentOf, ROUTES, situationOf, type ActionName, type Cells } from './actions.ts';

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
  const { wire } = check.tenant;
  // What a guessed address answers is no refusal.
  const isKnown = (name: keyof typeof ROUTES) => wire.guessedAddress(ROUTES[name]).length === 0;
  const served = (name: keyof typeof ROUTES) => (wire.route(ROUTES[name]) && isKnown(name) ? name : undefined);
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
