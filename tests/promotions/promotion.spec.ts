import { granted, isSuccess } from '../../harness/http/answer.ts';
import { previewRequest, promotionRequest } from '../../harness/things/promotions.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { changedDraft, providedWorkbook, respelt } from '../../harness/things/workbooks.ts';
import {
  addedSince,
  asked,
  elementsIn,
  grown,
  hasGrown,
  promoted,
  promotionsOf,
  requireHash,
  withKeyOrWithout,
} from './lists.ts';

/** What works the first time may be in the way the second time. */
const TWICE = ['the first time', 'the second time'] as const;

test(...verifies('promotions.preview.accepted'), async ({ check, admin }) => {
  for (const time of TWICE) {
    expect(await admin.raw('previewPromotion', await previewRequest(check)), time).toSucceed();
  }
});

test(...verifies('promotions.apply.matching-hash'), async ({ check, admin }) => {
  for (const time of TWICE) {
    const { withKey, without = withKey } = await withKeyOrWithout(check, admin);
    expect(without, time).toSucceed();
  }
});

/** Where no name is known for the idempotency key, no apply carries one. */
function requireKey({ tenant: { wire } }: Check): void {
  const names = ['promotions.idempotency-member', 'promotions.idempotency-header'] as const;
  if (names.every((name) => wire.value(name) === undefined)) untested(`state ${names.join(' or ')} in BINDINGS`);
}

test(...verifies('promotions.apply.idempotency-key-accepted'), async ({ check, admin }) => {
  requireKey(check);
  for (const time of TWICE) {
    const { withKey, without } = await withKeyOrWithout(check, admin);
    // What is refused without a key as well is not refused for it.
    if (without) granted(without, 'the same without an idempotency key');
    expect(withKey, time).toSucceed();
  }
});

test(...verifies('promotions.apply.idempotency-key-repeated'), async ({ check, admin }) => {
  requireKey(check);
  const none = await promotionsOf(check, admin);
  const first = await promotionRequest(check, admin.preparing);
  granted(await admin.raw('applyPromotion', first), 'the first apply');
  await hasGrown(check, admin, none);
  const one = await promotionsOf(check, admin);
  // Of a source that is as it was there may be nothing to promote; changed, the first apply would be stale.
  const second = await promotionRequest(check, admin.preparing, { isUnchanged: true });
  const isSecond = isSuccess(await admin.raw('applyPromotion', second));
  if (isSecond) await hasGrown(check, admin, one);

  for (const request of isSecond ? [second, first] : [first]) {
    const before = await promotionsOf(check, admin);
    const { status } = await admin.raw('applyPromotion', request);
    expect(await addedSince(check, admin, before), `promotions that a repeated apply with ${status} added`).toEqual([]);
  }
});

test(...verifies('promotions.apply.stale-hash'), async ({ check, admin }) => {
  const workbookId = await providedWorkbook(check);
  const request = await promotionRequest(check, admin.preparing);
  requireHash(request);
  const before = await promotionsOf(check, admin);
  await changedDraft(check, admin, workbookId, respelt);
  granted(await admin.raw('publishWorkbook', { path: { workbookId }, body: {} }), 'the publication of the change');

  expect(await admin.raw('applyPromotion', request), 'an apply of the former preview').toBeRefused();
  expect(await addedSince(check, admin, before), 'promotions by the apply that was refused').toEqual([]);
  await promoted(check, admin);
});

for (const list of ['promotions.list', 'promotions.links'] as const) {
  test(...verifies(`${list}.answers-list`), async ({ check, admin }) => {
    const look = async (when: string) => {
      const answer = await asked(check, admin, list);
      expect(Array.isArray(elementsIn(check, list, answer)), `${when} it is a list: ${answer.text.slice(0, 200)}`).toBe(
        true,
      );
    };
    await look('at first');
    if (isSuccess(await admin.raw('applyPromotion', await promotionRequest(check, admin.preparing)))) {
      await look('after a promotion');
    }
  });
}

test(...verifies('promotions.list.shows-applied'), async ({ check, admin }) => {
  for (const time of TWICE) {
    const before = await promotionsOf(check, admin);
    await promoted(check, admin);
    await test.step(time, () => grown(check, admin, before));
  }
});
