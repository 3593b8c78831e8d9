import { promotion as lifecycle } from '../../contracts/lifecycles/jobs.ts';
import { granted } from '../../harness/http/answer.ts';
import { takeThrough } from '../../harness/rules/lifecycle.ts';
import { promotionRequest } from '../../harness/things/promotions.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { changedDraft, providedWorkbook, respelt } from '../../harness/things/workbooks.ts';
import { addedSince, settledPromotions, requireHash } from './lists.ts';

test(...verifies(lifecycle.walkedBy), async ({ check, admin }) => {
  const workbookId = providedWorkbook(check);
  await takeThrough(check, lifecycle, {
    begin: async () => {
      const request = await promotionRequest(check, admin.preparing);
      requireHash(request);
      return { request, before: await settledPromotions(check, admin) };
    },
    act: {
      apply: (promotion) => admin.raw('applyPromotion', promotion.request),
      async 'change and publish the source'() {
        await changedDraft(check, admin, workbookId, respelt);
        granted(await admin.raw('publishWorkbook', { path: { workbookId }, body: {} }), 'the publication');
        return undefined;
      },
    },
    async look({ before }, state) {
      const added = await addedSince(check, admin, before);
      expect(added.length, 'promotions since the preview').toBeLessThanOrEqual(state === 'applied' ? 1 : 0);
    },
  });
});
