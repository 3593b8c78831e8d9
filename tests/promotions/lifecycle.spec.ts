import { promotion as lifecycle } from '../../contracts/lifecycles/jobs.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { takeThrough } from '../../harness/rules/lifecycle.ts';
import { promotionRequest } from '../../harness/things/promotions.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { changedDraft, providedWorkbook, respelt } from '../../harness/things/workbooks.ts';
import { addedSince, promotionsOf, requireHash, settledPromotions } from './lists.ts';

/** Waits until the list shows what was applied; otherwise it might show only after the next promotion has begun. */
async function showingIfApplied(check: Check, admin: Actor, answer: Answer, before: readonly string[]): Promise<void> {
  const list = () => addedSince(check, admin, before);
  if (isSuccess(answer)) await readUntil(check, list, (added) => added.length > 0);
}

/** How many promotions one preview can have made. */
function mostAdded(state: string): number {
  return state === 'applied' ? 1 : 0;
}

test(...verifies(lifecycle.walkedBy), async ({ check, admin }) => {
  const workbookId = providedWorkbook(check);
  await settledPromotions(check, admin);
  await takeThrough(check, lifecycle, {
    begin: async () => {
      const request = await promotionRequest(check, admin.preparing);
      requireHash(request);
      return { request, before: await promotionsOf(check, admin) };
    },
    act: {
      async apply({ request, before }) {
        const answer = await admin.raw('applyPromotion', request);
        await showingIfApplied(check, admin, answer, before);
        return answer;
      },
      async 'change and publish the source'() {
        await changedDraft(check, admin, workbookId, respelt);
        granted(await admin.raw('publishWorkbook', { path: { workbookId }, body: {} }), 'the publication');
        return undefined;
      },
    },
    async look({ before }, state) {
      const added = await addedSince(check, admin, before);
      expect(added.length, 'promotions since the preview').toBeLessThanOrEqual(mostAdded(state));
    },
  });
});
