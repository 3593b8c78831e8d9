import type { Actor } from '../../client/actor.ts';
import { isSuccess } from '../../http/answer.ts';
import { setupFailed } from '../../failures/failure.ts';
import { at, granted, identified, isId, type UndoRule, type UndoRules, type Noted } from './rule.ts';

function keyOf({ deploymentId, workbookId }: Noted): string {
  return JSON.stringify([deploymentId, workbookId]);
}

/** What an operation changes of a dashboard is noted as the draft that it started from, the first time. */
const noteDraft: UndoRule['note'] = async ({ path = {} }, { admin, known, drafts }) => {
  const { deploymentId = null, workbookId } = path;
  const where = { deploymentId, workbookId };
  if (workbookId === undefined || known.some((one) => keyOf(one) === keyOf(where))) return undefined;
  const content = drafts.get(keyOf(where)) ?? (await at(admin, deploymentId).getDashboardFile(workbookId)).content;
  drafts.set(keyOf(where), content);
  return { ...where, content };
};

async function putBack(admin: Actor, drafts: Map<string, string>, noted: Noted): Promise<void> {
  const { workbookId, content } = noted;
  const path = { workbookId: String(workbookId) };
  const now = await admin.getDashboardFile(path.workbookId);
  if (now.content !== content) {
    const whole = { newText: content, hash: now.hash };
    // A tenant that replaces the whole text knows no old one.
    const partial = await admin.raw('patchDashboardFile', { path, body: { ...whole, oldText: now.content } });
    if (!isSuccess(partial)) granted(await admin.raw('patchDashboardFile', { path, body: whole }));
    if ((await admin.getDashboardFile(path.workbookId)).content !== content) throw setupFailed('the draft is another');
  }
  drafts.delete(keyOf(noted));
}

const draft: UndoRule = {
  note: noteDraft,
  undo: (noted, { admin, drafts }) => putBack(at(admin, noted['deploymentId']), drafts, noted),
  says: ({ workbookId }) => `change of the dashboard of workbook ${String(workbookId)}`,
};

const publication: UndoRule = {
  note: noteDraft,
  async undo(noted, { admin, drafts }) {
    const here = at(admin, noted['deploymentId']);
    await putBack(here, drafts, noted);
    const path = { workbookId: String(noted['workbookId']) };
    const { status } = await here.raw('publishWorkbook', { path, body: {} });
    // A tenant that has nothing to publish may say so.
    if (status >= 500) throw setupFailed(`publishWorkbook answered ${status}`);
  },
  says: ({ workbookId }) => `publication of the dashboard of workbook ${String(workbookId)}`,
};

/** There is no operation that takes a workbook away. */
const copy: UndoRule = {
  note: ({ path = {} }) => ({ workbookId: path['workbookId'] ?? null }),
  complete: identified,
  says: ({ workbookId, id }) => `copy ${isId(id) ? `${id} ` : ''}of workbook ${String(workbookId)}`,
};

const preview: UndoRule = {
  note: ({ path = {} }, { known }) => {
    const { workbookId = null } = path;
    return known.some((one) => one['workbookId'] === workbookId) ? undefined : { workbookId };
  },
  says: ({ workbookId }) => `previews of promotions of workbook ${String(workbookId)}`,
};

/** A promotion and what it made in the other deployment stay: neither can be taken away. */
const promotion: UndoRule = {
  note: ({ path = {} }) => ({ workbookId: path['workbookId'] ?? null }),
  says: ({ workbookId }) => `promotion of workbook ${String(workbookId)}, and its copy in the other deployment`,
};

export const workbookRules: UndoRules = {
  patchDashboardFile: draft,
  createAiWidgetThread: draft,
  publishWorkbook: publication,
  duplicateWorkbook: copy,
  previewPromotion: preview,
  applyPromotion: promotion,
};
