import { refuse, Refusal } from '../../mock/answer.ts';
import { bodyOf, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { asAdministrator, isAdministrator, isOutOfScope, isOutsider, openToAll } from '../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { afterRefusal, given } from '../lib/given.ts';
import type { When } from '../lib/only.ts';
import { all, during, refusing, remembering, replaceSync } from '../lib/patches.ts';

/** Faults of promotions that show only after some history, with a key, or to some callers. */

const PREVIEW = 'previewPromotion';
const APPLY = 'applyPromotion';
const byWorkbook = ({ path }: Call): unknown => path['workbookId'];

const keyIn = ({ headers, body }: Call): unknown =>
  headers['idempotency-key'] ?? (body as { readonly idempotencyKey?: unknown } | undefined)?.idempotencyKey;
const isKeyed: When = (call) => keyIn(call) !== undefined;

/** What was refused to a caller is let through when the same caller asks once more. */
function letInAgain(operation: string, isMeant: When): Patch {
  return all(
    openToAll(operation),
    remembering(
      () => new Set<unknown>(),
      (asked) =>
        replaceSync(operation, (call, original) => {
          const { token } = call.principal;
          if (isMeant(call) && asked.has(token)) return original(asAdministrator(call));
          asked.add(token);
          if (isOutsider(call)) refuse('forbidden', 'the caller has no access');
          return original(call);
        }),
    ),
  );
}

const again = (operation: string, isMeant: When, what: string): Deviation => ({
  name: 'let-in-again',
  sentence: `${what} is let through when it is requested once more.`,
  patch: letInAgain(operation, isMeant),
});

const isPlain: When = (call) => !isAdministrator(call) && !isOutOfScope(call) && !isOutsider(call);

export const promotionsOnlyFaults = faults({
  'promotions.preview.accepted': [
    {
      name: 'not-once-applied',
      sentence: 'A workbook that was promoted cannot be previewed any more.',
      also: alsoThese(
        'a preview comes before an apply',
        'promotions.apply.matching-hash',
        'promotions.apply.idempotency-key-accepted',
        'promotions.list.shows-applied',
      ),
      patch: given(
        PREVIEW,
        (_call, { done }) => done > 0,
        refusing(PREVIEW, () => true, 409),
        { past: APPLY, of: byWorkbook },
      ),
    },
    {
      name: 'not-after-a-refusal',
      sentence: 'After an apply was refused the workbook cannot be previewed.',
      also: alsoThese('a preview comes after the refusal', 'promotions.apply.stale-hash'),
      patch: given(
        PREVIEW,
        afterRefusal,
        refusing(PREVIEW, () => true, 409),
        { past: APPLY, of: byWorkbook },
      ),
    },
  ],
  'promotions.apply.matching-hash': [
    {
      name: 'not-after-a-refusal',
      sentence: 'After an apply was refused no preview of the workbook can be applied.',
      also: alsoThese('an apply follows the refusal', 'promotions.apply.stale-hash'),
      patch: given(
        APPLY,
        afterRefusal,
        refusing(APPLY, () => true, 409),
        { of: byWorkbook },
      ),
    },
  ],
  'promotions.apply.idempotency-key-repeated': [
    {
      name: 'twice-repeated',
      sentence: 'The second repetition of an apply adds a promotion.',
      patch: remembering(
        () => new Map<unknown, number>(),
        (times) =>
          during(
            APPLY,
            'promotions',
            () => ({ isRepeat: () => false }),
            (call) => {
              const key = keyIn(call);
              times.set(key, (times.get(key) ?? 0) + 1);
              return key !== undefined && times.get(key) === 3;
            },
          ),
      ),
    },
    {
      name: 'once-the-source-changed',
      sentence: 'Repeating an apply adds a promotion once the source has changed.',
      patch: remembering(
        () => new Map<unknown, string>(),
        (seen) =>
          during(APPLY, 'promotions', ({ sourceHash }, call) => {
            const workbook = call.tenant.content.workbooks.get(Number(call.path['workbookId']));
            const [key, now] = [keyIn(call), workbook && sourceHash(workbook)];
            if (key === undefined || now === undefined) return {};
            const isChanged = seen.has(key) && seen.get(key) !== now;
            if (!seen.has(key)) seen.set(key, now);
            return isChanged ? { isRepeat: () => false, isFresh: () => true } : {};
          }),
      ),
    },
  ],
  'promotions.apply.stale-hash': [
    {
      name: 'applied-again',
      sentence: 'A stale preview is applied when it is requested once more.',
      patch: remembering(
        () => new Set<unknown>(),
        (refused) =>
          replaceSync(APPLY, (call, original) => {
            const { previewId } = bodyOf(call);
            const { promotions } = call.tenant.rules;
            const { isFresh } = promotions;
            if (refused.has(previewId)) promotions.isFresh = () => true;
            try {
              return original(call);
            } catch (error) {
              if (error instanceof Refusal) refused.add(previewId);
              throw error;
            } finally {
              promotions.isFresh = isFresh;
            }
          }),
      ),
    },
    {
      name: 'applied-without-a-key',
      sentence: 'A stale preview is applied where the apply carries no idempotency key.',
      patch: during(
        APPLY,
        'promotions',
        () => ({ isFresh: () => true }),
        (call) => !isKeyed(call),
      ),
    },
    {
      name: 'applied-once-promoted',
      sentence: 'A stale preview of a workbook that was promoted before is applied.',
      patch: given(
        APPLY,
        (_call, { done }) => done > 0,
        during(APPLY, 'promotions', () => ({ isFresh: () => true })),
        { of: byWorkbook },
      ),
    },
  ],
  'promotions.preview.no-source-access': again(PREVIEW, isOutsider, 'A preview without access to the source'),
  'promotions.preview.no-target-access': again(PREVIEW, isOutOfScope, 'A preview with a key for the source alone'),
  'promotions.preview.no-target-role': again(PREVIEW, isPlain, 'A preview without access to the target'),
  'promotions.apply.no-source-access': again(APPLY, isOutsider, 'An apply without access to the source'),
  'promotions.apply.no-target-access': again(APPLY, isOutOfScope, 'An apply with a key for the source alone'),
  'promotions.apply.no-target-role': again(APPLY, isPlain, 'An apply without access to the target'),
  'promotions.get.no-source-access': again('getPromotion', isOutsider, 'A read of a promotion'),
  'promotions.list.no-source-access': again('listPromotions', isOutsider, 'A list of promotions'),
  'promotions.links.no-source-access': again('listPromotionLinks', isOutsider, 'A list of promotion links'),
});
