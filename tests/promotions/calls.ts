import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { there, type ValidCall, type ValidCalls, type Where } from '../../harness/check/valid-calls.ts';
import { previewRequest, promotionRequest } from '../../harness/things/promotions.ts';
import type { Check } from '../../harness/test.ts';
import { providedWorkbook } from '../../harness/things/workbooks.ts';

const onWorkbook: ValidCall = (check, _admin, where) => ({
  path: { workbookId: providedWorkbook(check, where) },
});

/** Reads the promotion of a promoted workbook at the source or at the target; which of them has it is open. */
const promotedWorkbook: ValidCall = async (check, admin, where) => {
  const request = await promotionRequest(check, admin, { where });
  const here = there(check, admin, where);
  granted(await here.raw('applyPromotion', request), 'a promotion');
  const source = { path: { workbookId: providedWorkbook(check, where) } };
  if (isSuccess(await here.raw('getPromotion', source))) return source;
  return (await targetRequest(check, here, where)) ?? source;
};

/** The request for the promotion at the target workbook, whose id the promotion links of the source contain. */
async function targetRequest(check: Check, here: Actor, where: Where) {
  const path = { workbookId: providedWorkbook(check, where) };
  const links = JSON.stringify((await here.raw('listPromotionLinks', { path })).wire ?? null);
  const deploymentId = check.provided(where === 'home' ? 'OTHER_DEPLOYMENT_ID' : 'DEPLOYMENT_ID');
  for (const [, , id] of links.matchAll(/"\w*workbook_?id\w*":("?)([\w-]+)\1/gi)) {
    if (id === undefined || id === path.workbookId) continue;
    const target = { path: { deploymentId, workbookId: id } };
    if (isSuccess(await here.raw('getPromotion', target))) return target;
  }
  return undefined;
}

export const calls: ValidCalls = {
  previewPromotion: (check: Check, _admin, where) => previewRequest(check, where),
  applyPromotion: (check, admin, where) => promotionRequest(check, admin, { where }),
  getPromotion: promotedWorkbook,
  listPromotions: onWorkbook,
  listPromotionLinks: onWorkbook,
};
