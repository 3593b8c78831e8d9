import type { AnyOperationId } from '../../contracts/operations.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { SecretSetting } from '../../harness/tenant/secret-settings.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, type Answer } from '../../harness/http/answer.ts';
import { expectAllowed, expectRefused, type Deed } from '../../harness/rules/permissions.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { asSetup, setupFailed } from '../../harness/failures/failure.ts';
import { whileQuiet } from '../../harness/client/paging.ts';
import { act, idsOf, isThere, made, runsOf, shareBody, shownOf, transferBody, update } from './deliveries.ts';

interface Doing {
  readonly send: (check: Check, actor: Actor, id: string) => Promise<Answer>;
  readonly look?: (admin: Actor, id: string) => Promise<unknown>;
}

const asking = (operation: AnyOperationId, bodyOf: (check: Check) => unknown = () => undefined) => ({
  send: (check: Check, actor: Actor, id: string) => act(actor, operation, id, bodyOf(check)),
});

const DEEDS = {
  read: asking('getReportDelivery'),
  update: { send: update, look: shownOf },
  pause: { ...asking('pauseReportDelivery'), look: shownOf },
  run: { ...asking('runReportDelivery'), look: runsOf },
  delete: { ...asking('deleteReportDelivery'), look: isThere },
  share: { ...asking('shareReportDelivery', shareBody), look: shownOf },
  transfer: { ...asking('transferReportDelivery', transferBody), look: shownOf },
} satisfies Record<string, Doing>;

function deedOnDelivery(check: Check, admin: Actor, name: keyof typeof DEEDS): (owner: Actor) => Promise<Deed> {
  const { send, look }: Doing = DEEDS[name];
  return async (owner) => {
    const id = await made(check, owner);
    return { send: (actor) => send(check, actor, id), look: () => look?.(admin, id) ?? Promise.resolve(undefined) };
  };
}

/** Somebody finds every delivery of the deployment in the list, among them two of somebody else, one of them paused. */
async function expectToSeeAll(check: Check, admin: Actor, who: Actor, owner: Actor): Promise<void> {
  await check.lock('report deliveries');
  const [active, resting] = [await made(check, owner), await made(check, owner)];
  // Where it cannot be paused, it is one more that is active.
  await act(owner, 'pauseReportDelivery', resting);
  await whileQuiet(
    () => idsOf(admin),
    async (whole) => {
      const answer = await who.ask('listReportDeliveries');
      expect(answer).toSucceed();
      const seen = await idsOf(who);
      expect(
        [...whole, active, resting].filter((one) => !seen.includes(one)),
        `deliveries that ${who.identity.name} misses`,
      ).toEqual([]);
    },
  );
}

for (const [rule, setting] of [
  ['tasks-read-lists', 'TASK_READER_TOKEN'],
  ['all-includes-read', 'ALL_ACTIONS_TOKEN'],
] as const) {
  test(...verifies(`report-deliveries.access.${rule}`), async ({ check, admin }) => {
    await expectToSeeAll(check, admin, check.as(setting), admin);
  });
}

test(...verifies('report-deliveries.access.admin-lists'), async ({ check, admin, member }) => {
  await expectToSeeAll(check, admin, admin, member);
});

test(...verifies('report-deliveries.access.admin-reads'), async ({ check, admin, member }) => {
  await expectAllowed(check, { admin, who: admin, owner: member, deedOn: deedOnDelivery(check, admin, 'read') });
});

type Cells = readonly (readonly [rule: string, deed: keyof typeof DEEDS, who: SecretSetting])[];

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

for (const [rule, deed, setting] of ALLOWED) {
  test(...verifies(`report-deliveries.access.${rule}` as RequirementId), async ({ check, admin }) => {
    await expectAllowed(check, { admin, who: check.as(setting), deedOn: deedOnDelivery(check, admin, deed) });
  });
}

const REFUSED: Cells = [
  ['tasks-read-update-refused', 'update', 'TASK_READER_TOKEN'],
  ['tasks-read-pause-refused', 'pause', 'TASK_READER_TOKEN'],
  ['tasks-read-run-refused', 'run', 'TASK_READER_TOKEN'],
  ['tasks-read-delete-refused', 'delete', 'TASK_READER_TOKEN'],
  ['tasks-read-share-refused', 'share', 'TASK_READER_TOKEN'],
  ['tasks-read-transfer-refused', 'transfer', 'TASK_READER_TOKEN'],
];

for (const [rule, deed, setting] of REFUSED) {
  test(...verifies(`report-deliveries.access.${rule}` as RequirementId), async ({ check, admin }) => {
    await expectRefused(check, { admin, who: check.as(setting), deedOn: deedOnDelivery(check, admin, deed) });
  });
}

test(...verifies('report-deliveries.access.scoped-key-foreign-run'), async ({ check, admin }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const id = await made(check, elsewhere, 'OTHER_REPORT_ID');
  if ((await idsOf(admin)).includes(id)) throw setupFailed('ids are counted anew in each deployment');
  const before = (await runsOf(elsewhere, id)).length;
  await act(check.as('SCOPED_TOKEN', 'scoped'), 'runReportDelivery', id);
  granted(await act(elsewhere, 'runReportDelivery', id), 'the run by an administrator');
  const runs = async () => (await runsOf(elsewhere, id)).length - before;
  const isListed = () =>
    eventually(check, async () => {
      expect(await runs()).toBeGreaterThan(0);
    });
  await asSetup(isListed, 'the run of a delivery is not listed');
  expect(await runs(), 'runs after an administrator asked for one').toBe(1);
});
