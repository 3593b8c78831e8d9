import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import type { ValidCall, ValidCalls, Where } from '../../harness/check/valid-calls.ts';
import { previewRequest, promotionRequest } from '../../harness/things/promotions.ts';
import type { Check } from '../../harness/test.ts';
import { providedWorkbook, there } from '../../harness/things/workbooks.ts';

const onWorkbook: ValidCall = async (check, _admin, where) => ({
  path: { workbookId: await providedWorkbook(check, where) },
});

/** Reads the promotion of a workbook that was promoted, at the source or at what it became: which has it is open. */
const ofPromoted: ValidCall = async (check, admin, where) => {
  const asked = await promotionRequest(check, admin, { where });
  const here = there(check, admin, where);
  granted(await here.raw('applyPromotion', asked), 'a promotion');
  const source = { path: { workbookId: await providedWorkbook(check, where) } };
  if (isSuccess(await here.raw('getPromotion', source))) return source;
  return (await ofTarget(check, here, where)) ?? source;
};

/** Where the links of a source name what it became. */
async function ofTarget(check: Check, here: Actor, where: Where) {
  const path = { workbookId: await providedWorkbook(check, where) };
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
  getPromotion: ofPromoted,
  listPromotions: onWorkbook,
  listPromotionLinks: onWorkbook,
};
