import { promotion as lifecycle } from '../../contracts/lifecycles/jobs.ts';
import { granted } from '../support/answer.ts';
import { takeThrough } from '../support/lifecycle.ts';
import { promotionRequest } from '../support/promotions.ts';
import { expect, test, verifies } from '../support/test.ts';
import { changedDraft, lentWorkbook, respelt } from '../support/workbooks.ts';
import { addedSince, promotionsOf, requireHash } from './promotions.ts';

test(...verifies(lifecycle.walkedBy), async ({ check, admin }) => {
  const workbookId = await lentWorkbook(check);
  await takeThrough(check, lifecycle, {
    begin: async () => {
      const request = await promotionRequest(check, admin.preparing);
      requireHash(request);
      return { request, before: await promotionsOf(check, admin) };
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
