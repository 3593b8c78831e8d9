import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import type { Asked } from '../../harness/requests/requests.ts';
import { isGuess } from '../../harness/check/guesses.ts';
import { promotionRequest } from '../../harness/things/promotions.ts';
import { APPEARS_WITHIN } from '../../harness/client/new-jobs.ts';
import { withinSeconds } from '../../harness/check/eventually.ts';
import { expect, type Check } from '../../harness/test.ts';
import { asSetup, setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { continuationOf } from '../../harness/client/declared-list.ts';
import { walkUnprinted } from '../../harness/client/paging.ts';
import { providedWorkbook } from '../../harness/things/workbooks.ts';
import { isId } from '../../contracts/lossless-json.ts';

/** A promotion may take longer to be listed than a new thing, since it is applied first. */
const APPLIED_WITHIN = 10_000;

const OWN_ID = /^(promotion_?)?id$/i;

type ListId = 'promotions.list' | 'promotions.links';
const OPERATIONS = { 'promotions.list': 'listPromotions', 'promotions.links': 'listPromotionLinks' } as const;

/** The response to the request for a list of the provided workbook. */
export async function listResponse(check: Check, actor: Actor, list: ListId): Promise<Answer> {
  const path = { workbookId: providedWorkbook(check) };
  return granted(await actor.raw(OPERATIONS[list], { path }), 'the list');
}

/** The elements of a list response, whatever their shape; undefined where the body is not a list. */
export function elementsIn(check: Check, list: ListId, { body }: Answer): readonly unknown[] | undefined {
  const { items } = (body ?? {}) as { readonly items?: unknown };
  if (Array.isArray(items)) return items as readonly unknown[];
  if (items === undefined && isGuess(check, list)) untested(unstated(list));
  return undefined;
}

/** Every promotion of the provided workbook, by its id or, where it shows none, by its position. */
export async function promotionsOf(check: Check, actor: Actor): Promise<string[]> {
  const workbookId = providedWorkbook(check);
  const elements = await walkUnprinted('promotions', async ({ after }) => {
    const query = after === undefined ? {} : { query: { after } };
    const answer = granted(await actor.raw('listPromotions', { path: { workbookId }, ...query }), 'the promotions');
    const items = elementsIn(check, 'promotions.list', answer);
    if (!items) throw setupFailed('the promotions of the workbook are not a list');
    return { items, pageInfo: continuationOf(answer) };
  });
  return elements.map((one, index) => {
    const members = Object.entries((one ?? {}) as Readonly<Record<string, unknown>>);
    const [, id] = members.find(([name]) => OWN_ID.test(name)) ?? [];
    return isId(id) ? String(id) : `number ${index}`;
  });
}

/**
 * The same once whatever other checks have promoted shows: how soon a promotion is listed is open. On a lease no other check
 * has promoted anything.
 */
export async function settledPromotions(check: Check, actor: Actor): Promise<string[]> {
  // As late as a tenant may show one: how late it was before says little where each is late by another time.
  if (check.tenant.isLive) await sleep(APPEARS_WITHIN);
  return promotionsOf(check, actor);
}

/** The promotions that the list shows now and did not show before. */
export async function addedSince(check: Check, actor: Actor, before: readonly string[]): Promise<string[]> {
  return (await promotionsOf(check, actor)).filter((promotion) => !before.includes(promotion));
}

/** Expects that the list eventually shows a promotion that it did not show before. */
export async function expectAdded(check: Check, admin: Actor, before: readonly string[]): Promise<void> {
  await withinSeconds(
    check,
    async () => {
      const added = await addedSince(check, admin, before);
      expect(added.length, 'promotions that the list did not show before').toBeGreaterThan(0);
    },
    APPLIED_WITHIN,
  );
}

/** The same as a setup step, for checks of other requirements. */
export async function requireAdded(check: Check, admin: Actor, before: readonly string[]): Promise<void> {
  await asSetup(() => expectAdded(check, admin, before), 'the list does not show a promotion that was applied');
}

/** Previews and applies a promotion of the provided workbook as a setup step. */
export async function promote(check: Check, admin: Actor): Promise<void> {
  granted(await admin.raw('applyPromotion', await promotionRequest(check, admin.preparing)), 'a promotion');
}

/** Applies a promotion with an idempotency key and, only where that is refused, another one without a key. */
export async function applyWithOrWithoutKey(check: Check, admin: Actor) {
  const withKey = await admin.raw('applyPromotion', await promotionRequest(check, admin.preparing));
  if (isSuccess(withKey)) return { withKey };
  const keyless = await promotionRequest(check, admin.preparing, { isKeyless: true });
  return { withKey, without: await admin.raw('applyPromotion', keyless) };
}

/** Requires that an apply carries the hash or the id of its preview: without either, no preview can be stale. */
export function requireHash({ body }: Asked): void {
  const { previewId, sourceHash } = body as { readonly previewId?: unknown; readonly sourceHash?: unknown };
  if ((previewId ?? sourceHash) !== undefined) return;
  untested(
    unstated('promotions.apply-hash or promotions.apply-preview', 'what an apply takes over from a preview is unknown'),
  );
}
