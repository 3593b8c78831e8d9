import { created, ok, refuse, type Answer } from '../answer.ts';
import { reads } from '../authority.ts';
import { bodyOf, type Call } from '../call.ts';
import { dateOf } from '../clock.ts';
import { Collection } from '../collection.ts';
import { pageOf } from '../pages.ts';
import type { Promotion } from '../rules/promotions.ts';
import { slice } from '../state.ts';
import type { Tenant } from '../tenant.ts';
import type { Workbook } from '../world/content.ts';
import type { FamilyBehaviour } from './family.ts';
import { workbookIn } from './workbooks.ts';

interface Preview {
  readonly id: string;
  readonly workbookId: number;
  readonly targetDeploymentId: number;
  readonly sourceHash: string;
}

const state = slice('promotions', () => ({
  previews: new Map<string, Preview>(),
  promotions: new Collection<Promotion>(1),
}));

/** The deployment that a body names as the target, for whoever has access to it as well. */
function targetIn(call: Call, value: unknown): number {
  const { tenant, principal } = call;
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  const target = typeof id === 'number' ? tenant.deployments.deployments.get(id) : undefined;
  if (!target) refuse('unknown', 'targetDeploymentId names no deployment');
  if (target.id === Number(call.path['deploymentId']))
    refuse('invalid', 'a workbook is promoted to another deployment');
  if (tenant.rules.promotions.needsTargetAccess && !reads(tenant, principal, target.id)) {
    refuse('forbidden', 'the target deployment may not be used by this caller');
  }
  return target.id;
}

function previewPromotion(call: Call): Answer {
  const { tenant } = call;
  const workbook = workbookIn(call);
  const targetDeploymentId = targetIn(call, bodyOf(call)['targetDeploymentId']);
  const preview: Preview = {
    id: `preview-${tenant.random.word(12)}`,
    workbookId: workbook.id,
    targetDeploymentId,
    sourceHash: tenant.rules.promotions.sourceHash(workbook),
  };
  state(tenant).previews.set(preview.id, preview);
  const counterpart = counterpartOf(tenant, workbook.id, targetDeploymentId);
  return ok({
    previewId: preview.id,
    sourceHash: preview.sourceHash,
    targetDeploymentId,
    changes: [{ kind: counterpart === undefined ? 'create' : 'replace', name: workbook.name }],
  });
}

/** The workbook in a target that earlier promotions of a workbook made. */
function counterpartOf(tenant: Tenant, workbookId: number, targetDeploymentId: number): Workbook | undefined {
  const earlier = state(tenant).promotions.find(
    (one) => one.workbookId === workbookId && one.targetDeploymentId === targetDeploymentId,
  );
  return earlier && tenant.content.workbooks.get(earlier.targetWorkbookId);
}

function applyPromotion(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.promotions;
  const workbook = workbookIn(call);
  const body = bodyOf(call);
  const key = keyIn(call, body['idempotencyKey']);
  const preview = state(tenant).previews.get(typeof body['previewId'] === 'string' ? body['previewId'] : '');
  if (preview?.workbookId !== workbook.id) refuse('unknown', 'previewId names no preview of this workbook');
  const target = targetIn(call, body['targetDeploymentId'] ?? preview.targetDeploymentId);
  if (target !== preview.targetDeploymentId) refuse('invalid', 'the preview was made for another deployment');

  const { promotions } = state(tenant);
  const repeated = key === undefined ? undefined : promotions.find((one) => rules.isRepeat(one, key, workbook.id));
  if (repeated) return created(show(repeated));
  const { sourceHash } = body;
  const current = rules.sourceHash(workbook);
  if (!rules.isFresh(preview.sourceHash, current)) refuse('conflict', 'the source has changed since the preview');
  if (sourceHash !== undefined && sourceHash !== preview.sourceHash)
    refuse('conflict', 'sourceHash is not that of the preview');

  const promotion = promotions.add({
    id: promotions.nextId(),
    workbookId: workbook.id,
    deploymentId: workbook.deploymentId,
    targetDeploymentId: target,
    targetWorkbookId: promoted(tenant, workbook, target).id,
    sourceHash: current,
    idempotencyKey: key,
    appliedBy: principal.user?.id,
    appliedAt: tenant.clock.now(),
  });
  return created(show(promotion));
}

/** The key of an apply: in the header or in the body, and the same where it is in both. */
function keyIn(call: Call, member: unknown): string | undefined {
  const header = call.headers['idempotency-key'];
  if (member !== undefined && typeof member !== 'string') refuse('invalid', 'idempotencyKey is no text');
  if (typeof header === 'string' && member !== undefined && header !== member) {
    refuse('invalid', 'two idempotency keys are given');
  }
  return typeof header === 'string' ? header : member;
}

function promoted(tenant: Tenant, source: Workbook, target: number): Workbook {
  const { workbooks } = tenant.content;
  const counterpart = counterpartOf(tenant, source.id, target);
  const { draft, published, name } = source;
  if (counterpart) return workbooks.replace({ ...counterpart, name, draft, published });
  const id = workbooks.nextId();
  return workbooks.add({
    ...source,
    id,
    deploymentId: target,
    folderId: null,
    slug: `${source.slug}-${id}`,
    publicId: tenant.random.word(10),
  });
}

function show({ idempotencyKey: _, appliedAt, ...promotion }: Promotion): Record<string, unknown> {
  return { ...promotion, appliedAt: dateOf(appliedAt), outcome: 'applied' };
}

function promotionsOf(call: Call): Promotion[] {
  const { id } = workbookIn(call);
  return state(call.tenant).promotions.filter(({ workbookId }) => workbookId === id);
}

function getPromotion(call: Call): Answer {
  const latest = promotionsOf(call).at(-1);
  return latest ? ok(show(latest)) : refuse('unknown', 'the workbook was never promoted');
}

function listPromotions(call: Call): Answer {
  return ok(pageOf(call, promotionsOf(call).map(show), (one) => [Number(one['id'])]));
}

function listPromotionLinks(call: Call): Answer {
  const links = new Map(
    promotionsOf(call).map(({ targetDeploymentId, targetWorkbookId }) => [
      targetWorkbookId,
      { id: targetWorkbookId, targetDeploymentId, targetWorkbookId },
    ]),
  );
  return ok(pageOf(call, [...links.values()], ({ id }) => [id]));
}

export const promotions: FamilyBehaviour = {
  handlers: { previewPromotion, applyPromotion, getPromotion, listPromotions, listPromotionLinks },
};
