import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { previewRequest, promotionRequest } from '../../harness/things/promotions.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { inEach, leaveOutIf } from '../../harness/check/in-each.ts';
import { attempt } from '../../harness/failures/failure.ts';
import { grantOn } from '../../harness/things/rights.ts';
import { policy, newRole } from '../../harness/things/roles.ts';
import { userIdOf } from '../../harness/things/same-user.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { providedWorkbook } from '../../harness/things/workbooks.ts';
import { addedSince, promote, settledPromotions } from './lists.ts';

/** Whoever has no access is refused, however often they ask. */
function expectRefusedTwice(check: Check, send: () => Promise<Answer>): Promise<void> {
  return inEach(check, { 'the first time': send, 'once more': send }, async () => {
    expect(await send()).toBeRefused();
  });
}

/** An actor with all rights in the target deployment and no access to the source deployment. */
async function targetOnly(check: Check, admin: Actor, outsider: Actor): Promise<Actor> {
  const target = check.provided('OTHER_DEPLOYMENT_ID');
  // Without the lock another check could revoke the rights of the same user.
  const { id } = await newRole(admin, { policies: [policy({ actions: ['All'], resources: [target] })] });
  await admin.preparing.grantRole(id, check.provided('NO_ACCESS_USER_ID'));
  // A grant may take a moment.
  const reads = () => outsider.in(target).raw('listReports');
  granted(await readUntil(check, reads, isSuccess), 'the list of reports of the target deployment');
  return outsider;
}

test(...verifies('promotions.preview.no-source-access'), async ({ check, admin, outsider }) => {
  const actor = await targetOnly(check, admin, outsider);
  const request = previewRequest(check);
  await expectRefusedTwice(check, () => actor.raw('previewPromotion', request));
  granted(await admin.raw('previewPromotion', request), 'the same by an administrator');
});

test(...verifies('promotions.preview.no-target-access'), async ({ check, admin, scoped }) => {
  const request = previewRequest(check);
  await expectRefusedTwice(check, () => scoped.raw('previewPromotion', request));
  granted(await admin.raw('previewPromotion', request), 'the same with an unscoped key');
});

/** An actor with all rights in the source deployment and none in any other. */
async function sourceOnly(check: Check): Promise<Actor> {
  const actor = check.as('ALL_ACTIONS_TOKEN', 'holder of All in the source deployment');
  const there = actor.in(check.provided('OTHER_DEPLOYMENT_ID'));
  if (isSuccess(await there.raw('listReports'))) untested('let the user of ALL_ACTIONS_TOKEN read no other deployment');
  return actor;
}

test(...verifies('promotions.preview.no-target-role'), async ({ check, admin }) => {
  const request = previewRequest(check);
  const actor = await sourceOnly(check);
  // What an administrator was shown before is not for whoever asks next.
  granted(await admin.raw('previewPromotion', request), 'the same by an administrator');
  await expectRefusedTwice(check, () => actor.raw('previewPromotion', request));
});

/** An apply by the actor is refused and promotes nothing, and the same apply by an administrator succeeds. */
async function expectNothingPromoted(check: Check, admin: Actor, actor: Actor): Promise<void> {
  const before = await settledPromotions(check, admin);
  const request = await promotionRequest(check, admin.preparing);
  await expectRefusedTwice(check, () => actor.raw('applyPromotion', request));
  expect(await addedSince(check, admin, before), 'promotions added by the refused apply').toEqual([]);
  granted(await admin.raw('applyPromotion', request), 'the same by an administrator');
  await inEach(check, { 'once it was applied': request }, async (applied) => {
    expect(await actor.raw('applyPromotion', applied)).toBeRefused();
  });
}

test(...verifies('promotions.apply.no-source-access'), async ({ check, admin, outsider }) => {
  await expectNothingPromoted(check, admin, await targetOnly(check, admin, outsider));
});

test(...verifies('promotions.apply.no-target-access'), async ({ check, admin, scoped }) => {
  await expectNothingPromoted(check, admin, scoped);
});

test(...verifies('promotions.apply.no-target-role'), async ({ check, admin }) => {
  await expectNothingPromoted(check, admin, await sourceOnly(check));
});

test.describe('access that was withdrawn', () => {
  test(...verifies('promotions.apply.no-target-role'), async ({ check, admin }) => {
    await inEach(check, { 'once access to the target was withdrawn': await sourceOnly(check) }, (actor) =>
      expectNothingOnceWithdrawn(check, admin, actor),
    );
  });
});

/** An apply is refused, and promotes nothing, where its caller had access to the target when they previewed. */
async function expectNothingOnceWithdrawn(check: Check, admin: Actor, who: Actor) {
  const [userId, deployment] = [await userIdOf(who), check.provided('OTHER_DEPLOYMENT_ID')];
  const read = () => who.in(deployment).ask('listReports');
  const role = await grantOn(check, admin, { userId, deployment, actions: ['All'] }, read);
  const before = await settledPromotions(check, admin);
  // Whether the tenant lets this user preview is about another requirement.
  const { value: request, failure } = await attempt(() => promotionRequest(check, who.preparing));
  await admin.preparing.revokeRole(role, userId);
  const answer = await readUntil(check, read, (one) => !isSuccess(one));
  leaveOutIf(failure || isSuccess(answer));
  expect(await who.raw('applyPromotion', request)).toBeRefused();
  expect(await addedSince(check, admin, before), 'promotions added by the refused apply').toEqual([]);
  return undefined;
}

test(...verifies('promotions.get.no-source-access'), async ({ check, admin, outsider }) => {
  const path = { workbookId: providedWorkbook(check) };
  await promote(check, admin);
  await expectRefusedTwice(check, () => outsider.raw('getPromotion', { path }));
  granted(await admin.raw('getPromotion', { path }), 'the same by an administrator');
});

const LISTS = [
  ['promotions.list.no-source-access', 'listPromotions'],
  ['promotions.links.no-source-access', 'listPromotionLinks'],
] as const;

for (const [id, operation] of LISTS) {
  test(...verifies(id), async ({ check, admin, outsider }) => {
    const path = { workbookId: providedWorkbook(check) };
    await expectRefusedTwice(check, () => outsider.raw(operation, { path }));
    granted(await admin.raw(operation, { path }), 'the same by an administrator');
  });
}
