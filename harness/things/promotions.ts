import { randomUUID } from 'node:crypto';
import type { Actor } from '../client/actor.ts';
import { granted } from '../http/answer.ts';
import type { Asked } from '../requests/requests.ts';
import { there, type Where } from '../check/valid-calls.ts';
import { textIn } from './text-files.ts';
import type { Check } from '../check/check.ts';
import { draftPatch, providedWorkbook, patchDraft } from './workbooks.ts';
import { numberOf } from '../../contracts/lossless-json.ts';

/** A request to preview the promotion of the provided workbook to the other deployment. */
export function previewRequest(check: Check, where: Where = 'home'): Asked {
  const workbookId = providedWorkbook(check, where);
  const target = check.provided(where === 'home' ? 'OTHER_DEPLOYMENT_ID' : 'DEPLOYMENT_ID');
  // Wherever the specification gives the type of a deployment id, it is an integer.
  const targetDeploymentId = /^\d+$/.test(target) ? numberOf(target) : target;
  const more = check.tenant.wire.value('promotions.preview-request') as object | undefined;
  return { path: { workbookId }, body: { targetDeploymentId, ...more } };
}

interface Variant {
  readonly where?: Where;
  /** Does not change the source first; the tenant may then have nothing to promote. */
  readonly isUnchanged?: boolean;
  /** Omits the idempotency key. */
  readonly isKeyless?: boolean;
}

/** A request to apply a promotion, after a preview. Members without a name on this tenant are omitted: their place is open. */
export async function promotionRequest(
  check: Check,
  admin: Actor,
  { where = 'home', isUnchanged = false, isKeyless = false }: Variant = {},
): Promise<Asked> {
  const { wire } = check.tenant;
  const asked = previewRequest(check, where);
  const { path = {}, body } = asked;
  if (!isUnchanged) await changeSource(check, there(check, admin, where), String(path['workbookId']));
  const preview = granted(await there(check, admin, where).raw('previewPromotion', asked), 'a promotion preview');
  const { previewId, sourceHash } = (preview.body ?? {}) as Readonly<Record<string, unknown>>;
  const { targetDeploymentId } = body as { readonly targetDeploymentId: string | number };
  // The format of keys is open; a UUID is the usual one.
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

/** Changes and publishes the source if possible, because there may be nothing to promote in an unchanged one. */
async function changeSource(check: Check, admin: Actor, workbookId: string): Promise<void> {
  const path = { workbookId };
  const { body } = await admin.raw('getDashboardFile', { path });
  const { content, hash } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof content !== 'string' || typeof hash !== 'string' || textIn({ content }) === undefined) return;
  await patchDraft(admin, workbookId, draftPatch(check, { content, hash }).body);
  await admin.raw('publishWorkbook', { path, body: {} });
}
