import { randomUUID } from 'node:crypto';
import type { Actor } from '../client/actor.ts';
import { granted } from '../http/answer.ts';
import type { Asked } from '../client/client.ts';
import type { Where } from '../check/valid-calls.ts';
import { textIn } from './text-files.ts';
import type { Check } from '../check/check.ts';
import { draftPatch, providedWorkbook, patchDraft, there } from './workbooks.ts';

/** A preview of the promotion of the workbook that was lent from one deployment to the other. */
export async function previewRequest(check: Check, where: Where = 'home'): Promise<Asked> {
  const workbookId = await providedWorkbook(check, where);
  const target = check.provided(where === 'home' ? 'OTHER_DEPLOYMENT_ID' : 'DEPLOYMENT_ID');
  // Ids of deployments are integers wherever their type is printed.
  const targetDeploymentId = /^\d+$/.test(target) ? Number(target) : target;
  const more = check.tenant.wire.value('promotions.preview-request') as object | undefined;
  return { path: { workbookId }, body: { targetDeploymentId, ...more } };
}

interface Variant {
  readonly where?: Where;
  /** Leaves the source as it is: a tenant may have nothing to promote then. */
  readonly isUnchanged?: boolean;
  /** Leaves the idempotency key out. */
  readonly isKeyless?: boolean;
}

/** What an apply holds after a preview. Names that this tenant has not are left out: where they travel is open. */
export async function promotionRequest(
  check: Check,
  admin: Actor,
  { where = 'home', isUnchanged = false, isKeyless = false }: Variant = {},
): Promise<Asked> {
  const { wire } = check.tenant;
  const asked = await previewRequest(check, where);
  const { path = {}, body } = asked;
  if (!isUnchanged) await renew(check, there(check, admin, where), String(path['workbookId']));
  const preview = granted(await there(check, admin, where).raw('previewPromotion', asked), 'a promotion preview');
  const { previewId, sourceHash } = (preview.body ?? {}) as Readonly<Record<string, unknown>>;
  const { targetDeploymentId } = body as { readonly targetDeploymentId: string | number };
  // What a key may look like is open, and this is what keys usually are.
  const key = randomUUID();
  const members = {
    'promotions.apply-target': { targetDeploymentId },
    'promotions.apply-preview': { previewId },
    'promotions.apply-hash': { sourceHash },
    ...(!isKeyless && { 'promotions.idempotency-member': { idempotencyKey: key } }),
  };
  const known = Object.entries(members).filter(([binding]) => wire.value(binding) !== undefined);
  const header = wire.value('promotions.idempotency-header');
  return {
    path,
    body: Object.assign(
      { ...(wire.value('promotions.apply-request') as object | undefined) },
      ...known.map(([, member]) => member),
    ) as object,
    ...(typeof header === 'string' && !isKeyless && { headers: { [header.toLowerCase()]: key } }),
  };
}

/** Changes and publishes the source where it can be: of one that is as it was promoted there may be nothing to promote. */
async function renew(check: Check, admin: Actor, workbookId: string): Promise<void> {
  const path = { workbookId };
  const { body } = await admin.raw('getDashboardFile', { path });
  const { content, hash } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof content !== 'string' || typeof hash !== 'string' || textIn({ content }) === undefined) return;
  await patchDraft(admin, workbookId, draftPatch(check, { content, hash }).body);
  await admin.raw('publishWorkbook', { path, body: {} });
}
