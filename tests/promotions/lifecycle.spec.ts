import { promotion as lifecycle } from '../../contracts/lifecycles/jobs.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { takeThrough } from '../../harness/rules/lifecycle.ts';
import { promotionRequest } from '../../harness/things/promotions.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { changedDraft, providedWorkbook, respelt } from '../../harness/things/workbooks.ts';
import { addedSince, promotionsOf, requireHash, settledPromotions } from './lists.ts';

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
        // Otherwise it might show only after the next one has begun.
        const list = () => addedSince(check, admin, before);
        if (isSuccess(answer)) await readUntil(check, list, (added) => added.length > 0);
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
      expect(added.length, 'promotions since the preview').toBeLessThanOrEqual(state === 'applied' ? 1 : 0);
    },
  });
});
