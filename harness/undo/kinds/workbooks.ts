import type { Actor } from '../../client/actor.ts';
import { isSuccess } from '../../http/answer.ts';
import { setupFailed } from '../../failures/trouble.ts';
import { at, granted, identified, isId, type Kind, type Kinds, type Noted } from './kind.ts';

/** The drafts of the workbooks that the check has changed so far, as they were lent. */
const asLent = new Map<string, string>();

function keyOf({ deploymentId, workbookId }: Noted): string {
  return JSON.stringify([deploymentId, workbookId]);
}

/** What an operation changes of a dashboard is noted as the draft that it started from, the first time. */
const noteDraft: Kind['note'] = async ({ path = {} }, keeper, known) => {
  const { deploymentId = null, workbookId } = path;
  const where = { deploymentId, workbookId };
  if (workbookId === undefined || known.some((one) => keyOf(one) === keyOf(where))) return undefined;
  const content = asLent.get(keyOf(where)) ?? (await at(keeper, deploymentId).getDashboardFile(workbookId)).content;
  asLent.set(keyOf(where), content);
  return { ...where, content };
};

async function putBack(keeper: Actor, noted: Noted): Promise<void> {
  const { workbookId, content } = noted;
  const path = { workbookId: String(workbookId) };
  const now = await keeper.getDashboardFile(path.workbookId);
  if (now.content !== content) {
    const whole = { newText: content, hash: now.hash };
    // A tenant that replaces the whole text knows no old one.
    const partial = await keeper.raw('patchDashboardFile', { path, body: { ...whole, oldText: now.content } });
    if (!isSuccess(partial)) granted(await keeper.raw('patchDashboardFile', { path, body: whole }));
    if ((await keeper.getDashboardFile(path.workbookId)).content !== content) throw setupFailed('the draft is another');
  }
  asLent.delete(keyOf(noted));
}

const draft: Kind = {
  note: noteDraft,
  undo: (noted, keeper) => putBack(at(keeper, noted['deploymentId']), noted),
  says: ({ workbookId }) => `change of the dashboard of workbook ${String(workbookId)}`,
};

const publication: Kind = {
  note: noteDraft,
  async undo(noted, keeper) {
    const here = at(keeper, noted['deploymentId']);
    await putBack(here, noted);
    const path = { workbookId: String(noted['workbookId']) };
    const { status } = await here.raw('publishWorkbook', { path, body: {} });
    // A tenant that has nothing to publish may say so.
    if (status >= 500) throw setupFailed(`publishWorkbook answered ${status}`);
  },
  says: ({ workbookId }) => `publication of the dashboard of workbook ${String(workbookId)}`,
};

/** There is no operation that takes a workbook away. */
const copy: Kind = {
  note: ({ path = {} }) => ({ workbookId: path['workbookId'] ?? null }),
  complete: identified,
  says: ({ workbookId, id }) => `copy ${isId(id) ? `${id} ` : ''}of workbook ${String(workbookId)}`,
};

const preview: Kind = {
  note: ({ path = {} }, _keeper, known) => {
    const { workbookId = null } = path;
    return known.some((one) => one['workbookId'] === workbookId) ? undefined : { workbookId };
  },
  says: ({ workbookId }) => `previews of promotions of workbook ${String(workbookId)}`,
};

/** A promotion and what it made in the other deployment stay: neither can be taken away. */
const promotion: Kind = {
  note: ({ path = {} }) => ({ workbookId: path['workbookId'] ?? null }),
  says: ({ workbookId }) => `promotion of workbook ${String(workbookId)}, and its copy in the other deployment`,
};

export const workbookKinds: Kinds = {
  patchDashboardFile: draft,
  createAiWidgetThread: draft,
  publishWorkbook: publication,
  duplicateWorkbook: copy,
  previewPromotion: preview,
  applyPromotion: promotion,
};
