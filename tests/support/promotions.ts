import type { Actor } from './actor.ts';
import { granted } from './answer.ts';
import type { Asked } from './client.ts';
import { fresh } from './fresh.ts';
import type { Check } from './test.ts';

/** What an apply holds after a preview. Names that this tenant has not are left out: where they travel is open. */
export async function promotionRequest(check: Check, admin: Actor): Promise<Asked> {
  const { wire } = check.tenant;
  const path = { workbookId: check.lent('WORKBOOK_ID') };
  const targetDeploymentId = check.lent('OTHER_DEPLOYMENT_ID');
  const asked = { ...(wire.value('promotions.preview-request') as object | undefined), targetDeploymentId };
  const preview = granted(await admin.raw('previewPromotion', { path, body: asked }), 'a promotion preview');
  const { previewId, sourceHash } = preview.body as { readonly previewId?: unknown; readonly sourceHash?: unknown };
  const key = fresh('promotion');
  const members = {
    'promotions.apply-target': { targetDeploymentId },
    'promotions.apply-preview': { previewId },
    'promotions.apply-hash': { sourceHash },
    'promotions.idempotency-member': { idempotencyKey: key },
  };
  const known = Object.entries(members).filter(([binding]) => wire.value(binding) !== undefined);
  const header = wire.value('promotions.idempotency-header');
  return {
    path,
    body: Object.assign(
      { ...(wire.value('promotions.apply-request') as object | undefined) },
      ...known.map(([, member]) => member),
    ) as object,
    ...(typeof header === 'string' && { headers: { [header.toLowerCase()]: key } }),
  };
}
